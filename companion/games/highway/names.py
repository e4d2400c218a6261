"""What the tiles are called, and what they do, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.cant_stop.screens import percent
from companion.games.highway.moves import Space
from companion.games.highway.odds import hazard_odds
from companion.games.highway.options import Options
from companion.games.highway.tiles import HAZARDS, shield_number, steps_along
from companion.language import capital, later, listed, say, say_count, say_of
from companion.view import Words

COLUMN_SEVEN: Final = 7
"""Stands for any column where the words are the same in all."""

_NAMES: Final[Mapping[str, str]] = {
    "accident": later("Accident"),
    "flat-tire": later("Flat Tire"),
    "out-of-fuel": later("Out of Fuel"),
    "flood": later("Flood"),
    "traffic-light": later("Traffic Light"),
    "road-work": later("Road Work"),
    "map": later("Map"),
    "roundabout": later("Roundabout"),
    "lost": later("Lost"),
    "detour-left": later("Detour left"),
    "detour-right": later("Detour right"),
}

_LABELS: Final[Mapping[str, str]] = {
    "accident": later("accident"),
    "flat-tire": later("flat tire"),
    "out-of-fuel": later("no fuel"),
    "flood": later("flood"),
    "traffic-light": later("light"),
    "road-work": later("road work"),
    "map": later("map"),
    "roundabout": later("roundabout"),
    "lost": later("lost"),
    "detour-left": later("det. left"),
    "detour-right": later("det. right"),
}

_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(HAZARDS[:4], later("hazard")),
    **dict.fromkeys(HAZARDS[4:], later("light, work")),
    "detour-left": later("detour"),
    "detour-right": later("detour"),
}
"""The list in which a hazard or a Detour is found."""


def name(face: str) -> str:
    """As on the tile."""
    number = face[-1]
    if shield_number(face):
        return say("Interstate shield {number}", number=number)
    if face.startswith("fast-lane-"):
        return say("Fast Lane +{number}", number=number)
    if face.startswith("traffic-delay-"):
        return say("Traffic Delay -{number}", number=number)
    return say(_NAMES[face])


def short_name(face: str) -> str:
    """At most thirteen signs."""
    number = face[-1]
    if shield_number(face):
        return say("Shield {number}", number=number)
    if face.startswith("fast-lane-"):
        return say_of("in few signs", "Fast Lane +{number}", number=number)
    if face.startswith("traffic-delay-"):
        return say("Delay -{number}", number=number)
    match face:
        case "traffic-light":
            return say("Light")
        case "detour-left":
            return say_of("in few signs", "Detour left")
        case "detour-right":
            return say_of("in few signs", "Detour right")
    return say(_NAMES[face])


def label(face: str) -> str:
    """At most ten signs."""
    number = face[-1]
    if shield_number(face):
        return say("shield {number}", number=number)
    if face.startswith("fast-lane-"):
        return say("fast +{number}", number=number)
    if face.startswith("traffic-delay-"):
        return say("delay -{number}", number=number)
    return say(_LABELS[face])


def cards(maps: int, lost: int) -> str:
    """What is handed in before a turn."""
    return listed([*([say_of("a card", "Map")] if maps else []), *([say_of("a card", "Lost")] if lost else [])])


def way(direction: str) -> str:
    """Where a Roundabout leads, as on a button."""
    match direction:
        case "up":
            return say_of("a way", "up")
        case "down":
            return say_of("a way", "down")
        case "left":
            return say_of("a way", "left")
    return say_of("a way", "right")


def kind(face: str) -> str | None:
    """The list in which a turned tile is found on the box; None: it stands among the lists.

    Lists of four stand next to the first one, on either side, and lists of two next to those; so, as the lists go round
    both ways, no face is more than five presses away. Going on only, none is further than twelve steps.
    """
    if shield_number(face):
        return say("shield")
    if face.startswith(("fast-lane-", "traffic-delay-")):
        return say("fast, delay")
    return say(_KINDS[face]) if face in _KINDS else None


def effect(face: str, column: int, options: Options) -> str:
    """What it does to a marker in this column."""
    if shield_number(face):
        return say("kept for a later turn")
    if face in HAZARDS:
        return hazard(column, options)
    if face.startswith(("fast-lane-", "traffic-delay-")):
        by = steps_along(face)
        if by > 0:
            return say_count("{count} space up", "{count} spaces up", by, count=by)
        return say_count("{count} space down", "{count} spaces down", -by, count=-by)
    match face:
        case "map" if options.map == "push":
            return say("one marker once up to four spaces on, next turn")
        case "map":
            return say("the white cone as one more marker next turn")
        case "lost":
            return say("one white marker less next turn")
        case "roundabout" if options.roundabout == "any":
            return say("one space in any direction")
        case "roundabout":
            return say("one space, not off the board")
        case "detour-left":
            return say("one column to the left")
        case "detour-right":
            return say("one column to the right")
    raise AssertionError(f"no tile {face}")


def hazard(column: int, options: Options) -> str:
    """What has to be rolled, and the chance of it."""
    wanted = _wanted(str(column), options)
    return wanted if options.hazard == "agreed" else f"{wanted} ({percent(hazard_odds(options.hazard, column))})"


def _wanted(number: str, options: Options) -> str:
    match options.hazard:
        case "sum":
            return say("two of four dice must make {number}", number=number)
        case "die":
            return say("one of four dice must show {number}", number=number)
        case "split":
            return say("both pairs of one split must make {number}", number=number)
    return say("roll the number {number}, as you agreed", number=number)


def on_card(face: str, options: Options) -> str:
    """What it does to a marker in whatever column: the words of `effect`, for a card that lies beside the board."""
    return _wanted(say("the column's number"), options) if face in HAZARDS else effect(face, COLUMN_SEVEN, options)


def effect_words(face: str, column: int, options: Options) -> Words:
    """The same for narrow screens, of a tile that waits for a roll or for a direction."""
    whole = effect(face, column, options)
    narrow = _hazard_words(column, options) if face in HAZARDS else say("One space, any way")
    return (capital(whole), narrow)


def _hazard_words(column: int, options: Options) -> str:
    match options.hazard:
        case "sum":
            wanted = say("Two dice make {column}", column=column)
        case "die":
            wanted = say("One die shows {column}", column=column)
        case "split":
            wanted = say("Both pairs {column}", column=column)
        case _:
            return say("Roll the {column}", column=column)
    return f"{wanted} {percent(hazard_odds(options.hazard, column))}"


def place(at: Space) -> str:
    """A space in a sentence."""
    return say("column {column}, space {space}", column=at[0], space=at[1])
