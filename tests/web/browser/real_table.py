"""A real table behind the page, with its journal in a folder: what is tapped is played."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.access import access
from companion.adviser import Adviser, AdviserOfTheBox
from companion.advisor import ADVISORS, COURSES, PLAYERS, REASONS
from companion.archive import Archive
from companion.courses import Courses
from companion.dailies import Dailies
from companion.events import Json
from companion.games import GAMES
from companion.helper import Helper, HelperOfTheBox
from companion.inputs import NewGameAsked, PositionTyped
from companion.journal import LOBBY, Journal
from companion.opponent import Opponent
from companion.ports import Keys, Refused, WebPorts
from companion.service import NewestSnapshot, Service
from companion.snapshot import Snapshot
from companion.start import lobby_start
from companion.table import Table
from web import create_app, serve


@dataclass
class RealTable:
    address: str
    service: Service
    newest: NewestSnapshot
    keys: Callable[[], Keys]
    table: Table

    @property
    def now(self) -> Snapshot:
        return self.newest.latest()[1]

    def start(self, game: str, players: tuple[str, ...] = ("Ann", "Bo"), **options: object) -> None:
        """Whatever the table stands at, and a phone of the test before may still be asking for."""
        seen = self.now.version
        try:
            self.service.post(NewGameAsked(game, players, options, 0, seen, confirm=True)).result(timeout=10)
        except Refused:
            if self.now.version == seen:
                raise
            self.start(game, players, **options)

    def put_right(self, position: Json) -> None:
        self.service.post(PositionTyped(position, self.now.version)).result(timeout=10)


@contextmanager
def real_table(folder: Path, pin: str = "none", **others: Any) -> Iterator[RealTable]:
    """In its lobby; `others` are ports beside those of the table itself."""
    journal = Journal(folder / "journal.sqlite")
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    keys = access(folder, pin)
    table = Table(GAMES, journal, LOBBY, access=keys, advised=ADVISORS.keys(), playable=PLAYERS)
    adviser = Adviser(ADVISORS)
    service, newest, helper = Service(table), NewestSnapshot(table.snapshot()), Helper(GAMES)
    ports = WebPorts(
        post=service.post,
        mailbox=newest,
        games=tuple({**game.offer, "companion": list(PLAYERS.get(game.name, ()))} for game in GAMES.values()),
        keys=keys.keys,
        helper=helper,
        adviser=adviser,
        story=table.story,
        corrections=table.corrections,
        past=Archive(GAMES, folder / "journal.sqlite"),
        dailies=Dailies(GAMES, folder / "journal.sqlite", COURSES),
        courses=Courses(GAMES, folder / "journal.sqlite", folder / "courses", COURSES),
        **{
            "tray_jpeg": lambda number: None,
            "oled_png": lambda hide: None,
            "read_photo": lambda data: {},
            **others,
        },
    )
    running = serve(create_app(ports), "127.0.0.1", 0)
    outputs = (
        newest,
        HelperOfTheBox(helper, service.post),
        AdviserOfTheBox(adviser, service.post),
        Opponent(PLAYERS, REASONS, service.post),
    )
    serving = threading.Thread(target=service.serve, args=(outputs,), daemon=True)
    serving.start()
    yield RealTable(f"http://127.0.0.1:{running.port}/", service, newest, keys.keys, table)
    running.close()
    service.stop()
    serving.join()
    journal.close()
