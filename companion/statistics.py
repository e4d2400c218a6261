"""What people ask of their dice and of each other: fair or not, how close each bust was, who wins how often.

The law of this file: pure, histories in and numbers or sentences out; it knows no game but by its prompts and events.
What the companion did at its own seats is nobody's luck, and a game against it is none among people.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, Final

from companion.events import DiceRolled, Event
from companion.game import Game, IllegalEvent, step
from companion.history import History
from companion.language import say, say_count, thousands
from companion.prompts import PIPS, Choose, RollDice

FEWEST_DICE: Final = 60
"""Ten expected of each face: with five, the usual least, chi-square is still rough."""

ODD: Final = 0.05
VERY_ODD: Final = 0.01
"""Chances under which fair dice are said to do so seldom, and very seldom."""

_BUST: Final = "BustAccepted"
_STOP: Final = "Stopped"  # in no language: an event


@dataclass(frozen=True)
class Bust:
    """A roll that lost its turn."""

    player: str
    pips: tuple[int, ...]
    odds: str
    """How likely that was before the roll, as the game says it."""
    saved_by: int
    """Ways to turn one die by one pip that would have saved the turn."""

    @property
    def words(self) -> str:
        roll = {"name": self.player, "dice": " ".join(map(str, self.pips))}
        if self.odds:
            rolled = say("{name} busted with {dice}, at {odds}", odds=self.odds, **roll)
        else:
            rolled = say("{name} busted with {dice}", **roll)
        if not self.saved_by:
            return say("{rolled}: no single pip would have saved it.", rolled=rolled)
        return say_count(
            "{rolled}: one way to save it by one pip on one die.",
            "{rolled}: {count} ways to save it by one pip on one die.",
            self.saved_by,
            rolled=rolled,
            count=self.saved_by,
        )


@dataclass(frozen=True)
class GameInNumbers:
    """One game in numbers."""

    players: tuple[str, ...]
    winners: tuple[str, ...] | None
    """None: it is not finished."""
    rolls: tuple[tuple[int, ...], ...]
    busts: tuple[Bust, ...]
    longest: Mapping[str, int] = field(default_factory=dict)
    """By player: the most rolls of one turn that was stopped in time."""
    own: frozenset[str] = frozenset()
    """Whom the companion played."""

    @property
    def is_thrown(self) -> bool:
        """Whether people sat there: the companion alone throws no dice."""
        return not self.own or not self.own.issuperset(self.players)


def in_numbers(history: History[Any]) -> GameInNumbers:
    """What happened in a game, undone rolls left out."""
    game, names = history.game, history.started.players
    rolls: list[tuple[int, ...]] = []
    busts: list[Bust] = []
    longest: dict[str, int] = {}
    run = 0
    before = history.moments[0].state
    roll: tuple[Any, DiceRolled] | None = None
    for moment in history.moments[1:]:
        kind = type(moment.event).__name__
        if isinstance(moment.event, DiceRolled):
            rolls.append(moment.event.pips)
            roll, run = (before, moment.event), run + 1
        elif kind == _BUST:
            if roll is not None:
                busts.append(_bust(game, names, *roll))
            run = 0
        elif kind == _STOP:
            seat = _seat(game, before)
            if seat is not None:
                longest[names[seat]] = max(run, longest.get(names[seat], 0))
            run = 0
        before = moment.state
    outcome = game.outcome(history.state)
    winners = None if outcome is None else tuple(names[seat] for seat in sorted(outcome.winners))
    own = frozenset(name for name, strength in zip(names, history.started.strengths, strict=False) if strength)
    return GameInNumbers(names, winners, tuple(rolls), tuple(busts), longest, own)


def _seat(game: Game[Any], state: Any) -> int | None:
    return next((prompt.seat for prompt in game.prompts(state) if prompt.seat is not None), None)


def _bust(game: Game[Any], names: Sequence[str], before: Any, rolled: DiceRolled) -> Bust:
    seat = next((prompt.seat for prompt in game.prompts(before) if isinstance(prompt, RollDice)), None)
    saved = sum(not _busts(game, before, other) for other in set(_turned(rolled.pips)))
    return Bust(say("Somebody") if seat is None else names[seat], rolled.pips, game.odds(before, None), saved)


def _turned(pips: tuple[int, ...]) -> Iterable[DiceRolled]:
    """The rolls in which one die shows one pip more or less."""
    for nth, by in product(range(len(pips)), (-1, 1)):
        if pips[nth] + by in PIPS:
            yield DiceRolled((*pips[:nth], pips[nth] + by, *pips[nth + 1 :]))


def _busts(game: Game[Any], before: Any, rolled: Event) -> bool:
    try:
        after = step(game, before, rolled)
    except IllegalEvent:
        return True
    asked = [prompt for prompt in game.prompts(after) if isinstance(prompt, Choose)]
    return any(type(option).__name__ == _BUST for prompt in asked for option in prompt.options)


def report(games: Sequence[GameInNumbers]) -> dict[str, Any]:
    """All of it over all evenings, as JSON."""
    games = [game for game in games if game.is_thrown]
    rolls = [roll for game in games for roll in game.rolls]
    among_people = [game for game in games if not game.own]
    names = sorted({name for game in among_people for name in game.players})
    return {
        "dice": {"rolls": len(rolls), "faces": faces(rolls), "words": fairness(faces(rolls)), "sums": sums(rolls)},
        "busts": [
            bust.words for game in reversed(games) for bust in reversed(game.busts) if bust.player not in game.own
        ],
        "players": [_player(name, among_people) for name in names],
    }


def _player(name: str, games: Sequence[GameInNumbers]) -> dict[str, Any]:
    own = [game for game in games if name in game.players]
    finished = [game for game in own if game.winners is not None]
    return {
        "name": name,
        "games": len(finished),
        "wins": sum(name in (game.winners or ()) for game in finished),
        "busts": sum(bust.player == name for game in own for bust in game.busts),
        "longest": max((game.longest.get(name, 0) for game in own), default=0),
    }


def faces(rolls: Iterable[Sequence[int]]) -> list[int]:
    """How often each face was seen, one to six."""
    seen = Counter(pips for roll in rolls for pips in roll)
    return [seen[pips] for pips in PIPS]


def fairness(seen: Sequence[int]) -> str:
    """Whether dice that showed these faces so often look fair, in a sentence."""
    dice = sum(seen)
    if dice < FEWEST_DICE:
        return say("{count} dice are too few to say whether they are fair.", count=dice)
    chance = chi_square_chance(chi_square(seen, [dice / len(seen)] * len(seen)), len(seen) - 1)
    most = max(PIPS, key=lambda pips: seen[pips - 1])
    if chance >= ODD:
        return say("{count} dice fell as fair ones do.", count=dice)
    once = max(2, round(1 / chance)) if chance > 0 else 10**6
    said = {"count": dice, "most": most, "once": thousands(once)}
    if chance < VERY_ODD:
        return say(
            "{count} dice fell very unevenly, most often a {most}: fair ones do so once in {once} such counts.", **said
        )
    return say(
        "{count} dice fell a little unevenly, most often a {most}: fair ones do so once in {once} such counts.", **said
    )


def sums(rolls: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """For each sum of two dice: in how many rolls of four it could be made, and in how many fair dice make it."""
    four = [roll for roll in rolls if len(roll) == 4]
    made = Counter(total for roll in four for total in {a + b for a, b in combinations(roll, 2)})
    return [
        {"sum": total, "made": made[total], "expected": round(len(four) * chance, 1)}
        for total, chance in _MADE_OF_FOUR.items()
    ]


def chi_square(seen: Sequence[float], expected: Sequence[float]) -> float:
    """Pearson's statistic."""
    return sum((one - wanted) ** 2 / wanted for one, wanted in zip(seen, expected, strict=True))


def chi_square_chance(value: float, freedom: int) -> float:
    """How likely chi-square with so many degrees of freedom is at least `value`.

    The closed forms for whole degrees (Abramowitz and Stegun 26.4.4 and 26.4.5).
    """
    half = value / 2
    if freedom % 2 == 0:
        return math.exp(-half) * sum(half**n / math.factorial(n) for n in range(freedom // 2))
    tail = math.erfc(math.sqrt(half))
    terms = (half ** (n - 0.5) / math.gamma(n + 0.5) for n in range(1, (freedom - 1) // 2 + 1))
    return float(tail + math.exp(-half) * sum(terms))


def _made_of_four() -> dict[int, float]:
    """Of the 1296 rolls of four dice, the share in which two of them make each sum."""
    made = Counter(total for roll in product(PIPS, repeat=4) for total in {a + b for a, b in combinations(roll, 2)})
    return {total: made[total] / 6**4 for total in range(2, 13)}


_MADE_OF_FOUR: Final = _made_of_four()
