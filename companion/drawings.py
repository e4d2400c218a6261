"""A game's drawings (`art/*.svg` in its folder) as plain outlines, so that paper and camera mean the same picture.

The law of this file: it reads the few parts of SVG in which our own drawings are made (`path` of M, L, C and Z in
absolute coordinates, `rect`, `circle`, in two groups) and refuses every other, so that what a browser shows is what is
printed and recognised. Nothing is drawn here. No text: letters are strokes, and no machine's fonts change them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final
from xml.etree import ElementTree

EDGE: Final = 100.0
"""Every drawing is a square of this edge (its viewBox), y downwards."""

BENDS: Final = 12
"""Lines that stand for one curve: on a tile of 20 mm they are off by less than 0.02 mm."""

_ROUND: Final = 48
"""Lines that stand for a circle."""

_TOKEN: Final = re.compile(r"[A-Za-z]|-?\d+(?:\.\d+)?")
_TAKES: Final = {"M": 2, "L": 2, "C": 6, "Z": 0}

Point = tuple[float, float]


@dataclass(frozen=True)
class Outline:
    """One line of points; a closed one ends where it began."""

    points: tuple[Point, ...]
    closed: bool


@dataclass(frozen=True)
class Shape:
    """Outlines that are filled (even-odd), then stroked with round ends and corners."""

    outlines: tuple[Outline, ...]
    fill: str | None
    """`#rrggbb`; None: not filled."""
    stroke: str | None
    stroke_width: float


@dataclass(frozen=True)
class Drawing:
    """Shapes from back to front."""

    title: str
    ground: tuple[Shape, ...]
    """What fills the square to its edge, and beyond it where paper is cut."""
    sign: tuple[Shape, ...]
    """What stands on it; it may be drawn smaller, to leave a corner free."""


class BadDrawing(ValueError):
    """A drawing uses more of SVG than is read here."""


def art(game: str) -> dict[str, Traversable]:
    """The drawings that a game brings along, by their names; empty where it has none.

    Args:
        game: as the registry names it.
    """
    folder = art_folder(game)
    if not folder.is_dir():
        return {}
    return {file.name.removesuffix(".svg"): file for file in folder.iterdir() if file.name.endswith(".svg")}


def art_folder(game: str) -> Traversable:
    """Where they lie."""
    return resources.files("companion").joinpath("games", game.replace("-", "_"), "art")


@cache
def drawings(game: str) -> Mapping[str, Drawing]:
    """The same, read once; the back among them as `back`."""
    read = {name: read_drawing(file.read_text(encoding="utf-8")) for name, file in sorted(art(game).items())}
    return MappingProxyType(read)


def read_drawing(svg: str) -> Drawing:
    """What an SVG of ours draws.

    Raises:
        BadDrawing: it is no such drawing; says which part is not read.
    """
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise BadDrawing(f"no SVG: {error}") from error
    if root.get("viewBox") != f"0 0 {EDGE:g} {EDGE:g}":
        raise BadDrawing(f"viewBox must be 0 0 {EDGE:g} {EDGE:g}, not {root.get('viewBox')}")
    groups = {part.get("id"): part for part in root if _tag(part) == "g"}
    if set(groups) != {"ground", "sign"}:
        raise BadDrawing("a drawing has two groups, ground and sign")
    title = next((part.text or "" for part in root if _tag(part) == "title"), "")
    return Drawing(title, *(tuple(_shape(part) for part in groups[name]) for name in ("ground", "sign")))


def _tag(part: ElementTree.Element) -> str:
    return part.tag.rpartition("}")[2]


def _shape(part: ElementTree.Element) -> Shape:
    fill, stroke = part.get("fill", "#000000"), part.get("stroke", "none")
    if unread := set(part.attrib) - {
        "d",
        "x",
        "y",
        "width",
        "height",
        "cx",
        "cy",
        "r",
        "fill",
        "stroke",
        "stroke-width",
    }:
        raise BadDrawing(f"{_tag(part)}: {', '.join(sorted(unread))} is not read")
    for colour in (fill, stroke):
        if colour != "none" and not re.fullmatch(r"#[0-9a-f]{6}", colour):
            raise BadDrawing(f"a colour is #rrggbb, not {colour}")
    return Shape(
        _outlines(part),
        None if fill == "none" else fill,
        None if stroke == "none" else stroke,
        float(part.get("stroke-width", "1")),
    )


def _outlines(part: ElementTree.Element) -> tuple[Outline, ...]:
    match _tag(part):
        case "rect":
            x, y, width, height = (float(part.get(name, "0")) for name in ("x", "y", "width", "height"))
            return (Outline(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), True),)
        case "circle":
            x, y, radius = (float(part.get(name, "0")) for name in ("cx", "cy", "r"))
            turns = [2 * math.pi * nth / _ROUND for nth in range(_ROUND)]
            return (Outline(tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns), True),)
        case "path":
            return _path(part.get("d", ""))
    raise BadDrawing(f"{_tag(part)} is not read")


def _path(d: str) -> tuple[Outline, ...]:
    outlines: list[Outline] = []
    points: list[Point] = []
    for name, numbers in _steps(d):
        match name:
            case "M":
                outlines += [Outline(tuple(points), False)] if points else []
                points = [(numbers[0], numbers[1])]
            case "L":
                points.append((numbers[0], numbers[1]))
            case "C":
                points += _curve(points[-1], numbers)
            case "Z":
                outlines.append(Outline(tuple(points), True))
                points = []
    return (*outlines, Outline(tuple(points), False)) if points else tuple(outlines)


def _steps(d: str) -> list[tuple[str, list[float]]]:
    """Each letter with its numbers; one that is not repeated counts again, as SVG has it."""
    left = _TOKEN.findall(d)
    steps: list[tuple[str, list[float]]] = []
    name = ""
    while left:
        if left[0].isalpha():
            name = left.pop(0)
        if name not in _TAKES or (not _TAKES[name] and left and not left[0].isalpha()):
            raise BadDrawing(f"a path is made of M, L, C and Z, not {name or left[0]}: {d[:40]}")
        numbers, left = left[: _TAKES[name]], left[_TAKES[name] :]
        if len(numbers) < _TAKES[name] or any(number.isalpha() for number in numbers):
            raise BadDrawing(f"{name} lacks a number: {d[:40]}")
        steps.append((name, [float(number) for number in numbers]))
    return steps


def _curve(start: Point, numbers: list[float]) -> list[Point]:
    """The points of a cubic curve after its start."""
    ends = [start, *zip(numbers[::2], numbers[1::2], strict=True)]
    points = []
    for nth in range(1, BENDS + 1):
        t = nth / BENDS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points.append(
            (
                sum(weight * end[0] for weight, end in zip(weights, ends, strict=True)),
                sum(weight * end[1] for weight, end in zip(weights, ends, strict=True)),
            )
        )
    return points
