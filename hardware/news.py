"""What at the table is new to somebody who sits there: it wakes what rests."""

from companion.inputs import TrayState
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
        or (now.screen, now.brightness) != (before.screen, before.brightness)
    )
