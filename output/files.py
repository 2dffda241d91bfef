"""Finished bytes go in; whole files stand on the disk, or none of them and one clear error.

Everything is checked before the first byte is written. Each file is written beside its target,
read back, flushed to the disk and only then renamed, so that a reader sees the earlier file or
the new one, never a stump.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from output.errors import TargetRefused, WriteFailed

_HINTS = {
    errno.ENOSPC: "make room on the disk",
    errno.EDQUOT: "your disk quota is used up",
    errno.EACCES: "allow writing there, or close the file in other programs",
    errno.EPERM: "allow writing there, or close the file in other programs",
    errno.EROFS: "the disk is read-only: choose another folder with -o",
    errno.ENAMETOOLONG: "choose a shorter name",
}

_UNNAMED = {
    "RESERVED_NAME": "some systems keep this name for themselves; choose another",
    "INVALID_LENGTH": "choose a shorter name",
    "NULL_NAME": "a name has at least one letter",
}


def safe_name(name: str) -> str:
    """Return a name that comes from a layout if it may name a file.

    Letters, digits, space, ``-``, ``_`` and ``.`` are accepted, in composed form (NFC), not
    beginning with space, dot or dash.

    Raises:
        TargetRefused: it may not.
    """
    allowed = all(character.isalnum() or character in " -_." for character in name)
    if not allowed or not unicodedata.is_normalized("NFC", name) or name[:1] in " .-":
        raise TargetRefused(
            f"{name!r} cannot name a file: use letters, digits, spaces, '-', '_' and '.' only"
        )
    check_name(name)
    return name


def check_name(name: str) -> None:
    """Refuse a name that some system keeps for itself (``CON``, ``NUL``, ``COM1``) or forbids.

    Raises:
        TargetRefused: it is such a name.
    """
    from pathvalidate import ValidationError, validate_filename  # noqa: PLC0415 - only to write

    try:
        validate_filename(name, platform="universal")
    except ValidationError as error:
        reason = _UNNAMED.get(
            error.reason.name, "some systems refuse a letter of it, or the dot or space at its end"
        )
        raise TargetRefused(f"{name!r} cannot name a file: {reason}") from error


def check_path(path: Path) -> None:
    """Refuse a file or folder whose name, or that of a folder to be made for it, is none.

    Raises:
        TargetRefused: as ``check_name``.
        WriteFailed: a folder cannot be looked into.
    """
    with _writing(path):
        missing = [place for place in (path, *path.parents) if not place.exists()]
    for place in missing:
        check_name(place.name)


def names_a_file(target: Path, suffix: str) -> bool:
    """Tell a file that is to be written from a folder, by its ending."""
    return target.suffix.lower() == suffix and not target.is_dir()


def names_a_folder(target: str) -> bool:
    """Tell a folder, which need not exist yet if a slash is at its end."""
    return target.endswith(("/", "\\")) or Path(target).is_dir()


def numbered(target: Path, count: int) -> list[Path]:
    """Return names beside a file for several: ``a-1.png``, ``a-2.png``; one keeps its own.

    Raises:
        TargetRefused: it cannot name a file.
    """
    check_name(target.name)
    if count == 1:
        return [target]
    return [target.with_stem(f"{target.stem}-{number}") for number in range(1, count + 1)]


def check_targets(paths: Iterable[Path], *, force: bool, instead: str = "or another name") -> None:
    """Check a set of targets before anything is made.

    ``instead`` says what else can be done where one exists.

    Raises:
        TargetRefused: one exists (without ``force``), is no plain file, or two are the same.
        WriteFailed: a folder cannot be looked into.
    """
    seen: set[str] = set()
    for path in paths:
        key = os.path.normpath(path).casefold()
        if key in seen:
            raise TargetRefused(f"two items would be written to {path}: give them other names")
        seen.add(key)
        _check_target(path, force, instead)


def _check_target(path: Path, force: bool, instead: str) -> None:
    with _writing(path):
        try:
            mode = path.lstat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return
    for kind, wrong in (
        ("a folder", stat.S_ISDIR),
        ("a symbolic link", stat.S_ISLNK),
        ("no plain file", lambda mode: not stat.S_ISREG(mode)),
    ):
        if wrong(mode):
            raise TargetRefused(f"{path} is {kind}: name a file instead")
    if not force:
        raise TargetRefused(f"{path} exists already: use --force to replace it, {instead}")


def save(files: list[tuple[Path, bytes]], *, force: bool) -> list[Path]:
    """Write a set of files and return their paths.

    The folders are made when missing. When a rename fails the files renamed before it stay, each
    of them whole.

    Raises:
        TargetRefused: as ``check_targets``.
        WriteFailed: the disk or a folder failed; no temporary file is left.
    """
    staged: list[tuple[Path, Path]] = []
    made: list[Path] = []
    try:
        for target, data in files:
            _make_folder(target.parent, made)
            temporary = target.with_name(f".{secrets.token_hex(8)}.part")
            staged.append((temporary, target))
            _stage(temporary, target, data)
        check_targets((target for _, target in staged), force=force)
        for temporary, target in staged:
            with _writing(target):
                temporary.replace(target)
        for folder in {target.parent for _, target in staged}:
            _flush_folder(folder)
        made.clear()
    finally:
        _clean_up(staged, made)
    return [target for _, target in staged]


def _make_folder(folder: Path, made: list[Path]) -> None:
    with _writing(folder):
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        for path in reversed(missing):
            path.mkdir(exist_ok=True)
            made.insert(0, path)


def _stage(temporary: Path, target: Path, data: bytes) -> None:
    with _writing(target):
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if temporary.read_bytes() != data:
            raise OSError(errno.EIO, "the file reads back differently")


def _flush_folder(folder: Path) -> None:
    """Make renames last through a power cut; Windows has no such call."""
    if os.name == "nt":
        return
    with _writing(folder):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _clean_up(staged: list[tuple[Path, Path]], made: list[Path]) -> None:
    for temporary, _ in staged:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    for folder in made:
        with suppress(OSError):  # it holds files by now
            folder.rmdir()


def to_stdout(data: bytes) -> None:
    """Write bytes to the standard output.

    Raises:
        WriteFailed: the reader went away or the disk behind it failed.
    """
    with _writing("the standard output"):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


@contextmanager
def _writing(path: Path | str) -> Iterator[None]:
    """Turn an error of the system into one line for people."""
    try:
        yield
    except OSError as error:
        hint = _HINTS.get(error.errno or 0, "nothing was replaced")
        reason = error.strerror or str(error)
        raise WriteFailed(f"cannot write {path}: {reason} ({hint})") from error
