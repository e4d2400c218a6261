"""Advice off the table's thread: the newest question wins, and the box shows what is still true."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from companion.access import access
from companion.adviser import Adviser, AdviserOfTheBox, asked_by
from companion.advisor import ADVISORS
from companion.box.screens import SEARCHING
from companion.events import Json
from companion.game import IllegalEvent
from companion.games import GAMES
from companion.inputs import AdviceFound, DiceTyped, Input, LevelPicked, PositionTyped, SeatClaimed, UndoAsked
from companion.journal import Journal
from companion.levels import Level
from companion.search import Search, SearchFailedError
from companion.settings import SettingsFile
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.table import Table
from companion.view import View
from tests.companion.at_box import Player, choose, nearly_won

PATIENCE_S = 20


def position(number: int) -> Snapshot:
    return Snapshot(number, "game", "", {"number": number}, (), View(""))


def answer_of(asked: Search[Json]) -> Json:
    (found,) = asked.more_than(0, PATIENCE_S).all
    return found


class Slow:
    """Thinks about the first question until it is let go."""

    def __init__(self) -> None:
        self.began, self.go_on = threading.Event(), threading.Event()
        self.asked: list[int] = []

    def __call__(self, given: Json, *_: object) -> Json:
        self.asked.append(given["number"])
        self.began.set()
        self.go_on.wait(PATIENCE_S)
        if given["number"] == 13:
            raise ZeroDivisionError
        return {"of": given["number"]}


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def adviser(slow: Slow) -> Adviser:
    return Adviser({"game": slow})


def test_the_newest_question_wins_and_what_waited_before_it_is_cancelled(adviser: Adviser, slow: Slow) -> None:
    first = adviser.ask(position(1))
    slow.began.wait(PATIENCE_S)
    second, third = adviser.ask(position(2)), adviser.ask(position(3))
    slow.go_on.set()

    assert answer_of(third) == {"of": 3}
    assert answer_of(first) == {"of": 1}
    assert second.more_than(0, PATIENCE_S).given_up
    assert slow.asked == [1, 3]


def test_two_phones_that_ask_the_same_are_answered_by_one_thought(adviser: Adviser, slow: Slow) -> None:
    slow.go_on.set()
    answers = [answer_of(adviser.ask(position(1))), answer_of(adviser.ask(position(1)))]

    assert answers == [{"of": 1}, {"of": 1}]
    assert slow.asked == [1]


def test_a_fault_is_told_and_does_not_end_the_thread(adviser: Adviser, slow: Slow) -> None:
    slow.go_on.set()
    with pytest.raises(SearchFailedError):
        answer_of(adviser.ask(position(13)))

    assert answer_of(adviser.ask(position(1))) == {"of": 1}


def test_it_thinks_on_a_thread_of_its_own() -> None:
    adviser = Adviser({"game": lambda *_: {"thread": threading.current_thread().name}})

    assert answer_of(adviser.ask(position(1))) == {"thread": "adviser"}


def test_the_first_thought_is_thought_once_somebody_may_ask(adviser: Adviser, slow: Slow) -> None:
    slow.go_on.set()
    adviser.warm_up(position(1))
    adviser.warm_up(replace(position(2), levels=(Level.ODDS, Level.ADVICE)))
    adviser.warm_up(replace(position(3), levels=(Level.ODDS, Level.ADVICE)))

    assert answer_of(adviser.ask(position(2))) == {"of": 2}
    assert slow.asked == [2]


@pytest.fixture
def at_table(journal: Journal, tmp_path: Path) -> Player:
    game = GAMES["cant-stop"]
    number = start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal)
    settings = SettingsFile(tmp_path / "settings.json")
    table = Table(GAMES, journal, number, settings, access(tmp_path, "1234"), advised=ADVISORS.keys())
    table.handle(LevelPicked(0, "advice"))
    return Player(table)


def three_out(player: Player) -> Snapshot:
    now = player.snapshot
    change = {"tokens": [{"6": 4}, {}], "runners": {"6": 5, "7": 3, "8": 2}}
    return player.table.handle(PositionTyped({**now.position, **change}, now.version))


def asked_on_the_box(player: Player) -> Snapshot:
    player.press("menu")
    return choose(player, "Ask for advice")


def answer(thinking: Snapshot, adviser: Adviser | None = None) -> AdviceFound:
    """What the adviser of the box says to this snapshot."""
    told: list[Input] = []
    box = AdviserOfTheBox(adviser or Adviser(ADVISORS), told.append, run=lambda work: work())
    box.show(thinking)
    box.show(thinking)
    (found,) = told
    assert isinstance(found, AdviceFound)
    return found


def test_the_box_thinks_and_then_says_what_each_action_comes_to_and_why(at_table: Player) -> None:
    three_out(at_table)
    thinking = asked_on_the_box(at_table)
    assert (thinking.screen.title, thinking.screen.text) == ("Advice", SEARCHING)

    worth = at_table.table.handle(answer(thinking)).screen
    assert (worth.title, worth.number) == ("To win", "bust 8%")
    assert [line[:6] for line in worth.text] == ["> Roll", "  Stop"]
    assert all(len(line) == 21 for line in worth.text)
    assert worth.bottom == "ROLL read on  STOP back"
    why = at_table.press("roll").screen
    assert why.small[0] == "Roll: 8 in 100 rolls"
    assert why.bottom == "ROLL back  STOP back"
    assert at_table.press("roll").screen.title == "Ann"


def test_five_splits_take_two_pages_in_the_words_of_the_box(at_table: Player) -> None:
    now = at_table.snapshot
    at_table.table.handle(PositionTyped({**now.position, "runners": {"2": 1, "3": 1}}, now.version))
    at_table.throw(2, 3, 4, 5)
    first = at_table.table.handle(answer(asked_on_the_box(at_table))).screen
    second = at_table.press("roll").screen

    assert {line[2:10].strip() for line in (*first.text, *second.text)} == {"5", "6", "7 twice", "8", "9"}
    assert (first.page, second.page) == ((1, 3), (2, 3))


def test_what_was_found_for_a_table_that_has_moved_on_is_not_shown(at_table: Player) -> None:
    three_out(at_table)
    found = answer(asked_on_the_box(at_table))
    at_table.throw(2, 2, 5, 5)
    asked_on_the_box(at_table)

    assert at_table.table.handle(found).screen.text == SEARCHING


def test_advice_that_stands_on_the_oled_goes_with_its_version(at_table: Player) -> None:
    three_out(at_table)
    found = answer(asked_on_the_box(at_table))
    assert at_table.table.handle(found).screen.title == "To win"

    assert at_table.throw(2, 2, 5, 5).screen.title == "Ann"
    undone = at_table.table.handle(UndoAsked(at_table.snapshot.version))
    assert undone.screen.title == "Ann"
    assert at_table.table.handle(found).screen.title == "Ann"


def test_a_stop_while_it_thinks_ends_the_wait(at_table: Player) -> None:
    thinking = asked_on_the_box(at_table)
    at_table.press("stop")

    assert at_table.table.handle(AdviceFound(thinking.version, None)).screen.title == "Ann"


def test_a_fault_does_not_leave_the_box_thinking(at_table: Player, caplog: pytest.LogCaptureFixture) -> None:
    def broken(*_: object) -> Json:
        raise ZeroDivisionError

    failed = at_table.table.handle(answer(asked_on_the_box(at_table), Adviser({"cant-stop": broken})))

    assert failed.screen.text == ("It did not come: ask", "again.")
    assert "no advice for version" in caplog.text


def test_advice_stands_in_the_menu_only_in_the_turn_of_who_wants_it(at_table: Player) -> None:
    assert "Ask for advice" in at_table.press("menu").screen.entries
    at_table.table.handle(LevelPicked(0, "odds"))
    assert "Ask for advice" not in at_table.snapshot.screen.entries


def test_when_the_game_is_over_nothing_is_advised(at_table: Player) -> None:
    nearly_won(at_table)
    at_table.press("stop")
    assert at_table.snapshot.winners == (0,)

    assert "Ask for advice" not in at_table.press("menu").screen.entries
    with pytest.raises(IllegalEvent, match="There is no advice to give now"):
        asked_by("", at_table.snapshot)


def test_after_dice_typed_and_corrected_the_advice_is_on_the_new_roll(at_table: Player) -> None:
    at_table.throw(1, 1, 1, 1)
    corrected = at_table.table.handle(DiceTyped((2, 2, 5, 5), at_table.snapshot.version))
    found = answer_of(Adviser(ADVISORS).ask(corrected))

    assert {tuple(one["action"]["columns"]) for one in found["actions"]} == {(7, 7), (4, 10)}


def test_a_phone_asks_on_its_own_seat_or_one_without_a_phone(at_table: Player) -> None:
    now = at_table.snapshot
    assert asked_by("any", now) == 0
    claimed = at_table.table.handle(SeatClaimed(0, True, "anns"))
    assert asked_by("anns", claimed) == 0
    with pytest.raises(IllegalEvent, match="Ann plays on another phone"):
        asked_by("bos", claimed)
    with pytest.raises(IllegalEvent, match="Ann plays without advice"):
        asked_by("any", replace(now, levels=(Level.ODDS, Level.ADVICE)))


@pytest.fixture
def express(journal: Journal, tmp_path: Path) -> Player:
    """Ann and Bo play Express with a throw on the table; Bo wants advice."""
    game = GAMES["express"]
    number = start_game(game, new_game(game, ("Ann", "Bo", "Cid"), {}, 0), journal)
    settings = SettingsFile(tmp_path / "settings.json")
    table = Table(GAMES, journal, number, settings, access(tmp_path, "1234"), advised=ADVISORS.keys())
    table.handle(LevelPicked(1, "advice"))
    player = Player(table)
    player.throw(1, 2, 3, 4, 6)
    return player


def test_of_several_who_are_to_choose_who_wants_advice_gets_it_on_the_box(express: Player) -> None:
    worth = express.table.handle(answer(asked_on_the_box(express))).screen

    assert worth.title == "Points at the end"
    assert worth.text[0].startswith("> ")
    assert all(len(line) == 21 for line in worth.text)
    assert worth.page[0] == 1
    why = (express.press("roll"), express.press("roll"))[1].screen
    assert why.small[0].startswith("Bo: Mark ")


def test_of_several_who_are_to_choose_a_phone_asks_for_its_own_seat_first(express: Player) -> None:
    express.table.handle(LevelPicked(2, "advice"))
    now = express.table.handle(SeatClaimed(2, True, "cids"))

    assert asked_by("cids", now) == 2
    assert asked_by("any", now) == 1
    with pytest.raises(IllegalEvent, match="Nobody who is to choose here plays with advice"):
        asked_by("any", replace(now, levels=(Level.ODDS, Level.ODDS, Level.ADVICE)))


def test_between_throws_there_is_no_advice_to_give(express: Player) -> None:
    undone = express.table.handle(UndoAsked(express.snapshot.version))

    with pytest.raises(IllegalEvent, match="There is no advice to give now"):
        asked_by("any", undone)
    assert "Ask for advice" not in express.press("menu").screen.entries
