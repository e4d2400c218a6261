"""The parts of a position that Can't Stop does not have, each read and checked by itself. All raise BadPosition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from companion.events import Json
from companion.game import BadPosition
from companion.games.cant_stop import rules as cant_stop
from companion.games.cant_stop.board import DICE, LENGTHS
from companion.games.highway.moves import Space, written
from companion.games.highway.options import Options
from companion.games.highway.state import Board, State, Stop
from companion.games.highway.tiles import BOX, SHIELDS, TILE_SPACES, Tile
from companion.positions import object_of, true_or_false, whole_number
from companion.prompts import PIPS

T = TypeVar("T")


def each_seat(given: object, seats: int, where: str, read: Callable[[object, str], T], none: T) -> tuple[T, ...]:
    """One entry a seat; left out: `none` for each."""
    if given is None:
        return (none,) * seats
    if not isinstance(given, list) or len(given) != seats:
        raise BadPosition(f"{where} must be a list with one entry for each of the {seats} players, not {given!r}")
    return tuple(read(own, f"{where}[{seat}]") for seat, own in enumerate(given))


def shields(given: object, where: str) -> tuple[int, ...]:
    if not isinstance(given, list):
        raise BadPosition(f"{where} must be a list of shield numbers, not {given!r}")
    return tuple(sorted(whole_number(number, SHIELDS, f"{where}: a shield") for number in given))


def reminders(given: object, where: str) -> int:
    return whole_number(given, range(BOX["map"] + 1), where)


def pips(given: Any, options: Options, shields_used: int) -> tuple[int, ...] | None:
    """R16: a die may leave 1..6 by a shield that adjusts a pair's sum."""
    if given is None:
        return None
    if not isinstance(given, list) or len(given) != DICE or not all(type(die) is int for die in given):
        raise BadPosition(f"pips must be null or {DICE} numbers, not {given!r}")
    outside = [die for die in given if die not in PIPS]
    if len(outside) > (shields_used if options.shield == "adjust" else 0):
        raise BadPosition(f"pips: a die shows 1 to 6 unless a shield changed it (shields_used), not {outside[0]}")
    return tuple(sorted(given))


def board(given: object) -> Board:
    tiles = object_of(given, "board", "space: tile")  # in no language
    spaces = {written(at): at for at in TILE_SPACES}
    for text in tiles:
        if text not in spaces:
            raise BadPosition(f"board: there is no space {text!r} that bears a tile")
    return {at: _tile(tiles[text], f"board: {text}") for text, at in spaces.items() if text in tiles}  # in no language


def _tile(given: object, where: str) -> Tile:
    if not isinstance(given, Mapping) or "face" not in given or given.keys() - {"face", "up"}:
        raise BadPosition(f'{where} must be {{"face": ..., "up": ...}}, not {given!r}')
    face = given["face"]
    if face is not None and (not isinstance(face, str) or face not in BOX):
        raise BadPosition(f"{where}: there is no tile {face!r}")
    up = true_or_false(given.get("up", False), f"{where}: up")  # in no language
    if up and face is None:
        raise BadPosition(f"{where}: a tile that lies face up has a face, not null")
    return Tile(face, up)


def stop(given: Json, climb: cant_stop.State, held: tuple[int, ...], markers: int) -> Stop | None:
    """The resolution in which a position stands. Its runners are those that still wait."""
    columns = given.get("resolving")
    if columns is None:
        for key in ("path", "rested", "origins", "taken"):
            if given.get(key):
                raise BadPosition(f"{key} belongs to a stop: without resolving it must be left out, not {given[key]!r}")
        return None
    if not isinstance(columns, list) or sorted(columns, key=str) != sorted(climb.runners, key=str):
        raise BadPosition(f"resolving must name the columns of the runners, {sorted(climb.runners)}, not {columns!r}")
    path = None if given.get("path") is None else _spaces(given["path"], "path")
    if path == ():
        raise BadPosition("path must be null or name a space")
    rested = _spaces(given.get("rested", []), "rested")
    closed = cant_stop.won_columns(climb)
    for at in rested:
        if at[0] in closed:
            raise BadPosition(f"rested: {written(at)}: column {at[0]} is won, no marker rests there")
    checked = len(rested) + (path is not None)
    if checked + len(climb.runners) > markers:
        raise BadPosition(f"resolving: {checked} checked markers and {len(climb.runners)} that wait, of {markers}")
    taken = shields(given.get("taken", []), "taken")
    if Counter(taken) - Counter(held):
        raise BadPosition(f"taken must be among the player's shields {list(held)}, not {list(taken)}")
    return Stop(path, rested, _origins(given.get("origins"), rested), taken)


def _origins(given: object, rested: tuple[Space, ...]) -> tuple[int, ...]:
    if given is None:
        return tuple(column for column, _ in rested)
    if not isinstance(given, list) or len(given) != len(rested):
        raise BadPosition(f"origins must name one column for each of the {len(rested)} rested markers, not {given!r}")
    columns, where = range(min(LENGTHS), max(LENGTHS) + 1), "origins: a column"  # in no language
    return tuple(whole_number(column, columns, where) for column in given)


def _spaces(given: object, where: str) -> tuple[Space, ...]:
    if not isinstance(given, list):
        raise BadPosition(f"{where} must be a list of spaces, not {given!r}")
    known = {written((column, space)): (column, space) for column in LENGTHS for space in range(1, LENGTHS[column] + 1)}
    for text in given:
        if not isinstance(text, str) or text not in known:
            raise BadPosition(f"{where}: there is no space {text!r}")
    return tuple(known[text] for text in given)


def gone(given: object, state: State) -> dict[str, int]:
    """What has left the game or is held. What players hold is gone from the board, said or not."""
    said = object_of({} if given is None else given, "gone", "face: how many")  # in no language
    if unknown := sorted(said.keys() - BOX.keys()):
        raise BadPosition(f"gone: there is no tile {unknown[0]!r}")
    held = Counter(f"shield-{number}" for own in state.shields for number in own)
    held.update({"map": sum(state.maps), "lost": sum(state.lost)})
    counts = {
        face: max(whole_number(said.get(face, 0), range(count + 1), f"gone: {face}"), held[face])  # in no language
        for face, count in BOX.items()
    }
    return {face: count for face, count in counts.items() if count}
