"""Highway from and to JSON (FORMATS section 3), and from set-up. Every refusal names the key and the value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.events import Json
from companion.game import BadPosition, BadSetUp, Seat
from companion.games.cant_stop import position as cant_stop_position
from companion.games.cant_stop import rules as cant_stop
from companion.games.cant_stop.board import RUNNERS
from companion.games.highway import reading, resolving
from companion.games.highway.moves import written
from companion.games.highway.options import FROM_CANT_STOP, OPTIONS, Options, as_json, options_of
from companion.games.highway.rules import outcome
from companion.games.highway.state import Board, State, Stop
from companion.games.highway.tiles import BOX, HAZARDS, TILE_SPACES, Tile
from companion.games.highway.turns import MOST_MARKERS
from companion.language import say
from companion.positions import keys_as_text, options_among, player_names, require_game, require_known, whole_number

SEATS = range(2, 5)

FROM_BASE = ("players", "turn", "tokens", "turns")
"""Keys whose meaning is that of Can't Stop."""

KEYS = frozenset(FROM_BASE) | {
    *("game", "options", "runners", "pips", "board", "shields", "maps", "lost", "markers", "pushes"),
    *("shields_used", "resolving", "path", "rested", "origins", "taken", "gone"),
}


def start(players: Sequence[str], options: Json, first: Seat) -> State:
    """A fresh game, its tiles not yet shuffled where the companion holds them. Raises BadSetUp."""
    if len(players) not in SEATS:
        raise BadSetUp(say("Rollin' Down the Highway takes 2 to 4 players, not {count}", count=len(players)))
    try:
        base, chosen = _options(options)
    except BadPosition as error:
        raise BadSetUp(str(error)) from error
    climb = cant_stop_position.start(players, base, first)
    return _fresh(climb, chosen)


def _fresh(climb: cant_stop.State, options: Options) -> State:
    board = None if options.tiles == "companion" else unknown()
    none = (0,) * len(climb.players)
    return State(climb, ((),) * len(climb.players), none, none, board, options)


def unknown() -> Board:
    return {at: Tile(None) for at in TILE_SPACES}


def _options(given: object) -> tuple[dict[str, object], Options]:
    """(those of Can't Stop, those of the expansion). Raises BadPosition."""
    known = {option.name for option in (*FROM_CANT_STOP, *OPTIONS)}
    options = options_among(given, known, {"same_space"})
    if options.get("same_space", "share") != "share":
        raise BadPosition(
            f"same_space must be share, not {options['same_space']!r}: in this game a stop must be free, for the tiles"
        )
    base = {option.name: options[option.name] for option in FROM_CANT_STOP if option.name in options}
    return base, options_of(options)


def from_position(given: Json) -> State:
    """The state of a position, gone on to where somebody has to act; keys left out are those of a fresh game.

    Raises:
        BadPosition: it is none of this game.
    """
    require_known(given, KEYS, "a highway position")  # in no language
    require_game(given, "highway")
    player_names(given.get("players"), SEATS)
    base, options = _options(given.get("options", {}))
    climb = cant_stop_position.from_position(
        {**{key: given[key] for key in FROM_BASE if key in given}, "options": base}
    )
    seats = len(climb.players)
    state = replace(
        _fresh(climb, options),
        shields=reading.each_seat(given.get("shields"), seats, "shields", reading.shields, ()),
        maps=reading.each_seat(given.get("maps"), seats, "maps", reading.reminders, 0),
        lost=reading.each_seat(given.get("lost"), seats, "lost", reading.reminders, 0),
        markers=whole_number(given.get("markers", RUNNERS), range(1, MOST_MARKERS + 1), "markers"),
        pushes=whole_number(given.get("pushes", 0), range(BOX["map"] + 1), "pushes"),
        shields_used=whole_number(given.get("shields_used", 0), range(len(TILE_SPACES)), "shields_used"),
    )
    if options.map == "push" and "pushes" not in given and state.markers > RUNNERS:
        # There is no fourth runner then: a further marker can only mean the Map that moves one on.
        state = replace(state, markers=RUNNERS, pushes=state.markers - RUNNERS)
    climb = cant_stop_position.with_runners(state.climb, given.get("runners", {}), state.markers)
    climb = replace(climb, pips=reading.pips(given.get("pips"), options, state.shields_used))
    state = replace(state, climb=climb, stop=reading.stop(given, climb, state.shields[climb.seat], state.markers))
    state = replace(state, gone=reading.gone(given.get("gone"), state))
    return _gone_on(replace(state, board=_board(given, state)))


def _board(given: Json, state: State) -> Board | None:
    if given.get("board") is not None:
        return reading.board(given["board"])
    begun = any(state.climb.tokens) or state.climb.runners or state.climb.pips or state.stop or state.climb.turns
    if "board" not in given:
        return unknown() if begun else state.board
    if begun or state.options.tiles == "table":
        raise BadPosition("board may be null only before the companion has shuffled, not in the middle of a game")
    return None


def _gone_on(state: State) -> State:
    """A position may stand where nobody has to act: then the game goes on to where somebody has."""
    if state.stop is None:
        return state
    if outcome(state):
        raise BadPosition("resolving must be null in a game that is won")
    waits = state.tile is not None and state.tile.up and state.tile.face in (*HAZARDS, "roundabout")
    if state.at is not None and not waits:
        state = resolving.arrive(state)
    if state.climb.pips is not None:
        if state.tile is None or state.tile.face not in HAZARDS or state.options.hazard == "agreed":
            raise BadPosition("pips must be null while markers are checked, but for a hazard's roll")
        state = resolving.judge_roll(state)
    return replace(resolving.settle(state), steps=())


def position(state: State) -> dict[str, object]:
    """The whole position, with every face that the companion knows."""
    climb, stop = state.climb, state.stop or Stop()
    base = cant_stop_position.position(climb)
    assert isinstance(base["options"], dict)
    return {
        **base,
        "game": "highway",
        "options": {**base["options"], **as_json(state.options)},
        "board": None if state.board is None else board_json(state.board, state.board),
        "shields": [list(own) for own in state.shields],
        "maps": list(state.maps),
        "lost": list(state.lost),
        "markers": state.markers,
        "pushes": state.pushes,
        "shields_used": state.shields_used,
        "resolving": None if state.stop is None else [int(column) for column in keys_as_text(climb.runners)],
        "path": None if stop.path is None else [written(at) for at in stop.path],
        "rested": [written(at) for at in stop.rested],
        "origins": list(stop.origins),
        "taken": list(stop.taken),
        "gone": {face: state.gone[face] for face in BOX if state.gone.get(face)},
    }


def board_json(board: Board, lying: Board) -> dict[str, object]:
    return {written(at): {"face": board[at].face, "up": board[at].up} for at in TILE_SPACES if at in lying}
