"""Who may be told how much at this table: the level of each seat, and the odds beside what may be heard.

The law of this file: odds are counted once for each state, not for each press.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from companion import levels, seats
from companion.access import Access
from companion.events import BadEvent
from companion.inputs import LevelPicked
from companion.levels import Level
from companion.open_prompts import with_odds
from companion.played import Played
from companion.settings import SettingsFile
from companion.snapshot import OpenPrompt


class Hearing:
    """Of one table."""

    def __init__(self, played: Played, settings: SettingsFile, access: Access, advised: Collection[str]) -> None:
        """There is advice on the games `advised`."""
        self._played = played
        self._settings = settings
        self._access = access
        self._advised = advised
        self._counted: tuple[tuple[OpenPrompt, ...], tuple[Level, ...], tuple[OpenPrompt, ...]] | None = None
        """The open prompts whose odds were counted last, what each seat might be told, and the prompts with them."""

    @property
    def offered(self) -> tuple[Level, ...]:
        """Between what there is to choose."""
        return levels.offered(self._played.chosen, self._advised)

    @property
    def levels(self) -> tuple[Level, ...]:
        """How much each seat may be told."""
        offered, settings = self.offered, self._settings.now
        wanted = (
            levels.DEFAULT if strength else settings.level(name)
            for name, strength in zip(self._played.players, self._played.strengths, strict=True)
        )
        return tuple(levels.effective(one, offered) for one in wanted)

    @property
    def opened(self) -> tuple[OpenPrompt, ...]:
        """The open prompts, with the odds where they are asked for."""
        opened = self._played.open
        if not self._settings.now.odds:
            return opened
        told = self.levels
        if self._counted is None or self._counted[0] is not opened or self._counted[1] != told:
            counted = with_odds(self._played.history, opened, partial(levels.may_hear_odds, told))
            self._counted = opened, told, counted
        return self._counted[2]

    def pick(self, picked: LevelPicked) -> None:
        """A seat wants another level.

        Raises:
            BadEvent: there is no such seat or level.
            IllegalEvent: another phone plays the seat.
        """
        players, offered = self._played.players, self.offered
        if not 0 <= picked.seat < len(players):
            raise BadEvent(f"there is no seat {picked.seat}: {len(players)} play")
        if self._played.strengths[picked.seat]:
            raise BadEvent(f"seat {picked.seat} is the companion's own: it needs no advice")
        if picked.level not in offered:
            raise BadEvent(f"level must be {' or '.join(offered) or 'left alone here'}, not {picked.level!r}")
        if picked.device is not None:
            seats.require_own(picked.seat, picked.device, players, self._access)
        self._settings.pick_level(players[picked.seat], Level(picked.level))
