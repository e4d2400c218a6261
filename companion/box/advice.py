"""Advice on the OLED: what each action comes to, the best one marked; then why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.box.hints import ADVICE
from companion.events import Json, encode
from companion.language import number, say, say_of
from companion.screen import Screen
from companion.snapshot import OpenPrompt
from companion.words import LINE, LINES, SMALL_LINE, SMALL_LINES, cut, paged, wrap

BEST = ">"
"""Stands before the best action; the others are set in by as much."""

MOST_PAGES = 2
"""Of actions: the best ones, where there are more."""

WHOLE = 9
"""So many actions are all shown: whoever holds a card of Rush Hour Shift finds it there."""


def advice_pages(advice: Json | None, opened: Iterable[OpenPrompt]) -> tuple[Screen, ...]:
    """`advice` as FORMATS section 2 has it, on the options of these prompts; None: it failed."""
    if advice is None:
        return (Screen(say(ADVICE), text=tuple(wrap((say("It did not come: ask again."),), LINE))),)
    actions = advice["actions"]
    labels = _labels(opened)
    shown = actions if len(actions) <= WHOLE else actions[: MOST_PAGES * LINES]
    lines = [_line(BEST if nth == 0 else " ", one, labels) for nth, one in enumerate(shown)]
    title, bust = _head(advice)
    pages = [Screen(title, bust, text=tuple(lines[at : at + LINES])) for at in range(0, len(lines), LINES)]
    # A line must not begin with the sign of the number before it.
    why = paged(((advice["why"].replace(" %", "%"),),), SMALL_LINE, SMALL_LINES)
    return (*pages, *(Screen(say(ADVICE), small=page) for page in why))


def _head(advice: Json) -> tuple[str, str]:
    """What is counted, and the number beside it."""
    first = advice["actions"][0]
    if "points" in first:
        return say("Points at the end"), ""
    # A bust that lies there already is no odds, and none that cannot come.
    bust = say_of("in eight signs", "bust {chance}", chance=_percent(advice["bust"])) if 0 < advice["bust"] < 1 else ""
    return say("To win") if first["turns"] is None else say("Turns to go"), bust


def _labels(opened: Iterable[OpenPrompt]) -> list[tuple[Any, str]]:
    """What each action is called, as the options of the box are."""
    named = [
        (encode(option), label)
        for one in opened
        for option, label in zip(getattr(one.prompt, "options", ()), one.labels, strict=False)
    ]
    return [("roll", say("Roll")), *named]


def _line(sign: str, one: Json, labels: list[tuple[Any, str]]) -> str:
    if "points" in one:
        worth = number(one["points"], 0)
    else:
        worth = f"{number(100 * one['win'], 1)}%" if one["win"] is not None else number(one["turns"], 2)
    label = one.get("label") or next(label for action, label in labels if action == one["action"])
    name = cut(label, LINE - len(worth) - 3)
    return f"{sign} {name}{worth:>{LINE - 2 - len(name)}}"


def _percent(chance: float) -> str:
    """In three signs: what is possible is never said to be 0, nor what may fail 100."""
    whole = round(100 * chance)
    if chance > 0 and whole == 0:
        return "<1%"
    return "99%" if whole == 100 else f"{whole}%"
