"""The companion's own seats: it says what it does, waits for people to do it, and says the same again after an undo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.advisor import PLAYERS, REASONS
from companion.devices import Button, ButtonPressed, TrayState
from companion.events import Event, Json, encode
from companion.games import GAMES
from companion.inputs import (
    Decided,
    DiceTyped,
    Input,
    LevelPicked,
    LobbyAsked,
    NewGameAsked,
    PhoneChose,
    SeatClaimed,
    UndoAsked,
)
from companion.journal import Journal
from companion.opponent import Opponent
from companion.ports import Refused
from companion.prompts import Choose, Decide, RollDice
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.strengths import Strength
from companion.table import Table
from tests.companion.at_box import Player

STRONG = Strength.STRONG


class AtTable(Player):
    """Somebody at the box of a table at which the companion plays; it thinks only when it is let."""

    def __init__(self, journal: Journal, number: int, players: Mapping[str, Any] = PLAYERS) -> None:
        super().__init__(Table(GAMES, journal, number, playable=PLAYERS))
        self.number = number
        self._posted: list[Input] = []
        self._opponent = Opponent(players, REASONS, self._posted.append, run=lambda work: work())

    def think(self) -> Snapshot:
        """Let the companion say what it has to say now."""
        self._opponent.show(self.snapshot)
        for decided in self._posted:
            self.table.handle(decided)
        self._posted.clear()
        return self.snapshot

    def type(self, *pips: int) -> Snapshot:
        return self.table.handle(DiceTyped(pips, self.snapshot.version))

    def take(self, event: Event) -> Snapshot:
        return self.table.handle(PhoneChose(encode(event), self.snapshot.version))


def seated(journal: Journal, game: str = "cant-stop", first: int = 1, **options: Any) -> AtTable:
    """Ann, and the companion."""
    started = new_game(GAMES[game], ("Ann", "Companion"), options, first, strengths=("", "strong"))
    return AtTable(journal, start_game(GAMES[game], started, journal))


@pytest.fixture
def at_table(journal: Journal) -> AtTable:
    return seated(journal)


def says(snapshot: Snapshot) -> str:
    (said,) = [one.why for one in snapshot.prompts if one.why]
    return said


def waits(snapshot: Snapshot) -> list[str]:
    return [one.prompt.kind for one in snapshot.prompts]


def test_people_throw_for_it_and_the_camera_waits_for_the_dice_as_for_anybody(at_table: AtTable) -> None:
    assert at_table.snapshot.awaited_roll == (RollDice(4, 1), at_table.snapshot.version)
    assert at_table.press("menu").screen.title == "Menu"


def test_it_says_which_split_it_takes_and_a_press_of_roll_does_it(at_table: AtTable) -> None:
    assert waits(at_table.throw(3, 3, 4, 4)) == ["Decide"]
    said = at_table.think()

    assert says(said).startswith("Companion takes ")
    assert [len(one.prompt.options) for one in said.prompts if isinstance(one.prompt, Choose)] == [1]
    assert " ".join((*said.screen.text, *said.screen.small)) == says(said)
    assert said.screen.bottom.startswith("ROLL ok")
    assert at_table.press("roll").position["runners"]


def test_while_it_thinks_the_oled_says_so_and_no_button_answers_for_it(at_table: AtTable) -> None:
    thinking = at_table.throw(3, 3, 4, 4)

    assert thinking.screen.small == ("The companion thinks...",)
    assert thinking.screen.dice == (3, 3, 4, 4)
    assert [button for button, _ in thinking.announce] == ["menu"]


def test_what_it_says_as_a_button_of_the_page_is_pressed_is_not_taken_by_that_press(at_table: AtTable) -> None:
    thinking = at_table.throw(3, 3, 4, 4)
    said = at_table.think()
    assert said.version == thinking.version
    pressed = ButtonPressed(Button.ROLL, version=said.version, announced="")
    with pytest.raises(Refused, match="moved on"):
        at_table.table.handle(pressed)

    assert at_table.table.handle(replace(pressed, announced=dict(said.announce)["roll"][0])).position["runners"]


def test_it_rolls_on_by_a_throw_of_people_and_stops_by_the_stop_button(at_table: AtTable) -> None:
    at_table.throw(3, 3, 4, 4)
    at_table.think()
    at_table.press("roll")
    assert waits(at_table.snapshot) == ["Decide"], "no throw before it has said that it wants one"
    rolls = at_table.think()
    assert says(rolls).startswith("Companion rolls on with 2 steps: ")
    assert waits(rolls) == ["RollDice"]

    while waits(now := at_table.think()) == ["RollDice"] or not says(now).startswith("Companion stops"):
        if waits(now) == ["RollDice"]:
            at_table.throw(3, 3, 4, 4)
        else:
            at_table.press("roll")
    assert "STOP stop" in now.screen.bottom
    assert waits(now) == ["Choose"], "what lies in the tray counts no more"
    assert at_table.press("stop").position["turn"] == 0


def test_whatever_else_the_rules_allow_is_refused_to_phones_while_it_plays(at_table: AtTable) -> None:
    at_table.throw(2, 3, 4, 6)
    taken = at_table.think().prompts[0].prompt.options[0]  # type: ignore[union-attr]
    history = at_table.table._played.history
    (asked,) = [prompt for prompt in history.game.prompts(history.state) if isinstance(prompt, Choose)]
    other = next(option for option in asked.options if option != taken)

    with pytest.raises(Refused, match="do what it says, or undo"):
        at_table.take(other)
    assert at_table.take(taken).position["runners"]


def test_an_undo_gives_its_decision_back_and_it_says_the_same_again(at_table: AtTable) -> None:
    at_table.throw(2, 3, 4, 6)
    said = says(at_table.think())
    at_table.press("roll")
    undone = at_table.table.handle(UndoAsked(at_table.snapshot.version))

    assert undone.position["pips"] == [2, 3, 4, 6]
    assert waits(undone) == ["Decide"]
    assert says(at_table.think()) == said


def test_a_table_that_starts_again_in_the_middle_of_its_turn_says_the_same_again(
    at_table: AtTable, journal: Journal
) -> None:
    at_table.throw(2, 3, 4, 6)
    said = says(at_table.think())
    again = AtTable(journal, at_table.number)

    assert waits(again.snapshot) == ["Decide"]
    assert says(again.think()) == said


def test_what_it_thought_of_a_table_that_has_moved_on_is_not_heard(at_table: AtTable) -> None:
    at_table.throw(2, 3, 4, 6)
    version = at_table.snapshot.version
    at_table.table.handle(UndoAsked(version))
    at_table.throw(1, 1, 1, 2)
    at_table.table.handle(Decided(version, 1, None, "Companion rolls on."))

    assert waits(at_table.snapshot) == ["Decide"]


@pytest.mark.parametrize("fault", [ZeroDivisionError, None])
def test_where_it_cannot_decide_or_says_what_the_rules_forbid_people_choose_for_it(
    journal: Journal, fault: type[Exception] | None
) -> None:
    def bad(position: Json, seat: int, open_to: object, chance: Random) -> Event | None:
        if fault:
            raise fault
        return None

    started = new_game(GAMES["cant-stop"], ("Ann", "Companion"), {}, 1, strengths=("", "strong"))
    at_table = AtTable(journal, start_game(GAMES["cant-stop"], started, journal), {"cant-stop": {STRONG: bad}})
    at_table.throw(2, 3, 4, 6)
    thought = at_table.think()
    (choice,) = [one.prompt for one in thought.prompts]
    assert thought.notice == "Companion cannot decide: choose for it."

    assert isinstance(choice, Choose)
    assert len(choice.options) > 1


def test_it_speaks_last_where_all_choose_at_once_and_does_not_see_what_is_hidden(journal: Journal) -> None:
    at_table = seated(journal, "express", first=0)
    at_table.type(1, 2, 3, 4, 5)
    (asked,) = [one.prompt for one in at_table.think().prompts]
    assert isinstance(asked, Choose)
    assert asked.seat == 0
    at_table.take(asked.options[0])

    assert says(at_table.think()).startswith("Companion marks ")
    assert at_table.press(*["roll"] * 4).position["sheets"][1]["pairs"]


def test_the_companion_plays_on_in_the_next_game_and_is_no_name_that_people_pick(at_table: AtTable) -> None:
    at_table.table.handle(LobbyAsked(at_table.snapshot.version))
    lobby = at_table.snapshot.position

    assert lobby["last"]["strengths"] == ["", "strong"]
    assert [known["name"] for known in lobby["known"]] == ["Ann"]


def test_no_phone_plays_its_seat_and_it_takes_no_advice(at_table: AtTable) -> None:
    with pytest.raises(Refused, match="played by the companion"):
        at_table.table.handle(SeatClaimed(1, claim=True, device="phone"))
    with pytest.raises(Refused, match="needs no advice"):
        at_table.table.handle(LevelPicked(1, "odds"))


def test_a_new_game_seats_it_by_its_strength(at_table: AtTable) -> None:
    version = at_table.snapshot.version
    asked = NewGameAsked("express", ("A", "B", "C"), {}, 0, version, confirm=True, strengths=("", "beginner"))
    assert at_table.table.handle(asked).strengths == ("", "beginner", "")
    wrong = NewGameAsked("express", ("A", "B"), {}, 0, at_table.snapshot.version, True, ("", "grandmaster"))
    with pytest.raises(Refused, match="plays as beginner, strong"):
        at_table.table.handle(wrong)


def test_dice_that_lie_there_while_it_thinks_are_no_roll(at_table: AtTable) -> None:
    at_table.throw(3, 3, 4, 4)

    assert at_table.snapshot.awaited_roll is None
    assert at_table.snapshot.tray.state is TrayState.READ
    assert any(isinstance(one.prompt, Decide) for one in at_table.snapshot.prompts)
