"""The tiles: how the companion deals them, how they are asked for, and that nobody sees them before their time."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.events import BadEvent, Event, PositionCorrected, decode, encode
from companion.game import IllegalEvent
from companion.games.highway import HIGHWAY
from companion.games.highway.events import (
    TileRevealed,
    TilesShuffled,
)
from companion.games.highway.moves import written
from companion.games.highway.position import from_position, position
from companion.games.highway.state import State
from companion.games.highway.tiles import BOX, Tile
from tests.games.highway.positions import after, at, kinds, options, stopped
from tests.games.highway.random_games import fresh, past_of, played


def test_tiles_of_the_table_are_asked_for_and_only_those_that_can_be_left() -> None:
    board = {"8.3": {"face": None}, "9.1": {"face": "road-work", "up": True}}
    state = at({"8": 3}, options={"tiles": "table"}, shields=[[6, 6], [6]])
    state = stopped(
        HIGHWAY.from_position({**HIGHWAY.position(state), "board": board, "gone": {"shield-6": 4, "lost": 3}})
    )
    faces = [option.face for option in options(state) if isinstance(option, TileRevealed)]

    assert kinds(state) == ["RevealTile"]
    assert len(faces) == 18
    assert not {"road-work", "shield-6", "lost"} & set(faces)
    with pytest.raises(IllegalEvent, match="No tile left can be road-work"):
        after(state, TileRevealed("road-work"))


def test_a_table_that_miscounted_is_still_asked_for_any_face() -> None:
    state = HIGHWAY.from_position(
        {
            "players": ["Ann", "Bo"],
            "options": {"tiles": "table"},
            "runners": {"8": 3},
            "board": {"8.3": {"face": None}},
            "gone": dict(BOX),
        }
    )

    assert len(options(stopped(state))) == len(BOX)


def test_the_shuffle_deals_the_whole_box_once() -> None:
    fresh = HIGHWAY.start(["Ann", "Bo"], {}, HIGHWAY.from_position({"players": ["Ann", "Bo"]}).seat)
    assert kinds(fresh) == ["Shuffle"]
    event = HIGHWAY.shuffled(fresh, list.reverse)
    assert isinstance(event, TilesShuffled)
    state = after(fresh, event)

    assert Counter(tile["face"] for tile in event.board.values()) == BOX
    assert kinds(state) == ["RollDice"]
    with pytest.raises(IllegalEvent):
        after(state, event)


@pytest.mark.parametrize("wrong", ["no tile", "up", "unknown", "too many", "top space"])
def test_a_shuffle_that_cannot_be_is_no_event(wrong: str) -> None:
    event = HIGHWAY.shuffled(HIGHWAY.from_position({"players": ["Ann", "Bo"]}), list.reverse)
    record = json.loads(json.dumps(encode(event)))
    match wrong:
        case "no tile":
            del record["board"]["7.1"]
        case "up":
            record["board"]["7.1"]["up"] = True
        case "unknown":
            record["board"]["7.1"]["face"] = ["toll"]
        case "too many":
            record["board"] = {space: {"face": "map", "up": False} for space in record["board"]}
        case "top space":
            record["board"]["7.13"] = record["board"].pop("7.1")

    with pytest.raises(BadEvent, match=r"TilesShuffled\.board"):
        decode(record, HIGHWAY.events)


def companions(seed: int) -> tuple[State, list[Event]]:
    """A game in which the companion holds the tiles, somewhere in the middle, and what has happened."""
    start = fresh(seed, tiles="companion", columns_to_win=5)
    happened = list(played(start, seed, longest=90 + seed))
    return happened[-1][2], [event for _, event, _ in happened]


def dealt_otherwise(state: State, seed: int) -> State:
    """The same state with the faces that lie face down in another order."""
    assert state.board is not None
    down = [at for at, tile in state.board.items() if not tile.up]
    faces = [state.board[at].face for at in down]
    Random(seed).shuffle(faces)
    return replace(state, board={**state.board, **{at: Tile(face) for at, face in zip(down, faces, strict=True)}})


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_a_screen_says_depends_on_a_face_that_lies_down(seed: int) -> None:
    state, events = companions(seed)
    other = dealt_otherwise(state, seed)

    assert HIGHWAY.view(other, events[-1]) == HIGHWAY.view(state, events[-1])
    assert HIGHWAY.prompts(other) == HIGHWAY.prompts(state)
    assert HIGHWAY.unasked(other) == HIGHWAY.unasked(state)
    assert HIGHWAY.shown is not None
    assert HIGHWAY.shown(other) == HIGHWAY.shown(state)
    for option in options(state):
        for say in (HIGHWAY.label, HIGHWAY.effect, HIGHWAY.odds, HIGHWAY.path):
            assert say(other, option) == say(state, option)
    assert HIGHWAY.odds(other, None) == HIGHWAY.odds(state, None)


def masked(event: Event, state: State) -> Event:
    """The only event of a game that stands at this state, as it may leave the journal."""
    assert HIGHWAY.masked is not None
    (only,) = HIGHWAY.masked([(event, state)])
    return only


@pytest.mark.parametrize("seed", range(6))
def test_the_record_of_an_unfinished_game_names_no_face_that_lies_down_and_replays(seed: int) -> None:
    state, events = companions(seed)
    assert state.board is not None
    down = {written(at) for at, tile in state.board.items() if not tile.up}
    assert HIGHWAY.masked is not None
    record = HIGHWAY.masked(past_of(fresh(seed, tiles="companion", columns_to_win=5), events))[1:]
    first = record[0]
    assert isinstance(first, TilesShuffled)

    assert all(first.board[space]["face"] is None for space in down)
    assert all(tile["face"] for space, tile in first.board.items() if space not in down)
    start = fresh(seed, tiles="companion", columns_to_win=5)
    assert HIGHWAY.shown is not None
    assert position(after(start, *record)) == HIGHWAY.shown(state)


def test_a_masked_game_goes_on_by_asking_for_what_nobody_knows() -> None:
    state = at({"8": 3}, board={"8.3": "map"})
    assert HIGHWAY.shown is not None
    imported = from_position(json.loads(json.dumps(HIGHWAY.shown(state))))

    assert kinds(stopped(imported)) == ["RevealTile"]


def test_a_correction_from_a_screen_keeps_the_faces_that_it_could_not_see() -> None:
    state = at({"8": 3}, board={"8.3": "map", "9.1": "lost"})
    assert HIGHWAY.shown is not None
    seen = json.loads(json.dumps(HIGHWAY.shown(state)))
    corrected = from_position(HIGHWAY.filled(state, {**seen, "runners": {"8": 3, "9": 1}}))

    assert corrected.board == state.board
    del seen["board"]
    assert from_position(HIGHWAY.filled(state, seen)).board == state.board


def test_corrections_in_a_record_are_masked_too() -> None:
    state = at({"8": 3}, board={"8.3": "map"})
    event = masked(PositionCorrected(position(state)), state)

    assert isinstance(event, PositionCorrected)
    assert event.position["board"] == {"8.3": {"face": None, "up": False}}


def test_a_shuffle_that_was_undone_is_masked_whole() -> None:
    fresh_one = from_position({"players": ["Ann", "Bo"]})
    event = masked(HIGHWAY.shuffled(fresh_one, list.reverse), fresh_one)

    assert isinstance(event, TilesShuffled)
    assert {tile["face"] for tile in event.board.values()} == {None}


def test_the_record_of_a_finished_game_hides_nothing() -> None:
    state = at({}, board={"8.3": "map"}, tokens=[{"2": 3, "3": 5, "12": 3}, {}])
    event = PositionCorrected(position(state))

    assert masked(event, state) == event
