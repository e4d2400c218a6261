"""The live stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.ports import Keys
from tests.web.fake_table import ROLLING, Table, error
from web.stream import MOST_STREAMS


def messages(answer: TestResponse) -> Iterator[str]:
    return (str(bytes(message), "utf-8") for message in answer.response)  # type: ignore[arg-type]


def snapshot(message: str) -> Any:
    head, data = message.split("data: ")
    assert head.endswith("event: snapshot\n")
    return json.loads(data)


def test_the_stream_begins_with_the_snapshot_and_tells_of_every_change(table: Table, phone: FlaskClient) -> None:
    answer = phone.get("/api/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    told = messages(answer)
    first = next(told)
    assert first.startswith("retry: 1000\n")
    assert snapshot(first)["version"] == 17
    table.box.put(replace(ROLLING, version=18))
    assert snapshot(next(told))["version"] == 18
    answer.close()


def test_the_stream_does_not_repeat_what_looks_the_same(table: Table, phone: FlaskClient) -> None:
    answer = phone.get("/api/events", buffered=False)
    told = messages(answer)
    next(told)
    table.box.put(replace(ROLLING, look=5))
    table.box.put_when_waited_for(replace(ROLLING, version=18))
    assert snapshot(next(told))["version"] == 18
    answer.close()


def test_a_new_secret_ends_the_streams_so_that_they_come_back_with_a_new_id(table: Table, phone: FlaskClient) -> None:
    answer = phone.get("/api/events", buffered=False)
    told = messages(answer)
    next(told)
    table.keys = Keys("0815", b"another secret")
    assert list(told) == []
    answer.close()


def test_the_stream_beats_while_nothing_changes(
    table: Table, phone: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.stream.BEAT_S", 0.0)
    answer = phone.get("/api/events", buffered=False)
    told = messages(answer)
    next(told)
    assert next(told) == "event: beat\ndata: {}\n\n"
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


def test_one_device_takes_four_streams_and_no_more(phone: FlaskClient) -> None:
    at = {"REMOTE_ADDR": "192.168.1.40"}
    four = [phone.get("/api/events", buffered=False, environ_base=at) for _ in range(4)]
    fifth = phone.get("/api/events", environ_base=at)
    assert fifth.status_code == 503
    assert "close one" in error(fifth)
    other = phone.get("/api/events", buffered=False, environ_base={"REMOTE_ADDR": "192.168.1.41"})
    assert other.status_code == 200
    four.pop().close()
    again = phone.get("/api/events", buffered=False, environ_base=at)
    assert again.status_code == 200
    for open_stream in (*four, other, again):
        open_stream.close()
