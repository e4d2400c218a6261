"""Evenings whose boards are known: a state, a board that differs from it here and there, and photos of both.

The law of this file: everything follows from one number. The boards are those of the games' own `looks`; what goes
wrong on them is what goes wrong on tables, and a phone is held at up to 40 degrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion import marks
from companion.board import RUNNER, TILE, TOKEN, BoardPlan, Expected, Piece, Spot, Taps
from companion.game import Seat
from companion.games.cant_stop import looks as cant_stop_looks
from companion.games.cant_stop.board import LENGTHS, RUNNERS
from companion.games.cant_stop.rules import State
from companion.games.highway import looks as highway_looks
from tools.board_box import box_of, figures
from vision.boards import prints
from vision.boards.scene import TEXTURE, Shot, photograph

Picture = NDArray[np.uint8]
Lying = dict[str, list[Piece]]

FAULTS: Final = {"moved": 0.3, "missing": 0.25, "added": 0.15, "other colour": 0.15, "runner": 0.15}
"""What goes wrong on tables, and how often each is planted."""


@dataclass(frozen=True)
class Fault:
    """One thing on the board that is not as the state says."""

    kind: str
    spots: tuple[str, ...]


@dataclass(frozen=True)
class Evening:
    """One board and its photo."""

    plan: BoardPlan
    laid_out: Expected
    """As the pieces stand in the photo from which they are learnt."""
    expected: Expected
    truth: Expected
    """What really lies there."""
    faults: tuple[Fault, ...]
    photo: Shot
    form: str
    colours: tuple[str, ...]
    stacked: frozenset[str]
    """Spots on which pieces stand upon each other."""
    laid_plan: BoardPlan | None = None
    """As the board lies in that photo, where its parts can be shifted."""
    taps: Taps | None = None
    """In `photo`, of a board without codes."""
    alike: Mapping[str, str] = field(default_factory=dict)
    """Looks that nobody can tell apart, by the first of them."""

    def same(self, lying: Iterable[Piece]) -> Counter[Piece]:
        """What lies on a spot, those that nobody can tell apart being one."""
        return Counter(replace(piece, look=self.alike.get(piece.look, piece.look)) for piece in lying)


SAME: Final = 4
"""Evenings in a row that are played with one box, learnt from one photo."""
SLANTED: Final = (20.0, 35.0)
"""Degrees from above of the photo from which pieces are learnt, as it is asked for; its light is neither easy nor
hard."""
FACES: Final = tuple(marks.faces_coded("highway"))
OPEN: Final = 0.1
"""How often a tile lies face up."""
GONE: Final = 0.08
"""How often a space has none any more."""
TRIES: Final = 3
"""Photos that people make of their pieces before they give up: the next one from elsewhere, in other light."""


def set_up(game: str, number: int, size: tuple[int, int], nth: int) -> Picture:
    """The nth photo of the pieces with which an evening is played, laid out to be learnt."""
    rng, box = np.random.default_rng([number // SAME, 2]), box_of(number // SAME)
    plan, laid_out = _highway(box.colours) if game == "highway" else _cant_stop(box.colours)
    stood, _ = figures(rng, box, plan, laid_out)
    seed = 10**6 + number // SAME + nth * 10**5
    return photograph(prints.draw(plan, TEXTURE), stood, seed, size, SLANTED, "normal").image


def cant_stop(number: int, size: tuple[int, int]) -> Evening:
    """An evening of Can't Stop with two to four colours; `size` is (width, height) of the photos."""
    rng = np.random.default_rng([number, 3])
    box = box_of(number // SAME)
    plan, laid_out = _cant_stop(box.colours)
    expected = cant_stop_looks.expected(game_state(rng, len(box.colours)), box.colours)
    truth, faults = spoilt(rng, expected, plan, box.colours)
    stood, stacked = figures(rng, box, plan, truth)
    photo = photograph(prints.draw(plan, TEXTURE), stood, number, size)
    return Evening(plan, laid_out, expected, truth, faults, photo, box.named, box.colours, stacked)


def highway(number: int, size: tuple[int, int]) -> Evening:
    """The same with real tiles on the board, most of them face down."""
    rng = np.random.default_rng([number, 4])
    box = box_of(number // SAME)
    plan, laid_out = _highway(box.colours)
    expected = dict(cant_stop_looks.expected(game_state(rng, len(box.colours)), box.colours))
    for spot in plan.spots:
        if spot.tile and rng.random() > GONE:
            tile = Piece(TILE, str(rng.choice(FACES))) if rng.random() < OPEN else highway_looks.BACK
            expected[spot.name] = (*expected.get(spot.name, ()), tile)
    truth, faults = spoilt(rng, expected, plan, box.colours)
    truth, turned = _turned(rng, truth, plan, {spot for fault in faults for spot in fault.spots})
    stood, stacked = figures(rng, box, plan, truth)
    photo = photograph(prints.draw(plan, TEXTURE), stood, number, size)
    return Evening(plan, laid_out, expected, truth, (*faults, *turned), photo, box.named, box.colours, stacked)


def _cant_stop(colours: tuple[str, ...]) -> tuple[BoardPlan, Expected]:
    """The board, and how its pieces are laid out to be learnt."""
    return cant_stop_looks.plan(), cant_stop_looks.set_up(colours)


def _highway(colours: tuple[str, ...]) -> tuple[BoardPlan, Expected]:
    """The same; all tiles lie face down, as before the first turn."""
    plan = highway_looks.plan(tiles=True)
    backs = {spot.name: highway_looks.BACK for spot in plan.spots if spot.tile}
    return plan, highway_looks.laid_out(colours, backs)


def _turned(
    rng: np.random.Generator, lying: Expected, plan: BoardPlan, touched: set[str]
) -> tuple[Expected, tuple[Fault, ...]]:
    """Now and then one tile lies otherwise: another face, turned over, or gone."""
    if rng.random() < 0.5:
        return lying, ()
    where = [spot.name for spot in plan.spots if spot.tile and spot.name not in touched and spot.name in lying]
    name = str(rng.choice(where))
    others = tuple(piece for piece in lying[name] if piece.kind != TILE)
    now = next((piece.look for piece in lying[name] if piece.kind == TILE), "")
    to = str(rng.choice([face for face in ("", "back", *FACES) if face != now]))
    tiles = (Piece(TILE, to),) if to else ()
    kind = "tile with piece" if others else "tile"  # of which little may be in sight
    return {**lying, name: (*others, *tiles)}, (Fault(kind, (name,)),)


def game_state(rng: np.random.Generator, seats: int) -> State:
    """Somewhere in a game: tokens in some columns, up to three runners above those of the seat in turn."""
    columns = list(LENGTHS)
    won: set[int] = set()
    tokens = []
    for _ in range(seats):
        own = {}
        for column in rng.choice(columns, int(rng.integers(2, 7)), replace=False):
            space = int(rng.integers(1, LENGTHS[int(column)] + 1))
            if space == LENGTHS[int(column)] and (int(column) in won or rng.random() < 0.5):
                space -= 1
            own[int(column)] = space
            if space == LENGTHS[int(column)]:
                won.add(int(column))
        tokens.append(own)
    tokens = [{c: s for c, s in own.items() if c not in won or s == LENGTHS[c]} for own in tokens]
    runners = {}
    for column in rng.choice(columns, int(rng.integers(0, RUNNERS + 1)), replace=False):
        low = tokens[0].get(int(column), 0) + 1
        if int(column) not in won and low <= LENGTHS[int(column)]:
            runners[int(column)] = min(LENGTHS[int(column)], low + int(rng.integers(0, 3)))
    return State(tuple("ABCD"[:seats]), tuple(tokens), seat=Seat(0), runners=runners)


def spoilt(
    rng: np.random.Generator, expected: Expected, plan: BoardPlan, colours: tuple[str, ...]
) -> tuple[Expected, tuple[Fault, ...]]:
    """The same board with none to three faults, each on spots of its own."""
    lying: Lying = {name: list(pieces) for name, pieces in expected.items()}
    faults: list[Fault] = []
    touched: set[str] = set()
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.25, 0.35, 0.25, 0.15]))):
        kind = str(rng.choice(list(FAULTS), p=list(FAULTS.values())))
        wanted = RUNNER if kind == "runner" else TOKEN
        places = [
            (name, piece)
            for name, pieces in lying.items()
            for piece in pieces
            if piece.kind == wanted and name not in touched
        ]
        if not places:
            continue
        name, piece = places[int(rng.integers(len(places)))]
        free = [spot.name for spot in _near(plan, name) if spot.name not in touched]
        if kind in ("moved", "runner") and (kind == "moved" or rng.random() < 0.6) and free:
            to = str(rng.choice(free))
            lying[name].remove(piece)
            lying.setdefault(to, []).append(piece)
            faults.append(Fault(kind, (name, to)))
        elif kind == "added":
            to = str(rng.choice([spot.name for spot in plan.spots if spot.name not in touched]))
            lying.setdefault(to, []).append(Piece(TOKEN, str(rng.choice(colours))))
            faults.append(Fault(kind, (to,)))
        elif kind == "other colour":
            others = [c for c in colours if c != piece.look]
            lying[name][lying[name].index(piece)] = Piece(TOKEN, str(rng.choice(others)))
            faults.append(Fault(kind, (name,)))
        else:
            lying[name].remove(piece)
            faults.append(Fault("missing" if kind == "moved" else kind, (name,)))
        touched.update(faults[-1].spots)
    return {name: tuple(sorted(pieces)) for name, pieces in lying.items() if pieces}, tuple(faults)


def _near(plan: BoardPlan, name: str) -> list[Spot]:
    """The spots beside one, above and below: where a piece is pushed to by a sleeve, or stood by mistake."""
    here = plan.spot(name)
    return [
        spot
        for spot in plan.spots
        if spot.name != name and np.hypot(spot.x - here.x, spot.y - here.y) < here.size * 1.6
    ]
