"""What is no plain file, leads elsewhere, goes round in circles or is far too large."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

from tests.trust.hostile.case import DICE, LAYOUT, PRINT, Case, Content, element

OUTSIDE = "/etc/hostname"
IMAGE = 'type = "image"\nfile = '


def sparse(size: int) -> Callable[[Path], None]:
    """Make a file of that many bytes that takes no room."""

    def make(path: Path) -> None:
        with path.open("wb") as file:
            file.truncate(size)

    return make


def linked(target: str) -> Callable[[Path], None]:
    """Make a symbolic link."""
    return lambda path: path.symlink_to(target)


def listening(path: Path) -> None:
    """Make a socket."""
    here = Path.cwd()
    os.chdir(path.parent)  # names of sockets are short
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(path.name)
    os.chdir(here)


def folder(path: Path) -> None:
    """Make a folder."""
    path.mkdir()


def csv(name: str, **more: Content) -> str:
    """Return a layout with rows from a CSV file."""
    return f"{LAYOUT}csv = '{name}'\n"


TRAVERSAL = [
    Case("a base above the folder", "extends = '../secret.toml'", "outside"),
    Case("a base by its absolute path", f"extends = '{OUTSIDE}.toml'", "outside"),
    Case("a base far above", f"extends = '{'../' * 400}etc/x.toml'", "outside"),
    Case("a base down and up", "extends = 'a/../../secret.toml'", "outside"),
    Case("a base of ours by a path", "extends = 'dice/../dice/sheet'", "extends"),
    Case("rows above the folder", csv("../a.csv"), "leads out"),
    Case("rows by an absolute path", csv(OUTSIDE), "leads out"),
    Case("rows of data above the folder", f"{LAYOUT}rows_from = '../a.toml'", "outside"),
    Case("a picture above the folder", element(f"{IMAGE}'../a.png'"), "leads out", PRINT),
    Case("a picture by an absolute path", element(f"{IMAGE}'/etc/passwd'"), "leads out", PRINT),
    Case("a picture by an address", element(f"{IMAGE}'https://example.org/a.png'"), "no file"),
    Case("a picture by a file address", element(f"{IMAGE}'file:///etc/passwd'"), "no file"),
    Case(
        "a picture by a column of data",
        element(f"{IMAGE}'{{name}}'", f"{LAYOUT}rows = [{{ name = '../../etc/passwd' }}]\n"),
        "leads out",
    ),
    Case("a back above the folder", f"{LAYOUT}back = '../secret.toml'", "leads out"),
    Case("a board above the folder", DICE.replace('{ text = "OP" }', "'../b.toml'"), "outside"),
    Case("a sheet that is a path", DICE + "sheet = '../../sheet-a'\n", "sheet"),
]

LINKS = [
    Case("a base behind a link", "extends = 'b.toml'", "outside",
         beside={"b.toml": linked("/etc/hostname")}),
    Case("rows behind a link", csv("b.csv"), "leads out", beside={"b.csv": linked(OUTSIDE)}),
    Case("a picture behind a link", element(f"{IMAGE}'b.png'"), "leads out",
         beside={"b.png": linked(OUTSIDE)}),
    Case("a board behind a link", DICE.replace('{ text = "OP" }', "'b.toml'"), "outside",
         beside={"b.toml": linked(OUTSIDE)}),
    Case("a folder behind a link", "extends = 'd/b.toml'", "outside",
         beside={"d": linked("/etc")}),
    Case("a link to itself", linked("bad.toml"), "cannot be read", code=6),
    Case("two links round in a circle", linked("b.toml"), "cannot be read", code=6,
         beside={"b.toml": linked("bad.toml")}),
    Case("a base that is a link to itself", "extends = 'b.toml'", "b.toml", code=6,
         beside={"b.toml": linked("b.toml")}),
    Case("a link to nothing", linked("none.toml"), "cannot be read", code=6),
    Case("a link to a folder", linked("."), "is a folder"),
    Case("a link to memory", linked("/proc/self/mem"), "cannot be read", code=6),
    Case("a link as the target", linked("precious"), "symbolic link",
         ("print", "dice/aid", "-o", "{file}", "--force"), file="out.pdf", code=2),
    Case("a link to nothing as the target", linked("none"), "symbolic link",
         ("print", "dice/aid", "-o", "{file}", "--force"), file="out.pdf", code=2),
]  # fmt: skip

CIRCLES = [
    Case("a layout that extends itself", "extends = 'bad.toml'", "circle"),
    Case("itself by another path", "extends = './bad.toml'", "circle"),
    Case("itself by a link", "extends = 'b.toml'", "circle", beside={"b.toml": linked("bad.toml")}),
    Case("a circle of two", "extends = 'b.toml'", "circle",
         beside={"b.toml": "extends = 'bad.toml'"}),
    Case("a circle of twenty", "extends = '0.toml'", "circle",
         beside={f"{n}.toml": f"extends = '{(n + 1) % 20}.toml'" for n in range(20)}),
    Case("a chain of a hundred", "extends = '0.toml'", "32",
         beside={f"{n}.toml": f"extends = '{n + 1}.toml'" for n in range(100)}, names="31.toml"),
    Case("a base named 1,000 times", f"extends = {['dice/sheet'] * 1000}", "extends"),
    Case("bases that double at every step", "extends = ['0.toml', '0.toml']", "26.toml", code=6,
         beside={f"{n}.toml": f"extends = ['{n + 1}.toml', '{n + 1}.toml']" for n in range(26)},
         names="25.toml"),
    Case("a back that is its own back", f"{LAYOUT}back = 'bad.toml'", "",
         (*PRINT, "--duplex", "long"), code=0),
    Case("rows from itself", f"{LAYOUT}rows_from = 'bad.toml'", "rows"),
    Case("values that name themselves", f"{LAYOUT}values = {{ a = '{{b}}', b = '{{a}}' }}\n"
         + "[[elements]]\ntype = 'text'\ntext = '{a.b}'", "a.b"),
    Case("an edition inside an edition", f"{LAYOUT}[editions.large.editions.large]\nbleed = 1",
         "editions", (*PRINT, "--edition", "large")),
]  # fmt: skip

NO_FILES = [
    Case("a pipe that nobody writes", os.mkfifo, "pipe"),
    Case("a pipe as rows", csv("b.csv"), "is a pipe", beside={"b.csv": os.mkfifo}),
    Case("a pipe as a base", "extends = 'b.toml'", "pipe", beside={"b.toml": os.mkfifo},
         names="b.toml"),
    Case("a pipe as a picture", element(f"{IMAGE}'b.png'"), "is a pipe",
         beside={"b.png": os.mkfifo}),
    Case("a pipe as a board", DICE.replace('{ text = "OP" }', "'b.toml'"), "pipe",
         beside={"b.toml": os.mkfifo}, names="b.toml"),
    Case("a pipe to score", os.mkfifo, "pipe", ("score", "{file}")),
    Case("a pipe to solve", os.mkfifo, "pipe", ("solve", "{file}")),
    Case("a socket", listening, "pipe or a device"),
    Case("a folder", folder, "folder"),
    Case("a folder as a base", "extends = 'b.toml'", "folder", beside={"b.toml": folder},
         names="b.toml"),
    Case("a folder as rows", csv("b"), "is a folder", beside={"b": folder}),
    Case("a folder as a picture", element(f"{IMAGE}'b'"), "is a folder", beside={"b": folder}),
    Case("a pipe as the target", os.mkfifo, "plain file",
         ("print", "dice/aid", "-o", "{file}", "--force"), file="out.pdf", code=2),
    Case("no file at all", lambda path: None, "cannot be read", code=6),
    Case("a device without end", lambda path: None, "device", ("check", "/dev/zero"),
         names="/dev/zero"),
    Case("a pipe to preflight", os.mkfifo, "pipe", ("preflight", "{file}", "--profile", "kdp"),
         file="bad.pdf"),
]  # fmt: skip

SIZES = [
    Case("a sparse gigabyte", sparse(1 << 30), "1 MiB"),
    Case("a sparse terabyte", sparse(1 << 40), "1 MiB"),
    Case("one byte too many", "#" * ((1 << 20) + 1), "1 MiB"),
    Case("a sparse gigabyte to solve", sparse(1 << 30), "1 MiB", ("solve", "{file}")),
    Case("a sparse gigabyte to score", sparse(1 << 30), "1 MiB", ("score", "{file}")),
    Case("a sparse gigabyte as a base", "extends = 'b.toml'", "1 MiB",
         beside={"b.toml": sparse(1 << 30)}, names="b.toml"),
    Case("a sparse gigabyte as rows", csv("b.csv"), "1 MiB", beside={"b.csv": sparse(1 << 30)},
         names="b.csv"),
    Case("a sparse gigabyte as a picture", element(f"{IMAGE}'b.png'"), "64 MiB",
         beside={"b.png": sparse(1 << 30)}),
    Case("a sparse gigabyte as a board", DICE.replace('{ text = "OP" }', "'b.toml'"), "1 MiB",
         beside={"b.toml": sparse(1 << 30)}, names="b.toml"),
    Case("a sparse gigabyte as a PDF", sparse(1 << 30), "bytes",
         ("preflight", "{file}", "--profile", "kdp"), file="bad.pdf", code=6),
    Case("a name of 4,000 letters", lambda path: None, "cannot be read",
         ("check", "a" * 4000 + ".toml"), names="aaa", code=6),
]  # fmt: skip
