"""The one place that wires everything: journal, table, camera, watcher, display, buttons and page."""

from __future__ import annotations

import argparse
import faulthandler
import io
import logging
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from companion import language
from companion.access import Access, Hold, access
from companion.addresses import address_for_phones
from companion.adviser import Adviser, AdviserOfTheBox
from companion.archive import Archive
from companion.beats import Beats
from companion.cli import main as run_command
from companion.cli.cameras import open_camera
from companion.cli.configured import called, configured
from companion.cli.listening import open_listener
from companion.cli.paper import for_the_page
from companion.cli.status import DONE
from companion.cli.taking_up import take_up
from companion.cli.tray import Eyes
from companion.config import CHOOSE_WIRED, Config
from companion.courses import COURSES_FOLDER, Courses
from companion.dailies import Dailies
from companion.door import Door, Doorkeeper, own_wifi
from companion.exports import daily_exports
from companion.folding import folding
from companion.games import GAMES
from companion.helper import Helper, HelperOfTheBox
from companion.lasting import lasting
from companion.notify import Systemd
from companion.opponent import Opponent
from companion.pi import is_pi
from companion.ports import Output, WayIn, WebPorts
from companion.power import ask_to_switch_off
from companion.record import EXPORTS, JOURNAL
from companion.service import NewestSnapshot, Service
from companion.settings import SettingsFile
from companion.table import Table
from companion.table_toml import config_file

if TYPE_CHECKING:
    from hardware.display import Display

SWITCHED_OFF_S: Final = 30.0
"""Seconds for systemd to end this process once the machine is to be switched off; the unit gives it ten."""
LOOK_ENDS_S: Final = 3.0
"""Seconds for the watcher to end its last look; a camera that stalls is closed while it waits."""


def main() -> None:
    """The `companion` command."""
    sys.exit(run_command(sys.argv[1:], play))


def play(asked: argparse.Namespace) -> int:
    """One table, one game, until Ctrl-C or SIGTERM."""
    from companion.advisor import ADVISORS, COURSES, PLAYERS

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    # A crash within OpenCV or lgpio says at least where it was called.
    faulthandler.enable(all_threads=False)
    config = configured(asked)
    language.choose(config.table.language)
    # What cannot be as it was named ends the call here, before anything is written or begun.
    camera, thrower = open_camera(config.camera.kind, called(asked, "camera"), asked.seed)
    listener = open_listener(asked, config.table)
    held = Hold(asked.data)
    keys = access(asked.data, config.table.pin)
    settings = SettingsFile(asked.data / "settings.json", CHOOSE_WIRED[config.buttons.choose])
    with _Ending() as ending:
        record, number = take_up(asked.data, held.regain, asked)
        table = Table(
            GAMES,
            record.journal,
            number,
            settings,
            keys,
            ending.switch_off,
            advised=ADVISORS.keys(),
            playable=PLAYERS,
        )
        table.begin(held.cut_off, record.problem)
        beats = Beats()
        service, archive = Service(table, beats), Archive(GAMES, asked.data / JOURNAL)
        courses = Courses(GAMES, asked.data / JOURNAL, asked.data / COURSES_FOLDER, COURSES)
        dailies = Dailies(GAMES, asked.data / JOURNAL, COURSES)
        beside = daily_exports(asked.data / JOURNAL, asked.data / EXPORTS), folding(asked.data / JOURNAL)
        eyes = Eyes(camera, thrower, asked.data, service.post, beats, table.standing)
        _open_all(
            config, listener, eyes, service, beats, table, archive, courses, dailies, keys, Adviser(ADVISORS), ending
        )
        camera.close()
    for recurring in beside:
        recurring.close()
    record.journal.close()
    held.end()
    ending.power_down()
    return DONE


def _open_all(
    config: Config,
    listener: socket.socket,
    eyes: Eyes,
    service: Service,
    beats: Beats,
    table: Table,
    archive: Archive,
    courses: Courses,
    dailies: Dailies,
    access: Access,
    adviser: Adviser,
    ending: _Ending,
) -> None:
    from companion.advisor import PLAYERS, REASONS
    from hardware.buttons import open_buttons
    from hardware.display import open_display
    from hardware.lights import open_lights
    from hardware.sound import open_sound
    from hardware.voice import open_voice
    from hardware.wiring import open_pins
    from web import Served, create_app

    newest = NewestSnapshot(table.snapshot())
    helper = Helper(GAMES)
    outputs: list[Output] = [
        newest,
        HelperOfTheBox(helper, service.post),
        AdviserOfTheBox(adviser, service.post),
        Opponent(PLAYERS, REASONS, service.post),
    ]
    watcher = eyes.watcher
    outputs.append(watcher)
    pins = partial(open_pins, config.buttons.chip)
    lights = open_lights(config, pins, service.post)
    sound = open_sound(config.buzzer, pins, service.post)
    voice = open_voice(config.voice, config.table.language, service.post)
    display = open_display(config.display, service.post, lights.darken, beats)
    outputs += [output for output in (lights, sound, voice, display) if output]
    wake = display.wake if display else lambda: False
    way_in = [WayIn()]
    ports = WebPorts(
        post=service.post,
        mailbox=newest,
        games=tuple({**game.offer, "companion": list(PLAYERS.get(game.name, ()))} for game in GAMES.values()),
        tray_jpeg=watcher.jpeg,
        oled_png=display.png if display else lambda hide_secret: None,
        read_photo=eyes.read_photo,
        read_tile=eyes.read_tile,
        read_board=eyes.board.read,
        teach_board=eyes.board.teach,
        forget_board=eyes.board.forget,
        board=eyes.board.help,
        calibrate=eyes.calibrate,
        keys=access.keys,
        helper=helper,
        adviser=adviser,
        wake=wake,
        door=lambda: way_in[0],
        story=table.story,
        corrections=table.corrections,
        past=archive,
        courses=courses,
        dailies=dailies,
        printed=for_the_page,
    )
    served = Served(create_app(ports), listener)
    buttons = open_buttons(config.buttons, service.post, wake, beats)
    if config.buttons.kind == "keyboard":
        print("Buttons: r roll, s stop, c choose, m menu, then Enter; a capital letter holds it.", flush=True)

    def tell(door: Door, at_once: bool) -> None:
        way_in[0] = _way_in(door)
        _tell_door(display, door, at_once)

    door = Doorkeeper(
        access,
        partial(address_for_phones, config.table.host),
        served.port,
        tell,
        partial(own_wifi, config_file().with_name("hotspot.toml")),
        pin_in_code=config.table.pin_in_code == "yes",
    )
    outputs.append(door)
    seeing = lasting(watcher.run, "watcher")
    ending.then(service.stop)
    systemd = Systemd()
    systemd.ready(beats)
    service.serve(outputs)
    systemd.stopping()
    door.close()
    served.close()
    watcher.stop()
    # Python cannot end while OpenCV still counts pixels: the process would be aborted.
    seeing.join(LOOK_ENDS_S)
    if buttons:
        buttons.close()
    if display:
        display.close(farewell=ending.switching_off)
    for output in (lights, sound, voice):
        if output:
            output.close()


def _tell_door(display: Display | None, door: Door, at_once: bool) -> None:
    """On the terminal, and on the OLED."""
    print(f"The table: http://{door.address}/", flush=True)
    if door.name:
        print(f"or http://{door.name}/", flush=True)
    print(f"PIN: {door.pin}" if door.pin else "No PIN: whoever opens the page may act.", flush=True)
    if display:
        display.show_start(door, at_once)


class _Ending:
    """SIGINT and SIGTERM end the loop between two inputs, so that nothing is cut in half."""

    def __init__(self) -> None:
        self._ask = threading.Event()
        self.switching_off = False
        """Whether somebody at the table asked for that."""

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
        self.switching_off = True
        self._ask.set()

    def power_down(self) -> None:
        """Switch the box off, if that was asked for and this is one: a laptop only loses the table."""
        if not self.switching_off:
            return
        if ask_to_switch_off():
            # systemd ends this process; one that ended by itself would be started anew.
            time.sleep(SWITCHED_OFF_S)
        elif is_pi():
            subprocess.run(["systemctl", "poweroff"], check=False)

    def then(self, stop: Callable[[], None]) -> None:
        """Call `stop` once a signal has come; the handler itself may not touch the queue's locks."""

        def wait() -> None:
            self._ask.wait()
            stop()

        lasting(wait, "ending")


def _way_in(door: Door) -> WayIn:
    """The codes of a door, for the page; the PIN is in one of its own."""
    return WayIn(
        door.address, door.name or "", _code(door.url), b"" if door.url_with_pin is None else _code(door.url_with_pin)
    )


def _code(text: str) -> bytes:
    import segno

    file = io.BytesIO()
    # Dark on white, whatever the page's colours: many phones do not read a code that is light on dark.
    segno.make(text, error="m", micro=False).save(file, kind="svg", scale=8, light="#ffffff", xmldecl=False)
    return file.getvalue()


if __name__ == "__main__":
    main()
