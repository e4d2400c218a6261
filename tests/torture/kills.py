"""`kill -9` of the running service at any moment, while phones act over real HTTP.

The law of this file: every row of the journal is a call that was made, each at most once; and every call that was
answered has its row. A call that was cut off may have one. Before anybody acts again, a page that was open all the time
and the OLED show what the journal holds.
"""

from __future__ import annotations

import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from PIL import Image

from companion.events import Json
from companion.games import GAMES
from companion.journal import Journal
from companion.screen import Screen
from hardware.layout import draw
from tests.torture.evening import NAMES, something_posted

PHONES: Final = 3
LONGEST_S: Final = 1.0
"""How long the phones act, at most, before the plug is pulled."""
ANEW: Final = 20
"""Kills after which another game begins on an empty journal."""

SCREENS_S: Final = 2.0
"""Within which every screen is to be right after a restart."""
PATIENCE_S: Final = 30.0

OF_THE_TABLE: Final = ("GameStarted", "TilesShuffled", "Undone", "Redone")
"""Rows that no phone names in its call."""


@dataclass
class Killed:
    kills: int = 0
    answered: int = 0
    lost: int = 0
    doubled: int = 0
    screens_s: list[float] = field(default_factory=list)
    """From each start until a page that was open before, and the OLED, showed the table again."""
    wrong: list[str] = field(default_factory=list)


@dataclass
class Call:
    name: str
    body: Json
    answer: dict[str, Any] | None = None
    """The snapshot; None: it was cut off."""


class Service:
    """`companion play`, started again and again."""

    def __init__(self) -> None:
        self.port = free_port()
        self._starter = subprocess.Popen(
            [sys.executable, "-m", "tests.torture.starter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._pid = 0

    def start(self, data: Path, pictures: Path, *arguments: str) -> None:
        """It always has the same port, so that pages find it again."""
        quiet = ("--display", "simulated", "--buttons", "none", "--camera", f"folder:{pictures}", "--pin", "none")
        command = ["play", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(data), *quiet, *arguments]
        assert self._starter.stdin
        self._starter.stdin.write(json.dumps(command) + "\n")
        self._starter.stdin.flush()
        self._pid = int(self._line("pid ").split()[1])

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        self._line("ended")

    def close(self) -> None:
        assert self._starter.stdin
        assert self._starter.stdout
        self._starter.stdin.close()
        self._starter.wait()
        self._starter.stdout.close()

    def _line(self, begins: str) -> str:
        assert self._starter.stdout
        for line in self._starter.stdout:
            if line.startswith(begins):
                return line
        raise AssertionError(f"the service ended before it said {begins!r}")


class OpenPage:
    """A page that stays open over all restarts: its stream, and again a second after it has ended, as browsers do."""

    RETRY_S: Final = 1.0
    """As the stream's `retry` tells them."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._changed = threading.Condition()
        self._shown: tuple[int, dict[str, Any]] = (0, {})
        """What was shown last, and how often the page has found the table anew."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, name="an open page")
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def found(self) -> int:
        with self._changed:
            return self._shown[0]

    def shows_anew(self, found: int) -> dict[str, Any]:
        """The first that it shows once it has found the table more often than that."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._shown[0] > found, PATIENCE_S), "the page does not come back"
            return self._shown[1]

    def _look(self) -> None:
        found = 0
        while not self._ended.is_set():
            connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
            with suppress(OSError, HTTPException, ValueError):
                connection.request("GET", "/api/events")
                found += 1
                for line in connection.getresponse():
                    if line.startswith(b'data: {"'):
                        with self._changed:
                            self._shown = found, json.loads(line[6:])
                            self._changed.notify_all()
                    if self._ended.is_set():
                        break
            connection.close()
            self._ended.wait(self.RETRY_S)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def kills(seed: int, count: int, pictures: Path) -> Killed:
    """Kill the service `count` times at random moments."""
    tried, chance = Killed(), Random(seed)
    service = Service()
    page = OpenPage(service.port)
    try:
        while tried.kills < count:
            with TemporaryDirectory() as folder:
                game = chance.choice(list(GAMES.values()))
                players = ",".join(NAMES[: chance.choice(game.seats)])
                named = ("--game", game.name, "--players", players)
                until = min(tried.kills + ANEW, count)
                _one_journal(service, page, Path(folder), pictures, named, chance, tried, until)
    finally:
        page.close()
        service.close()
    return tried


def _one_journal(
    service: Service,
    page: OpenPage,
    data: Path,
    pictures: Path,
    named: tuple[str, ...],
    chance: Random,
    tried: Killed,
    until: int,
) -> None:
    known = 0
    last: dict[str, Any] | None = None
    for n in range(until - tried.kills):
        found, began = page.found, time.monotonic()
        service.start(data, pictures, *(named if n == 0 else ()))
        shown = page.shows_anew(found)
        where = f"{named[1]}, kill {tried.kills + 1}"
        if not _oled_shows(service.port, shown):
            tried.wrong.append(f"{where}: the OLED shows something else than the page")
        if n:
            tried.screens_s.append(time.monotonic() - began)
        if n and shown["game"] != "lobby" and shown["version"] != known:
            tried.wrong.append(f"{where}: the page shows version {shown['version']}, the record holds {known}")
        same = last is not None and shown["game"] != "lobby" and shown["version"] == last["version"]
        if same and last is not None and shown["position"] != last["position"]:
            tried.wrong.append(f"{where}: another position than was answered")
        made = _act(service, service.port, chance)
        tried.kills += 1
        rows = _rows(data / "journal.sqlite")
        new = [(number, event) for number, event, joined in rows if number > known and not joined]
        _account(made, new, where, tried)
        known = max((number for number, _, _ in rows), default=0)
        answers = [call.answer for call in made if call.answer is not None]
        last = max(answers, key=lambda answer: int(answer["version"]), default=None)


def _act(service: Service, port: int, chance: Random) -> list[Call]:
    """What phones called until the service was killed."""
    made: list[list[Call]] = [[] for _ in range(PHONES)]
    phones = [
        threading.Thread(target=_phone, args=(port, Random(chance.random()), calls), name=f"phone {n}")
        for n, calls in enumerate(made)
    ]
    for phone in phones:
        phone.start()
    # The moment is the test: anything from before the first call on.
    threading.Event().wait(chance.uniform(0, LONGEST_S))
    service.kill()
    for phone in phones:
        phone.join()
    return [call for calls in made for call in calls]


def _phone(port: int, chance: Random, made: list[Call]) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        while True:
            now = _ask(connection, "GET", "/api/snapshot", None)[1]
            name, body = something_posted(now, chance)
            call = Call(name, body)
            made.append(call)
            status, answer = _ask(connection, "POST", f"/api/{name}", body)
            if status == 200:
                call.answer = answer
            else:
                made.remove(call)
    except (OSError, HTTPException, ValueError):
        return  # the plug was pulled
    finally:
        connection.close()


def _ask(connection: HTTPConnection, method: str, path: str, body: Json | None) -> tuple[int, dict[str, Any]]:
    connection.request(method, path, None if body is None else json.dumps(body))
    answer = connection.getresponse()
    read: dict[str, Any] = json.loads(answer.read())
    return answer.status, read


def _oled_shows(port: int, shown: dict[str, Any]) -> bool:
    """Whether the OLED shows what the page says of it; where no board was cut off, it shows the address first."""
    ends_s, wanted = time.monotonic() + PATIENCE_S, draw(_screen(shown["box"])).tobytes()
    while time.monotonic() < ends_s:
        connection = HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", "/api/oled.png")
        answer = connection.getresponse()
        png = answer.read()
        connection.close()
        if answer.status == 200:
            with Image.open(io.BytesIO(png)) as image:
                if not shown["check_board"] or image.tobytes() == wanted:
                    return True
        threading.Event().wait(0.02)
    return False


def _screen(box: Json) -> Screen:
    """The OLED's content as the page gets it."""

    def frozen(value: Any) -> Any:
        return tuple(map(frozen, value)) if isinstance(value, list) else value

    return Screen(**{name: frozen(value) for name, value in box.items()})


def _rows(path: Path) -> list[tuple[int, Json, bool]]:
    journal = Journal(path)
    numbers = (0, *(game.id for game in journal.games()))
    rows = sorted(
        ((row.id, row.event, row.joined) for number in numbers for row in journal.rows(number)), key=lambda row: row[0]
    )
    journal.close()
    return rows


def _account(made: Iterable[Call], new: list[tuple[int, Json]], where: str, tried: Killed) -> None:
    """Every new row is somebody's call, and every answered call has its row."""
    rows = dict(new)
    answered = [call for call in made if call.answer is not None]
    tried.answered += len(answered)
    said = Counter(_key(event) for event in rows.values() if event["event"] not in OF_THE_TABLE)
    for call in answered:
        assert call.answer is not None
        wanted = _event(call)
        if wanted is None:
            # Undo and redo name no event: their answer's version is that of their last row.
            kept = int(call.answer["version"]) in rows
        else:
            kept = said[_key(wanted)] > 0
            said[_key(wanted)] -= kept
        if not kept:
            tried.lost += 1
            tried.wrong.append(f"{where}: {call.name} {dict(call.body)} was answered, and is lost")
    cut_off = Counter(_key(event) for call in made if call.answer is None and (event := _event(call)))
    for key, more in (said - cut_off).items():
        tried.doubled += more
        tried.wrong.append(f"{where}: {key} is on record {more} times too often")


def _event(call: Call) -> Json | None:
    match call.name:
        case "choose":
            return dict(call.body["event"])
        case "dice":
            return {"event": "DiceRolled", "pips": sorted(call.body["values"])}
    return None


def _key(event: Json) -> str:
    pips = event.get("pips")
    return json.dumps({**event, "pips": sorted(pips)} if pips else dict(event), sort_keys=True)
