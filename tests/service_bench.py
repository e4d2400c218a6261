"""How fast a roll is on the OLED, and what a quiet table costs: `python -m tests.service_bench`, part of `make bench`.

No test depends on it. Beside the clock's time stands the processor's, which other work on the machine hardly changes:
that is what the limit is for. It ends with 1, and says which limit was passed, where one was.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

import cv2

from companion.config import DisplayConfig
from companion.devices import Button, ButtonPressed, DiceRead
from companion.games import GAMES
from companion.inputs import Input
from companion.journal import Journal
from companion.ports import Frame
from companion.service import Service
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.table import Table
from hardware.display import Display
from hardware.pipeline import SIZE, SMALL
from tests.running import Running
from vision.simulated_tray import HAND_S, TUMBLE_S, SimulatedTray
from vision.watcher import Watcher

RATE: Final = 15
"""Frames a second, as a Pi's camera gives them."""
THROWS: Final = 12
QUIET_S: Final = 20.0
LIMIT_MS: Final = 60.0
LIMIT_PERCENT: Final = 15.0


class Film:
    """A camera that plays throws at RATE, rendered beforehand: small to watch, whole to read."""

    kind = "film"

    def __init__(self) -> None:
        self._now_s = 0.0
        self._tray = SimulatedTray(7, SIZE, lambda: self._now_s)
        self._frames: list[tuple[Any, Any]] = [self._render()]
        self._due_s = time.monotonic()
        self.given = (0.0, 0.0)
        """When the last frame was handed over: clock, processor."""

    def _render(self) -> tuple[Any, Any]:
        self._now_s += 1 / RATE
        whole = self._tray.frame().image
        return cv2.resize(whole, SMALL, interpolation=cv2.INTER_AREA), whole

    def throw(self) -> None:
        self._tray.throw(4)
        rendered = [self._render() for _ in range(int((HAND_S + TUMBLE_S[1]) * RATE) + 3)]
        self._frames = rendered[::-1]

    def frame(self) -> Frame:
        self._due_s = max(self._due_s + 1 / RATE, time.monotonic())
        time.sleep(max(0.0, self._due_s - time.monotonic()))
        # The last one stays: dice that lie.
        small, whole = self._frames.pop() if len(self._frames) > 1 else self._frames[0]
        self.given = (time.perf_counter(), time.process_time())
        return Frame(small, time.monotonic(), lambda: whole)

    def hold(self) -> None: ...

    def restore(self, held: object) -> None: ...

    def close(self) -> None: ...


class Driver:
    """An OLED without a bus: it notes when a frame was sent."""

    def __init__(self) -> None:
        self.sent = threading.Event()
        self.at = (0.0, 0.0)

    def display(self, image: object) -> None:
        if not self.sent.is_set():
            self.at = (time.perf_counter(), time.process_time())
            self.sent.set()

    def contrast(self, level: int) -> None: ...

    def cleanup(self) -> None: ...


def roll_to_oled() -> list[str]:
    """From the frame that completes the wait for rest to the OLED's frame, through reader, queue, table and journal.

    Returns what is over its limit, in sentences.
    """
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.sqlite")
        game = GAMES["cant-stop"]
        table = Table(GAMES, journal, start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal))
        service, film, driver = Service(table), Film(), Driver()
        told = threading.Event()
        began = [(0.0, 0.0)]

        def post(received: Input) -> Future[Snapshot]:
            if isinstance(received, DiceRead):
                began[0] = film.given
                driver.sent.clear()
                told.set()
            return service.post(received)

        display = Display(DisplayConfig(), lambda: ("bench", driver), service.post)
        watcher = Watcher(film, post)
        threads = [
            threading.Thread(target=watcher.run),
            threading.Thread(target=service.serve, args=([watcher, display],)),
        ]
        for thread in threads:
            thread.start()
        clock, processor = [], []
        for _ in range(THROWS):
            while table.snapshot().position["pips"] is not None:
                service.post(ButtonPressed(Button.ROLL)).exception()
            told.clear()
            film.throw()
            if told.wait(10) and driver.sent.wait(5):
                clock.append(1000 * (driver.at[0] - began[0][0]))
                processor.append(1000 * (driver.at[1] - began[0][1]))
        watcher.stop()
        service.stop()
        for thread in threads:
            thread.join()
        display.close()
        journal.close()
    if not processor:
        return [f"none of {THROWS} throws came to the OLED"]
    for what, times in (("clock", clock), ("processor", processor)):
        print(
            f"{f'roll at rest to OLED frame, {what}':44} {statistics.median(times):9.1f} ms"
            f"  ({min(times):.1f} .. {max(times):.1f})  {len(times)} of {THROWS} throws, at most {LIMIT_MS:.0f}",
            flush=True,
        )
    if (took_ms := statistics.median(processor)) > LIMIT_MS:
        return [f"a roll at rest to the OLED frame took {took_ms:.1f} ms of the processor, at most {LIMIT_MS:.0f}"]
    return []


def quiet() -> list[str]:
    """The processor's share of the whole service while dice lie in the tray, drawing the simulated one included.

    Returns what is over its limit, in sentences.
    """
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Path(folder), "--camera", "simulated", "--players", "Ann,Bo")
        try:
            running.press("roll")
            running.until(lambda body: body["position"]["pips"] is not None)
            time.sleep(2)
            before = _spent_s(running.process.pid)
            time.sleep(QUIET_S)
            share = 100 * (_spent_s(running.process.pid) - before) / QUIET_S
            print(f"{'quiet table, of one core':44} {share:9.1f} %   at most {LIMIT_PERCENT:.0f}", flush=True)
            if share > LIMIT_PERCENT:
                return [f"a quiet table took {share:.1f} % of one core, at most {LIMIT_PERCENT:.0f}"]
            return []
        finally:
            running.kill()


def _spent_s(pid: int) -> float:
    """Seconds of processor time, all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """0: within all limits."""
    over = [*roll_to_oled(), *quiet()]
    for sentence in over:
        print(f"OVER THE LIMIT: {sentence}", file=sys.stderr)
    return int(bool(over))


if __name__ == "__main__":
    sys.exit(main())
