"""The running service on a disk that is full or can only be read: it shows the table, and goes on when it can."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.running import Running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RENDERS = Path(__file__).parents[1] / "vision" / "renders"
QUIET = ("--camera", f"folder:{RENDERS}", "--display", "none", "--buttons", "none")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    at = tmp_path / "disk"
    at.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(at)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a disk: run it as root")
    yield at
    subprocess.run(["umount", "-l", at], check=True)


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", disk], check=True)


def throw(table: Running) -> tuple[int, str]:
    """Type a roll in: the status, and the version or the reason."""
    status, body = table.post("dice", version=table.get()["version"], values=[2, 2, 3, 3])
    return status, str(body.get("error", body.get("version")))


def begun(disk: Path) -> int:
    """A game with a choice open, and no table any more: its version."""
    first = Running(disk, *QUIET, "--players", "Ann,Bo")
    version = int(throw(first)[1])
    first.press("roll")
    version = int(first.get()["version"])
    assert first.stop() == 0
    return version


def test_a_disk_that_can_only_be_read_at_the_start_shows_the_table_and_takes_presses_once_it_can_be_written(
    disk: Path,
) -> None:
    version = begun(disk)
    remount(disk, "ro")
    table = Running(disk, *QUIET)
    try:
        shown = table.get()
        assert shown["version"] == version
        assert shown["devices"]["record"]["state"] == "out"
        status, why = throw(table)
        assert status == 503
        assert "cannot be" in why
        assert table.get()["version"] == version

        remount(disk, "rw")
        assert throw(table) == (200, str(version + 1))
        assert table.get()["devices"]["record"]["state"] == "ok"
        assert table.stop() == 0
    finally:
        table.kill()
    again = Running(disk, *QUIET)
    assert again.get()["version"] == version + 1
    again.kill()


def test_a_disk_that_is_full_at_the_start_shows_the_table_and_goes_on_when_there_is_room(disk: Path) -> None:
    version = begun(disk)
    fill(disk)
    table = Running(disk, *QUIET)
    try:
        assert table.get()["version"] == version
        status, why = throw(table)
        assert (status, table.get()["version"]) == (503, version), why
        (disk / "filler").unlink()
        assert throw(table) == (200, str(version + 1))
    finally:
        table.kill()


def test_a_disk_that_fills_in_play_refuses_the_press_with_the_reason_and_goes_on_when_there_is_room(disk: Path) -> None:
    table = Running(disk, *QUIET, "--players", "Ann,Bo")
    try:
        fill(disk)
        refused = None
        for _ in range(200):
            before = table.get()["version"]
            status, why = throw(table) if table.get()["prompts"][0]["kind"] == "RollDice" else split(table)
            if status == 503:
                refused = why
                assert table.get()["version"] == before
                break
        assert refused is not None
        assert "full" in refused
        assert table.get()["devices"]["record"]["problem"]

        (disk / "filler").unlink()
        status, _ = throw(table) if table.get()["prompts"][0]["kind"] == "RollDice" else split(table)
        assert status == 200
        assert table.get()["devices"]["record"]["state"] == "ok"
    finally:
        table.kill()


def split(table: Running) -> tuple[int, str]:
    """Take the first choice."""
    now = table.get()
    chosen = next(prompt for prompt in now["prompts"] if prompt.get("options"))["options"][0]
    status, body = table.post("choose", version=now["version"], event=chosen)
    return status, str(body.get("error", body.get("version")))


def fill(disk: Path) -> None:
    with (disk / "filler").open("wb", buffering=0) as filler:
        try:
            while filler.write(bytes(4096)):
                pass
        except OSError:
            return


def test_after_a_pulled_plug_the_table_asks_for_a_look_at_the_board_and_waits_for_one_press(tmp_path: Path) -> None:
    table = Running(tmp_path, *QUIET, "--players", "Ann,Bo")
    assert throw(table)[0] == 200
    assert not table.get()["check_board"]
    table.kill()

    again = Running(tmp_path, *QUIET)
    shown = again.get()
    assert shown["check_board"]
    assert shown["box"]["title"] == "Power was cut"
    assert shown["box"]["bottom"].startswith("ROLL it is")
    checked = again.press("roll")
    assert not checked["check_board"]
    assert checked["version"] == shown["version"]
    assert again.stop() == 0

    clean = Running(tmp_path, *QUIET)
    assert not clean.get()["check_board"]
    clean.kill()


def test_the_page_shows_the_whole_board_after_a_pulled_plug_until_somebody_says_it_looks_so(
    tmp_path: Path, chromium: Browser
) -> None:
    table = Running(tmp_path, *QUIET, "--players", "Ann,Bo")
    assert throw(table)[0] == 200
    table.kill()

    again = Running(tmp_path, *QUIET)
    page = chromium.new_page(viewport={"width": 360, "height": 640})
    try:
        page.goto(again.address)
        page.wait_for_selector("#checked:visible")
        assert page.is_hidden("#dock")
        page.click("#checked")
        page.wait_for_selector("#check-board", state="hidden")
        assert page.is_visible("#dock")
        assert not again.get()["check_board"]
    finally:
        page.close()
        again.kill()
