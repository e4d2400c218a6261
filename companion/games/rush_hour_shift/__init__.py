"""Rush Hour Shift (Alex Siedband, 2015). The rules, numbered, are in RULES.md."""

from companion.game import Game
from companion.games.rush_hour_shift import (
    corrections,
    hand,
    hints,
    layouts,
    moving,
    position,
    refusals,
    rules,
    screens,
    seen,
    telling,
)
from companion.games.rush_hour_shift.options import OPTIONS
from companion.games.rush_hour_shift.rules import CardPlayed, DrawAgreed, PartShifted, State, TurnEnded, VehicleMoved
from companion.language import later

RUSH_HOUR_SHIFT: Game[State] = Game(
    name="rush-hour-shift",
    title="Rush Hour Shift",  # in no language
    seats=range(2, 3),
    plays=("gold", "silver"),
    options=OPTIONS,
    events=(CardPlayed, VehicleMoved, PartShifted, TurnEnded, DrawAgreed),
    start=position.start,
    from_position=position.from_position,
    position=position.position,
    prompts=rules.prompts,
    apply=rules.apply,
    explain=refusals.explain,
    tell=telling.tell,
    outcome=rules.outcome,
    begins_again=rules.begins_again,
    view=screens.view,
    also=moving.also,
    label=screens.label,
    corrections=corrections.corrections,
    path=screens.path,
    effect=screens.effect,
    hints=hints.hints,
    findings=layouts.findings,
    in_hand=hand.in_hand,
    board=seen.BOARD,
    for_companion=later(
        "Deal it four cards face down. It plays cards of its own: each turn lay one of the four unseen on the discards,"
        " move what it says, and draw one."
    ),
)
