"""The course of a game in words: its mistakes and its luck by name, what they cost and what they brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.course import Course, Unit, Weigher, luckiest, mistakes, sums
from companion.events import DiceRolled, Event
from companion.language import number, say

_STOP = "Stopped"  # in no language: an event


def told(weigher: Weigher, course: Course, moments: Sequence[tuple[Any, Event]], players: Sequence[str]) -> Any:
    """What stands under the plot, as JSON; `moments`: the states of the game, each with the event that led to it."""
    return {
        "mistakes": [
            {"moments": nth + 1, "seat": seat, "told": _mistake(weigher, course, moments, nth, players[seat])}
            for nth, seat in mistakes(course)
        ],
        "luckiest": [
            {"moments": nth + 1, "seat": seat, "told": _luck(weigher, course, moments, nth, seat, players[seat])}
            for nth, seat in luckiest(course)
        ],
        "sums": [_sum(course, seat, *three) for seat, three in enumerate(sums(course))],
    }


def _mistake(weigher: Weigher, course: Course, moments: Sequence[tuple[Any, Event]], nth: int, name: str) -> str:
    step, (state, _), (_, event) = course.steps[nth], moments[nth - 1], moments[nth]
    assert step.seat is not None
    best = course.steps[nth - 1].worth[step.seat]
    words = {
        "name": name,
        "worth": worth_words(course.unit, best + step.choice[step.seat]),
        "best": worth_words(course.unit, best),
    }
    rolled, stopped, better = isinstance(event, DiceRolled), _is_stop(event), step.better
    if rolled and _is_stop(better):
        return say("{name} rolled on ({worth}); stopping was better ({best}).", **words)
    if stopped and better is None:
        return say("{name} stopped ({worth}); rolling on was better ({best}).", **words)
    if better is None:
        chosen = weigher.named(state, event)
        return say("{name} chose {chosen} ({worth}); rolling on was better ({best}).", chosen=chosen, **words)
    words["better"] = weigher.named(state, better)
    if rolled:
        return say("{name} rolled on ({worth}); {better} was better ({best}).", **words)
    if stopped:
        return say("{name} stopped ({worth}); {better} was better ({best}).", **words)
    chosen = weigher.named(state, event)
    return say("{name} chose {chosen} ({worth}); {better} was better ({best}).", chosen=chosen, **words)


def _is_stop(event: Event | None) -> bool:
    return type(event).__name__ == _STOP


def _luck(
    weigher: Weigher, course: Course, moments: Sequence[tuple[Any, Event]], nth: int, seat: int, name: str
) -> str:
    step, (state, _), (_, event) = course.steps[nth], moments[nth - 1], moments[nth]
    worth = course.steps[nth - 1].worth[seat] + step.choice[seat]
    before, after = (worth_words(course.unit, one) for one in (worth, worth + step.luck[seat]))
    if isinstance(event, DiceRolled):
        pips = " ".join(map(str, event.pips))
        return say(
            "{name} rolled {pips}: {before} before, {after} after it.",
            name=name,
            pips=pips,
            before=before,
            after=after,
        )
    what = weigher.named(state, event)
    return say("{name}, {what}: {before} before, {after} after it.", name=name, what=what, before=before, after=after)


def _sum(course: Course, seat: int, choices: float, luck: float, rest: float) -> dict[str, str]:
    sign = -1 if course.unit is Unit.TURNS else 1
    return {
        "start": worth_words(course.unit, course.steps[0].worth[seat]),
        "luck": _signed(course.unit, sign * luck),
        "choices": _signed(course.unit, sign * choices),
        "rest": _signed(course.unit, sign * rest),
        "end": worth_words(course.unit, course.steps[-1].worth[seat]),
    }


def worth_words(unit: Unit, worth: float) -> str:
    """A worth with its unit."""
    match unit:
        case Unit.WIN:
            return say("{number} %", number=number(100 * worth, 0 if worth in (0, 1) else 1))
        case Unit.TURNS:
            return say("{number} turns", number=number(worth, 1))
    points = round(worth)
    return say("{number} points", number=f"{'−' if points < 0 else ''}{abs(points)}")


def _signed(unit: Unit, gain: float) -> str:
    """A gain as people write it, with its sign: more is better, whatever it is counted in."""
    scale, digits = {Unit.WIN: (100, 1), Unit.TURNS: (1, 1), Unit.POINTS: (1, 0)}[unit]
    rounded = round(scale * gain, digits)
    written = f"{'−' if rounded < 0 else '+'}{number(abs(rounded), digits)}"
    return say("{number} %", number=written) if unit is Unit.WIN else written
