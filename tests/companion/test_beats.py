"""Threads that live are heard of, and systemd is told only while they are."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.beats import LATE_S, Beats
from companion.notify import Systemd


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """Where systemd listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(10)
        yield listening


def heard(manager: socket.socket) -> str:
    return manager.recv(1000).decode()


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(tmp_path / "notify"), **more}


def test_a_thread_that_has_not_beaten_for_too_long_is_named_and_is_forgiven_when_it_beats() -> None:
    clock = Clock()
    beats = Beats(clock)
    table, camera = beats.new("table"), beats.new("camera")
    clock.now_s += LATE_S
    camera()
    clock.now_s += 1
    assert beats.late() == ("table",)
    table()
    assert beats.late() == ()


def test_a_thread_that_never_began_is_late_too() -> None:
    clock = Clock()
    beats = Beats(clock)
    beats.new("display")
    clock.now_s += LATE_S + 1
    assert beats.late() == ("display",)


def test_where_a_late_thread_hangs_can_be_asked() -> None:
    beats, at_work, ended = Beats(), threading.Event(), threading.Event()
    beat = beats.new("camera")

    def look_into_the_tray() -> None:
        beat()
        at_work.set()
        ended.wait()

    hanging = threading.Thread(target=look_into_the_tray)
    hanging.start()
    at_work.wait(10)
    assert "in look_into_the_tray" in beats.where("camera")
    ended.set()
    hanging.join(10)
    assert beats.where("camera") == "its thread has ended or never began"


def test_a_long_wait_beats_and_ends_when_it_is_told_to() -> None:
    beat, ended = Beats().new("display"), threading.Event()
    waiting = threading.Thread(target=lambda: beat.wait(ended, 1000))
    waiting.start()
    ended.set()
    waiting.join(10)
    assert not waiting.is_alive()


def test_systemd_hears_of_the_start_the_beats_and_the_end(tmp_path: Path, manager: socket.socket) -> None:
    systemd = Systemd(environment(tmp_path, WATCHDOG_USEC="40000"))
    systemd.ready(Beats())
    assert [heard(manager) for _ in range(3)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
    systemd.stopping()
    told = [heard(manager)]
    while told[-1] == "WATCHDOG=1":
        told.append(heard(manager))
    assert told[-1] == "STOPPING=1"


def test_the_watchdog_goes_hungry_while_a_thread_hangs(
    tmp_path: Path, manager: socket.socket, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    beats = Beats(clock)
    camera = beats.new("camera")
    clock.now_s += LATE_S + 1
    systemd = Systemd(environment(tmp_path, WATCHDOG_USEC="40000"))
    systemd.ready(beats)
    assert heard(manager) == "READY=1"
    manager.settimeout(0.2)
    with pytest.raises(TimeoutError):
        heard(manager)
    assert "no sign of life from: camera\nits thread has ended or never began" in caplog.text
    manager.settimeout(10)
    camera()
    assert heard(manager) == "WATCHDOG=1"
    systemd.stopping()


def test_another_process_of_the_same_service_does_not_feed_the_watchdog(tmp_path: Path, manager: socket.socket) -> None:
    systemd = Systemd(environment(tmp_path, WATCHDOG_USEC="40000", WATCHDOG_PID="1"))
    systemd.ready(Beats())
    systemd.stopping()
    assert [heard(manager), heard(manager)] == ["READY=1", "STOPPING=1"]


def test_without_systemd_nothing_is_sent(
    tmp_path: Path, manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    systemd = Systemd({})
    systemd.ready(Beats())
    systemd.stopping()

    manager.setblocking(False)
    with pytest.raises(BlockingIOError):
        manager.recv(1)


def test_a_manager_that_is_gone_does_not_end_the_table(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Systemd(environment(tmp_path)).ready(Beats())
    assert "systemd did not hear READY=1" in caplog.text
