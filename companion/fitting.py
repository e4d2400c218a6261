"""What fits a key of table.toml: how it is told, read and written.

The law of this file: a rule says in words what it expects, so that a refusal can name it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

FIRST_PIN: Final = 4
"""BCM numbers. 0 and 1 are the Pi's own, for add-on boards; 2 and 3 are the I2C bus of the OLED."""
LAST_PIN: Final = 27
"""The highest number on the header with 40 pins."""


@dataclass(frozen=True)
class Rule:
    expected: str
    """Completes `must be ...`."""

    read: Callable[[Any], Any]
    """From what TOML gives to what the Config holds. Raises ValueError where it does not fit."""

    write: Callable[[Any], str]
    """From what the Config holds to TOML."""


def key(default: Any, rule: Rule, does: str) -> Any:
    return field(default=default, metadata={"rule": rule, "does": does})


def fitting(fits: Callable[[Any], bool]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if not fits(value):
            raise ValueError
        return value

    return read


def _quoted(value: Any) -> str:
    return f'"{value}"'


def word(*words: str) -> Rule:
    return Rule("one of " + ", ".join(map(_quoted, words)), fitting(lambda value: value in words), _quoted)


def text(expected: str, fits: Callable[[str], bool]) -> Rule:
    return Rule(expected, fitting(lambda value: isinstance(value, str) and fits(value)), _quoted)


def whole(first: int, last: int, what: str = "a whole number", write: Callable[[int], str] = str) -> Rule:
    # To Python, true is a whole number too.
    return Rule(
        f"{what} from {write(first)} to {write(last)}",
        fitting(lambda value: type(value) is int and first <= value <= last),
        write,
    )


def seconds(last: float, zero: str) -> Rule:
    return Rule(
        f"seconds from 1 to {last:g}, or 0: {zero}",
        fitting(lambda value: type(value) in (int, float) and (value == 0 or 1 <= value <= last)),
        lambda value: f"{value:g}",
    )


def part() -> Rule:
    return Rule(
        "a number above 0, at most 1",
        fitting(lambda value: type(value) in (int, float) and 0 < value <= 1),
        lambda value: f"{value:g}",
    )


PIN: Final = whole(FIRST_PIN, LAST_PIN, "a GPIO number")


def _read_free_pin(value: Any) -> int | None:
    return None if value == "none" else PIN.read(value)


FREE_PIN: Final = Rule(
    f'{PIN.expected}, or "none"', _read_free_pin, lambda value: '"none"' if value is None else str(value)
)
