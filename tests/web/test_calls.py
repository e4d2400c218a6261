"""What calls pass on to the table, and what of it they refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.devices import Button, ButtonPressed
from companion.inputs import (
    DiceTyped,
    Input,
    LobbyAsked,
    LookAsked,
    NewGameAsked,
    OddsAsked,
    PhoneChose,
    PlayAgainAsked,
    PositionTyped,
    RedoAsked,
    SeatClaimed,
    UndoAsked,
)
from companion.ports import BadInput, NotRecorded, Refused
from companion.snapshot import Snapshot, to_json
from tests.web.fake_table import GAME, ROLLING, Table, error

NEW = {"version": 17, "game": "cant-stop", "players": ["Ann", "Bo"]}


def as_sent(snapshot: Snapshot) -> Any:
    return json.loads(json.dumps({**to_json(snapshot), "mine": [], "may_act": True}))


def without_device(asked: Input) -> Input:
    """Which phone it was is another test's."""
    return replace(asked, device="") if isinstance(asked, PhoneChose | SeatClaimed) else asked


@pytest.mark.parametrize(
    ("call", "body", "asked"),
    [
        ("choose", {"version": 17, "event": {"event": "Stopped"}}, PhoneChose({"event": "Stopped"}, 17)),
        ("look", {"version": 17}, LookAsked(17)),
        ("lobby", {"version": 17}, LobbyAsked(17)),
        ("again", {"version": 17}, PlayAgainAsked(17)),
        ("odds", {"on": True}, OddsAsked(True)),
        ("seat", {"seat": 1, "claim": True}, SeatClaimed(1, True, "")),
        ("seat", {"seat": 1, "claim": True, "take": True}, SeatClaimed(1, True, "", take=True)),
        ("seat", {"seat": 0, "claim": False}, SeatClaimed(0, False, "")),
        ("button", {"version": 17, "button": "menu"}, ButtonPressed(Button.MENU, version=17)),
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
    assert [without_device(told) for told in table.asked] == [asked]


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
        (
            "button",
            b'{"version": 1, "button": "eject"}',
            '"button" must be "roll" or "stop" or "choose" or "menu", not "eject"',
        ),
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
        ("seat", b'{"claim": true}', '"seat" is missing'),
        ("seat", b'{"seat": 0}', '"claim" is missing'),
        ("seat", b'{"seat": 0, "claim": true, "take": null}', '"take" must be true or false, not null'),
        ("odds", b'{"on": "yes"}', '"on" must be true or false, not "yes"'),
        ("look", b"{}", '"version" is missing'),
        ("lobby", b"{}", '"version" is missing'),
        ("again", b"{}", '"version" is missing'),
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
        "snapshot": as_sent(ROLLING),
    }


def test_a_table_that_does_not_answer_in_time_is_503(table: Table, phone: FlaskClient) -> None:
    table.refusal = TimeoutError()
    answer = phone.post("/api/undo", json={"version": 17})
    assert answer.status_code == 503
    assert "in time" in error(answer)


def test_the_snapshot_the_games_and_the_pictures_can_be_had(phone: FlaskClient) -> None:
    assert phone.get("/api/snapshot").get_json() == as_sent(ROLLING)
    assert phone.get("/api/games").get_json() == [GAME]
    assert phone.get("/api/oled.png").data == b"oled, PIN hidden"
    assert phone.get("/api/tray.jpg?picture=3").data == b"tray 3"
    assert phone.get("/api/tray.jpg").data == b"tray None"


def test_a_picture_that_is_not_there_is_404_and_a_senseless_number_422(phone: FlaskClient) -> None:
    assert phone.get("/api/tray.jpg?picture=404").status_code == 404
    assert phone.get("/api/tray.jpg?picture=x").status_code == 422


def test_a_photo_is_of_dice_or_of_a_tile(phone: FlaskClient) -> None:
    assert phone.post("/api/photo?of=tile", data=b"x").get_json()["face"] == "flood"
    assert phone.post("/api/photo?of=fish", data=b"x").status_code == 422


def test_a_body_above_64_kb_is_413_and_a_photo_may_be_larger(table: Table, phone: FlaskClient) -> None:
    large = b"x" * (64 * 1024 + 1)
    assert phone.post("/api/undo", data=large).status_code == 413
    assert phone.post("/api/photo", data=large).get_json()["status"] == "read"
    assert phone.post("/api/photo", data=b"x" * (20 * 1024 * 1024 + 1)).status_code == 413
    assert table.asked == []


def test_a_calibration_is_taken_step_by_step(table: Table, phone: FlaskClient) -> None:
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert phone.post("/api/calibrate", json={"step": "empty", "corners": corners}).get_json()["step"] == "empty"
    assert phone.post("/api/calibrate", json={"step": "roll"}).get_json()["ok"] is True
    assert phone.get("/api/calibration").get_json()["step"] == "state"
    assert table.calibrated == [("empty", tuple(map(tuple, corners))), ("roll", None), ("state", None)]


@pytest.mark.parametrize(
    "body",
    [{}, {"step": "state"}, {"step": "empty", "corners": [[0, 0]]}, {"step": "empty", "corners": [[0, 2]] * 4}],
)
def test_a_senseless_step_of_a_calibration_is_422(table: Table, phone: FlaskClient, body: dict[str, object]) -> None:
    assert phone.post("/api/calibrate", json=body).status_code == 422
    assert table.calibrated == []


def test_a_calibration_that_fails_says_why(table: Table, phone: FlaskClient) -> None:
    table.calibration = {"error": "Unplugged."}
    answer = phone.post("/api/calibrate", json={"step": "empty"})
    assert (answer.status_code, error(answer)) == (503, "Unplugged.")


def test_a_roll_from_a_photo_names_it(table: Table, phone: FlaskClient) -> None:
    phone.post("/api/dice", json={"version": 17, "values": [1, 2, 3, 4], "picture": 9})
    assert table.asked == [DiceTyped((1, 2, 3, 4), 17, 9)]
