"""Evenings of Rush Hour Shift whose grids are known: a state, a grid that differs from it here and there, and photos.

The law of this file: everything follows from one number. Boxes have plastic of any colour; taps are as far off as a
finger is that drags a point under a loupe.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board import CAR, PART, TRUCK, BoardPlan, Expected, Taps
from companion.board_grid import name_of, plan_of, stand_at
from companion.games.rush_hour_shift import looks
from companion.games.rush_hour_shift.grid import COLUMNS, SIDES, Grid, Vehicle, in_order, part_at
from companion.games.rush_hour_shift.setups import LAYOUTS
from tools.board_evening import SAME, Evening, Fault, Picture
from vision.boards.flat import DARK
from vision.boards.forms import PAINTS
from vision.boards.scene import Shot
from vision.grids.traffic import Body, PartsArt, draw_vehicle, photograph_grid

FAULTS: Final = {"moved": 0.35, "elsewhere": 0.15, "missing": 0.15, "exchanged": 0.15, "shifted": 0.2}
"""What goes wrong on tables, and how often each is planted."""
BOXES: Final = ("colours of their own", "trucks share the cars' colours", "two of each colour")
FINGER: Final = 1.0
"""Standard deviation in mm, of spaces of 20, by which a tapped corner is off."""
CARELESS: Final = (0.5, 0.03)
"""The same of a vehicle in its spaces, and of its turn, radians."""
SLANTED: Final = (20.0, 35.0)
_MORE: Final = {
    "pink": (0.5, 0.3, 0.75), "teal": (0.3, 0.28, 0.03), "lime": (0.05, 0.55, 0.3), "navy": (0.12, 0.03, 0.02),
    "maroon": (0.03, 0.02, 0.16), "beige": (0.35, 0.5, 0.6), "grey": (0.18, 0.18, 0.18),
}  # fmt: skip
_GOLD: Final = (0.07, 0.36, 0.55)
_SILVER: Final = (0.45, 0.45, 0.43)
_GROUNDS: Final = (
    (62, 60, 58), (105, 102, 98), (140, 138, 135), (240, 240, 240), (120, 90, 60), (38, 36, 36), (150, 175, 190)
)  # fmt: skip
APART: Final = 0.35
"""Logarithm of a channel by which a vehicle is painted otherwise than the grid: who makes a game wants to see it."""


@dataclass(frozen=True)
class Box:
    """Somebody's grid and vehicles."""

    named: str
    layout: str
    paints: Mapping[str, tuple[float, ...]]
    """By letter, linear BGR."""
    bodies: Mapping[str, Body]
    """By kind."""
    art: PartsArt
    gloss: float

    @property
    def alike(self) -> dict[str, str]:
        """Vehicles that nobody can tell apart, by the first of them."""
        first: dict[tuple[object, ...], str] = {}
        kinds = {vehicle.name: (vehicle.length, vehicle.is_hero) for vehicle in LAYOUTS[self.layout]}
        return {name: first.setdefault((paint, kinds[name]), name) for name, paint in self.paints.items()}


@lru_cache(maxsize=1)
def box_of(nth: int) -> Box:
    """The nth of all boxes."""
    rng = np.random.default_rng([nth, 21])
    named, layout = BOXES[nth % len(BOXES)], str(rng.choice(list(LAYOUTS)))
    ground = np.clip(np.array(_GROUNDS[int(rng.integers(len(_GROUNDS)))]) * rng.uniform(0.92, 1.05, 3), 15, 245)
    known = [*PAINTS.values(), *_MORE.values()]
    mixed = (
        np.clip(np.array(known[int(n)]) * rng.uniform(0.85, 1.15, 3), 0.02, 0.85) for n in rng.permutation(len(known))
    )
    colours = [tuple(paint) for paint in mixed if _contrast(paint, ground) > APART]
    cars = [v.name for v in LAYOUTS[layout] if v.length == 2 and not v.is_hero]
    trucks = [v.name for v in LAYOUTS[layout] if v.length == 3]
    if named == BOXES[0]:
        paints = dict(zip([*cars, *trucks], colours, strict=False))
    elif named == BOXES[1]:
        paints = {**dict(zip(cars, colours, strict=False)), **dict(zip(trucks, colours, strict=False))}
    else:
        paints = {name: colours[nth // 2] for nth, name in enumerate(cars)}
        paints |= {name: colours[len(cars) // 2 + nth // 2] for nth, name in enumerate(trucks)}
    lines = np.clip(ground * rng.choice([0.7, 0.8, 1.2, 1.35]), 15, 235)
    art = PartsArt(
        _bgr(ground), _bgr(lines), rng.uniform(0.8, 2.2), rng.uniform(0, 4),
        float(rng.choice([0.0, 0.0, 8.0])),
    )  # fmt: skip
    margin, shrunk = rng.uniform(1.0, 2.2), rng.uniform(0.55, 0.75)
    bodies = {
        CAR: Body(rng.uniform(9, 13), margin, rng.uniform(0.3, 0.45), shrunk),
        TRUCK: Body(rng.uniform(10, 16), margin, float(rng.choice([0.0, 0.4])), 0.85),
    }
    return Box(named, layout, {"G": _GOLD, "S": _SILVER, **paints}, bodies, art, rng.uniform(0.05, 0.25))


def _contrast(paint: NDArray[np.float64], ground: NDArray[np.float64]) -> float:
    return float(np.abs(np.log(paint + DARK) - np.log((ground / 255) ** 2.2 + DARK)).max())


def _bgr(colour: NDArray[np.float64]) -> tuple[float, float, float]:
    return float(colour[0]), float(colour[1]), float(colour[2])


def drawn(
    rng: np.random.Generator, box: Box, plan: BoardPlan, lying: Expected, seed: int, size: tuple[int, int],
    tilts: tuple[float, float] = (0.0, 40.0), difficulty: str | None = None,
) -> tuple[Shot, Taps]:  # fmt: skip
    """A photo of vehicles on the grid as `plan` says that its parts lie, and where people tapped its corners."""
    grid = plan.grid
    assert grid is not None
    figures = []
    for spot, pieces in lying.items():
        for piece in pieces:
            if piece.kind != PART:
                off = (*rng.normal(0, CARELESS[0], 2), rng.normal(0, CARELESS[1]))
                stand = stand_at(grid, spot, piece)
                figures += draw_vehicle(grid, stand, box.bodies[piece.kind], box.paints[piece.look], box.gloss, off)
    return photograph_grid(plan, box.art, figures, seed, size, tilts, difficulty, rng.normal(0, FINGER, (4, 2)))


def set_up(number: int, size: tuple[int, int], nth: int) -> tuple[Picture, Taps]:
    """The nth photo of the vehicles of an evening, set up to be learnt, and the taps in it."""
    box = box_of(number // SAME)
    rng = np.random.default_rng([number // SAME, 22, nth])
    plan = _plan(box, Grid(LAYOUTS[box.layout]))
    lying = looks.on_grid(Grid(LAYOUTS[box.layout]))
    shot, taps = drawn(rng, box, plan, lying, 2 * 10**6 + number // SAME + nth * 10**5, size, SLANTED, "normal")
    return shot.image, taps


def rush_hour_shift(number: int, size: tuple[int, int]) -> Evening:
    """Somewhere in a game; `size` is (width, height) of the photos."""
    rng = np.random.default_rng([number, 23])
    box = box_of(number // SAME)
    start = Grid(LAYOUTS[box.layout])
    grid = _played(rng, start)
    there, faults, gone = _spoilt(rng, grid, box)
    truth = {
        spot: pieces
        for spot, pieces in looks.on_grid(there).items()
        if pieces[0].kind == PART or pieces[0].look not in gone
    }
    shot, taps = drawn(rng, box, _plan(box, there), truth, 3 * 10**6 + number, size)
    return Evening(
        _plan(box, grid), looks.on_grid(start), looks.on_grid(grid), truth, faults, shot, box.named, (), frozenset(),
        _plan(box, start), taps, box.alike,
    )  # fmt: skip


def _plan(box: Box, grid: Grid) -> BoardPlan:
    return plan_of(f"rush-hour-shift-{box.layout}", looks.grid_plan(*grid.offsets))


def _played(rng: np.random.Generator, grid: Grid) -> Grid:
    """After some moves and shifts; a hero car may be half off, never off."""
    for _ in range(int(rng.integers(0, 50))):
        if rng.random() < 0.15:
            grid = _shifted(rng, grid)
            continue
        vehicle = grid.vehicles[int(rng.integers(len(grid.vehicles)))]
        by = int(rng.choice([-3, -2, -1, 1, 2, 3]))
        by = int(np.sign(by)) * grid.reach(vehicle, by > 0, abs(by))
        if by and not vehicle.moved(by).is_off:
            grid = grid.moved(vehicle.name, by)
    return grid


def _shifted(rng: np.random.Generator, grid: Grid, most: int = 5) -> Grid:
    side = str(rng.choice(SIDES))
    ways = [by for by in grid.shifts(side) if abs(by) <= most]
    return grid if grid.lock(side) or not ways else grid.shifted(side, int(rng.choice(ways)))


def _spoilt(rng: np.random.Generator, grid: Grid, box: Box) -> tuple[Grid, tuple[Fault, ...], set[str]]:
    """The same with none to three faults, and the vehicles that are no longer on it."""
    faults: list[Fault] = []
    gone: set[str] = set()
    touched: set[str] = set()
    shifted = False
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.25, 0.35, 0.25, 0.15]))):
        kind = str(rng.choice(list(FAULTS), p=list(FAULTS.values())))
        free = [vehicle for vehicle in grid.vehicles if vehicle.name not in touched]
        vehicle = free[int(rng.integers(len(free)))]
        names: tuple[str, ...] = (vehicle.name,)
        after = grid
        if kind == "shifted" and not shifted and not faults:  # else spots of vehicles that were moved would change
            after, shifted, names = _shifted(rng, grid, 2), True, ()
            spots = [side for nth, side in enumerate(SIDES) if after.offsets[nth] != grid.offsets[nth]]
            if after != grid:
                faults.append(Fault(kind, tuple(spots)))
        elif kind == "missing" and not vehicle.is_hero:
            gone.add(vehicle.name)
            faults.append(Fault(kind, (_spot(grid, vehicle),)))
        elif kind == "exchanged":
            others = [v for v in free if v.length == vehicle.length and box.alike[v.name] != box.alike[vehicle.name]]
            if others and not vehicle.is_half_off:
                other = others[int(rng.integers(len(others)))]
                after = _with(_with(grid, replace(other, name=vehicle.name)), replace(vehicle, name=other.name))
                names = (vehicle.name, other.name)
                faults.append(Fault(kind, (_spot(grid, vehicle), _spot(grid, other))))
        else:
            kind = "elsewhere" if kind == "elsewhere" else "moved"
            places = _places(grid, vehicle, kind == "elsewhere", gone)
            if places:
                to = places[int(rng.integers(len(places)))]
                after = _with(grid, to)
                faults.append(Fault(kind, (_spot(grid, vehicle), _spot(grid, to))))
        grid = after
        touched.update(names)
    return grid, tuple(faults), gone


def _places(grid: Grid, vehicle: Vehicle, anywhere: bool, gone: set[str]) -> list[Vehicle]:
    """Where it could stand instead: pushed a space or two along its way, or put anywhere."""
    if not anywhere:
        ways = [by for by in (-2, -1, 1, 2) if grid.reach(vehicle, by > 0, abs(by)) == abs(by)]
        return [vehicle.moved(by) for by in ways if not vehicle.moved(by).is_off]
    others = tuple(one for one in grid.vehicles if one.name not in gone and one is not vehicle)
    rest = Grid(others, grid.offsets)
    found = []
    for col in range(COLUMNS):
        for row in rest.rows(part_at(col)):
            for axis in "hv" if not vehicle.is_hero else "h":
                one = replace(vehicle, row=row, col=col, axis=axis)
                inside = all(map(rest.has, one.cells)) and len(one.cells) == one.length
                if inside and one != vehicle and not any(cell in rest.standing for cell in one.cells):
                    found.append(one)
    return found


def _with(grid: Grid, vehicle: Vehicle) -> Grid:
    return Grid(in_order(vehicle if one.name == vehicle.name else one for one in grid.vehicles), grid.offsets)


def _spot(grid: Grid, vehicle: Vehicle) -> str:
    return name_of(looks.grid_plan(*grid.offsets), vehicle.row, vehicle.col)
