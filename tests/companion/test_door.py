"""Phones are told how to get in, as soon as it is known and whenever it changes."""

import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.access import Access, access
from companion.addresses import HERE, HOTSPOT, address_for_phones, announced_name
from companion.door import Door, Doorkeeper, Wifi, own_wifi
from companion.power import FILE, ask_to_switch_off


class House:
    """A door, the network before it, and what was told of it."""

    def __init__(self, folder: Path) -> None:
        self.address = HERE
        self.access: Access = access(folder, "4711")
        self.told: list[tuple[Door, bool]] = []
        self.hotspot = folder / "hotspot.toml"
        self.addresses = [HERE]
        self.names: dict[str, str] = {}
        self.keeper = Doorkeeper(
            self.access,
            lambda: self.address,
            8000,
            self._tell,
            lambda: own_wifi(self.hotspot, lambda: self.addresses),
            announced=self.names.get,
        )

    def _tell(self, door: Door, at_once: bool) -> None:
        self.told.append((door, at_once))

    def moves_to(self, address: str) -> tuple[Door, bool]:
        self.address, self.addresses = address, [address]
        self.keeper.look()
        return self.told[-1]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.keeper.close()


def test_it_is_told_at_the_start_and_not_again_while_nothing_changes(house: House) -> None:
    house.keeper.look()
    assert house.told == [(Door(f"{HERE}:8000", "4711"), True)]


def test_an_address_that_comes_later_is_told_at_once(house: House) -> None:
    assert house.moves_to("192.168.1.23") == (Door("192.168.1.23:8000", "4711"), True)


def test_another_address_in_the_middle_of_a_game_covers_nothing(house: House) -> None:
    house.moves_to("192.168.1.23")
    assert house.moves_to("192.168.1.99") == (Door("192.168.1.99:8000", "4711"), False)


def test_a_new_pin_is_told_at_once(house: House) -> None:
    house.moves_to("192.168.1.23")
    house.access.new_pin()
    door, at_once = house.moves_to("192.168.1.23")
    assert (door.pin != "4711", at_once) == (True, True)


def test_a_name_that_is_announced_is_told_with_the_address_and_goes_with_it(house: House) -> None:
    house.names["192.168.1.23"] = "companion.local"
    house.address = "192.168.1.23"
    house.keeper.ask()
    house.keeper.look()
    assert house.told[-1][0] == Door("192.168.1.23:8000", "4711", name="companion.local:8000")
    # Of a new address the name is asked for on the thread that looks; until then there is none.
    assert house.moves_to("192.168.1.99")[0].name is None


@pytest.fixture
def avahi(tmp_path: Path) -> Iterator[Path]:
    """Answers as avahi-daemon 0.8 does of a machine that it calls companion-2: a second box has the name companion."""

    class Answer(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            asked = self.rfile.readline().decode().split()
            known = asked == ["RESOLVE-ADDRESS", "192.168.1.23"]
            self.wfile.write(b"+ 2 0 companion-2.local\n" if known else b"-15 Timeout reached\n")

    path = tmp_path / "socket"
    with socketserver.UnixStreamServer(str(path), Answer) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield path
        server.shutdown()


@pytest.mark.parametrize(
    ("address", "name"),
    [("192.168.1.23", "companion-2.local"), ("192.168.1.99", None), (HERE, None), ("example.org", None)],
)
def test_avahi_is_asked_for_the_name_that_it_announces(avahi: Path, address: str, name: str | None) -> None:
    assert announced_name(address, avahi) == name


def test_without_avahi_there_is_no_name(tmp_path: Path) -> None:
    assert announced_name("192.168.1.23", tmp_path / "none") is None


def test_the_boxes_own_wifi_is_told_with_name_and_password(house: House) -> None:
    house.hotspot.write_text('name = "Companion-k7x"\npassword = "abcdefgh23"\n')
    assert house.moves_to(HOTSPOT)[0].wifi == Wifi("Companion-k7x", "abcdefgh23")
    assert house.moves_to("192.168.1.23")[0].wifi is None


def test_the_boxes_own_wifi_counts_beside_a_cable(house: House) -> None:
    house.hotspot.write_text('name = "Companion-k7x"\npassword = "abcdefgh23"\n')
    house.addresses = ["192.168.1.23", HOTSPOT]
    house.address = "192.168.1.23"
    house.keeper.look()
    assert house.told[-1][0] == Door(f"{HOTSPOT}:8000", "4711", Wifi("Companion-k7x", "abcdefgh23"))


@pytest.mark.parametrize("text", [None, "name = 3", "name ="])
def test_a_shared_network_that_is_none_of_ours_is_no_wifi_of_the_box(house: House, text: str | None) -> None:
    if text is not None:
        house.hotspot.write_text(text)
    assert house.moves_to(HOTSPOT)[0].wifi is None


def test_a_host_that_was_named_is_the_address() -> None:
    assert address_for_phones("192.168.1.5") == "192.168.1.5"


def test_of_all_addresses_one_is_found() -> None:
    assert address_for_phones("0.0.0.0").count(".") == 3


def test_only_a_service_asks_to_be_switched_off(tmp_path: Path) -> None:
    assert not ask_to_switch_off({})
    assert not ask_to_switch_off({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert list(tmp_path.iterdir()) == []
    assert ask_to_switch_off({"RUNTIME_DIRECTORY": str(tmp_path), "NOTIFY_SOCKET": "/run/notify"})
    assert (tmp_path / FILE).exists()
