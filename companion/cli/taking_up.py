"""Which game `companion play` takes up: the one that was left, the one that the arguments name, or the lobby."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from companion.cli.status import WrongCallError
from companion.events import BadEvent, GameStarted
from companion.game import BadPosition, BadSetUp, Game, IllegalEvent
from companion.games import GAMES
from companion.history import replay
from companion.journal import LOBBY, Journal
from companion.journal_file import BadJournalError, JournalError
from companion.names import companion_name
from companion.record import Record, from_memory, open_record
from companion.start import last_players, lobby_start, new_game, resumed, start_game
from companion.waiting import WaitingJournal

REFUSED = (BadEvent, BadPosition, IllegalEvent)
"""What rows raise that are not what the rules allow, or are damaged."""

DEFAULT_PLAYERS = ("Ann", "Bo")
"""Who sits down where nobody was named, and nobody has played yet."""


def take_up(folder: Path, regain: Callable[[], None], asked: argparse.Namespace) -> tuple[Record, int]:
    """The record of a data folder, and the game to take up; from memory where nothing can be written."""
    record = open_record(GAMES, folder, regain)
    try:
        number, set_aside = game_to_play(record.journal, asked)
    except BadJournalError:
        raise
    except JournalError as failure:
        record.journal.close()
        record = from_memory(folder, regain, failure)
        number, set_aside = game_to_play(record.journal, asked)
    if isinstance(record.journal, WaitingJournal):
        record.journal.wait()
    return replace(record, problem=" ".join(filter(None, (record.problem, set_aside)))), number


def game_to_play(journal: Journal, asked: argparse.Namespace) -> tuple[int, str]:
    """The game to take up, or the lobby: what was in play last, or what the arguments name.

    With it, a sentence where the game that was in play cannot go on, and was set aside for that; else an empty one.
    """
    wanted = _wanted(journal, asked)
    try:
        left, set_aside = None if asked.new else unfinished(journal), ""
    except CannotGoOn as why:
        left, set_aside = None, str(why)
    if left is not None:
        number, started = left
        if wanted and not _is_meant(wanted, started, asked):
            raise WrongCallError(
                f"game {number} ({started.game}, {', '.join(started.players)}) is unfinished; add --new to set it aside"
                " (it stays on record), or leave --game, --players, --companion and --option away to resume it"
            )
        return number, ""
    if wanted is not None:
        return start_game(GAMES[wanted.game], wanted, journal), set_aside
    if asked.new or set_aside or journal.newest() != LOBBY:
        journal.append(LOBBY, (lobby_start(GAMES, journal),))
    return LOBBY, set_aside


def _is_meant(wanted: GameStarted, started: GameStarted, asked: argparse.Namespace) -> bool:
    """Whether the unfinished game is the one that was named; what nobody named may be as it likes."""
    return (
        (not asked.game or wanted.game == started.game)
        and (not (asked.players or asked.companion) or _seated(wanted) == _seated(started))
        and (not asked.option or wanted.options == started.options)
    )


def _seated(started: GameStarted) -> tuple[tuple[str, str], ...]:
    """Each seat's name, and how well the companion plays it."""
    return tuple(zip_longest(started.players, started.strengths, fillvalue=""))


def _wanted(journal: Journal, asked: argparse.Namespace) -> GameStarted | None:
    """The game that the arguments name; None: whichever."""
    if not (asked.game or asked.players or asked.companion or asked.option or asked.first):
        return None
    game = GAMES[asked.game or "cant-stop"]
    players, colours = last_players(GAMES, journal) or (DEFAULT_PLAYERS[: 1 if asked.companion else None], ())
    if asked.players:
        players, colours = tuple(name.strip() for name in asked.players.split(",")), ()
    strengths = (*("" for _ in players), *asked.companion)
    for _ in asked.companion:
        players = (*players, companion_name(players))
    try:
        return new_game(game, players, options_of(game, asked.option), asked.first, colours, strengths)
    except BadSetUp as error:
        raise WrongCallError(str(error)) from error


def options_of(game: Game[Any], given: list[str]) -> dict[str, Any]:
    """What `--option NAME=VALUE` says of this game. Raises WrongCallError."""
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


class CannotGoOn(Exception):
    """What was in play is not what this companion's rules allow; one sentence of what to do."""


def unfinished(journal: Journal) -> tuple[int, GameStarted] | None:
    """The game in play when the table was left; None: it was over, or people were in the lobby.

    Raises:
        CannotGoOn: it was played by other rules, or its rows are damaged.
    """
    number = journal.newest()
    if number == LOBBY:
        try:
            number = resumed(GAMES, journal)
        except REFUSED as error:
            raise CannotGoOn(f"What was agreed on in the lobby is not known any more ({error}): agree anew.") from error
    if number is None:
        return None
    try:
        history = replay(GAMES, ((row.event, row.joined) for row in journal.rows(number)))
    except REFUSED as error:
        raise CannotGoOn(_set_aside(journal, number, str(error).rstrip("."))) from error
    return None if history.game.outcome(history.state) else (number, history.started)


def _set_aside(journal: Journal, number: int, why: str) -> str:
    """What people should know of a game that the rules refuse."""
    try:
        first = journal.first_row(number).event
    except BadEvent:
        first = {}
    name, players = str(first.get("game")), first.get("players")
    title = GAMES[name].title if name in GAMES else name
    whose = f" ({title}: {', '.join(map(str, players))})" if isinstance(players, list) else ""
    return (
        f"Game {number}{whose} cannot go on with this companion ({why}). It is set aside and nothing of it is lost:"
        f" export it under Past games, or by `companion export {number}`, for the companion that knows it."
    )
