"""The server in its thread: what it keeps of a stream, and that nobody takes it from the others."""

from __future__ import annotations

import json
import socket
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from threading import Event

import pytest
from flask import Flask, Response

from companion.addresses import own_addresses
from companion.ports import Keys
from tests.web.fake_table import Table
from web import connections, create_app
from web.serving import serve

MESSAGE = "data: " + "x" * 10_000 + "\n\n"
"""Larger than the 8 KB up to which waitress keeps a string and no file."""
MESSAGES = 1_000
MB = 1024 * 1024


@contextmanager
def streaming(enough: Event) -> Iterator[int]:
    """The port of a server with one endless-looking stream."""
    app = Flask("stream")

    @app.get("/stream")
    def stream() -> Response:
        def messages() -> Iterator[str]:
            for _ in range(MESSAGES):
                yield MESSAGE
            enough.wait(60)

        return Response(messages(), mimetype="text/event-stream")

    served = serve(app, "127.0.0.1", 0)
    try:
        yield served.port
    finally:
        enough.set()
        served.close()


def test_of_what_a_stream_has_sent_nothing_much_is_kept() -> None:
    enough = Event()
    with streaming(enough) as port:
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/stream")
        answer = connection.getresponse()
        tracemalloc.start()
        try:
            for _ in range(MESSAGES):
                answer.read(len(MESSAGE))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        connection.close()
    assert peak < 2 * MB, f"{MESSAGES * len(MESSAGE) / MB:.0f} MB were sent"


def test_behind_a_proxy_on_the_box_each_phone_has_guesses_of_its_own_and_cookies_for_https_only(table: Table) -> None:
    table.keys = Keys("4711", b"a secret")
    served = serve(create_app(table.ports()), "127.0.0.1", 0)
    try:

        def typed(pin: str, phone: str) -> tuple[int, list[str]]:
            call = HTTPConnection("127.0.0.1", served.port, timeout=60)
            headers = {"X-Forwarded-For": phone, "X-Forwarded-Proto": "https"}
            call.request("POST", "/api/pin", json.dumps({"pin": pin}), headers)
            answer = call.getresponse()
            answer.read()
            call.close()
            return answer.status, answer.headers.get_all("Set-Cookie", [])

        for _ in range(10):
            assert typed("0000", "192.168.1.9")[0] == 403
        assert typed("4711", "192.168.1.9")[0] == 429
        status, cookies = typed("4711", "192.168.1.10")
    finally:
        served.close()
    assert status == 200
    assert len(cookies) == 2
    assert all("Secure" in cookie and "HttpOnly" in cookie and "SameSite=Strict" in cookie for cookie in cookies)


@pytest.fixture
def own_address() -> str:
    """One under which this machine's own calls come as those of a phone do."""
    found = next(own_addresses(), None)
    if found is None:
        pytest.skip("this machine is in no network: connect it to one")
    return found


def test_a_phone_that_calls_itself_another_is_not_believed(table: Table, own_address: str) -> None:
    table.keys = Keys("4711", b"a secret")
    served = serve(create_app(table.ports()), "0.0.0.0", 0)
    try:
        told = []
        for guess in range(11):
            call = HTTPConnection(own_address, served.port, timeout=60)
            call.request("POST", "/api/pin", '{"pin": "0000"}', {"X-Forwarded-For": f"192.168.1.{guess}"})
            told.append(call.getresponse().status)
            call.close()
    finally:
        served.close()
    assert told == [403] * 10 + [429]


@contextmanager
def greeting(host: str) -> Iterator[int]:
    """The port of a server that says one word."""
    app = Flask("greeting")
    app.add_url_rule("/", view_func=lambda: "hello", methods=["GET", "POST"])
    served = serve(app, host, 0)
    try:
        yield served.port
    finally:
        served.close()


def answered(address: str, port: int) -> bool:
    """Whether a call from this address is answered."""
    call = HTTPConnection(address, port, timeout=60)
    try:
        call.request("GET", "/")
        return call.getresponse().read() == b"hello"
    except OSError:
        return False
    finally:
        call.close()


def test_one_device_does_not_take_the_connections_of_the_others(own_address: str) -> None:
    with greeting("0.0.0.0") as port, ExitStack() as open_ones:
        for _ in range(connections.MOST_AN_ADDRESS):
            open_ones.enter_context(socket.create_connection((own_address, port))).sendall(b"GET / HTTP/1.1\r\n")
        assert not answered(own_address, port)
        for _ in range(connections.MOST):
            open_ones.enter_context(socket.create_connection((own_address, port)))
        assert answered("127.0.0.1", port)

        open_ones.close()
        assert answered("127.0.0.1", port)
        assert answered(own_address, port)


def ended(line: socket.socket, drop: bytes) -> bool:
    """Whether the other side has ended it; it gets another drop of what is sent."""
    try:
        line.sendall(drop)
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except (ConnectionResetError, BrokenPipeError):
        return True


@pytest.mark.parametrize("begun", [b"GET / HTTP/1.1\r\nX: ", b"POST / HTTP/1.1\r\nContent-Length: 60000\r\n\r\n"])
def test_a_request_that_comes_by_drops_is_not_waited_for(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_S", 0.5)
    monkeypatch.setattr(connections, "WHOLE_S", 0.5)
    with greeting("127.0.0.1") as port, socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(begun)
        slow.settimeout(0.1)
        while not ended(slow, b"x"):
            pass
