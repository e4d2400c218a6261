"""What every game must hold to. A new game gets these tests by joining GAMES."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from random import Random
from typing import Any, assert_never

import pytest

from companion.events import DiceRolled, Event, Redone, Undone, decode, encode
from companion.game import BadPosition, Game, IllegalEvent, Seat, step
from companion.games import GAMES
from companion.history import History, begin
from companion.journal import Journal
from companion.prompts import Arrange, Choose, Decide, Prompt, Question, RevealTile, Role, RollDice, Shuffle
from companion.records import export_lines, read_export, replayed
from companion.start import new_game
from companion.words import LINE

LONGEST = 400
"""Events of a random game: not every game must end."""

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def something_accepted(history: History[Any], prompt: Prompt, chance: Random) -> Event:
    match prompt:
        case RollDice(count):
            return DiceRolled(tuple(chance.randint(1, 6) for _ in range(count)))
        case Choose(_, options) | RevealTile(options=options):
            return chance.choice(options)
        case Arrange() | Decide():
            raise AssertionError("only the lobby arranges, and only the table decides")
        case Shuffle():
            return history.game.shuffled(history.state, chance.shuffle)
    assert_never(prompt)


def fresh(game: Game[Any], seats: int) -> History[Any]:
    return begin(game, new_game(game, tuple(f"P{seat}" for seat in range(seats)), {}, 0))


def random_history(game: Game[Any], seats: int, seed: int) -> History[Any]:
    chance, history = Random(seed), fresh(game, seats)
    while (prompts := game.prompts(history.state)) and len(history.moments) < LONGEST:
        history = history.after(something_accepted(history, chance.choice(prompts), chance))
    return history


@each_game
@pytest.mark.parametrize("seed", range(6))
def test_replay_equals_play(game: Game[Any], seed: int) -> None:
    for seats in sorted({min(game.seats), max(game.seats)}):
        played = random_history(game, seats, seed)
        rows = [(json.loads(json.dumps(encode(moment.event))), False) for moment in played.moments]

        assert replayed(GAMES, rows, "test").state == played.state


@each_game
def test_every_state_round_trips_through_its_position_as_json(game: Game[Any]) -> None:
    for moment in random_history(game, max(game.seats), seed=1).moments:
        position = json.loads(json.dumps(game.position(moment.state)))

        assert game.from_position(position) == moment.state


@each_game
def test_every_event_survives_json(game: Game[Any]) -> None:
    for moment in random_history(game, min(game.seats), seed=3).moments[1:]:
        assert decode(json.loads(json.dumps(encode(moment.event))), game.events) == moment.event


@each_game
def test_undo_equals_never_happened_and_redo_equals_not_undone(game: Game[Any]) -> None:
    history = random_history(game, min(game.seats), seed=4)
    undone = history.after(Undone())

    assert undone.moments == history.moments[:-1]
    assert undone.after(Redone()).moments == history.moments


@each_game
def test_a_refusal_changes_nothing_and_says_why(game: Game[Any]) -> None:
    history = fresh(game, min(game.seats))
    before = game.position(history.state)

    with pytest.raises(IllegalEvent, match=r"\w+"):
        step(game, history.state, DiceRolled((7,)))

    assert game.position(history.state) == before


@each_game
def test_an_outcome_comes_exactly_when_nothing_is_awaited(game: Game[Any]) -> None:
    for moment in random_history(game, max(game.seats), seed=5).moments:
        assert (game.outcome(moment.state) is None) == bool(game.prompts(moment.state))


@each_game
def test_every_moment_has_words_for_screens_and_labels_that_fit(game: Game[Any]) -> None:
    for moment in random_history(game, max(game.seats), seed=7).moments:
        view = game.view(moment.state, moment.event)
        assert view.title
        assert len(view.number) <= 8
        assert set(view.drawn) <= set(view.lines)
        assert all(1 <= len(words) <= 3 and len(words[-1]) <= LINE for words in view.move)
        for prompt in game.prompts(moment.state):
            if isinstance(prompt, Question):
                assert len(prompt.roles) == len(prompt.options)
                assert all(0 < len(game.label(moment.state, option)) <= 10 for option in prompt.options)


@each_game
def test_what_can_be_taken_and_stopped_after_by_one_press_moves_something_on_the_real_board(game: Game[Any]) -> None:
    for moment in random_history(game, max(game.seats), seed=10).moments:
        for prompt in game.prompts(moment.state):
            options = zip(prompt.options, prompt.roles, strict=True) if isinstance(prompt, Question) else ()
            for event, role in options:
                after = game.apply(moment.state, event) if role is Role.GO else moment.state
                then = (p for p in game.prompts(after) if isinstance(p, Question) and p.seat == prompt.seat)
                if role is Role.GO and any(Role.STOP in follows.roles for follows in then):
                    assert {"tokens", "runners", "vehicles", "sheets"} & changed(game, moment.state, after)


def changed(game: Game[Any], before: Any, after: Any) -> set[str]:
    old, new = game.position(before), game.position(after)
    return {key for key in new if new[key] != old.get(key)}


@each_game
def test_an_exported_game_comes_back_the_same(game: Game[Any], tmp_path: Path) -> None:
    history = random_history(game, min(game.seats), seed=8)
    journal = Journal(tmp_path / "journal.sqlite")
    number, _ = journal.start(history.started)
    journal.append(number, [moment.event for moment in history.moments[1:]])
    journal.append(number, [Undone(), Redone()], joined=True)
    file = tmp_path / "g.jsonl"
    file.write_text("\n".join(export_lines(GAMES, journal, number)) + "\n")

    assert replayed(GAMES, read_export(file), "g.jsonl").state == history.state
    journal.close()


@each_game
def test_the_first_seat_may_be_any(game: Game[Any]) -> None:
    for seat in range(max(game.seats)):
        names = tuple(f"P{n}" for n in range(max(game.seats)))
        assert game.prompts(game.start(names, {}, Seat(seat)))


@each_game
def test_every_correction_of_a_position_is_a_position_or_refused_with_a_reason(game: Game[Any]) -> None:
    state = random_history(game, max(game.seats), seed=9).state
    offered = list(game.corrections(state))
    kept = 0
    for correction in Random(1).sample(offered, min(len(offered), 200)):
        assert all(correction.path)
        with contextlib.suppress(BadPosition):
            corrected = game.from_position({**game.position(state), **correction.change})
            kept += game.position(corrected) is not None

    assert kept
