"""A fault plan, played against the running service while phones act: what breaks is seen, what is mended is seen too.

    python -m tests.torture.faults SEED MINUTES

The law of this file: each fault is visible within ten seconds and gone within ten of its end, nothing that was answered
is lost, and memory, threads and open files do not grow. The clock is everybody's own: nothing runs faster than life but
the phones, which act about every second, where people at a table do so about every six.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from companion.games import GAMES
from companion.journal import Journal
from tests.torture.evening import NAMES, something_posted
from tests.torture.faulty_service import DeadPhone, FaultyService, seconds_until
from tests.torture.kills import Call, _ask, _event, _key
from vision.sight import ALL_BLACK, STANDS_STILL
from vision.tray_teller import RESTLESS
from web.stream import BEAT_S, MOST_STREAMS

WITHIN_S: Final = 10.0
LIVING: Final = MOST_STREAMS // 2
"""Phones that read their stream; one of them is the one by which all is seen. As many again die."""
HELD_S: Final = 5.0
"""The longest that a fault goes on once it was seen."""
MINUTE_S: Final = 60.0
YEAR_S: Final = 365 * 24 * 3600
SYNC_MS: Final = 2000
GROWN_MB, GROWN_THREADS, GROWN_FILES = 10.0, 3, 6
"""After the first third: what allocators keep for later, and calls that happen to be under way."""
THREADS: Final = {"watcher": "camera", "display": "display", "buttons": "buttons", "web": "web"}
"""Each with the name under which it beats."""
PACE_S: Final = 1.0
"""Seconds between two presses of a phone, on average."""


@dataclass
class Survived:
    injected: int = 0
    survived: int = 0
    presses: int = 0
    lost: int = 0
    minutes: float = 0.0
    seen_s: list[float] = field(default_factory=list)
    gone_s: list[float] = field(default_factory=list)
    by_fault: dict[str, list[float]] = field(default_factory=dict)
    """The longest that each took to be seen, and to be gone."""
    grown: tuple[float, int, int] = (0.0, 0, 0)
    wrong: list[str] = field(default_factory=list)


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


class Phone:
    """Somebody who plays, about once a second, and remembers what was answered."""

    def __init__(self, service: FaultyService, chance: Random) -> None:
        self._service, self._chance = service, chance
        self.answered: list[Call] = []
        self.wrong: list[str] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._play, name="a phone that plays")
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def _play(self) -> None:
        while not self._ended.wait(self._chance.uniform(0, 2 * PACE_S)):
            connection = HTTPConnection("127.0.0.1", self._service.port, timeout=30)
            with suppress(OSError, HTTPException, ValueError):
                now = _ask(connection, "GET", "/api/snapshot", None)[1]
                call = Call(*something_posted(now, self._chance))
                status, answer = _ask(connection, "POST", f"/api/{call.name}", call.body)
                if status == 200:
                    call.answer = answer
                    self.answered.append(call)
                elif status >= 500:
                    self.wrong.append(f"{call.name} {dict(call.body)}: {status} {answer}")
            connection.close()


def play_faults(
    seed: int,
    minutes: float = 0.0,
    names: tuple[str, ...] = (),
    living: int = LIVING,
    within_s: float = WITHIN_S,
    held_s: float = HELD_S,
) -> Survived:
    """All faults once, and again until so many minutes are over; with `names` only those.

    `living` phones read their streams; `held_s` is the longest that a fault goes on.
    """
    tried, chance, began_s = Survived(), Random(seed), time.monotonic()
    game = chance.choice(("cant-stop", "express", "highway"))
    players = ",".join(NAMES[: min(4, GAMES[game].seats.stop - 1)])
    with TemporaryDirectory() as folder, ExitStack() as closing:
        service = FaultyService(Path(folder), seed, "--game", game, "--players", players)
        closing.callback(service.close)
        ended = threading.Event()
        for _ in range(living - 1):
            threading.Thread(target=_look, args=(service.port, ended), daemon=True).start()
        closing.callback(ended.set)
        playing = [Phone(service, Random(chance.random())) for _ in range(2)]
        before: tuple[float, int, int] | None = None
        try:
            for nth, fault in _rounds(service, chance, bool(minutes), names, began_s + minutes * 60):
                if nth and before is None and time.monotonic() - began_s > minutes * 60 / 3:
                    # By then all that is loaded late was loaded, and every buffer was full once.
                    before = service.uses()
                _inject(service, fault, tried, within_s, chance.uniform(0, held_s))
        finally:
            for phone in playing:
                phone.close()
        tried.minutes = (time.monotonic() - began_s) / 60
        if before is not None:
            after = service.uses()
            tried.grown = (after[0] - before[0], after[1] - before[1], after[2] - before[2])
        for phone in playing:
            tried.wrong += phone.wrong
            _account(service.data, phone.answered, tried)
    grown = [f"{what} grew by {by:.1f}" for what, by, most in _growth(tried.grown) if by > most]
    tried.wrong += [f"{sentence} (seed {seed})" for sentence in grown]
    return tried


def _growth(grown: tuple[float, int, int]) -> tuple[tuple[str, float, float], ...]:
    return (
        ("memory in MB", grown[0], GROWN_MB),
        ("threads", grown[1], GROWN_THREADS),
        ("open files", grown[2], GROWN_FILES),
    )


def _rounds(
    service: FaultyService, chance: Random, whole: bool, names: tuple[str, ...], until_s: float
) -> Iterator[tuple[int, Fault]]:
    """Each fault with the number of its round."""
    nth = 0
    while nth == 0 or time.monotonic() < until_s:
        for fault in plan(service, chance, whole and nth == 0):
            if not names or fault.name.partition(" to ")[0] in names:
                yield nth, fault
            if nth and time.monotonic() > until_s:
                return
        nth += 1


def _inject(service: FaultyService, fault: Fault, tried: Survived, within_s: float, held_s: float) -> None:
    """One fault from its beginning until it is gone."""
    tried.injected += 1
    fault.begin()
    seen_s = seconds_until(fault.seen, 2 * within_s)
    threading.Event().wait(fault.held_s or held_s)
    fault.end()
    gone_s = seconds_until(fault.gone, 2 * within_s)
    where = f"{fault.name}, fault {tried.injected}"
    for what, took_s in (("seen", seen_s), ("gone", gone_s)):
        if took_s is None or took_s > within_s:
            tried.wrong.append(f"{where}: not {what} within {within_s:.0f} s but {took_s} ({service.problems()})")
    if not service.alive:
        raise AssertionError(f"{where}: the service has ended")
    if seen_s is not None and gone_s is not None:
        tried.survived += 1
        tried.seen_s.append(seen_s)
        tried.gone_s.append(gone_s)
        longest = tried.by_fault.setdefault(fault.name.partition(" to ")[0], [0.0, 0.0])
        longest[:] = max(longest[0], seen_s), max(longest[1], gone_s)


def _look(port: int, ended: threading.Event) -> None:
    """A phone on the table that only looks."""
    while not ended.wait(1.0):
        with suppress(OSError, HTTPException):
            connection = HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/api/events")
            for _ in connection.getresponse():
                if ended.is_set():
                    break
            connection.close()


def _account(data: Path, answered: list[Call], tried: Survived) -> None:
    """Every answered press has its row, with that very event."""
    journal = Journal(data / "journal.sqlite")
    rows = {row.id: row.event for game in journal.games() for row in journal.rows(game.id)}
    journal.close()
    tried.presses += len(answered)
    for call in answered:
        assert call.answer is not None
        version, wanted = int(call.answer["version"]), _event(call)
        seen = range(int(call.body["version"]) + 1, version + 1)
        kept = version in rows and (wanted is None or _key(wanted) in {_key(rows[n]) for n in seen if n in rows})
        if not kept:
            tried.lost += 1
            tried.wrong.append(f"{call.name} {dict(call.body)} was answered by version {version}, and is lost")


def main() -> int:
    """Print what came of it."""
    seed, minutes = int(sys.argv[1]), float(sys.argv[2])
    tried = play_faults(seed, minutes)
    for sentence in tried.wrong:
        print(sentence)
    for name, (seen_s, gone_s) in sorted(tried.by_fault.items()):
        print(f"{name:36} seen after {seen_s:4.1f} s at most, gone after {gone_s:4.1f} s")
    print(told(tried, seed))
    return 1 if tried.wrong else 0


def told(tried: Survived, seed: int) -> str:
    """In one line."""
    mb, threads, files = tried.grown
    return (
        f"faults: {tried.injected} injected in {tried.minutes:.0f} minutes, {tried.survived} survived; seen after"
        f" {median(tried.seen_s):.1f} s ({max(tried.seen_s):.1f} s at most), gone after {median(tried.gone_s):.1f} s"
        f" ({max(tried.gone_s):.1f} s at most); {tried.presses} events acknowledged, {tried.lost} lost; grown by"
        f" {mb:.1f} MB, {threads} threads, {files} open files; seed {seed}"
    )


if __name__ == "__main__":
    sys.exit(main())
