"""One turn is solved exactly: small boards as published, moves as the engine has them, and the same by other code."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from companion.advisor.rolls import REAL, offers, rolls, small_board
from companion.advisor.turn import NOWHERE, Nodes, nodes, solve, targets
from companion.advisor.worth import network, standing, worths
from companion.events import DiceRolled
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.odds import bust_odds
from companion.games.cant_stop.rules import Options, Spaces, State, apply, climb, splits, topped
from tools.player import Player
from tools.small_boards import optimal_turns

LENGTH = np.array(REAL.lengths)


@pytest.mark.parametrize(
    ("sides", "shortest", "turns"),
    [(2, 1, 1.297948), (2, 2, 1.347282), (2, 3, 1.400180), (3, 1, 1.480253)],
)
def test_small_boards_take_as_many_turns_as_others_computed(sides: int, shortest: int, turns: float) -> None:
    assert optimal_turns(small_board(sides, shortest)) == pytest.approx(turns, abs=5e-7)


def random_state(chance: Random, runners: int) -> State:
    """Somewhere in a game of two, with so many runners out where there is room."""
    tokens: list[dict[int, int]] = [{}, {}]
    out: dict[int, int] = {}
    for column, length in chance.sample(sorted(LENGTHS.items()), k=len(LENGTHS)):
        kind = chance.random()
        if kind < 0.2 and all(len(topped(own)) < 2 for own in tokens):
            tokens[chance.randrange(2)][column] = length
            continue
        for own in tokens:
            if space := chance.randrange(length):
                own[column] = space
        if len(out) < runners:
            out[column] = chance.randint(tokens[0].get(column, 0) + 1, length)
    return State(("Ann", "Bo"), tuple(tokens), runners=dict(sorted(out.items())))


def turn_of(state: State) -> Nodes:
    closed = {column for own in state.tokens for column in topped(own)}
    mine = [LENGTHS[c] if c in closed else state.tokens[0].get(c, 0) for c in sorted(LENGTHS)]
    return nodes(REAL, np.array(mine), {column - 2: space for column, space in state.runners.items()})


def runners_at(turn: Nodes, node: int) -> Spaces:
    lowest = LENGTH - turn.cells[:-1] + 1
    pairs = zip(turn.slots[node].tolist(), turn.above[node].tolist(), strict=True)
    return {column + 2: int(lowest[column]) + above for column, above in pairs if column < REAL.columns}


@pytest.mark.parametrize("runners", [0, 1, 2])
def test_a_roll_leads_where_the_engine_leads_while_runners_are_in_hand(runners: int) -> None:
    chance, known = Random(runners), rolls(REAL)
    for _ in range(8):
        state = random_state(chance, runners)
        turn = turn_of(state)
        first, second = targets(turn, np.array([0]))
        for _ in range(30):
            pips = tuple(chance.choices(range(1, 7), k=4))
            a, b, c, d = pips
            pairings = {tuple(sorted(p)) for p in ((a + b, c + d), (a + c, b + d), (a + d, b + c))}
            found = [i for i, (x, y) in enumerate(known.pairs.tolist()) if (x + 2, y + 2) in pairings]
            ours = {int(t) for i in found for t in (first[0, i], second[0, i])} - {NOWHERE}
            theirs = [climb(state, split.columns) for split in splits(apply(state, DiceRolled(pips)))]
            assert sorted(sorted(runners_at(turn, t).items()) for t in ours) == sorted(
                sorted(t.items()) for t in theirs
            )


def test_three_runners_bust_as_often_as_the_odds_say() -> None:
    chance, table = Random(5), offers(REAL)
    for _ in range(100):
        state = random_state(chance, 3)
        columns = [column - 2 for column in state.runners]
        tops = sum(1 << i for i, column in enumerate(state.runners) if state.runners[column] == LENGTHS[column])
        row = table.row_of[*columns] + tops
        assert table.bust[row] == pytest.approx(float(bust_odds(state)))
        assert table.bust[row] + table.single[row].sum() + table.chance[row].sum() == pytest.approx(1)


@pytest.mark.parametrize("others", [0, 1])
def test_the_workshops_solver_gives_the_same_values(others: int) -> None:
    """The one that trains and measures is other code; here it runs uncompiled, with few columns open."""
    tokens: tuple[Spaces, ...] = ({2: 3, 3: 2, 4: 7, 6: 9, 7: 11}, {5: 5, 8: 11, 9: 9, 10: 7, 12: 3})
    state = State(("Ann", "Bo")[: 1 + others], tokens[: 1 + others], Options(columns_to_win=5))
    if not others:
        state = replace(state, tokens=({**tokens[0], 5: 9, 10: 7},))
    table = standing(state)
    turn = nodes(REAL, table.mine, {})
    stop, bust = worths(table, turn)
    value, roll = solve(turn, stop, bust)
    theirs, needed = table.others[0] if others else (np.zeros_like(LENGTH), 0)
    player = Player(network("two" if others else "alone"))
    player.solve(table.mine, np.where(theirs == LENGTH, 0, theirs), table.needed, needed)
    assert player.worth[1 : len(turn)] == pytest.approx(value[1:], abs=1e-5)
    assert player.worth[0] == pytest.approx(roll[0], abs=1e-5)
