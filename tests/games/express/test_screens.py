"""What the screens of Can't Stop Express say, and what they keep to themselves until all are in."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from companion.events import DiceRolled, Event
from companion.game import step
from companion.games.express import EXPRESS
from companion.games.express.position import from_position
from companion.games.express.rules import SelectionMade, SelectionTakenBack, State
from companion.prompts import Choose
from companion.words import LINE

ANN = SelectionMade(0, (5, 9), 1)
BO = SelectionMade(1, (6, 7), 2)
ANN_OUT = SelectionMade(0, (11, 11), 6)


def game(*sheets: dict[str, Any], reveal: str = "together", pips: tuple[int, ...] | None = (1, 2, 3, 4, 5)) -> State:
    names = ["Ann", "Bo", "Cid"][: len(sheets)]
    given = {"players": names, "sheets": list(sheets), "options": {"reveal": reveal}}
    return from_position({**given, "pips": None if pips is None else list(pips)})


def told(state: State, *events: Event) -> tuple[State, list[str]]:
    said: list[str] = []
    for event in events:
        after = step(EXPRESS, state, event)
        said.extend(EXPRESS.tell(state, event, after))
        state = after
    return state, said


def shown(state: State) -> dict[str, Any]:
    assert EXPRESS.shown is not None
    return EXPRESS.shown(state)


def test_the_fifth_die_is_named_once_a_sheet_has_one() -> None:
    assert EXPRESS.view(game({}, {"fifth": {"2": 7}}), None).lines == ("0 Ann", "0 Bo, fifth 2:7")


def test_together_no_screen_shows_what_was_chosen_before_all_are_in() -> None:
    fresh = game({}, {"fifth": {"2": 7}})
    state, said = told(fresh, BO)

    assert said == ["Bo has chosen."]
    assert shown(state) == {**EXPRESS.position(fresh), "done": [1]}
    view = EXPRESS.view(state, BO)
    assert view.lines == EXPRESS.view(fresh, None).lines
    assert view.title == "Ann"
    assert "6" not in json.dumps(view.move)
    assert EXPRESS.also(fresh, BO, state) == ()


def test_together_all_is_told_when_the_last_one_is_in() -> None:
    state, said = told(game({}, {"fifth": {"2": 7}}), BO, ANN)

    assert said[1:] == [
        "Ann marks 5 and 9, fifth die 1.",
        "Bo marks 6 and 7, fifth die 2. Bo is out with -400 points.",
        "All are in: throw again.",
    ]
    assert shown(state) == EXPRESS.position(state)


def test_together_a_choice_that_was_taken_back_stays_hidden() -> None:
    state, said = told(game({}, {}), ANN, SelectionTakenBack(0))

    assert said == ["Ann has chosen.", "Ann chooses again."]
    assert state == game({}, {})


def test_at_once_each_choice_is_shown_as_it_is_made() -> None:
    state, said = told(game({}, {}, reveal="at-once"), ANN, SelectionTakenBack(0), ANN)

    assert said[:2] == [
        "Ann marks 5 and 9, fifth die 1.",
        "Ann chooses again: take 5 and 9, fifth die 1 off the sheet.",
    ]
    assert shown(state) == EXPRESS.position(state)
    assert EXPRESS.view(state, ANN).lines[0] == "-400 Ann, fifth 1:1"


def test_a_throw_says_for_whom_it_is_free_and_who_has_no_way_round_an_eighth() -> None:
    full = {"fifth": {"4": 1, "5": 1, "6": 1}}
    last = {"fifth": {"1": 7, "2": 7, "6": 1}}
    way_round = {"fifth": {"1": 7, "2": 6, "6": 1}}
    _, said = told(game(full, last, way_round, pips=None), DiceRolled((1, 1, 2, 3, 3)))

    assert said == [
        "Rolled 1 1 2 3 3.",
        "A free throw for Ann: no fifth die is marked.",
        "Bo must mark an eighth fifth die, and is out after this throw.",
    ]


def test_a_free_throw_says_that_no_fifth_die_is_marked() -> None:
    full = {"fifth": {"4": 1, "5": 1, "6": 1}}
    _, said = told(game(full, pips=(1, 1, 1, 1, 2)), SelectionMade(0, (2, 2), 2))

    assert said == ["Ann marks 2 twice, no fifth die."]


@pytest.mark.parametrize(
    ("eights", "sentence", "title"),
    [(0, "Ann wins with 40 points.", "Ann wins"), (6, "Ann and Bo win together with 40 points.", "Ann and Bo win")],
)
def test_the_end_names_the_winners(eights: int, sentence: str, title: str) -> None:
    out = {"pairs": {"8": eights}, "fifth": {"6": 8}}
    state = game({"pairs": {"6": 4}, "fifth": {"1": 7}}, out, pips=(1, 3, 3, 3, 3))
    state, said = told(state, SelectionMade(0, (6, 6), 1))

    assert said[-1] == sentence
    assert EXPRESS.view(state, None).title == title


def test_alone_the_end_is_a_score_and_the_lines_are_the_rows() -> None:
    state = game({"pairs": {"6": 4}, "fifth": {"1": 7}}, pips=(1, 3, 3, 3, 3))
    assert EXPRESS.view(state, None).lines == ("fifth 1: 7/8", "6: 4/10")

    ended, said = told(state, SelectionMade(0, (6, 6), 1))

    assert said == ["Ann marks 6 twice, fifth die 1. Ann is out with 40 points.", "The game is over with 40 points."]
    assert EXPRESS.view(ended, None).title == "Ann: 40 points"


def test_more_than_six_options_are_a_tree_of_at_most_six_and_fewer_are_one_list() -> None:
    (many,) = EXPRESS.prompts(game({}))
    assert isinstance(many, Choose)
    assert len(many.options) == 15
    paths = [EXPRESS.path(game({}), option) for option in many.options]
    assert sorted(set(paths)) == [
        ("fifth 1/2",),
        ("fifth 1/2", "fifth 1"),
        ("fifth 3/4",),
        ("fifth 3/4", "fifth 3"),
        ("fifth 5",),
    ]
    assert EXPRESS.label(game({}), many.options[0]) == "5 + 9"
    assert EXPRESS.label(game({}), SelectionMade(0, (5, 8), 2)) == "5+8 (2)"

    few = game({"fifth": {"1": 1, "2": 1, "6": 1}})
    assert EXPRESS.path(few, ANN) == ()
    assert EXPRESS.label(few, ANN) == "5+9 (1)"

    free = game({"fifth": {"4": 1, "5": 1, "6": 1}}, pips=(1, 1, 2, 2, 3))
    assert EXPRESS.label(free, SelectionMade(0, (3, 3), 3)) == "3+3 free"


def test_what_to_mark_is_for_reading_once_all_are_in_and_not_before() -> None:
    before = step(EXPRESS, game({}, {"fifth": {"2": 7}}), BO)
    assert EXPRESS.also(game({}, {"fifth": {"2": 7}}), BO, before) == ()
    after = step(EXPRESS, before, ANN)
    narrow = [words[-1] for words in EXPRESS.also(before, ANN, after)]

    assert narrow == ["Ann 5+9 5th 1", "Bo 6+7 5th 2", "Bo is out"]


def test_the_narrowest_words_fit_the_oled_with_the_longest_names() -> None:
    names = ["Bartholomew of Northumberland", "Wilhelmina of Northumberland"]
    state = from_position({"players": names, "pips": [5, 5, 6, 6, 6]})
    before = step(EXPRESS, from_position({**EXPRESS.position(state), "sheets": [{"fifth": {"6": 7}}, {}]}), ANN_OUT)
    last = SelectionMade(1, (11, 12), 5)
    moves = EXPRESS.also(before, last, step(EXPRESS, before, last))

    assert len(moves) == 3
    assert all(len(words[-1]) <= LINE for words in moves)


def test_every_correction_names_the_seat_and_forgets_what_that_seat_chose() -> None:
    state, _ = told(game({}, {}, reveal="at-once"), ANN)
    row = next(c for c in EXPRESS.corrections(state) if c.path == ("Ann", "row 7", "3 marks"))
    corrected = from_position({**EXPRESS.position(state), **row.change})

    assert corrected.sheets[0].pairs == {5: 1, 7: 3, 9: 1}
    assert corrected.selections == (None, None)
    assert all(re.match(r"Ann|Bo", c.path[0]) for c in EXPRESS.corrections(state))


def test_together_no_correction_is_offered_of_a_seat_whose_choice_is_hidden() -> None:
    state, _ = told(game({}, {"fifth": {"2": 7}}), BO)
    assert {c.path[0] for c in EXPRESS.corrections(state)} == {"Ann"}

    state, _ = told(state, ANN)
    assert {c.path[0] for c in EXPRESS.corrections(state)} == {"Ann", "Bo"}


def test_whoever_leaves_the_table_is_put_out_by_a_correction() -> None:
    leaves = next(c for c in EXPRESS.corrections(game({}, {}, pips=None)) if c.path == ("Ann", "is out"))
    corrected = from_position({**EXPRESS.position(game({}, {}, pips=None)), **leaves.change})

    assert corrected.still_in == (1,)


def test_an_option_that_puts_its_player_out_says_so_and_no_other_does() -> None:
    state = game({"fifth": {"1": 7, "2": 6, "6": 1}}, {"fifth": {"4": 7, "5": 7, "6": 7}}, pips=(1, 1, 2, 3, 3))
    (ann, bo) = EXPRESS.prompts(state)
    assert isinstance(ann, Choose)
    assert isinstance(bo, Choose)
    said = {
        (option.fifth, EXPRESS.effect(state, option)) for option in ann.options if isinstance(option, SelectionMade)
    }

    assert said == {(1, "the eighth: you are out"), (2, "")}
    assert {EXPRESS.effect(state, option) for option in bo.options} == {""}


def test_the_box_can_show_everybody_s_sheet_as_far_as_it_may_be_seen() -> None:
    fresh = game(
        {"pairs": {"5": 1, "12": 10}, "fifth": {"2": 7}}, {"pairs": {"7": 2}, "fifth": {"6": 8}}, {"pairs": {}}
    )
    sheets = (
        *("Ann: 300", "5:1 12:10", "fifth 2:7"),
        *("Bo: -200", "7:2", "out, fifth 6:8"),
        "Cid: no marks yet",
    )
    assert EXPRESS.view(fresh, None).board == sheets

    state, _ = told(fresh, ANN)
    assert EXPRESS.view(state, None).board == sheets
    last = SelectionMade(2, (5, 7), 3)
    assert EXPRESS.view(step(EXPRESS, state, last), None).board[:3] == (
        "Ann: 100",
        "5:2 9:1 12:10",
        "fifth 1:1 2:7",
    )
