"""The table, driven without a thread, a clock or a device."""

from __future__ import annotations

from typing import Any

import pytest

from companion.devices import Button, ButtonPressed, DiceRead, Tray, TraySeen, TrayState
from companion.games import GAMES
from companion.inputs import DiceTyped, Input, NewGameAsked, PhoneChose, PositionTyped, RedoAsked, UndoAsked
from companion.journal import Journal
from companion.ports import BadInput, Refused
from companion.snapshot import Snapshot, to_json
from companion.start import new_game
from companion.table import Table

ROLL, STOP, CHOOSE = ButtonPressed(Button.ROLL), ButtonPressed(Button.STOP), ButtonPressed(Button.CHOOSE)


def table_of(journal: Journal, *players: str, options: dict[str, Any] | None = None) -> Table:
    number, _ = journal.start(new_game(GAMES["cant-stop"], players or ("Ann", "Bo"), options or {}, 0))
    return Table(GAMES, journal, number)


@pytest.fixture
def table(journal: Journal) -> Table:
    return table_of(journal)


def read(table: Table, *pips: int) -> Snapshot:
    """The camera reads these for the roll that is awaited."""
    awaited = table.snapshot().awaited_roll
    assert awaited
    return table.handle(DiceRead(Tray(TrayState.READ, pips), awaited[1]))


def refused(table: Table, received: Input) -> Refused:
    before = table.snapshot()
    with pytest.raises(Refused) as caught:
        table.handle(received)
    after = table.snapshot()
    assert (after.version, after.position, after.prompts) == (before.version, before.position, before.prompts)
    return caught.value


def test_a_turn_with_buttons_only(table: Table) -> None:
    choice = read(table, 6, 2, 3, 5).choice
    assert choice
    assert choice.labels == ("5 + 11", "7 + 9", "8 twice")
    table.handle(CHOOSE)
    after = table.handle(ROLL)
    assert after.position["runners"] == {"7": 1, "9": 1}
    assert table.handle(STOP).position["tokens"] == [{"7": 1, "9": 1}, {}]
    assert table.snapshot().view.title == "Bo"


def test_stop_takes_the_highlighted_split_and_stops_as_one_undo(table: Table) -> None:
    read(table, 6, 2, 3, 5)
    stopped = table.handle(STOP)
    assert stopped.position["tokens"] == [{"5": 1, "11": 1}, {}]

    undone = table.handle(ButtonPressed(Button.STOP, held=True))
    assert undone.position["pips"] == [2, 3, 5, 6]
    assert table.handle(RedoAsked(undone.version)).position == stopped.position


def test_one_press_is_one_undo_after_a_restart_too(journal: Journal) -> None:
    table = table_of(journal)
    read(table, 6, 2, 3, 5)
    table.handle(STOP)
    again = Table(GAMES, journal, 1)

    assert again.handle(UndoAsked(again.snapshot().version)).position["pips"] == [2, 3, 5, 6]


def test_roll_never_stops(table: Table) -> None:
    read(table, 6, 2, 3, 5)
    table.handle(ROLL)
    after = table.handle(ROLL)

    assert after.position["turn"] == 0
    assert after.look == 1


def test_a_bust_waits_for_a_press(table: Table) -> None:
    table.handle(PositionTyped({"runners": {"2": 1, "3": 1, "12": 1}}, table.snapshot().version))
    bust = read(table, 2, 3, 4, 5)
    assert any("Bust" in sentence for sentence in bust.told)
    refused(table, STOP)

    assert table.handle(ROLL).position["turn"] == 1


def test_dice_read_for_another_prompt_are_shown_and_not_rolled(table: Table) -> None:
    late = table.snapshot().version
    read(table, 6, 2, 3, 5)
    table.handle(ROLL)
    after = table.handle(DiceRead(Tray(TrayState.READ, (1, 1, 1, 1)), late))

    assert after.position["pips"] is None
    assert after.tray.values == (1, 1, 1, 1)


def test_a_stale_phone_is_refused_and_a_version_never_returns(table: Table) -> None:
    misread = read(table, 6, 6, 6, 6)
    table.handle(UndoAsked(misread.version))
    read(table, 6, 6, 6, 6)

    refused(table, PhoneChose({"event": "SplitChosen", "columns": [12, 12]}, misread.version))
    refused(table, UndoAsked(misread.version))


def test_a_late_press_on_a_page_does_not_answer_the_next_question(table: Table) -> None:
    seen = table.snapshot().version
    rolled = read(table, 6, 2, 3, 5)
    refused(table, ButtonPressed(Button.ROLL, version=seen))

    assert table.handle(ButtonPressed(Button.ROLL, version=rolled.version)).position["runners"]


def test_a_press_on_a_page_does_what_was_announced_there_or_nothing(table: Table) -> None:
    shown = read(table, 6, 2, 3, 5)
    pressed = ButtonPressed(Button.ROLL, version=shown.version, announced=dict(shown.announce)["roll"][0])
    table.handle(ButtonPressed(Button.MENU))
    refused(table, pressed)
    table.handle(STOP)

    assert table.handle(pressed).position["runners"]


def test_a_phone_cannot_answer_from_the_future(table: Table) -> None:
    now = read(table, 6, 6, 6, 6)

    refused(table, PhoneChose({"event": "SplitChosen", "columns": [12, 12]}, now.version + 5))


def test_a_new_turn_is_a_new_question_also_alone(journal: Journal) -> None:
    table = table_of(journal, "Ann")
    read(table, 6, 2, 3, 5)
    before = table.handle(ROLL)
    table.handle(STOP)

    refused(table, DiceTyped((1, 1, 1, 1), before.version))


def test_typing_dice_corrects_the_roll_while_its_choice_is_open(table: Table) -> None:
    misread = read(table, 6, 6, 6, 6)
    corrected = table.handle(DiceTyped((6, 6, 6, 5), misread.version))
    assert corrected.position["pips"] == [5, 6, 6, 6]

    table.handle(ROLL)
    assert table.handle(DiceTyped((1, 2, 3, 4), table.snapshot().version)).position["pips"] == [1, 2, 3, 4]


def test_wrong_dice_are_refused_and_the_roll_stays(table: Table) -> None:
    misread = read(table, 6, 6, 6, 6)

    assert isinstance(refused(table, DiceTyped((6, 6, 6, 7), misread.version)), BadInput)
    refused(table, DiceTyped((6, 6, 6), misread.version))


def test_what_is_to_be_moved_stays_told_until_somebody_acts(table: Table) -> None:
    read(table, 6, 2, 3, 5)
    stopped = table.handle(STOP).told
    rolled = read(table, 1, 1, 2, 2).told

    assert rolled[: len(stopped)] == stopped
    assert table.handle(ROLL).told[0].startswith("Bo: runner")


def test_an_unfinished_game_is_set_aside_only_when_confirmed(table: Table) -> None:
    version = table.snapshot().version
    refused(table, NewGameAsked("cant-stop", ("Cy", "Di"), {}, 1, version))
    after = table.handle(NewGameAsked("cant-stop", ("Cy", "Di"), {}, 1, version, confirm=True))

    assert after.version > version
    assert after.position["players"] == ["Cy", "Di"]
    assert after.position["turn"] == 1


@pytest.mark.parametrize(
    ("game", "players", "options", "first"),
    [
        ("chess", ("Ann", "Bo"), {}, 0),
        ("cant-stop", (), {}, 0),
        ("cant-stop", ("a", "b", "c", "d", "e"), {}, 0),
        ("cant-stop", ("Ann", "Ann"), {}, 0),
        ("cant-stop", ("Ann", " "), {}, 0),
        ("cant-stop", ("Ann", "Bo"), {"columns_to_win": 1}, 0),
        ("cant-stop", ("Ann", "Bo"), {"speed": 1}, 0),
        ("cant-stop", ("Ann", "Bo"), {}, 2),
    ],
)
def test_a_senseless_new_game_is_refused(
    table: Table, game: str, players: tuple[str, ...], options: dict[str, Any], first: int
) -> None:
    asked = NewGameAsked(game, players, options, first, table.snapshot().version, confirm=True)

    assert isinstance(refused(table, asked), BadInput)


def test_after_the_end_roll_plays_again_with_the_next_seat_first(table: Table) -> None:
    tops = {"tokens": [{"2": 3, "12": 3}, {}], "runners": {"3": 5}}
    table.handle(PositionTyped(tops, table.snapshot().version))
    assert table.handle(STOP).winners == (0,)

    again = table.handle(ROLL)
    assert again.winners is None
    assert again.position["turn"] == 1


def test_an_impossible_correction_says_what_is_wrong(table: Table) -> None:
    assert "column 2" in str(refused(table, PositionTyped({"tokens": [{"2": 9}, {}]}, table.snapshot().version)))


def test_a_restart_shows_the_same_table(journal: Journal) -> None:
    table = table_of(journal)
    read(table, 6, 2, 3, 5)
    before = table.handle(ROLL)
    again = Table(GAMES, journal, 1).snapshot()

    assert (again.version, again.position, again.told) == (before.version, before.position, before.told)


def test_the_tray_and_the_highlight_are_no_events(table: Table) -> None:
    version = read(table, 6, 2, 3, 5).version
    table.handle(CHOOSE)

    assert table.handle(TraySeen(Tray(TrayState.HAND))).version == version


def test_the_snapshot_as_json_is_what_scripts_rely_on(table: Table) -> None:
    read(table, 6, 2, 3, 5)
    body = to_json(table.handle(ROLL))
    kinds = {prompt["kind"]: prompt for prompt in body["prompts"]}

    assert kinds["RollDice"]["count"] == 4
    assert kinds["Choose"]["options"] == [{"event": "Stopped"}]
    assert kinds["Choose"]["roles"] == ["stop"]
    assert kinds["Choose"]["highlight"] == 0
    assert kinds["Choose"]["since"] == body["version"]
