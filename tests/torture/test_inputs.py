"""Any order of inputs from any device: taken, or refused in one sentence; what is shown is the fold of the journal."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from companion.devices import (
    Button,
    ButtonPressed,
    Device,
    DeviceChanged,
    DiceRead,
    HoldSeen,
    Tray,
    TraySeen,
    TrayState,
)
from companion.game import Game
from companion.games import GAMES
from companion.inputs import (
    AdviceAsked,
    AdviceFound,
    BoardChecked,
    BrightnessAsked,
    DiceTyped,
    HintsAsked,
    HintsFound,
    Input,
    LevelPicked,
    LobbyAsked,
    LookAsked,
    NewGameAsked,
    NewPinAsked,
    OddsAsked,
    PhoneChose,
    PlayAgainAsked,
    PositionTyped,
    RedoAsked,
    SeatClaimed,
    UndoAsked,
)
from companion.journal import Journal
from companion.ports import Refused
from companion.start import start_game
from companion.table import Table
from tests.torture.calls import senseless_calls
from tests.torture.evening import set_up, something_done
from tests.torture.steps import Steps, seen

EXAMPLES, STEPS = 10, 60
"""Tables of each game, and inputs at each."""

versions = some.integers(-1, 90)
seats = some.integers(-1, 11)
dice = some.lists(some.integers(0, 7), max_size=7).map(tuple)
trays = some.builds(Tray, some.sampled_from(TrayState), dice, some.just(("One die leans.",)), some.integers(0, 3))
anything = some.recursive(
    some.none() | some.booleans() | some.integers(-3, 99) | some.text(max_size=4),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
objects = some.dictionaries(some.sampled_from(["tokens", "runners", "pips", "turn", "event", "sheets", "x"]), anything)
devices = some.sampled_from(["", "phone-1", "phone-2"])

WILD: some.SearchStrategy[Input] = some.one_of(
    some.builds(ButtonPressed, some.sampled_from(Button), some.booleans(), some.none() | versions),
    some.builds(HoldSeen, some.floats(0, 1)),
    some.builds(TraySeen, trays),
    some.builds(DiceRead, trays, versions),
    some.builds(PhoneChose, objects, versions, devices),
    some.builds(DiceTyped, dice, versions),
    some.builds(UndoAsked, versions, some.none() | some.integers(-1, 30)),
    some.builds(RedoAsked, versions),
    some.builds(PositionTyped, objects, versions),
    some.builds(LookAsked, versions),
    some.builds(OddsAsked, some.booleans()),
    some.builds(LevelPicked, seats, some.sampled_from(["nothing", "odds", "advice", "all"]), some.none() | devices),
    some.builds(BrightnessAsked, some.integers(-1, 4)),
    some.builds(SeatClaimed, seats, some.booleans(), devices, some.booleans()),
    some.builds(NewGameAsked, some.sampled_from([*GAMES, "chess"]), some.just(("Ann", "Bo")), objects, seats, versions),
    some.builds(LobbyAsked, versions),
    some.builds(PlayAgainAsked, versions),
    some.builds(DeviceChanged, some.sampled_from(["camera", "display"]), some.builds(Device, some.just("x"))),
    some.builds(AdviceFound, versions, some.none()),
    some.builds(HintsFound, versions, some.just(("A hint.",))),
    some.sampled_from([HintsAsked(), AdviceAsked(), NewPinAsked(), BoardChecked()]),
)


def one_sentence(refusal: Exception) -> None:
    said = str(refusal)
    assert said
    assert "\n" not in said


def machine_of(game: Game[Any]) -> type[RuleBasedStateMachine]:
    class AtTheTable(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self._folder = tempfile.TemporaryDirectory()
            self._journal = Journal(Path(self._folder.name) / "journal.sqlite")
            self._steps = Steps()

        @initialize(seed=some.integers(0, 2**16))
        def sit_down(self, seed: int) -> None:
            self._table = Table(GAMES, self._journal, start_game(game, set_up(game, Random(seed)), self._journal))

        @rule(seed=some.integers(0, 2**16))
        def play_on(self, seed: int) -> None:
            self._put(something_done(self._table.snapshot(), Random(seed)))

        @rule(wild=WILD)
        def do_something_wild(self, wild: Input) -> None:
            self._put(wild)

        @rule(button=some.sampled_from([Button.ROLL, Button.STOP]))
        def press_the_box(self, button: Button) -> None:
            self._put(ButtonPressed(button))

        @rule(times=some.integers(1, 3))
        def go_back_and_on_again(self, times: int) -> None:
            for asked in (*[UndoAsked] * times, *[RedoAsked] * times):
                self._put(asked(self._table.snapshot().version))

        @rule(to=some.integers(1, 20))
        def go_back_to(self, to: int) -> None:
            self._put(UndoAsked(self._table.snapshot().version, to))

        def _put(self, received: Input) -> None:
            before, was = self._table.snapshot(), seen(self._table)
            try:
                self._table.handle(received)
            except Refused as refusal:
                one_sentence(refusal)
                after = self._table.snapshot()
                assert (after.version, after.position) == (before.version, before.position)
                return
            rows = self._journal.rows(self._table._played.number)
            self._steps.took([row.event["event"] for row in rows if row.id > before.version], was, seen(self._table))

        @invariant()
        def what_is_shown_is_what_the_journal_says(self) -> None:
            if not hasattr(self, "_table"):
                return
            now = self._table.snapshot()
            again = Table(GAMES, self._journal, self._table._played.number).snapshot()
            assert (again.version, again.position, again.winners) == (now.version, now.position, now.winners)

        def teardown(self) -> None:
            self._journal.close()
            self._folder.cleanup()

    return AtTheTable


def at_any_table(game: Game[Any], examples: int, steps: int) -> None:
    """Raises where an order of inputs breaks it; hypothesis tells the shortest one, and how to repeat it."""
    run_state_machine_as_test(
        machine_of(game),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=examples == EXAMPLES,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_no_order_of_inputs_breaks_a_table(game: Game[Any]) -> None:
    at_any_table(game, EXAMPLES, STEPS)


def test_no_senseless_call_is_answered_by_a_fault() -> None:
    fuzzed = senseless_calls(seed=1, count=400)

    assert fuzzed.wrong == []
    assert fuzzed.requests == 400
