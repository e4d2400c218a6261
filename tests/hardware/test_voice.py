"""The box's voice: the real espeak-ng where it is installed (into a file, for want of a loudspeaker), and
stand-ins of that name."""

from __future__ import annotations

import os
import queue
import shutil
import stat
import threading
import time
import wave
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.config import VoiceConfig
from companion.devices import DeviceChanged
from companion.games.cant_stop.rules import Stopped
from companion.inputs import Input
from companion.prompts import Choose, Role
from companion.snapshot import OpenPrompt
from hardware.voice import MISSING, STALE_S, Voice, open_voice
from tests.hardware.screens import snapshot

SOON_S = 20.0
REAL = shutil.which("espeak-ng")

Speaks = Callable[..., Voice]


@pytest.fixture
def told() -> queue.Queue[Input]:
    return queue.Queue()


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder before all others on PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


@pytest.fixture
def speaks(programs: Path, told: queue.Queue[Input]) -> Iterator[Speaks]:
    """A voice whose espeak-ng is this script, before which a table stands with nothing told yet."""
    opened: list[Voice] = []

    def made(script: str, clock: Callable[[], float] = time.monotonic) -> Voice:
        program = programs / "espeak-ng"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(program.stat().st_mode | stat.S_IEXEC)
        voice = open_voice(VoiceConfig(speak="yes"), "en", told.put, retry_s=(0.05,), clock=clock)
        assert voice is not None
        opened.append(voice)
        voice.show(snapshot(version=3))
        return voice

    yield made
    for voice in opened:
        voice.close()


def changed(told: queue.Queue[Input]) -> DeviceChanged:
    news = told.get(timeout=SOON_S)
    assert isinstance(news, DeviceChanged)
    assert news.name == "voice"
    return news


def until(there: Callable[[], bool]) -> None:
    ends = time.monotonic() + SOON_S
    while not there():
        assert time.monotonic() < ends
        threading.Event().wait(0.01)


@pytest.mark.skipif(REAL is None, reason="there is no espeak-ng on this machine: apt install espeak-ng")
def test_what_was_told_is_spoken_by_the_real_espeak(speaks: Speaks, told: queue.Queue[Input], tmp_path: Path) -> None:
    sound = tmp_path / "said.wav"
    voice = speaks(f'"{REAL}" -w "{sound}.new" "$@" && mv "{sound}.new" "{sound}"')
    assert not changed(told).device.out
    voice.show(snapshot(version=4, told=("Ann rolled 1 3 4 6.", "Runner to 7, space 2.")))
    until(sound.exists)
    with wave.open(str(sound)) as said:
        assert said.getnframes() / said.getframerate() > 1.5


def test_only_what_is_new_is_said_and_each_thing_once(speaks: Speaks, told: queue.Queue[Input], tmp_path: Path) -> None:
    said = tmp_path / "said.txt"
    voice = speaks(f'cat >>"{said}"; echo >>"{said}"')
    changed(told)
    first = snapshot(version=4, told=("Ann rolled 1 3 4 6.",))
    voice.show(first)
    until(lambda: said.exists() and said.read_text() == "Ann rolled 1 3 4 6.\n")
    voice.show(replace(first, notice="Not now."))
    voice.show(replace(first, version=5, told=("Ann rolled 1 3 4 6.", "-w to 7, space 2.")))
    until(lambda: said.read_text().count("\n") == 2)
    assert said.read_text() == "Ann rolled 1 3 4 6.\n-w to 7, space 2.\n"


def test_what_the_companion_does_is_said_when_it_says_so(
    speaks: Speaks, told: queue.Queue[Input], tmp_path: Path
) -> None:
    said = tmp_path / "said.txt"
    voice = speaks(f'cat >>"{said}"; echo >>"{said}"')
    changed(told)
    thinking = snapshot(version=4, told=("Companion rolled 1 3 4 6.",))
    stops = OpenPrompt(Choose(1, (Stopped(),), (Role.STOP,)), 4, why="Companion stops: that wins.")
    voice.show(thinking)
    until(lambda: said.exists() and said.read_text() == "Companion rolled 1 3 4 6.\n")
    voice.show(replace(thinking, prompts=(stops,)))
    voice.show(replace(thinking, prompts=(stops,), notice="Not now."))
    until(lambda: said.read_text().count("\n") == 2)
    assert said.read_text() == "Companion rolled 1 3 4 6.\nCompanion stops: that wins.\n"


def test_the_table_never_waits_and_of_what_it_missed_only_the_newest_is_said(
    speaks: Speaks, told: queue.Queue[Input], tmp_path: Path
) -> None:
    said, gate = tmp_path / "said.txt", tmp_path / "gate"
    os.mkfifo(gate)
    # The first announcement lasts until somebody writes into the gate.
    voice = speaks(f'words=$(cat); echo "$words" >>"{said}"; [ "$words" != one ] || read -r _ <"{gate}"')
    changed(told)
    voice.show(snapshot(version=4, told=("one",)))
    until(said.exists)
    for version, word in ((5, "two"), (6, "three"), (7, "four")):
        voice.show(snapshot(version=version, told=(word,)))
    gate.write_text("on\n")
    until(lambda: said.read_text().endswith("four\n"))
    assert said.read_text() == "one\nfour\n"


def test_a_missing_espeak_is_told_at_once_and_found_when_it_is_there(
    programs: Path, told: queue.Queue[Input], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(programs))
    voice = open_voice(VoiceConfig(speak="yes"), "en", told.put, retry_s=(0.05,))
    assert voice is not None
    assert changed(told).device.problem == MISSING
    program = programs / "espeak-ng"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert not changed(told).device.out
    voice.close()


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("echo 'ALSA lib pcm.c: Unknown PCM default' >&2; echo 'error: No such file or directory' >&2", "No such file"),
        ("echo 'Failed to read voice' >&2; exit 1", "Failed to read voice"),
        ("exit 3", "espeak-ng: 3"),
    ],
)
def test_a_voice_that_fails_is_told_until_something_is_heard(
    speaks: Speaks, told: queue.Queue[Input], programs: Path, script: str, why: str
) -> None:
    voice = speaks(script)
    assert not changed(told).device.out
    voice.show(snapshot(version=4, told=("Ann rolled 1 3 4 6.",)))
    problem = changed(told).device.problem
    assert why in problem
    assert "loudspeaker" in problem
    (programs / "espeak-ng").write_text("#!/bin/sh\n")
    voice.show(snapshot(version=5, told=("Bo rolled 1 1 1 1.",)))
    assert not changed(told).device.out


def test_what_is_past_is_not_said(speaks: Speaks, told: queue.Queue[Input], tmp_path: Path) -> None:
    said, tried = tmp_path / "said.txt", tmp_path / "tried"
    asked: list[float] = []

    def clock() -> float:
        """At once when it is told and first tried, much later when it is tried again."""
        asked.append(0.0 if len(asked) < 2 else STALE_S + 1)
        return asked[-1]

    voice = speaks(f'[ -e "{tried}" ] || {{ touch "{tried}"; exit 1; }}; cat >>"{said}"', clock)
    assert not changed(told).device.out
    voice.show(snapshot(version=4, told=("old",)))
    assert changed(told).device.out
    until(lambda: len(asked) > 2)
    voice.show(snapshot(version=5, told=("new",)))
    assert not changed(told).device.out
    assert said.read_text() == "new"


def test_a_game_that_is_left_ends_what_is_being_said(speaks: Speaks, told: queue.Queue[Input], tmp_path: Path) -> None:
    began = tmp_path / "began"
    voice = speaks(f'touch "{began}"; exec sleep 60')
    changed(told)
    voice.show(snapshot(version=4, told=("a long story",)))
    until(began.exists)
    started = time.monotonic()
    voice.close()
    assert time.monotonic() - started < SOON_S


def test_it_is_silent_unless_somebody_wants_it(told: queue.Queue[Input]) -> None:
    assert open_voice(VoiceConfig(), "en", told.put) is None
