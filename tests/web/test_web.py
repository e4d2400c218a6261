"""The web's calls: what they pass on, what they refuse, who may act; and the page on a small phone."""

from __future__ import annotations

import json
import shutil
import threading
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.events import Event
from companion.inputs import (
    Button,
    ButtonPressed,
    Device,
    DiceTyped,
    Input,
    NewGameAsked,
    PhoneChose,
    PositionTyped,
    RedoAsked,
    Tray,
    TrayState,
    UndoAsked,
)
from companion.ports import BadInput, NotRecorded, Refused, WebPorts
from companion.prompts import Choose, Role, RollDice
from companion.snapshot import OpenPrompt, Snapshot, to_json
from companion.view import View
from web import create_app, serve
from web.access import Doorkeeper
from web.stream import MOST_STREAMS


@dataclass(frozen=True)
class SplitChosen(Event):
    columns: tuple[int, ...]


@dataclass(frozen=True)
class Stopped(Event):
    pass


SPLITS = (SplitChosen((5, 9)), SplitChosen((6, 8)), SplitChosen((7, 7)), Stopped())

ROLLING = Snapshot(
    version=17,
    game="cant-stop",
    title="Can't Stop",
    position={
        "players": ["Ann", "Bo", "Charlotte-Marie", "Di"],
        "turn": 0,
        "tokens": [{"6": 4, "9": 3, "2": 3}, {"7": 3, "6": 4}, {"7": 3}, {"7": 3, "12": 1}],
        "runners": {"7": 3, "8": 2},
    },
    prompts=(
        OpenPrompt(RollDice(4, 0), since=17),
        OpenPrompt(
            Choose(0, SPLITS, (Role.GO, Role.GO, Role.GO, Role.STOP)),
            since=17,
            labels=("5 and 9", "6 and 8", "7 7", "Stop"),
        ),
    ),
    view=View("Ann's turn", "1/3", ("Ann has won column 2.",), (2, 3, 4, 5), (("7: up to 3",),)),
    told=("Ann rolled 2 3 4 5.",),
    can_undo=True,
    announce=(("roll", "roll"), ("stop", "stop")),
    tray=Tray(TrayState.UNSURE, (2, 3, 4), ("One die leans on the wall.",), picture=3),
    devices={"display": Device("simulated"), "camera": Device("simulated")},
)

GAME = {
    "name": "cant-stop",
    "title": "Can't Stop",
    "seats": [2, 4],
    "options": [
        {"name": "same_space", "values": ["share", "blocking"], "meaning": "Whether tokens may share a space."}
    ],
}


class Box:
    """A mailbox that holds one snapshot until another is put in."""

    def __init__(self) -> None:
        self._serial, self._snapshot = 1, ROLLING
        self._changed = threading.Condition()

    def put(self, snapshot: Snapshot) -> None:
        with self._changed:
            self._serial, self._snapshot = self._serial + 1, snapshot
            self._changed.notify_all()

    def latest(self) -> tuple[int, Snapshot]:
        return self._serial, self._snapshot

    def wait(self, after: int, timeout_s: float) -> tuple[int, Snapshot] | None:
        with self._changed:
            changed = self._changed.wait_for(lambda: self._serial > after, timeout_s)
            return self.latest() if changed else None


class Table:
    """Takes every input, or refuses each with `refusal`."""

    def __init__(self) -> None:
        self.asked: list[Input] = []
        self.refusal: Exception | None = None
        self.box = Box()

    def post(self, asked: Input) -> Future[Snapshot]:
        answer: Future[Snapshot] = Future()
        self.asked.append(asked)
        if self.refusal is None:
            answer.set_result(replace(ROLLING, version=18))
        else:
            answer.set_exception(self.refusal)
        return answer

    def ports(self, pin: str | None = None) -> WebPorts:
        return WebPorts(
            post=self.post,
            mailbox=self.box,
            games=(GAME,),
            tray_jpeg=lambda picture: None if picture == 404 else f"tray {picture}".encode(),
            oled_png=lambda hidden: b"oled, PIN hidden" if hidden else b"oled",
            read_photo=lambda photo: {"status": "read", "values": [len(photo) % 6 + 1]},
            pin=pin,
            secret=b"a secret of the tests",
        )


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def phone(table: Table) -> FlaskClient:
    return create_app(table.ports()).test_client()


@pytest.fixture
def stranger(table: Table) -> FlaskClient:
    """A phone at a table with a PIN, which nobody has typed into it yet."""
    return create_app(table.ports(pin="4711")).test_client()


def error(answer: TestResponse) -> str:
    return str(answer.get_json()["error"])


NEW = {"version": 17, "game": "cant-stop", "players": ["Ann", "Bo"]}


@pytest.mark.parametrize(
    ("call", "body", "asked"),
    [
        ("choose", {"version": 17, "event": {"event": "Stopped"}}, PhoneChose({"event": "Stopped"}, 17)),
        ("dice", {"version": 17, "values": [2, 3, 4, 5]}, DiceTyped((2, 3, 4, 5), 17)),
        ("undo", {"version": 17}, UndoAsked(17)),
        ("redo", {"version": 17}, RedoAsked(17)),
        ("button", {"version": 17, "button": "roll"}, ButtonPressed(Button.ROLL, version=17)),
        ("button", {"version": 17, "button": "stop", "held": True}, ButtonPressed(Button.STOP, held=True, version=17)),
        ("position", {"version": 17, "position": {"turn": 1}}, PositionTyped({"turn": 1}, 17)),
        ("new", NEW, NewGameAsked("cant-stop", ("Ann", "Bo"), {}, 0, 17)),
        (
            "new",
            {**NEW, "options": {"same_space": "blocking"}, "first": 1, "confirm": True},
            NewGameAsked("cant-stop", ("Ann", "Bo"), {"same_space": "blocking"}, 1, 17, confirm=True),
        ),
    ],
)
def test_a_call_becomes_an_input_and_answers_with_the_new_snapshot(
    table: Table, phone: FlaskClient, call: str, body: dict[str, Any], asked: Input
) -> None:
    answer = phone.post(f"/api/{call}", json=body)
    assert (answer.status_code, answer.get_json()["version"]) == (200, 18)
    assert table.asked == [asked]


@pytest.mark.parametrize(
    ("call", "body", "words"),
    [
        ("undo", b"", "a JSON object"),
        ("undo", b"[1]", "a JSON object, not [1]"),
        ("undo", b"{", "a JSON object"),
        ("undo", b"\xff", "a JSON object"),
        ("undo", b"[" * 60_000, "a JSON object"),
        ("undo", b'{"version": NaN}', "a JSON object"),
        ("undo", b"{}", '"version" is missing'),
        ("undo", b'{"version": true}', '"version" must be a whole number from 0, not true'),
        ("undo", b'{"version": 1.0}', "not 1.0"),
        ("undo", b'{"version": -1}', "not -1"),
        ("undo", b'{"version": 99999999999999999999}', "not 99999999999999999999"),
        ("redo", b'{"version": "17"}', 'not "17"'),
        ("choose", b'{"version": 1, "event": "Stopped"}', '"event" must be an object, not "Stopped"'),
        (
            "dice",
            b'{"version": 1, "values": [1, 7]}',
            '"values" must be a list of whole numbers from 1 to 6, not [1, 7]',
        ),
        ("dice", b'{"version": 1, "values": [true]}', "not [true]"),
        ("dice", b'{"version": 1, "values": 4}', "not 4"),
        ("button", b'{"button": "roll"}', '"version" is missing'),
        ("button", b'{"version": 1, "button": "eject"}', '"button" must be "roll" or "stop" or "choose", not "eject"'),
        ("button", b'{"version": 1, "button": ["roll"]}', 'not ["roll"]'),
        ("button", b'{"version": 1, "button": "roll", "held": 1}', '"held" must be true or false, not 1'),
        ("new", b'{"version": 1, "game": 3, "players": []}', '"game" must be a text, not 3'),
        ("new", b'{"version": 1, "game": "g", "players": "Ann"}', '"players" must be a list of texts, not "Ann"'),
        ("new", b'{"version": 1, "game": "g", "players": ["\\ud800"]}', "a JSON object"),
        (
            "new",
            b'{"version": 1, "game": "g", "players": [], "options": null}',
            '"options" must be an object, not null',
        ),
        ("position", b'{"version": 1}', '"position" is missing'),
        ("pin", b'{"pin": 1234}', '"pin" must be a text, not 1234'),
        ("photo", b"", "it is empty"),
    ],
)
def test_a_malformed_body_is_refused_with_the_field_and_its_value(
    table: Table, phone: FlaskClient, call: str, body: bytes, words: str
) -> None:
    answer = phone.post(f"/api/{call}", data=body)
    assert answer.status_code == 422
    assert words in error(answer)
    assert table.asked == []


@pytest.mark.parametrize(("kind", "status"), [(Refused, 409), (BadInput, 422), (NotRecorded, 503)])
def test_what_the_table_refuses_comes_back_with_its_sentence_and_the_snapshot(
    table: Table, phone: FlaskClient, kind: Callable[[str, Snapshot], Refused], status: int
) -> None:
    table.refusal = kind("The question has changed.", ROLLING)
    answer = phone.post("/api/undo", json={"version": 3})
    assert answer.status_code == status
    assert answer.get_json() == {
        "error": "The question has changed.",
        "snapshot": json.loads(json.dumps(to_json(ROLLING))),
    }


def test_a_table_that_does_not_answer_in_time_is_503(table: Table, phone: FlaskClient) -> None:
    table.refusal = TimeoutError()
    answer = phone.post("/api/undo", json={"version": 17})
    assert answer.status_code == 503
    assert "in time" in error(answer)


def test_the_snapshot_the_games_and_the_pictures_can_be_had(phone: FlaskClient) -> None:
    assert phone.get("/api/snapshot").get_json() == json.loads(json.dumps(to_json(ROLLING)))
    assert phone.get("/api/games").get_json() == [GAME]
    assert phone.get("/api/oled.png").data == b"oled, PIN hidden"
    assert phone.get("/api/tray.jpg?picture=3").data == b"tray 3"
    assert phone.get("/api/tray.jpg").data == b"tray None"


def test_a_picture_that_is_not_there_is_404_and_a_senseless_number_422(phone: FlaskClient) -> None:
    assert phone.get("/api/tray.jpg?picture=404").status_code == 404
    assert phone.get("/api/tray.jpg?picture=x").status_code == 422


def test_a_body_above_64_kb_is_413_and_a_photo_may_be_larger(table: Table, phone: FlaskClient) -> None:
    large = b"x" * (64 * 1024 + 1)
    assert phone.post("/api/undo", data=large).status_code == 413
    assert phone.post("/api/photo", data=large).get_json()["status"] == "read"
    assert phone.post("/api/photo", data=b"x" * (20 * 1024 * 1024 + 1)).status_code == 413
    assert table.asked == []


def test_the_stream_begins_with_the_snapshot_and_tells_of_every_change(table: Table, phone: FlaskClient) -> None:
    answer = phone.get("/api/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    messages = iter(answer.response)
    first = str(bytes(next(messages)), "utf-8")  # type: ignore[arg-type]
    assert first.startswith("retry: 1000\nevent: snapshot\ndata: ")
    assert json.loads(first.split("data: ")[1])["version"] == 17
    table.box.put(replace(ROLLING, version=18))
    second = str(bytes(next(messages)), "utf-8")  # type: ignore[arg-type]
    assert json.loads(second.split("data: ")[1])["version"] == 18
    answer.close()


def test_the_stream_beats_while_nothing_changes(
    table: Table, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.stream.BEAT_S", 0.0)
    answer = phone.get("/api/events", buffered=False)
    messages = iter(answer.response)
    next(messages)
    assert next(messages) == b"event: beat\ndata: {}\n\n"
    answer.close()


def test_one_stream_too_many_is_503_until_another_ends(phone: FlaskClient) -> None:
    streams = [phone.get("/api/events", buffered=False) for _ in range(MOST_STREAMS)]
    full = phone.get("/api/events")
    assert full.status_code == 503
    assert full.headers["Retry-After"] == "5"
    streams.pop().close()
    again = phone.get("/api/events", buffered=False)
    assert again.status_code == 200
    for stream in [again, *streams]:
        stream.close()


def test_without_the_pin_a_device_may_look_and_not_act(table: Table, stranger: FlaskClient) -> None:
    assert stranger.get("/api/snapshot").status_code == 200
    assert stranger.get("/api/oled.png").status_code == 200
    assert stranger.get("/api/tray.jpg").status_code == 403
    for call in ("choose", "dice", "photo", "undo", "redo", "button", "new", "position"):
        answer = stranger.post(f"/api/{call}", json={"version": 17})
        assert answer.status_code == 403
        assert "PIN" in error(answer)
    assert table.asked == []


def test_who_typed_the_pin_once_may_act(stranger: FlaskClient) -> None:
    assert b'data-may-act="no"' in stranger.get("/").data
    welcome = stranger.post("/api/pin", json={"pin": "4711"})
    assert welcome.status_code == 200
    assert "HttpOnly" in welcome.headers["Set-Cookie"]
    assert "SameSite=Strict" in welcome.headers["Set-Cookie"]
    assert stranger.post("/api/undo", json={"version": 17}).status_code == 200
    assert stranger.get("/api/tray.jpg").status_code == 200
    assert b'data-may-act="yes"' in stranger.get("/").data


def test_a_cookie_that_we_did_not_sign_lets_nobody_in(stranger: FlaskClient) -> None:
    stranger.set_cookie("companion", '"may act".forged')
    assert stranger.post("/api/undo", json={"version": 17}).status_code == 403


def test_the_eleventh_guess_must_wait_even_if_it_is_right(stranger: FlaskClient) -> None:
    for _ in range(10):
        assert stranger.post("/api/pin", json={"pin": "0000"}).status_code == 403
    late = stranger.post("/api/pin", json={"pin": "4711"})
    assert late.status_code == 429
    assert "wait 10 minutes" in error(late)
    assert int(late.headers["Retry-After"]) <= 600
    other = stranger.post("/api/pin", json={"pin": "4711"}, environ_base={"REMOTE_ADDR": "10.0.0.9"})
    assert other.status_code == 200


def test_ten_minutes_later_one_may_guess_again() -> None:
    now = [0.0]
    doorkeeper = Doorkeeper("4711", b"s", clock=lambda: now[0])
    with Flask("test").test_request_context():
        for _ in range(10):
            assert doorkeeper.answer("0000")[1] == 403
        assert doorkeeper.answer("4711")[1] == 429
        now[0] = 600.0
        assert doorkeeper.answer("4711")[1] == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "http://localhost:81"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://elsewhere.example", "Host": "elsewhere.example"}, 403),
        ({"Origin": "http://192.168.1.23:8000", "Host": "192.168.1.23:8000"}, 200),
        ({"Origin": "http://companion.local:8000", "Host": "companion.local:8000"}, 200),
        ({"Origin": "http://[::1]:8000", "Host": "[::1]:8000"}, 200),
    ],
)
def test_calls_from_another_sites_page_are_refused(phone: FlaskClient, headers: Mapping[str, str], status: int) -> None:
    assert phone.post("/api/undo", json={"version": 17}, headers=dict(headers)).status_code == status


def test_the_page_runs_no_foreign_or_inline_script_and_the_api_is_not_stored(phone: FlaskClient) -> None:
    page = phone.get("/")
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'self';" in policy
    assert "img-src 'self' blob: data:" in policy
    assert "unsafe" not in policy
    assert b"<style" not in page.data
    assert b" style=" not in page.data
    assert phone.get("/api/snapshot").headers["Cache-Control"] == "no-store"
    assert phone.post("/api/undo", json={}).headers["Cache-Control"] == "no-store"


def test_a_board_is_served_for_games_that_can_be_started_alone(phone: FlaskClient) -> None:
    board = phone.get("/games/cant-stop/board.js")
    assert board.mimetype == "text/javascript"
    assert b"export function draw(" in board.data
    assert phone.get("/games/nothing/board.js").status_code == 404


def test_what_is_not_there_says_so_in_json(phone: FlaskClient) -> None:
    missing = phone.get("/api/nothing")
    assert missing.status_code == 404
    assert error(missing)


def test_a_served_app_answers_and_a_second_on_its_port_fails_until_it_is_closed(table: Table) -> None:
    app = create_app(table.ports())
    served = serve(app, "127.0.0.1", 0)
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/api/snapshot", timeout=10) as answer:
            assert json.load(answer)["version"] == 17
        with pytest.raises(OSError, match="in use"):
            serve(app, "127.0.0.1", served.port)
    finally:
        served.close()
    serve(app, "127.0.0.1", served.port).close()


CHROMIUM = next(filter(None, map(shutil.which, ("/usr/bin/chromium", "chromium", "google-chrome"))), None)

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def address(table: Table) -> Iterator[str]:
    served = serve(create_app(table.ports()), "127.0.0.1", 0)
    yield f"http://127.0.0.1:{served.port}/"
    served.close()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
def test_a_page_whose_box_is_gone_says_that_it_is_not_live_and_asks_for_the_pin_before_that(table: Table) -> None:
    from playwright.sync_api import expect, sync_playwright

    served = serve(create_app(table.ports(pin="4711")), "127.0.0.1", 0)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page(viewport={"width": 360, "height": 640})
        page.clock.install()
        page.goto(f"http://127.0.0.1:{served.port}/")
        page.get_by_role("button", name="5 and 9").click()
        expect(page.get_by_role("alert")).to_contain_text("PIN")
        page.get_by_label("PIN", exact=True).fill("4711")
        page.get_by_role("button", name="Let me play").click()
        expect(page.get_by_label("PIN", exact=True)).to_be_hidden()
        page.get_by_role("button", name="6 and 8").click()
        expect(page.get_by_role("alert")).to_be_hidden()
        expect(page.get_by_text("Not live")).to_be_hidden()
        served.close()
        page.clock.fast_forward(10_000)
        expect(page.get_by_text("Not live")).to_be_visible()
        browser.close()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
def test_the_page_fits_a_small_phone_and_its_buttons_act(table: Table, address: str) -> None:
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page(viewport={"width": 360, "height": 640})
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto(address)
        expect(page.get_by_role("heading", name="Ann's turn")).to_be_visible()
        expect(page.locator("#board rect").first).to_be_visible()
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        low = "[...document.querySelectorAll('button, .button, summary')].filter((b) => b.checkVisibility())"
        assert page.evaluate(f"Math.min(...{low}.map((b) => b.getBoundingClientRect().height))") >= 44

        page.get_by_role("button", name="Stop", exact=True).click()
        page.get_by_role("button", name="Type the roll").click()
        page.get_by_role("button", name="6", exact=True).click()
        with page.expect_response("**/api/dice"):
            page.get_by_role("button", name="Use this roll").click()
        assert table.asked[-1] == DiceTyped((2, 3, 4, 6), 18)

        table.box.put(replace(ROLLING, version=19, winners=(1,)))
        expect(page.get_by_text("Bo wins!")).to_be_visible()
        assert faults == []
        browser.close()
