"""The lobby: what may be agreed on, in any order, and what is refused with which words."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.colours import COLOURS
from companion.events import DiceRolled, Event, Undone, decode, encode
from companion.game import IllegalEvent, step
from companion.games import GAMES
from companion.history import History, begin
from companion.inputs import PhoneChose, SeatClaimed
from companion.journal import LOBBY, Journal
from companion.lobby import lobby_game
from companion.lobby.events import (
    ColourPicked,
    GamePicked,
    GameResumed,
    OptionPicked,
    PlayerJoined,
    PlayerLeft,
    PlayerMoved,
    PlayersAgreed,
    RulesAgreed,
    SetUpDone,
    SetUpRepeated,
    StartPicked,
)
from companion.lobby.set_up import Lobby, Player, Step
from companion.names import name_fault
from companion.ports import BadInput, Refused
from companion.prompts import Question, RollDice
from companion.start import lobby_start, new_game, resumed, start_game
from companion.table import Table

LOBBY_GAME = lobby_game(GAMES)


def agreed(*events: Event, known: tuple[Player, ...] = ()) -> Lobby:
    state = Lobby(known=known)
    for event in events:
        state = step(LOBBY_GAME, state, event)
    return state


ANN_AND_BO = (GamePicked("cant-stop"), PlayerJoined("Ann", ""), PlayerJoined("Bo", ""))


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (GamePicked("chess"), "There is no game 'chess'"),
        (GameResumed(3), "Game 3 is not one that can go on."),
        (SetUpRepeated(), "No game was played here yet."),
        (OptionPicked("columns_to_win", 6), "columns_to_win can be 3, 4, 5, not 6."),
        (OptionPicked("columns_to_win", True), "columns_to_win can be 3, 4, 5, not True."),
        (OptionPicked("speed", 1), "Can't Stop has no option 'speed'."),
        (PlayerJoined("Ann", ""), "Ann plays already."),
        (PlayerJoined(" ", ""), "Every player needs a name."),
        (PlayerJoined("A\nB", ""), "A name is one line of plain signs"),
        (PlayerJoined("x" * 21, ""), "A name has at most 20 signs"),
        (PlayerJoined("Cy", "pink"), "There is no colour 'pink'"),
        (PlayerLeft("Cy"), "Nobody here is called 'Cy'."),
        (PlayerMoved("Ann", 2), "There are places 0 to 1, not 2."),
        (ColourPicked("Ann", "pink"), "There is no colour 'pink'"),
        (StartPicked("loudest", "Ann"), "Who begins is chosen, youngest, dice, not 'loudest'."),
        (StartPicked("youngest", "Cy"), "Nobody here is called 'Cy'."),
        (DiceRolled((1, 2)), "Nobody throws for the start now."),
        (SetUpDone(), "Say who begins."),
    ],
)
def test_what_cannot_be_agreed_on_is_refused_with_a_reason(event: Event, why: str) -> None:
    with pytest.raises(IllegalEvent) as refused:
        step(LOBBY_GAME, agreed(*ANN_AND_BO), event)

    assert str(refused.value).startswith(why)


def test_a_game_takes_only_as_many_as_it_seats() -> None:
    four = agreed(GamePicked("cant-stop"), *(PlayerJoined(name, "") for name in "ABCD"))
    with pytest.raises(IllegalEvent, match="There is room for 4 players"):
        step(LOBBY_GAME, four, PlayerJoined("E", ""))

    two_many = step(LOBBY_GAME, four, GamePicked("rush-hour-shift"))
    with pytest.raises(IllegalEvent, match="Rush Hour Shift takes 2 players, not 4"):
        step(LOBBY_GAME, two_many, PlayersAgreed())


def test_options_that_do_not_suit_the_players_are_refused_before_the_start() -> None:
    three = agreed(*ANN_AND_BO, PlayerJoined("Cy", ""), OptionPicked("columns_to_win", 5))

    with pytest.raises(IllegalEvent, match="columns_to_win must be 3 or 4 for 3 players"):
        step(LOBBY_GAME, three, RulesAgreed())


def test_everybody_has_another_colour_and_names_keep_theirs() -> None:
    state = agreed(*ANN_AND_BO, PlayerJoined("Cy", "red"), known=(Player("Bo", "green"), Player("Cy", "green")))

    assert dict(zip(state.names, state.colours, strict=True)) == {"Ann": "blue", "Bo": "green", "Cy": "red"}
    exchanged = step(LOBBY_GAME, state, ColourPicked("Ann", "red"))
    assert exchanged.colours == ("red", "green", "blue")


def test_who_is_called_by_a_colour_gets_that_colour() -> None:
    assert agreed(GamePicked("cant-stop"), PlayerJoined("Green", "")).colours == ("green",)


def test_the_order_is_that_of_the_turns() -> None:
    state = agreed(*ANN_AND_BO, PlayerJoined("Cy", ""), PlayerMoved("Cy", 0), PlayerMoved("Ann", 2))

    assert state.names == ("Cy", "Bo", "Ann")


def test_who_begins_is_asked_anew_when_they_leave() -> None:
    state = agreed(*ANN_AND_BO, PlayerJoined("Cy", ""), StartPicked("youngest", "Cy"), PlayerLeft("Cy"))

    assert (state.first, state.step) == (None, Step.PLAYERS)


def test_what_a_phone_changes_leads_the_box_back_to_what_is_open_again(tmp_path: Path) -> None:
    table, _ = in_lobby(tmp_path)
    for event in (*ANN_AND_BO, StartPicked("chosen", "Bo")):
        chose(table, **encode(event))
    assert table.snapshot().screen.title == "Ready"

    chose(table, event="OptionPicked", name="columns_to_win", value=5)
    chose(table, event="PlayerJoined", name="Cy", colour="")
    told = table.snapshot().screen
    assert told.title == "Which rules?"
    assert " ".join(told.text).startswith("columns_to_win must be 3 or 4")
    chose(table, event="OptionPicked", name="columns_to_win", value=3)
    assert table.snapshot().screen.title == "Ready"
    chose(table, event="PlayerLeft", name="Bo")
    assert table.snapshot().screen.title == "Who plays?"


def test_names_that_the_oled_cannot_spell_are_called_by_their_colours(tmp_path: Path) -> None:
    table, _ = in_lobby(tmp_path)
    chose(table, event="GamePicked", game="cant-stop")
    chose(table, event="PlayerJoined", name="Иван", colour="green")
    chose(table, event="PlayerJoined", name="Bo", colour="")
    chose(table, event="StartPicked", begins="chosen", name="Иван")
    assert table.snapshot().screen.text == ("Can't Stop", "Green, Bo", "Green begins")

    chose(table, event="SetUpDone")
    assert table.snapshot().screen.title == "Green"
    assert table.snapshot().view.title == "Иван"


def test_alone_nobody_is_asked_who_begins() -> None:
    state = agreed(GamePicked("cant-stop"), PlayerJoined("Ann", ""), PlayersAgreed(), RulesAgreed(), SetUpDone())

    assert state.step is Step.READY


def test_a_throw_among_three_is_won_by_the_highest_and_ties_throw_again() -> None:
    throwing = agreed(*ANN_AND_BO, PlayerJoined("Cy", ""), StartPicked("dice", ""))
    for pips in ((6, 5), (3, 4), (5, 6)):
        throwing = step(LOBBY_GAME, throwing, DiceRolled(pips))
    assert throwing.throwing == ("Ann", "Cy")
    for pips in ((1, 1), (1, 2)):
        throwing = step(LOBBY_GAME, throwing, DiceRolled(pips))

    assert (throwing.first, throwing.begins) == ("Cy", "dice")


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_agreed_on_survives_json_and_undo(seed: int, journal: Journal) -> None:
    chance = Random(seed)
    history: History[Any] = begin(LOBBY_GAME, lobby_start(GAMES, journal))
    for _ in range(60):
        prompts = LOBBY_GAME.prompts(history.state)
        first = prompts[0]
        event = (
            DiceRolled((chance.randint(1, 6), chance.randint(1, 6)))
            if isinstance(first, RollDice)
            else chance.choice(first.options)
            if isinstance(first, Question)
            else ColourPicked(chance.choice(history.state.names), chance.choice(COLOURS))
        )
        if isinstance(event, SetUpDone):
            break
        assert decode(json.loads(json.dumps(encode(event))), LOBBY_GAME.events) == event
        after = history.after(event)
        position = json.loads(json.dumps(LOBBY_GAME.position(after.state)))
        assert LOBBY_GAME.from_position(position) == after.state
        assert after.after(Undone()).state == history.state
        assert LOBBY_GAME.view(after.state, event).title
        history = after


def chose(table: Table, version: int | None = None, device: str = "", **event: Any) -> None:
    table.handle(PhoneChose(event, table.snapshot().version if version is None else version, device))


def in_lobby(tmp_path: Path) -> tuple[Table, Journal]:
    journal = Journal(tmp_path / "journal.sqlite")
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    return Table(GAMES, journal, LOBBY), journal


def test_two_phones_that_add_a_name_at_once_do_not_shut_each_other_out(tmp_path: Path) -> None:
    table, _ = in_lobby(tmp_path)
    chose(table, event="GamePicked", game="cant-stop")
    seen = table.snapshot().version
    chose(table, seen, event="PlayerJoined", name="Ann", colour="")
    chose(table, seen, event="PlayerJoined", name="Bo", colour="")

    assert table.snapshot().position["players"] == ["Ann", "Bo"]


def test_a_set_up_survives_a_pulled_plug(tmp_path: Path) -> None:
    table, journal = in_lobby(tmp_path)
    chose(table, event="GamePicked", game="express")
    chose(table, event="PlayerJoined", name="Ann", colour="red")
    before = table.snapshot()
    again = Table(GAMES, journal, LOBBY).snapshot()

    assert (again.position, again.version, again.screen) == (before.position, before.version, before.screen)


def test_a_set_up_that_cannot_start_says_why_and_stays(tmp_path: Path) -> None:
    table, _ = in_lobby(tmp_path)
    chose(table, event="GamePicked", game="cant-stop")
    before = table.snapshot()
    with pytest.raises(Refused, match="takes 1 to 4 players, not 0"):
        chose(table, event="SetUpDone")
    with pytest.raises(BadInput):
        chose(table, event="Flew")

    assert table.snapshot().version == before.version


def test_names_and_colours_are_remembered_the_latest_first(tmp_path: Path) -> None:
    _, journal = in_lobby(tmp_path)
    game = GAMES["cant-stop"]
    start_game(game, new_game(game, ("Ann", "Bo"), {}, 0, ("red", "sky")), journal)
    start_game(game, new_game(game, ("Cy", "Ann"), {}, 0, ("black", "green")), journal)
    known = lobby_start(GAMES, journal).position["known"]

    assert known == [
        {"name": "Cy", "colour": "black"},
        {"name": "Ann", "colour": "green"},
        {"name": "Bo", "colour": "sky"},
    ]


def test_the_set_up_rows_are_no_game_on_record(tmp_path: Path) -> None:
    table, journal = in_lobby(tmp_path)
    for event in ANN_AND_BO:
        chose(table, **encode(event))
    chose(table, event="StartPicked", begins="chosen", name="Bo")
    chose(table, event="SetUpDone")

    assert [game.id for game in journal.games()] == [1]
    assert len(journal.rows(1)) == 1


def test_a_seat_is_claimed_in_the_lobby_and_kept_in_the_game(tmp_path: Path) -> None:
    table, _ = in_lobby(tmp_path)
    for event in ANN_AND_BO:
        chose(table, **encode(event))
    table.handle(SeatClaimed(1, True, "phone"))
    chose(table, event="PlayerMoved", name="Bo", to=0)
    chose(table, event="StartPicked", begins="chosen", name="Bo")
    chose(table, event="SetUpDone")

    assert table.snapshot().claims == ("phone", "")


def test_nobody_claims_a_seat_that_is_not_there(tmp_path: Path) -> None:
    table, _ = in_lobby(tmp_path)

    with pytest.raises(BadInput, match="there are no seats yet"):
        table.handle(SeatClaimed(0, True, "phone"))


@pytest.mark.parametrize("name", ["Ann", "Jörg", "李", "O'Neill", "x" * 20])
def test_people_are_called_as_they_like(name: str) -> None:
    assert name_fault(name) == ""


def test_an_imported_game_may_go_on_too(tmp_path: Path) -> None:
    _, journal = in_lobby(tmp_path)
    started = new_game(GAMES["cant-stop"], ("Ann", "Bo"), {}, 0)
    number = journal.copy_in([(encode(started), False)])
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    table = Table(GAMES, journal, LOBBY)
    chose(table, event="GameResumed", number=number)

    assert table.snapshot().position["players"] == ["Ann", "Bo"]
    assert resumed(GAMES, journal) == number
