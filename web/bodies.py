"""Reading a call's body: each field is what the call wants, or the refusal names it and its value."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from companion.devices import Button
from companion.prompts import PIPS

_LARGEST = 2**53
"""Whole numbers above it are not safe in every reader of JSON."""

_MOST_LINES = 100
"""Of a board; as the pattern of `ends` in `calls_beside.py` has it."""


class Malformed(ValueError):
    """The body is not what the call wants; the message says which field and which value."""


def read(raw: bytes) -> Mapping[str, Any]:
    """The body, a JSON object that every part of the house can write down again."""
    try:
        body = json.loads(raw, parse_constant=_no_constant)
        # Half a character ("\ud800") is JSON, but no text that a file or a screen could take.
        json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Malformed(f"the body must be a JSON object, not {_shown(raw.decode(errors='replace'))}") from None
    if not isinstance(body, dict):
        raise Malformed(f"the body must be a JSON object, not {_shown(body)}")
    return body


def whole(body: Mapping[str, Any], name: str) -> int:
    wanted = "a whole number from 0"
    value = _field(body, name, wanted)
    if not _is_whole(value) or not 0 <= value <= _LARGEST:
        raise _wrong(name, wanted, value)
    return int(value)


def version(body: Mapping[str, Any]) -> int:
    return whole(body, "version")


def seconds(body: Mapping[str, Any], name: str) -> float:
    """A field that counts milliseconds from a moment of the sender's own."""
    wanted = "a number of milliseconds from 0"
    value = _field(body, name, wanted)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _LARGEST:
        raise _wrong(name, wanted, value)
    return float(value) / 1000


def flag(body: Mapping[str, Any], name: str) -> bool:
    value = _field(body, name, "true or false")
    if not isinstance(value, bool):
        raise _wrong(name, "true or false", value)
    return value


def flag_or_no(body: Mapping[str, Any], name: str) -> bool:
    """A flag that may be left out: false then."""
    return flag(body, name) if name in body else False


def text(body: Mapping[str, Any], name: str) -> str:
    value = _field(body, name, "a text")
    if not isinstance(value, str):
        raise _wrong(name, "a text", value)
    return value


def short_text(body: Mapping[str, Any], name: str, most: int) -> str:
    value = text(body, name)
    if not 1 <= len(value) <= most:
        raise _wrong(name, f"a text of 1 to {most} characters", value)
    return value


def texts(body: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = _field(body, name, "a list of texts")
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _wrong(name, "a list of texts", value)
    return tuple(value)


def object_(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = _field(body, name, "an object")
    if not isinstance(value, dict):
        raise _wrong(name, "an object", value)
    return value


def pips(body: Mapping[str, Any], name: str) -> tuple[int, ...]:
    wanted = f"a list of whole numbers from {PIPS[0]} to {PIPS[-1]}"
    value = _field(body, name, wanted)
    if not isinstance(value, list) or not all(_is_whole(item) and item in PIPS for item in value):
        raise _wrong(name, wanted, value)
    return tuple(value)


def corners(body: Mapping[str, Any], name: str) -> tuple[tuple[float, float], ...]:
    """Four points of a picture, parts of its width and height."""
    wanted = "four points, each two numbers from 0 to 1"
    value = _field(body, name, wanted)
    if not isinstance(value, list) or len(value) != 4:
        raise _wrong(name, wanted, value)
    for point in value:
        whole = isinstance(point, list) and len(point) == 2
        if not whole or not all(type(part) in (int, float) and 0 <= part <= 1 for part in point):
            raise _wrong(name, wanted, value)
    return tuple((float(x), float(y)) for x, y in value)


def corners_written(written: str | None) -> tuple[tuple[float, float], ...] | None:
    """The same in an address, as eight numbers with commas; None where none are named."""
    if written is None:
        return None
    points = _points_written(written)
    if len(points) != 4:
        raise _wrong("corners", "eight numbers from 0 to 1 with commas between", written)
    return points


def ends_written(written: str | None) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...] | None:
    """Two points for each of several lines, four numbers each; None where none are named."""
    if written is None:
        return None
    points = _points_written(written)
    if not points or len(points) % 2 or len(points) > 2 * _MOST_LINES:
        raise _wrong("ends", "numbers from 0 to 1 with commas between, four for each line", written)
    return tuple(zip(points[::2], points[1::2], strict=True))


def _points_written(written: str) -> tuple[tuple[float, float], ...]:
    """Numbers with commas between, x and y by turns; none where one of them is no part of a picture or has no pair."""
    try:
        numbers = [float(part) for part in written.split(",")]
    except ValueError:
        return ()
    if len(numbers) % 2 or not all(0 <= part <= 1 for part in numbers):
        return ()
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def button(body: Mapping[str, Any], name: str, among: Iterable[Button] = Button) -> Button:
    names = [str(button) for button in among]
    wanted = " or ".join(f'"{name}"' for name in names)
    value = _field(body, name, wanted)
    if not isinstance(value, str) or value not in names:
        raise _wrong(name, wanted, value)
    return Button(value)


def announced(body: Mapping[str, Any]) -> str | None:
    """What the page said that the button would do; None: it does not tell."""
    return text(body, "announced") if body.get("announced") is not None else None


def picture(written: str | None) -> int | None:
    """The number of a picture in an address; None where none is named."""
    return None if written is None else number("picture", written)


def number(name: str, written: str) -> int:
    """A number in an address."""
    if not (written.isascii() and written.isdecimal() and len(written) <= 15):
        raise _wrong(name, "a whole number from 0", written)
    return int(written)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _field(body: Mapping[str, Any], name: str, wanted: str) -> Any:
    if name not in body:
        raise Malformed(f'the field "{name}" is missing: it must be {wanted}')
    return body[name]


def _wrong(name: str, wanted: str, value: object) -> Malformed:
    return Malformed(f'the field "{name}" must be {wanted}, not {_shown(value)}')


def _is_whole(value: object) -> bool:
    # True is an int to Python, and no number to anybody else.
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: object) -> str:
    """A value in an error's words, short enough for one line."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
