"""One hostile file: what it is, its bytes, the command that reads it and what must be said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Content = str | bytes | Callable[[Path], None]
"""Text, bytes, or a function that makes the file at a path."""

LAYOUT = 'title = "T"\nkind = "card"\nsize = "poker"\n'
DICE = 'game = "dice"\nrounds = ["O1 P1 B1 Y1 V1"]\nboard = { text = "OP" }\n'
FIELD = 'game = "field"\nkind = "placement"\ncards = [28]\nfield = [[0, 0, "25s"]]\n'
TILES = 'game = "tiles"\nkind = "turn"\nhand = [1, 2, 3]\n'
GARDEN = (
    'game = "garden"\nkind = "turn"\nplayers = 3\nme = "rose"\nhand = ["rose-4"]\n'
    'cards = [["arum-5", 0, 0, 0]]\n'
)
PRINT = ("print", "{file}", "-o", "out.pdf")
PRINT_SVG = ("print", "{file}", "-o", "out.svg")


@dataclass(frozen=True, slots=True)
class Case:
    """A hostile file; ``{file}`` in the command is its name.

    ``says`` is a part of what stderr must say besides the file's name; ``names`` is what it calls
    the file.
    """

    about: str
    content: Content
    says: str
    command: tuple[str, ...] = ("check", "{file}")
    file: str = "bad.toml"
    code: int = 3
    beside: Mapping[str, Content] = field(default_factory=dict)
    names: str = ""

    def lay(self, folder: Path) -> None:
        """Write the file and those beside it into a folder."""
        for name, content in {**self.beside, self.file: self.content}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if callable(content):
                content(path)
            elif isinstance(content, str):
                path.write_bytes(content.encode("utf-8"))
            else:
                path.write_bytes(content)

    @property
    def arguments(self) -> list[str]:
        """The command line without the program."""
        return [part.format(file=self.file) for part in self.command]


def later(make: Callable[[], bytes]) -> Content:
    """Make the bytes of a file only when it is written."""

    def write(path: Path) -> None:
        path.write_bytes(make())

    return write


def element(words: str, head: str = LAYOUT) -> str:
    """Return a layout with one element."""
    return f"{head}[[elements]]\n{words}\n"


def text(words: str, more: str = "") -> str:
    """Return a layout that prints one text; ``words`` is TOML, quotes and all."""
    return element(f'type = "text"\ntext = {words}\nsize = 6\n{more}')
