"""Games on record as files: exported as JSON lines (one event a line), imported again, replayed into a position."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from companion import history as past
from companion.events import BadEvent, Json, encode
from companion.game import BadPosition, Game, IllegalEvent
from companion.journal import LOBBY, GameOnRecord, Journal
from companion.language import say

FORMAT: Final = 1
"""Of the exported lines; written into the first one."""

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of the largest file that is read: some hundred thousand events."""

Rows = list[tuple[Json, bool]]
"""Events as JSON, each with whether it joins the one before."""


class BadRecord(ValueError):
    """Not a game on record; the message says which file, where and why."""


def export_lines(games: Mapping[str, Game[Any]], journal: Journal, number: int) -> list[str]:
    """A game as JSON lines; of one that goes on, nothing that lies face down. Raises BadRecord where there is none."""
    return record_lines(_without_secrets(games, journal_rows(journal, number), number))


def record_lines(rows: Rows) -> list[str]:
    """Rows as JSON lines, with all that lies face down."""
    lines = []
    for place, (event, joined) in enumerate(rows):
        line = dict(event)
        if place == 0:
            line["format"] = FORMAT
        if joined:
            line["joined"] = True
        lines.append(json.dumps(line, ensure_ascii=False))
    return lines


def _without_secrets(games: Mapping[str, Game[Any]], rows: Rows, number: int) -> Rows:
    """What was undone is left out where tiles lie face down: one that was turned only there is a secret again. The
    companion's chance, from which its hand follows, is left out too."""
    game = games.get(str(rows[0][0].get("game")))
    dealt = bool(rows[0][0].get("seed"))
    if game is None or not (game.masked or dealt):
        return rows
    try:
        history = replayed(games, rows, say("game {number}", number=number))
    except BadRecord:
        # These rules do not let it go on: what lies face down in it is no secret at this table any more.
        return rows
    if game.outcome(history.state) is not None:
        return rows
    if game.masked:
        events = game.masked([(moment.event, moment.state) for moment in history.moments])
        rows = [(encode(event), moment.joined) for event, moment in zip(events, history.moments, strict=True)]
    # Whoever had the seed could deal the companion's hand once more.
    return [({**rows[0][0], "seed": 0}, rows[0][1]), *rows[1:]] if dealt else rows


def journal_rows(journal: Journal, number: int) -> Rows:
    try:
        # The lobby is no game on record, and a larger number SQLite does not know.
        rows = [(row.event, row.joined) for row in journal.rows(number)] if LOBBY < number < 2**63 else []
    except BadEvent as error:
        raise BadRecord(say("game {number} cannot be read: {why}", number=number, why=error)) from error
    if not rows:
        known = ", ".join(str(game.id) for game in journal.games()) or say("none yet")
        raise BadRecord(say("there is no game {number} on record; there are: {known}", number=number, known=known))
    return rows


def read_export(path: Path) -> Rows:
    """The events of an exported file. Raises BadRecord."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadRecord(
                say("{path}: larger than {most} MB, no game is that long", path=path, most=LARGEST // 1024 // 1024)
            )
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(say("{path}: cannot be read ({why})", path=path, why=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise BadRecord(say("{path}: is not text in UTF-8", path=path)) from error
    rows: Rows = []
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        try:
            record = json.loads(line, parse_constant=_no_constant)
            json.dumps(record, ensure_ascii=False).encode()  # a lone surrogate can be read, and never written again
        except (ValueError, RecursionError) as error:
            raise BadRecord(say("{path}: line {number} is not JSON", path=path, number=number)) from error
        if not isinstance(record, dict):
            raise BadRecord(
                say("{path}: line {number} must be an object, not {what}", path=path, number=number, what=line[:40])
            )
        if number == 1 and (made := record.pop("format", FORMAT)) != FORMAT:
            raise BadRecord(
                say(
                    "{path}: written in format {format}, this companion knows {known}; update first",
                    path=path,
                    format=repr(made),
                    known=FORMAT,
                )
            )
        rows.append((record, record.pop("joined", False) is True))
    return rows


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def replayed(games: Mapping[str, Game[Any]], rows: Rows, where: str) -> past.History[Any]:
    """The history of rows through the rules' gate. Raises BadRecord naming the event at fault."""
    good = 0
    history: past.History[Any] | None = None
    try:
        for good in range(1, len(rows) + 1):
            history = past.replay(games, rows[:1]) if history is None else past.go_on(history, *rows[good - 1])
    except (BadEvent, BadPosition, IllegalEvent) as error:
        raise BadRecord(
            say("{where}: event {number} is refused: {why}", where=where, number=good, why=error)
        ) from error
    if history is None:
        raise BadRecord(say("{where}: holds no event", where=where))
    return history


def _own(first: Json) -> list[str | None]:
    """For each seat how well the companion played it; null: somebody did. Empty: people played all."""
    given = first.get("strengths")
    return [str(one) or None for one in given] if isinstance(given, list) else []


def summary(games: Mapping[str, Game[Any]], journal: Journal, game: GameOnRecord) -> dict[str, Any]:
    """A game on record in a few words."""
    body = {"number": game.id, "started": game.started, "imported": game.imported}
    try:
        rows = journal_rows(journal, game.id)
    except BadRecord as error:
        unknown = {
            "game": "",
            "players": [],
            "companion": [],
            "events": 0,
            "apart": {},
            "state": "unreadable",
            "winners": None,
        }
        return {**body, **unknown, "why": str(error)}
    first = rows[0][0]
    players, apart = first.get("players"), first.get("apart")
    body |= {
        "game": first.get("game"),
        "players": players if isinstance(players, list) else [],
        "companion": _own(first),
        "events": len(rows),
        "apart": apart if isinstance(apart, dict) else {},
    }
    try:
        history = replayed(games, rows, say("game {number}", number=game.id))
    except BadRecord as error:
        return {**body, "state": "unreadable", "winners": None, "why": str(error)}
    outcome = history.game.outcome(history.state)
    winners = None if outcome is None else [history.started.players[seat] for seat in sorted(outcome.winners)]
    return {**body, "state": "unfinished" if outcome is None else "finished", "winners": winners}
