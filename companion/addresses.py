"""Where on the network this machine is.

The law of this file: nothing is sent; the kernel and the machine's own avahi are asked what they know. A table may
have no network at all.
"""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ANY: Final = ("0.0.0.0", "::", "")
"""Hosts to listen on that stand for every address of the machine."""
HERE: Final = "127.0.0.1"
HOTSPOT: Final = "10.42.0.1"
"""The address that NetworkManager gives the box where it opens a Wi-Fi of its own (its `shared` method)."""

AVAHI: Final = Path("/run/avahi-daemon/socket")
"""Where avahi-daemon answers programs of this machine, one question a line (its "simple protocol")."""
AVAHI_S: Final = 1.0
"""Seconds for its answer: of this machine it knows the name at once."""

_SIOCGIFADDR: Final = 0x8915
"""Asks an interface for its IPv4 address (netdevice(7)); the answer is a sockaddr behind 16 bytes of name."""


def address_for_phones(host: str) -> str:
    """What a phone types to reach whoever listens on `host`: towards the router, or of the first network there is."""
    if host not in ANY:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # A datagram socket that connects only chooses its way out. The address is kept for documentation.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return next(own_addresses(), HERE)


def own_addresses() -> Iterator[str]:
    """The IPv4 address of each interface that has one, the loopback left out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asking.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            address = socket.inet_ntoa(answer[20:24])
            if not address.startswith("127."):
                yield address


def announced_name(address: str, avahi: Path = AVAHI) -> str | None:
    """The name by which phones find `address` on the network (mDNS), as `companion.local`; None: none is announced.

    avahi is asked and not its settings: where two boxes have one name, it has renamed one of them.
    """
    with contextlib.suppress(ValueError, OSError):
        if ipaddress.ip_address(address).is_loopback:
            return None
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
            asking.settimeout(AVAHI_S)
            asking.connect(str(avahi))
            asking.sendall(f"RESOLVE-ADDRESS {address}\n".encode())
            # "+ 2 0 companion.local" (interface, protocol, name), or "-15 Timeout reached".
            match asking.makefile(encoding="ascii").readline().split():
                case ["+", _, _, name] if name.endswith(".local"):
                    return name
    return None
