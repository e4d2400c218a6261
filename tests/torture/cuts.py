"""Pulled plugs: a whole evening is played on a disk that remembers, and opened again as any power cut left it.

The law of this file: what the table shows then is the last press that was answered, or the one that was being written.
"""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.archive import Archive
from companion.cli.taking_up import game_to_play
from companion.events import Json
from companion.game import Game
from companion.games import GAMES
from companion.journal import Journal
from companion.journal_file import JournalError
from companion.ports import Refused
from companion.start import start_game
from companion.table import Table
from tests.torture.answered import Account
from tests.torture.evening import set_up, something_done
from tests.torture.recording import Disk

JOURNAL: Final = "journal.sqlite"
NOTHING_NAMED: Final = argparse.Namespace(new=False, game=None, players=None, companion=[], option=[], first=0)
"""`companion play` without arguments: what was left is taken up."""


@dataclass
class Tried(Account):
    cuts: int = 0


def power_cuts(game: Game[Any], seed: int, presses: int, cuts: int) -> Tried:
    """Play `presses` presses of a game, and pull the plug at `cuts` moments of it."""
    chance, tried = Random(f"{game.name} {seed}"), Tried()
    disk = Disk()
    with TemporaryDirectory() as folder:
        path = Path(folder) / JOURNAL
        shown = _played(game, disk, path, presses, chance)
        whole = _rows(path)
    tried.answered = len(shown)
    taken_up: dict[int, str] = {}
    began = next(place for place, op in enumerate(disk.ops) if getattr(op, "version", None) == min(shown))
    moments = sorted(chance.randint(began + 1, len(disk.ops)) for _ in range(cuts))
    for files, answered, writing in disk.cuts(moments, chance):
        tried.cuts += 1
        with TemporaryDirectory() as folder:
            for name, data in files.items():
                (Path(folder) / name).write_bytes(data)
            fault = _fault(Path(folder) / JOURNAL, whole, shown, (answered, writing), taken_up)
        if fault:
            tried.lost += 1
            tried.wrong.append(f"{game.name}, seed {seed}, cut {tried.cuts}: {fault}")
    return tried


def every_game(seed: int, evenings: int, presses: int, cuts: int) -> Tried:
    """So many evenings of every game, with so many power cuts in each."""
    total = Tried()
    for game in GAMES.values():
        for evening in range(evenings):
            one = power_cuts(game, seed * 1000 + evening, presses, cuts)
            total.cuts += one.cuts
            total.answered += one.answered
            total.lost += one.lost
            total.wrong += one.wrong
    return total


def _played(game: Game[Any], disk: Disk, path: Path, presses: int, chance: Random) -> dict[int, Json]:
    """The positions that the table has shown, by version."""
    with disk.recording():
        journal = Journal(path)
        archive = Archive(GAMES, path)
        number = start_game(game, set_up(game, chance), journal)
        table = Table(GAMES, journal, number)
        now = table.snapshot()
        shown = {now.version: now.position}
        disk.acknowledge(now.version)
        for _ in range(presses):
            try:
                now = table.handle(something_done(now, chance))
            except Refused:
                now = table.snapshot()
                continue
            shown[now.version] = now.position
            disk.acknowledge(now.version)
            if chance.random() < 0.02:
                archive.export(journal.games()[-1].id)
        journal.close()
    return shown


def _fault(
    path: Path, whole: list[Any], shown: dict[int, Json], allowed: tuple[int, int], taken_up: dict[int, str]
) -> str:
    """What is wrong with the journal that a cut has left; empty: nothing."""
    try:
        rows = _rows(path)
    except (JournalError, sqlite3.Error) as error:
        return f"unreadable: {error}"
    if rows != whole[: len(rows)]:
        return "other rows than were written"
    version = rows[-1][0] if rows else 0
    if version not in allowed:
        return f"version {version}, not {allowed[0]} or {allowed[1]}"
    if version not in taken_up:
        # A game is the fold of its rows: the same rows need no second look.
        taken_up[version] = _taken_up(path, shown[version], version)
    return taken_up[version]


def _rows(path: Path) -> list[Any]:
    """All rows, through the gate by which the service opens its journal."""
    Journal(path).close()
    with closing(sqlite3.connect(path)) as db:
        (verdict,) = db.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
        return db.execute("SELECT id, game, joined, event FROM events ORDER BY id").fetchall()


def _taken_up(path: Path, wanted: Json, version: int) -> str:
    """Whether `companion play` shows that position, or has seen that the game is over; else what is wrong."""
    journal = Journal(path)
    try:
        now = Table(GAMES, journal, game_to_play(journal, NOTHING_NAMED)[0]).snapshot()
    except Exception as error:  # whatever it is, these players have lost their game
        return f"not taken up: {error!r}"
    finally:
        journal.close()
    if now.game == "lobby":
        game = GAMES[str(wanted["game"])]
        return "" if game.outcome(game.from_position(wanted)) is not None else "the game has gone"
    return "" if (now.version, now.position) == (version, wanted) else f"another position at version {now.version}"
