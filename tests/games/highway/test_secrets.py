"""What lies face down is known to nobody: not by any screen, the stream, a replay or an export; nor after an undo."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cli import main
from companion.devices import Button
from companion.games import GAMES
from companion.games.highway import HIGHWAY
from companion.inputs import PositionTyped
from companion.ports import Keys, Refused, WebPorts
from companion.records import export_lines, read_export, replayed
from companion.service import NewestSnapshot
from companion.snapshot import Snapshot, to_json
from tests.games.highway.tables import Evening, deal, others_dealt, turned
from web import create_app

STEPS = 120

ROUND = {"6.3": "roundabout", "6.4": "roundabout", "6.5": "shield-3", "8.2": "flood"}


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Any]:
    """Makes evenings, each with a journal of its own."""
    with ExitStack() as stack:

        def evening(*given: Any, **options: Any) -> Evening:
            folder = tmp_path / str(len(list(tmp_path.iterdir())))
            folder.mkdir()
            made = Evening(folder, *given, **options)
            stack.callback(made.journal.close)
            return made

        yield evening


def said(now: Snapshot) -> str:
    """All that a phone and the OLED get to see."""
    return json.dumps(to_json(now))


@pytest.mark.parametrize("seed", range(4))
def test_no_screen_would_look_different_if_the_tiles_that_nobody_has_turned_lay_elsewhere(
    seed: int, opened: Any
) -> None:
    dealt = deal(Random(seed))
    one = opened(dealt)
    seen: set[str] = set()
    first = []
    for now in one.played(Random(seed), STEPS):
        seen |= turned(now)
        first.append(said(now))
    other = opened(others_dealt(dealt, seen, Random(seed + 100)))
    second = [said(now) for now in other.played(Random(seed), STEPS)]

    assert len(seen) > 3
    assert one.known().board != other.known().board
    assert first == second
    assert export_lines(GAMES, one.journal, one.number) == export_lines(GAMES, other.journal, other.number)


def test_a_tile_that_was_turned_only_in_what_was_undone_is_a_secret_again(opened: Any) -> None:
    evening = opened()
    evening.put(runners={"6": 3, "8": 2}, board=ROUND)
    for _ in range(2):
        evening.choose("Stopped")
        now = evening.choose("MarkerPicked", column=6)
        assert now.position["board"]["6.3"] == {"face": "roundabout", "up": True}
        assert now.told
        now = evening.undo()
        now = evening.undo()
        assert now.position["board"]["6.3"] == {"face": None, "up": False}
        assert "Roundabout" not in said(now)
    exported = "\n".join(export_lines(GAMES, evening.journal, evening.number))
    assert '"face": "' not in exported


def test_the_stream_and_the_api_say_no_more_than_the_snapshot(opened: Any) -> None:
    evening = opened()
    mailbox = NewestSnapshot(evening.now())
    ports = WebPorts(
        post=lambda asked: pytest.fail(f"nobody asked for {asked}"),
        mailbox=mailbox,
        games=(),
        tray_jpeg=lambda number: None,
        oled_png=lambda hide: None,
        read_photo=lambda data: {},
        keys=lambda: Keys(None, b"a secret of the tests"),
    )
    phone = create_app(ports).test_client()
    stream = phone.get("/api/events", buffered=False)
    body = bytes(next(iter(stream.response))).decode()  # type: ignore[arg-type]
    stream.close()

    for position in (json.loads(body.split("data: ")[1])["position"], phone.get("/api/snapshot").json["position"]):  # type: ignore[index]
        assert len(position["board"]) == 72
        assert all(tile == {"face": None, "up": False} for tile in position["board"].values())


@pytest.mark.parametrize("seed", range(3))
def test_an_export_of_an_unfinished_game_is_imported_and_leads_to_what_the_screens_show(
    seed: int, opened: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = opened()
    *_, now = evening.played(Random(seed), 100)
    file = tmp_path / "g.jsonl"
    file.write_text("\n".join(export_lines(GAMES, evening.journal, evening.number)) + "\n")
    state = replayed(GAMES, read_export(file), "g.jsonl").state
    assert HIGHWAY.shown is not None
    assert HIGHWAY.shown(state) == now.position

    data = str(tmp_path / "another")
    run = (["import", str(file), "--data", data], ["replay", str(file)], ["replay", "1", "--data", data])
    assert [main(command, lambda asked: 0) for command in run] == [0, 0, 0]
    printed = capsys.readouterr().out
    assert printed.count('"game": "highway"') == 2


def test_undo_leads_into_the_middle_of_a_chain_and_redo_out_of_it(opened: Any) -> None:
    evening = opened()
    evening.put(runners={"6": 3, "8": 2}, board=ROUND)
    evening.choose("Stopped")
    first = evening.choose("MarkerPicked", column=6)
    second = evening.choose("DirectionChosen", direction="up")
    third = evening.choose("DirectionChosen", direction="up")  # takes the shield; on to the hazard in 8
    assert (first.position["path"], second.position["path"]) == (["6.3"], ["6.3", "6.4"])
    assert third.position["shields"][0] == [3]
    assert third.awaited_roll is not None
    failed = evening.roll(1, 1, 1, 1)
    after = evening.choose("BustAccepted")
    assert after.position["turn"] == 1

    back = [evening.undo() for _ in range(4)]
    assert [one.position for one in back] == [one.position for one in (failed, third, second, first)]
    assert [one.told for one in back][:2] == [failed.told, third.told]
    again = [evening.redo() for _ in range(4)]
    assert [one.position for one in again] == [one.position for one in (second, third, failed, after)]


def test_one_undo_takes_back_all_that_the_table_did_by_itself_with_a_press(opened: Any) -> None:
    evening = opened()
    evening.put(runners={"6": 3, "8": 2, "7": 1}, board={"6.3": "shield-2", "8.2": None, "7.1": None})
    before = evening.now()
    after = evening.choose("Stopped")  # at most one marker stands on a tile: the order is nobody's business

    assert after.position["turn"] == 1
    assert evening.undo().position == before.position
    assert evening.redo().position == after.position


def test_undo_never_unshuffles(opened: Any) -> None:
    evening = opened()
    board = evening.known().board
    evening.roll(1, 2, 3, 4)
    evening.undo()
    for take_back in (evening.undo, lambda: evening.press(Button.STOP, held=True)):
        with pytest.raises(Refused, match="nothing to undo"):
            take_back()
    assert evening.known().board == board
    assert not evening.now().can_undo
    assert evening.now().awaited_roll is not None


def test_a_correction_brings_no_dealt_face_into_an_export(opened: Any) -> None:
    evening = opened(deal(Random(3)))
    now = evening.table.snapshot()
    board = dict(now.position["board"])
    claimed = {"2.1": {"face": "map", "up": True}, "6.6": {"face": "flood", "up": True}}
    evening.table.handle(PositionTyped({**now.position, "board": {**board, **claimed}}, now.version))
    few = evening.table.snapshot()
    left = {space: few.position["board"][space] for space in ("7.1", "7.2")}
    evening.table.handle(PositionTyped({**few.position, "board": left}, few.version))
    lines = [json.loads(line) for line in export_lines(GAMES, evening.journal, evening.number)]

    shuffled = next(line for line in lines if line["event"] == "TilesShuffled")
    assert {tile["face"] for tile in shuffled["board"].values()} == {None}
