"""What only all players together may answer, where some of them play on phones of their own: to call a game a draw.

Who has said yes stands until anything else happens at the table. It is no event: nothing has happened before all have.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from companion.game import IllegalEvent
from companion.language import listed, lowered, say


class Agreement:
    """Who agrees, as the table was at one version."""

    def __init__(self) -> None:
        self._version = 0
        self._seats: frozenset[int] = frozenset()

    def seats(self, version: int) -> frozenset[int]:
        """Those that have said yes since the last thing that happened."""
        return self._seats if version == self._version else frozenset()

    def add(self, version: int, speaks_for: Set[int], players: Sequence[str]) -> bool:
        """Somebody says yes for these seats: whether it is agreed on by all.

        Raises:
            IllegalEvent: that changes nothing.
        """
        if not speaks_for:
            raise IllegalEvent(
                say("{names} play on phones of their own: they agree there, or all at the box.", names=listed(players))
            )
        before = self.seats(version)
        if speaks_for <= before:
            raise IllegalEvent(
                say("You have said so already: now it is for {names} to agree.", names=missing(before, players))
            )
        self._version, self._seats = version, before | speaks_for
        return len(self._seats) == len(players)


def said(seats: Set[int], label: str, players: Sequence[str]) -> str:
    """Who says yes to `label`, and who is asked now."""
    names = listed([players[seat] for seat in sorted(seats)])
    return say(
        "{names} says: {what}. {others}, do you agree?",
        names=names,
        what=lowered(label),
        others=missing(seats, players),
    )


def missing(seats: Set[int], players: Sequence[str]) -> str:
    return listed([name for seat, name in enumerate(players) if seat not in seats])
