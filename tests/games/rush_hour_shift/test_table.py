"""At a table, through the service: undo within a turn and over turns, draws, and what a power cut leaves."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.access import access
from companion.devices import Button, ButtonPressed
from companion.games import GAMES
from companion.inputs import PhoneChose, RedoAsked, SeatClaimed, UndoAsked
from companion.journal import Journal
from companion.ports import Refused
from companion.service import Service
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.table import Table
from tests.games.rush_hour_shift.grids import GAME


class Played:
    """A game whose events and undos go through the service's queue."""

    def __init__(self, journal: Journal, **options: object) -> None:
        self._journal = journal
        self._number = start_game(GAME, new_game(GAME, ("Ann", "Bo"), options, 0), journal)
        self.power_on()

    def power_on(self) -> None:
        table = Table(GAMES, self._journal, self._number)
        self._service, self.now = Service(table), table.snapshot()
        self._thread = threading.Thread(target=self._service.serve, args=((),), daemon=True)
        self._thread.start()

    def power_off(self) -> None:
        self._service.stop()
        self._thread.join()

    def does(self, event: str, /, **fields: object) -> Snapshot:
        self.now = self._service.post(PhoneChose({"event": event, **fields}, self.now.version)).result(timeout=10)
        return self.now

    def undo(self) -> Snapshot:
        self.now = self._service.post(UndoAsked(self.now.version)).result(timeout=10)
        return self.now

    def redo(self) -> Snapshot:
        self.now = self._service.post(RedoAsked(self.now.version)).result(timeout=10)
        return self.now

    def passes(self, card: str) -> Snapshot:
        self.does("CardPlayed", card=card)
        return self.does("TurnEnded")


def test_undo_goes_back_move_by_move_and_over_the_end_of_turns(journal: Journal) -> None:
    played = Played(journal)
    seen: list[Any] = [played.now.position]
    steps: list[tuple[str, dict[str, object]]] = [
        ("CardPlayed", {"card": "move-and-shift-2"}),
        ("VehicleMoved", {"vehicle": "B", "by": 1}),
        ("PartShifted", {"part": "left", "by": -2}),
        ("TurnEnded", {}),
        ("CardPlayed", {"card": "slide"}),
        ("VehicleMoved", {"vehicle": "A", "by": -1}),
        ("TurnEnded", {}),
    ]
    for event, fields in steps:
        seen.append(played.does(event, **fields).position)
    for earlier in reversed(seen[:-1]):
        assert played.undo().position == earlier
    assert not played.now.can_undo
    for later in seen[1:]:
        assert played.redo().position == later


def test_undo_after_a_power_cut_goes_on_where_it_was(journal: Journal) -> None:
    played = Played(journal)
    before = played.does("CardPlayed", card="move-1").position
    played.does("VehicleMoved", vehicle="B", by=1)
    played.power_off()
    played.power_on()

    assert played.undo().position == before


def test_a_win_can_be_undone(journal: Journal) -> None:
    played = Played(journal)
    played.does("CardPlayed", card="move-and-shift-1")
    played.does("VehicleMoved", vehicle="B", by=1)
    played.does("PartShifted", part="left", by=-2)
    played.does("TurnEnded")
    played.passes("move-1")
    played.does("CardPlayed", card="slide")
    assert played.does("VehicleMoved", vehicle="G", by=14).winners == (0,)
    assert played.undo().winners is None


def test_a_draw_is_agreed_on_by_anybody_at_any_time(journal: Journal) -> None:
    played = Played(journal, draw="agreed")
    played.does("CardPlayed", card="move-2")

    assert played.does("DrawAgreed").winners == ()
    assert played.undo().position["card"] == "move-2"


def test_two_phones_call_a_draw_together_and_no_third_one_does_for_them(journal: Journal, tmp_path: Path) -> None:
    table = with_phones(journal, tmp_path, "Ann's", "Bo's")
    with pytest.raises(Refused, match="Ann and Bo play on phones of their own: they agree there, or all at the box"):
        draws(table, "a guest's")
    asked = draws(table, "Ann's")
    assert (asked.winners, asked.notice) == (None, "Ann says: draw game. Bo, do you agree?")
    with pytest.raises(Refused, match="You have said so already: now it is for Bo to agree"):
        draws(table, "Ann's")
    assert draws(table, "Bo's").winners == ()


def test_a_draw_that_only_one_player_wants_is_forgotten_with_the_next_move(journal: Journal, tmp_path: Path) -> None:
    table = with_phones(journal, tmp_path, "Ann's", "Bo's")
    draws(table, "Ann's")
    table.handle(PhoneChose({"event": "CardPlayed", "card": "slide"}, table.snapshot().version, "Ann's"))

    assert draws(table, "Bo's").winners is None
    assert draws(table, "Ann's").winners == ()


def test_one_phone_on_the_table_and_the_box_speak_for_both(journal: Journal, tmp_path: Path) -> None:
    assert draws(with_phones(journal, tmp_path), "the table's").winners == ()


def test_at_the_box_both_players_agree_with_one_press_whoever_has_a_phone(journal: Journal, tmp_path: Path) -> None:
    assert pressed(with_phones(journal, tmp_path, "Ann's", "Bo's"), STOP, ROLL).winners == ()


def with_phones(journal: Journal, folder: Path, *phones: str) -> Table:
    number = start_game(GAME, new_game(GAME, ("Ann", "Bo"), {"draw": "agreed"}, 0), journal)
    table = Table(GAMES, journal, number, access=access(folder, "none"))
    for seat, phone in enumerate(phones):
        table.handle(SeatClaimed(seat, True, phone))
    return table


def draws(table: Table, phone: str) -> Snapshot:
    return table.handle(PhoneChose({"event": "DrawAgreed"}, table.snapshot().version, phone))


def test_without_that_option_no_draw_is_agreed_on(journal: Journal) -> None:
    with pytest.raises(Refused, match="plays without draws by agreement"):
        Played(journal).does("DrawAgreed")


def test_the_third_time_that_a_position_stands_there_is_a_draw_and_the_second_is_told(journal: Journal) -> None:
    played = Played(journal, draw="third")
    for _ in range(2):
        assert played.now.winners is None
        played.passes("move-1")
        told = played.passes("move-2")
    assert told.winners == ()
    assert played.undo().winners is None
    assert any("third time" in sentence for sentence in played.redo().told)


def test_the_discards_are_counted_and_shuffled_when_the_pile_is_spent(journal: Journal) -> None:
    few = dict.fromkeys(("move-2", "move-3", "move-4", "slide", "move-and-shift-1", "move-and-shift-2"), 0)
    played = Played(journal, deck={**few, "move-1": 6, "shift": 5})  # eleven cards, three to draw
    assert [played.now.view.number, played.passes("move-1").view.number] == ["pile 3", "pile 2"]
    played.passes("shift")
    spent = played.passes("move-1")
    assert spent.view.number == "pile 0"
    shuffled = played.passes("shift")
    assert "The draw pile is spent: shuffle the discards into a new one." in shuffled.told
    assert (shuffled.view.number, shuffled.position["discards"]) == ("pile 2", ["shift"])


def pressed(table: Table, *presses: tuple[Button, bool]) -> Snapshot:
    for button, held in presses:
        table.handle(ButtonPressed(button, held))
    return table.snapshot()


def at_the_box(journal: Journal, **options: object) -> Table:
    return Table(GAMES, journal, start_game(GAME, new_game(GAME, ("Ann", "Bo"), options, 0), journal))


ROLL, NEXT, STOP = (Button.ROLL, False), (Button.ROLL, True), (Button.STOP, False)


def test_stop_ends_the_turn_from_the_list_of_vehicles(journal: Journal) -> None:
    table = at_the_box(journal)
    shown = pressed(table, ROLL, ROLL, ROLL)
    assert shown.screen.entries[0] == "Truck A"
    assert "STOP stop" in shown.screen.bottom
    assert pressed(table, STOP).position["turn"] == 1


def test_a_stop_in_the_list_of_cards_plays_none_and_steps_back(journal: Journal) -> None:
    table = at_the_box(journal)
    pressed(table, ROLL, ROLL, ROLL, STOP)
    read = pressed(table, ROLL, NEXT)
    assert read.screen.entries[read.screen.at] == "SHIFT"
    assert "stop" not in read.screen.bottom
    assert "STOP back" in read.screen.bottom
    assert pressed(table, STOP).version == read.version


def test_a_stop_among_the_cards_of_one_kind_leads_out_of_them(journal: Journal) -> None:
    inside = pressed(at_the_box(journal), ROLL)
    assert inside.screen.entries[0] == "MOVE 1"
    assert "STOP back" in inside.screen.bottom


def test_a_draw_is_announced_on_a_page_of_its_own_before_a_press_agrees_to_it(journal: Journal) -> None:
    table = at_the_box(journal, draw="agreed")
    assert "STOP draw game?" in table.snapshot().screen.bottom
    page = pressed(table, STOP)
    assert page.screen.entries == ("Draw game",)
    assert page.screen.small == ("Both players call the", "game a draw.")
    assert pressed(table, STOP).winners is None
    assert pressed(table, STOP, ROLL).winners == ()


def test_the_farthest_slide_is_the_first_on_the_box(journal: Journal) -> None:
    shown = pressed(at_the_box(journal), NEXT, NEXT, ROLL, ROLL, NEXT, NEXT, ROLL)
    assert shown.screen.title.startswith("Truck C")
    assert shown.screen.entries[0] == "2 right"
