"""How much can be won against a player of the literature: an estimate by two best responses that judge each other.

Whoever plays, the best possible player wins more often than they do by exactly the mean sum, over their own games, of
what each decision gives away in the eyes of perfect values. Nobody has those. Two best responses learnt apart (other
dice, other weights) have values whose errors differ: what one gives away in the eyes of the other is due to the errors
of both, and so is rather more than what it gives away in truth, unless both err alike.

`python -m tools.ceiling rule-of-28 ONE.npz OTHER.npz`: the win rate of ONE (best-*-network.npz of tools/train_two.py),
what it gives away in the eyes of OTHER, and what OTHER says of its own chance as the game begins.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from tools.fast_play import seed_dice
from tools.match import START, by_book
from tools.player import Player
from tools.positions import after
from tools.rivals import RIVALS, Rival
from tools.strength import saved


def given_away(one: Player, other: Player, rival: Rival, first: bool) -> tuple[bool, float]:
    """Play one game: whether `one` won, and what it gave away in the eyes of `other`."""
    turn, state, advisors, lost = by_book(rival), START, first, 0.0
    while True:
        if advisors:
            one.solve(*state)
            other.solve(*state)
            moved, loss = one.play_judged(state[0], other)
            lost += loss
        else:
            moved = turn(*state)
        later = after(state, moved, alone=False)
        if later is None:
            return advisors, lost
        state, advisors = later, not advisors


def says(player: Player, rival: Rival, turns: int) -> float:
    """Its own word on its chance before a game, half of the games begun by the rival, by so many turns of that."""
    turn, values = by_book(rival), []
    for _ in range(turns):
        state = after(START, turn(*START), alone=False)
        assert state
        values.append(player.solve(*state))
    return (player.solve(*START) + float(np.mean(values))) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rival", choices=tuple(RIVALS))
    parser.add_argument("one", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=2026)
    asked = parser.parse_args()
    seed_dice(asked.seed)
    one, other, rival = Player(saved(asked.one)), Player(saved(asked.other)), RIVALS[asked.rival]
    won, lost = [], []
    for game in range(asked.games):
        wins, loss = given_away(one, other, rival, game % 2 == 0)
        won.append(wins)
        lost.append(loss)
        if game % 25 == 24:
            mean, error = np.mean(lost), np.std(lost) / len(lost) ** 0.5
            print(f"{game + 1} games: won {np.mean(won):.3f}, gave away {mean:.4f} (se {error:.4f})", flush=True)
    for player, file in ((one, asked.one), (other, asked.other)):
        print(f"{file.stem} says {says(player, rival, 100):.4f} as a game begins")


if __name__ == "__main__":
    main()
