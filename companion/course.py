"""How the worth of a game went, event by event: what each choice gave away, what luck did, what was misjudged before.

The law of this file: numbers only, and pure. What a position is worth an advisor says (`companion.advisor.COURSES`);
nothing here knows a game. For each seat the worth at the start, and all changes after it, add up to the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from companion.events import Event, Json, decode, encode

Worths = tuple[float, ...]
"""A number for each seat."""


def change(worth: Worths, before: Worths) -> Worths:
    """What was added for each seat; less than 0: taken."""
    return tuple(a - b for a, b in zip(worth, before, strict=True))


class Unit(StrEnum):
    """What worth is counted in."""

    WIN = "win"
    """The chance to win, 0 to 1."""
    TURNS = "turns"
    """Alone: the turns that the whole game takes. Fewer are better."""
    POINTS = "points"
    """The points at the end."""


@dataclass(frozen=True)
class Step:
    """What one event did: three changes, as long as `worth`, that add up to the change of `worth`."""

    worth: Worths
    """After it."""
    choice: Worths
    """By what was chosen instead of the best: for the seat that chose never better than 0."""
    luck: Worths
    """By how the dice fell, beside the mean over all ways in which they may fall."""
    hindsight: Worths
    """By what was not known of the position before: the advisor judged it less well, or people put the board right."""
    seat: int | None = None
    """Whose choice or roll it was; None: nobody's, or everybody's."""
    better: Event | None = None
    """What would have been best, where something else was chosen; None: the best was chosen, or it was to roll."""


Weigh = Callable[[Sequence[tuple[Any, Event]]], Iterator[Step]]
"""A game's: its states, each with the event that led to it, the start first, to a step for each. It may take seconds;
whoever asks takes one step after the other."""


@dataclass(frozen=True)
class Weigher:
    """How the worth of a game is found."""

    weigh: Weigh
    unit: Callable[[int], Unit]
    """By the number of players."""
    named: Callable[[Any, Event], str]
    """A choice in a few signs: the state before it, and the choice."""
    edition: str
    """Changes with what the advisor has learnt: what another one said is said anew."""


@dataclass(frozen=True)
class Course:
    """A whole game, or as much of it as is known."""

    unit: Unit
    steps: tuple[Step, ...]

    def gain(self, change: Worths, seat: int) -> float:
        """How much better it made things for a seat."""
        return -change[seat] if self.unit is Unit.TURNS else change[seat]


LEAST: Final[Mapping[Unit, float]] = {Unit.WIN: 0.005, Unit.TURNS: 0.02, Unit.POINTS: 2.0}
"""What is less is not told as a mistake or as luck: it is within what the advisor's own judgement errs by."""

MOST_TOLD: Final = 3
"""Mistakes, and rolls."""


def mistakes(course: Course) -> tuple[tuple[int, int], ...]:
    """The worst choices, the worst first: the number of the step, and the seat."""
    found = [
        (-course.gain(step.choice, step.seat), nth, step.seat)
        for nth, step in enumerate(course.steps)
        if step.seat is not None
    ]
    return _most(course.unit, found)


def luckiest(course: Course) -> tuple[tuple[int, int], ...]:
    """The luckiest rolls, the luckiest first: the number of the step, and the seat that it was best for."""
    found = []
    for nth, step in enumerate(course.steps):
        seats = range(len(step.worth)) if step.seat is None else (step.seat,)
        found.append(max((course.gain(step.luck, seat), nth, seat) for seat in seats))
    return _most(course.unit, found)


def _most(unit: Unit, found: list[tuple[float, int, int]]) -> tuple[tuple[int, int], ...]:
    told = sorted((one for one in found if one[0] >= LEAST[unit]), key=lambda one: (-one[0], one[1]))
    return tuple((nth, seat) for _, nth, seat in told[:MOST_TOLD])


def sums(course: Course) -> tuple[tuple[float, float, float], ...]:
    """For each seat what its own choices, all luck, and all else did to its worth: start and these make the result.

    What others gave away counts with all else.
    """
    found = []
    for seat in range(len(course.steps[0].worth)):
        own = sum(step.choice[seat] for step in course.steps if step.seat == seat)
        luck = sum(step.luck[seat] for step in course.steps)
        every = course.steps[-1].worth[seat] - course.steps[0].worth[seat]
        found.append((own, luck, every - own - luck))
    return tuple(found)


def to_json(step: Step) -> dict[str, Any]:
    """A step as JSON, to be kept."""
    return {
        "worth": list(step.worth),
        "choice": list(step.choice),
        "luck": list(step.luck),
        "hindsight": list(step.hindsight),
        "seat": step.seat,
        "better": None if step.better is None else encode(step.better),
    }


def from_json(given: Json, kinds: Sequence[type[Event]]) -> Step:
    """The step that `to_json` wrote, of a game with these kinds of events.

    Raises:
        BadEvent, KeyError, TypeError, ValueError: it is none.
    """
    worth, choice, luck, hindsight = (
        tuple(float(number) for number in given[key]) for key in ("worth", "choice", "luck", "hindsight")
    )
    if not len(worth) == len(choice) == len(luck) == len(hindsight):
        raise ValueError("a step has as many numbers of each kind")
    better = None if given["better"] is None else decode(given["better"], kinds)
    return Step(worth, choice, luck, hindsight, given["seat"], better)
