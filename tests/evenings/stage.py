"""Whole evenings from a script: tray pictures, presses and phone taps through the real service.

The law of this file: nothing here knows a rule or a screen. Dice come as pictures through the watcher and the reader,
presses as edges with time stamps through the classifier, taps as HTTP calls to the real app; and what came of each
line is the snapshot that the service showed.

A script is a text file, one step a line; `#` begins a comment:

    press roll          a short press; also stop, choose
    hold stop           long enough for what a hold does
    menu                ROLL and STOP together
    tray 2 3 4 5        dice are thrown and lie so
    tile flood          a tile is laid into the tray; `back`: face down
    phone A choose {"event": "Stopped"}
    phone A seat {"seat": 0, "claim": true}     any call of the API; the version is the present one
    phone A late choose {...}                   ... or the one that this phone saw last
    power off           the plug is pulled, and put back
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from companion.access import access
from companion.devices import Button
from companion.games import GAMES
from companion.gestures import CHORD_S, HOLD_STOP_S, Hands
from companion.helper import Helper, HelperOfTheBox
from companion.inputs import Input
from companion.journal import LOBBY, Journal
from companion.ports import Frame, Refused, WebPorts
from companion.service import NewestSnapshot, Service
from companion.settings import SettingsFile
from companion.snapshot import Snapshot, to_json
from companion.start import lobby_start, resumed
from companion.table import Table
from hardware.layout import draw
from tests.evenings.filmed_tray import FilmedTray
from vision.tray_poses import Picture
from vision.watcher import Watcher

EVENING: Final = datetime(2026, 12, 24, 19, 30, tzinfo=UTC)
"""When all of it happens, by the journal."""
DEAL: Final = 4
"""What lies face down lies as this seed deals it."""
FRAME_S: Final = 0.1


@dataclass(frozen=True)
class Shown:
    """What came of one line."""

    line: str
    state: dict[str, Any]
    """What a phone would see, without what differs from run to run."""
    frame: Image.Image
    """The OLED."""


class Stage:
    """A table with its journal in `folder`, and everything that acts on it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tray = FilmedTray()
        self._now_s = 0.0
        self._phones: dict[str, FlaskClient] = {}
        self._seen: dict[str, int] = {}
        self._answer = ""
        self._open()

    def _open(self) -> None:
        """Switch on, as `companion play` does."""
        self._journal = Journal(self._folder / "journal.sqlite", lambda: EVENING)
        self._keys = access(self._folder, "1234")
        settings = SettingsFile(self._folder / "settings.json")
        self._table = Table(GAMES, self._journal, self._number(), settings, self._keys, shuffle=Random(DEAL).shuffle)
        self._service = Service(self._table)
        self._newest = NewestSnapshot(self._table.snapshot())
        self._pending: list[Future[Snapshot]] = []
        self._watcher = Watcher(_NoCamera(), self._post)
        self._hands = Hands()
        helper = HelperOfTheBox(Helper(GAMES, run=_at_once), self._post, run=_at_once)
        outputs = (self._newest, self._watcher, helper)
        self._thread = threading.Thread(target=self._service.serve, args=(outputs,), daemon=True)
        self._thread.start()
        self._app = self._make_app()
        self._phones = {name: self._phone_again(client) for name, client in self._phones.items()}
        self._film(self._tray.empty)

    def _number(self) -> int:
        number = self._journal.newest()
        if number == LOBBY:
            number = resumed(GAMES, self._journal)
        if number is not None:
            return number
        if self._journal.newest() is None:
            self._journal.append(LOBBY, (lobby_start(GAMES, self._journal),))
        return LOBBY

    def _make_app(self) -> Flask:
        from web import create_app

        return create_app(
            WebPorts(
                post=self._post,
                mailbox=self._newest,
                games=(),
                tray_jpeg=lambda number: None,
                oled_png=lambda hide: None,
                read_photo=lambda data: {},
                keys=self._keys.keys,
            )
        )

    def close(self) -> None:
        self._service.stop()
        self._thread.join()
        self._journal.close()

    def play(self, script: Path) -> Iterator[Shown]:
        """What came of every line."""
        yield self._shown("power on")
        for line in script.read_text(encoding="utf-8").splitlines():
            step = line.split("#")[0].strip()
            if step:
                self._answer = ""
                self._do(step)
                yield self._shown(step)

    def _do(self, step: str) -> None:
        word, _, rest = step.partition(" ")
        match word:
            case "press":
                self._edges(Button(rest), 0.1)
            case "hold":
                self._edges(Button(rest), HOLD_STOP_S + 0.05 if rest == "stop" else 0.9)
            case "menu":
                self._chord()
            case "tray":
                self._film(self._tray.thrown(rest.split()))
            case "tile":
                self._film(self._tray.laid(rest))
            case "phone":
                self._phone(*rest.split(" ", 2))
            case "power":
                self.close()
                self._open()
            case _:
                raise ValueError(f"no step of an evening: {step!r}")
        self._settle()

    def _edges(self, button: Button, lasts_s: float) -> None:
        """Down and up again, with a look at the clock every 50 ms between."""
        self._gestures(self._hands.down(button, self._now_s))
        for _ in range(round(lasts_s / 0.05)):
            self._now_s += 0.05
            self._gestures(self._hands.still(self._now_s))
        self._gestures(self._hands.up(button, self._now_s))
        self._now_s += 0.3

    def _chord(self) -> None:
        for button in (Button.ROLL, Button.STOP):
            self._gestures(self._hands.down(button, self._now_s))
        self._now_s += CHORD_S + 0.05
        self._gestures(self._hands.still(self._now_s))
        for button in (Button.ROLL, Button.STOP):
            self._gestures(self._hands.up(button, self._now_s))
        self._now_s += 0.3

    def _gestures(self, gestures: tuple[Input, ...]) -> None:
        for gesture in gestures:
            self._post(gesture)

    def _film(self, pictures: list[Picture]) -> None:
        for picture in pictures:
            self._settle()
            self._now_s += FRAME_S
            self._watcher.step(Frame(picture, self._now_s))
        self._settle()

    def _phone(self, name: str, call: str, rest: str = "{}") -> None:
        late = call == "late"
        if late:
            call, _, rest = rest.partition(" ")
        client = self._phones.get(name) or self._new_phone(name)
        version = self._seen[name] if late else self._newest.latest()[1].version
        answer = client.post(f"/api/{call}", json={"version": version, **_body(call, rest)})
        self._answer = f"{answer.status_code} {answer.json.get('error', '')}".strip() if answer.json else ""
        self._seen[name] = client.get("/api/snapshot").json["version"]  # type: ignore[index]

    def _new_phone(self, name: str) -> FlaskClient:
        self._phones[name] = client = self._app.test_client()
        client.get("/")
        client.post("/api/pin", json={"pin": "1234"})
        self._seen[name] = client.get("/api/snapshot").json["version"]  # type: ignore[index]
        return client

    def _phone_again(self, client: FlaskClient) -> FlaskClient:
        """The same phone, with its cookies, on the page of a table that was switched on again."""
        client.application = self._app
        return client

    def _post(self, received: Input) -> Future[Snapshot]:
        answer = self._service.post(received)
        self._pending.append(answer)
        return answer

    def _settle(self) -> None:
        """Until the service has answered everything."""
        while self._pending:
            try:
                self._pending.pop(0).result(timeout=30)
            except Refused as refused:
                self._answer = self._answer or f"refused: {refused}"

    def _shown(self, line: str) -> Shown:
        snapshot = self._newest.latest()[1]
        whole = to_json(snapshot)
        state = {key: whole[key] for key in ("game", "position", "told", "winners", "notice")}
        state["position"] = _without_backs(state["position"])
        state["seats"] = [seat["claimed"] for seat in whole["seats"]]
        if self._answer:
            state["answer"] = self._answer
        return Shown(line, state, draw(snapshot.screen))


def _without_backs(position: dict[str, Any]) -> dict[str, Any]:
    """Tiles that lie face down fill pages and say nothing."""
    if not isinstance(board := position.get("board"), dict):
        return position
    return {**position, "board": {at: tile for at, tile in board.items() if tile["face"]}}


def _body(call: str, rest: str) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(rest)
    return {"event": body} if call == "choose" else body


class _NoCamera:
    """The stage hands every picture to the watcher itself."""

    kind = "script"

    def frame(self) -> Frame:
        raise AssertionError("the stage films")

    def hold(self) -> None: ...

    def restore(self, held: Mapping[str, Any]) -> None: ...

    def close(self) -> None: ...


def _at_once(work: Callable[[], None]) -> None:
    work()
