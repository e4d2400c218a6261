"""Can't Stop from and to JSON (FORMATS section 3), and from set-up. Every refusal names the key and the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.events import Json
from companion.game import BadPosition, BadSetUp, Seat
from companion.games.cant_stop.board import COLUMNS_TO_WIN, DICE, LENGTHS, LONGER_GAME, RUNNERS
from companion.games.cant_stop.rules import Options, Spaces, State
from companion.prompts import PIPS

KEYS = frozenset({"game", "players", "options", "turn", "tokens", "runners", "pips", "turns"})


def start(players: Sequence[str], options: Json, first: Seat) -> State:
    """A fresh game. Raises BadSetUp."""
    if not 1 <= len(players) <= 4:
        raise BadSetUp(f"Can't Stop takes 1 to 4 players, not {len(players)}")
    try:
        chosen = _options(options)
    except BadPosition as error:
        raise BadSetUp(str(error)) from error
    offered = sorted({COLUMNS_TO_WIN, LONGER_GAME.get(len(players), COLUMNS_TO_WIN)})
    if chosen.columns_to_win not in offered:
        raise BadSetUp(
            f"columns_to_win must be {' or '.join(map(str, offered))} for {len(players)} players,"
            f" not {chosen.columns_to_win}"
        )
    if not 0 <= first < len(players):
        raise BadSetUp(f"first must be a seat from 0 to {len(players) - 1}, not {first}")
    return State(tuple(players), ({},) * len(players), chosen, first)


def from_position(given: Json) -> State:
    """The state of a position; keys left out are those of a fresh game. Raises BadPosition."""
    if unknown := sorted(given.keys() - KEYS):
        raise BadPosition(f"a cant-stop position has no key {unknown[0]!r}")
    if given.get("game", "cant-stop") != "cant-stop":
        raise BadPosition(f"game must be 'cant-stop', not {given['game']!r}")
    players = _players(given.get("players"))
    tokens = given.get("tokens", [{} for _ in players])
    if not isinstance(tokens, list) or len(tokens) != len(players):
        raise BadPosition(f"tokens must be a list of one object for each of the {len(players)} players, not {tokens!r}")
    spaces = tuple(_spaces(own, f"tokens[{seat}]") for seat, own in enumerate(tokens))
    turn = whole_number(given.get("turn", 0), range(len(players)), "turn")
    closed = {column: seat for seat, own in enumerate(spaces) for column in own if own[column] == LENGTHS[column]}
    for seat, own in enumerate(spaces):
        for column in own:
            if closed.get(column, seat) != seat:
                raise BadPosition(f"tokens[{seat}]: column {column} is won by {players[closed[column]]}")
    placed = State(
        players,
        spaces,
        _options(given.get("options", {})),
        Seat(turn),
        pips=_pips(given.get("pips")),
        turns=whole_number(given.get("turns", 0), range(10**9), "turns"),
    )
    return with_runners(placed, given.get("runners", {}), RUNNERS)


def with_runners(state: State, given: object, markers: int) -> State:
    """The state with these runners, of which there are `markers`. Raises BadPosition."""
    runners = _spaces(given, "runners")
    if len(runners) > markers:
        raise BadPosition(f"runners: there are {markers}, not {len(runners)}")
    for column, space in runners.items():
        for seat, own in enumerate(state.tokens):
            if own.get(column) == LENGTHS[column]:
                raise BadPosition(f"runners: column {column} is won by {state.players[seat]}")
        if space <= state.tokens[state.seat].get(column, 0):
            raise BadPosition(f"runners: in column {column} space {space} is not above the player's own token")
    return replace(state, runners=runners)


def position(state: State) -> dict[str, object]:
    """The whole position."""
    return {
        "game": "cant-stop",
        "players": list(state.players),
        "options": {
            "columns_to_win": state.options.columns_to_win,
            "same_space": "blocking" if state.options.blocking else "share",
            "stop_when_won": state.options.stop_when_won,
        },
        "turn": int(state.seat),
        "tokens": [keys_as_text(own) for own in state.tokens],
        "runners": keys_as_text(state.runners),
        "pips": None if state.pips is None else list(state.pips),
        "turns": state.turns,
    }


def keys_as_text(spaces: Spaces) -> dict[str, int]:
    """As JSON wants it, in the order of the columns."""
    return {str(column): spaces[column] for column in sorted(spaces)}


def _players(given: object) -> tuple[str, ...]:
    if (
        not isinstance(given, list | tuple)
        or not 1 <= len(given) <= 4
        or not all(isinstance(name, str) for name in given)
    ):
        raise BadPosition(f"players must be a list of 1 to 4 names, not {given!r}")
    return tuple(given)


def _options(given: object) -> Options:
    if not isinstance(given, Mapping):
        raise BadPosition(f"options must be an object, not {given!r}")
    known = {"columns_to_win", "same_space", "stop_when_won"}
    if unknown := sorted(given.keys() - known):
        raise BadPosition(f"there is no option {unknown[0]!r}; there are {', '.join(sorted(known))}")
    same_space = given.get("same_space", "share")
    if same_space not in ("share", "blocking"):
        raise BadPosition(f"same_space must be share or blocking, not {same_space!r}")
    stop_when_won = given.get("stop_when_won", False)
    if not isinstance(stop_when_won, bool):
        raise BadPosition(f"stop_when_won must be true or false, not {stop_when_won!r}")
    columns = whole_number(given.get("columns_to_win", COLUMNS_TO_WIN), range(1, len(LENGTHS) + 1), "columns_to_win")
    return Options(columns, same_space == "blocking", stop_when_won)


def _spaces(given: object, where: str) -> Spaces:
    if not isinstance(given, Mapping):
        raise BadPosition(f"{where} must be an object of column: space, not {given!r}")
    spaces = {}
    for key, space in given.items():
        column = int(key) if isinstance(key, str) and key.isdecimal() else 0
        if column not in LENGTHS or str(column) != key:
            raise BadPosition(f"{where}: there is no column {key!r}")
        spaces[column] = whole_number(space, range(1, LENGTHS[column] + 1), f"{where}: the space in column {column}")
    return dict(sorted(spaces.items()))


def _pips(given: Any) -> tuple[int, ...] | None:
    if given is None:
        return None
    if not isinstance(given, list) or len(given) != DICE or not all(type(p) is int and p in PIPS for p in given):
        raise BadPosition(f"pips must be null or {DICE} numbers from 1 to 6, not {given!r}")
    return tuple(sorted(given))


def whole_number(given: object, allowed: range, where: str) -> int:
    """`given`, if it is one of `allowed`. Raises BadPosition naming `where`."""
    if type(given) is not int or given not in allowed:
        raise BadPosition(f"{where} must be a whole number from {allowed.start} to {allowed.stop - 1}, not {given!r}")
    return given
