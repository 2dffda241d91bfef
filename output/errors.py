"""What can go wrong between a scene and a file, with the exit code each failure deserves.

Codes as on the command line: 2 the request must be changed (a target that exists, a bad file
name), 3 the content cannot be printed as given (no glyph, broken picture), 6 the disk or the
folder failed. A mistake in a scene itself is a bug of the caller: ``SceneError``, code 1.
"""

from __future__ import annotations

import unicodedata


class OutputError(Exception):
    """The base of every failure of this package; the message is one line for people."""

    exit_code = 1


class SceneError(OutputError):
    """A scene breaks its own contract (a figure without alternative text, a number not finite)."""


class TargetRefused(OutputError):
    """A target may not be written: it exists, is no plain file, or has an impossible name."""

    exit_code = 2


class Unprintable(OutputError):
    """The content cannot be put on paper as it stands."""

    exit_code = 3


class MissingGlyph(Unprintable):
    """No font has a glyph; the caller knows the file, row and field and may add them."""

    def __init__(self, character: str, text: str):
        self.character = character
        self.text = text
        combining = unicodedata.category(character).startswith("M")
        why = "combining marks are not supported" if combining else "no built-in font has it"
        name = " ".join([f"U+{ord(character):04X}", unicodedata.name(character, "")]).strip()
        super().__init__(f"{name} in {text!r} cannot be printed: {why}; use another character")


class BadImage(Unprintable):
    """A picture is no readable PNG or JPEG, or has too many pixels."""


class WriteFailed(OutputError):
    """The disk or the folder failed; earlier files are whole and no temporary file is left."""

    exit_code = 6
