"""Speed and memory, as medians over repeated runs, and as ratios within the run where machines would differ.

`make bench` prints it; no test depends on it.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random

import cv2
import numpy as np

from companion.adviser import Adviser, AdviserOfTheBox
from companion.advisor import ADVISORS, answer
from companion.config import DisplayConfig
from companion.devices import Button, ButtonPressed
from companion.events import DiceRolled, Event
from companion.game import step
from companion.games import GAMES
from companion.inputs import AdviceAsked, DiceTyped, PositionTyped
from companion.journal import Journal
from companion.ports import Refused
from companion.prompts import Choose, Prompt, RollDice
from companion.service import NewestSnapshot, Service
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.table import Table
from hardware.display import Display
from vision.dice import read_dice
from vision.drift import drift
from vision.simulated_tray import SimulatedTray
from vision.tray_reader import read_in_tray
from vision.tray_watch import TrayWatch

RUNS = 15


def spread_ms(work: Callable[[], object], runs: int = RUNS) -> tuple[float, float, float]:
    """Milliseconds of one call: median, fastest, slowest."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times), min(times), max(times)


def line(what: str, spread: tuple[float, float, float], note: str = "") -> None:
    median, fastest, slowest = spread
    print(f"{what:44} {median:9.3f} ms  ({fastest:.3f} .. {slowest:.3f})  {note}", flush=True)


def reading() -> None:
    """Reads of a 1280x960 BGR frame, and the watcher on a quiet tray, against one 5x5 blur of it, all on one thread."""
    cv2.setNumThreads(1)
    tray = SimulatedTray(seed=1, size=(1280, 960))
    known = tray.calibration()
    tray.throw(4)
    ends = time.monotonic() + 3
    while time.monotonic() < ends:
        frame = tray.frame().image
    image = np.ascontiguousarray(frame)
    blur = spread_ms(lambda: cv2.GaussianBlur(image, (5, 5), 0), 50)
    read = spread_ms(lambda: read_dice(image))
    line("GaussianBlur 5x5, 1280x960 BGR", blur)
    line("read, same frame", read, f"{read[0] / blur[0]:.1f} x the blur")
    calibrated = spread_ms(lambda: read_in_tray(image, known))
    line("read, same frame of a calibrated tray", calibrated, f"{calibrated[0] / blur[0]:.1f} x the blur")
    watch, frames = TrayWatch(lambda image: read_in_tray(image, known), 4), [tray.frame().image for _ in range(3)]
    for number in range(30):
        watch.feed(frames[number % 3], number / 10)
    clock = itertools.count(30)
    quiet = spread_ms(lambda: watch.feed(frames[(now := next(clock)) % 3], now / 10), 60)
    line("watcher on a quiet tray, a frame", quiet, f"{quiet[0] / blur[0]:.2f} x the blur")
    place = spread_ms(lambda: drift(known.floor, image))
    line("whether the camera was moved, once a second", place, f"{place[0] / blur[0]:.2f} x the blur")


def press() -> None:
    """A press to its snapshot, with the journal's sync and without."""
    for synced, level in (("with fsync", "FULL"), ("without fsync", "OFF")):
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal(Path(folder) / "journal.sqlite")
            journal._db.execute(f"PRAGMA synchronous={level}")
            number, _ = journal.start(new_game(GAMES["cant-stop"], ("Ann", "Bo"), {}, 0))
            table = Table(GAMES, journal, number)
            times = []
            for _ in range(300):
                typed = DiceTyped((1, 2, 3, 4), table.snapshot().version)
                began = time.perf_counter()
                table.handle(typed)
                times.append((time.perf_counter() - began) * 1000)
                table.handle(ButtonPressed(Button.STOP, held=True))
            journal.close()
        line(f"press to snapshot, {synced}", (statistics.median(times), min(times), max(times)))


def engine() -> None:
    """Steps of random games of Can't Stop a second."""
    game, chance = GAMES["cant-stop"], Random(1)
    rates = []
    for _ in range(5):
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < 0.4:
            state = game.from_position(new_game(game, ("Ann", "Bo"), {}, 0).position)
            while (prompts := game.prompts(state)) and steps % 5000 != 4999:
                prompt = chance.choice(prompts)
                if isinstance(prompt, RollDice):
                    state = step(game, state, DiceRolled(tuple(chance.choices(range(1, 7), k=prompt.count))))
                elif isinstance(prompt, Choose):
                    state = step(game, state, chance.choice(prompt.options))
                steps += 1
            steps += 1
        rates.append(steps / (time.perf_counter() - began))
    print(f"{'engine, random play':44} {statistics.median(rates):9.0f} steps/s  ({min(rates):.0f} .. {max(rates):.0f})")


class Driver:
    """An OLED without a bus: it only notes that a frame was sent."""

    def __init__(self) -> None:
        self.sent = threading.Event()

    def display(self, image: object) -> None:
        self.sent.set()

    def contrast(self, level: int) -> None: ...

    def cleanup(self) -> None: ...


def oled() -> None:
    """A press to its frame at the driver, through queue, table, journal and drawing; without the bus."""
    for game in GAMES.values():
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal(Path(folder) / "journal.sqlite")
            names = tuple(f"P{seat}" for seat in range(max(game.seats)))
            table = Table(GAMES, journal, start_game(game, new_game(game, names, {}, 0), journal))
            service, driver = Service(table), Driver()
            display = Display(DisplayConfig(), lambda driver=driver: ("bench", driver), service.post)  # type: ignore[misc]
            serving = threading.Thread(target=service.serve, args=((display,),))
            serving.start()
            asked = table.snapshot().awaited_roll
            if asked is not None:
                service.post(DiceTyped((1, 2, 3, 4, 5)[: asked[0].count], table.snapshot().version)).result()
            plain = _presses_ms(service, driver, [ButtonPressed(Button.ROLL, held=True)] * 60)
            inside = [ButtonPressed(Button.MENU), *[ButtonPressed(Button.CHOOSE)] * 8]
            menus = _presses_ms(service, driver, inside * 6)
            service.stop()
            serving.join()
            display.close()
            journal.close()
        line(f"press to OLED frame, {game.name}", (statistics.median(plain), min(plain), max(plain)))
        line("  in the menu", (statistics.median(menus), min(menus), max(menus)))


def _presses_ms(service: Service, driver: Driver, presses: list[ButtonPressed]) -> list[float]:
    """From each press to the frame that it changes; presses that change nothing are left out."""
    times = []
    for press in presses:
        driver.sent.clear()
        began = time.perf_counter()
        with contextlib.suppress(Refused):
            service.post(press).result()
        if driver.sent.wait(0.2):
            times.append((time.perf_counter() - began) * 1000)
    return times


def advised() -> None:
    """At the table: from asking on the box to the frame that says it, and presses while the adviser thinks."""
    game = GAMES["cant-stop"]
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.sqlite")
        number = start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal)
        table = Table(GAMES, journal, number, advised=ADVISORS.keys())
        service, driver, adviser = Service(table), Driver(), Adviser(ADVISORS)
        display = Display(DisplayConfig(), lambda: ("bench", driver), service.post)
        newest = NewestSnapshot(table.snapshot())
        outputs = (display, newest, AdviserOfTheBox(adviser, service.post))
        serving = threading.Thread(target=service.serve, args=(outputs,))
        serving.start()
        for what, change in (("a turn's start", {}), ("three runners out", {"runners": {"6": 2, "7": 2, "8": 2}})):
            times = []
            for space in range(1, RUNS + 1):
                # Another position each time: the last answer is kept.
                place = {"tokens": [{"4": 1 + space % 6, "10": 1 + space // 6}, {}], **change}
                now = newest.latest()[1]
                service.post(PositionTyped({**now.position, **place}, now.version)).result()
                began = time.perf_counter()
                service.post(AdviceAsked()).result()
                serial, now = newest.latest()
                while now.screen.title != "To win":
                    serial, now = newest.wait(serial, 60) or (serial, now)
                times.append((time.perf_counter() - began) * 1000)
            line(f"asked to shown, {what}", (statistics.median(times), min(times), max(times)))
        service.post(DiceTyped((1, 2, 3, 4), newest.latest()[1].version)).result()
        presses = [ButtonPressed(Button.ROLL, held=True)] * 60
        quiet = _presses_ms(service, driver, presses)
        ended = threading.Event()
        thinking = threading.Thread(target=_keep_thinking, args=(adviser, newest.latest()[1], ended))
        thinking.start()
        busy = _presses_ms(service, driver, presses)
        ended.set()
        thinking.join()
        service.stop()
        serving.join()
        display.close()
        journal.close()
    line("press to OLED frame, nothing thought", (statistics.median(quiet), min(quiet), max(quiet)))
    note = f"{statistics.median(busy) / statistics.median(quiet):.1f} x the quiet table"
    line("  while advice is thought about", (statistics.median(busy), min(busy), max(busy)), note)


def _keep_thinking(adviser: Adviser, snapshot: Snapshot, ended: threading.Event) -> None:
    """One turn's start after the other, the dearest question there is."""
    for space in cycle(range(1, 7)):
        if ended.is_set():
            return
        position = {"players": ["Ann", "Bo"], "tokens": [{"4": space}, {}]}
        adviser.ask(replace(snapshot, position=position)).more_than(0, 60)


def advice() -> None:
    """Answers of `companion advise -`: turns of each game, and of Can't Stop decisions within turns."""
    game, chance = GAMES["cant-stop"], Random(1)
    opening = json.dumps(new_game(game, ("Ann", "Bo"), {}, 0).position)
    three = json.dumps({"players": ["Ann", "Bo"], "runners": {"6": 2, "7": 2, "8": 2}})
    line("advice, a turn's start", spread_ms(lambda: answer(opening)))
    line("advice, three runners out", spread_ms(lambda: answer(three)))
    throw = json.dumps({"game": "express", "players": ["Ann"], "pips": [1, 2, 3, 4, 6]})
    line("advice, a throw of Express", spread_ms(lambda: answer(throw)))
    road = {"game": "highway", "players": ["Ann", "Bo"]}
    starts = cycle([json.dumps({**road, "tokens": [{"7": space}, {}]}) for space in range(1, 9)])
    rolled = cycle([json.dumps({**road, "tokens": [{"7": space}, {}], "pips": [1, 2, 4, 6]}) for space in range(1, 9)])
    line("advice, a turn's start in Highway", spread_ms(lambda: answer(next(starts))))
    line("advice, a first roll of Highway", spread_ms(lambda: answer(next(rolled))))
    asked: list[str] = []
    while len(asked) < 300:
        state = game.from_position(new_game(game, ("Ann", "Bo"), {}, 0).position)
        while prompts := game.prompts(state):
            if state.runners:
                asked.append(json.dumps(game.position(state)))
            if isinstance(prompts[0], RollDice) and not (len(state.runners) == 3 and chance.random() < 0.3):
                event: Event = DiceRolled(tuple(chance.choices(range(1, 7), k=prompts[0].count)))
            else:
                event = chance.choice(choose(prompts).options)
            state = step(game, state, event)
    began = time.process_time()
    for text in chance.sample(asked, 300):
        answer(text)
    print(f"{'advice within turns':44} {300 / (time.process_time() - began):9.0f} answers/s of processor time")


def choose(prompts: tuple[Prompt, ...]) -> Choose:
    """The one that offers options."""
    return next(prompt for prompt in prompts if isinstance(prompt, Choose))


def process() -> None:
    """Import time and resident memory of `companion play`, five starts."""
    script = (
        "import time; t = time.perf_counter()\n"
        "import companion.__main__, hardware.display, hardware.buttons, hardware.camera, vision.watcher, web\n"
        "import vision.simulated_tray\n"
        "rss = [l for l in open('/proc/self/status') if l.startswith('VmRSS')][0].split()[1]\n"
        "print(time.perf_counter() - t, int(rss) / 1024)"
    )
    came = [
        tuple(map(float, subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.split()))
        for _ in range(5)
    ]
    seconds, megabytes = zip(*came, strict=True)
    line("import of all that play needs", tuple(1000 * f(seconds) for f in (statistics.median, min, max)))
    middle, low, high = statistics.median(megabytes), min(megabytes), max(megabytes)
    print(f"{'resident after import':44} {middle:9.1f} MB  ({low:.1f} .. {high:.1f})")


if __name__ == "__main__":
    for part in (reading, press, engine, oled, advice, advised, process):
        part()
