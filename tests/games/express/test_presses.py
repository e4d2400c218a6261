"""Can't Stop Express with two buttons and nothing else: how many presses a selection takes, and who is asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from random import Random

import pytest

from companion.devices import Button, ButtonPressed, DiceRead, Tray, TrayState
from companion.game import Seat
from companion.games import GAMES
from companion.games.express import EXPRESS
from companion.games.express.rules import Options, SelectionMade, State, options
from companion.games.express.sheets import Sheet
from companion.inputs import PositionTyped
from companion.journal import Journal
from companion.ports import Refused
from companion.prompts import PIPS
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.table import Table
from companion.tree import Branch, Leaf, Node, grow

MOST_PRESSES = 6
"""A selection, from the question on the screen to the mark; every repeat of a hold is a press of its own."""

THROWS = list(combinations_with_replacement(PIPS, 5))


def choices() -> Iterator[tuple[State, tuple[SelectionMade, ...]]]:
    """Every list of selections that a seat can ever be asked: all throws, all open values, all values taken before."""
    opened = [Sheet(), *(Sheet(fifth=dict.fromkeys(values, 1)) for values in combinations(PIPS, 3))]
    for pips in THROWS:
        for sheet in opened:
            yield _asked(State(("Ann",), (sheet,), pips=pips), 0)
        distinct = sorted(set(pips))
        for taken in (values for count in range(1, len(distinct)) for values in combinations(distinct, count)):
            others = tuple(Sheet({2: 2}, {value: 1}) for value in taken)
            names = tuple(f"P{seat}" for seat in range(len(taken) + 1))
            done = frozenset(map(Seat, range(1, len(names))))
            yield _asked(State(names, (Sheet(), *others), Options(different_start=True), pips, done), 0)


def _asked(state: State, seat: int) -> tuple[State, tuple[SelectionMade, ...]]:
    return state, options(state, Seat(seat))


def presses(tree: tuple[Node, ...], before: int = 0) -> Iterator[tuple[int, Leaf]]:
    """Each leaf, with the presses that take it: holds to its entry, and ROLL, in every list on the way."""
    for nth, node in enumerate(tree):
        if isinstance(node, Leaf):
            yield before + nth + 1, node
        elif isinstance(node, Branch):
            yield from presses(tuple(node.inside()), before + nth + 1)


def test_no_selection_that_can_ever_be_asked_lies_deeper_than_six_presses() -> None:
    deepest, lists = 0, 0
    for state, possible in choices():
        tree = grow([(EXPRESS.path(state, one), Leaf(EXPRESS.label(state, one), one)) for one in possible])
        reached = list(presses(tree))
        assert {leaf.value for _, leaf in reached} == set(possible)
        assert len({(leaf.label, leaf.value.fifth) for _, leaf in reached}) == len(possible)
        assert all(len(leaf.label) <= 10 for _, leaf in reached)
        deepest, lists = max(deepest, *(count for count, _ in reached)), lists + 1
    assert lists == 252 * 21 + sum(2 ** len(set(pips)) - 2 for pips in THROWS)
    assert deepest == MOST_PRESSES


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    names = ("Ann", "Bo", "Charlotte-Marie")
    yield Table(GAMES, journal, start_game(EXPRESS, new_game(EXPRESS, names, {}, 0), journal))
    journal.close()


def press(table: Table, button: Button, held: bool = False) -> Snapshot:
    return table.handle(ButtonPressed(button, held))


def throw(table: Table, pips: tuple[int, ...]) -> Snapshot:
    awaited = table.snapshot().awaited_roll
    assert awaited
    return table.handle(DiceRead(Tray(TrayState.READ, pips), awaited[1]))


def choose(table: Table, chance: Random) -> int:
    """One seat's choice on the box, at random but never back: the presses that it took."""
    now = table.snapshot()
    waiting = [now.position["players"][o.prompt.seat] for o in now.prompts if not _optional(o.prompt)]
    before, pressed = now.version, 0
    while (now := table.snapshot()).version == before:
        alone = sum(not sheet["out"] for sheet in now.position["sheets"]) == 1
        assert alone or now.screen.title.startswith(waiting[0][:8]), now.screen
        entries = [entry for entry in now.screen.entries if entry != "Back"]
        for _ in range(chance.randrange(max(len(entries), 1))):
            press(table, Button.ROLL, held=True)
            pressed += 1
        press(table, Button.ROLL)
        pressed += 1
    return pressed


def _optional(prompt: object) -> bool:
    return bool(getattr(prompt, "optional", True))


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_with_two_buttons_takes_six_presses_a_selection_and_names_who_chooses(
    table: Table, seed: int
) -> None:
    chance, most = Random(seed), 0
    while (now := table.snapshot()).winners is None:
        if now.awaited_roll is not None:
            throw(table, tuple(chance.randint(1, 6) for _ in range(5)))
        else:
            most = max(most, choose(table, chance))
    assert 4 <= most <= MOST_PRESSES
    assert "ROLL points" in now.screen.bottom
    read = " ".join(line for screen in pages(table) for line in screen)
    scores = table.snapshot().scores
    assert scores
    for name, points in zip(("Ann", "Bo", "Charlotte-Marie"), scores, strict=True):
        assert f"{points} {name}" in read
    assert table.snapshot().screen.bottom.startswith("ROLL again")


def pages(table: Table) -> Iterator[tuple[str, ...]]:
    """What stands to be read, page by page, until ROLL would do something else."""
    while table.snapshot().screen.bottom.startswith(("ROLL more", "ROLL read on", "ROLL points")):
        if table.snapshot().screen.text:
            yield table.snapshot().screen.text
        press(table, Button.ROLL)
    yield table.snapshot().screen.text


def test_after_the_last_choice_the_oled_pages_through_what_each_has_marked(table: Table) -> None:
    now = throw(table, (1, 2, 3, 4, 5))
    chance = Random(4)
    for name in ("Ann", "Bo", "Charlotte-Marie"):
        assert now.screen.title.startswith(name[:8])
        assert not now.screen.text
        choose(table, chance)
        now = table.snapshot()
    read = list(pages(table))

    assert now.awaited_roll
    assert [line.split()[0].rstrip(":") for screen in read for line in screen] == ["Ann", "Bo", "Charlott"]
    for seat, line in enumerate(line for screen in read for line in screen):
        (fifth,) = now.position["sheets"][seat]["fifth"]
        assert line.endswith(f"5th {fifth}")


def test_inside_a_list_the_title_still_names_the_seat(table: Table) -> None:
    throw(table, (1, 2, 3, 4, 5))
    press(table, Button.STOP)
    press(table, Button.STOP)
    press(table, Button.ROLL)

    assert table.snapshot().screen.title == "Charlott..: fifth 1/2"


def test_the_menu_looks_at_the_sheets_and_pages_through_them(table: Table) -> None:
    throw(table, (1, 2, 3, 4, 5))
    chance = Random(4)
    for _ in range(3):
        choose(table, chance)
    list(pages(table))
    now = press(table, Button.MENU)
    for _ in range(now.screen.entries.index("Look at the board")):
        press(table, Button.ROLL, held=True)
    read: list[str] = []
    now = press(table, Button.ROLL)
    while now.screen.small:
        read.extend(now.screen.small)
        now = press(table, Button.ROLL)

    assert [line for line in read if ": " in line] == [f"{name}: -400" for name in ("Ann", "Bo", "Charlotte-Marie")]
    assert sum(line.startswith("fifth ") for line in read) == 3


def test_what_a_screen_shows_sent_back_while_somebody_has_chosen_is_how_the_board_stands(table: Table) -> None:
    throw(table, (1, 2, 3, 4, 5))
    choose(table, Random(4))
    now = table.snapshot()
    with pytest.raises(Refused, match="how the board stands already"):
        table.handle(PositionTyped(now.position, now.version))

    sheets = [now.position["sheets"][0], {"pairs": {"7": 3}}, now.position["sheets"][2]]
    after = table.handle(PositionTyped({**now.position, "sheets": sheets}, now.version))
    assert after.position["sheets"][0] == now.position["sheets"][0]
    assert [_optional(opened.prompt) for opened in after.prompts] == [False, False, True]
