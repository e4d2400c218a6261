"""The connections of all devices: none takes those of the others, however many it opens and however slowly it talks.

The law of this file: it knows bytes and addresses, no call. Programs on the box itself may open as many as they like.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Iterable
from typing import Any, Final

from waitress.channel import HTTPChannel

MOST_AN_ADDRESS: Final = 16
"""A browser opens six to one address, for all its tabs together."""

MOST: Final = 250
"""All together. Each is a file to select(2), which counts to 1024."""

HEAD_S: Final = 10.0
"""Seconds within which a request must have said what it wants."""

WHOLE_S: Final = 120.0
"""Seconds within which all of it must be here: a photo of 20 MB at 1.4 Mbit/s."""


class Connection(HTTPChannel):
    """Knows since when its present request has been coming in."""

    since_s = 0.0

    def received(self, data: bytes) -> bool:
        before = self.request
        went_well = bool(super().received(data))
        if self.request is not before:
            self.since_s = time.monotonic()
        return went_well


def admit(server: Any, taken: socket.socket, address: tuple[str, int], settings: Any, map: dict[int, Any]) -> None:
    """What waitress calls with a connection that it has accepted: kept, or closed where its device has enough."""
    kept = sum(other.addr[0] == address[0] for other in server.active_channels.values())
    if kept >= MOST_AN_ADDRESS and not on_this_box(address[0]):
        taken.close()
    else:
        Connection(server, taken, address, settings, map=map)


def end_the_slow(connections: Iterable[Any]) -> None:
    """Close those whose request takes too long to come; waitress itself waits as long as a byte comes now and then."""
    now = time.monotonic()
    for each in connections:
        coming = each.request
        if coming is None or each.requests:
            continue
        if now - each.since_s > (WHOLE_S if coming.headers_finished else HEAD_S):
            each.will_close = True


def on_this_box(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
