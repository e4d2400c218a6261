"""The end of a turn, and what the next one begins with. `Rn` is a rule of RULES.md."""

from __future__ import annotations

from dataclasses import replace

from companion.games.cant_stop import rules as cant_stop
from companion.games.cant_stop.board import RUNNERS
from companion.games.highway import steps
from companion.games.highway.moves import Space, is_top
from companion.games.highway.options import Options
from companion.games.highway.state import State, stepped

MOST_MARKERS = 5
"""Option `reminders: cumulative`: from one to five white markers (RULES.md, ambiguity 6)."""


def end_stop(state: State) -> State:
    """R23-R26: all markers are checked; the lower ones of a column go, then the tokens move."""
    assert state.stop is not None
    return _settle_up(state, tuple(zip(state.stop.rested, state.stop.origins, strict=True)))


def win_at_once(state: State) -> State:
    """R35, R36: the won columns count, what else was checked is not placed."""
    assert state.stop is not None
    standing = zip(state.stop.rested, state.stop.origins, strict=True)
    return _settle_up(state, tuple((at, origin) for at, origin in standing if is_top(at)))


def _settle_up(state: State, standing: tuple[tuple[Space, int], ...]) -> State:
    """The tokens go to the markers that stand on the board, each of which came from a column of its own."""
    highest: dict[int, tuple[int, int]] = {}
    outrun: list[Space] = []
    for (column, space), origin in standing:
        there = highest.get(column)
        if there is None or space > there[0]:
            highest[column] = (space, origin)
        if there is not None:
            outrun.append((column, min(space, there[0])))
    state = stepped(state, *map(steps.Outrun, outrun))
    if state.options.token == "travels":
        for column, (_, origin) in sorted(highest.items()):
            if origin != column and origin in state.climb.tokens[state.seat]:
                state = stepped(without_token(state, origin), steps.TokenOff(state.seat, origin))
    return _place(state, {column: space for column, (space, _) in highest.items()})


def lose_turn(state: State) -> State:
    """R8, and R31 where the whole turn's progress is lost: the tokens stay."""
    return _next_turn(state, cant_stop.end_turn(state.climb, {}))


def without_token(state: State, column: int) -> State:
    """The token of the seat in turn is off this column."""
    own = {c: space for c, space in state.climb.tokens[state.seat].items() if c != column}
    tokens = tuple(own if seat == state.seat else spaces for seat, spaces in enumerate(state.climb.tokens))
    return replace(state, climb=replace(state.climb, tokens=tokens))


def _place(state: State, standing: dict[int, int]) -> State:
    """R26: the tokens go where markers stand, never lower than they were."""
    own = state.climb.tokens[state.seat]
    kept = {column: max(space, own.get(column, 0)) for column, space in sorted(standing.items())}
    placed = [steps.TokenPlaced((column, space), kept=own.get(column) == space) for column, space in kept.items()]
    closed = cant_stop.topped(kept)
    off = [
        steps.TokenOff(seat, column)
        for column in sorted(closed)
        for seat, spaces in enumerate(state.climb.tokens)
        if seat != state.seat and column in spaces
    ]
    return _next_turn(stepped(state, *placed, *off), cant_stop.end_turn(state.climb, kept))


def _next_turn(state: State, ended: cant_stop.State) -> State:
    """R13, R15, R22: as a turn begins, its player's reminders are used up."""
    over = replace(state, climb=ended, stop=None, shields_used=0, pushes=0, markers=RUNNERS)
    if cant_stop.outcome(ended):
        return over
    seat = ended.seat
    maps, lost = state.maps[seat], state.lost[seat]
    markers, pushes = _reminded(state.options, maps, lost)
    return stepped(
        replace(
            over,
            maps=(*state.maps[:seat], 0, *state.maps[seat + 1 :]),
            lost=(*state.lost[:seat], 0, *state.lost[seat + 1 :]),
            markers=markers,
            pushes=pushes,
        ),
        steps.TurnBegan(seat, maps, lost),
    )


def _reminded(options: Options, maps: int, lost: int) -> tuple[int, int]:
    """(white markers, pushes) of a turn that uses up these reminders."""
    if options.reminders == "once":
        maps, lost = min(maps, 1), min(lost, 1)
    more = 0 if options.map == "push" else maps
    return max(1, min(RUNNERS + more - lost, MOST_MARKERS)), maps if options.map == "push" else 0
