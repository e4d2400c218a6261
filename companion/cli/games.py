"""`companion games`, `export`, `import`, `replay` and `check`: games on record, and rule cases."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import zip_longest
from pathlib import Path

from companion.cases import failures, read_cases
from companion.cli.options import Command, add_data, add_json, game_number
from companion.cli.status import DONE, FAILED, WrongCallError
from companion.cli.taking_up import CannotGoOn, unfinished
from companion.events import GameStarted
from companion.games import GAMES
from companion.journal import Journal
from companion.records import BadRecord, export_lines, journal_rows, read_export, replayed, summary


def add_to(command: Command) -> None:
    asked = command("check", check, "run rule cases", "companion check cases/cant-stop.json")
    asked.add_argument("files", nargs="+", type=Path, metavar="CASES.json")
    asked = command("replay", replay, "the position after a game's events", "companion replay 3 --at 12")
    asked.add_argument("game", metavar="GAME", help="a number from `companion games`, or an exported .jsonl")
    asked.add_argument(
        "--at", type=int, metavar="N", help="after the first N events; the start of the game is the first"
    )
    add_data(asked)
    asked = command("games", games, "the games on record", "companion games --json")
    add_json(asked, "a game")
    asked.add_argument(
        "--unfinished", action="store_true", help="only the game that `companion play` would go on with, if any"
    )
    add_data(asked)
    asked = command("export", export, "one game as JSON lines", "companion export 3 > g.jsonl")
    asked.add_argument("game", type=game_number, metavar="GAME")
    add_data(asked)
    asked = command("import", import_game, "put an exported game on record", "companion import g.jsonl")
    asked.add_argument("file", type=Path, metavar="FILE.jsonl")
    add_data(asked)


def _journal(data: Path) -> Journal:
    path = data / "journal.sqlite"
    if not path.exists():
        raise BadRecord(f"{path}: there is no journal yet; play a game first, or name its folder with --data")
    return Journal(path)


def check(asked: argparse.Namespace) -> int:
    files = [read_cases(path, GAMES) for path in asked.files]
    passed = failed = 0
    for case in (case for cases in files for case in cases):
        wrong = list(failures(case, GAMES[case["game"]]))
        for sentence in wrong:
            print(f"{case['name']}: {sentence}")
        passed, failed = (passed, failed + 1) if wrong else (passed + 1, failed)
    print(f"{passed} passed, {failed} failed")
    return FAILED if failed else DONE


def replay(asked: argparse.Namespace) -> int:
    if asked.game.isdecimal() and len(asked.game) <= 18:
        rows = journal_rows(_journal(asked.data), int(asked.game))
    else:
        rows = read_export(Path(asked.game))
    if asked.at is not None and not 1 <= asked.at <= len(rows):
        raise WrongCallError(f"--at must be from 1 to {len(rows)}, the events of game {asked.game}, not {asked.at}")
    history = replayed(GAMES, rows[: asked.at], f"game {asked.game}")
    print(json.dumps((history.game.shown or history.game.position)(history.state)))
    return DONE


def games(asked: argparse.Namespace) -> int:
    journal = _journal(asked.data)
    listed = journal.games()
    if not listed and not asked.unfinished:
        print("companion: there is no game on record yet; companion play begins one", file=sys.stderr)
    left = _goes_on(journal) if asked.unfinished else None
    for game in listed:
        if asked.unfinished and (left is None or game.id != left[0]):
            continue
        body = summary(GAMES, journal, game)
        if asked.json:
            print(json.dumps(body))
        else:
            end = f"won by {', '.join(body['winners'])}" if body["winners"] else body["state"]
            own = zip_longest(body["players"], body["companion"])
            players = ", ".join(f"{name} ({strength})" if strength else str(name) for name, strength in own)
            print(f"{game.id:4}  {game.started}  {body['game']}  {players}  {body['events']} events  {end}")
    return DONE


def _goes_on(journal: Journal) -> tuple[int, GameStarted] | None:
    """The game that `companion play` would go on with; one that it would set aside is none, and why is said."""
    try:
        return unfinished(journal)
    except CannotGoOn as why:
        print(f"companion: {why}", file=sys.stderr)
        return None


def export(asked: argparse.Namespace) -> int:
    for line in export_lines(GAMES, _journal(asked.data), asked.game):
        print(line)
    return DONE


def import_game(asked: argparse.Namespace) -> int:
    rows = read_export(asked.file)
    replayed(GAMES, rows, str(asked.file))
    number = Journal(asked.data / "journal.sqlite").copy_in(rows)
    print(f"game {number}")
    return DONE
