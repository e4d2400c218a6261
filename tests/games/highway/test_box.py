"""Highway on the box: chains read page by page, and hands and tiles looked at whenever somebody wants to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices import Button
from companion.games.cant_stop.board import LENGTHS
from companion.games.highway.tiles import TILE_SPACES
from companion.inputs import OddsAsked
from companion.screen import Screen
from tests.games.highway.tables import Evening

ROLL, STOP = Button.ROLL, Button.STOP


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.journal.close()


def press(evening: Evening, button: Button, held: bool = False) -> Screen:
    return evening.press(button, held).screen


def pages(evening: Evening, first: Screen) -> list[Screen]:
    """What ROLL reads on through."""
    read = [first]
    while read[-1].bottom.startswith("ROLL read on"):
        read.append(press(evening, ROLL))
    return read


def test_a_long_chain_is_read_page_by_page_to_its_end(evening: Evening) -> None:
    up = {(c, s) for c, s in TILE_SPACES if s % 2 and s + 1 < LENGTHS[c]}
    board: dict[str, str | None] = {
        f"{c}.{s}": "fast-lane-1" if (c, s) in up else "detour-right" for c, s in TILE_SPACES
    }
    evening.put(runners={"7": 1}, board=board)
    read = pages(evening, evening.choose("Stopped").screen)

    lines = [line for page in read for line in page.text]
    assert len(read) > 10
    assert lines[:4] == ["7.1: Fast Lane +1", "Marker to 7.2", "7.2: Detour right", "Marker to 8.1"]
    assert lines[-2:] == ["Token 8 to 11", "White markers off"]
    assert read[-1].bottom == "ROLL read dice  STOP back"
    assert press(evening, STOP) == read[-2]


def test_a_chain_that_loops_says_so(evening: Evening) -> None:
    evening.put(runners={"6": 3}, board={"6.3": "fast-lane-1", "6.4": "traffic-delay-1"})
    read = pages(evening, evening.choose("Stopped").screen)

    assert "Loop: stops on 6.3" in [line for page in read for line in page.text]


def test_the_menu_tells_board_and_hands_at_any_time_and_leads_back(evening: Evening) -> None:
    evening.put(
        runners={"6": 3, "7": 4},
        board={},
        tokens=[{"2": 3}, {}],
        shields=[[1, 4], [2]],
        maps=[0, 1],
    )
    evening.roll(1, 2, 5, 5)
    before = evening.now().screen
    screen = press(evening, Button.MENU)
    while screen.entries[screen.at] != "Look at the board":
        screen = press(evening, ROLL, held=True)
    read = pages(evening, press(evening, ROLL))

    assert {page.title for page in read} == {"The board"}
    told = " ".join(line for page in read for line in page.small)
    assert told == "3 white markers: 6.3 7.4 Ann: won 2, shields 1 4 Bo: Map, shields 2"
    assert press(evening, ROLL) == before


def test_the_odds_on_the_box_say_what_a_shield_would_make(evening: Evening) -> None:
    evening.table.handle(OddsAsked(True))
    evening.put(runners={"2": 1, "3": 1, "12": 1}, board={}, shields=[[4], []])

    assert evening.now().screen.text[-2:] == ("Next roll busts: 56%", "With a shield: 2%")
    assert "With a shield it busts: 2%" in evening.now().view.lines


def test_a_hazard_on_the_box_names_its_chance_and_a_shield_is_one_list_away(evening: Evening) -> None:
    evening.put(runners={"7": 4}, board={"7.4": "flood"}, shields=[[1, 2, 3], []])
    screen = evening.choose("Stopped").screen
    assert screen.text == ("7.4: Flood", "Two dice make 7 64%")
    pages(evening, evening.roll(1, 1, 1, 2).screen)
    screen = evening.now().screen

    assert screen.entries == ("Not passed", "shield")
    press(evening, ROLL, held=True)
    screen = press(evening, ROLL)
    assert screen.entries == ("shield 1", "shield 2", "shield 3", "Back")
    press(evening, ROLL, held=True)
    press(evening, ROLL, held=True)
    screen = press(evening, ROLL)
    assert screen.entries[-2:] == ("no help", "Back")
