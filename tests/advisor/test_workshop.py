"""The programs that train and measure: a turn ends as in the engine, rivals stop by their book, learning learns."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from companion.advisor.rolls import REAL
from companion.advisor.worth import network
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.rules import State, Stopped, apply, outcome
from tools.blend_two import mean_weights, mean_word
from tools.fast_play import seed_dice
from tools.learner import Learner
from tools.match import rivals_chance
from tools.memory import Memory
from tools.player import TOP, Player
from tools.positions import after
from tools.reliability import fit, play
from tools.rivals import ANY, FIRST, LINEAR_CHAMPION, RULE_OF_28, Rival, rival_turns, stops, weigh
from tools.train_two import Lessons


@pytest.mark.parametrize(
    ("rival", "runners", "stopped"),
    [
        (RULE_OF_28, {2: 1, 3: 1, 12: 1}, True),  # 12 + 10 + 12
        (RULE_OF_28, {6: 1, 7: 1, 8: 1}, False),  # 4 + 2 + 4
        (RULE_OF_28, {6: 4, 7: 5, 8: 5}, True),  # 10 + 6 + 12
        (RULE_OF_28, {6: 4, 7: 4, 8: 5}, False),  # 10 + 5 + 12
        (RULE_OF_28, {4: 1, 6: 5, 8: 2}, False),  # 8 + 12 + 6, and 2 off: all even
        (RULE_OF_28, {3: 1, 5: 1, 7: 5}, True),  # 10 + 6 + 6, and 2 for odd, 4 for low
        (RULE_OF_28, {2: 2, 12: 2}, False),  # a runner is in hand
        (LINEAR_CHAMPION, {2: 1, 3: 1, 7: 1}, True),  # 14 + 12 + 2, and 4 off: all low
        (LINEAR_CHAMPION, {6: 2, 7: 3, 8: 2}, False),  # 6 + 4 + 6
    ],
)
def test_a_rival_stops_at_its_number(rival: Rival, runners: dict[int, int], stopped: bool) -> None:
    mine = np.zeros(len(TOP), dtype=np.int64)
    out = np.array([runners.get(column, 0) for column in sorted(LENGTHS)])
    assert stops(mine, out, 3, rival.book) is stopped


def test_a_rival_that_is_content_stops_on_a_top_and_another_goes_on() -> None:
    mine = np.array([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    out = np.array([3, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0])
    assert stops(mine, out, 3, replace(RULE_OF_28, threshold=40.0, content=True).book) is True
    assert stops(mine, out, 3, replace(RULE_OF_28, threshold=40.0).book) is False


def test_a_turn_of_a_rival_leaves_its_tokens_or_moves_at_most_three() -> None:
    """With its own choice among equal splits, and with none to choose."""
    seed_dice(1)
    mine = np.array([0, 5, 0, 2, 0, 13, 0, 3, 0, 0, 1])
    for rival in (RULE_OF_28, replace(RULE_OF_28, equals=ANY, wary=True), replace(LINEAR_CHAMPION, equals=FIRST)):
        ends = np.zeros((12, len(TOP)), dtype=np.int64)
        rival_turns(mine, 3, rival.book, ends)
        assert (ends >= mine).all()
        assert (ends <= TOP).all()
        assert ((ends > mine).sum(axis=1) <= 3).all()
        assert (ends > mine).any()


def test_the_linear_champions_steps_weigh_more_towards_the_top() -> None:
    foot, top = (weigh(5, space, LINEAR_CHAMPION.slopes, LINEAR_CHAMPION.intercepts) for space in (1, 13))
    assert (foot, top) == (4, 16)


def test_a_rival_stops_where_it_wins_even_with_a_runner_in_hand() -> None:
    mine = np.array([3, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    out = np.array([3, 5, 0, 0, 0, 13, 0, 0, 0, 0, 0])
    assert stops(mine, out, 1, RULE_OF_28.book) is True


def test_a_stop_leads_where_the_engine_says() -> None:
    chance = Random(4)
    for _ in range(50):
        tokens: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for column, length in LENGTHS.items():
            for own in tokens:
                if space := chance.randrange(length):
                    own[column] = space
        tokens[0][7], tokens[1][5] = 13, 9
        tokens[1].pop(7, None)
        tokens[0].pop(5, None)
        runners = {c: chance.randint(tokens[0].get(c, 0) + 1, LENGTHS[c]) for c in chance.sample([2, 4, 6, 9, 12], 3)}
        ended = apply(State(("a", "b"), tokens, runners=runners), Stopped())
        mine = np.array([TOP[c - 2] if c in (5, 7) else tokens[0].get(c, 0) for c in sorted(LENGTHS)])
        theirs = np.array([0 if c in (5, 7) else tokens[1].get(c, 0) for c in sorted(LENGTHS)])
        moved = mine.copy()
        for column, space in runners.items():
            moved[column - 2] = space
        came = after((mine, theirs, 2, 2), moved, alone=False)
        if outcome(ended):
            assert came is None
            continue
        assert came
        closed = {c for own in ended.tokens for c in own if own[c] == LENGTHS[c]}
        seen = [
            (LENGTHS[c], 0) if c in closed else tuple(own.get(c, 0) for own in reversed(ended.tokens)) for c in LENGTHS
        ]
        assert list(zip(came[0].tolist(), came[1].tolist(), strict=True)) == seen
        assert came[2:] == (2, 2 - len([c for c in runners if runners[c] == LENGTHS[c]]))


def test_the_longer_what_plays_is_averaged_the_less_it_follows_a_step() -> None:
    nobody, needs = np.zeros((1, len(TOP)), np.int64), np.array([[3, 3]])
    said = []
    for mean_over in (1, 50):
        learner = Learner(REAL, False, 2, 3, np.random.default_rng(6), mean_over)
        for _ in range(4):
            learner.step(nobody, nobody, needs, np.zeros(1, np.float32), 0.05)
        said.append(float(mean_word([(learner.network(), 1.0)], 0.0, nobody, nobody, needs)[0]))
    assert 0 < said[0] < said[1]


@pytest.mark.parametrize("alone", [True, False])
def test_what_is_taught_is_learnt_and_a_restored_learner_is_the_same(alone: bool) -> None:
    chance = np.random.default_rng(1)
    learner = Learner(REAL, alone, 2, 3, chance)
    mine = chance.integers(0, TOP, (24, len(TOP)))
    theirs = np.zeros_like(mine) if alone else chance.integers(0, TOP, (24, len(TOP)))
    needs = np.full((24, 2), [3, 0 if alone else 3])
    wanted = (1 - mine.sum(axis=1) / TOP.sum()).astype(np.float32)
    errors = [learner.step(mine, theirs, needs, wanted, 0.02) for _ in range(8)]
    assert errors[-1] < errors[0]
    other = Learner(REAL, alone, 2, 3, np.random.default_rng(2))
    other.restore({name: array.copy() for name, array in learner.arrays().items()})
    assert other.step(mine, theirs, needs, wanted, 0.02) == learner.step(mine, theirs, needs, wanted, 0.02)
    assert np.array_equal(other.network().steps, learner.network().steps)


def test_a_player_gives_nothing_away_in_its_own_eyes_and_something_in_anothers() -> None:
    """Uncompiled, so with few columns open."""
    mine = np.where(np.isin(np.arange(len(TOP)), (3, 5, 8)), [0, 0, 0, 2, 0, 8, 0, 0, 3, 0, 0], TOP)
    theirs = np.zeros_like(mine)
    seed_dice(2)
    player, other = Player(network("two")), Player(network("two"))
    other.network = replace(other.network, steps=other.network.steps[::-1].copy())
    for each in (player, other):
        each.solve(mine, theirs, 2, 2)
    turns = [(player.play_judged(mine, player), player.play_judged(mine, other)) for _ in range(12)]
    assert all(own[1] == pytest.approx(0, abs=1e-9) for own, _ in turns)
    assert any(judged[1] > 0.001 for _, judged in turns)
    assert any(own[0] is not None and (own[0] > mine).any() for own, _ in turns)


def test_a_rivals_chance_is_what_its_turns_lead_to() -> None:
    """High where most of its turns win at once, elsewhere what is said of the positions after them."""
    even = Learner(REAL, False, 2, 3, np.random.default_rng(5)).network()
    net = replace(even, outer=np.zeros_like(even.outer))
    theirs = np.zeros(len(TOP), np.int64)
    near = np.where(np.arange(len(TOP)) < 8, TOP, [0] * 8 + [8, 6, 2])
    seed_dice(3)
    assert 0.5 < rivals_chance((near, theirs, 1, 3), RULE_OF_28, net).mean < 1
    early = rivals_chance((theirs, theirs, 3, 3), RULE_OF_28, net)
    assert early.mean == pytest.approx(0.5)
    assert early.later
    assert early.later[2:] == (3, 3)


def test_a_game_teaches_each_position_what_came_of_it_without_the_luck() -> None:
    """A turn that ended better than was expected of it was lucky, and the position before it is worth less by that."""
    nobody = np.zeros(len(TOP), np.int64)
    memories = Memory(), Memory()
    lessons = Lessons(network("two"), network("two"), memories)
    state = (nobody, nobody, 3, 3)
    lessons._remember([(memories[0], state, 0.6, 0.7), (memories[1], state, 0.65, 1.0)])
    assert memories[1].value[0] == pytest.approx(1 - 0.65)
    assert memories[0].value[0] == pytest.approx(0.6 + 0.65 - 0.7)


def test_the_regression_finds_by_how_much_a_chance_was_told_wrong() -> None:
    rng = np.random.default_rng(7)
    counted = rng.uniform(0.05, 0.95, 40_000)
    true = 1 / (1 + np.exp(0.5 - 0.7 * np.log(counted / (1 - counted))))
    slope, more = fit(counted, (rng.random(len(counted)) < true).astype(np.float64))
    assert slope == pytest.approx(0.7, abs=0.05)
    assert more == pytest.approx(-0.5, abs=0.05)


def test_every_turn_is_told_as_it_begins_and_all_but_the_last_as_they_end() -> None:
    """Uncompiled, so with one short game near its end."""
    near = np.array([2, 4, 6, 8, 10, 12, 10, 8, 6, 4, 2])
    seed_dice(8)
    begun, ended = play(Player(network("two")), 2, (near, near, 1, 1))
    assert len(begun[0]) == len(ended[0]) + 2
    for game in (0, 1):
        won = begun[2][begun[0] == game]
        assert won.tolist() == [float((len(won) - 1 - turn) % 2 == 0) for turn in range(len(won))]
    assert begun[1] == pytest.approx(begun[1].clip(0, 1))


def test_a_learner_that_becomes_a_network_says_what_it_says_and_the_mean_of_one_alone_is_that_one() -> None:
    rng = np.random.default_rng(9)
    learner, other = (Learner(REAL, False, 8, 4, rng) for _ in range(2))
    net = other.network()
    learner.become(mean_weights([(net, 0.25), (net, 0.75)]))
    mine, theirs = rng.integers(0, TOP, (2, 20, len(TOP)))
    needs = np.full((20, 2), 3)
    said = [mean_word([(one, 1.0)], 0.0, mine, theirs, needs) for one in (net, learner.network())]
    assert said[1] == pytest.approx(said[0], abs=1e-6)


def test_a_blend_says_what_lies_between_its_networks_and_with_caution_more_for_the_opponent() -> None:
    rng = np.random.default_rng(4)
    one, other = (Learner(REAL, False, 8, 4, rng).network() for _ in range(2))
    mine, theirs, needs = np.zeros((1, len(TOP)), int), np.zeros((1, len(TOP)), int), np.array([[3, 3]])
    says = [float(mean_word([(net, 1.0)], 0.0, mine, theirs, needs)[0]) for net in (one, other)]
    both = float(mean_word([(one, 0.5), (other, 0.5)], 0.0, mine, theirs, needs)[0])
    assert min(says) < both < max(says)
    assert float(mean_word([(one, 0.5), (other, 0.5)], 0.4, mine, theirs, needs)[0]) > both
