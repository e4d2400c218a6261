"""Whole games of the companion against itself, at the real table and its loop, without a hand on it.

What people do at a table, throw, turn tiles and take what was said, is done here, with a chance that a seed repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from companion.events import GameStarted, encode
from companion.game import Game
from companion.inputs import DiceTyped, Input, PhoneChose
from companion.journal import Journal
from companion.names import companion_name
from companion.opponent import Opponent
from companion.prompts import PIPS, Question, RollDice
from companion.service import Service
from companion.snapshot import OpenPrompt, Snapshot
from companion.start import new_game, start_game
from companion.strengths import Player, Reason, Strength
from companion.table import Table

LONGEST: Final = 4000
"""Events after which a game is given up: two cars that stand head on may go on for ever."""


class SelfPlayError(RuntimeError):
    """A seat could not decide, or what it decided was refused: a fault of ours."""


@dataclass(frozen=True)
class Played:
    """One game."""

    number: int
    """In the journal."""
    started: GameStarted
    winners: tuple[int, ...] | None
    """Seats; None: it was given up, for it took too long."""
    scores: tuple[int, ...] | None
    decisions: int


class Hand:
    """Does what people would do, until the game is over; fits ports.Output."""

    def __init__(self, post: Callable[[Input], Future[Snapshot]], chance: Random, ended: Callable[[], None]) -> None:
        self._post = post
        self._chance = chance
        self._ended = ended
        self._seen: tuple[int, tuple[OpenPrompt, ...]] | None = None
        self.taken = 0
        """Decisions."""
        self.fault = ""

    def show(self, snapshot: Snapshot) -> None:
        if (snapshot.version, snapshot.prompts) == self._seen:
            return
        self._seen = snapshot.version, snapshot.prompts
        if snapshot.winners is not None or self.fault or self.taken >= LONGEST:
            self._ended()
        elif done := self._next(snapshot):
            self._post(done).add_done_callback(self._answered)

    def _next(self, snapshot: Snapshot) -> Input | None:
        for opened in snapshot.prompts:
            prompt = opened.prompt
            if isinstance(prompt, RollDice):
                return DiceTyped(tuple(self._chance.choice(PIPS) for _ in range(prompt.count)), snapshot.version)
            if isinstance(prompt, Question) and not prompt.optional:
                if not opened.why and not all(option.is_seen for option in prompt.options):
                    self.fault = f"no decision at version {snapshot.version}"  # in no language
                    self._ended()
                    return None
                self.taken += 1
                return PhoneChose(encode(self._chance.choice(prompt.options)), snapshot.version)
        return None

    def _answered(self, answer: Future[Snapshot]) -> None:
        if (refusal := answer.exception()) is not None:
            self.fault = str(refusal)
            self._ended()


def self_play(
    games: Mapping[str, Game[Any]],
    name: str,
    players: Mapping[str, Mapping[Strength, Player]],
    reasons: Mapping[str, Reason],
    strengths: tuple[Strength, ...],
    journal: Journal,
    seed: int,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Played]:
    """Game after game, the next seat beginning each time. Raises BadSetUp, SelfPlayError."""
    seats: tuple[str, ...] = ()
    for _ in strengths:
        seats = (*seats, companion_name(seats))
    nth = 0
    while True:
        chance = Random(f"{seed} {nth}")
        first = new_game(games[name], seats, options or {}, nth % len(seats), strengths=strengths)
        first = replace(first, seed=chance.getrandbits(32))
        number = start_game(games[name], first, journal, chance.shuffle)
        table = Table(games, journal, number, playable=players)
        service = Service(table)
        hand = Hand(service.post, chance, service.stop)
        service.serve([Opponent(players, reasons, service.post), hand])
        if hand.fault:
            raise SelfPlayError(f"game {number}: {hand.fault}")  # in no language
        ended = table.snapshot()
        yield Played(number, first, ended.winners, ended.scores, hand.taken)
        nth += 1
