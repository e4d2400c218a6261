"""Can't Stop Express from and to JSON (FORMATS section 3), and from set-up. A refusal names the key and the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.events import Json
from companion.game import BadPosition, BadSetUp, Seat
from companion.games.express.rules import Options, State, hidden, unrevealed
from companion.games.express.sheets import DICE, FIFTH_BOXES, FIFTH_ROWS, ROWS, Marks, Selection, Sheet
from companion.language import say
from companion.positions import (
    keys_as_text,
    number_of_key,
    object_of,
    one_of,
    options_among,
    pips_or_null,
    player_names,
    require_game,
    require_known,
    true_or_false,
    whole_number,
)
from companion.prompts import PIPS

SEATS = range(1, 11)
"""R1."""

PENALTIES = (200, 150)
"""R10, R14; the default first."""

REVEALS = ("together", "at-once")
"""R15; the default first."""

KEYS = frozenset({"game", "players", "options", "sheets", "pips", "done", "selections", "throws"})


def start(players: Sequence[str], options: Json, first: Seat) -> State:
    """A fresh game; all play at once, so no seat is first. Raises BadSetUp."""
    if len(players) not in SEATS:
        raise BadSetUp(say("Can't Stop Express takes 1 to 10 players, not {count}", count=len(players)))
    if not 0 <= first < len(players):
        raise BadSetUp(f"first must be a seat from 0 to {len(players) - 1}, not {first}")  # in no language
    try:
        chosen = _options(options)
    except BadPosition as error:
        raise BadSetUp(str(error)) from error
    return State(tuple(players), (Sheet(),) * len(players), chosen)


def from_position(given: Json) -> State:
    """The state of a position; keys left out are those of a fresh game. Raises BadPosition.

    A throw that all have used is over, so it waits no more.
    """
    require_known(given, KEYS, "an express position")  # in no language
    require_game(given, "express")
    players = player_names(given.get("players"), SEATS)
    sheets = _each(given.get("sheets", [{} for _ in players]), "sheets", players)
    pips = pips_or_null(given.get("pips"), DICE)
    done = given.get("done", [])
    selections = _each(given.get("selections", [None for _ in players]), "selections", players)
    state = State(
        players,
        tuple(_sheet(sheet, f"sheets[{seat}]") for seat, sheet in enumerate(sheets)),
        _options(given.get("options", {})),
        pips,
        _done(done, pips, players),
        tuple(_selection(selection, f"selections[{seat}]") for seat, selection in enumerate(selections)),
        whole_number(given.get("throws", 0), range(10**9), "throws"),
    )
    for seat, selection in enumerate(state.selections):
        if selection is not None and not _was_made(state, Seat(seat), selection):
            raise BadPosition(f"selections[{seat}]: {selections[seat]!r} does not go with the throw and the sheet")
    return state if state.undecided else State(players, state.sheets, state.options, throws=state.throws)


def position(state: State) -> dict[str, object]:
    """The whole position."""
    return {
        "game": "express",
        "players": list(state.players),
        "options": {
            "penalty": state.options.penalty,
            "different_start": state.options.different_start,
            "reveal": REVEALS[0] if state.options.together else REVEALS[1],
        },
        "sheets": [
            {"pairs": keys_as_text(sheet.pairs), "fifth": keys_as_text(sheet.fifth), "out": sheet.out}
            for sheet in state.sheets
        ],
        "pips": None if state.pips is None else list(state.pips),
        "done": sorted(map(int, state.done)),
        "selections": [
            None if selection is None else {"pairs": list(selection.pairs), "fifth": selection.fifth}
            for selection in state.selections
        ],
        "throws": state.throws,
    }


def shown(state: State) -> dict[str, object]:
    """The position for screens: without what may not be seen yet (R15)."""
    return position(unrevealed(state))


def filled(state: State, given: Json) -> Json:
    """A position that people gave of this game, with what each hidden seat (R15) chose put back.

    People give what they see; so the sheets of those seats are theirs as they truly stand, whatever is given of them.
    Of another throw nothing has been chosen.
    """
    pips, done = given.get("pips"), given.get("done", [])
    if (
        not isinstance(pips, list)
        or not isinstance(done, list)
        or sorted(map(str, pips)) != [*map(str, state.pips or ())]
    ):
        return given
    true = position(state)
    seats = hidden(state)
    return {
        **given,
        "sheets": _filled(given.get("sheets", [{} for _ in state.players]), true["sheets"], seats),
        "done": [*done, *(seat for seat in seats if seat not in done)],
        "selections": _filled(given.get("selections", [None for _ in state.players]), true["selections"], seats),
    }


def _filled(given: object, true: Any, seats: tuple[Seat, ...]) -> object:
    if not isinstance(given, list):
        return given
    return [true[seat] if seat in seats else entry for seat, entry in enumerate(given)]


def _was_made(state: State, seat: Seat, selection: Selection) -> bool:
    """Whether a seat can have chosen this, so that it can be taken back."""
    sheet = state.sheets[seat]
    if state.pips is None or seat not in state.done:
        return False
    if any(sheet.pairs.get(row, 0) < selection.pairs.count(row) for row in selection.pairs):
        return False
    before = sheet.unmarked(selection)
    return selection in before.selections(state.pips) and before.marked(selection) == sheet


def _each(given: object, where: str, players: tuple[str, ...]) -> list[object]:
    if not isinstance(given, list) or len(given) != len(players):
        raise BadPosition(f"{where} must be a list with an entry for each of the {len(players)} players, not {given!r}")
    return given


def _sheet(given: object, where: str) -> Sheet:
    if not isinstance(given, Mapping) or not given.keys() <= {"pairs", "fifth", "out"}:
        raise BadPosition(f"{where} must be an object of pairs, fifth and out, not {given!r}")
    pairs = _marks(given.get("pairs", {}), ROWS, range(1000), f"{where}.pairs")
    fifth = _marks(given.get("fifth", {}), PIPS, range(FIFTH_BOXES + 1), f"{where}.fifth")
    if len(fifth) > FIFTH_ROWS:
        raise BadPosition(f"{where}.fifth: at most {FIFTH_ROWS} values are open, not {len(fifth)}")
    must_be_out = FIFTH_BOXES in fifth.values()
    out = true_or_false(given.get("out", must_be_out), f"{where}.out")
    if must_be_out and not out:
        raise BadPosition(f"{where}.out must be true: a value of the fifth die has its {FIFTH_BOXES} marks")
    return Sheet(pairs, fifth, out)


def _marks(given: object, rows: range, allowed: range, where: str) -> Marks:
    marks = {}
    for key, number in object_of(given, where, "row: marks").items():  # in no language
        row = number_of_key(key, rows, "row", where)
        marks[row] = whole_number(number, allowed, f"{where}: the marks of row {row}")  # in no language
    return {row: marks[row] for row in sorted(marks) if marks[row]}


def _done(given: object, pips: tuple[int, ...] | None, players: tuple[str, ...]) -> frozenset[Seat]:
    if not isinstance(given, list):
        raise BadPosition(f"done must be a list of seats, not {given!r}")
    seats = frozenset(Seat(whole_number(seat, range(len(players)), "done: a seat")) for seat in given)  # in no language
    if len(seats) < len(given):
        raise BadPosition(f"done: a seat stands in it twice: {given!r}")
    if seats and pips is None:
        raise BadPosition(f"done must be empty where pips is null, not {given!r}")
    return seats


def _selection(given: object, where: str) -> Selection | None:
    if given is None:
        return None
    if not isinstance(given, Mapping) or given.keys() != {"pairs", "fifth"}:
        raise BadPosition(f"{where} must be null or an object of pairs and fifth, not {given!r}")
    pairs = given["pairs"]
    if not isinstance(pairs, list) or len(pairs) != 2:
        raise BadPosition(f"{where}.pairs must be two sums, not {pairs!r}")
    return Selection(
        tuple(whole_number(row, ROWS, f"{where}.pairs: a sum") for row in pairs),  # in no language
        whole_number(given["fifth"], PIPS, f"{where}.fifth"),
    )


def _options(given: object) -> Options:
    options = options_among(given, {"penalty", "different_start", "reveal"})
    penalty = one_of(options.get("penalty", PENALTIES[0]), PENALTIES, "penalty")
    different_start = true_or_false(options.get("different_start", False), "different_start")
    reveal = one_of(options.get("reveal", REVEALS[0]), REVEALS, "reveal")
    return Options(penalty, different_start, reveal == REVEALS[0])
