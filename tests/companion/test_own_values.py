"""Options whose value people make themselves: a layout that stands on the table, the cards of a deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from companion.devices import Button, ButtonPressed
from companion.events import Event, GameStarted
from companion.game import IllegalEvent, step
from companion.games import GAMES
from companion.inputs import LobbyAsked, NewGameAsked, PhoneChose, UndoAsked
from companion.journal import LOBBY, Journal
from companion.lobby import lobby_game
from companion.lobby.events import GamePicked, OptionPicked, SetUpRepeated, ValueForgotten, ValueKept
from companion.lobby.own_values import MOST_KEPT
from companion.lobby.set_up import Lobby, from_position, position
from companion.ports import Refused
from companion.start import lobby_start
from companion.table import Table

GAME = lobby_game(GAMES)
SHIFT = GamePicked("rush-hour-shift")


def car(row: int, col: int, length: int = 2, axis: str = "h") -> dict[str, object]:
    return {"row": row, "col": col, "length": length, "axis": axis}


OURS = {"G": car(1, 0), "S": car(4, 12), "A": car(0, 6, 3, "v"), "B": car(3, 7, 3, "v")}
CRASH = {**OURS, "C": car(1, 6)}


def agreed(*events: Event) -> Lobby:
    state = Lobby()
    for event in events:
        state = step(GAME, state, event)
    return state


def refused(*events: Event) -> str:
    ready = agreed(*events[:-1])
    with pytest.raises(IllegalEvent) as refusal:
        step(GAME, ready, events[-1])
    return str(refusal.value)


def test_a_layout_that_somebody_entered_is_agreed_on() -> None:
    state = agreed(SHIFT, OptionPicked("layout", OURS))

    assert state.options["layout"] == OURS
    assert from_position(position(state)) == state


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (OptionPicked("layout", CRASH), "layout: C stands on A."),
        (OptionPicked("layout", {}), "layout: the gold hero car is missing."),
        (OptionPicked("deck", {"move-9": 3}), "deck: there is no card 'move-9'"),
        (OptionPicked("deck", {"move-1": -1}), "deck.move-1 must be a whole number from 0 to 99, not -1."),
        (OptionPicked("move", {"all": 1}), "move can be up-to, all, not {'all': 1}."),
        (ValueKept("layout", "ours-2", OURS), "ours-2 is the name of one that is always there."),
        (ValueKept("layout", "", OURS), "It needs a name."),
        (ValueKept("layout", "Crash", CRASH), "layout: C stands on A."),
        (ValueKept("speed", "Fast", {}), "Rush Hour Shift has no option 'speed'."),
        (ValueForgotten("layout", "Oak"), "Nothing is kept under the name 'Oak'."),
    ],
)
def test_what_is_senseless_is_refused_with_the_reason(event: Event, sentence: str) -> None:
    assert refused(SHIFT, event).startswith(sentence)


def test_another_game_takes_no_value_of_that_kind() -> None:
    assert refused(GamePicked("cant-stop"), OptionPicked("columns_to_win", {})) == (
        "columns_to_win can be 3, 4, 5, not {}."
    )


def test_counts_equal_to_a_list_are_that_list() -> None:
    assert agreed(SHIFT, OptionPicked("deck", {"slide": 3})).options["deck"] == "list-1"
    assert agreed(SHIFT, OptionPicked("deck", {"slide": 5})).options["deck"] == {"slide": 5}


def test_a_value_that_was_kept_is_picked_like_any_other_and_replaced_by_its_name() -> None:
    state = agreed(
        SHIFT, ValueKept("layout", "Oak table", CRASH | {"C": car(5, 0)}), ValueKept("layout", "Oak table", OURS)
    )

    assert [(one.name, one.value) for one in state.kept] == [("Oak table", OURS)]
    assert step(GAME, state, ValueForgotten("layout", "Oak table")).kept == ()


def test_no_more_are_kept_than_every_screen_can_carry() -> None:
    full = [ValueKept("layout", f"Table {n}", OURS) for n in range(MOST_KEPT)]

    assert refused(SHIFT, *full, ValueKept("layout", "One more", OURS)) == "24 are kept already: forget one first."


@pytest.fixture
def table(journal: Journal) -> Table:
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    return Table(GAMES, journal, LOBBY)


def said(table: Table, event: str, /, **fields: Any) -> None:
    table.handle(PhoneChose({"event": event, **fields}, table.snapshot().version))


def test_what_was_kept_is_there_in_later_lobbies_and_after_a_power_cut(table: Table, journal: Journal) -> None:
    said(table, "GamePicked", game="rush-hour-shift")
    said(table, "ValueKept", option="layout", name="Oak table", value=OURS)
    said(table, "OptionPicked", name="layout", value=OURS)
    version = table.snapshot().version
    table.handle(NewGameAsked("rush-hour-shift", ("Ann", "Bo"), {"layout": OURS, "deck": {"slide": 9}}, 0, version))
    again = Table(GAMES, journal, journal.newest() or LOBBY)
    again.handle(LobbyAsked(again.snapshot().version))
    lobby = again.snapshot().position

    assert lobby["kept"] == [{"game": "rush-hour-shift", "option": "layout", "name": "Oak table", "value": OURS}]
    said(again, "SetUpRepeated")
    options = again.snapshot().position["options"]
    assert options["layout"] == OURS
    assert options["deck"]["slide"] == 9


def test_forgetting_can_be_undone(table: Table) -> None:
    said(table, "GamePicked", game="rush-hour-shift")
    said(table, "ValueKept", option="layout", name="Oak table", value=OURS)
    said(table, "ValueForgotten", option="layout", name="Oak table")
    table.handle(UndoAsked(table.snapshot().version))

    assert [one["name"] for one in table.snapshot().position["kept"]] == ["Oak table"]


def test_the_box_lists_what_was_kept_by_its_name(table: Table) -> None:
    said(table, "GamePicked", game="rush-hour-shift")
    said(table, "ValueKept", option="layout", name="Oak table", value=OURS)
    for name in ("Ann", "Bo"):
        said(table, "PlayerJoined", name=name, colour="")
    said(table, "PlayersAgreed")
    for held in (True, False, True, True, True, True, False):
        table.handle(ButtonPressed(Button.ROLL, held))

    assert table.snapshot().position["options"]["layout"] == OURS
    assert "Layout: Oak table" in table.snapshot().screen.entries


def test_a_layout_as_last_time_without_that_it_fits_any_more_is_the_usual_one() -> None:
    last = {"game": "rush-hour-shift", "players": ["Ann", "Bo"], "colours": ["red", "blue"], "first": 0}
    lobby = from_position({"last": {**last, "options": {"layout": CRASH, "deck": "list-2"}}})

    assert step(GAME, lobby, SetUpRepeated()).options["layout"] == "ours-1"
    assert step(GAME, lobby, SetUpRepeated()).options["deck"] == "list-2"


def test_an_object_is_no_text_and_a_list_is_no_object(table: Table) -> None:
    said(table, "GamePicked", game="rush-hour-shift")
    with pytest.raises(Refused, match=r"OptionPicked\.value must be .* an object, not \['G'\]"):
        said(table, "OptionPicked", name="layout", value=["G"])


@dataclass(frozen=True)
class Flew(Event):
    """What no lobby knows."""


def test_rows_of_another_companion_cost_no_more_than_their_own_evening(journal: Journal) -> None:
    kept = {"game": "rush-hour-shift", "option": "layout", "name": "Oak table", "value": OURS}
    journal.append(LOBBY, (GameStarted("lobby", (), {}, 0, {"kept": [kept]}), Flew()))

    assert lobby_start(GAMES, journal).position["kept"] == [kept]
