"""Can't Stop from and to JSON (FORMATS section 3), and from set-up. Every refusal names the key and the value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.events import Json
from companion.game import BadPosition, BadSetUp, Seat
from companion.games.cant_stop.board import COLUMNS_TO_WIN, DICE, LENGTHS, LONGER_GAME, RUNNERS
from companion.games.cant_stop.rules import Options, Spaces, State
from companion.language import say
from companion.positions import (
    keys_as_text,
    number_of_key,
    object_of,
    one_of,
    options_among,
    pips_or_null,
    player_names,
    require_game,
    require_known,
    true_or_false,
    whole_number,
)

SEATS = range(1, 5)

KEYS = frozenset({"game", "players", "options", "turn", "tokens", "runners", "pips", "turns"})


def start(players: Sequence[str], options: Json, first: Seat) -> State:
    """A fresh game. Raises BadSetUp."""
    if len(players) not in SEATS:
        raise BadSetUp(say("Can't Stop takes 1 to 4 players, not {count}", count=len(players)))
    try:
        chosen = _options(options)
    except BadPosition as error:
        raise BadSetUp(str(error)) from error
    offered = sorted({COLUMNS_TO_WIN, LONGER_GAME.get(len(players), COLUMNS_TO_WIN)})
    if chosen.columns_to_win not in offered:
        raise BadSetUp(
            say(
                "columns_to_win must be {offered} for {count} players, not {chosen}",
                offered=say(" or ").join(map(str, offered)),
                count=len(players),
                chosen=chosen.columns_to_win,
            )
        )
    if not 0 <= first < len(players):
        raise BadSetUp(say("first must be a seat from 0 to {last}, not {first}", last=len(players) - 1, first=first))
    return State(tuple(players), ({},) * len(players), chosen, first)


def from_position(given: Json) -> State:
    """The state of a position; keys left out are those of a fresh game. Raises BadPosition."""
    require_known(given, KEYS, "a cant-stop position")  # in no language
    require_game(given, "cant-stop")
    players = player_names(given.get("players"), SEATS)
    tokens = given.get("tokens", [{} for _ in players])
    if not isinstance(tokens, list) or len(tokens) != len(players):
        raise BadPosition(f"tokens must be a list of one object for each of the {len(players)} players, not {tokens!r}")
    spaces = tuple(_spaces(own, f"tokens[{seat}]") for seat, own in enumerate(tokens))
    turn = whole_number(given.get("turn", 0), range(len(players)), "turn")
    closed = {column: seat for seat, own in enumerate(spaces) for column in own if own[column] == LENGTHS[column]}
    for seat, own in enumerate(spaces):
        for column in own:
            if closed.get(column, seat) != seat:
                name = players[closed[column]]
                raise BadPosition(
                    say("tokens[{seat}]: column {column} is won by {name}", seat=seat, column=column, name=name)
                )
    placed = State(
        players,
        spaces,
        _options(given.get("options", {})),
        Seat(turn),
        pips=pips_or_null(given.get("pips"), DICE),
        turns=whole_number(given.get("turns", 0), range(10**9), "turns"),
    )
    return with_runners(placed, given.get("runners", {}), RUNNERS)


def with_runners(state: State, given: object, markers: int) -> State:
    """The state with these runners, of which there are `markers`. Raises BadPosition."""
    runners = _spaces(given, "runners")
    if len(runners) > markers:
        raise BadPosition(say("runners: there are {markers}, not {count}", markers=markers, count=len(runners)))
    for column, space in runners.items():
        for seat, own in enumerate(state.tokens):
            if own.get(column) == LENGTHS[column]:
                name = state.players[seat]
                raise BadPosition(say("runners: column {column} is won by {name}", column=column, name=name))
        if space <= state.tokens[state.seat].get(column, 0):
            raise BadPosition(
                say(
                    "runners: in column {column} space {space} is not above the player's own token",
                    column=column,
                    space=space,
                )
            )
    return replace(state, runners=runners)


def position(state: State) -> dict[str, object]:
    """The whole position."""
    return {
        "game": "cant-stop",
        "players": list(state.players),
        "options": {
            "columns_to_win": state.options.columns_to_win,
            "same_space": "blocking" if state.options.blocking else "share",
            "stop_when_won": state.options.stop_when_won,
        },
        "turn": int(state.seat),
        "tokens": [keys_as_text(own) for own in state.tokens],
        "runners": keys_as_text(state.runners),
        "pips": None if state.pips is None else list(state.pips),
        "turns": state.turns,
    }


def _options(given: object) -> Options:
    options = options_among(given, {"columns_to_win", "same_space", "stop_when_won"})
    same_space = one_of(options.get("same_space", "share"), ("share", "blocking"), "same_space")
    stop_when_won = true_or_false(options.get("stop_when_won", False), "stop_when_won")
    columns = whole_number(options.get("columns_to_win", COLUMNS_TO_WIN), range(1, len(LENGTHS) + 1), "columns_to_win")
    return Options(columns, same_space == "blocking", stop_when_won)


def _spaces(given: object, where: str) -> Spaces:
    spaces = {}
    for key, space in object_of(given, where, "column: space").items():  # in no language
        column = number_of_key(key, LENGTHS, "column", where)
        place = f"{where}: the space in column {column}"  # in no language
        spaces[column] = whole_number(space, range(1, LENGTHS[column] + 1), place)
    return dict(sorted(spaces.items()))
