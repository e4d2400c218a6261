"""Vehicles from and to JSON (FORMATS section 3). Every refusal names the vehicle and the value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.game import BadPosition
from companion.games.rush_hour_shift.grid import COLUMNS, EXITS, LONGEST, Cell, Grid, Vehicle, in_order, share_a_row
from companion.language import say
from companion.positions import object_of, one_of, require_known

KEYS = ("row", "col", "length", "axis")


def vehicles_from(given: object, where: str = "vehicles") -> tuple[Vehicle, ...]:
    """Both hero cars and whatever else, each built as a vehicle is, wherever it stands. Raises BadPosition."""
    records = object_of(given, where, "letter: vehicle")  # in no language
    vehicles = in_order(vehicle_from(name, record, f"{where}.") for name, record in records.items())
    for hero in EXITS:
        if hero not in records:
            raise BadPosition(f"{where}: the hero car {hero} is missing")
    return vehicles


def vehicle_from(name: object, given: object, where: str = "") -> Vehicle:
    """One vehicle, built as a vehicle is; `where` begins what an error says. Raises BadPosition."""
    if not isinstance(name, str) or len(name) != 1 or not "A" <= name <= "Z":
        raise BadPosition(f"{where}a vehicle's name is one capital letter, not {name!r}")
    where += name
    record = object_of(given, where, ", ".join(KEYS))
    require_known(record, set(KEYS), where)
    for key in KEYS:
        if key not in record:
            raise BadPosition(f"{where} lacks its {key}")
    for key in ("row", "col", "length"):
        if type(record[key]) is not int:
            raise BadPosition(f"{where}: its {key} must be a whole number, not {record[key]!r}")
    axis = one_of(record["axis"], ("h", "v"), f"{where}: its axis")  # in no language
    vehicle = Vehicle(name, record["row"], record["col"], record["length"], axis)
    if vehicle.is_hero and (vehicle.length != 2 or vehicle.axis != "h"):
        lies = "upright" if axis == "v" else "across"
        raise BadPosition(f"{where}: a hero car lies across and is 2 long, not {lies} and {vehicle.length}")
    if not 2 <= vehicle.length <= LONGEST:
        raise BadPosition(f"{where}: its length must be 2 or {LONGEST}, not {vehicle.length}")
    return vehicle


def vehicles_json(vehicles: Iterable[Vehicle]) -> dict[str, dict[str, object]]:
    return {v.name: {"row": v.row, "col": v.col, "length": v.length, "axis": v.axis} for v in vehicles}


def grid_of(vehicles: tuple[Vehicle, ...], offsets: tuple[int, int]) -> Grid:
    """The grid with these vehicles on it. Raises BadPosition where that cannot be."""
    if not share_a_row(*offsets):
        raise BadPosition(f"offsets: no row runs through all three parts at {list(offsets)}")
    grid = Grid(vehicles, offsets)
    if fault := next(faults(grid), None):
        name, wrong = fault
        raise BadPosition(f"vehicles.{name} {wrong}, at row {grid.named[name].row}, col {grid.named[name].col}")
    return grid


def faults(grid: Grid) -> Iterator[tuple[str, str]]:
    """What cannot be, at the vehicle concerned: its letter, and what it does wrong."""
    taken: dict[Cell, str] = {}
    for vehicle in grid.vehicles:
        if why := _misplaced(grid, vehicle):
            yield vehicle.name, why
        for cell in vehicle.cells:
            if cell in taken:
                yield vehicle.name, say("stands on {letter}", letter=taken[cell])
                break
            taken[cell] = vehicle.name
    off = [vehicle.name for vehicle in grid.vehicles if vehicle.is_off]
    if len(off) > 1:
        yield off[1], say("is off the grid, and so is {letter}: only one can have won", letter=off[0])


def _misplaced(grid: Grid, vehicle: Vehicle) -> str:
    """Why the grid has no such place; empty: it has. A row or part that is not there splits even a straight vehicle."""
    if vehicle.is_hero and not 0 <= vehicle.col <= COLUMNS - vehicle.length:
        if not (vehicle.is_off or vehicle.is_half_off) or (vehicle.col < 0) != (EXITS[vehicle.name] < 0):
            return say("is where no hero car goes: it leaves over the opposite end only, and no further than off")
    elif not vehicle.is_hero and vehicle.axis == "h" and not 0 <= vehicle.col <= COLUMNS - vehicle.length:
        return say("reaches over the end of the grid")
    return "" if all(map(grid.has, vehicle.cells)) else say("stands where the grid has no cell")
