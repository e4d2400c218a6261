"""The whole service on the real picamera2 and libcamera: throws into the tray, and a camera that fails in every way.

Run by `make on-device-like`; needs root and the tree of tree.sh. What is watched here is a film of throws that goes
round and round, one picture every fifth of a second, whether anybody plays or not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.on_device.camera.scenes import film
from tests.running import Running

pytestmark = pytest.mark.timeout(600)

HERE: Final = Path(__file__).parent
STALL_S: Final = 7.0
"""How long the camera may be silent before it counts as stalled."""
OUT_WITHIN_S: Final = 40.0
"""A stall and what a loaded machine adds."""
BACK_WITHIN_S: Final = 60.0
"""The longest pause between two tries is 8 s."""
START_S: Final = 120.0
"""libcamera decodes the whole film at its start, and nothing else of the process runs meanwhile."""


class Box:
    """The tree, its sensor, and the service in it."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self.truth = film(tree / "camera/scenes")
        self.running: Running | None = None
        self.switch_all_off()

    def play(self, *arguments: str) -> Running:
        """Start `companion play` in the tree, with the journal that is there, and wait until it looks."""
        paths = "PYTHONPATH=/src:/src/tests/on_device/camera"
        inside = ["env", "LD_PRELOAD=/camera/dmaheap_shim.so", "LIBCAMERA_LOG_LEVELS=*:ERROR", paths]
        command = ["chroot", str(self.tree), *inside, "/venv/bin/python", "-m", "tests.on_device.camera.play"]
        self.running = Running(Path("/data"), "--camera", "picamera2", *arguments, companion=command)
        self.problem_until(lambda said: True, START_S)
        return self.running

    def switch(self, name: str, on: bool) -> None:
        """`silent`, `gone` or `stuck`: what virtual_picamera2.py makes of the sensor then."""
        path = self.tree / "camera" / name
        if on:
            path.touch()
        else:
            path.unlink(missing_ok=True)

    def switch_all_off(self) -> None:
        for name in ("silent", "gone", "stuck"):
            self.switch(name, False)

    def open_files(self) -> int:
        assert self.running
        return len(os.listdir(f"/proc/{self.running.process.pid}/fd"))

    def problem_until(self, wanted: Callable[[str], bool], within_s: float) -> str:
        """What is told of the camera, once it is as wanted."""
        assert self.running

        def told(body: dict[str, Any]) -> bool:
            return "camera" in body["devices"] and wanted(body["devices"]["camera"]["problem"])

        return str(self.running.until(told, within_s)["devices"]["camera"]["problem"])

    def rolls(self, count: int) -> list[tuple[int, ...]]:
        """The next rolls that the service is told, each answered with whatever is highlighted."""
        assert self.running
        rolls: list[tuple[int, ...]] = []
        while len(rolls) < count:
            body = self.running.until(lambda body: body["position"]["pips"] is not None)
            assert body["tray"]["values"] == body["position"]["pips"]
            rolls.append(tuple(body["position"]["pips"]))
            while (body := self.running.get())["position"]["pips"] is not None:
                self.running.press("roll")
        return rolls

    def assert_follow_each_other(self, rolls: list[tuple[int, ...]]) -> None:
        """Each throw of the film once, none left out, none twice."""
        rounds = self.truth * (len(rolls) // len(self.truth) + 2)
        assert any(list(rounds[start : start + len(rolls)]) == rolls for start in range(len(self.truth))), rolls


@pytest.fixture(scope="module")
def tree() -> Path:
    made = subprocess.run([HERE / "tree.sh"], stdout=subprocess.PIPE, text=True, check=True)
    return Path(made.stdout.splitlines()[-1])


@pytest.fixture
def box(tree: Path) -> Iterator[Box]:
    shutil.rmtree(tree / "data", ignore_errors=True)
    (tree / "data").mkdir()
    box = Box(tree)
    yield box
    box.switch_all_off()
    if box.running:
        box.running.kill()


def type_dice(running: Running) -> dict[str, Any]:
    """Somebody goes on without the camera."""
    status, body = running.post("dice", version=running.get()["version"], values=[1, 2, 3, 4])
    assert status == 200, body
    return body


def test_every_throw_that_the_camera_films_is_told_once_and_rightly(box: Box) -> None:
    box.play("--players", "Ann,Bo")
    box.assert_follow_each_other(box.rolls(6))
    assert box.running
    assert box.running.stop() == 0


def test_a_killed_service_goes_on_where_it_was_and_reads_the_next_throw(box: Box) -> None:
    running = box.play("--players", "Ann,Bo")
    box.rolls(1)
    before = running.get()
    running.kill()
    again = box.play("--players", "Ann,Bo")
    resumed = again.get()
    assert (resumed["version"], resumed["position"]) == (before["version"], before["position"])
    assert again.post("checked", version=resumed["version"])[0] == 200
    box.assert_follow_each_other(box.rolls(3))


def test_a_sensor_that_falls_silent_is_told_played_without_and_started_anew(box: Box) -> None:
    running = box.play("--players", "Ann,Bo")
    box.rolls(1)
    files = box.open_files()
    box.switch("silent", True)
    assert "none came in time" in box.problem_until(bool, STALL_S + OUT_WITHIN_S)
    assert type_dice(running)["position"]["pips"] == [1, 2, 3, 4]
    box.switch("silent", False)
    assert box.problem_until(lambda said: not said, BACK_WITHIN_S) == ""
    while running.get()["position"]["pips"] is not None:
        running.press("roll")
    box.assert_follow_each_other(box.rolls(3))
    assert box.open_files() <= files + 2


def test_a_camera_that_vanishes_says_what_to_do_and_may_come_back(box: Box) -> None:
    running = box.play("--players", "Ann,Bo")
    box.rolls(1)
    box.switch("gone", True)
    box.problem_until(lambda said: "finds no camera on the ribbon cable" in said, STALL_S + OUT_WITHIN_S)
    type_dice(running)
    box.switch("gone", False)
    box.problem_until(lambda said: not said, BACK_WITHIN_S)
    while running.get()["position"]["pips"] is not None:
        running.press("roll")
    box.assert_follow_each_other(box.rolls(2))


def test_a_camera_that_hangs_while_it_is_closed_takes_nothing_with_it(box: Box) -> None:
    running = box.play("--players", "Ann,Bo")
    box.rolls(1)
    box.switch("stuck", True)
    box.switch("silent", True)
    box.problem_until(lambda said: "hangs" in said, STALL_S + OUT_WITHIN_S)
    type_dice(running)
    began_s = time.monotonic()
    assert running.stop() == 0
    assert time.monotonic() - began_s < STALL_S


def test_a_box_without_a_camera_starts_and_says_so(box: Box) -> None:
    found = box.tree / "usr/share/libcamera/pipeline/virtual/virtual.yaml"
    hidden = found.with_suffix(".hidden")
    found.rename(hidden)
    try:
        running = box.play("--players", "Ann,Bo")
        assert "finds no camera on the ribbon cable" in running.get()["devices"]["camera"]["problem"]
        assert type_dice(running)["position"]["pips"] == [1, 2, 3, 4]
        assert running.stop() == 0
    finally:
        hidden.rename(found)
