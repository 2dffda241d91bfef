"""A scene in millimetres goes in; PDF, SVG and PNG files come out."""

from __future__ import annotations

from pathlib import Path

from output import files
from output.errors import SceneError, TargetRefused
from output.formats import FORMATS, Format, Options, TextMode, named
from output.scene import Document

__all__ = ["FORMATS", "write"]


def write(
    document: Document,
    target: str | Path,
    format: str,
    *,
    force: bool = False,
    dpi: float = 300,
    text: TextMode = "text",
    metadata: bool = True,
    instead: str = "or another name",
) -> list[Path]:
    """Write a document and return the paths of its files.

    ``target`` is a file; or a folder where a paged format has several pages or the folder exists
    (each file is then named by its ``Page.name``); or ``-``, the standard output. The name of a
    file for several pages is counted on: ``sheets-1.png``, ``sheets-2.png``. ``instead`` says what
    else can be done where a target exists.

    Raises:
        TargetRefused: a target exists without ``force``, is no plain file, has a bad name.
        Unprintable: a glyph is missing, a picture is broken.
        SceneError: the scene breaks its contract.
        WriteFailed: the disk failed; earlier files are whole, no temporaries are left.
    """
    if not document.pages:
        raise SceneError("a document without pages cannot be written")
    kind = named(format)
    paths = [] if str(target) == "-" else _paths(document, Path(target), kind)
    files.check_targets(paths, force=force, instead=instead)
    writer = kind.writer()
    contents = writer.render(document, Options(dpi, text, metadata=metadata))
    for data in contents:
        writer.verify(data)
    if not paths:
        files.to_stdout(_only(contents, format))
        return []
    return files.save(list(zip(paths, contents, strict=True)), force=force)


def _paths(document: Document, target: Path, kind: Format) -> list[Path]:
    several = kind.paged and len(document.pages) > 1
    if several and files.names_a_file(target, kind.suffix):
        return files.numbered(target, len(document.pages))
    if several or (kind.paged and target.is_dir()):
        return [target / files.safe_name(page.name + kind.suffix) for page in document.pages]
    files.check_name(target.name)
    return [target]


def _only(contents: list[bytes], format: str) -> bytes:
    if len(contents) != 1:
        raise TargetRefused(
            f"{len(contents)} {format} files do not fit on the standard output: "
            "name a folder with -o, or choose pdf"
        )
    return contents[0]
