"""`kill -9` of the running service at any moment, while phones act over real HTTP.

The law of this file: every row of the journal is a call that was made, each at most once; and every call that was
answered has its row. A call that was cut off may have one. Before anybody acts again, a page that was open all the time
and the OLED show what the journal holds.
"""

from __future__ import annotations

import io
import threading
import time
from collections import Counter
from collections.abc import Iterable
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
from tests.torture.answered import Account, Call, ask, event_of, key_of
from tests.torture.evening import NAMES, something_posted
from tests.torture.killed_service import PATIENCE_S, OpenPage, Service

PHONES: Final = 3
LONGEST_S: Final = 1.0
"""How long the phones act, at most, before the plug is pulled."""
ANEW: Final = 20
"""Kills after which another game begins on an empty journal."""

SCREENS_S: Final = 2.0
"""Within which every screen is to be right after a restart."""

OF_THE_TABLE: Final = ("GameStarted", "TilesShuffled", "Undone", "Redone")
"""Rows that no phone names in its call."""


@dataclass
class Killed(Account):
    kills: int = 0
    doubled: int = 0
    screens_s: list[float] = field(default_factory=list)
    """From each start until a page that was open before, and the OLED, showed the table again."""


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
        account(made, [row for row in rows if row[0] > known], where, tried)
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
            now = ask(connection, "GET", "/api/snapshot", None)[1]
            name, body = something_posted(now, chance)
            call = Call(name, body)
            made.append(call)
            status, answer = ask(connection, "POST", f"/api/{name}", body)
            if status == 200:
                call.answer = answer
            else:
                made.remove(call)
    except (OSError, HTTPException, ValueError):
        return  # the plug was pulled
    finally:
        connection.close()


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


def account(made: Iterable[Call], new: list[tuple[int, Json, bool]], where: str, tried: Killed) -> None:
    """Every new row is somebody's call or follows from one, and every answered call has its row."""
    numbers = {number for number, _, _ in new}
    answered = [call for call in made if call.answer is not None]
    tried.answered += len(answered)
    said = Counter(key_of(event) for _, event, joined in new if not joined and event["event"] not in OF_THE_TABLE)
    for call in answered:
        assert call.answer is not None
        wanted = event_of(call)
        if wanted is None:
            kept = int(call.answer["version"]) in numbers
        else:
            kept = said[key_of(wanted)] > 0
            said[key_of(wanted)] -= kept
        if not kept:
            tried.lost += 1
            tried.wrong.append(f"{where}: {call.name} {dict(call.body)} was answered, and is lost")
    cut_off = Counter(key_of(event) for call in made if call.answer is None and (event := event_of(call)))
    for key, more in (said - cut_off).items():
        tried.doubled += more
        tried.wrong.append(f"{where}: {key} is on record {more} times too often")
