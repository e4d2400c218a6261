"""Rush Hour Shift (Alex Siedband, 2015). The rules, numbered, are in RULES.md."""

from companion.game import Game, Option
from companion.games.rush_hour_shift import (
    corrections,
    hints,
    layouts,
    moving,
    position,
    refusals,
    rules,
    screens,
    telling,
)
from companion.games.rush_hour_shift.cards import DECKS, own_deck
from companion.games.rush_hour_shift.rules import CardPlayed, DrawAgreed, PartShifted, State, TurnEnded, VehicleMoved
from companion.games.rush_hour_shift.setups import LAYOUTS
from companion.language import later

RUSH_HOUR_SHIFT: Game[State] = Game(
    name="rush-hour-shift",
    title="Rush Hour Shift",  # in no language
    seats=range(2, 3),
    plays=("gold", "silver"),
    options=(
        Option(
            "layout",
            tuple(LAYOUTS),
            later("How the vehicles stand, the easiest first; or enter the one on your table."),
            later("How the vehicles stand, the easiest first."),
            title=later("Layout"),
            words=(later("1, easiest"), "2", "3", later("4, hardest")),
            own=layouts.own_layout,
        ),
        Option(
            "move",
            ("up-to", "all"),
            later("How much of a MOVE is used: as many of its spaces as one likes, or all of them if one can."),
            later("all of it: every space of a MOVE must be used."),
            title="MOVE",
            words=(later("as you like"), later("all of it")),
        ),
        Option(
            "move_and_shift",
            ("each", "pool"),
            later("What the number on MOVE & SHIFT counts: the spaces moved, or these and the rows shifted together."),
            later("What its number counts: spaces, or rows as well."),
            title="MOVE&SHIFT",
            words=(later("spaces"), later("both")),
        ),
        Option(
            "draw",
            ("none", "agreed", "third"),
            later(
                "Nobody but a winner ends it; or both players may call it a draw; "
                "or the third time that a position comes."
            ),
            later("By word of both; or when a position comes again."),
            title=later("Draws"),
            words=(later("none"), later("by agreement"), later("the third time")),
        ),
        Option(
            "deck",
            tuple(DECKS),
            later("There are two public lists of the 32 cards, neither confirmed: count yours."),
            later("Unconfirmed: count your own cards."),
            title=later("Deck"),
            words=(later("19 MOVE cards"), later("16 MOVE cards")),
            own=own_deck,
        ),
    ),
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
)
