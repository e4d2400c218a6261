"""The companion as a player: thinks of what it does at its seats, off the table's thread, and says it.

What is thought of a table that has moved on, the table does not hear.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from random import Random

from companion.events import Event
from companion.inputs import Decided, Input
from companion.prompts import Decide
from companion.search import Run, on_a_thread
from companion.snapshot import Snapshot
from companion.strengths import Player, Reason, Strength

logger = logging.getLogger(__name__)


class Opponent:
    """Posts what it decides, once for each question; fits ports.Output."""

    def __init__(
        self,
        players: Mapping[str, Mapping[Strength, Player]],
        reasons: Mapping[str, Reason],
        post: Callable[[Input], object],
        run: Run = on_a_thread,
    ) -> None:
        self._players = players
        self._reasons = reasons
        self._post = post
        self._run = run
        self._asked: tuple[int, int] | None = None
        """The version and the seat that was thought about last."""

    def show(self, snapshot: Snapshot) -> None:
        asked = next((one.prompt for one in snapshot.prompts if isinstance(one.prompt, Decide)), None)
        if asked is None or self._asked == (snapshot.version, asked.seat):
            return
        self._asked = snapshot.version, asked.seat
        self._run(lambda: self._decide(snapshot, asked))

    def _decide(self, snapshot: Snapshot, asked: Decide) -> None:
        game, position, seat = snapshot.game, snapshot.position, asked.seat
        try:
            chosen: Event | None = asked.options[0]
            if len(asked.options) > 1 or asked.rolls:
                chosen = self._players[game][asked.strength](position, seat, asked.options, Random(asked.chance))
            why = self._reasons[game](position, seat, chosen, asked.strength)
        except Exception:  # a fault of ours must not leave the table waiting: people choose for it then
            logger.exception("no decision for version %s", snapshot.version)
            chosen, why = None, ""
        self._post(Decided(snapshot.version, seat, chosen, why))
