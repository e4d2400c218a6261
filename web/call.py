"""How one call is described: what it is for, what it takes, what comes back, and how it can be refused.

The law of this file: it knows no call; the table of them is `web/calls.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from web.shapes import TEXT, VERSION, Shape, fields, of, ref

JSON: Final = "application/json"
BYTES: Final[Shape] = {"description": "The file as it is."}
PHOTO: Final[Mapping[str, Shape]] = {"image/jpeg": BYTES, "image/png": BYTES}
SEEN: Final = {"version": VERSION}
"""In the body of what is good only for the table that was looked at."""
WRITTEN: Final = of("integer", minimum=0, maximum=10**15 - 1)
"""A number in an address."""

TOPICS: Final[Mapping[str, str]] = {
    "look": "The table as it is. Anybody may.",
    "play": "May change what is played.",
    "press": "The buttons of the box. May change what is played.",
    "set up": "The next game. May change what is played.",
    "devices": "Who this device is, and what is told to whom.",
    "ask": "Hints, advice, readings of photos. Changes nothing.",
    "calibrate": "Learns the tray. Changes nothing that is played.",
    "look back": "Games on record. Changes nothing.",
    "pages": "For people.",
}


@dataclass(frozen=True)
class Parameter:
    """What stands in the address: in its path, or behind its question mark."""

    name: str
    shape: Shape
    said: str
    where: str = "query"


@dataclass(frozen=True)
class Call:
    """One method of one address."""

    method: str
    path: str
    topic: str
    """`play`, `set up` and `press` may change what is played; no other topic does."""

    said: str
    answer: Mapping[str, Shape]
    """By its media type."""

    body: Mapping[str, Shape] = field(default_factory=dict)
    """By its media type; empty: none is read."""

    parameters: tuple[Parameter, ...] = ()
    refused: tuple[int, ...] = ()
    """Besides 403, with which everything is refused under a foreign name."""

    pin: bool = False
    """Only a device that typed the PIN may."""


def look(
    path: str, said: str, name: str, *refused: int, topic: str = "look", asked: tuple[Parameter, ...] = ()
) -> Call:
    return Call("GET", path, topic, said, {JSON: ref(name)}, parameters=asked, refused=refused)


def picture(
    path: str, said: str, kind: str, *refused: int, asked: tuple[Parameter, ...] = (), pin: bool = False
) -> Call:
    return Call("GET", path, "look", said, {kind: BYTES}, parameters=asked, refused=refused, pin=pin)


def page(path: str, said: str, *refused: int, kind: str = "text/html", asked: tuple[Parameter, ...] = ()) -> Call:
    return Call("GET", path, "pages", said, {kind: TEXT}, parameters=asked, refused=refused)


def photo(path: str, said: str, answer: Shape, *asked: Parameter) -> Call:
    return Call("POST", path, "ask", said, {JSON: answer}, PHOTO, asked, refused=(413, 422), pin=True)


def post(
    path: str,
    topic: str,
    said: str,
    named: dict[str, Shape],
    optional: Collection[str] = (),
    answer: str = "Snapshot",
    refused: tuple[int, ...] = (409, 413, 422, 503),
    pin: bool = True,
) -> Call:
    body = fields("", named, optional)
    return Call("POST", path, topic, said, {JSON: ref(answer)}, {JSON: body}, refused=refused, pin=pin)
