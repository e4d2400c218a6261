"""Random games with any options: played through the one gate, and what must hold in each of their states."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.events import DiceRolled, Event, GameStarted
from companion.game import step
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.rules import topped
from companion.games.highway import HIGHWAY
from companion.games.highway.options import OPTIONS
from companion.games.highway.position import from_position, position
from companion.games.highway.secrets import masked, shown
from companion.games.highway.state import State
from companion.games.highway.tiles import BOX
from companion.prompts import Choose, Prompt, Question, RevealTile, Role, RollDice, Shuffle
from companion.view import OLED_SIGNS

LONGEST = 250
"""Events: a random player need not come to an end."""

SELDOM = 8
"""What costs most is checked at every eighth event."""


def random_options(chance: Random) -> dict[str, Any]:
    """Few columns win more often than not, so that random players come to an end."""
    options = {option.name: chance.choice(option.values) for option in OPTIONS}
    return {
        **options,
        "columns_to_win": chance.choice((1, 2, 3, 5)),
        "stop_when_won": chance.choice((False, True)),
    }


def fresh(seed: int, **options: Any) -> State:
    """A game at its start; some of its options may be given."""
    chance = Random(seed)
    seats = chance.choice(HIGHWAY.seats)
    return from_position(
        {
            "players": [f"P{seat}" for seat in range(seats)],
            "options": {**random_options(chance), **options},
            "turn": chance.randrange(seats),
        }
    )


def played(state: State, seed: int, longest: int = LONGEST) -> Iterator[tuple[State, Event, State]]:
    """(before, event, after) of a game that goes on at random."""
    chance = Random(seed)
    for _ in range(longest):
        if not (prompts := HIGHWAY.prompts(state)):
            return
        event = _answer(state, prompts, chance)
        after = step(HIGHWAY, state, event)
        yield state, event, after
        state = after


def _answer(state: State, prompts: tuple[Prompt, ...], chance: Random) -> Event:
    prompt = chance.choice(prompts)
    match prompt:
        case RollDice(count):
            return DiceRolled(tuple(chance.randint(1, 6) for _ in range(count)))
        case Choose(_, options, roles):
            helpful = [option for option, role in zip(options, roles, strict=True) if role is not Role.OTHER]
            return chance.choice(helpful if helpful and chance.random() < 0.7 else options)
        case RevealTile(options=options):
            return chance.choice(options)
        case Shuffle():
            return HIGHWAY.shuffled(state, chance.shuffle)
        case _:
            raise AssertionError(f"{prompt} is none of this game's")


def check_game(seed: int, **options: Any) -> tuple[list[Event], State]:
    """Play a game and check what must hold of it; its events, and where it ended."""
    start = state = fresh(seed, **options)
    events: list[Event] = []
    for before, event, after in played(start, seed):
        events.append(event)
        state = after
        _check_board(after)
        _check_markers(after)
        _check_tokens(before, after)
        if len(events) % SELDOM == 1 or HIGHWAY.outcome(after):
            assert from_position(json.loads(json.dumps(position(after)))) == after
            assert bool(HIGHWAY.prompts(after)) == (HIGHWAY.outcome(after) is None)
            _check_secrets(after)
            _check_words(before, event, after)
    assert _recorded(start, events, state) == from_position((shown if HIGHWAY.prompts(state) else position)(state))
    return events, state


def past_of(start: State, events: Sequence[Event]) -> list[tuple[Event, State]]:
    """The events of a game, its start first, each with the state after it."""
    past: list[tuple[Event, State]] = [(GameStarted("highway", (), {}, 0, {}), start)]
    for event in events:
        past.append((event, step(HIGHWAY, past[-1][1], event)))
    return past


def _recorded(start: State, events: list[Event], end: State) -> State:
    """The state to which the record leads that may leave the journal."""
    past = past_of(start, events)
    assert past[-1][1] == end
    state = start
    for event in masked(past)[1:]:
        state = step(HIGHWAY, state, event)
    return state


def _check_board(state: State) -> None:
    if state.board is None:
        return
    known = Counter(tile.face for tile in state.board.values() if tile.face)
    known.update(state.gone)
    assert len(state.board) + sum(state.gone.values()) == sum(BOX.values())
    assert all(known[face] <= count for face, count in BOX.items())
    if state.options.tiles == "companion":
        assert known == BOX


def _check_markers(state: State) -> None:
    own = state.climb.tokens[state.seat]
    stop = state.stop
    on_board = len(state.climb.runners) + (len(stop.rested) + (stop.path is not None) if stop else 0)
    assert on_board <= state.markers <= 5
    for column, space in state.climb.runners.items():
        assert own.get(column, 0) < space <= LENGTHS[column]
    if stop is not None:
        assert not Counter(stop.taken) - Counter(state.shields[state.seat])
    held = Counter(number for shields in state.shields for number in shields)
    assert all(count <= state.gone[f"shield-{number}"] for number, count in held.items())


def _check_tokens(before: State, after: State) -> None:
    tops = [topped(own) for own in after.climb.tokens]
    winners = [{seat for seat, own in enumerate(tops) if column in own} for column in LENGTHS]
    assert all(len(seats) <= 1 for seats in winners)
    for column, seats in zip(LENGTHS, winners, strict=True):
        assert not seats or [column in own for own in after.climb.tokens].count(True) == 1
    if after.options.token == "stays" and after.options.off_bottom != "token":
        was, now = (state.climb.tokens[before.seat] for state in (before, after))
        assert all(now[column] >= space for column, space in was.items())


def _check_secrets(state: State) -> None:
    board = shown(state)["board"]
    assert board is None or isinstance(board, dict)
    if state.options.tiles == "companion":
        assert all(tile["up"] or tile["face"] is None for tile in (board or {}).values())


def _check_words(before: State, event: Event, after: State) -> None:
    assert all(sentence.endswith((".", "!")) for sentence in HIGHWAY.tell(before, event, after))
    view = HIGHWAY.view(after, event)
    assert view.title
    assert len(view.number) <= 8
    assert all(len(line) <= OLED_SIGNS for line in view.lines), view.lines
    assert all(1 <= len(words) <= 3 and len(words[-1]) <= OLED_SIGNS for words in view.move), view.move
    assert len(HIGHWAY.odds(after, None)) <= 5
    for prompt in HIGHWAY.prompts(after):
        if isinstance(prompt, Question):
            assert len(set(prompt.options)) == len(prompt.options) == len(prompt.roles)
            for option in prompt.options:
                assert 0 < len(HIGHWAY.label(after, option)) <= 10
                assert len(HIGHWAY.odds(after, option)) <= 5
                HIGHWAY.effect(after, option)
