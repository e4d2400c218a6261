"""The checker of rule cases finds what is wrong, and says so; it is no use if it cannot fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cases import BadCases, failures, read_cases
from companion.games import GAMES

ROLLED = {"event": "DiceRolled", "pips": [2, 3, 4, 5]}


def case(*events: Any, **expect: Any) -> dict[str, Any]:
    return {
        "name": "a case",
        "game": "cant-stop",
        "position": {"players": ["a", "b"]},
        "events": list(events),
        "expect": expect,
    }


def wrong(made: dict[str, Any]) -> list[str]:
    return list(failures(made, GAMES["cant-stop"]))


def test_what_is_expected_in_any_order_passes() -> None:
    assert wrong(case(ROLLED, splits=[[7, 7], [5, 9], [6, 8]], awaits=["Choose"], state={"pips": [5, 4, 3, 2]})) == []


@pytest.mark.parametrize(
    "expect",
    [
        {"splits": [[5, 9]]},
        {"options": []},
        {"awaits": ["RollDice"]},
        {"state": {"turn": 1}},
        {"state": {"no such key": None}},
        {"state": {"pips": [1, 1, 1, 1]}},
        {"winners": [0]},
        {"refused": True},
        {"scores": [0, 0]},
    ],
)
def test_what_is_not_so_fails_with_what_came(expect: dict[str, Any]) -> None:
    (sentence,) = wrong(case(ROLLED, **expect))

    assert "expected" in sentence


EXPRESS = {
    "name": "a case",
    "game": "express",
    "position": {"players": ["a", "b"], "sheets": [{"pairs": {"7": 1}, "fifth": {"1": 8}}, {}]},
    "events": [{"event": "DiceRolled", "pips": [1, 1, 1, 1, 1]}],
}


@pytest.mark.parametrize(
    ("expect", "wrongs"),
    [
        ({"state": {"sheets": [{"pairs": {"7": 1}}, {"out": False}]}}, 0),
        ({"state": {"sheets": [{"pairs": {"7": 2}}, {}]}}, 1),
        ({"state": {"sheets": [{}]}}, 1),
        ({"state": {"sheets": [{"rows": {}}, {}]}}, 1),
        ({"options_of": {"0": []}}, 0),
        ({"options_of": {"1": []}}, 1),
    ],
)
def test_of_a_sheet_only_what_is_named_counts_and_a_seat_that_is_out_has_no_options(
    expect: dict[str, Any], wrongs: int
) -> None:
    assert len(list(failures({**EXPRESS, "expect": expect}, GAMES["express"]))) == wrongs


@pytest.mark.parametrize(
    "event",
    [
        {"event": "DiceRolled", "pips": [1, 2, 3, 7]},
        {"event": "DiceRolled", "pips": "many"},
        {"event": "SplitChosen", "columns": [13]},
        {"event": "Teleported"},
        {},
        None,
    ],
)
def test_what_does_not_exist_is_refused_and_the_file_is_not_at_fault(event: Any) -> None:
    assert wrong(case(event, refused=True)) == []
    assert len(wrong(case(event, awaits=["RollDice"]))) == 1


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[]", "cases"),
        ("{", "JSON"),
        ('{"cases": [7]}', "case 1"),
        (json.dumps({"cases": [{**case(), "game": "chess"}]}), "chess"),
        (json.dumps({"cases": [{**case(), "events": None}]}), "events"),
        (json.dumps({"cases": [case(winner=0)]}), "winner"),
        (json.dumps({"cases": [case(splits=3)]}), "splits 3"),
        (json.dumps({"cases": [case(state=None)]}), "state null"),
        ('{"cases":' + "[" * 100_000, "JSON"),
    ],
)
def test_a_file_that_is_none_of_cases_is_named(tmp_path: Path, text: str, word: str) -> None:
    path = tmp_path / "cases.json"
    path.write_text(text)

    with pytest.raises(BadCases, match=word):
        read_cases(path, GAMES)
