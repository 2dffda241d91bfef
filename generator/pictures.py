"""An image file and a frame go in; checked bytes and their place come out, never distorted."""

from __future__ import annotations

from pathlib import Path

from generator.frame import Frame
from layouts.faults import Unreadable
from output.images import picture


def fitted(path: Path, frame: Frame, fit: str) -> tuple[bytes, Frame]:
    """Return a picture's bytes and the frame that it fills in its own proportions.

    Args:
        path: a PNG or JPEG file.
        frame: where it goes.
        fit: ``contain`` keeps it inside the frame, ``cover`` fills the frame.

    Raises:
        Unreadable: the file cannot be read.
        BadImage: it is no PNG or JPEG, or too large.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    found = picture(data)
    scales = (frame.width / found.width, frame.height / found.height)
    scale = min(scales) if fit == "contain" else max(scales)
    x, y = frame.centre
    w, h = found.width * scale, found.height * scale
    return data, Frame(x - w / 2, y - h / 2, w, h)
