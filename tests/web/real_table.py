"""A real table behind a real server: rules, journal, queue and web as `companion play` wires them, without a camera."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.access import access
from companion.games import GAMES
from companion.inputs import DiceTyped, UndoAsked
from companion.journal import Journal
from companion.ports import WebPorts
from companion.service import NewestSnapshot, Service
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.table import Table
from web import create_app, serve


class RealTable:
    """Served until `close`."""

    def __init__(
        self, folder: Path, game: str, players: Sequence[str], options: Mapping[str, Any] | None = None
    ) -> None:
        rules = GAMES[game]
        self._journal = Journal(folder / "journal.sqlite")
        number = start_game(rules, new_game(rules, tuple(players), options or {}, 0), self._journal)
        keys = access(folder, "none")
        table = Table(GAMES, self._journal, number, access=keys)
        self.service = Service(table)
        self.newest = NewestSnapshot(table.snapshot())
        self._serving = threading.Thread(target=self.service.serve, args=((self.newest,),))
        self._serving.start()
        ports = WebPorts(
            post=self.service.post,
            mailbox=self.newest,
            games=tuple(
                {"name": one.name, "title": one.title, "seats": [1, 10], "options": []} for one in GAMES.values()
            ),
            tray_jpeg=lambda picture: None,
            oled_png=lambda hide_secret: None,
            read_photo=lambda photo: {},
            keys=keys.keys,
        )
        self._served = serve(create_app(ports), "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._served.port}/"

    def now(self) -> Snapshot:
        return self.newest.latest()[1]

    def throw(self, *pips: int) -> Snapshot:
        return self.service.post(DiceTyped(pips, self.now().version)).result()

    def undo(self) -> Snapshot:
        return self.service.post(UndoAsked(self.now().version)).result()

    def hurry(self) -> None:
        """Wait for no disk from now on."""
        self._journal._db.execute("PRAGMA synchronous=OFF")

    def close(self) -> None:
        self._served.close()
        self.service.stop()
        self._serving.join()
        self._journal.close()
