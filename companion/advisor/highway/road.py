"""Where a white marker ends that stops on a space: chances over the tiles that nobody has seen.

The law of this file: a tile that lies face down is one of those still hidden, each as likely as another, whatever the
state says of its face; one that lies face up is followed as the rules say. Two tiles of one chain are drawn apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from companion.advisor.rolls import Floats, Ints
from companion.games.cant_stop.board import LENGTHS
from companion.games.highway.moves import DIRECTIONS, Space, neighbour, on_board
from companion.games.highway.odds import hazard_odds
from companion.games.highway.options import Options
from companion.games.highway.state import State, won_columns
from companion.games.highway.tiles import BOX, HAZARDS, shield_number, steps_along

SPACES: Final[tuple[Space, ...]] = tuple(
    (column, space) for column in LENGTHS for space in range(1, LENGTHS[column] + 1)
)
"""All 83."""

PLACE: Final = {at: nth for nth, at in enumerate(SPACES)}
SHIELD, MAP, LOST = (len(SPACES) + nth for nth in range(3))
"""Behind the spaces in a row: how many of each are taken on the way, on average."""

WIDTH: Final = len(SPACES) + 3

NOWHERE: Final = len(SPACES)
"""Stands for the place of a marker that is lost."""

DEPTH: Final = 6
"""Tiles that a chain is followed over hidden tiles; four in ten move a marker, so 1 in 250 chains is longer."""


@dataclass(frozen=True)
class Road:
    """The board as one player may see it."""

    options: Options
    won: frozenset[int]
    up: Mapping[Space, str]
    """Faces that everybody sees."""
    down: frozenset[Space]
    mix: Mapping[str, float]
    """How likely each face is where a tile lies face down."""


def road(state: State) -> Road:
    board = state.board or {}
    up = {at: tile.face for at, tile in board.items() if tile.up and tile.face is not None}
    left = dict(BOX)
    for face in (*up.values(), *(face for face, count in state.gone.items() for _ in range(count))):
        left[face] -= 1
    left = {face: count for face, count in left.items() if count > 0} or dict(BOX)
    total = sum(left.values())
    mix = {face: count / total for face, count in left.items()}
    return Road(state.options, won_columns(state), up, frozenset(at for at, tile in board.items() if not tile.up), mix)


def resting(seen: Road, at: Space) -> Floats:
    """The row (WIDTH,) of a marker that stays here; nothing where the column is won (R29)."""
    row = np.zeros(WIDTH)
    row[PLACE[at]] = at[0] not in seen.won
    return row


def ends(seen: Road, score: Floats) -> Floats:
    """(83, WIDTH): how a marker ends that stops on each space; what is missing to 1 is the chance that it is lost.

    `score` (WIDTH,): what each end is worth beside a lost marker, by which a Roundabout's way is chosen.
    """
    rest = np.zeros((len(SPACES), WIDTH))
    rest[np.arange(len(SPACES)), np.arange(len(SPACES))] = [column not in seen.won for column, _ in SPACES]
    known = np.array([at not in seen.down for at in SPACES])
    stay, moves = _hidden(seen, rest)
    ways = _ways(seen)
    turns = seen.mix.get("roundabout", 0.0)
    found = rest
    for _ in range(DEPTH):
        found = stay + moves @ found + turns * _best(found, ways, score)
        found[known] = rest[known]
        for at in seen.up:
            found[PLACE[at]] = along(seen, found, score, at)
    return _with_loops(seen, found, moves, score)


def along(seen: Road, hidden: Floats, score: Floats, at: Space, path: tuple[Space, ...] = ()) -> Floats:
    """The row of a marker that comes to `at` after the spaces of `path`: exact over tiles that lie face up.

    `hidden`: the rows of `ends`, for tiles that lie face down.
    """
    if at not in PLACE or (path and at[0] != path[-1][0] and enters_won(seen, at)):
        return np.zeros(WIDTH)
    if at in path:
        return np.zeros(WIDTH) if seen.options.loop == "loses" else resting(seen, at)
    face = seen.up.get(at)
    if face is None:
        row: Floats = hidden[PLACE[at]]
        return row
    if face == "roundabout":
        ways = [way for way in DIRECTIONS if seen.options.roundabout == "any" or on_board(neighbour(at, way))]
        rows = [along(seen, hidden, score, neighbour(at, way), (*path, at)) for way in ways]
        return max(rows, key=lambda row: float(row @ score))
    if (to := moved(seen.options, at, face)) is not None:
        return along(seen, hidden, score, to, (*path, at))
    row = resting(seen, at)
    if face in HAZARDS:
        return row * pass_chance(seen.options, at[0])
    if (taken := _taken(face)) is not None:
        row[taken] = 1
    return row


def enters_won(seen: Road, at: Space) -> bool:
    """Option `won_column: removed`."""
    return seen.options.won_column == "removed" and at[0] in seen.won


def pass_chance(options: Options, column: int) -> float:
    """Of a hazard (R9), without a shield; where the table judges, as the usual rule has it."""
    return float(hazard_odds("sum" if options.hazard == "agreed" else options.hazard, column))


def moved(options: Options, at: Space, face: str) -> Space | None:
    """Where this face moves a marker, perhaps below the bottom; None: it does not, or somebody chooses."""
    if face.startswith("detour-"):
        return neighbour(at, face.removeprefix("detour-"))
    if face.startswith(("fast-lane-", "traffic-delay-")):
        column, space = at[0], at[1] + steps_along(face)
        if space > LENGTHS[column] and options.overshoot == "exact":
            return None
        return column, min(space, LENGTHS[column])
    return None


def _taken(face: str) -> int | None:
    """Where a row counts this face once it is taken."""
    return SHIELD if shield_number(face) else {"map": MAP, "lost": LOST}.get(face)


@lru_cache(maxsize=4)
def _targets(options: Options) -> Mapping[str, Ints]:
    """(83,) by face: the place to which it moves a marker, NOWHERE, or -1 where it does not; and by direction."""

    def place(to: Space | None) -> int:
        return -1 if to is None else PLACE.get(to, NOWHERE)

    by_face = {face: np.array([place(moved(options, at, face)) for at in SPACES]) for face in BOX}
    return by_face | {way: np.array([place(neighbour(at, way)) for at in SPACES]) for way in DIRECTIONS}


@lru_cache(maxsize=4)
def _passes(options: Options) -> Floats:
    """(83,): of a hazard on each space."""
    return np.array([pass_chance(options, column) for column, _ in SPACES])


def _hidden(seen: Road, rest: Floats) -> tuple[Floats, Floats]:
    """(83, WIDTH), (83, 83): where a tile face down leaves a marker, and where it moves one, but for a Roundabout."""
    every = np.arange(len(SPACES))
    stays = np.zeros(len(SPACES))
    taken = np.zeros(WIDTH)
    moves = np.zeros((len(SPACES), len(SPACES) + 1))
    for face, chance in seen.mix.items():
        if face in HAZARDS:
            stays += chance * _passes(seen.options)
        elif face != "roundabout":
            to = _open(seen, _targets(seen.options)[face])
            moves[every, to] += chance * (to >= 0)
            stays += chance * (to < 0)
            if (where := _taken(face)) is not None:
                taken[where] += chance
    return rest * stays[:, None] + taken, moves[:, :NOWHERE]


def _open(seen: Road, to: Ints) -> Ints:
    """These places, but NOWHERE where a marker enters a won column that removes it."""
    if seen.options.won_column != "removed" or not seen.won:
        return to
    column = np.array([column for column, _ in SPACES])
    shut = np.isin(np.append(column, 0)[to], list(seen.won)) & (np.append(column, 0)[to] != column) & (to >= 0)
    return np.where(shut, NOWHERE, to)


def _ways(seen: Road) -> Ints:
    """(83, 4): where a Roundabout on each space leads."""
    return np.stack([_open(seen, _targets(seen.options)[way]) for way in DIRECTIONS], axis=1)


def _best(found: Floats, ways: Ints, score: Floats) -> Floats:
    """(83, WIDTH): the rows of the best ways out of a Roundabout on each space."""
    rows = np.concatenate((found, np.zeros((1, WIDTH))))
    worth = (rows @ score)[ways]
    best: Floats = rows[np.take_along_axis(ways, worth.argmax(axis=1)[:, None], axis=1)[:, 0]]
    return best


def _with_loops(seen: Road, found: Floats, moves: Floats, score: Floats) -> Floats:
    """The rows with the chains that lead from a hidden tile to one that lies face up and back again."""
    exact = found.copy()
    for at in seen.up:
        for nth in np.flatnonzero(moves[:, PLACE[at]]).tolist():
            if SPACES[nth] in seen.down:
                back = along(seen, found, score, at, (SPACES[nth],))
                exact[nth] += moves[nth, PLACE[at]] * (back - found[PLACE[at]])
    return exact
