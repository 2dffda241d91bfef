"""Small gardens solved twice: by the model, and by trying everything with code of its own."""

import random
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest

from layouts.faults import BadInput
from layouts.sources import Source
from solver.garden import game, model

COLOURS = ("rose", "arum", "hyacinth", "daffodil", "tulip")
CAPACITY = {2: 3, 3: 4, 4: 6, 5: 8}
IN_PLAY = {2: 3, 3: 3, 4: 4, 5: 5}
PRICE = (0, 0, 1, 3, 6, 10)


# Brute force: plain dictionaries, nothing of the project ------------------------------------------


def spaces_of(rows, at, turn):
    """Turn clockwise by moving each space: (x, y) of three goes to (y, 2 - x)."""
    found = {}
    for row, marks in enumerate(rows):
        for x, mark in enumerate(marks):
            dx, dy = x, 2 - row
            for _ in range(turn // 90):
                dx, dy = dy, 2 - dx
            found[at[0] + dx, at[1] + dy] = mark == "F"
    return found


def flood(ground, seed):
    reached, edge = {seed}, [seed]
    while edge:
        x, y = edge.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in ground and near not in reached:
                reached.add(near)
                edge.append(near)
    return reached


@cache
def dearest(counts):
    """Every way to take a first bouquet, then the best of the rest."""
    best = 0
    for chosen in product(*((0, 1) if count else (0,) for count in counts)):
        if sum(chosen) > 1:
            left = tuple(c - t for c, t in zip(counts, chosen, strict=True))
            best = max(best, PRICE[sum(chosen)] + dearest(left))
    return best


class Brute:
    def __init__(self, table):
        self.table, self.me = table, table["me"]
        self.garden = {}
        for name, x, y, turn in table["cards"]:
            self.lay(self.garden, name, (x, y), turn)
        pawns = table["pawns"]
        self.barred, self.ornaments, self.own = set(), set(), None
        for colour, own in pawns.items():
            spaces = [tuple(space) for space in own.get("ornament", ())]
            if colour == self.me:
                self.own = spaces or None
            else:
                spaces += [tuple(own[k]) for k in ("gardener", "animal") if k in own]
                self.ornaments |= {tuple(own["ornament"][1])} if "ornament" in own else set()
            self.barred |= set(spaces)

    def lay(self, garden, name, at, turn):
        colour = name.split("-")[0]
        for space, bed in spaces_of(self.table["patterns"][name], at, turn).items():
            garden[space] = colour if bed else ""

    def ways(self, garden, name, barred):
        """Every legal place with the flowers picked there."""
        rows = self.table["patterns"][name]
        xs, ys = [x for x, _ in garden], [y for _, y in garden]
        seen = set()
        for turn in (0, 90, 180, 270):
            look = frozenset(spaces_of(rows, (0, 0), turn).items())
            if look in seen:
                continue
            seen.add(look)
            for x in range(min(xs) - 2, max(xs) + 1):
                for y in range(min(ys) - 2, max(ys) + 1):
                    spaces = spaces_of(rows, (x, y), turn)
                    under = [space for space in spaces if space in garden]
                    if 1 <= len(under) <= 8 and not barred & spaces.keys():
                        after = dict(garden)
                        self.lay(after, name, (x, y), turn)
                        yield after, [garden[s] for s in under if garden[s]]

    def lawn(self, garden, own):
        lawns = {space for space, shows in garden.items() if shows == ""}
        region = flood(lawns, own[1])
        return len(region) // 2 // (1 + len(region & self.ornaments))

    def ornaments_now(self, garden):
        beds = [space for space, shows in garden.items() if shows == self.me]
        if len(beds) < 15:
            return
        lawns = {space for space, shows in garden.items() if shows == ""}
        for x, y in beds:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in lawns and not flood(lawns, near) & self.ornaments:
                    yield (x, y), near

    def board(self, garden):
        """Own beds and the best lawn points after the last card."""
        beds = sum(shows == self.me for shows in garden.values())
        if self.own:
            return beds + self.lawn(garden, self.own)
        choices = {near: own for own in self.ornaments_now(garden) for near in own[1:]}
        return beds + max((self.lawn(garden, ((), near)) for near in choices), default=0)

    def turn(self):
        held = self.table["wheelbarrow"]
        values = []
        for name in self.table["hand"]:
            for after, picked in self.ways(self.garden, name, self.barred):
                if self.table["objective"] == "points":
                    values.append(self.board(after))
                elif self.table["objective"] == "flowers":
                    values.append(len(picked))
                else:
                    flowers = [*held, *picked]
                    full = len(flowers) >= CAPACITY[self.table["players"]]
                    values.append(dearest(counts_of(flowers)) if full else 0)
        return max(values, default=None)

    def plan(self):
        """The two cards in both orders, every sale between, the ornament after either."""
        start = counts_of(self.table["wheelbarrow"])
        values = []
        for first, second in permutations(self.table["hand"]):
            for after, picked in self.ways(self.garden, first, self.barred):
                sales = list(self.sales(plus(start, counts_of(picked))))
                for ends in self.ends_of(after, second):
                    values += [
                        coins + board + dearest(plus(kept, flowers))
                        for flowers, board in ends.items()
                        for kept, coins in sales
                    ]
        return max(values, default=None)

    def ends_of(self, garden, name):
        """For every ornament placed now, or none: what the last card picks, and the best board."""
        choices = [self.own] + ([] if self.own else list(self.ornaments_now(garden)))
        keep = self.own
        for own in choices:
            self.own, ends = own, {}
            for after, picked in self.ways(garden, name, self.barred | set(own or ())):
                flowers = counts_of(picked)
                ends[flowers] = max(ends.get(flowers, 0), self.board(after))
            self.own = keep
            yield ends

    def sales(self, held):
        """Every wheelbarrow that may be kept, with the coins for what goes."""
        capacity = CAPACITY[self.table["players"]]
        full = sum(held) >= capacity
        if not full or self.table["version"] == "tactical":
            yield held, 0
        if full:
            for kept in product(*(range(count + 1) for count in held)):
                if sum(kept) < capacity:
                    yield kept, dearest(tuple(a - b for a, b in zip(held, kept, strict=True)))


def plus(one, other):
    return tuple(a + b for a, b in zip(one, other, strict=True))


def counts_of(flowers):
    return tuple(flowers.count(colour) for colour in COLOURS)


# Small gardens ------------------------------------------------------------------------------------


def pattern(chance, beds):
    marks = ["F"] * beds + ["."] * (9 - beds)
    chance.shuffle(marks)
    return ["".join(marks[row : row + 3]) for row in (0, 3, 6)]


def small_garden(seed, kind):
    """A few cards, pawns anywhere they may stand; own beds often reach the ornament's fifteen."""
    chance = random.Random(seed)
    players = chance.choice((2, 3, 4, 5))
    colours = chance.sample(COLOURS, IN_PLAY[players])
    me, others = colours[0], colours[1:]
    fewest = 2 if players == 5 else 1
    numbers = list(range(fewest, 10))
    chance.shuffle(numbers)
    hand = [f"{me}-{numbers.pop()}" for _ in range(2 if kind == "plan" else chance.randint(1, 3))]
    names = [f"{chance.choice(others)}-{chance.randint(max(fewest, 2), 9)}"]
    if chance.random() < 0.6:  # near fifteen own beds
        names += [f"{me}-{n}" for n in sorted(numbers)[-2:]]
    elif chance.random() < 0.7:
        names += [f"{chance.choice(others)}-{chance.randint(fewest, 9)}"]
    names = list(dict.fromkeys(names))
    chance.shuffle(names)
    patterns = {name: pattern(chance, int(name[-1])) for name in [*names, *hand]}
    cards, garden = [], {}
    for name in names:
        x, y = chance.choice(sorted(garden)) if garden else (0, 0)
        while garden:
            at = (x - chance.randrange(3), y - chance.randrange(3))
            under = sum(space in garden for space in spaces_of(patterns[name], at, 0))
            if 1 <= under <= 8:
                x, y = at
                break
        turn = chance.choice((0, 90, 180, 270))
        cards.append([name, x, y, turn])
        for space, bed in spaces_of(patterns[name], (x, y), turn).items():
            garden[space] = name.split("-")[0] if bed else ""
    table = {
        "game": "garden", "kind": kind, "players": players, "me": me, "hand": hand,
        "version": chance.choice(("family", "tactical")), "cards": cards, "patterns": patterns,
        "wheelbarrow": [chance.choice(colours) for _ in range(chance.randrange(CAPACITY[players]))],
        "pawns": pawns(chance, garden, colours, me),
    }  # fmt: skip
    if kind == "turn":
        table["objective"] = chance.choice(("points", "points", "flowers", "sale"))
    return table


def pawns(chance, garden, colours, me):
    taken, stood = set(), {}
    bare = sorted(
        {(x + dx, y + dy) for x, y in garden for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        - garden.keys()
    )
    for colour in colours:
        own = {}
        beds = [space for space, shows in sorted(garden.items()) if shows == colour]
        pairs = [
            (bed, near)
            for bed in beds
            for near in ((bed[0] + 1, bed[1]), (bed[0], bed[1] - 1))
            if garden.get(near) == "" and not {bed, near} & taken
        ]
        if pairs and chance.random() < (0.3 if colour == me else 0.6):
            bed, near = chance.choice(pairs)
            own["ornament"] = [list(bed), list(near)]
            taken |= {bed, near}
        free = [bed for bed in beds if bed not in taken]
        if free and chance.random() < 0.7:
            own["gardener"] = list(chance.choice(free))
            taken.add(tuple(own["gardener"]))
        spots = [spot for spot in bare if spot not in taken]
        if chance.random() < 0.6:
            own["animal"] = list(chance.choice(spots))
            taken.add(tuple(own["animal"]))
        stood[colour] = own
    return stood


def compare(table, variant=""):
    instance = game.read(Source(table, "small", Path()))
    found = model.search(instance, lambda finding: None, variant=variant)
    brute = Brute(table)
    assert found.score == (brute.turn() if table["kind"] == "turn" else brute.plan())
    if found.score is not None:
        assert (found.bound, found.complete) == (found.score, True)
        assert game.replay(instance, found.moves)[0] == found.score


@pytest.mark.parametrize("seed", range(60))
def test_turns_are_as_good_as_trying_everything(seed):
    compare(small_garden(seed, "turn"))


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 5, 6, 7])  # 4 takes half a minute
def test_plans_are_as_good_as_trying_everything(seed):
    compare(small_garden(seed, "plan"))


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1000, 1900))
def test_many_turns_are_as_good_as_trying_everything(seed):
    compare(small_garden(seed, "turn"))


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1000, 1120))
def test_many_plans_are_as_good_as_trying_everything(seed):
    compare(small_garden(seed, "plan"))


@pytest.mark.parametrize("seed", range(200, 204))
def test_the_other_way_to_prove_agrees(seed):
    table = small_garden(seed, "plan")
    instance = game.read(Source(table, "small", Path()))
    scores = [
        model.search(instance, lambda finding: None, variant=variant).score
        for variant in ("", *model.VARIANTS)
    ]
    assert len(set(scores)) == 1


def test_small_gardens_are_good_input():
    for seed in range(300, 400):
        try:
            game.read(Source(small_garden(seed, "turn"), "small", Path()))
        except BadInput as error:
            pytest.fail(f"{seed}: {error}")
