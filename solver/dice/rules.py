"""The referee of the dice game: a position and picks go in, legality and points come out.

Written from the rulebook; shares no code with the model. A set of cells is an ``int``, one bit a
cell of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Literal

from layouts.board import Board
from layouts.facts import facts
from layouts.faults import BadInput, Fault, listed

Letter = str  # one of O P B Y V (dice), also W (white flower, clear die)
Dice = dict[Letter, int]  # colour of a die -> what it shows

FACTS: dict[str, Any] = facts("dice")
COLOURS: dict[Letter, str] = {colour["letter"]: colour["name"] for colour in FACTS["colours"]}
WHITE: Letter = FACTS["white"]["letter"]
CLEAR: Letter = WHITE  # the sixth die, written with the letter of the white flower
NAMES: dict[Letter, str] = COLOURS | {CLEAR: "clear"}


@dataclass(frozen=True, slots=True)
class Readings:
    """How open rules are read (GAMES: dice)."""

    solo_end: Literal["rounds", "basic"] = "rounds"
    through_circled: bool = False
    may_circle_none: bool = True
    white_needed: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """One die taken in a round (from 1): ``cells`` is the set circled with it.

    ``rerolled``: the re-roll was used before it. ``wish``: the colour that the clear die takes.
    """

    round: int
    die: Letter
    value: int
    cells: int
    rerolled: bool = False
    wish: Letter = ""

    @property
    def colour(self) -> Letter:
        """The colour that the customer wants."""
        return self.wish or self.die


@dataclass(frozen=True, slots=True)
class Instance:
    """A solo game from here on: what ``solve`` is asked.

    ``rerolls[r][p]`` is what the dice still on offer would show if re-rolled in round r before
    pick p (0, 1), or None where it is not known.
    """

    kind: ClassVar[str] = "solo"
    objective: ClassVar[str | None] = None

    board: Board
    rounds: tuple[Dice, ...]
    rerolls: tuple[tuple[Dice | None, Dice | None], ...] = ()
    circled: int = 0
    ticks: int = 0
    reroll_used: bool = False
    readings: Readings = Readings()
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """What stands fixed while a game goes on: one board a player, in turn order, and the dice.

    ``rerolls[r][t]`` is what the dice on offer would show if re-rolled in round r before turn t.
    ``first`` is the player (from 0) who starts the first round.
    """

    boards: tuple[Board, ...]
    rounds: tuple[Dice, ...]
    rerolls: tuple[tuple[Dice | None, ...], ...] = ()
    readings: Readings = Readings()
    first: int = 0

    @property
    def solo(self) -> bool:
        """Whether one player plays alone."""
        return len(self.boards) == 1

    @property
    def turns(self) -> int:
        """Dice taken in a round, by all players together."""
        return turns_of(len(self.boards))

    def player(self, round_number: int, turn: int) -> int:
        """Return who moves (all from 0): the start moves on each round, turns go round."""
        return (self.first + round_number + turn) % len(self.boards)


def turns_of(players: int) -> int:
    """Return how many dice are taken in a round, by all players together."""
    each = {1: FACTS["solo"]["picks"], 2: FACTS["players"]["two_take"]}
    return players * int(each.get(players, 1))


def dice_of(players: int) -> tuple[Letter, ...]:
    """Return the dice of a round; the clear die stays out of a solo game."""
    return tuple(COLOURS) if players == 1 else (*COLOURS, CLEAR)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one player has marked: the circled cells, the ticks, the colour numbers."""

    circled: int = 0
    ticks: int = 0
    numbers: tuple[tuple[Letter, int], ...] = ()  # colour and the points circled for it
    reroll_used: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A position: the sheets, and the dice on offer in round ``round`` (from 0), turn ``turn``."""

    game: Game
    sheets: tuple[Sheet, ...]
    round: int = 0
    turn: int = 0
    offer: tuple[tuple[Letter, int], ...] = ()

    @property
    def player(self) -> int:
        """The player to move (from 0)."""
        return self.game.player(self.round, self.turn)

    @property
    def board(self) -> Board:
        """The board of the player to move."""
        return self.game.boards[self.player]

    @property
    def sheet(self) -> Sheet:
        """The sheet of the player to move."""
        return self.sheets[self.player]

    @property
    def rerolled_offer(self) -> Dice | None:
        """What the dice on offer would show if re-rolled now; None where it is not known."""
        rounds = self.game.rerolls
        table = rounds[self.round][self.turn] if self.round < len(rounds) else None
        if table is None:
            return None
        return {die: table[die] for die, _ in self.offer if die in table}


def start(instance: Instance) -> State:
    """Return the position a solo instance begins with; colours complete there have scored."""
    game = Game((instance.board,), instance.rounds, instance.rerolls, instance.readings)
    sheet = Sheet(instance.circled, instance.ticks, (), instance.reroll_used)
    done = completed(instance.board, instance.circled, instance.readings)
    number = FACTS["scoring"]["solo_colour"]
    return _new_round(
        State(game, (replace(sheet, numbers=tuple((colour, number) for colour in done)),))
    )


def start_game(game: Game) -> State:
    """Return the position a game begins with: empty sheets, the first dice."""
    return _new_round(State(game, (Sheet(),) * len(game.boards)))


def completed(board: Board, circled: int, readings: Readings) -> tuple[Letter, ...]:
    """Return the colours whose flowers are all circled; one that the board lacks never is."""
    cells = flowers(board)
    white = cells[WHITE] if readings.white_needed else 0
    return tuple(c for c in COLOURS if cells[c] and not (cells[c] | white) & ~circled)


@lru_cache(maxsize=64)
def flowers(board: Board) -> dict[Letter, int]:
    """Return the set of cells of every colour and of white."""
    return {letter: board.where(letter) for letter in (*COLOURS, WHITE)}


def beds_done(board: Board, circled: int) -> int:
    """Return how many beds are circled whole."""
    return sum(not bed & ~circled for bed in board.beds)


def ended(state: State) -> bool:
    """Tell whether the rulebook's end has come; it is looked for after whole rounds only."""
    game = state.game
    if state.turn or (game.solo and game.readings.solo_end == "rounds"):
        return False
    end, most = FACTS["end"], len(FACTS["scoring"]["beds"])
    return any(
        len(sheet.numbers) >= end["colours"]
        or min(beds_done(board, sheet.circled), most) >= end["beds"]
        for board, sheet in zip(game.boards, state.sheets, strict=True)
    )


def over(state: State) -> bool:
    """Tell whether no die can be taken any more: the end has come or no dice are left."""
    return state.round >= len(state.game.rounds) or ended(state)


def ticks_of(board: Board, pick: Pick) -> int:
    """Return the ticks of a pick: one for each wrong and each missing flower."""
    cells = flowers(board)
    right = cells[pick.colour] | cells[WHITE]
    return max(pick.value, pick.cells.bit_count()) - (pick.cells & right).bit_count()


def faults_of(state: State, pick: Pick) -> list[Fault]:
    """Return every reason why a pick is illegal; an empty list means that it is legal."""
    if over(state):
        return [Fault("", "the game is over", "no die is taken after the end")]
    return [*_turn_faults(state, pick), *_die_faults(state, pick), *_group_faults(state, pick)]


def _turn_faults(state: State, pick: Pick) -> Iterator[Fault]:
    if pick.round != state.round + 1:
        yield Fault("", f"round {pick.round}, but it is round {state.round + 1}")
    if not pick.rerolled:
        return
    if state.sheet.reroll_used:
        yield Fault("", "the re-roll is used already", "each player has one a game")
    table = state.rerolled_offer
    if table is None:
        yield Fault("", "nobody knows what the re-roll shows", "give it in 'rerolls'")
    else:
        for die in [die for die, _ in state.offer if die not in table]:
            yield Fault("", f"the re-roll lacks the {NAMES[die]} die", "re-roll all on offer")


def _die_faults(state: State, pick: Pick) -> Iterator[Fault]:
    offer = _offer(state, pick.rerolled)
    shown = " ".join(f"{die}{value}" for die, value in offer.items())
    if pick.die not in offer:
        name = NAMES.get(pick.die, pick.die)
        yield Fault("", f"the {name} die is not on offer", f"on offer: {shown}")
    elif pick.value != offer[pick.die]:
        what = f"the {NAMES[pick.die]} die shows {offer[pick.die]}, not {pick.value}"
        yield Fault("", what, f"on offer: {shown}")
    if pick.die == CLEAR and pick.wish not in COLOURS:
        form = "write " + listed((f"{CLEAR}{pick.value}={c}" for c in COLOURS), "or")
        yield Fault("", "the clear die takes one of the five colours", form)
    if pick.die != CLEAR and pick.wish:
        yield Fault("", f"the {NAMES.get(pick.die, pick.die)} die keeps its colour")


def _group_faults(state: State, pick: Pick) -> Iterator[Fault]:
    board, circled, readings = state.board, state.sheet.circled, state.game.readings
    if pick.cells >> board.size:
        yield Fault("", "a cell lies outside the board")
        return
    if pick.cells.bit_count() > pick.value:
        what = f"{pick.cells.bit_count()} flowers for a die that shows {pick.value}"
        yield Fault("", what, "circle at most what the die shows")
    if pick.cells & circled:
        yield Fault("", f"{_names(board, pick.cells & circled)}: circled before")
    if not pick.cells and not readings.may_circle_none:
        yield Fault("", "no flower is circled", "may_circle_none is false here")
    bridge = circled if readings.through_circled else 0
    if pick.cells & ~_flood(board, pick.cells & -pick.cells, pick.cells | bridge):
        yield Fault("", f"{_names(board, pick.cells)}: not one connected group", "sides count")


def _names(board: Board, cells: int) -> str:
    return " ".join(name for cell, name in enumerate(board.names) if cells >> cell & 1)


def _flood(board: Board, seed: int, ground: int) -> int:
    """Return all cells of ``ground`` that are reached from the seed through its sides."""
    reached = seed & ground
    while True:
        wider = (reached | _beside(board, reached)) & ground
        if wider == reached:
            return reached
        reached = wider


def _beside(board: Board, cells: int) -> int:
    beside = 0
    for cell, around in enumerate(board.neighbours):
        if cells >> cell & 1:
            beside |= around
    return beside


def _offer(state: State, rerolled: bool) -> Dice:
    table = state.rerolled_offer if rerolled else None
    return dict(state.offer) if table is None else table


def apply(state: State, pick: Pick) -> State:
    """Return the position after a legal pick (``faults_of`` tells whether it is)."""
    board, before, readings = state.board, state.sheet, state.game.readings
    circled = before.circled | pick.cells
    done = completed(board, before.circled, readings)
    new = [colour for colour in completed(board, circled, readings) if colour not in done]
    numbers = [(colour, number) for colour in new if (number := _number(state, colour))]
    sheet = Sheet(
        circled,
        before.ticks + ticks_of(board, pick),
        (*before.numbers, *numbers),
        before.reroll_used or pick.rerolled,
    )
    return _next_turn(state, pick, sheet)


def forgo(state: State, pick: Pick) -> State:
    """Return the position after an illegal pick: its die is gone, nothing is circled for it."""
    used = state.sheet.reroll_used or pick.rerolled
    return _next_turn(state, pick, replace(state.sheet, reroll_used=used))


def _number(state: State, colour: Letter) -> int:
    """Return the highest colour number left, 0 if none: nobody gets one after the last."""
    scoring = FACTS["scoring"]
    if state.game.solo:
        return int(scoring["solo_colour"])
    gone = sum(colour == taken for sheet in state.sheets for taken, _ in sheet.numbers)
    return int([*scoring["colours"], 0][gone])


def _next_turn(state: State, pick: Pick, sheet: Sheet) -> State:
    sheets = (*state.sheets[: state.player], sheet, *state.sheets[state.player + 1 :])
    if state.turn + 1 == state.game.turns:
        return _new_round(replace(state, sheets=sheets, round=state.round + 1, turn=0))
    left = {die: v for die, v in _offer(state, pick.rerolled).items() if die != pick.die}
    return replace(state, sheets=sheets, turn=state.turn + 1, offer=tuple(left.items()))


def _new_round(state: State) -> State:
    rounds = state.game.rounds
    return replace(
        state, offer=tuple(rounds[state.round].items()) if state.round < len(rounds) else ()
    )


def legal_picks(state: State) -> Iterator[Pick]:
    """Yield every legal pick: each die on offer, as it lies and re-rolled, with each group."""
    if over(state):
        return
    groups = connected_groups(state, FACTS["dice"]["faces"])
    may_reroll = state.rerolled_offer is not None and not state.sheet.reroll_used
    for rerolled in (False, True)[: 1 + may_reroll]:
        for die, value in _offer(state, rerolled).items():
            for wish in COLOURS if die == CLEAR else ("",):
                for cells in (group for size in groups[: value + 1] for group in size):
                    yield Pick(state.round + 1, die, value, cells, rerolled, wish)


def connected_groups(state: State, most: int) -> list[set[int]]:
    """Return the groups that may be circled now, by size 0..most."""
    board, circled = state.board, state.sheet.circled
    bridge = circled if state.game.readings.through_circled else 0
    free = ((1 << board.size) - 1) & ~circled
    groups = [{0} if state.game.readings.may_circle_none else set(), set(_bits(free))]
    while len(groups) <= most:
        groups.append(
            {
                group | cell
                for group in groups[-1]
                for cell in _bits(_beside(board, _flood(board, group, group | bridge)) & free)
                if not group & cell
            }
        )
    return groups


def _bits(cells: int) -> Iterator[int]:
    while cells:
        yield cells & -cells
        cells &= cells - 1


def score(state: State, player: int = 0) -> tuple[int, dict[str, int]]:
    """Return a player's total and its breakdown; ``ticks`` is a count that is subtracted."""
    scoring, sheet = FACTS["scoring"], state.sheets[player]
    beds = beds_done(state.game.boards[player], sheet.circled)
    breakdown = {
        "colours": sum(number for _, number in sheet.numbers),
        "beds": sum(scoring["beds"][:beds]),
        "reroll": 0 if sheet.reroll_used else scoring["reroll"],
        "ticks": sheet.ticks,
    }
    points = sum(breakdown[part] for part in ("colours", "beds", "reroll"))
    return points + scoring["tick"] * sheet.ticks, breakdown


def winners(state: State) -> list[int]:
    """Return the players with most points; of these the ones with fewest ticks, shared."""
    ranks = [(score(state, player)[0], -sheet.ticks) for player, sheet in enumerate(state.sheets)]
    return [player for player, rank in enumerate(ranks) if rank == max(ranks)]


def replay(instance: Instance, picks: Iterable[Pick]) -> tuple[int, dict[str, int]]:
    """Play a whole solo play and return its total and breakdown.

    Raises:
        BadInput: the play breaks a rule or stops before the end; every illegality is listed.
    """
    state, faults = start(instance), []
    for number, pick in enumerate(picks):
        found = faults_of(state, pick)
        faults += [replace(fault, where=f"moves[{number}]") for fault in found]
        if not over(state):
            state = forgo(state, pick) if found else apply(state, pick)
    if not over(state):
        faults.append(Fault("moves", "the play stops before the end of the game"))
    if faults:
        raise BadInput(faults)
    return score(state)
