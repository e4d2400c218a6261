"""What the parts of the box that may be out of order are called, and since when one is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from companion.language import later, say

_PARTS: Final[Mapping[str, str]] = {
    "camera": later("camera"),
    "display": later("display"),
    "buttons": later("buttons"),
    "lamps": later("lamps"),
    "turn light": later("turn light"),  # in no language: the key
    "buzzer": later("buzzer"),
    "voice": later("voice"),
    "record": later("record"),
}

_DAYS: Final = (
    later("Mon"),
    later("Tue"),
    later("Wed"),
    later("Thu"),
    later("Fri"),
    later("Sat"),
    later("Sun"),
)


def every_part() -> dict[str, str]:
    """What each is called in the table's language, by its name."""
    return {part: called(part) for part in _PARTS}


def called(part: str) -> str:
    """A part in the table's language; one that has no word there, by its name."""
    return say(_PARTS.get(part, part))


def day_and_time(when: datetime) -> str:
    """As "Mon 20:15"."""
    return f"{say(_DAYS[when.weekday()])} {when:%H:%M}"
