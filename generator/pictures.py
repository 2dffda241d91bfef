"""An image file and a frame go in; checked bytes and their place come out, never distorted."""

from __future__ import annotations

from pathlib import Path

from generator.frame import Frame
from layouts.faults import BadInput, Fault, shown
from layouts.sources import read_bytes
from output.images import upright

MOST_BYTES = 64 << 20


def fitted(path: Path, name: str, frame: Frame, fit: str) -> tuple[bytes, Frame, tuple[int, int]]:
    """Return a picture's bytes, the frame that it fills in its own proportions, and its pixels.

    Args:
        path: a PNG or JPEG file.
        name: what messages call it.
        frame: where it goes.
        fit: ``contain`` keeps it inside the frame, ``cover`` fills the frame.

    Raises:
        Unreadable: the file cannot be read.
        BadImage: it is no PNG or JPEG, or has too many pixels.
        BadInput: it is no ordinary file, or has too many bytes.
    """
    data = read_bytes(path, MOST_BYTES, name)
    if len(data) > MOST_BYTES:
        what = f"{shown(name)} has more than {MOST_BYTES >> 20} MiB"
        raise BadInput(Fault("", what, "save the picture smaller"))
    data, width, height = upright(data)
    scales = (frame.width / width, frame.height / height)
    scale = min(scales) if fit == "contain" else max(scales)
    x, y = frame.centre
    w, h = width * scale, height * scale
    return data, Frame(x - w / 2, y - h / 2, w, h), (width, height)
