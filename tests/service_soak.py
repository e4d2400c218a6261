"""Rolls in their thousands through the whole service, and what becomes of its memory.

    python -m tests.service_soak 10000

The simulated tray, the watcher, the table with its journal, the OLED and a phone on the event stream are the real ones;
only the clock of tray and watcher is ours, so that nobody waits for dice to tumble. It fails where the memory passes
`LIMIT_MB` or has grown by more than `GROWTH_MB` since the first tenth.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from luma.core.device import dummy

from companion.access import access
from companion.config import DisplayConfig
from companion.devices import Button, ButtonPressed
from companion.games import GAMES
from companion.helper import Helper
from companion.inputs import Input
from companion.journal import Journal
from companion.ports import Frame, Refused, WebPorts
from companion.service import NewestSnapshot, Service
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.table import Table
from hardware.display import Display
from vision.simulated_tray import SimulatedTray
from vision.watcher import Watcher
from web import create_app, serve

LIMIT_MB: Final = 180.0
GROWTH_MB: Final = 8.0
"""What allocators keep for later, and a journal's cache."""
STEP_S: Final = 0.5
"""Of the tray's clock from frame to frame: one shows the hand, two the dice tumbling, four that they lie still."""
PARTS: Final = 50
"""Lines that are printed."""
ROLLS_A_TURN: Final = 3
"""Then the turn is stopped, so that games come to an end."""


class Hurried:
    """The simulated tray, a step of the clock later at every frame."""

    kind = "simulated"

    def __init__(self) -> None:
        self._now_s = 0.0
        self._tray = SimulatedTray(1, clock=lambda: self._now_s)
        self.throw = self._tray.throw
        self.lay = self._tray.lay
        self.hold = self._tray.hold
        self.close = self._tray.close

    def restore(self, held: Mapping[str, Any]) -> None: ...

    def frame(self) -> Frame:
        self._now_s += STEP_S
        return self._tray.frame()


class Evening:
    """A table that plays with itself."""

    def __init__(self, folder: Path) -> None:
        self._journal = Journal(folder / "journal.sqlite")
        game = GAMES["cant-stop"]
        number = start_game(game, new_game(game, ("Ann", "Bo", "Cy"), {}, 0), self._journal)
        table = Table(GAMES, self._journal, number)
        self._service = Service(table)
        self._newest = newest = NewestSnapshot(table.snapshot())
        camera = Hurried()
        self._watcher = Watcher(camera, self._post, camera)
        self._posted: list[Future[Snapshot]] = []
        self._display = Display(DisplayConfig(), _dummy, self._service.post)
        keys = access(folder, "none")
        ports = WebPorts(
            post=self._service.post,
            mailbox=newest,
            games=(),
            tray_jpeg=self._watcher.jpeg,
            oled_png=self._display.png,
            read_photo=lambda data: {},
            keys=keys.keys,
            helper=Helper(GAMES),
        )
        self._served = serve(create_app(ports), "127.0.0.1", 0)
        self.pushed = 0
        for work in (self._phone, lambda: self._service.serve([newest, self._watcher, self._display])):
            threading.Thread(target=work, daemon=True).start()

    def _phone(self) -> None:
        while True:
            with (
                suppress(OSError),
                urllib.request.urlopen(f"http://127.0.0.1:{self._served.port}/api/events") as stream,
            ):
                for line in stream:
                    self.pushed += line.startswith(b"data")

    def _post(self, received: Input) -> object:
        self._posted.append(self._service.post(received))
        return self._posted[-1]

    def press(self, button: Button) -> Snapshot:
        try:
            return self._service.post(ButtonPressed(button)).result()
        except Refused as refusal:
            return refusal.snapshot

    def roll(self) -> Snapshot:
        """Throw, and watch until the roll is told."""
        looks = self._newest.latest()[1].look
        after = self.press(Button.ROLL)
        while after.look == looks:
            # The first presses may only have read on through what was told.
            after = self.press(Button.ROLL)
        while after.position["pips"] is None:
            self._watcher.turn()
            for answer in self._posted:
                with suppress(Refused):
                    after = answer.result()
            self._posted.clear()
            if after.position["pips"] is None and after.awaited_roll and after.tray.state == "unsure":
                # With dice by hand open ROLL goes from die to die for ever; STOP looks again, which throws anew here.
                after = self.press(Button.ROLL if after.screen.die_at is None else Button.STOP)
        return after

    def play(self, rolls: int) -> None:
        """So many rolls, each answered by what is highlighted."""
        turn = 0
        for _ in range(rolls):
            after, turn = self.roll(), turn + 1
            while after.position["pips"] is not None:
                button, turn = (Button.STOP, 0) if turn >= ROLLS_A_TURN else (Button.ROLL, turn)
                after = self.press(button)
            while after.winners is not None or not after.awaited_roll:
                after = self.press(Button.ROLL)


def _dummy() -> tuple[str, Any]:
    return "simulated", dummy(width=128, height=64, mode="1")


def resident_mb() -> float:
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def main(rolls: int) -> int:
    """0: the memory stayed within its limit and did not grow."""
    with tempfile.TemporaryDirectory() as folder:
        evening, began_s = Evening(Path(folder)), time.monotonic()
        measured = []
        for part in range(1, PARTS + 1):
            evening.play(rolls // PARTS)
            measured.append(resident_mb())
            print(
                f"{rolls // PARTS * part:6} rolls {measured[-1]:7.1f} MB resident, {threading.active_count()} threads, "
                f"{evening.pushed} pushed to the phone, {time.monotonic() - began_s:.0f} s",
                flush=True,
            )
    grown = measured[-1] - measured[PARTS // 10 - 1]
    print(f"grown by {grown:.1f} MB since the first tenth")
    return int(max(measured) > LIMIT_MB or grown > GROWTH_MB)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
