"""How the pieces are called, on every screen the same.

In German they stand without an article ("Auto A", "Teil links"), so that they fit any sentence.
"""

from __future__ import annotations

from companion.games.rush_hour_shift.grid import Vehicle
from companion.language import say, say_count, say_of


def hero_named(name: str) -> str:
    """A hero car in a sentence, by its letter."""
    return say("the gold hero car") if name == "G" else say("the silver hero car")


def named(vehicle: Vehicle) -> str:
    """In a sentence."""
    if vehicle.is_hero:
        return hero_named(vehicle.name)
    if vehicle.length == 2:
        return say("the car {letter}", letter=vehicle.name)
    return say("the truck {letter}", letter=vehicle.name)


def short(vehicle: Vehicle) -> str:
    """As a heading; at most 11 signs, so that an OLED's line holds where it goes as well."""
    if vehicle.is_hero:
        return say("Gold hero") if vehicle.name == "G" else say("Silver hero")
    if vehicle.length == 2:
        return say("Car {letter}", letter=vehicle.name)
    return say("Truck {letter}", letter=vehicle.name)


def part_named(side: str) -> str:
    """A part of the grid, "left" or "right", in a sentence."""
    return say("the left part") if side == "left" else say("the right part")


def part_short(side: str) -> str:
    """The same as a heading."""
    return say("Left part") if side == "left" else say("Right part")


def towards(vehicle: Vehicle, by: int) -> str:
    if vehicle.axis == "v":
        return say("down") if by > 0 else say("up")
    return say("right") if by > 0 else say("left")


def far(vehicle: Vehicle, by: int) -> str:
    """How far and where to, as a label: at most 8 signs."""
    if vehicle.axis == "v":
        return rows_far(by)
    count = abs(by)
    return say_of("a label", "{count} right", count=count) if by > 0 else say_of("a label", "{count} left", count=count)


def rows_far(by: int) -> str:
    """How many rows and where to, as a label: at most 8 signs."""
    count = abs(by)
    return say_of("a label", "{count} down", count=count) if by > 0 else say_of("a label", "{count} up", count=count)


def spaces(number: int) -> str:
    return say_count("{count} space", "{count} spaces", number, count=number)


def rows(number: int) -> str:
    return say_count("{count} row", "{count} rows", number, count=number)


def cards(number: int) -> str:
    return say_count("{count} card", "{count} cards", number, count=number)


def rows_towards(by: int) -> str:
    if by > 0:
        return say_count("{count} row down", "{count} rows down", by, count=by)
    return say_count("{count} row up", "{count} rows up", -by, count=-by)


def no_way_out(proven: bool, in_time: bool, whom: str) -> str:
    """Why no way is told: there is none, or it was not found, and then whether asking again may help."""
    if proven:
        return say("there is no way out for {name}", name=whom)
    if in_time:
        return say("no way out for {name} was found, and it was searched for as far as it can be here", name=whom)
    return say("no way out for {name} was found in the time there was; ask again", name=whom)
