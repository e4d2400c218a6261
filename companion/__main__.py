"""The one place that wires everything: journal, table, camera, watcher, display, buttons and page."""

from __future__ import annotations

import argparse
import faulthandler
import logging
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from companion.access import Access, access, hold
from companion.beats import Beats
from companion.cli import main as run_command
from companion.cli.cameras import is_pi, open_camera
from companion.cli.pictures import error_json, reading_json
from companion.cli.status import DONE, FAILED, WrongCallError
from companion.cli.taking_up import game_to_play
from companion.game import Game
from companion.games import GAMES
from companion.helper import Helper, HelperOfTheBox
from companion.inputs import Device, DeviceChanged
from companion.journal import Journal
from companion.notify import Systemd
from companion.ports import Output, WebPorts
from companion.service import NewestSnapshot, Service
from companion.settings import SettingsFile
from companion.snapshot import Snapshot
from companion.table import Table


def main() -> None:
    """The `companion` command."""
    sys.exit(run_command(sys.argv[1:], play))


def play(asked: argparse.Namespace) -> int:
    """One table, one game, until Ctrl-C or SIGTERM."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    # The watchdog ends a hanging process by SIGABRT: then the log says where each thread hung.
    faulthandler.enable()
    hold(asked.data)
    try:
        keys = access(asked.data, asked.pin)
    except ValueError as error:
        raise WrongCallError(str(error)) from error
    journal = Journal(asked.data / "journal.sqlite")
    settings = SettingsFile(asked.data / "settings.json")
    with _Ending() as ending:
        table = Table(GAMES, journal, game_to_play(journal, asked), settings, keys, ending.switch_off)
        beats = Beats()
        service = Service(table, beats)
        status = _open_all(asked, service, beats, NewestSnapshot(table.snapshot()), keys, ending)
    journal.close()
    ending.power_down()
    return status


def _open_all(
    asked: argparse.Namespace,
    service: Service,
    beats: Beats,
    newest: NewestSnapshot,
    access: Access,
    ending: _Ending,
) -> int:
    from hardware.buttons import open_buttons
    from hardware.display import open_display
    from vision.watcher import Watcher
    from web import create_app, serve

    helper = Helper(GAMES)
    outputs: list[Output] = [newest, HelperOfTheBox(helper, service.post)]
    camera, thrower = open_camera(asked.camera, asked.seed)
    watcher = Watcher(camera, service.post, thrower, beats=beats)
    outputs.append(watcher)
    display = open_display(asked.display, service.post, beats)
    if display:
        outputs.append(display)
    wake = display.wake if display else lambda: False
    ports = WebPorts(
        post=service.post,
        mailbox=newest,
        games=tuple(map(_offer, GAMES.values())),
        tray_jpeg=watcher.jpeg,
        oled_png=display.png if display else lambda hide_secret: None,
        read_photo=_read_photo,
        keys=access.keys,
        helper=helper,
        wake=wake,
    )
    try:
        served = serve(create_app(ports), asked.host, asked.port)
    except OSError as error:
        print(
            f"companion: port {asked.port} on {asked.host} cannot be used ({error.strerror});"
            " name another with --port or --host",
            file=sys.stderr,
        )
        return FAILED
    buttons = open_buttons(asked.buttons, service.post, wake, beats)
    if asked.buttons == "keyboard":
        print("Buttons: r roll, s stop, c choose, m menu, then Enter; a capital letter holds it.", flush=True)
    service.post(DeviceChanged("display", Device(display.kind if display else "none")))
    address, pin = f"{_address(asked.host)}:{served.port}", access.keys().pin
    outputs.append(_NewPin(access, lambda new: display.show_start(address, new) if display else None))
    print(f"The table: http://{address}/", flush=True)
    print(f"PIN: {pin}" if pin else "No PIN: whoever opens the page may act.", flush=True)
    seeing = threading.Thread(target=watcher.run, name="watcher", daemon=True)
    seeing.start()
    ending.then(service.stop)
    systemd = Systemd()
    systemd.ready(beats)
    service.serve(outputs)
    systemd.stopping()
    served.close()
    watcher.stop()
    camera.close()
    if buttons:
        buttons.close()
    if display:
        display.close()
    return DONE


class _NewPin:
    """Has the PIN shown at the start, and whenever another was drawn. Fits ports.Output."""

    def __init__(self, access: Access, tell: Callable[[str | None], None]) -> None:
        self._access = access
        self._tell = tell
        self._told: str | None = access.keys().pin
        tell(self._told)

    def show(self, snapshot: Snapshot) -> None:
        pin = self._access.keys().pin
        if pin != self._told:
            self._told = pin
            print(f"PIN: {pin}", flush=True)
            self._tell(pin)


class _Ending:
    """SIGINT and SIGTERM end the loop between two inputs, so that nothing is cut in half."""

    def __init__(self) -> None:
        self._ask = threading.Event()
        self._switching_off = False

    def __enter__(self) -> _Ending:
        self._before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        for number in self._before:
            signal.signal(number, lambda *_: self._ask.set())
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def switch_off(self) -> None:
        """End as by a signal; the box itself is switched off once everything is closed."""
        self._switching_off = True
        self._ask.set()

    def power_down(self) -> None:
        """Switch the box off, if that was asked for and this is one: a laptop only loses the table."""
        if self._switching_off and is_pi():
            subprocess.run(["systemctl", "poweroff"], check=False)

    def then(self, stop: Any) -> None:
        """Call `stop` once a signal has come; the handler itself may not touch the queue's locks."""

        def wait() -> None:
            self._ask.wait()
            stop()

        threading.Thread(target=wait, name="ending", daemon=True).start()


def _offer(game: Game[Any]) -> Mapping[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "seats": [game.seats.start, game.seats.stop - 1],
        "options": [
            {"name": option.name, "values": list(option.values), "meaning": option.meaning} for option in game.options
        ],
    }


def _read_photo(data: bytes) -> Mapping[str, Any]:
    from vision.dice import read_dice
    from vision.photo import PhotoError, decode_photo

    began = time.perf_counter()
    try:
        reading = read_dice(decode_photo(data, "photo"))
    except PhotoError as error:
        return error_json("photo", str(error))
    return reading_json("photo", reading, (time.perf_counter() - began) * 1000)


def _address(host: str) -> str:
    """What a phone would type: the address by which this machine is reached, no packet is sent."""
    if host not in ("0.0.0.0", "::", ""):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


if __name__ == "__main__":
    main()
