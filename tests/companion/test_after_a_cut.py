"""After a pulled plug people are asked to look at the board first, by one press."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.devices import Button, ButtonPressed, DiceRead, Tray, TrayState
from companion.events import DiceRolled, Event
from companion.games import GAMES
from companion.games.cant_stop.rules import SplitChosen
from companion.inputs import BoardChecked, DiceTyped, NewGameAsked, PhoneChose
from companion.journal import LOBBY, Journal
from companion.start import lobby_start, new_game, start_game
from companion.table import Table
from companion.words import SMALL_LINE


def cut_off(journal: Journal, *events: object) -> Table:
    number = start_game(GAMES["cant-stop"], new_game(GAMES["cant-stop"], ("Ann", "Bo"), {}, 0), journal)
    for event in events:
        journal.append(number, [event])  # type: ignore[list-item]
    table = Table(GAMES, journal, number)
    table.begin(cut_off=True)
    return table


def test_the_oled_says_how_the_board_should_look_and_roll_goes_on(journal: Journal) -> None:
    table = cut_off(journal, DiceRolled((1, 2, 3, 4)))
    screen = table.snapshot().screen
    assert screen.title == "Power was cut"
    assert screen.small[0] == "The board should be so:"
    assert screen.bottom.startswith("ROLL it is")

    assert not table.handle(ButtonPressed(Button.ROLL)).check_board


def test_the_menu_can_be_opened_first_to_correct_the_board(journal: Journal) -> None:
    table = cut_off(journal, DiceRolled((1, 2, 3, 4)))

    assert table.handle(ButtonPressed(Button.MENU)).screen.title == "Menu"
    assert table.handle(ButtonPressed(Button.STOP)).screen.title == "Power was cut"


def test_dice_that_are_read_meanwhile_count_only_after_the_press(journal: Journal) -> None:
    table = cut_off(journal, DiceRolled((1, 2, 3, 4)), SplitChosen((5, 5)))
    before = table.snapshot()
    assert before.awaited_roll is not None
    read = DiceRead(Tray(TrayState.READ, (2, 2, 3, 3)), before.awaited_roll[1])

    waiting = table.handle(read)
    assert (waiting.version, waiting.check_board, waiting.look) == (before.version, True, before.look)
    checked = table.handle(BoardChecked())
    assert (checked.version, checked.look) == (before.version, before.look + 1), "the camera looks once more"
    assert table.handle(BoardChecked()).look == checked.look, "and no more than once"
    assert table.handle(read).version == before.version + 1


def test_whoever_plays_on_from_a_phone_has_looked(journal: Journal) -> None:
    table = cut_off(journal, DiceRolled((1, 2, 3, 4)))

    assert not table.handle(DiceTyped((1, 1, 2, 2), table.snapshot().version)).check_board


def test_a_game_that_has_not_begun_is_not_asked_about(journal: Journal) -> None:
    assert not cut_off(journal).snapshot().check_board


def begun(journal: Journal, name: str, *events: Event) -> int:
    number = start_game(GAMES[name], new_game(GAMES[name], ("Ann", "Bo"), {}, 0), journal)
    for event in events:
        journal.append(number, [event])
    return number


def test_a_game_that_goes_on_after_a_rest_is_offered_a_look_and_waits_for_none(journal: Journal) -> None:
    table = Table(GAMES, journal, begun(journal, "cant-stop", DiceRolled((1, 2, 3, 4))))
    table.begin(cut_off=False)
    resting = table.snapshot()
    assert (resting.check_board, resting.taken_up) == (False, True)
    assert resting.screen.title == "Ann", "the box goes on as ever"
    assert not table.handle(BoardChecked()).taken_up

    table.begin(cut_off=False)
    assert not table.handle(DiceTyped((1, 1, 2, 2), table.snapshot().version)).taken_up, "whoever plays on has looked"


def test_a_game_that_the_lobby_goes_on_with_is_offered_a_look_too(journal: Journal) -> None:
    number = begun(journal, "cant-stop", DiceRolled((1, 2, 3, 4)))
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    table = Table(GAMES, journal, LOBBY)
    table.begin(cut_off=False)
    assert not table.snapshot().taken_up

    assert table.handle(PhoneChose({"event": "GameResumed", "number": number}, table.snapshot().version)).taken_up


def test_a_game_kept_apart_has_a_board_to_look_at_from_its_first_moment(journal: Journal) -> None:
    started = new_game(GAMES["cant-stop"], ("Ann", "Bo"), {}, 0)
    copy = {**started.position, "tokens": [{"6": 4}, {"8": 2}]}
    apart = {"what_if": {"game": 1, "moments": 5, "back_to": 0}}
    number, _ = journal.start(replace(started, position=copy, apart=apart))
    table = Table(GAMES, journal, number)
    table.begin(cut_off=True)

    assert table.snapshot().check_board


@pytest.mark.parametrize("name", ["cant-stop", "highway"])
def test_a_fresh_game_is_no_game_after_a_rest(journal: Journal, name: str) -> None:
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    table = Table(GAMES, journal, LOBBY)
    table.begin(cut_off=False)
    fresh = table.handle(NewGameAsked(name, ("Ann", "Bo"), {}, 0, table.snapshot().version, confirm=True))
    assert not fresh.taken_up

    table.begin(cut_off=True)
    assert not table.snapshot().check_board


def test_where_there_is_room_the_oled_says_that_a_phone_can_check_the_board(journal: Journal) -> None:
    few = cut_off(journal, DiceRolled((1, 2, 3, 4))).snapshot().screen.small
    assert few[-1] == "A phone's photo checks it"
    assert len(few[-1]) <= SMALL_LINE


def test_a_game_without_a_board_is_checked_by_no_photo(journal: Journal) -> None:
    table = Table(GAMES, journal, begun(journal, "express", DiceRolled((1, 2, 3, 4, 5))))
    table.begin(cut_off=True)
    assert table.snapshot().check_board
    assert "A phone's photo checks it" not in table.snapshot().screen.small
