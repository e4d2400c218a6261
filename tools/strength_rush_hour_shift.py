"""How strong the advisor for Rush Hour Shift is: whole games with hands of its own, against simple players.

`python -m tools.strength_rush_hour_shift`. Games come in pairs with the same shuffle, in which the two change seats;
layouts, decks and options go round. Every figure has its seed. The table in docs/advisor.md is written from what was
measured. A turn is played as it was decided when its card was chosen.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from companion.advisor.rush_hour_shift import players
from companion.advisor.rush_hour_shift.advice import advise, begun
from companion.advisor.rush_hour_shift.exits import nearest_exit
from companion.advisor.rush_hour_shift.grids import Grids
from companion.advisor.rush_hour_shift.line import as_grid
from companion.advisor.rush_hour_shift.plays import ends
from companion.game import Seat
from companion.games.rush_hour_shift import position, rules
from companion.games.rush_hour_shift.cards import DECKS, HAND
from companion.games.rush_hour_shift.rules import CardPlayed, State, TurnEnded
from companion.games.rush_hour_shift.setups import LAYOUTS
from tools.measured import asked, mean_and_half, percent, table, write

HEADS: Final = ("who", "games", "seed", "result", "95 % interval", "won / lost / open", "turns", "a turn")

LONGEST: Final = 120
"""Turns; a game that has no winner by then counts as half won by each."""

Turn = tuple[str, Grids]
"""The card, and the grid in which the turn ends."""

Policy = Callable[[State, Sequence[str], Random], Turn]


def strong(state: State, hand: Sequence[str], chance: Random) -> Turn:
    best = advise(state, [CardPlayed(card) for card in hand])[0]
    assert isinstance(best.event, CardPlayed)
    return best.event.card, best.ends


def beginner(state: State, hand: Sequence[str], chance: Random) -> Turn:
    """Event by event, as at a table."""
    event, now = (
        players.beginner(position.position(state), state.seat, [CardPlayed(card) for card in hand], chance),
        state,
    )
    while not isinstance(event, TurnEnded):
        now = rules.apply(now, event)
        if rules.outcome(now):
            break
        event = players.beginner(position.position(now), now.seat, rules.options(now), chance)
    assert now.card
    return now.card, begun(now, [TurnEnded()]).grids


def greedy(state: State, hand: Sequence[str], chance: Random) -> Turn:
    """Whatever leaves the fewest cards to the own exit, searched; of equals any."""
    found = ends(begun(state, [CardPlayed(card) for card in hand]), int(state.seat), state.options, _alike)
    order = np.array(chance.sample(range(len(found.grids)), len(found.grids)))
    best = order[nearest_exit(found.grids[order], int(state.seat)).source]
    return hand[int(found.source[best])], found.grids[best : best + 1]


def anything(state: State, hand: Sequence[str], chance: Random) -> Turn:
    card = chance.choice(hand)
    found = ends(begun(state, [CardPlayed(card)]), int(state.seat), state.options, _alike)
    nth = chance.randrange(len(found.grids))
    return card, found.grids[nth : nth + 1]


def _alike(grids: Grids, _: object) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.zeros(len(grids), dtype=np.float32)


@dataclass(frozen=True)
class Part:
    """A line of the table."""

    title: str
    player: Policy
    rival: Policy
    games: int


PARTS: Final = {
    "greedy": Part("strong against greedy", strong, greedy, 128),
    "beginner": Part("strong against beginner", strong, beginner, 52),
    "beginner-greedy": Part("beginner against greedy", beginner, greedy, 52),
    "anything": Part("greedy against anything", greedy, anything, 26),
}


def options(number: int) -> dict[str, object]:
    """Of this pair of games: layouts and options go round, so that few pairs have some of each."""
    return {
        "layout": list(LAYOUTS)[number % 4],
        "deck": list(DECKS)[number // 4 % 2 ^ number % 2],
        "move": ("up-to", "all")[number // 2 % 2],
        "move_and_shift": ("each", "pool")[number // 3 % 2],
    }


@dataclass
class Cards:
    """The hands and the piles of a game."""

    hands: tuple[list[str], list[str]]
    pile: list[str]
    discards: list[str]

    def played(self, seat: int, card: str, chance: Random) -> None:
        """R20, R21."""
        self.hands[seat].remove(card)
        if not self.pile:
            self.pile, self.discards = chance.sample(self.discards, len(self.discards)), []
        self.hands[seat].append(self.pile.pop())
        self.discards.append(card)


def play(
    chosen: dict[str, object], policies: tuple[Policy, Policy], seed: str, times: list[float]
) -> tuple[int | None, int]:
    """The winner, None for nobody, and the turns. `times`: seconds of processor of each turn of `strong`."""
    chance = Random(seed)
    state = position.start(("Gold", "Silver"), chosen, Seat(0))
    deck = [card for card, count in state.options.deck for _ in range(count)]
    chance.shuffle(deck)
    cards = Cards((deck[:HAND], deck[HAND : 2 * HAND]), deck[2 * HAND :], [])
    for turn in range(LONGEST):
        policy, seat = policies[state.seat], int(state.seat)
        began = time.process_time()
        card, end = policy(state, sorted(set(cards.hands[seat])), chance)
        if policy is strong:
            times.append(time.process_time() - began)
        cards.played(seat, card, chance)
        state = _after(state, card, end)
        if ended := rules.outcome(state):
            (winner,) = ended.winners
            return int(winner), turn + 1
    return None, LONGEST


def _after(state: State, card: str, end: Grids) -> State:
    played = replace(rules.apply(state, CardPlayed(card)), grid=as_grid(state, end))
    return (
        played if rules.outcome(played) else rules.apply(replace(played, moves_left=0, shift_left=False), TurnEnded())
    )


def measure(part: Part, pairs: int, seed: int) -> tuple[object, ...]:
    """Play one line of the table. The interval is that of the means of pairs."""
    won = lost = 0
    scores: list[float] = []
    turns: list[int] = []
    times: list[float] = []
    began = time.process_time()
    for number in range(pairs):
        both = []
        for seat in (0, 1):
            policies = (part.player, part.rival) if seat == 0 else (part.rival, part.player)
            winner, lasted = play(options(number), policies, f"{seed} {number}", times)
            turns.append(lasted)
            won, lost = won + (winner == seat), lost + (winner == 1 - seat)
            both.append(0.5 if winner is None else float(winner == seat))
        scores.append(statistics.mean(both))
        print(
            f"{part.title}: {number + 1} pairs, {won} won, {lost} lost, {time.process_time() - began:.0f} s", flush=True
        )
    mean, half = mean_and_half(scores)
    a_turn = f"{1000 * statistics.median(times):.0f} ms" if times else ""
    ended = f"{won} / {lost} / {2 * pairs - won - lost}"
    said = f"{100 * mean:.1f} %", percent(mean, half), ended, f"{statistics.mean(turns):.0f}", a_turn
    return part.title, 2 * pairs, seed, *said


def main() -> None:
    wanted = asked(__doc__, PARTS)
    games = {name: wanted.games or PARTS[name].games for name in wanted.only}
    rows = [measure(PARTS[name], max(2, many // 2), wanted.seed) for name, many in games.items()]
    if len(rows) == len(PARTS):
        write("Rush Hour Shift", table(HEADS, rows))
    else:
        print(table(HEADS, rows))  # the page has whole measurements


if __name__ == "__main__":
    main()
