"""How the pieces are called, on every screen the same."""

from __future__ import annotations

from companion.games.rush_hour_shift.grid import Vehicle

HEROES = {"G": "gold", "S": "silver"}


def named(vehicle: Vehicle) -> str:
    """In a sentence."""
    if vehicle.is_hero:
        return f"the {HEROES[vehicle.name]} hero car"
    return f"the {'car' if vehicle.length == 2 else 'truck'} {vehicle.name}"


def short(vehicle: Vehicle) -> str:
    """As a heading; at most 11 signs, so that an OLED's line holds where it goes as well."""
    if vehicle.is_hero:
        return f"{HEROES[vehicle.name].title()} hero"
    return f"{'Car' if vehicle.length == 2 else 'Truck'} {vehicle.name}"


def towards(vehicle: Vehicle, by: int) -> str:
    if vehicle.axis == "v":
        return "down" if by > 0 else "up"
    return "right" if by > 0 else "left"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def rows_towards(by: int) -> str:
    return f"{counted(abs(by), 'row')} {'down' if by > 0 else 'up'}"


def no_way_out(proven: bool, in_time: bool, whom: str) -> str:
    """Why no way is told: there is none, or it was not found, and then whether asking again may help."""
    if proven:
        return f"there is no way out for {whom}"
    if in_time:
        return f"no way out for {whom} was found, and it was searched for as far as it can be here"
    return f"no way out for {whom} was found in the time there was; ask again"
