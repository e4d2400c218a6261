"""What the tiles are called, and what they do, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.cant_stop.screens import percent
from companion.games.highway.moves import Space
from companion.games.highway.odds import hazard_odds
from companion.games.highway.options import Options
from companion.games.highway.tiles import HAZARDS, shield_number, steps_along
from companion.view import Words

COLUMN_SEVEN: Final = 7
"""Stands for any column where the words are the same in all."""

_NAMES: Final[Mapping[str, str]] = {
    "accident": "Accident",
    "flat-tire": "Flat Tire",
    "out-of-fuel": "Out of Fuel",
    "flood": "Flood",
    "traffic-light": "Traffic Light",
    "road-work": "Road Work",
    "map": "Map",
    "roundabout": "Roundabout",
    "lost": "Lost",
    "detour-left": "Detour left",
    "detour-right": "Detour right",
}

_LABELS: Final[Mapping[str, str]] = {
    "out-of-fuel": "no fuel",
    "traffic-light": "light",
    "detour-left": "det. left",
    "detour-right": "det. right",
}

_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(HAZARDS[:4], "hazard"),
    **dict.fromkeys(HAZARDS[4:], "light, work"),
    "detour-left": "detour",
    "detour-right": "detour",
}
"""The list in which a hazard or a Detour is found."""


def name(face: str) -> str:
    """As on the tile."""
    if number := shield_number(face):
        return f"Interstate shield {number}"
    if face.startswith("fast-lane-"):
        return f"Fast Lane +{face[-1]}"
    if face.startswith("traffic-delay-"):
        return f"Traffic Delay -{face[-1]}"
    return _NAMES[face]


def short_name(face: str) -> str:
    """At most thirteen signs."""
    short = name(face).removeprefix("Interstate ").removeprefix("Traffic ")
    return short[0].upper() + short[1:]


def label(face: str) -> str:
    """At most ten signs."""
    if face.startswith("fast-lane-"):
        return f"fast +{face[-1]}"
    if face.startswith("traffic-delay-"):
        return f"delay -{face[-1]}"
    return _LABELS.get(face, face.replace("-", " "))


def kind(face: str) -> str | None:
    """The list in which a turned tile is found on the box; None: it stands among the lists.

    Lists of four stand next to the first one, on either side, and lists of two next to those; so, as the lists go round
    both ways, no face is more than five presses away. Going on only, none is further than twelve steps.
    """
    if shield_number(face):
        return "shield"
    if face.startswith(("fast-lane-", "traffic-delay-")):
        return "fast, delay"
    return _KINDS.get(face)


def effect(face: str, column: int, options: Options) -> str:
    """What it does to a marker in this column."""
    if shield_number(face):
        return "kept for a later turn"
    if face in HAZARDS:
        return hazard(column, options)
    if face.startswith(("fast-lane-", "traffic-delay-")):
        by = steps_along(face)
        return f"{abs(by)} space{'s' if abs(by) > 1 else ''} {'up' if by > 0 else 'down'}"
    return {
        "map": "one marker once up to four spaces on, next turn"
        if options.map == "push"
        else "the white cone as one more marker next turn",
        "lost": "one white marker less next turn",
        "roundabout": "one space in any direction" if options.roundabout == "any" else "one space, not off the board",
        "detour-left": "one column to the left",
        "detour-right": "one column to the right",
    }[face]


def hazard(column: int, options: Options) -> str:
    """What has to be rolled, and the chance of it."""
    wanted = _wanted(str(column), options)
    return wanted if options.hazard == "agreed" else f"{wanted} ({percent(hazard_odds(options.hazard, column))})"


def _wanted(number: str, options: Options) -> str:
    return {
        "sum": f"two of four dice must make {number}",
        "die": f"one of four dice must show {number}",
        "split": f"both pairs of one split must make {number}",
        "agreed": f"roll the number {number}, as you agreed",
    }[options.hazard]


def on_card(face: str, options: Options) -> str:
    """What it does to a marker in whatever column: the words of `effect`, for a card that lies beside the board."""
    return _wanted("the column's number", options) if face in HAZARDS else effect(face, COLUMN_SEVEN, options)


def effect_words(face: str, column: int, options: Options) -> Words:
    """The same for narrow screens, of a tile that waits for a roll or for a direction."""
    whole = effect(face, column, options)
    narrow = "One space, any way"
    if face in HAZARDS:
        wanted = {"sum": "Two dice make", "die": "One die shows", "split": "Both pairs", "agreed": "Roll the"}
        chance = "" if options.hazard == "agreed" else f" {percent(hazard_odds(options.hazard, column))}"
        narrow = f"{wanted[options.hazard]} {column}{chance}"
    return (whole[0].upper() + whole[1:], narrow)


def place(at: Space) -> str:
    """A space in a sentence."""
    return f"column {at[0]}, space {at[1]}"
