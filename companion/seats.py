"""Places at the table: which phone plays which seat, for whom it may answer, and who may take a seat over."""

from __future__ import annotations

from collections.abc import Sequence

from companion.access import Access
from companion.events import BadEvent
from companion.game import IllegalEvent
from companion.inputs import SeatClaimed
from companion.language import say


def claims(players: Sequence[str], access: Access) -> tuple[str, ...]:
    """Each seat's phone; empty: nobody's. They go with the name, so they outlive the game."""
    return tuple(map(access.claimed, players))


def require_own(seat: int | None, device: str, players: Sequence[str], access: Access) -> None:
    """Who plays a seat on a phone answers there, or on the box.

    Raises:
        IllegalEvent: another phone plays this seat.
    """
    if seat is None or not (holder := access.claimed(players[seat])) or holder == device:
        return
    raise IllegalEvent(
        say("{name} plays on another phone: answer there or on the box, or take the seat over.", name=players[seat])
    )


def spoken_for(device: str, players: Sequence[str], access: Access) -> frozenset[int]:
    """The seats for which this phone may speak: its own, and those that nobody plays on a phone."""
    return frozenset(seat for seat, holder in enumerate(claims(players, access)) if holder in ("", device))


def claim(asked: SeatClaimed, players: Sequence[str], strengths: Sequence[str], access: Access) -> None:
    """Take a seat, or give it away; `strengths` say which the companion plays.

    Raises:
        BadEvent: there is no such seat.
        IllegalEvent: another phone plays it, or the companion.
        JournalError: it could not be kept.
    """
    if not 0 <= asked.seat < len(players):
        seats = f"seats 0 to {len(players) - 1}, not {asked.seat}" if players else "no seats yet"  # in no language
        raise BadEvent(f"there are {seats}")
    name = players[asked.seat]
    holder = access.claimed(name)
    if not asked.device:
        raise IllegalEvent(say("This device is unknown here: open the table's page first."))
    if asked.claim and strengths[asked.seat]:
        raise IllegalEvent(say("{name} is played by the companion.", name=name))
    if holder and holder != asked.device and not asked.take:
        raise IllegalEvent(
            say("{name} plays on another phone: take the seat over, or let them give it away.", name=name)
        )
    access.claim(name, asked.device if asked.claim else "")
