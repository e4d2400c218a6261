"""The parts of a box that answer the described calls, and what a table knows that a call needs to be taken.

The law of this file: nothing here judges an answer.
"""

from __future__ import annotations

import io
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from companion.beats import Beats
from companion.board_report import Standing
from companion.cli.tray import Eyes
from companion.game import Seat
from companion.games import GAMES
from companion.snapshot import Snapshot, to_json
from tests.web.browser.real_table import RealTable
from vision.simulated_tray import SimulatedTray


class Box:
    """The parts of the box that answer calls: a simulated tray, whose watcher takes a turn only when it is asked."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._tray = tray = SimulatedTray(seed)
        self._eyes = Eyes(tray, tray, folder, lambda received: None, Beats(), playing)
        self._asking = ThreadPoolExecutor(1)
        picture = io.BytesIO()
        Image.new("1", (128, 64)).save(picture, "PNG")
        self._eyes.watcher.turn()
        self.ports: Mapping[str, Any] = {
            "tray_jpeg": self._eyes.watcher.jpeg,
            "oled_png": lambda hide_secret: picture.getvalue(),
            "read_photo": self._eyes.read_photo,
            "read_tile": self._eyes.read_tile,
            "read_board": self._eyes.board.read,
            "teach_board": self._eyes.board.teach,
            "forget_board": self._eyes.board.forget,
            "board": self._eyes.board.help,
            "calibrate": self.calibrate,
        }

    def close(self) -> None:
        self._asking.shutdown()
        self._tray.close()

    def calibrate(self, step: str, corners: tuple[tuple[float, float], ...] | None) -> Mapping[str, Any]:
        asked = self._asking.submit(self._eyes.calibrate, step, corners)
        while not asked.done():
            self._eyes.watcher.turn()
        return asked.result()


def playing() -> Standing:
    """A game whose board is photographed, whatever is played at the table."""
    game = GAMES["cant-stop"]
    return Standing(1, game, game.start(("Ann", "Bo"), {}, Seat(0)), ("blue", "red"))


def filled(made_up: Any, known: Mapping[str, Any], chance: Random) -> Any:
    """With what this table knows in it: what is made up is nearly always refused at once."""
    if not isinstance(made_up, dict):
        return made_up
    return {name: known[name] if name in known and chance.random() < 0.9 else value for name, value in made_up.items()}


def known_at(table: RealTable, now: Snapshot, chance: Random) -> Mapping[str, Any]:
    """What it knows when it stands so, by the names that the document has for it; of several, one."""
    shown = to_json(now)
    options = [option for prompt in shown["prompts"] for option in prompt.get("options", ())]
    counts = [prompt["count"] for prompt in shown["prompts"] if "count" in prompt] or [4, 5]
    _, _, corrections = table.table.corrections()
    right = chance.choice(corrections) if corrections else None
    game = chance.choice([now.game, *GAMES])
    return {
        "version": now.version,
        "event": chance.choice(options) if options else {"event": "GameChosen", "game": game},
        "values": [chance.randint(1, 6) for _ in range(chance.choice(counts))],
        "to": chance.randint(1, 4),
        "path": list(right.path) if right else [],
        "position": dict(right.change) if right else {},
        "game": game,
        "players": ["Ann", "Bo", "Cy", "Di"][: chance.randint(1, 4)],
        "player": "Ann",
        "options": {},
        "seat": chance.randrange(len(shown["seats"]) or 1),
        "level": (shown["levels"]["offered"] or ["off"])[-1],
        "first": chance.randint(0, 2),
        "confirm": True,
        "step": chance.choice(["empty", "roll", "forget"]),
        "pin": table.keys().pin,
        "ms": time.monotonic() * 1000,
        "number": 1,
        "moments": chance.randint(1, 4),
        "picture": chance.randint(0, 4),
        "name": game,
        "part": chance.choice(["board.js", "panel.js"]),
        "filename": chance.choice(["page.css", "live.js"]),
    }
