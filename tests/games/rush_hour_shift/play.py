"""Random games, and what has to hold in every one of their states."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.events import Event, Redone, Undone, encode
from companion.game import Seat, step
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.rules import State, VehicleMoved, options
from companion.games.rush_hour_shift.vehicles import vehicles_json
from companion.history import begin
from companion.prompts import Choose, Prompt
from companion.start import new_game
from tests.games.rush_hour_shift import naive
from tests.games.rush_hour_shift.grids import GAME

LONGEST = 400
"""Events of a random game: two players at random need not come to an end."""

DECK = dict.fromkeys(CARDS, 2)
"""18 cards, so that the draw pile is spent many times in a game."""


def random_options(chance: Random) -> dict[str, Any]:
    return {
        "layout": chance.choice(("ours-1", "ours-2", "ours-3", "ours-4")),
        "move": chance.choice(("up-to", "all")),
        "move_and_shift": chance.choice(("each", "pool")),
        "draw": chance.choice(("none", "third", "agreed")),
        "deck": chance.choice(("list-1", "list-2", DECK)),
    }


def random_game(chosen: dict[str, Any], chance: Random) -> Iterator[tuple[Event | None, State]]:
    """Each event of a game and the state after it; the first is the start."""
    state: State = GAME.start(("Ann", "Bo"), chosen, Seat(chance.choice((0, 1))))
    yield None, state
    for _ in range(LONGEST):
        prompts = GAME.prompts(state)
        if not prompts:
            return
        event = _something(state, prompts, chance)
        state = step(GAME, state, event)
        yield event, state


def _something(state: State, prompts: tuple[Prompt, ...], chance: Random) -> Event:
    """At random, but a player who can get forward often does: otherwise hardly a game would end."""
    asked = prompts[-1] if chance.random() < 0.002 else prompts[0]
    assert isinstance(asked, Choose)
    hero, forward = (("G", 1), ("S", -1))[state.seat]
    onward = [o for o in asked.options if isinstance(o, VehicleMoved) and o.vehicle == hero and o.by * forward > 0]
    return onward[-1] if onward and chance.random() < 0.5 else chance.choice(asked.options)


def undone_and_redone(chosen: dict[str, Any], played: list[tuple[Event | None, State]], chance: Random) -> None:
    """Undo equals never happened: the same events, with some undone on the way, lead to the same states."""
    first = played[0][1]
    history = begin(GAME, new_game(GAME, first.players, chosen, first.seat))
    for event, after in played[1:]:
        assert event is not None
        before = history.state
        history = history.after(event)
        if chance.random() < 0.3:
            history = history.after(Undone())
            assert history.state == before
            history = history.after(Redone() if chance.random() < 0.5 else event)
        assert history.state == after


def check(state: State) -> None:
    """No overlap, all on the grid, heroes apart, the way back to JSON and the same options as by the naive rules."""
    position = GAME.position(state)
    grid = naive.cells_of_grid(state.grid.offsets)
    vehicles = vehicles_json(state.grid.vehicles)
    assert any(all((row, col) in grid for col in range(14)) for row in range(6))
    taken: set[tuple[int, int]] = set()
    for name, vehicle in vehicles.items():
        cells = set(naive.cells_of(vehicle))
        assert not cells & taken, f"{name} stands on another vehicle"
        taken |= cells
        beyond = {(row, col) for row, col in cells - grid if name in "GS" and not 0 <= col < 14}
        assert cells - beyond <= grid, f"{name} is off the grid"
    assert GAME.from_position(position) == state
    assert len(state.discards) <= state.options.pile + 1
    assert (GAME.outcome(state) is None) == bool(GAME.prompts(state))
    if state.card is not None and not (state.options.move_all or state.options.pool) and GAME.outcome(state) is None:
        offered = {tuple(encode(option).values()) for option in options(state)}
        assert offered == naive.options(position)
