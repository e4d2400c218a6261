"""The seats that the companion plays: what it has said that it does there, and which prompts stand open meanwhile.

The law of this file: it decides only where a seat has something to choose, after all people who choose at the same
time; what it says is no event until people have done it. Dice, tiles and what lies on the table are people's to tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from companion.game import Seat
from companion.history import History
from companion.inputs import Decided
from companion.prompts import Choose, Decide, Role, RollDice
from companion.snapshot import OpenPrompt
from companion.strengths import Playable, Strength


class OwnSeats:
    """Of one table."""

    def __init__(self, playable: Playable) -> None:
        self._playable = playable
        self._decided: Decided | None = None
        """What was said last, of whatever version."""

    def strengths(self, history: History[Any]) -> tuple[str, ...]:
        """How well the companion plays each seat; empty: people play it, or must, since it cannot play this game."""
        started, able = history.started, self._playable.get(history.game.name, ())
        given = (*started.strengths, *("" for _ in started.players))[: len(started.players)]
        return tuple(one if one in able else "" for one in given)

    @property
    def failed(self) -> bool:
        """Whether it could not decide what it was asked last: people choose for it."""
        return self._decided is not None and not self._decided.why

    def hear(self, decided: Decided, opened: Iterable[OpenPrompt], version: int) -> bool:
        """Whether that answers what is to be decided now."""
        asked = [one.prompt for one in opened if isinstance(one.prompt, Decide) and one.prompt.seat == decided.seat]
        if decided.version != version or not asked:
            return False
        may = asked[0].rolls if decided.event is None else decided.event in asked[0].options
        self._decided = decided if may or not decided.why else replace(decided, event=None, why="")
        return True

    def over(self, opened: tuple[OpenPrompt, ...], history: History[Any], version: int) -> tuple[OpenPrompt, ...]:
        """The open prompts as they stand while the companion plays some of the seats."""
        strengths = self.strengths(history)
        if not any(strengths):
            return opened
        own = [one for one in opened if _is_own(one, strengths)]
        required = [one for one in own if not _is_optional(one)]
        others = [one for one in opened if one not in own]
        if not required or any(isinstance(one.prompt, Choose) and not one.prompt.optional for one in others):
            # What it might take back, people undo; and it speaks last, so that nobody hears it before choosing.
            return tuple(others)
        asked = required[0]
        assert isinstance(asked.prompt, Choose)
        assert asked.prompt.seat is not None
        rolls = [one for one in others if isinstance(one.prompt, RollDice)]
        rest = tuple(one for one in others if one not in rolls)
        decided = self._decided
        if decided is None or (decided.version, decided.seat) != (version, asked.prompt.seat):
            strength = Strength(strengths[asked.prompt.seat])
            return (*rest, OpenPrompt(_to_decide(history, asked.prompt, bool(rolls), strength), version))
        if not decided.why:
            return (*others, asked)
        if decided.event is None:
            return (*rest, *(replace(one, why=decided.why, since=version) for one in rolls))
        return (*rest, replace(_said(asked, asked.prompt, decided), since=version))


def _is_own(opened: OpenPrompt, strengths: tuple[str, ...]) -> bool:
    prompt = opened.prompt
    if not isinstance(prompt, Choose) or prompt.seat is None or not strengths[prompt.seat]:
        return False
    return not any(option.is_seen for option in prompt.options)


def _is_optional(opened: OpenPrompt) -> bool:
    return isinstance(opened.prompt, Choose) and opened.prompt.optional


def _to_decide(history: History[Any], asked: Choose, rolls: bool, strength: Strength) -> Decide:
    assert asked.seat is not None
    seed, seat = history.started.seed, Seat(asked.seat)
    moments = [(moment.event, moment.state) for moment in history.moments]
    deal = Random(f"{seed} hand {seat}").shuffle  # in no language
    options = history.game.in_hand(moments, seat, deal, asked.options)
    return Decide(seat, strength, options, rolls, f"{seed} {seat} {len(moments)}")


def _said(asked: OpenPrompt, choose: Choose, decided: Decided) -> OpenPrompt:
    """What the companion does, the one option that it leaves."""
    assert decided.event is not None
    nth = choose.options.index(decided.event)
    # What it takes it takes alone: nobody stops for it in the same press.
    role = Role.STOP if choose.roles[nth] is Role.STOP else Role.OTHER
    return replace(
        asked,
        prompt=replace(choose, options=(decided.event,), roles=(role,)),
        labels=(_whole(asked.paths[nth], asked.labels[nth]),),
        paths=((),),
        effects=(asked.effects[nth],),
        loses=(False,),
        why=decided.why,
    )


def _whole(path: tuple[str, ...], label: str) -> str:
    """A label that stands alone, with the lists above it as far as it does not name them itself."""
    return ", ".join((*(one for one in path if not label.startswith(one)), label))
