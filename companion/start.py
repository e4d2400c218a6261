"""How a game begins: its first event, from what was asked for, agreed on in the lobby, or played before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from random import SystemRandom
from typing import Any, Final

from companion import history as past
from companion import lobby, prompts
from companion.apart import WHAT_IF
from companion.colours import seat_colours
from companion.events import BadEvent, Event, GameStarted, decode
from companion.game import BadPosition, BadSetUp, Game, IllegalEvent, Seat, step
from companion.journal import LOBBY, Journal
from companion.language import say
from companion.lobby.set_up import Kept, Last, Lobby, Player, Unfinished, from_position, position
from companion.names import name_fault
from companion.strengths import Strength

Shuffle = Callable[[list[Any]], None]
"""Puts a list into random order, in place."""

MOST_LOOKED_AT: Final = 30
"""Games on record in which the lobby looks for names and for what may go on: the latest."""
MOST_UNFINISHED: Final = 3
"""Games that the lobby offers to go on with: the latest."""
MOST_KNOWN: Final = 20
"""Names that the lobby remembers."""


def new_game(
    game: Game[Any],
    players: tuple[str, ...],
    options: Mapping[str, Any],
    first: int,
    colours: tuple[str, ...] = (),
    strengths: tuple[str, ...] = (),
) -> GameStarted:
    """The first event of a fresh game; `strengths` say how well the companion plays which seats.

    Raises:
        BadSetUp: the game cannot start so.
    """
    for player in players:
        if fault := name_fault(player):
            raise BadSetUp(fault)
    if len(set(players)) < len(players):
        raise BadSetUp(say("two players have the same name: {names}", names=", ".join(players)))
    if len(strengths) > len(players) or not set(strengths) <= {"", *Strength}:
        levels = ", ".join(Strength)
        raise BadSetUp(say("the companion plays as {levels}, not as {given}", levels=levels, given=list(strengths)))
    state = game.start(players, options, Seat(first))
    whole = game.position(state)["options"]
    assert isinstance(whole, dict)
    made = GameStarted(game.name, players, whole, first, game.position(state), seat_colours(colours, len(players)))
    if not any(strengths):
        return made
    given = (*strengths, *("" for _ in players))[: len(players)]
    return replace(made, strengths=given, seed=SystemRandom().getrandbits(32))


def agreed(games: Mapping[str, Game[Any]], state: Lobby) -> GameStarted:
    """What the lobby agreed on. Raises BadSetUp."""
    assert state.chosen is not None
    first = 0 if state.first is None else state.names.index(state.first)
    made = new_game(games[state.chosen], state.names, state.options, first, state.colours, state.strengths)
    return replace(made, begins=state.begins)


def again(game: Game[Any], last: GameStarted, ended: Any) -> GameStarted:
    """The same players and options once more; the next seat begins, or whom the rules name. Raises BadSetUp.

    A game that is kept apart begins again where it began.
    """
    if last.apart:
        return last
    named = game.begins_again(ended)
    first = (last.first + 1) % len(last.players) if named is None else named
    options = game.position(game.from_position(last.position))["options"]
    assert isinstance(options, dict)
    return new_game(game, last.players, options, first, last.colours, last.strengths)


def start_game(game: Game[Any], first: GameStarted, journal: Journal, shuffle: Shuffle | None = None) -> int:
    """Put a game that begins on record, with what the companion shuffles for it and what follows unasked: its number.

    Raises:
        JournalError: it could not be written.
    """
    state = game.from_position(first.position)
    events: list[Event] = []
    for prompt in game.prompts(state):
        if isinstance(prompt, prompts.Shuffle):
            events.append(game.shuffled(state, shuffle or SystemRandom().shuffle))
            state = step(game, state, events[-1])
    while (own := game.unasked(state)) is not None:
        events.append(own)
        state = step(game, state, own)
    return journal.start(first, also=events)[0]


def resumed(games: Mapping[str, Game[Any]], journal: Journal) -> int | None:
    """The game with which the lobby last left off; None: it is still open."""
    left = _lobby(games, journal)
    return left.resumed if left else None


def _kept(games: Mapping[str, Game[Any]], journal: Journal) -> tuple[Kept, ...]:
    """What people named in earlier lobbies."""
    try:
        left = _lobby(games, journal)
    except (BadEvent, BadPosition, IllegalEvent):
        left = _lobby_began(journal)
    return left.kept if left else ()


def _lobby_began(journal: Journal) -> Lobby | None:
    """What the lobby began with, where its rows are an older companion's: better than nothing."""
    try:
        began = decode(journal.rows(LOBBY)[0].event, (GameStarted,))
        assert isinstance(began, GameStarted)
        return from_position(began.position)
    except (BadEvent, BadPosition):
        return None


def _lobby(games: Mapping[str, Game[Any]], journal: Journal) -> Lobby | None:
    """The lobby as it was left; None: there was none yet."""
    if not (rows := journal.rows(LOBBY)):
        return None
    record = lobby.lobby_game(games)
    history = past.replay({record.name: record}, ((row.event, row.joined) for row in rows))
    state: Lobby = history.state
    return state


def lobby_start(games: Mapping[str, Game[Any]], journal: Journal, waits: int = 0) -> GameStarted:
    """A lobby that knows who played here, what may go on, and what was played last.

    `waits`: a game that may go on however many were begun after it. What might have been is not offered: it would
    push out what was played.
    """
    every = list(reversed(journal.games()))
    latest = [game for game in every if game.id == waits] + [game for game in every if game.id != waits]
    on_record = [(game, started) for game in latest[:MOST_LOOKED_AT] if (started := _started(games, journal, game.id))]
    begun = [(game, started) for game, started in on_record if not game.imported]
    known: dict[str, Player] = {}
    for _, started in begun:
        for player in _players(started):
            if not player.strength:
                known.setdefault(player.name, player)
    unfinished = (
        Unfinished(game.id, started.game, started.players, game.started)
        for game, started in on_record
        if WHAT_IF not in started.apart and may_go_on(games, journal, game.id)
    )
    last = next((started for _, started in begun if not started.apart), None)
    state = Lobby(
        known=tuple(known.values())[:MOST_KNOWN],
        unfinished=tuple(islice(unfinished, MOST_UNFINISHED)),
        last=None if last is None else Last(last.game, _players(last), dict(last.options), last.first),
        kept=_kept(games, journal),
    )
    return GameStarted(lobby.NAME, (), {}, 0, position(state))


def last_players(games: Mapping[str, Game[Any]], journal: Journal) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Names and colours of the people who played last; None: nobody has."""
    for game in reversed(journal.games()):
        if not game.imported and (started := _started(games, journal, game.id)):
            people = [player for player in _players(started) if not player.strength]
            if people:
                return tuple(player.name for player in people), tuple(player.colour for player in people)
    return None


def _started(games: Mapping[str, Game[Any]], journal: Journal, number: int) -> GameStarted | None:
    """How a game on record began; None: this companion does not know it."""
    try:
        started = decode(journal.first_row(number).event, (GameStarted,))
    except BadEvent:
        return None
    assert isinstance(started, GameStarted)
    return started if started.game in games else None


def may_go_on(games: Mapping[str, Game[Any]], journal: Journal, number: int) -> bool:
    """Whether a game on record can be read and is not over."""
    try:
        history = past.replay(games, ((row.event, row.joined) for row in journal.rows(number)))
    except (BadEvent, BadPosition, IllegalEvent):
        return False
    return history.game.outcome(history.state) is None


def _players(started: GameStarted) -> tuple[Player, ...]:
    colours = seat_colours(started.colours, len(started.players))
    strengths = (*started.strengths, *("" for _ in colours))
    return tuple(Player(*one) for one in zip(started.players, colours, strengths[: len(colours)], strict=True))
