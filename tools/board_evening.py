"""Evenings whose boards are known: a state, a board that differs from it here and there, and photos of both.

The law of this file: everything follows from one number. What is drawn is what people have: cones, discs, pawns and
cubes of several sizes in the colours that seats have, stood carelessly, and a phone at up to 40 degrees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion import marks
from companion.board import RUNNER, TILE, TOKEN, BoardPlan, Expected, Piece, Spot
from companion.colours import COLOURS
from companion.drawings import drawings
from companion.game import Seat
from companion.games.cant_stop import looks
from companion.games.cant_stop.board import LENGTHS, RUNNERS
from companion.games.cant_stop.rules import State
from vision import art, board_figures, board_print
from vision.board_figures import Figure, Form
from vision.board_scene import TEXTURE, Shot, photograph

Picture = NDArray[np.uint8]
Lying = dict[str, list[Piece]]

PAINTS: Final[Mapping[str, tuple[float, float, float]]] = {
    "blue": (0.42, 0.11, 0.03), "red": (0.05, 0.04, 0.52), "green": (0.08, 0.30, 0.05), "yellow": (0.03, 0.50, 0.75),
    "orange": (0.03, 0.22, 0.72), "purple": (0.28, 0.05, 0.16), "sky": (0.70, 0.45, 0.15), "brown": (0.04, 0.09, 0.19),
    "white": (0.80, 0.82, 0.82), "black": (0.025, 0.025, 0.025),
}  # fmt: skip
"""What painted wood and plastic reflect, linear BGR."""
FORMS: Final[Mapping[str, Callable[[np.random.Generator], Form]]] = {
    "cones": lambda rng: board_figures.cone(rng.uniform(5.5, 7.5), rng.uniform(15, 24)),
    "discs": lambda rng: board_figures.disc(rng.uniform(5, 7.5), rng.uniform(3, 6)),
    "pawns": lambda rng: board_figures.pawn(rng.uniform(5.5, 7), rng.uniform(18, 26)),
    "cubes": lambda rng: board_figures.cube(rng.uniform(8, 10)),
}
CARELESS: Final = 2.0
"""Standard deviation in mm of where a piece stands in its space."""
APART: Final = {1: 0.0, 2: 1.02, 3: 1.18, 4: 1.44, 5: 1.73}
"""From the middle of a space to that of each of so many pieces, in radii: so that they touch."""
STACKED: Final = 0.3
"""How often discs and cubes that share a space stand upon each other."""
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


@dataclass(frozen=True)
class Box:
    """The pieces of somebody's game."""

    named: str
    forms: Mapping[str, Form]
    """By kind of piece."""
    paints: Mapping[str, tuple[float, ...]]
    colours: tuple[str, ...]

    def figure(self, rng: np.random.Generator, piece: Piece, x: float, y: float, z: float = 0.0) -> Figure:
        """One of them, turned anyhow."""
        turn, gloss = rng.uniform(0, 6.3), rng.uniform(0.02, 0.2)
        return Figure(self.forms[piece.kind], self.paints[piece.look], x, y, float(turn), z, float(gloss))


SLANTED: Final = (20.0, 35.0)
"""Degrees from above of the photo from which pieces are learnt, as it is asked for; its light is neither easy nor
hard."""
SAME: Final = 4
"""Evenings in a row that are played with one box, learnt from one photo."""


@lru_cache(maxsize=1)
def _box(nth: int) -> Box:
    rng = np.random.default_rng([nth, 1])
    seats = int(rng.integers(2, 5))
    colours = tuple(str(c) for c in rng.choice([c for c in COLOURS if c != "white"], seats, replace=False))
    named = list(FORMS)[nth % len(FORMS)]
    runner = named if rng.random() < 0.5 else "cones"
    paints = {c: tuple(np.minimum(np.array(PAINTS[c]) * rng.uniform(0.9, 1.15, 3), 0.85)) for c in (*colours, "white")}
    return Box(named, {TOKEN: FORMS[named](rng), RUNNER: FORMS[runner](rng)}, paints, colours)


FACES: Final = tuple(marks.faces_coded("highway"))
OPEN: Final = 0.1
"""How often a tile lies face up."""
GONE: Final = 0.08
"""How often a space has none any more."""
THICK: Final = 1.6
"""Of a tile, mm."""
DRAWN: Final = 160
"""Pixels along the edge of a face."""
SQUARE: Final = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))
TOPS: Final = ("3.5", "5.9", "7.13", "9.9", "11.5")
"""Spaces without tiles on which pieces stand to be learnt."""
TRIES: Final = 3
"""Photos that people make of their pieces before they give up: the next one from elsewhere, in other light."""


def set_up(game: str, number: int, size: tuple[int, int], nth: int) -> Picture:
    """The nth photo of the pieces with which an evening is played, laid out to be learnt."""
    rng, box = np.random.default_rng([number // SAME, 2]), _box(number // SAME)
    plan = highway_plan() if game == "highway" else looks.plan()
    laid_out = highway_set_up(box.colours) if game == "highway" else looks.set_up(box.colours)
    figures, _ = _figures(rng, box, plan, laid_out)
    seed = 10**6 + number // SAME + nth * 10**5
    return photograph(board_print.draw(plan, TEXTURE), figures, seed, size, SLANTED, "normal").image


def cant_stop(number: int, size: tuple[int, int]) -> Evening:
    """An evening of Can't Stop with two to four colours; `size` is (width, height) of the photos."""
    rng = np.random.default_rng([number, 3])
    box, plan = _box(number // SAME), looks.plan()
    state = _state(rng, len(box.colours))
    expected = looks.expected(state, box.colours)
    truth, faults = _spoilt(rng, expected, plan, box.colours)
    figures, stacked = _figures(rng, box, plan, truth)
    photo = photograph(board_print.draw(plan, TEXTURE), figures, number, size)
    laid_out = looks.set_up(box.colours)
    return Evening(plan, laid_out, expected, truth, faults, photo, box.named, box.colours, stacked)


def highway(number: int, size: tuple[int, int]) -> Evening:
    """The same with real tiles on the board, most of them face down."""
    rng = np.random.default_rng([number, 4])
    box, plan = _box(number // SAME), highway_plan()
    expected = dict(looks.expected(_state(rng, len(box.colours)), box.colours))
    for spot in plan.spots:
        if spot.tile and rng.random() > GONE:
            tile = str(rng.choice(FACES)) if rng.random() < OPEN else "back"
            expected[spot.name] = (*expected.get(spot.name, ()), Piece(TILE, tile))
    truth, faults = _spoilt(rng, expected, plan, box.colours)
    truth, turned = _turned(rng, truth, plan, {spot for fault in faults for spot in fault.spots})
    figures, stacked = _figures(rng, box, plan, truth)
    photo = photograph(board_print.draw(plan, TEXTURE), figures, number, size)
    laid_out = highway_set_up(box.colours)
    return Evening(plan, laid_out, expected, truth, (*faults, *turned), photo, box.named, box.colours, stacked)


def highway_plan() -> BoardPlan:
    """A board with tiles of 20 mm on every space but the top ones."""
    base = looks.plan()
    tops = {f"{column}.{length}" for column, length in LENGTHS.items()}
    spots = tuple(
        spot if spot.name in tops else replace(spot, kinds=spot.kinds | {TILE}, tile=20.0) for spot in base.spots
    )
    return replace(base, game="highway", spots=spots)


def highway_set_up(colours: tuple[str, ...]) -> Expected:
    """Pieces on bare top spaces, all tiles face down."""
    lying: Lying = {spot.name: [Piece(TILE, "back")] for spot in highway_plan().spots if spot.tile}
    pieces = [*(Piece(TOKEN, colour) for colour in colours), Piece(RUNNER, "white")]
    lying.update({name: [piece] for name, piece in zip(TOPS, pieces, strict=False)})
    return {name: tuple(pieces) for name, pieces in lying.items()}


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
    return {**lying, name: (*others, *tiles)}, (Fault("tile", (name,)),)


def _figures(
    rng: np.random.Generator, box: Box, plan: BoardPlan, lying: Expected
) -> tuple[list[Figure], frozenset[str]]:
    """Everything as it stands, and the spots on which it is stacked."""
    figures, stacked = [], set()
    for name, all_ in lying.items():
        pieces = tuple(piece for piece in all_ if piece.kind != TILE)
        tile = next((piece for piece in all_ if piece.kind == TILE), None)
        if tile is not None:
            figures.append(_tile(rng, plan.spot(name), tile.look))
        if not pieces:
            continue
        stack = len(pieces) > 1 and box.named in ("discs", "cubes") and rng.random() < STACKED
        if stack:
            stacked.add(name)
        figures += _stood(rng, plan.spot(name), pieces, box, stack, THICK if tile else 0.0)
    return figures, frozenset(stacked)


def _state(rng: np.random.Generator, seats: int) -> State:
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


def _spoilt(
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


def _tile(rng: np.random.Generator, spot: Spot, face: str) -> Figure:
    """One of card, printed, in any of four turns, not quite straight."""
    code = marks.faces_coded("highway").get(face)
    picture = art.draw(drawings("highway")[face], DRAWN, code)
    x, y = np.clip(rng.normal((spot.x, spot.y), 0.35), (spot.x - 0.8, spot.y - 0.8), (spot.x + 0.8, spot.y + 0.8))
    yaw = float(rng.integers(4)) * np.pi / 2 + float(rng.normal(0, 0.02))
    form = Form(((spot.tile / 2, 0.0), (spot.tile / 2, THICK)), SQUARE)
    return Figure(form, (0.3, 0.36, 0.4), float(x), float(y), yaw, 0.0, 0.05, picture)


def _stood(
    rng: np.random.Generator, spot: Spot, pieces: tuple[Piece, ...], box: Box, stack: bool, z: float
) -> list[Figure]:
    """One in the middle or so; several side by side, or upon each other."""
    order = [pieces[int(n)] for n in rng.permutation(len(pieces))]
    room = max(0.5, spot.size / 2 - 1.5)
    figures: list[Figure] = []
    if stack:
        x, y = rng.normal((spot.x, spot.y), CARELESS / 2)
        for piece in order:
            beside = rng.normal((x, y), 0.5)
            figures.append(box.figure(rng, piece, float(beside[0]), float(beside[1]), z))
            z += box.forms[piece.kind].high
        return figures
    reach = max(box.forms[piece.kind].reach for piece in order)
    apart = APART.get(len(order), 1.9) * reach
    turn = rng.uniform(0, 2 * np.pi)
    middle = np.clip(rng.normal(0, CARELESS / len(order), 2), -room, room)
    for nth, piece in enumerate(order):
        angle = turn + nth * 2 * np.pi / len(order)
        off = np.clip(middle + apart * np.array((np.cos(angle), np.sin(angle))), -room, room)
        figures.append(box.figure(rng, piece, spot.x + off[0], spot.y + off[1], z))
    return figures
