"""Whether a layout that somebody entered can be played (R24): refused or warned of, with the reason at the vehicle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.events import Json
from companion.game import BadPosition, GoesOn, always
from companion.games.rush_hour_shift.grid import COLUMNS, LONGEST, SIDES, Grid, Vehicle, in_order
from companion.games.rush_hour_shift.setups import LAYOUTS
from companion.games.rush_hour_shift.vehicles import faults, vehicle_from
from companion.games.rush_hour_shift.way_out import way_out
from companion.games.rush_hour_shift.words import hero_named, no_way_out, part_named
from companion.language import say
from companion.options import Finding

MOST: Final[Mapping[int, int]] = {2: 8, LONGEST: 4}
"""Blocking vehicles in the box, by length (R5)."""

OWN_END: Final[Mapping[str, int]] = {"G": 0, "S": COLUMNS - 2}
"""The column in which each hero car starts (R3)."""


def findings(options: Json, goes_on: GoesOn = always) -> Iterator[Finding]:
    """All that is to say of an entered layout; warnings only where nothing is refused."""
    layout = options.get("layout")
    if not isinstance(layout, Mapping):
        return
    if refused := refusals(layout):
        yield from refused
    else:
        yield from _warnings(Grid(_built(layout)), goes_on)


def own_layout(given: Json) -> str:
    """What a layout is called that is none of ours."""
    try:
        vehicles = _built(given)
    except BadPosition:
        return say("own")
    named = next((name for name, ours in LAYOUTS.items() if ours == vehicles), "")
    return named or say("own, {count} vehicles", count=len(vehicles))


def refusals(given: Mapping[str, object]) -> tuple[Finding, ...]:
    """Why `vehicles` as in a position, the parts in line, cannot be a layout; none: they can."""
    badly_built, well_built = [], []
    for name, record in given.items():
        try:
            well_built.append(vehicle_from(name, record))
        except BadPosition as error:
            badly_built.append(Finding(str(name), True, str(error)))
    # A hero car that is badly built is there all the same.
    told = {finding.where for finding in badly_built}
    impossible = (finding for finding in _impossible(Grid(in_order(well_built))) if finding.where not in told)
    return (*badly_built, *impossible)


def _built(given: Mapping[str, object]) -> tuple[Vehicle, ...]:
    return in_order(vehicle_from(name, record) for name, record in given.items())


def _impossible(grid: Grid) -> Iterator[Finding]:
    for hero, col in OWN_END.items():
        if hero not in grid.named:
            yield Finding(hero, True, say("{vehicle} is missing", vehicle=hero_named(hero)))
        elif grid.named[hero].col != col:
            reason = (
                say("the gold hero car starts in the first two columns, at its own end")
                if hero == "G"
                else say("the silver hero car starts in the last two columns, at its own end")
            )
            yield Finding(hero, True, reason)
    for name, reason in faults(grid):
        yield Finding(name, True, f"{name} {reason}")
    for length, most in MOST.items():
        blocking = [vehicle.name for vehicle in grid.vehicles if vehicle.length == length and not vehicle.is_hero]
        for name in blocking[most:]:
            words = {"letter": name, "count": most, "length": length}
            yield Finding(
                name, True, say("{letter} is one too many: the box holds {count} of length {length}", **words)
            )


def _warnings(grid: Grid, goes_on: GoesOn) -> Iterator[Finding]:
    turned = {(vehicle.is_hero, vehicle.cells) for vehicle in grid.turned().vehicles}
    for vehicle in grid.vehicles:
        if (vehicle.is_hero, vehicle.cells) not in turned:
            reason = say(
                "{letter} has no counterpart after half a turn: one side may have it easier", letter=vehicle.name
            )
            yield Finding(vehicle.name, False, reason)
    for side in SIDES:
        if lock := grid.lock(side):
            words = {"vehicle": lock.name, "part": part_named(side)}
            yield Finding(lock.name, False, say("{vehicle} lies across the seam and locks {part}", **words))
    for hero in OWN_END:
        way = way_out(grid, hero, goes_on)
        if way.actions is None:
            found = no_way_out(way.proven, way.in_time, hero_named(hero))
            yield Finding(hero, False, say("even if the other one stands still, {found}", found=found))
