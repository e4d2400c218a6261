"""What at the table is new to somebody who sits there: it wakes what rests."""

from dataclasses import replace

from companion.devices import TrayState
from companion.screen import Screen
from companion.snapshot import Snapshot


def acted_on(snapshot: Snapshot) -> tuple[object, ...]:
    """What a player changes, and a device that comes or goes does not."""
    screen = snapshot.screen
    picked = screen.entries, screen.at, screen.page, screen.die_at, screen.bar
    return snapshot.version, snapshot.look, snapshot.prompts, snapshot.told, snapshot.notice, picked


def is_news(before: Snapshot, now: Snapshot) -> bool:
    """Whether something happened at the table that wakes the panel."""
    tray_moves = now.tray != before.tray and now.tray.state in (TrayState.MOVING, TrayState.HAND)
    return (
        tray_moves
        or acted_on(now) != acted_on(before)
        or (_said(now.screen), now.brightness) != (_said(before.screen), before.brightness)
    )


def _said(screen: Screen) -> Screen:
    """Without what a device does, which wakes nobody at night."""
    return replace(screen, trouble="")
