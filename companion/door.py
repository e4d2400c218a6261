"""How a phone gets in: the page's address, the PIN, and the box's own Wi-Fi where it has opened one.

The law of this file: what is told is what is true now. A box that starts before its network has an address tells it as
soon as there is one.
"""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.access import Access
from companion.addresses import HERE, HOTSPOT, announced_name, own_addresses
from companion.lasting import lasting
from companion.snapshot import Snapshot

LOOK_S: Final = 5.0
"""Seconds between two looks at the network: a phone waits longer than that for its own."""


@dataclass(frozen=True)
class Wifi:
    """The network that the box has opened itself."""

    name: str
    password: str


@dataclass(frozen=True)
class Door:
    address: str
    """`192.168.1.23:8000`: what the QR code carries, since not every phone asks the network for names."""

    pin: str | None
    """None: whoever opens the page may act."""

    wifi: Wifi | None = None
    """None: phones are in the same network already."""

    pin_in_code: bool = False
    """Whether the QR code lets a device in without typing."""

    name: str | None = None
    """`companion.local:8000`, while the network knows that name; None: it does not."""

    @property
    def url(self) -> str:
        return f"http://{self.address}/"

    @property
    def url_with_pin(self) -> str | None:
        """With the PIN in the fragment, which no browser sends; None: the code is not to carry one."""
        return f"{self.url}#pin={self.pin}" if self.pin_in_code and self.pin else None


class Doorkeeper:
    """Tells the door whenever it has changed. Fits ports.Output: a new PIN comes with a snapshot."""

    def __init__(
        self,
        access: Access,
        address: Callable[[], str],
        port: int,
        tell: Callable[[Door, bool], None],
        wifi: Callable[[], Wifi | None],
        pin_in_code: bool = False,
        announced: Callable[[str], str | None] = announced_name,
    ) -> None:
        """`tell` is given the door, and whether it must be seen at once; `wifi` is the box's own while it is open;
        `announced` the name under which an address is found, asked on the thread that looks."""
        self._access = access
        self._address = address
        self._port = port
        self._tell = tell
        self._wifi = wifi
        self._pin_in_code = pin_in_code
        self._announced = announced
        self._name: tuple[str, str | None] = "", None
        self._lock = threading.Lock()
        self._told: Door | None = None
        self._ended = threading.Event()
        self.ask()
        self.look()
        self._looking = lasting(self._run, "door")

    def show(self, snapshot: Snapshot) -> None:
        self.look()

    def look(self) -> None:
        """Tell the door if it is another than the one told."""
        wifi, address = self._where()
        # Of another address the name is not known yet.
        name = self._name[1] if self._name[0] == address else None
        door = Door(
            f"{address}:{self._port}",
            self._access.keys().pin,
            wifi,
            self._pin_in_code,
            None if name is None else f"{name}:{self._port}",
        )
        with self._lock:
            before, self._told = self._told, door
            if door != before:
                # An address that comes late, or a PIN that is new, nobody knows yet; another address only some.
                unknown = before is None or before.address.startswith(HERE) or door.pin != before.pin
                self._tell(door, unknown)

    def ask(self) -> None:
        """Learn the name of the address. It may take a second, which the table has not."""
        _, address = self._where()
        self._name = address, self._announced(address)

    def close(self) -> None:
        self._ended.set()
        self._looking.join()

    def _run(self) -> None:
        while not self._ended.wait(LOOK_S):
            self.ask()
            self.look()

    def _where(self) -> tuple[Wifi | None, str]:
        wifi = self._wifi()
        # Where the box has opened a Wi-Fi, phones are in that one, whatever cable it hangs on besides.
        return wifi, self._address() if wifi is None else HOTSPOT


def own_wifi(file: Path, addresses: Callable[[], Iterable[str]] = own_addresses) -> Wifi | None:
    """The Wi-Fi that install.sh wrote into `file`, while this machine keeps it open."""
    if HOTSPOT not in addresses():
        return None
    try:
        said = tomllib.loads(file.read_text(encoding="utf-8"))
        return Wifi(str(said["name"]), str(said["password"]))
    except (OSError, ValueError, KeyError):
        # Somebody else shares a network by the same method.
        return None
