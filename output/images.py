"""The bytes of a PNG or JPEG go in; a checked picture that PDF and SVG can embed comes out."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image as Pillow

from output.errors import BadImage

_FORMATS = ("PNG", "JPEG")
_SIGNATURES = (b"\x89PNG", b"\xff\xd8")
_ORIENTATION = 0x0112  # of Exif
_TURNED = range(2, 9)

MAX_PIXELS = 16_000_000
"""A4 at 300 dpi is 9 million, at 400 dpi 15; more is a mistake or an attack."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture: ``pixels`` and ``alpha`` row by row, ``jpeg`` the file if it was one."""

    width: int
    height: int
    channels: int
    pixels: bytes
    alpha: bytes | None
    jpeg: bytes | None


@lru_cache(maxsize=64)
def mime(data: bytes) -> str:
    """Check a picture and return its media type.

    Raises:
        BadImage: it is no PNG or JPEG, is broken, or has more than ``MAX_PIXELS``.
    """
    return f"image/{'jpeg' if decoded(data).format == 'JPEG' else 'png'}"


def picture(data: bytes) -> Picture:
    """Decode a picture to grey or RGB with its transparency apart.

    Raises:
        BadImage: as ``mime``.
    """
    image = decoded(data)
    if image.format == "JPEG" and image.mode in ("L", "RGB"):
        return Picture(image.width, image.height, len(image.getbands()), b"", None, data)
    alpha = None
    if _has_alpha(image):  # first, since Pillow warns of palettes with transparency
        image = image.convert("RGBA")
        alpha = image.getchannel("A").tobytes()
    flat = image if image.mode == "L" else image.convert("RGB")
    bands = len(flat.getbands())
    return Picture(image.width, image.height, bands, flat.tobytes(), alpha, None)


def in_inks(found: Picture) -> Picture:
    """Return a picture in four inks as ``inks.cmyk`` does it, cyan first; grey stays grey."""
    if found.channels == 1:
        return found
    rgb = found.pixels or decoded(found.jpeg or b"").tobytes()
    size = (found.width, found.height)
    from PIL import ImageChops  # noqa: PLC0415 - only where a press mixes inks

    cyan, magenta, yellow = ImageChops.invert(Pillow.frombytes("RGB", size, rgb)).split()
    black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
    inks = [ImageChops.subtract(ink, black) for ink in (cyan, magenta, yellow)]
    return Picture(*size, 4, Pillow.merge("CMYK", (*inks, black)).tobytes(), found.alpha, None)


@lru_cache(maxsize=8)
def upright(data: bytes) -> tuple[bytes, int, int]:
    """Return a picture as its camera held it, with its width and height in pixels.

    A picture that says nothing of its camera stays as it is.

    Raises:
        BadImage: as ``mime``.
    """
    image = decoded(data)
    if image.getexif().get(_ORIENTATION, 1) not in _TURNED:
        return data, image.width, image.height
    stream = BytesIO()
    from PIL import ImageOps  # noqa: PLC0415 - only where there are pictures

    turned = ImageOps.exif_transpose(image)
    turned.convert("RGBA" if _has_alpha(image) else "RGB").save(stream, "PNG")
    return stream.getvalue(), turned.width, turned.height


def _has_alpha(image: Pillow.Image) -> bool:
    return image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info


def decoded(data: bytes) -> Pillow.Image:
    """Decode a PNG or JPEG as it is.

    Raises:
        BadImage: as ``mime``.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # Pillow only warns of a decompression bomb
            image = Pillow.open(BytesIO(data), formats=_FORMATS)
            if image.width * image.height > MAX_PIXELS:
                raise BadImage(
                    f"the picture has {image.width} x {image.height} pixels; "
                    f"at most {MAX_PIXELS:,} are accepted: make it smaller"
                )
            Pillow.open(BytesIO(data), formats=_FORMATS).verify()  # and it uses its object up
            image.load()
    except (Pillow.DecompressionBombWarning, Pillow.DecompressionBombError) as error:
        what = f"the picture has far more than {MAX_PIXELS:,} pixels: make it smaller"
        raise BadImage(what) from error
    except (OSError, SyntaxError, ValueError, Warning) as error:
        what = "is broken" if data.startswith(_SIGNATURES) else "is no PNG or JPEG"
        raise BadImage(f"the picture {what}: save it anew as PNG or JPEG") from error
    return image
