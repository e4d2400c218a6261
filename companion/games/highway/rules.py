"""Rollin' Down the Highway as pure functions of a frozen state. `Rn` names a rule of RULES.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.events import DiceRolled, Event
from companion.game import Outcome
from companion.games.cant_stop import rules as cant_stop
from companion.games.cant_stop.board import DICE
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped
from companion.games.highway import resolving, turns
from companion.games.highway.events import (
    DirectionChosen,
    HazardJudged,
    MarkerPicked,
    MarkerPushed,
    ShieldUsed,
    TileRevealed,
    TilesShuffled,
)
from companion.games.highway.moves import DIRECTIONS, is_top, neighbour, on_board, written
from companion.games.highway.shields import changed, shield_uses
from companion.games.highway.state import State, Stop, free_height
from companion.games.highway.tiles import BOX, TILE_SPACES, Tile, remaining
from companion.prompts import Choose, Prompt, RevealTile, Role, RollDice, Shuffle

PUSH = 4
"""Option `map: push`: how many spaces at most (R20)."""


def prompts(state: State) -> tuple[Prompt, ...]:
    if outcome(state):
        return ()
    if state.board is None:
        return (Shuffle(TilesShuffled),)
    if state.stop is not None:
        return (_check(state),)
    if state.climb.pips is not None:
        # A bust is confirmed, not assumed: the camera may have misread, and a shield may mend it.
        options: tuple[Event, ...] = splits(state) or (BustAccepted(),)
        return (_choose(state, (*options, *shield_uses(state))),)
    roll = RollDice(DICE, state.seat)
    return (roll, _choose(state, (Stopped(), *pushes(state)))) if cant_stop.may_stop(state.climb) else (roll,)


def _check(state: State) -> Prompt:
    """What the marker under check waits for, or which one is to be checked next."""
    assert state.board is not None
    if state.at is None:
        return _choose(state, tuple(map(MarkerPicked, sorted(state.climb.runners))))
    tile = state.board[state.at]
    if tile.face is None:
        faces = tuple(map(TileRevealed, remaining(state.board, state.gone)))
        return RevealTile(state.seat, written(state.at), faces)
    if tile.face == "roundabout":
        return _choose(state, tuple(map(DirectionChosen, directions(state))))
    if state.options.hazard == "agreed":
        return _choose(state, (HazardJudged(True), HazardJudged(False)))
    if state.climb.pips is None:
        return RollDice(DICE, state.seat)
    return _choose(state, (BustAccepted(), *shield_uses(state)))


def _choose(state: State, options: tuple[Event, ...]) -> Choose:
    return Choose(state.seat, options, tuple(map(_role, options)))


def _role(option: Event) -> Role:
    match option:
        case Stopped():
            return Role.STOP
        case SplitChosen() | MarkerPicked() | DirectionChosen() | HazardJudged(True):
            return Role.GO
    return Role.OTHER


def apply(state: State, event: Event) -> State:
    state = replace(state, steps=())
    match event:
        case TilesShuffled(board):
            dealt = {at: Tile(board[written(at)]["face"]) for at in TILE_SPACES}
            return replace(state, board=dealt)
        case DiceRolled(pips):
            rolled = replace(state, climb=replace(state.climb, pips=pips), shields_used=0)
            return rolled if state.stop is None else resolving.settle(resolving.judge_roll(rolled))
        case SplitChosen(columns):
            return _climb(state, columns)
        case ShieldUsed():
            mended = changed_by(state, event)
            return mended if state.stop is None else resolving.settle(resolving.judge_roll(mended))
        case MarkerPushed(column, by):
            runners = {**state.climb.runners, column: state.climb.runners[column] + by}
            pushed = replace(state, climb=replace(state.climb, runners=runners), pushes=state.pushes - 1)
            return _stop_if_won(pushed)
        case Stopped():
            return resolving.settle(replace(state, stop=Stop()))
        case BustAccepted() if state.stop is None:
            return turns.lose_turn(state)
        case BustAccepted() | HazardJudged(False):
            return resolving.settle(resolving.fail_hazard(state))
        case HazardJudged():
            return resolving.settle(resolving.pass_hazard(state))
        case MarkerPicked(column):
            return resolving.settle(resolving.pick(state, column))
        case TileRevealed(face):
            return resolving.settle(resolving.meet(state, state.chain[-1], face))
        case DirectionChosen(direction):
            return resolving.settle(resolving.leave_roundabout(state, direction))
    raise AssertionError(f"no rule for {event}")


def _climb(state: State, columns: tuple[int, ...]) -> State:
    climbed = replace(state.climb, runners=cant_stop.climb(state.climb, columns), pips=None)
    return _stop_if_won(replace(state, climb=climbed, shields_used=0))


def _stop_if_won(state: State) -> State:
    """Option `stop_when_won`: the winning markers are checked first, so that nothing can come between."""
    if not (state.climb.options.stop_when_won and cant_stop.wins(state.climb)):
        return state
    state = replace(state, stop=Stop())
    for column in sorted(cant_stop.topped(state.climb.runners)):
        if state.stop is not None:
            state = resolving.pick(state, column)
    return resolving.settle(state)


def changed_by(state: State, use: ShieldUsed) -> State:
    """R16, R34: the die changes, and the shield leaves the game."""
    assert state.climb.pips is not None
    held = list(state.shields[state.seat])
    held.remove(use.number)
    return replace(
        state,
        climb=replace(state.climb, pips=changed(state.climb.pips, use)),
        shields=tuple(tuple(held) if seat == state.seat else own for seat, own in enumerate(state.shields)),
        shields_used=state.shields_used + 1,
    )


def splits(state: State) -> tuple[SplitChosen, ...]:
    """Every way to use the roll with the markers of this turn (R20, R21). Empty: a bust."""
    return cant_stop.splits(state.climb, state.markers)


def pushes(state: State) -> tuple[MarkerPushed, ...]:
    """Option `map: push`: every runner up to four spaces up, not past the top."""
    if not state.pushes:
        return ()
    return tuple(
        MarkerPushed(column, by)
        for column in sorted(state.climb.runners)
        for by in range(1, min(PUSH, free_height(state, column)) + 1)
    )


def directions(state: State) -> tuple[str, ...]:
    """R14: the ways out of the Roundabout under the marker."""
    at = state.chain[-1]
    return tuple(
        direction for direction in DIRECTIONS if state.options.roundabout == "any" or on_board(neighbour(at, direction))
    )


def unasked(state: State) -> MarkerPicked | None:
    """The next marker, where the order cannot matter: at most one of those that wait stands on a tile.

    A bare space does nothing and is in nobody's way. A top space wins its column, which a chain may come through.
    """
    if state.stop is None or state.at is not None or len(state.climb.runners) < 2:
        return None
    waiting = sorted(state.climb.runners.items())
    bare = [at for at in waiting if at not in (state.board or {})]
    on_tiles = len(waiting) - len(bare)
    if on_tiles > 1 or (on_tiles and any(map(is_top, waiting))):
        return None
    return MarkerPicked(bare[0][0])


def outcome(state: State) -> Outcome | None:
    """Enough columns win (R35)."""
    return cant_stop.outcome(state.climb)


def shuffled(state: State, shuffle: Callable[[list[Any]], None]) -> TilesShuffled:
    """R4: the 72 tiles dealt face down."""
    faces = [face for face, count in BOX.items() for _ in range(count)]
    shuffle(faces)
    return TilesShuffled(
        {written(at): {"face": face, "up": False} for at, face in zip(TILE_SPACES, faces, strict=True)}
    )
