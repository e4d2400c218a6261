"""What holds of a game that does not say otherwise: the contract's defaults.

The law of this file: a default knows no state. Whether a game has odds or hints at all is whether it left the default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.events import Event, Json
from companion.options import Finding
from companion.view import Words


def no_path(state: object, event: Event) -> tuple[str, ...]:
    return ()


def nothing_else(before: object, event: Event, after: object) -> tuple[Words, ...]:
    return ()


def next_in_order(state: object) -> None:
    return None


def no_scores(state: object) -> None:
    return None


def all_in_hand(moments: object, seat: object, shuffle: object, options: tuple[Event, ...]) -> tuple[Event, ...]:
    return options


def no_shuffle(state: object, shuffle: Callable[[list[Any]], None]) -> Event:
    raise AssertionError("this game shuffles nothing")


def nothing_unasked(state: object) -> None:
    return None


def no_effect(state: object, event: Event) -> str:
    return ""


def no_loss(state: object, event: Event) -> bool:
    return False


def nothing_to_fill(state: object, position: Json) -> Json:
    return position


def no_hints(state: object, goes_on: object) -> Iterator[str]:
    return iter(())


def no_findings(options: Json, goes_on: object) -> Iterator[Finding]:
    return iter(())


def no_odds(state: object, event: Event | None) -> str:
    return ""


def no_more_odds(state: object) -> tuple[Words, ...]:
    return ()
