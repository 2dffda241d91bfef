"""A deck begun with ``new deck`` prints at home in every way, and as every service wants it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pikepdf
import pytest

from layouts.profiles import load_profile
from layouts.tables import profile_names

CARDS = 10
LEAST = {"kdp": ["--copies", "3"]}  # a book has at least 24 pages


@pytest.fixture
def birds(run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder with a deck of one's own."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "deck", "birds").code == 0


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("wishes", "places"),
    [
        pytest.param(["--duplex", "long"], {"a4": 8, "letter": 6}, id="long edge"),
        pytest.param(["--duplex", "short"], {"a4": 8, "letter": 6}, id="short edge"),
        pytest.param(["--fold"], {"a4": 3, "letter": 3}, id="fold"),
        pytest.param(
            ["--duplex", "long", "--sides", "{}"], {"a4": 8, "letter": 6}, id="files of their own"
        ),
    ],
)
@pytest.mark.usefixtures("birds")
def test_a_new_deck_prints_at_home_with_backs_in_every_way(
    run: Callable[..., Any], wishes: list[str], places: dict[str, int], paper: str
) -> None:
    found = []
    for side in ("fronts", "backs")[: 1 + ("{}" in wishes)]:
        words = [wish.format(side) for wish in wishes]
        ran = run("print", "birds.toml", "--paper", paper, *words, "-o", f"{side}.pdf")
        assert ran.code == 0, ran.err
        with pikepdf.open(f"{side}.pdf") as file:
            found.append(len(file.pages))
    sheets = -(-CARDS // places[paper])
    both = {"--fold": [sheets], "--sides": [sheets, sheets]}
    assert found == next((both[wish] for wish in wishes if wish in both), [2 * sheets])


@pytest.mark.parametrize("name", profile_names())
@pytest.mark.usefixtures("birds")
def test_a_new_deck_is_as_every_service_wants_it(run: Callable[..., Any], name: str) -> None:
    ran = run("print", "birds.toml", "--profile", name, "-o", "out/", *LEAST.get(name, []))
    assert ran.code == 0, ran.err
    assert f"preflight for {load_profile(name).title}" in ran.err
    assert run("preflight", *map(str, Path("out").iterdir()), "--profile", name).code == 0


@pytest.mark.usefixtures("birds")
def test_a_new_deck_opens_as_a_deck_of_a_virtual_table(run: Callable[..., Any]) -> None:
    assert run("print", "birds.toml", "--profile", "tabletop-simulator", "-o", "out").code == 0
    [deck] = json.loads(Path("out/saved-object.json").read_text("utf-8"))["ObjectStates"]
    assert deck["Name"] == "DeckCustom"
    assert len(deck["DeckIDs"]) == CARDS
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    for sheet in deck["CustomDeck"].values():
        for picture in (sheet["FaceURL"], sheet["BackURL"]):
            assert Path(unquote(urlparse(picture).path)).is_file()
