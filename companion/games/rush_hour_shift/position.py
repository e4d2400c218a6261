"""Rush Hour Shift from and to JSON (FORMATS section 3), and from set-up. Every refusal names the key and the value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.events import Json
from companion.game import BadPosition, BadSetUp, Seat
from companion.games.rush_hour_shift.cards import CARDS, DECKS, HAND
from companion.games.rush_hour_shift.grid import Grid, Vehicle
from companion.games.rush_hour_shift.layouts import refusals
from companion.games.rush_hour_shift.rules import Options, State, noted, shape
from companion.games.rush_hour_shift.setups import LAYOUTS
from companion.games.rush_hour_shift.vehicles import grid_of, vehicles_from, vehicles_json
from companion.language import say
from companion.positions import (
    one_of,
    options_among,
    player_names,
    require_game,
    require_known,
    true_or_false,
    whole_number,
)

KEYS: Final = frozenset(
    {
        *("game", "players", "options", "turn", "offsets", "vehicles", "card", "moves_left", "shift_left"),
        *("discards", "drawn", "seen"),
    }
)

SEATS: Final = range(2, 3)

PLAYERS: Final = ("Gold", "Silver")  # in no language
"""Who plays where a position does not say it."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "move": ("up-to", "all"),
    "move_and_shift": ("each", "pool"),
    "draw": ("none", "agreed", "third"),
}
"""The options that are a word out of few, the default first."""

MOST_OF_A_KIND: Final = 99


def start(players: Sequence[str], options: Json, first: Seat) -> State:
    """A fresh game. Raises BadSetUp."""
    if len(players) not in SEATS:
        raise BadSetUp(say("Rush Hour Shift takes 2 players, not {count}", count=len(players)))
    if first not in (0, 1):
        raise BadSetUp(f"first must be a seat from 0 to 1, not {first}")  # in no language
    try:
        chosen = _options(options)
    except BadPosition as error:
        raise BadSetUp(str(error)) from error
    return noted(State(tuple(players), Grid(_layout(chosen)), chosen, first))


def from_position(given: Json) -> State:
    """The state of a position; keys left out are those of a fresh game. Raises BadPosition."""
    require_known(given, KEYS, "a rush-hour-shift position")  # in no language
    require_game(given, "rush-hour-shift")
    options = _options(given.get("options", {}))
    vehicles = vehicles_from(given["vehicles"]) if "vehicles" in given else _layout(options)
    card, moves_left, shift_left = _in_play(given)
    state = State(
        player_names(given.get("players", PLAYERS), SEATS),
        grid_of(vehicles, _offsets(given.get("offsets", (0, 0)))),
        options,
        Seat(whole_number(given.get("turn", 0), range(2), "turn")),
        card,
        moves_left,
        shift_left,
        _discards(given.get("discards", ()), options),
        true_or_false(given.get("drawn", False), "drawn"),
        _seen(given.get("seen", ()), options),
    )
    return state if state.seen and state.seen[-1] == shape(state) else noted(state)


def position(state: State) -> dict[str, object]:
    """The whole position."""
    layout = state.options.layout
    return {
        "game": "rush-hour-shift",
        "players": list(state.players),
        "turn": int(state.seat),
        "offsets": list(state.grid.offsets),
        "vehicles": vehicles_json(state.grid.vehicles),
        "card": state.card,
        "moves_left": state.moves_left,
        "shift_left": state.shift_left,
        "discards": list(state.discards),
        "drawn": state.drawn,
        "seen": list(state.seen),
        "options": {
            "layout": layout if isinstance(layout, str) else vehicles_json(layout),
            "move": "all" if state.options.move_all else "up-to",
            "move_and_shift": "pool" if state.options.pool else "each",
            "draw": state.options.draw,
            "deck": dict(state.options.deck),
        },
    }


def _options(given: object) -> Options:
    options = options_among(given, {"layout", "deck", *CHOICES})
    word = {name: one_of(options.get(name, choices[0]), choices, name) for name, choices in CHOICES.items()}
    return Options(
        _layout_option(options.get("layout", "ours-1")),
        word["move"] == "all",
        word["move_and_shift"] == "pool",
        word["draw"],
        _deck(options.get("deck", "list-1")),
    )


def _layout_option(given: object) -> str | tuple[Vehicle, ...]:
    if isinstance(given, str) and given in LAYOUTS:
        return given
    if not isinstance(given, Mapping):
        raise BadPosition(f"layout must be {', '.join(LAYOUTS)} or an object of letter: vehicle, not {given!r}")
    if found := refusals(given):
        raise BadPosition(f"layout: {found[0].reason}")
    return vehicles_from(given, "layout")


def _layout(options: Options) -> tuple[Vehicle, ...]:
    return LAYOUTS[options.layout] if isinstance(options.layout, str) else options.layout


def _deck(given: object) -> tuple[tuple[str, int], ...]:
    """Kinds left out are as many as in `list-1`."""
    if isinstance(given, str) and given in DECKS:
        return tuple(DECKS[given].items())
    if not isinstance(given, Mapping):
        raise BadPosition(f"deck must be {' or '.join(DECKS)} or an object of card: count, not {given!r}")
    for name in given:
        _card(name, "deck")
    counts = {
        card: whole_number(given.get(card, usual), range(MOST_OF_A_KIND + 1), f"deck.{card}")
        for card, usual in DECKS["list-1"].items()
    }
    if sum(counts.values()) <= 2 * HAND:
        raise BadPosition(f"deck holds {sum(counts.values())} cards: two hands of {HAND} and one to draw are needed")
    return tuple(counts.items())


def _in_play(given: Json) -> tuple[str | None, int, bool]:
    """The card in play and what is left of it."""
    shift_left = true_or_false(given.get("shift_left", False), "shift_left")
    if given.get("card") is None:
        if given.get("moves_left", 0) != 0 or shift_left:
            raise BadPosition("card is null, so moves_left must be 0 and shift_left false")
        return None, 0, False
    name = _card(given["card"], "card")
    allowed = range(CARDS[name].spaces + 1)
    moves_left = whole_number(given.get("moves_left", 0), allowed, f"moves_left with {name}")  # in no language
    if shift_left and not CARDS[name].shifts:
        raise BadPosition(f"shift_left must be false with {name}")
    return name, moves_left, shift_left


def _offsets(given: object) -> tuple[int, int]:
    if not isinstance(given, list | tuple) or len(given) != 2 or not all(type(rows) is int for rows in given):
        raise BadPosition(f"offsets must be a list of two whole numbers, not {given!r}")
    return given[0], given[1]


def _seen(given: object, options: Options) -> tuple[str, ...]:
    seen = tuple(_list(given, "seen"))
    if not all(isinstance(one, str) for one in seen):
        raise BadPosition(f"seen must be a list of texts, not {given!r}")
    return seen if options.draw == "third" else ()


def _discards(given: object, options: Options) -> tuple[str, ...]:
    """In the order played. More of one kind than the deck has may lie there, since the deck may be miscounted (R25)."""
    discards = tuple(_card(name, "discards") for name in _list(given, "discards"))
    if len(discards) > options.pile:
        fits = f"of {options.pile + 2 * HAND} cards, two hands of {HAND} leave {options.pile}"  # in no language
        raise BadPosition(f"discards: {len(discards)} cards cannot lie there: {fits}")
    return discards


def _card(given: object, where: str) -> str:
    if not isinstance(given, str) or given not in CARDS:
        raise BadPosition(f"{where}: there is no card {given!r}; there are {', '.join(CARDS)}")
    return given


def _list(given: object, where: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(given, list | tuple):
        raise BadPosition(f"{where} must be a list, not {given!r}")
    return given
