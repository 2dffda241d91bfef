"""The rulebook's examples, the rulings and the switches, as rows."""

from itertools import product

import pytest

from solver.garden.match import Match, final_picture, freshness, points, yields
from solver.garden.rules import (
    COLOURS,
    FACTS,
    PRICES,
    Card,
    Laid,
    Move,
    Pawns,
    Table,
    Turn,
    animal_faults,
    bed_groups,
    bed_points,
    bouquets,
    card_faults,
    final_sale,
    finish,
    flowers_of,
    gardener_faults,
    lawn_points,
    lay,
    lay_all,
    legal_placements,
    ornament_faults,
    price,
    sale_faults,
    turned,
)

ROSE_2 = Card("rose", 2, ("F..", ".F.", "..."))
ARUM_9 = Card("arum", 9, ("FFF", "FFF", "FFF"))


def picture(text):
    """Rows, top first: small letters are beds, a dot lawn, a blank the table."""
    names = {colour[0]: colour for colour in COLOURS} | {".": ""}
    lines = text.strip("\n").split("\n")
    return {
        (x, len(lines) - 1 - row): names[mark]
        for row, line in enumerate(lines)
        for x, mark in enumerate(line)
        if mark != " "
    }


def turn_of(colour, capacity=4, **more):
    return Turn(colour, colour, frozenset({colour}), capacity, **more)


@pytest.mark.parametrize(
    ("flowers", "coins"),
    [
        pytest.param("rrraah", 4, id="the rulebook's six flowers: 3 + 1 + 0"),
        pytest.param("rah" * 2 + "rr", 6, id="two big bouquets at a table of three, two kept"),
        pytest.param("rahdt", 10, id="one of each"),
        pytest.param("rrrr", 0, id="one colour"),
        pytest.param("r", 0, id="a single flower"),
        pytest.param("", 0, id="nothing"),
        pytest.param("rrrrahhdd", 9, id="6 + 3 + 0 + 0"),
    ],
)
def test_sales_sell_the_largest_bouquets(flowers, coins):
    names = {colour[0]: colour for colour in COLOURS}
    sold = bouquets(names[letter] for letter in flowers)
    assert price(sold) == coins
    assert all(len(set(bouquet)) == len(bouquet) > 1 for bouquet in sold)


def test_largest_first_is_the_best_sale_of_all():
    best = {}

    def dearest(counts):
        """Take any bouquet first, then the best of the rest."""
        if counts not in best:
            best[counts] = 0
            for chosen in product(*((0, 1) if count else (0,) for count in counts)):
                if sum(chosen) > 1:
                    left = tuple(c - t for c, t in zip(counts, chosen, strict=True))
                    best[counts] = max(best[counts], PRICES[sum(chosen)] + dearest(left))
        return best[counts]

    for counts in product(range(5), repeat=len(COLOURS)):
        flowers = [c for c, n in zip(COLOURS, counts, strict=True) for _ in range(n)]
        assert price(bouquets(flowers)) == dearest(counts)


def test_prices_count_pairs_of_colours():
    assert [k * (k - 1) // 2 for k in range(6)] == list(PRICES)
    for table in FACTS["tables"]:
        assert table["big_bouquet"] == PRICES[table["colours"]]


@pytest.mark.parametrize(
    ("turn", "rows"),
    [(0, "F.. .F. ..."), (90, "..F .F. ..."), (180, "... .F. ..F"), (270, "... .F. F..")],
)
def test_cards_turn_clockwise(turn, rows):
    assert turned(ROSE_2.rows, turn) == tuple(rows.split())


def test_a_card_lies_with_its_top_row_up():
    spaces = Laid(ROSE_2, (1, 1)).spaces()
    assert [space for space, shows in spaces.items() if shows] == [(1, 3), (2, 2)]


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        pytest.param((3, 0), "covers no space", id="floats beside"),
        pytest.param((3, 3), "covers no space", id="touches by a corner"),
        pytest.param((0, 0), "covers 9 spaces", id="covers nine"),
        pytest.param((2, 2), "", id="covers one"),
        pytest.param((0, 1), "", id="covers six"),
    ],
)
def test_a_card_covers_one_to_eight_spaces(at, reason):
    table = Table(lay_all([Laid(ARUM_9, (0, 0))]))
    found = [fault.what for fault in card_faults(table, Laid(ROSE_2, at))]
    assert len(found) == bool(reason)
    assert not reason or reason in found[0]


PAWNS = {
    "gardener": Pawns(gardener=(2, 2)),
    "animal": Pawns(animal=(3, 1)),
    "ornament": Pawns(ornament=((2, 2), (2, 1))),
}


@pytest.mark.parametrize(
    ("kind", "owner", "legal"),
    [
        ("gardener", "arum", False),
        ("gardener", "rose", True),
        ("animal", "arum", False),
        ("animal", "rose", True),
        ("ornament", "arum", False),
        ("ornament", "rose", False),
    ],
)
def test_pawns_protect_their_spaces_but_not_from_the_own_gardener_and_animal(kind, owner, legal):
    table = Table(lay_all([Laid(ARUM_9, (0, 0))]), {owner: PAWNS[kind]})
    _, faults = lay(table, Move(Laid(ROSE_2, (2, 1))), turn_of("rose"))
    assert [kind in fault.what for fault in faults] == ([] if legal else [True] * len(faults))
    assert bool(faults) != legal


def test_own_flowers_are_picked_and_lawn_gives_none():
    garden = picture("r.a\n...\nrrr")
    assert flowers_of(garden, Laid(ROSE_2, (1, 1))) == ("arum",)
    assert flowers_of(garden, Laid(ROSE_2, (-1, -1))) == ("rose", "rose")


@pytest.mark.parametrize(
    ("barrow", "more", "reason"),
    [
        pytest.param("rrah", {"sold": (("rose", "arum"),)}, "", id="full: any bouquet"),
        pytest.param("rrah", {"discarded": ("rose",)}, "", id="full: any discard"),
        pytest.param("rrah", {}, "stay in the wheelbarrow", id="full and no sale"),
        pytest.param("rra", {"sold": (("rose", "arum"),)}, "a sale with 3", id="not full: no sale"),
        pytest.param("rra", {"discarded": ("rose",)}, "discarded though", id="no discard either"),
        pytest.param("rrah", {"sold": (("rose",),)}, "no bouquet", id="one flower"),
        pytest.param("rrah", {"sold": (("rose", "rose"),)}, "no bouquet", id="two equal flowers"),
        pytest.param("rrrr", {"sold": (("rose", "arum"),)}, "not in the", id="flowers not there"),
        pytest.param("rrrrr", {"discarded": ("rose",)}, "4 flowers stay", id="too few go"),
    ],
)
def test_a_sale_comes_with_a_full_wheelbarrow(barrow, more, reason):
    names = {colour[0]: colour for colour in COLOURS}
    held = tuple(names[letter] for letter in barrow)
    move = Move(Laid(ROSE_2, (0, 0)), **more)
    found = [fault.what for fault in sale_faults(held, move, turn_of("rose"))]
    assert len(found) == bool(reason)
    assert not reason or reason in found[0]


@pytest.mark.parametrize(("barrow", "held"), [((), "nothing"), (("rose", "arum"), "rose, arum")])
def test_a_wheelbarrow_without_the_flowers_sold_says_what_it_holds(barrow, held):
    move = Move(Laid(ROSE_2, (0, 0)), sold=(("tulip", "daffodil"),))
    (fault,) = sale_faults(barrow, move, turn_of("rose", early=True))
    assert (fault.what, fault.mend) == (
        "not in the wheelbarrow: tulip, daffodil", f"it holds: {held}"
    )  # fmt: skip


@pytest.mark.parametrize(
    "turn",
    [
        pytest.param(turn_of("rose", may_wait=True), id="the same player is next"),
        pytest.param(turn_of("rose", last=True), id="a final sale follows"),
    ],
)
def test_a_sale_may_wait(turn):
    assert not list(sale_faults(("rose",) * 5, Move(Laid(ROSE_2, (0, 0))), turn))


@pytest.mark.parametrize("turn", [turn_of("rose", early=True), turn_of("rose", last=True)])
def test_a_sale_may_come_early_by_reading_or_with_the_last_card(turn):
    move = Move(Laid(ROSE_2, (0, 0)), sold=(("rose", "arum"),))
    assert not list(sale_faults(("rose", "arum"), move, turn))


@pytest.mark.parametrize(
    ("text", "ornaments", "expected"),
    [
        pytest.param("r" + "." * 10, {"rose": (0, 1)}, 5, id="ten lawn spaces"),
        pytest.param("r" + "." * 11, {"rose": (0, 1)}, 5, id="eleven, rounded down"),
        pytest.param("r.....a", {"rose": (0, 1), "arum": (6, 5)}, 1, id="shared, the rest is lost"),
        pytest.param("r.. ...a", {"rose": (0, 1), "arum": (7, 6)}, 1, id="lawns apart"),
        pytest.param("r.", {}, 0, id="no ornament"),
        pytest.param("r.\n .\n..", {"rose": (0, 1)}, 2, id="round a corner"),
        pytest.param("r. \n  .", {"rose": (0, 1)}, 0, id="not over a corner"),
    ],
)
def test_lawn_points_are_half_a_point_a_space(text, ornaments, expected):
    garden = picture(text)
    top = max(y for _, y in garden)
    pawns = {c: Pawns(ornament=((b, top), (s, top))) for c, (b, s) in ornaments.items()}
    assert lawn_points(garden, pawns, "rose") == expected


@pytest.mark.parametrize("lawn", [10, 11])
def test_thirteen_beds_and_ten_or_eleven_lawn_spaces_are_eighteen_points(lawn):
    garden = picture("r" * 13 + "." * lawn)
    pawns = {"rose": Pawns(ornament=((12, 0), (13, 0)))}
    assert bed_points(garden, "rose") + lawn_points(garden, pawns, "rose") == 18


GARDEN = "rrrrr\nrrrrr\nrrrr.\na...."


@pytest.mark.parametrize(
    ("own", "others", "reason"),
    [
        pytest.param({"gardener": (0, 1)}, {}, "", id="gardener on an own bed"),
        pytest.param({"gardener": (4, 1)}, {}, "shows no rose", id="gardener on lawn"),
        pytest.param({"gardener": (0, 0)}, {}, "shows no rose", id="gardener on another's bed"),
        pytest.param({"gardener": (9, 9)}, {}, "shows no rose", id="gardener on the table"),
        pytest.param({"animal": (5, 0)}, {}, "", id="animal right of the garden"),
        pytest.param({"animal": (-1, 0)}, {}, "", id="animal left of the garden"),
        pytest.param({"animal": (0, 4)}, {}, "", id="animal above the garden"),
        pytest.param({"animal": (0, -1)}, {}, "", id="animal below the garden"),
        pytest.param({"animal": (0, 0)}, {}, "a space of the garden", id="animal in the garden"),
        pytest.param({"animal": (5, 4)}, {}, "not beside", id="animal at a corner"),
        pytest.param({"animal": (9, 9)}, {}, "not beside", id="animal far away"),
        pytest.param({"animal": (6, 0)}, {}, "not beside", id="animal two to the right"),
        pytest.param({"animal": (-2, 0)}, {}, "not beside", id="animal two to the left"),
        pytest.param({"animal": (0, 5)}, {}, "not beside", id="animal two above"),
        pytest.param({"animal": (0, -2)}, {}, "not beside", id="animal two below"),
        pytest.param({"animal": (5, 0)}, {"animal": (5, 0)}, "taken by", id="two animals"),
        pytest.param({"ornament": ((3, 1), (4, 1))}, {}, "has 14 beds", id="14 beds"),
        pytest.param({"ornament": ((3, 1), (3, 2))}, {}, "shows no lawn", id="two beds"),
        pytest.param({"ornament": ((0, 0), (1, 0))}, {}, "shows no rose", id="another's bed"),
        pytest.param({"ornament": ((0, 1), (4, 1))}, {}, "share no side", id="not adjacent"),
        pytest.param({"ornament": ((3, 1), (3, 0))}, {"ornament": ((0, 0), (1, 0))}, "on that lawn",
                     id="the lawn holds another ornament"),
    ],
)  # fmt: skip
def test_pawns_stand_where_the_rules_allow(own, others, reason):
    table = Table(picture(GARDEN), {"arum": Pawns(**others)}, animals=frozenset({"rose"}))
    move = Move(Laid(ROSE_2, (0, 0)), pawns={"rose": Pawns(**own)})
    _, faults = finish(table, move, turn_of("rose"))
    assert any(reason in fault.what for fault in faults) if reason else not faults


def test_an_ornament_stands_with_fifteen_beds():
    table = Table(picture("r" + GARDEN.replace("\n", "\n ")))
    move = Move(Laid(ROSE_2, (0, 0)), pawns={"rose": Pawns(ornament=((4, 1), (5, 1)))})
    stood, faults = finish(table, move, turn_of("rose"))
    assert (faults, stood.pawns["rose"].ornament) == ([], ((4, 1), (5, 1)))


@pytest.mark.parametrize(
    ("before", "kind", "reason"),
    [
        pytest.param(Pawns(ornament=((0, 1), (1, 0))), "ornament", "stands already", id="twice"),
        pytest.param(Pawns(), "animal", "has not ended a turn with 10", id="animal not earned"),
    ],
)
def test_pawns_are_stood_once_and_earned(before, kind, reason):
    table = Table(picture("r" + GARDEN.replace("\n", "\n ")), {"rose": before})
    place = {"ornament": ((4, 1), (5, 1)), "animal": (6, 0)}[kind]
    move = Move(Laid(ROSE_2, (0, 0)), pawns={"rose": Pawns(**{kind: place})})
    _, faults = finish(table, move, turn_of("rose"))
    assert reason in faults[0].what


def test_the_virtual_ornament_is_never_placed():
    table = Table(picture("r" + GARDEN.replace("\n", "\n ")))
    move = Move(Laid(ROSE_2, (0, 0)), pawns={"rose": Pawns(ornament=((4, 1), (5, 1)))})
    _, faults = finish(table, move, turn_of("rose", virtual="rose"))
    assert "never placed" in faults[0].what


def test_ten_beds_at_the_end_of_a_turn_earn_the_animal_for_good():
    garden = lay_all([Laid(Card("rose", 8, ("FFF", "FFF", "FF.")), (0, 0))])
    nine, _ = lay(Table(garden), Move(Laid(Card("rose", 1, ("F..", "...", "...")), (2, -2))),
                  turn_of("rose"))  # fmt: skip
    ten, _ = lay(Table(garden), Move(Laid(ROSE_2, (2, -2))), turn_of("rose"))
    assert (nine.animals, ten.animals) == (frozenset(), frozenset({"rose"}))
    fewer, _ = lay(ten, Move(Laid(ARUM_9, (0, 1))), turn_of("arum"))
    assert "rose" in fewer.animals


@pytest.mark.parametrize(
    ("rose", "arum", "hyacinth", "bonus"),
    [
        pytest.param("rr", "a a", "", {"rose": 3}, id="the largest bed"),
        pytest.param("rr r", "aa a a", "", {"arum": 3}, id="the longer list"),
        pytest.param("rr r", "aa a", "", {"rose": 1, "arum": 1}, id="shared, rounded down"),
        pytest.param("r", "a", "h", {"rose": 1, "arum": 1, "hyacinth": 1}, id="all equal"),
    ],
)
def test_the_yield_bonus_goes_down_the_list(rose, arum, hyacinth, bonus):
    match = Match(("rose", "arum", "hyacinth"), {})
    table = Table(picture("\n\n".join(t or " " for t in (rose, arum, hyacinth))))
    assert yields(match, table) == bonus


def test_beds_connect_by_sides_only():
    assert bed_groups(picture("rr.\n..r\nr.r"), "rose") == [2, 2, 1]


@pytest.mark.parametrize(
    ("version", "seats", "bonus"),
    [
        ("family", ("rose", "arum", "tulip"), {"rose": 2, "arum": 1, "tulip": 0}),
        ("family", ("rose", "arum"), {"rose": 1, "arum": 0}),
        ("tactical", ("rose", "arum", "tulip"), {"rose": 3}),
        ("tactical", ("rose", "arum", "tulip", "daffodil"), {"rose": 6}),
    ],
)
def test_freshness_goes_by_the_order_of_finishing(version, seats, bonus):
    assert freshness(Match(seats, {}, version), seats) == bonus


def test_a_final_picture_sells_the_rest():
    match = Match(("rose", "arum"), {}, virtual="tulip")
    table = Table(picture("rra"), barrows={"rose": ("rose", "tulip")}, coins={"rose": 4})
    found = points(final_picture(match, table, ("rose", "arum")))
    assert found["rose"] == {"sales": 5, "beds": 2, "lawn": 0, "yield": 3, "freshness": 1}
    assert found["arum"] == {"sales": 0, "beds": 1, "lawn": 0, "yield": 0, "freshness": 0}


def test_a_final_sale_leaves_single_flowers():
    table = final_sale(Table(barrows={"rose": ("rose", "rose", "arum")}), "rose")
    assert (table.coins["rose"], table.barrows["rose"]) == (1, ("rose",))


def test_legal_placements_are_counted_twice():
    """Once by the referee, once by walking over every place and set of covered spaces."""
    garden = lay_all([Laid(ARUM_9, (0, 0)), Laid(ROSE_2, (2, 2), 90)])
    table = Table(garden, {"arum": Pawns((0, 0), (3, 1)), "tulip": Pawns(animal=(-1, 0))})
    card = Card("rose", 3, ("FF.", "F..", "..."))
    barred = {(0, 0), (3, 1), (-1, 0)}
    expected = set()
    for x, y, turn in product(range(-5, 9), range(-5, 9), (0, 90, 180, 270)):
        spaces = {(x + dx, y + dy) for dx in range(3) for dy in range(3)}
        if not spaces & barred and 0 < len(spaces & garden.keys()) < 9:
            expected.add(((x, y), turn))
    assert {(laid.at, laid.turn) for laid in legal_placements(table, card)} == expected


def test_pawn_rules_serve_pictures_too():
    table = Table(picture("r.\na."))
    assert not list(gardener_faults(table, "rose", (0, 1)))
    assert not list(animal_faults(table, (2, 0)))
    assert not list(ornament_faults(table, "rose", ((0, 1), (1, 1))))
