"""Boards of Can't Stop as nobody sells them: other art, other proportions, drawn to be learnt and then read.

The law of this file: everything follows from a number, and none is any publisher's. Where each space lies is known to
whoever draws it; the reader is told no more than a person who taps four spaces and drags what does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from companion.board import BoardPlan, Spot
from companion.games.cant_stop import looks
from companion.games.cant_stop.board import LENGTHS
from tools.board_canvas import Canvas, Picture, box, polygon

Draw = Callable[[np.random.Generator, Canvas], None]

COLUMNS: Final = tuple(LENGTHS)
MIDDLE: Final = 7


@dataclass(frozen=True)
class Design:
    """A board that somebody owns."""

    named: str
    plan: BoardPlan
    """Where its spaces really are, mm."""
    picture: Picture
    """(h, w, 3) BGR, `vision.boards.scene.TEXTURE` pixels a millimetre."""


def _plan(
    rng: np.random.Generator, across: tuple[float, float], up: tuple[float, float], spread: float = 0.0
) -> BoardPlan:
    """Columns `across` apart and spaces `up` apart, mm from and to; outer columns by up to `spread` more loosely."""
    px, py = float(rng.uniform(*across)), float(rng.uniform(*up))
    loose = float(rng.uniform(0, spread))
    edge_x, edge_y = px * rng.uniform(0.9, 1.6), py * rng.uniform(1.2, 2.0)
    width, height = 10 * px + 2 * edge_x, 12 * py + 2 * edge_y
    spots = []
    for column, length in LENGTHS.items():
        apart = py * (1 + loose * abs(column - MIDDLE) / 5)
        for space in range(1, length + 1):
            y = height / 2 - (space - (length + 1) / 2) * apart
            spots.append((f"{column}.{space}", width / 2 + (column - MIDDLE) * px, y, min(px, apart)))
    nominal = looks.plan()
    known = {name: (x, y, size) for name, x, y, size in spots}
    placed = tuple(
        replace(spot, x=known[spot.name][0], y=known[spot.name][1], size=known[spot.name][2] - 1)
        for spot in nominal.spots
    )
    return replace(nominal, width=width, height=height, spots=placed, marks=(), poster=None)


def _pitch(plan: BoardPlan) -> tuple[float, float]:
    return plan.spot("8.1").x - plan.spot("7.1").x, plan.spot("7.1").y - plan.spot("7.2").y


def _colour(rng: np.random.Generator, base: tuple[int, int, int], by: float = 14) -> tuple[int, ...]:
    return tuple(int(v) for v in np.clip(np.array(base) + rng.normal(0, by, 3), 6, 250))


def _column(spot: Spot) -> int:
    return int(spot.name.split(".")[0])


def _space(spot: Spot) -> int:
    return int(spot.name.split(".")[1])


def _is_top(spot: Spot) -> bool:
    return _space(spot) == LENGTHS[_column(spot)]


def _numbers(canvas: Canvas, colour: tuple[int, ...], high: float, above: bool = True) -> None:
    """At the ends of the columns."""
    _, py = _pitch(canvas.plan)
    for column, length in LENGTHS.items():
        for name, way in ((f"{column}.{length}", -1), (f"{column}.1", 1)):
            if way < 0 and not above:
                continue
            spot = canvas.plan.spot(name)
            canvas.write(str(column), spot.x, spot.y + way * 0.85 * py, high, colour)


def wood(rng: np.random.Generator, canvas: Canvas) -> None:
    """Dark wood with pale round inlays and stars in its corners."""
    base = np.array(_colour(rng, (38, 58, 92)), np.float32)
    grain = 0.10 * canvas.clouds(rng, 140, 4) + 0.08 * canvas.clouds(rng, 40, 6) + 0.05 * canvas.clouds(rng, 6, 6)
    canvas.paint(base * (1 + grain)[:, :, None])
    plan = canvas.plan
    px, py = _pitch(plan)
    pale, rim, brass = _colour(rng, (140, 185, 215)), _colour(rng, (20, 30, 45), 6), _colour(rng, (70, 165, 205))
    canvas.shape(box(plan.width / 2, plan.height / 2, plan.width - 7, plan.height - 7, 9), None, brass, 1.0)
    for x in (0.12, 0.88):
        for y in (0.1, 0.9):
            for turn in (0.0, np.pi / 4):
                canvas.shape(polygon(x * plan.width, y * plan.height, 13, 13, 4, turn), brass, rim, 0.5)
    reach = 0.44 * min(px, py)
    for spot in plan.spots:
        canvas.shape(polygon(spot.x, spot.y, reach, reach, 40), brass if _is_top(spot) else pale, rim, 0.8)
    _numbers(canvas, pale, 5.5)


def octagon(rng: np.random.Generator, canvas: Canvas) -> None:
    """A red octagon on white, its white fields numbered."""
    plan = canvas.plan
    canvas.paint(np.full((8, 8, 3), rng.uniform(222, 248), np.float32))
    red, ink = _colour(rng, (40, 34, 185)), _colour(rng, (60, 50, 50))
    cut = 0.29 * min(plan.width, plan.height)
    canvas.shape(box(plan.width / 2, plan.height / 2, plan.width - 4, plan.height - 4, cut), red)
    canvas.shape(box(plan.width / 2, plan.height / 2, plan.width - 12, plan.height - 12, cut - 3), None, (250,) * 3, 2)
    px, py = _pitch(plan)
    for spot in plan.spots:
        field = box(spot.x, spot.y, 0.88 * px, 0.88 * py, 2.0)
        canvas.shape(field, (246, 248, 250), ink if _is_top(spot) else (), 1.0)
        canvas.write(str(_column(spot)), spot.x, spot.y, 4.0, (190, 190, 200))
    _numbers(canvas, (250,) * 3, 6.0, above=False)


def landscape(rng: np.random.Generator, canvas: Canvas) -> None:
    """A picture as photographs are: sky, clouds, hills and a road, with fields through which it shows."""
    plan = canvas.plan
    high, wide = canvas.image.shape[0] // 4, canvas.image.shape[1] // 4
    y, x = np.mgrid[:high, :wide].astype(np.float32) / (high, wide)[0]
    sky = np.array((220, 160, 90), np.float32) + (y * 120)[:, :, None] * np.array((0.2, 0.5, 0.9), np.float32)
    sky += np.clip(canvas.clouds(rng, 7, 9) + 0.5 * canvas.clouds(rng, 20, 22), 0, 2)[:, :, None] * 35
    picture = sky
    for nth, colour in enumerate(((120, 130, 100), (60, 120, 80), (45, 95, 70), (30, 70, 60))):
        line = 0.3 + 0.16 * nth + 0.05 * np.sin(x * rng.uniform(4, 11) + rng.uniform(0, 6))
        shade = 1 + 0.14 * canvas.clouds(rng, 30, 40) + 0.08 * canvas.clouds(rng, 110, 120)
        picture = np.where((y > line)[:, :, None], np.array(colour, np.float32) * shade[:, :, None], picture)
    canvas.paint(np.asarray(picture, np.float32))
    middle = plan.width / 2
    road = np.array(
        ((middle - 5, plan.height * 0.35), (middle + 5, plan.height * 0.35), (plan.width * 0.85, plan.height),
         (plan.width * 0.15, plan.height)), np.float32
    )  # fmt: skip
    canvas.shape(road, (92, 90, 88))
    px, py = _pitch(plan)
    for spot in plan.spots:
        field = box(spot.x, spot.y, 0.86 * px, 0.86 * py)
        canvas.glaze(field, (255, 255, 255), 0.62 if not _is_top(spot) else 0.85)
        canvas.shape(field, None, (50, 40, 30), 0.8)
    _numbers(canvas, (20, 20, 20), 6.0)


def narrow(rng: np.random.Generator, canvas: Canvas) -> None:
    """Narrow columns, each of its own pale colour, on dark blue with dots."""
    plan = canvas.plan
    canvas.paint(np.full((8, 8, 3), _colour(rng, (92, 52, 30)), np.float32))
    dot = tuple(min(255, v + 26) for v in _colour(rng, (92, 52, 30), 4))
    for x in np.arange(4, plan.width, 8.0):
        for y in np.arange(4, plan.height, 8.0):
            canvas.shape(polygon(x, y, 0.9, 0.9, 8), dot)
    px, py = _pitch(plan)
    hue = rng.uniform(0, 180)
    for spot in plan.spots:
        hsv = np.array([[((hue + _column(spot) * 15) % 180, 60, 235)]], np.uint8)
        colour = tuple(int(v) for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
        canvas.shape(box(spot.x, spot.y, 0.92 * px, 0.9 * py, 1.2), colour)
        if _is_top(spot):
            canvas.shape(polygon(spot.x, spot.y, 0.4 * px, 0.4 * px, 5, -np.pi / 2), None, (40, 30, 30), 0.8)
    _numbers(canvas, (235, 235, 235), 5.0)


def parchment(rng: np.random.Generator, canvas: Canvas) -> None:
    """An old map: stained paper, fields drawn in ink alone, a rose of the winds."""
    base = np.array(_colour(rng, (165, 205, 226), 8), np.float32)
    stains = 0.05 * canvas.clouds(rng, 6, 7) + 0.04 * canvas.clouds(rng, 25, 30) + 0.02 * canvas.clouds(rng, 120, 130)
    canvas.paint(base * (1 + stains)[:, :, None])
    plan = canvas.plan
    ink = _colour(rng, (35, 60, 95), 8)
    px, py = _pitch(plan)
    for nth in range(16):
        angle = nth * np.pi / 8
        tip = np.array((0.11 * plan.width, 0.11 * plan.height)) + 22 * np.array((np.cos(angle), np.sin(angle))) * (
            1 if nth % 2 == 0 else 0.5
        )
        canvas.shape(np.array(((0.11 * plan.width, 0.11 * plan.height), tip), np.float32), None, ink, 0.8)
    canvas.shape(polygon(0.11 * plan.width, 0.11 * plan.height, 12, 12, 40), None, ink, 0.8)
    for x, y in ((0.88, 0.9), (0.1, 0.88), (0.9, 0.12)):
        for reach in (14, 10, 6):
            wobble = polygon(x * plan.width, y * plan.height, reach, reach * 0.7, 14)
            canvas.shape(wobble + rng.normal(0, 0.8, wobble.shape).astype(np.float32), None, ink, 0.6)
    for spot in plan.spots:
        canvas.shape(polygon(spot.x, spot.y, 0.44 * px, 0.44 * py, 40), None, ink, 0.9)
        if _is_top(spot):
            canvas.shape(polygon(spot.x, spot.y, 0.36 * px, 0.36 * py, 40), None, ink, 0.6)
    _numbers(canvas, ink, 6.0)


def asphalt(rng: np.random.Generator, canvas: Canvas) -> None:
    """Speckled asphalt, yellow lines between the columns, six-cornered fields with white rims."""
    plan = canvas.plan
    base = np.array(_colour(rng, (72, 70, 68), 8), np.float32)
    canvas.paint(base * (1 + 0.07 * canvas.clouds(rng, 260, 280) + 0.05 * canvas.clouds(rng, 9, 9))[:, :, None])
    px, py = _pitch(plan)
    yellow, grey = _colour(rng, (40, 190, 235)), _colour(rng, (150, 148, 146), 10)
    for column in (*COLUMNS, 13):
        x = plan.width / 2 + (column - MIDDLE - 0.5) * px
        for y in np.arange(3, plan.height - 8, 14.0):
            canvas.shape(box(x, y + 4, 1.2, 8), yellow)
    for spot in plan.spots:
        canvas.shape(polygon(spot.x, spot.y, 0.45 * px, 0.45 * py, 6), grey, (240, 240, 240), 0.9)
        if _is_top(spot):
            canvas.shape(polygon(spot.x, spot.y, 0.25 * px, 0.25 * py, 8, np.pi / 8), (40, 40, 190))
    canvas.write("GO", 0.12 * plan.width, 0.1 * plan.height, 9.0, yellow)
    canvas.write("HALT", 0.86 * plan.width, 0.92 * plan.height, 7.0, yellow)
    _numbers(canvas, (240, 240, 240), 5.0)


def meadow(rng: np.random.Generator, canvas: Canvas) -> None:
    """Green, with fields that are light and dark by turns, and a dark frame."""
    plan = canvas.plan
    canvas.paint(
        np.array(_colour(rng, (70, 130, 70)), np.float32) * (1 + 0.06 * canvas.clouds(rng, 50, 60))[:, :, None]
    )
    canvas.shape(box(plan.width / 2, plan.height / 2, plan.width - 5, plan.height - 5), None, (30, 50, 30), 4.0)
    px, py = _pitch(plan)
    light, dark = _colour(rng, (190, 225, 230)), _colour(rng, (120, 170, 190))
    for spot in plan.spots:
        even = (_column(spot) + _space(spot)) % 2 == 0
        canvas.shape(polygon(spot.x, spot.y, 0.62 * px, 0.62 * py, 4, np.pi / 4), light if even else dark)
        if _is_top(spot):
            canvas.shape(polygon(spot.x, spot.y, 0.2 * px, 0.2 * px, 12), (60, 60, 200))
    for nth in range(26):
        x, y = rng.uniform(0.03, 0.97) * plan.width, rng.choice((rng.uniform(0.02, 0.12), rng.uniform(0.88, 0.98)))
        if abs(x - plan.width / 2) > 1.5 * px:
            canvas.shape(polygon(x, y * plan.height, 2.2, 2.2, 5 + nth % 3), _colour(rng, (120, 120, 220), 40))
    _numbers(canvas, (240, 245, 245), 6.0)


@dataclass(frozen=True)
class _Kind:
    draw: Draw
    across: tuple[float, float]
    up: tuple[float, float]
    spread: float = 0.0


KNOWN: Final[Mapping[str, _Kind]] = {
    "wood": _Kind(wood, (18, 23), (17, 22)),
    "octagon": _Kind(octagon, (20, 25), (19, 23)),
    "landscape": _Kind(landscape, (19, 24), (19, 24)),
    "narrow": _Kind(narrow, (16, 18), (21, 25), 0.1),
}
"""Those at which the reader was made."""
HELD_OUT: Final[Mapping[str, _Kind]] = {
    "parchment": _Kind(parchment, (18, 23), (18, 22), 0.15),
    "asphalt": _Kind(asphalt, (19, 24), (18, 22)),
    "meadow": _Kind(meadow, (18, 22), (20, 25)),
}
"""Those that it had never seen when it was measured."""


def design(named: str, number: int) -> Design:
    """The numberth board of a kind."""
    kind = {**KNOWN, **HELD_OUT}[named]
    rng = np.random.default_rng([number, 21])
    plan = _plan(rng, kind.across, kind.up, kind.spread)
    canvas = Canvas(plan)
    kind.draw(rng, canvas)
    return Design(named, plan, canvas.done())
