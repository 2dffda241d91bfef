"""Misspelt values of a layout are faults; values of one's own are not."""

from pathlib import Path

import pytest

from layouts.faults import BadInput
from layouts.loader import load

BOARD = '[board]\ntext = "OPB YVW"\n'


def loaded(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'extends = "dice/sheet"\n{text}', "utf-8")
    load(str(path))


@pytest.mark.parametrize(
    ("values", "mend"), [('leter = "M"', "letter"), ("bst = 3", "best"), ('Letter = "M"', "letter")]
)
def test_a_misspelt_value_says_what_was_meant(tmp_path: Path, values: str, mend: str) -> None:
    with pytest.raises(BadInput, match=f"did you mean '{mend}'?") as error:
        loaded(tmp_path, f"values = {{ {values} }}\n{BOARD}")
    assert error.value.faults[0].where.startswith("values.")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f'values = {{ letter = "M" }}\n{BOARD}', id="a value of the base"),
        pytest.param(f'values = {{ motto = "M" }}\n{BOARD}', id="like no other"),
        pytest.param(
            f'values = {{ letters = "M", letter = "{{letters}}" }}\n{BOARD}', id="used in a text"
        ),
        pytest.param(
            'values = { letters = "M" }\n'
            + BOARD
            + '[[elements]]\nid = "title"\nunless = { letters = "X" }\n',
            id="used in a condition",
        ),
    ],
)
def test_values_that_are_used_or_like_no_other_are_welcome(tmp_path: Path, text: str) -> None:
    loaded(tmp_path, text)
