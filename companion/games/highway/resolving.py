"""A voluntary stop: the white markers are checked one after another, each with its whole chain. `Rn`: RULES.md.

`settle` goes on until somebody has to decide, roll or turn a tile.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.rules import topped
from companion.games.highway import steps, turns
from companion.games.highway.moves import Space, is_top, neighbour
from companion.games.highway.shields import passes
from companion.games.highway.state import State, stepped, tile_gone, with_tile, won_columns
from companion.games.highway.tiles import HAZARDS, Tile, shield_number, steps_along


def settle(state: State) -> State:
    """The state once nothing goes on by itself any more."""
    while state.stop is not None and state.stop.path is None and len(state.climb.runners) < 2:
        if state.climb.runners:
            (column,) = state.climb.runners
            state = pick(state, column)
        else:
            state = turns.end_stop(state)
    return state


def pick(state: State, column: int) -> State:
    """R5: the marker in this column is checked."""
    waiting = {c: space for c, space in state.climb.runners.items() if c != column}
    at = (column, state.climb.runners[column])
    picked = _with_stop(replace(state, climb=replace(state.climb, runners=waiting)), path=(at,))
    return arrive(stepped(picked, steps.Picked(at, at in (state.board or {}))))


def arrive(state: State) -> State:
    """The marker under check has come to the last space of its path: what there happens to it."""
    *before, at = state.chain
    if at[1] < 1:
        return _fall(state, before[-1])
    if before and at[0] != before[-1][0] and state.options.won_column == "removed" and at[0] in won_columns(state):
        return _off(state, steps.Removed(at))
    if is_top(at):
        return _top(state, at)
    if at in before:
        return _loop(state, at)
    tile = (state.board or {}).get(at)
    if tile is None:
        return _rest(state, at)
    return state if tile.face is None else meet(state, at, tile.face)


def meet(state: State, at: Space, face: str) -> State:
    """R6: the tile under the marker is turned up, if it is not, and acts."""
    lying = (state.board or {})[at]
    met = stepped(with_tile(state, at, Tile(face, up=True)), steps.Met(at, face, turned=not lying.up))
    if face in HAZARDS or face == "roundabout":
        return met  # waits for a roll, or for a direction
    if face.startswith("detour-"):
        return go(met, neighbour(at, face.removeprefix("detour-")))
    if face.startswith(("fast-lane-", "traffic-delay-")):
        return _along(met, at, steps_along(face))
    return _take(met, at, face)


def go(state: State, to: Space) -> State:
    """R18: a tile moves the marker, and the new space counts as an ending space."""
    moved = stepped(state, steps.Moved(state.chain[-1], to))
    return arrive(_with_stop(moved, path=(*state.chain, to)))


def leave_roundabout(state: State, direction: str) -> State:
    """R14: one space in the chosen direction."""
    at = state.chain[-1]
    if state.options.roundabout_discarded:
        state = stepped(tile_gone(state, at), steps.Discarded(at))
    return go(state, neighbour(at, direction))


def judge_roll(state: State) -> State:
    """R9: a hazard's roll that passes is carried out at once; one that fails waits for a shield, or to be accepted."""
    assert state.climb.pips is not None
    column, _ = state.chain[-1]
    return pass_hazard(state) if passes(state.options.hazard, column, state.climb.pips) else state


def pass_hazard(state: State) -> State:
    at, tile = state.chain[-1], state.tile
    assert tile is not None
    assert tile.face is not None
    return _rest(stepped(tile_gone(_without_roll(state), at), steps.Cleared(at, tile.face)), at)


def fail_hazard(state: State) -> State:
    """R9: the tile stays, and the marker brings no token anywhere."""
    return _off(_without_roll(state), steps.Failed(state.chain[-1]))


def _along(state: State, at: Space, by: int) -> State:
    """R11, R12, R17: up or down the column; past the top counts as reaching it."""
    column, space = at
    if space + by > LENGTHS[column] and state.options.overshoot == "exact":
        return _rest(stepped(state, steps.Held(at)), at)
    return go(state, (column, min(space + by, LENGTHS[column])))


def _take(state: State, at: Space, face: str) -> State:
    """R7, R13, R15: the tile goes to the player, and the marker rests."""
    seat = state.seat
    state = stepped(tile_gone(state, at), steps.Taken(at, face))
    if (number := shield_number(face)) is not None:
        assert state.stop is not None
        held = tuple(sorted((*state.shields[seat], number)))
        state = _with_stop(
            replace(state, shields=_at_seat(state.shields, seat, held)),
            taken=tuple(sorted((*state.stop.taken, number))),
        )
    elif face == "map":
        state = replace(state, maps=_at_seat(state.maps, seat, state.maps[seat] + 1))
    else:
        state = replace(state, lost=_at_seat(state.lost, seat, state.lost[seat] + 1))
    return _rest(state, at)


def _top(state: State, at: Space) -> State:
    """R5, R28, R29, R35: the column is won, unless it was before; enough columns end the game at once."""
    if at[0] in won_columns(state):
        return _off(state, steps.Removed(at))
    won = _rest(stepped(state, steps.Won(at[0])), at)
    assert won.stop is not None
    columns = topped(won.climb.tokens[won.seat]) | {
        column for column, space in won.stop.rested if is_top((column, space))
    }
    if won.options.third_column == "at-once" and len(columns) >= won.climb.options.columns_to_win:
        return turns.win_at_once(won)
    return won


def _loop(state: State, at: Space) -> State:
    """R33: back on a space of its own chain, a marker stops, and the tile does not act again."""
    if state.options.loop == "loses":
        return _off(state, steps.Looped(at, lost=True))
    return _rest(stepped(state, steps.Looped(at, lost=False)), at)


def _fall(state: State, last: Space) -> State:
    """R31: below the bottom."""
    match state.options.off_bottom:
        case "turn":
            return turns.lose_turn(stepped(state, steps.FellOff(last, "turn")))
        case "token" if last[0] in state.climb.tokens[state.seat]:
            fallen = stepped(state, steps.FellOff(last, "token"), steps.TokenOff(state.seat, last[0]))
            return _off(turns.without_token(fallen, last[0]))
    return _off(state, steps.FellOff(last, ""))


def _rest(state: State, at: Space) -> State:
    """The marker stays until the tokens move; in a won column it is removed (R29)."""
    assert state.stop is not None
    if at[0] in won_columns(state):
        return _off(state, steps.Removed(at))
    resting = _with_stop(
        state,
        path=None,
        rested=(*state.stop.rested, at),
        origins=(*state.stop.origins, state.chain[0][0]),
    )
    return stepped(resting, steps.Rested(at))


def _off(state: State, *told: steps.Step) -> State:
    """The marker under check leaves the board without effect."""
    return stepped(_with_stop(state, path=None), *told)


def _without_roll(state: State) -> State:
    return replace(state, climb=replace(state.climb, pips=None), shields_used=0)


def _with_stop(state: State, **changes: Any) -> State:
    assert state.stop is not None
    return replace(state, stop=replace(state.stop, **changes))


def _at_seat(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
