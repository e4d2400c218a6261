"""What was in play is taken up; where rules or card do not allow it, it is set aside with one clear sentence."""

from __future__ import annotations

import argparse
import json
import sqlite3
from pathlib import Path

import pytest

from companion.archive import Archive
from companion.cli.games import games as list_games
from companion.cli.taking_up import take_up
from companion.events import DiceRolled, encode
from companion.exports import write_exports
from companion.games import GAMES
from companion.inputs import PhoneChose
from companion.journal import LOBBY, Journal
from companion.record import EXPORTS, JOURNAL
from companion.record_side import RECORD
from companion.records import read_export
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.strengths import Strength
from companion.table import Table
from tests.running import Running

PLAIN: dict[str, object] = {"new": False, "game": None, "players": None, "companion": [], "option": [], "first": 0}


def asked(**others: object) -> argparse.Namespace:
    return argparse.Namespace(**{**PLAIN, **others})


def begun(folder: Path, *rows: str, game: str = "cant-stop") -> int:
    """A game of one roll, and what other rules or a worn card have made of further rows."""
    record, _ = take_up(folder, lambda: None, asked())
    number = start_game(GAMES[game], new_game(GAMES[game], ("Ann", "Bo"), {}, 0), record.journal)
    dice = (1, 2, 3, 4, 5) if game == "express" else (1, 2, 3, 4)
    record.journal.append(number, (DiceRolled(dice),))
    record.journal.close()
    write(folder, "INSERT INTO events (game, at, joined, event) VALUES (?, '', 0, ?)", *((number, row) for row in rows))
    return number


def write(folder: Path, statement: str, *rows: tuple[object, ...]) -> None:
    db = sqlite3.connect(folder / JOURNAL)
    db.executemany(statement, rows)
    db.commit()
    db.close()


def opened(folder: Path, **others: object) -> tuple[Snapshot, Table]:
    record, number = take_up(folder, lambda: None, asked(**others))
    table = Table(GAMES, record.journal, number)
    table.begin(cut_off=False, problem=record.problem)
    return table.snapshot(), table


REFUSED = {
    "an event that these rules do not know": '{"event": "Teleported"}',
    "a field that these rules do not know": '{"event": "SplitChosen", "columns": [3, 7], "by": "Ann"}',
    "an event that these rules do not allow now": '{"event": "SplitChosen", "columns": [2, 12]}',
    "a row that is no JSON": '{"event": "Split',
    "a row that is no object": "[]",
    "a row of noise": "\udcff\udcfe",
}


@pytest.mark.parametrize("row", REFUSED.values(), ids=list(REFUSED))
def test_a_game_that_the_rules_refuse_is_set_aside_in_one_sentence_and_the_lobby_opens(
    tmp_path: Path, row: str
) -> None:
    number = begun(tmp_path)
    noise = row.encode("utf-8", "surrogateescape")
    write(
        tmp_path,
        "INSERT INTO events (game, at, joined, event) VALUES (?, '', 0, CAST(? AS TEXT))",
        (number, noise),
    )
    shown, _ = opened(tmp_path)

    assert shown.game == "lobby"
    said = shown.devices[RECORD].problem
    assert said.startswith(f"Game {number} (Can't Stop: Ann, Bo) cannot go on")
    assert f"companion export {number}" in said
    assert "\n" not in said


def test_nothing_of_a_game_that_was_set_aside_is_lost_or_changed(tmp_path: Path) -> None:
    number = begun(tmp_path, '{"event": "Teleported"}')
    db = sqlite3.connect(tmp_path / JOURNAL)
    before = db.execute("SELECT * FROM events WHERE game = ?", (number,)).fetchall()
    opened(tmp_path)

    assert db.execute("SELECT * FROM events WHERE game = ?", (number,)).fetchall() == before
    db.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_export_of_a_game_that_was_set_aside_holds_every_event(tmp_path: Path, game: str) -> None:
    folder = tmp_path / "data"
    if game in ("cant-stop", "express"):
        number = begun(folder, '{"event": "Teleported"}', game=game)
    else:
        record, _ = take_up(folder, lambda: None, asked())
        number = start_game(GAMES[game], new_game(GAMES[game], ("Ann", "Bo"), {}, 0), record.journal)
        record.journal.close()
        write(folder, "INSERT INTO events (game, at, joined, event) VALUES (?, '', 0, ?)", (number, '{"event": "No"}'))
    archive = Archive(GAMES, folder / JOURNAL)
    file = tmp_path / "game.jsonl"
    file.write_text(archive.export(number))

    (listed,) = [one for one in archive.games() if one["number"] == number]
    assert listed["state"] == "unreadable"
    assert len(read_export(file)) == listed["events"]
    assert archive.statistics()["dice"]["rolls"] == 0


def test_a_damaged_row_keeps_neither_the_list_nor_the_exports_of_other_games_waiting(tmp_path: Path) -> None:
    damaged = begun(tmp_path, "{")
    sound = begun(tmp_path)

    assert [one["state"] for one in Archive(GAMES, tmp_path / JOURNAL).games()] == ["unfinished", "unreadable"]
    assert write_exports(tmp_path / JOURNAL, tmp_path / EXPORTS) == 1
    assert [file.name for file in (tmp_path / EXPORTS).iterdir()] == [f"game-{sound}.jsonl"]
    assert damaged < sound


def test_the_sentence_stands_in_the_lobby_until_a_game_begins(tmp_path: Path) -> None:
    begun(tmp_path, "{")
    before, table = opened(tmp_path)
    event = before.prompts[0].prompt.options[0]  # type: ignore[union-attr]
    after = table.handle(PhoneChose(encode(event), before.version))
    assert after.game == "lobby"
    assert after.devices[RECORD].out


def test_the_next_start_finds_the_lobby_and_says_nothing_more(tmp_path: Path) -> None:
    begun(tmp_path, "{")
    opened(tmp_path)
    again, _ = opened(tmp_path)

    assert again.game == "lobby"
    assert RECORD not in again.devices


def test_a_lobby_of_another_companion_is_agreed_on_anew(tmp_path: Path) -> None:
    opened(tmp_path)
    write(tmp_path, "INSERT INTO events (game, at, joined, event) VALUES (?, '', 0, ?)", (LOBBY, '{"event": "Sung"}'))
    shown, _ = opened(tmp_path)

    assert shown.game == "lobby"
    assert "agree anew" in shown.devices[RECORD].problem


def test_the_game_that_the_command_names_begins_in_place_of_the_one_set_aside(tmp_path: Path) -> None:
    number = begun(tmp_path, "{")
    shown, _ = opened(tmp_path, game="cant-stop", players="Cy,Di")

    assert shown.position["players"] == ["Cy", "Di"]
    assert shown.devices[RECORD].problem.startswith(f"Game {number} ")


def test_the_list_of_what_goes_on_leaves_it_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = begun(tmp_path, "{")
    assert list_games(argparse.Namespace(data=tmp_path, unfinished=True, json=True)) == 0

    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"Game {number} " in printed.err
    assert list_games(argparse.Namespace(data=tmp_path, unfinished=False, json=True)) == 0
    assert json.loads(capsys.readouterr().out)["state"] == "unreadable"


def test_where_no_game_is_on_record_the_list_says_so_beside_it(
    tmp_path: Path, journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list_games(argparse.Namespace(data=tmp_path, unfinished=False, json=True)) == 0

    printed = capsys.readouterr()
    assert printed.out == ""
    assert "there is no game on record yet" in printed.err


def test_the_running_service_opens_the_lobby_and_says_which_game_waits(tmp_path: Path) -> None:
    begun(tmp_path, '{"event": "Teleported"}')
    table = Running(tmp_path, "--display", "none", "--buttons", "none")
    try:
        shown = table.get()
        assert shown["game"] == "lobby"
        assert "cannot go on with this companion" in shown["devices"]["record"]["problem"]
        status, _ = table.post("position", version=shown["version"], position={"turn": 0})
        assert status == 409
    finally:
        table.kill()


def test_the_command_seats_the_companion_beside_the_players_and_goes_on_with_that_game(tmp_path: Path) -> None:
    named: dict[str, object] = {"players": "Ann", "companion": ["strong", "beginner"]}
    for new in (True, False):
        record, number = take_up(tmp_path, lambda: None, asked(**named, new=new))
        table = Table(GAMES, record.journal, number, playable={"cant-stop": tuple(Strength)})
        assert table.snapshot().position["players"] == ["Ann", "Companion", "Companion 2"]
        assert table.snapshot().strengths == ("", "strong", "beginner")
        record.journal.close()
    assert number == 1
