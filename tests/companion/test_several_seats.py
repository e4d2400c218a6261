"""A question open to several seats at once: phones answer in any order, the box for whoever has none."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from companion.access import access
from companion.devices import Button, ButtonPressed, DiceRead, Tray, TrayState
from companion.events import encode
from companion.games import GAMES
from companion.inputs import PhoneChose, SeatClaimed
from companion.journal import Journal
from companion.ports import Refused
from companion.prompts import Question
from companion.snapshot import OpenPrompt, Snapshot
from companion.start import new_game, start_game
from companion.table import Table

NAMES = ("Ann", "Bo", "Cy")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    game = GAMES["express"]
    journal = Journal(tmp_path / "journal.sqlite")
    number = start_game(game, new_game(game, NAMES, {}, 0), journal)
    return Table(GAMES, journal, number, access=access(tmp_path, "none"))


def throw(table: Table, *pips: int) -> Snapshot:
    awaited = table.snapshot().awaited_roll
    assert awaited
    return table.handle(DiceRead(Tray(TrayState.READ, pips), awaited[1]))


def asked(now: Snapshot, seat: int) -> OpenPrompt | None:
    """The question that waits for a seat, if it has one left."""
    return next(
        (
            opened
            for opened in now.prompts
            if isinstance(opened.prompt, Question) and opened.prompt.seat == seat and not opened.prompt.optional
        ),
        None,
    )


def answer(table: Table, seat: int, version: int, device: str = "", option: int = 0) -> Snapshot:
    question = asked(table.snapshot(), seat)
    assert question
    assert isinstance(question.prompt, Question)
    return table.handle(PhoneChose(encode(question.prompt.options[option]), version, device))


def press(table: Table, button: Button, held: bool = False) -> Snapshot:
    return table.handle(ButtonPressed(button, held))


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_phones_answer_one_roll_in_any_order(table: Table, order: tuple[int, ...]) -> None:
    seen = throw(table, 1, 2, 3, 4, 5).version
    for seat in order:
        answer(table, seat, seen, option=seat)
    now = table.snapshot()

    assert now.awaited_roll
    assert [sum(sheet["pairs"].values()) for sheet in now.position["sheets"]] == [2, 2, 2]


def test_an_answer_leaves_the_questions_of_the_others_open_since_the_roll(table: Table) -> None:
    rolled = throw(table, 1, 2, 3, 4, 5)
    after = answer(table, 1, rolled.version)

    kept = asked(after, 0)
    assert kept
    assert kept.since == rolled.version


def test_nobody_answers_twice_or_a_roll_that_is_over(table: Table) -> None:
    seen = throw(table, 1, 2, 3, 4, 5).version
    question = asked(table.snapshot(), 0)
    assert question
    assert isinstance(question.prompt, Question)
    event = encode(question.prompt.options[0])
    table.handle(PhoneChose(event, seen))
    with pytest.raises(Refused):
        table.handle(PhoneChose(event, seen))
    for seat in (1, 2):
        answer(table, seat, seen)
    throw(table, 1, 2, 3, 4, 5)
    before = table.snapshot().version
    with pytest.raises(Refused, match="moved on"):
        table.handle(PhoneChose(event, seen))

    assert table.snapshot().version == before


def test_what_was_chosen_is_taken_back_until_all_are_in(table: Table) -> None:
    seen = throw(table, 1, 2, 3, 4, 5).version
    after = answer(table, 1, seen)
    back = table.handle(PhoneChose({"event": "SelectionTakenBack", "seat": 1}, after.version))

    assert asked(back, 1)
    for seat in (2, 0, 1):
        answer(table, seat, back.version)
    with pytest.raises(Refused):
        table.handle(PhoneChose({"event": "SelectionTakenBack", "seat": 1}, table.snapshot().version))


def test_the_box_asks_those_without_a_phone_first(table: Table) -> None:
    table.handle(SeatClaimed(0, True, "phone"))
    now = throw(table, 1, 2, 3, 4, 5)
    assert now.screen.title == "Bo"

    bo = _take_first(table)
    assert bo.screen.title == "Cy"
    cy = _take_first(table)
    assert cy.screen.title == "Ann"  # her phone may be flat: the box can always go on
    assert _take_first(table).awaited_roll


def _take_first(table: Table) -> Snapshot:
    """ROLL until somebody's choice is in."""
    before = table.snapshot().version
    while (now := table.snapshot()).version == before:
        press(table, Button.ROLL)
    return now


def test_stop_goes_on_to_another_player_and_back_from_their_lists(table: Table) -> None:
    assert throw(table, 1, 2, 3, 4, 5).screen.title == "Ann"
    assert press(table, Button.STOP).screen.title == "Bo"
    inside = press(table, Button.ROLL)
    assert inside.screen.entries[-1] == "Back"

    assert press(table, Button.STOP).screen.title == "Bo"


def test_an_answer_from_a_phone_does_not_throw_the_box_out_of_its_list(table: Table) -> None:
    seen = throw(table, 1, 2, 3, 4, 5).version
    press(table, Button.ROLL)
    inside = press(table, Button.ROLL, held=True).screen
    after = answer(table, 2, seen).screen

    assert (after.title, after.entries, after.at) == (inside.title, inside.entries, inside.at)


def test_ten_phones_in_random_order_lose_and_mix_up_nothing(tmp_path: Path) -> None:
    chance = Random(3)
    game = GAMES["express"]
    names = tuple(f"P{n}" for n in range(10))
    journal = Journal(tmp_path / "journal.sqlite")
    number = start_game(game, new_game(game, names, {}, 0), journal)
    table = Table(GAMES, journal, number, access=access(tmp_path, "none"))
    for seat in range(10):
        table.handle(SeatClaimed(seat, True, f"phone {seat}"))
    seen = throw(table, 1, 2, 2, 4, 6).version
    chosen: dict[int, int] = {}
    for seat in chance.sample(range(10), 10):
        question = asked(table.snapshot(), seat)
        assert question
        assert isinstance(question.prompt, Question)
        chosen[seat] = chance.randrange(len(question.prompt.options))
        wanted = encode(question.prompt.options[chosen[seat]])
        with pytest.raises(Refused, match="another phone"):
            table.handle(PhoneChose(wanted, seen, f"phone {(seat + 1) % 10}"))
        table.handle(PhoneChose(wanted, seen, f"phone {seat}"))
        chosen[seat] = wanted["fifth"]

    sheets = table.snapshot().position["sheets"]
    assert [list(sheet["fifth"]) for sheet in sheets] == [[str(chosen[seat])] for seat in range(10)]


def test_the_scores_shown_give_away_no_choice_before_all_are_in(table: Table) -> None:
    seen = throw(table, 1, 2, 3, 4, 5).version
    assert table.snapshot().scores == (0, 0, 0)
    for seat in (2, 0):
        assert answer(table, seat, seen).scores == (0, 0, 0)

    assert answer(table, 1, seen).scores == (-400, -400, -400)
