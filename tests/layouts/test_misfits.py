"""What the schema refuses, in people's words."""

import re
from pathlib import Path

import pytest

from layouts import schema
from layouts.faults import BadInput
from layouts.loader import load

HEAD = 'title = "T"\nkind = "card"\nsize = "poker"\n'
TEXT = f'{HEAD}[[elements]]\ntype = "text"\n'


@pytest.fixture(name="said")
def _said(tmp_path: Path):
    def faults(text: str) -> list[str]:
        path = tmp_path / "main.toml"
        path.write_text(text, "utf-8")
        with pytest.raises(BadInput) as error:
            load(str(path))
        return [str(fault).removeprefix(f"{path}: ") for fault in error.value.faults]

    return faults


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param(f"{TEXT}text = 3", "elements[0].text: 3 cannot be used (text in quotes)",
                     id="text"),
        pytest.param(
            f'{TEXT}text = ""\nsize = "x"',
            "elements[0].size: 'x' cannot be used (a number or a reference such as {name})",
            id="one of two types",
        ),
        pytest.param(
            f'{TEXT}text = ""\nwrap = 1',
            "elements[0].wrap: 1 cannot be used (true or false)", id="switch"
        ),
        pytest.param(
            f'{TEXT}text = ""\nleading = 9',
            "elements[0].leading: 9 cannot be used (at most 3)", id="range"
        ),
        pytest.param(
            f"{TEXT}text = ''\nalign = true",
            "elements[0].align: true cannot be used (one of 'left', 'centre' or 'right')",
            id="word",
        ),
        pytest.param(f"{HEAD}elements = 3", "elements: 3 cannot be used (a list)", id="list"),
        pytest.param(f"{HEAD}elements = [3]", "elements[0]: 3 cannot be used (a table)",
                     id="table"),
        pytest.param(f"{HEAD}version = 1.5", "version: 1.5 cannot be used (a whole number)",
                     id="whole"),
        pytest.param(
            '{"title": null, "kind": "card", "size": "poker"}',
            "title: null cannot be used (text in quotes)",
            id="null",
        ),
        pytest.param(
            f'{HEAD}[board]\ntext = "O"\ncsv = "a.csv"',
            "board.csv: unknown key 'csv' (a key of the file itself stands above the first",
            id="key below a header",
        ),
        pytest.param(
            f"{HEAD}[board]\ntxt = 'O'",
            "board.txt: unknown key 'txt' (did you mean 'text'?)",
            id="key of a table",
        ),
        pytest.param(
            f"{HEAD}[[elements]]\ntype = 'rect'\nbox = [0, 0, 0.0001, 5]",
            "elements[0].box[2]: 0.0001 cannot be used (at least 0.001)",
            id="tiny",
        ),
        pytest.param(
            HEAD.replace('"poker"', "{ width = 0.0001, height = 5 }"),
            "size.width: 0.0001 cannot be used (at least 1)",
            id="tiny size",
        ),
        pytest.param(
            f"{HEAD}[[elements]]\ntype = 'rect'\ndash = [-1, 2]",
            "elements[0].dash[0]: -1 cannot be used (at least 0.01)",
            id="dash",
        ),
    ],
)  # fmt: skip
def test_a_misfit_is_said_in_one_fault(said, text, fault) -> None:
    assert any(found.startswith(fault) for found in said(text))


@pytest.mark.parametrize(
    ("element", "said"),
    [
        pytest.param(
            '[[elements]]\nid = "titel"', "elements: no element 'titel' to change (did you mean "
            "'title'? a new element needs a type: board, circle, ", id="misspelt",
        ),
        pytest.param(
            '[[elements]]\nid = "inner-txt"', "(did you mean 'inner-text'? ", id="inside a group"
        ),
        pytest.param(
            '[[elements]]\nid = "xyzzy"', "to change (known: frame, inner-text, title; a new ",
            id="like no other",
        ),
        pytest.param(
            '[[editions.large.elements]]\nid = "titel"', "did you mean 'title'?", id="edition"
        ),
        pytest.param('[[elements]]\nfill = "pink"', "elements[2]: an element needs a type (known: ",
                     id="without an id"),
    ],
)  # fmt: skip
def test_an_id_that_no_element_has_is_told_with_the_nearest(tmp_path, element, said) -> None:
    base = (
        f'{TEXT}id = "title"\ntext = "x"\n[[elements]]\nid = "frame"\ntype = "group"\n'
        'elements = [{ id = "inner-text", type = "text", text = "x" }]\n'
    )
    (tmp_path / "base.toml").write_text(base)
    (tmp_path / "main.toml").write_text(f'extends = "base.toml"\n{element}\ntext = "y"\n')
    with pytest.raises(BadInput) as caught:
        load(str(tmp_path / "main.toml"), "large")
    assert said in str(caught.value)
    assert len(caught.value.faults) == 1


@pytest.mark.parametrize("key", sorted(schema.Layout.model_fields))
def test_no_word_of_the_type_checker_reaches_people(said, key) -> None:
    head = [line for line in HEAD.splitlines() if not line.startswith(key)]
    faults = said("\n".join([*head, f"{key} = [[{{ x = 3 }}], 3]\n"]))
    faults += said("\n".join([*head, f"{key} = {{ x = [0, true] }}\n", "colour = 1"]))
    words = r"[Ii]nput|valid|permitted|another value|dictionary"
    assert not [fault for fault in faults if re.search(words, fault)]


def test_of_very_many_unknown_keys_the_first_are_told_in_order(said) -> None:
    faults = said(HEAD + "".join(f"k{n:03} = 1\n" for n in reversed(range(500))))
    assert [fault.split(":")[0] for fault in faults[:20]] == [f"k{n:03}" for n in range(20)]
    assert faults[20] == "480 more unknown keys"


def test_huge_keys_and_values_are_cut(said) -> None:
    faults = said(f'{HEAD}{"k" * 9000} = 1\nversion = "{"v" * 9000}"\n')
    assert max(map(len, faults)) < 700
