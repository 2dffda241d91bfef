"""Files to keep an eye on go in; whenever one of them is saved, a rebuild comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from layouts.faults import BadInput, Fault

SUFFIXES = (".toml", ".csv", ".png", ".jpg", ".jpeg")


def watch(sources: Iterable[str], rebuild: Callable[[], Iterable[Path]]) -> None:
    """Rebuild now and after every change beside or below the sources, until interrupted.

    Args:
        sources: layout files; what they name lies in their folders.
        rebuild: makes the files anew and returns them, so that they are not watched.

    Raises:
        BadInput: watchfiles is not installed, or there is no file to watch.
    """
    try:
        import watchfiles  # noqa: PLC0415 - an extra that only --watch needs
    except ImportError:
        mend = "install it: pip install 'bloomprint[watch]'"
        raise BadInput(Fault("", "--watch needs the package watchfiles", mend)) from None
    folders = {Path(source).resolve().parent for source in sources if source.endswith(".toml")}
    if not folders:
        mend = "name a .toml file of your own; built-in layouts do not change"
        raise BadInput(Fault("", "there is no file to watch", mend))
    made: set[Path] = set()

    def counts(_: watchfiles.Change, path: str) -> bool:
        return path.lower().endswith(SUFFIXES) and Path(path).resolve() not in made

    changes = watchfiles.watch(*folders, watch_filter=counts, debounce=200, step=50)
    made.update(path.resolve() for path in rebuild())
    for _ in changes:
        made.update(path.resolve() for path in rebuild())
