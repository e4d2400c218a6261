"""`companion selfplay`: the companion against itself, whole games through the real table."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.cli.options import Command, add_json, count
from companion.cli.status import DONE, WrongCallError
from companion.cli.taking_up import options_of
from companion.game import BadSetUp
from companion.games import GAMES
from companion.journal import Journal
from companion.self_play import Played, self_play
from companion.strengths import Strength


def add_to(command: Command) -> None:
    from_to = f"{Strength.BEGINNER} or {Strength.STRONG}"
    asked = command(
        "selfplay",
        run,
        "the companion against itself, whole games through the real table, with simulated dice and no hand on it",
        "companion selfplay express --companion strong --companion beginner --games 5",
    )
    asked.add_argument("game", choices=tuple(GAMES))
    asked.add_argument("--games", type=count, default=1, metavar="N", help="how many; the next seat begins each time")
    asked.add_argument(
        "--companion",
        action="append",
        default=[],
        choices=tuple(Strength),
        help=f"a seat: {from_to}; without any, two seats, the one strong and the other a beginner",
    )
    asked.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    asked.add_argument("--seed", type=int, default=1, help="repeats dice, tiles, cards and slips")
    asked.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="puts the games on record there, apart from people's; without it nowhere",
    )
    add_json(asked, "a game")


def run(asked: argparse.Namespace) -> int:
    if asked.data:
        return _play(asked, asked.data)
    with TemporaryDirectory() as folder:
        return _play(asked, Path(folder))


def _play(asked: argparse.Namespace, folder: Path) -> int:
    from companion.advisor import PLAYERS, REASONS

    if asked.game not in PLAYERS:
        raise WrongCallError(f"the companion does not play {asked.game}; it plays {', '.join(PLAYERS)}")
    strengths = tuple(map(Strength, asked.companion)) or (Strength.STRONG, Strength.BEGINNER)
    options = options_of(GAMES[asked.game], asked.option)
    journal = Journal(folder / "journal.sqlite")
    won: Counter[int] = Counter()
    try:
        playing = self_play(GAMES, asked.game, PLAYERS, REASONS, strengths, journal, asked.seed, options)
        for played in islice(playing, asked.games):
            won.update(played.winners or ())
            print(json.dumps(_body(played)) if asked.json else _line(played), flush=True)
    except BadSetUp as error:
        raise WrongCallError(str(error)) from error
    finally:
        journal.close()
    if not asked.json:
        print(", ".join(f"{strength} {won[seat]}" for seat, strength in enumerate(strengths)), f"of {asked.games}")
    return DONE


def _body(played: Played) -> dict[str, object]:
    return {
        "game": played.started.game,
        "number": played.number,
        "strengths": list(played.started.strengths),
        "first": played.started.first,
        "winners": None if played.winners is None else list(played.winners),
        "scores": None if played.scores is None else list(played.scores),
        "decisions": played.decisions,
    }


def _line(played: Played) -> str:
    strengths = played.started.strengths
    if played.winners is None:
        how = "given up"
    else:
        how = "won by " + " and ".join(f"seat {seat} ({strengths[seat]})" for seat in played.winners)
        how = how if played.winners else "a draw"
    points = "" if played.scores is None else f", {' : '.join(map(str, played.scores))} points"
    return f"game {played.number}: {how}{points}, {played.decisions} decisions"
