"""Which game `companion play` takes up: the one that was left, the one that the arguments name, or the lobby."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.cli.status import WrongCallError
from companion.events import BadEvent, GameStarted
from companion.game import BadPosition, BadSetUp, Game, IllegalEvent
from companion.games import GAMES
from companion.history import replay
from companion.journal import LOBBY, BadJournalError, Journal, JournalError
from companion.record import Record, from_memory, open_record
from companion.start import last_players, lobby_start, new_game, resumed, start_game
from companion.waiting import WaitingJournal

DEFAULT_PLAYERS = ("Ann", "Bo")
"""Who sits down where nobody was named, and nobody has played yet."""


def take_up(folder: Path, regain: Callable[[], None], asked: argparse.Namespace) -> tuple[Record, int]:
    """The record of a data folder, and the game to take up; from memory where nothing can be written."""
    record = open_record(GAMES, folder, regain)
    try:
        number = game_to_play(record.journal, asked)
    except BadJournalError:
        raise
    except JournalError as failure:
        record.journal.close()
        record = from_memory(folder, regain, failure)
        number = game_to_play(record.journal, asked)
    if isinstance(record.journal, WaitingJournal):
        record.journal.wait()
    return record, number


def game_to_play(journal: Journal, asked: argparse.Namespace) -> int:
    """The game to take up, or the lobby: what was in play last, or what the arguments name."""
    wanted = _wanted(journal, asked)
    left = None if asked.new else unfinished(journal)
    if left is not None:
        number, started = left
        if wanted and not _is_meant(wanted, started, asked):
            raise WrongCallError(
                f"game {number} ({started.game}, {', '.join(started.players)}) is unfinished; add --new to set it aside"
                " (it stays on record), or leave --game, --players and --option away to resume it"
            )
        return number
    if wanted is not None:
        return start_game(GAMES[wanted.game], wanted, journal)
    if asked.new or journal.newest() != LOBBY:
        journal.append(LOBBY, (lobby_start(GAMES, journal),))
    return LOBBY


def _is_meant(wanted: GameStarted, started: GameStarted, asked: argparse.Namespace) -> bool:
    """Whether the unfinished game is the one that was named; what nobody named may be as it likes."""
    return (
        (not asked.game or wanted.game == started.game)
        and (not asked.players or wanted.players == started.players)
        and (not asked.option or wanted.options == started.options)
    )


def _wanted(journal: Journal, asked: argparse.Namespace) -> GameStarted | None:
    """The game that the arguments name; None: whichever."""
    if not (asked.game or asked.players or asked.option or asked.first):
        return None
    game = GAMES[asked.game or "cant-stop"]
    players, colours = last_players(GAMES, journal) or (DEFAULT_PLAYERS, ())
    if asked.players:
        players, colours = tuple(name.strip() for name in asked.players.split(",")), ()
    try:
        return new_game(game, players, _options(game, asked.option), asked.first, colours)
    except BadSetUp as error:
        raise WrongCallError(str(error)) from error


def _options(game: Game[Any], given: list[str]) -> dict[str, Any]:
    known = {option.name: option for option in game.options}
    chosen = {}
    for text in given:
        name, _, word = text.partition("=")
        if name not in known:
            raise WrongCallError(f"--option {text!r}: {game.name} has no such option; there are {', '.join(known)}")
        spelled = {"yes": "true", "no": "false", "any": "none", "null": "none"}.get(word.lower(), word.lower())
        values = {str(value).lower(): value for value in known[name].values}
        if spelled not in values:
            raise WrongCallError(f"--option {text!r}: {name} can be {', '.join(values)}")
        chosen[name] = values[spelled]
    return chosen


def unfinished(journal: Journal) -> tuple[int, GameStarted] | None:
    """The game in play when the table was left; None: it was over, or people were in the lobby."""
    number = journal.newest()
    if number == LOBBY:
        number = resumed(GAMES, journal)
    if number is None:
        return None
    try:
        history = replay(GAMES, ((row.event, row.joined) for row in journal.rows(number)))
    except (BadEvent, BadPosition, IllegalEvent) as error:
        raise WrongCallError(
            f"game {number} cannot be resumed ({error}); `companion export {number}` saves it, --new sets it aside"
        ) from error
    return None if history.game.outcome(history.state) else (number, history.started)
