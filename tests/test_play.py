"""The main job as a stranger runs it: a real process, real HTTP, real pictures; killed, and started again."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from tests.command import AFRESH, ROOT, run, run_afresh
from tests.running import Running

RENDERS = Path(__file__).parent / "vision" / "renders"


def awaits_choice(body: dict[str, Any]) -> bool:
    return body["position"]["pips"] is not None


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def simulated(data: Path) -> Iterator[Running]:
    running = Running(data, "--camera", "simulated", "--seed", "5", "--players", "Ann,Bo")
    yield running
    running.kill()


def test_a_thrown_roll_is_read_from_pixels_split_and_stopped_by_buttons(simulated: Running) -> None:
    simulated.press("roll")
    rolled = simulated.until(awaits_choice)
    assert rolled["tray"]["state"] == "read"
    assert rolled["tray"]["values"] == rolled["position"]["pips"]

    climbed = simulated.press("roll")
    assert climbed["position"]["runners"]
    assert simulated.press("stop")["position"]["turn"] == 1


def test_a_killed_table_resumes_to_the_last_press(simulated: Running, data: Path) -> None:
    simulated.press("roll")
    rolled = simulated.until(awaits_choice)
    chosen = simulated.press("roll")
    simulated.kill()

    again = Running(data, "--camera", "simulated", "--players", "Ann,Bo", companion=AFRESH)
    resumed = again.get()
    assert (resumed["version"], resumed["position"]) == (chosen["version"], chosen["position"])
    assert resumed["told"] == chosen["told"]
    undone = again.post("undo", version=resumed["version"])[1]
    assert undone["position"]["pips"] == rolled["position"]["pips"]
    assert again.stop() == 0


def test_stale_and_senseless_calls_change_nothing(simulated: Running) -> None:
    before = simulated.get()

    assert simulated.post("dice", version=0, values=[1, 2, 3, 4])[0] == 409
    assert simulated.post("dice", version=before["version"], values=[1, 2, 3, 9])[0] == 422
    assert simulated.post("choose", version=before["version"], event={"event": "Stopped"})[0] == 409
    assert simulated.post("choose", version=before["version"], event={"event": "Teleported"})[0] == 422
    assert simulated.get()["version"] == before["version"]


def test_with_every_part_of_the_box_missing_the_game_goes_on_and_says_what_is_out(data: Path, tmp_path: Path) -> None:
    toml = tmp_path / "table.toml"
    toml.write_text(
        '[camera]\nkind = "usb:No Such Camera"\n[display]\nkind = "sh1106"\nbus = 30\n'
        '[buttons]\nkind = "gpio"\nchip = "no such chip"\n[lamps]\nroll_pin = 5\n'
        "[turn_light]\nred_pin = 6\ngreen_pin = 13\nblue_pin = 19\n[buzzer]\npin = 12\n"
    )
    running = Running(data, "--config", str(toml), "--players", "Ann,Bo")
    try:
        parts = {"camera", "display", "buttons", "lamps", "turn light", "buzzer"}
        missing = running.until(
            lambda body: parts == {name for name, part in body["devices"].items() if part["state"] == "out"}
        )
        assert all(part["problem"] and part["since"] for part in missing["devices"].values())
        assert missing["box"]["bottom"] == "ROLL dice by hand"
        status, rolled = running.post("dice", version=missing["version"], values=[1, 2, 3, 5])
        assert status == 200
        assert rolled["position"]["pips"] == [1, 2, 3, 5]
        assert running.press("roll")["position"]["runners"]
        assert running.stop() == 0
    finally:
        running.kill()


def test_a_folder_of_pictures_plays_through_the_same_door(data: Path) -> None:
    running = Running(data, "--camera", f"folder:{RENDERS}", "--players", "Ann,Bo")
    try:
        now = running.get()
        while not awaits_choice(now):
            # A roll that was told meanwhile is as good: then nothing is awaited, and to look is refused.
            status, _ = running.post("look", version=now["version"])
            picture = now["tray"]["picture"]
            now = running.until(lambda body, before=picture: awaits_choice(body) or body["tray"]["picture"] > before)  # type: ignore[misc]
            assert status == 200 or awaits_choice(now)
        assert len(now["position"]["pips"]) == 4
    finally:
        running.kill()


def test_without_a_game_the_lobby_opens_and_is_resumed_too(data: Path) -> None:
    running = Running(data, "--camera", "simulated")
    assert running.get()["game"] == "lobby"
    running.press("roll")
    agreed = running.press("roll")["position"]
    assert agreed["players"]
    running.kill()

    again = Running(data, "--camera", "simulated")
    assert again.get()["position"] == agreed
    assert again.stop() == 0


def test_the_dice_for_the_start_are_read_from_pixels_too(data: Path) -> None:
    running = Running(data, "--camera", "simulated", "--seed", "5")
    for event in (
        {"event": "GamePicked", "game": "cant-stop"},
        {"event": "PlayerJoined", "name": "Ann", "colour": ""},
        {"event": "PlayerJoined", "name": "Bo", "colour": ""},
        {"event": "StartPicked", "begins": "dice", "name": ""},
    ):
        assert running.post("choose", version=running.get()["version"], event=event)[0] == 200
    assert running.post("look", version=running.get()["version"])[0] == 200
    thrown = running.until(lambda body: "Ann" in body["position"]["rolls"])

    assert thrown["position"]["rolls"]["Ann"] == sum(thrown["tray"]["values"])
    assert running.stop() == 0


def test_another_game_than_the_unfinished_one_asks_for_new(simulated: Running, data: Path) -> None:
    simulated.kill()
    asked = run("play", "--data", str(data), "--players", "Cy,Di", "--port", "0")

    assert asked.returncode == 2
    assert "--new" in asked.stderr


def test_the_same_command_resumes_whatever_options_the_game_has(data: Path) -> None:
    first = Running(data, "--players", "Ann,Bo", "--option", "columns_to_win=5")
    version = first.get()["version"]
    first.kill()

    again = Running(data, "--players", "Ann,Bo", "--game", "cant-stop")
    assert (again.get()["version"], again.get()["position"]["options"]["columns_to_win"]) == (version, 5)
    assert again.stop() == 0


def test_two_tables_never_share_a_journal(simulated: Running, data: Path) -> None:
    asked = run("play", "--data", str(data), "--port", "0")

    assert asked.returncode == 1
    assert re.fullmatch(r"companion: .*another table plays with it.*\n", asked.stderr)
    assert simulated.get()["version"] == 1


def test_a_port_in_use_is_one_sentence(simulated: Running, tmp_path: Path) -> None:
    port = simulated.address.rsplit(":", 1)[1].strip("/")
    asked = run("play", "--data", str(tmp_path / "other"), "--host", "127.0.0.1", "--port", port)

    assert asked.returncode == 1
    assert re.fullmatch(rf"companion: --port must be a free port, not {port} .*\n", asked.stderr)
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--players", "A,B,C,D,E"),
        ("play", "--players", "A,A"),
        ("play", "--game", "chess"),
        ("play", "--pin", "12"),
        ("play", "--option", "columns_to_win=9", "--new"),
        ("play", "--camera", "kinect"),
        ("play", "--camera", "folder:/no/such/folder"),
        ("replay", "7"),
        ("replay", "none.jsonl"),
        ("import", "none.jsonl"),
        ("export", "1"),
        ("check", "none.json"),
        ("juggle",),
        ("play", "--port", "99999"),
        ("play", "--first", "7"),
        ("replay", "9" * 5000),
        ("export", "9" * 20),
    ],
)
def test_a_wrong_call_is_one_sentence_and_status_2(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    asked = run(*arguments)

    assert asked.returncode == 2, asked
    assert asked.stderr.count("\n") == 1, asked.stderr


def test_reading_bad_files_is_one_sentence_each_and_status_1(tmp_path: Path) -> None:
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(next(RENDERS.glob("*.jpg")).read_bytes()[:2000])
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    asked = run("read", "--json", str(torn), str(text), str(tmp_path / "none.jpg"), str(tmp_path))
    bodies = [json.loads(line) for line in asked.stdout.splitlines()]

    assert asked.returncode == 1
    assert [body["status"] for body in bodies] == ["error"] * 4
    assert all(len(body["reasons"]) == 1 for body in bodies)
    assert "Traceback" not in asked.stderr


def test_a_played_game_is_listed_exported_imported_and_replayed(simulated: Running, data: Path) -> None:
    version = simulated.get()["version"]
    simulated.post("dice", version=version, values=[1, 2, 3, 4])
    simulated.press("stop")
    simulated.kill()
    where = ("--data", str(data))
    exported = data / "g.jsonl"
    exported.write_text(run("export", "1", *where).stdout)

    assert "game 2" in run("import", str(exported), *where).stdout
    assert [json.loads(line)["number"] for line in run_afresh("games", "--json", *where).stdout.splitlines()] == [1, 2]
    positions = [run("replay", game, *where).stdout for game in ("1", "2", str(exported))]
    assert positions[0] == positions[1] == positions[2]
    assert json.loads(run("replay", "1", "--at", "2", *where).stdout)["pips"] == [1, 2, 3, 4]
    assert run("replay", "1", "--at", "99", *where).returncode == 2


def test_a_full_output_is_one_sentence_and_status_1() -> None:
    with open("/dev/full", "w") as full:
        asked = run_afresh("read", "--json", str(next(RENDERS.glob("*.jpg"))), stdout=full.fileno())

    assert asked.returncode == 1
    assert re.fullmatch(r"companion: the output cannot be written .*\n", asked.stderr)


def test_what_is_installed_as_companion_is_the_command_that_is_started_here() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert EntryPoint("companion", scripts["companion"], "console_scripts").load() is main
