"""What fails of a running service, each with how it is brought about, seen, and seen to be over.

The law of this file: a fault is told apart from all others by what is said of it, or by what it does to others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from companion.journal import Journal
from tests.torture.faulty_service import DeadPhone, FaultyService
from vision.sight import ALL_BLACK, STANDS_STILL
from vision.tray_teller import RESTLESS
from web.stream import BEAT_S, MOST_STREAMS

LIVING: Final = MOST_STREAMS // 2
"""Phones that read their stream; one of them is the one by which all is seen. As many again die."""
MINUTE_S: Final = 60.0
YEAR_S: Final = 365 * 24 * 3600
SYNC_MS: Final = 2000
THREADS: Final = {"watcher": "camera", "display": "display", "buttons": "buttons", "web": "web"}
"""Each with the name under which it beats."""


@dataclass(frozen=True)
class Fault:
    name: str
    begin: Callable[[], object]
    end: Callable[[], object]
    seen: Callable[[], bool]
    gone: Callable[[], bool]
    held_s: float | None = None
    """How long it goes on; None: some seconds."""


def plan(service: FaultyService, chance: Random, whole: bool) -> list[Fault]:
    """All faults once, in an order of their own."""

    def says(sentence: str) -> Callable[[], bool]:
        return lambda: sentence in service.problems()

    def silent(sentence: str) -> Callable[[], bool]:
        return lambda: sentence not in service.problems()

    def camera(fault: str, sentence: str) -> Fault:
        on, off = (lambda: service.box("camera", fault)), (lambda: service.box("camera", ""))
        return Fault(f"camera {fault}", on, off, says(sentence), silent(sentence))

    def stuck(button: str) -> Fault:
        down, up = (lambda: service.box("down", button)), (lambda: service.box("up", button))
        said = f"{button.upper()} is held down"
        return Fault(f"{button} stuck", down, up, says(said), silent(said))

    def dead(thread: str, part: str) -> Fault:
        said = f"{thread} ended by a fault, and begins anew"
        before = service.log_says(said)

        def works() -> bool:
            if part == "web":
                return bool(service.get())
            return float(service.box("ages")[part]) < 2.5

        return Fault(
            f"thread {thread} dies",
            lambda: service.box("end", thread),
            lambda: None,
            lambda: service.log_says(said) > before,
            works,
        )

    def clock(step_s: int) -> Fault:
        year = time.gmtime(time.time() + step_s).tm_year

        def stepped(to: int) -> Callable[[], bool]:
            # A press that is made then bears that date.
            return lambda: _newest_date(service.data).startswith(str(to))

        now = time.gmtime().tm_year
        on, off = (lambda: service.wrong_clock_and_disk(step_s)), service.wrong_clock_and_disk
        return Fault(f"clock steps to {year}", on, off, stepped(year), stepped(now))

    dead_phones: list[DeadPhone] = []

    def die() -> None:
        dead_phones.extend(DeadPhone(service.port) for _ in range(MOST_STREAMS - LIVING))

    def leave() -> None:
        while dead_phones:
            dead_phones.pop().close()

    oled = "No OLED answers"
    faults = [
        camera("frozen", STANDS_STILL),
        camera("black", ALL_BLACK),
        camera("torn", RESTLESS),
        camera("gone", "There is no camera"),
        camera("stalled", "The camera gives no picture"),
        camera("another size", "pictures of another size"),
        Fault(
            "OLED answers nothing",
            lambda: service.box("oled", "out"),
            lambda: service.box("oled", "in"),
            says(oled),
            lambda: oled not in service.problems() and service.panel_shows_the_page(),
            MINUTE_S if whole else None,
        ),
        Fault(
            "OLED loses its current for a moment",
            lambda: service.box("oled", "flicker"),
            lambda: None,
            lambda: True,
            service.panel_shows_the_page,
        ),
        *(stuck(button) for button in ("roll", "stop", "choose")),
        clock(chance.choice((-1, 1)) * chance.randint(3, 25) * YEAR_S),
        Fault(
            "half of 40 phones die",
            die,
            leave,
            # Who comes now is told that the table is full; those who read go on reading.
            lambda: service.stream_answers() == 503,
            lambda: service.stream_answers() == 200 and time.monotonic() - service.heard_s < 2 * BEAT_S,
        ),
        *(dead(thread, part) for thread, part in THREADS.items()),
        Fault(
            "disk takes 2 s a write",
            lambda: service.wrong_clock_and_disk(0, SYNC_MS),
            service.wrong_clock_and_disk,
            says("for the last press"),
            silent("for the last press"),
        ),
    ]
    chance.shuffle(faults)
    return faults


def _newest_date(data: Path) -> str:
    journal = Journal(data / "journal.sqlite")
    try:
        return str(journal._db.execute("SELECT at FROM events ORDER BY id DESC LIMIT 1").fetchone()[0])
    finally:
        journal.close()
