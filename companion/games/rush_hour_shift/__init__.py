"""Rush Hour Shift (Alex Siedband, 2015). The rules, numbered, are in RULES.md."""

from companion.game import Game, Option
from companion.games.rush_hour_shift import corrections, hints, layouts, position, refusals, rules, screens
from companion.games.rush_hour_shift.cards import DECKS, own_deck
from companion.games.rush_hour_shift.rules import CardPlayed, DrawAgreed, PartShifted, State, TurnEnded, VehicleMoved
from companion.games.rush_hour_shift.setups import LAYOUTS

RUSH_HOUR_SHIFT: Game[State] = Game(
    name="rush-hour-shift",
    title="Rush Hour Shift",
    seats=range(2, 3),
    options=(
        Option(
            "layout",
            tuple(LAYOUTS),
            "How the vehicles stand, the easiest first; or enter the one on your table.",
            "How the vehicles stand, the easiest first.",
            own=layouts.own_layout,
        ),
        Option(
            "move",
            ("up-to", "all"),
            "all: every space of a MOVE must be used, if one can be.",
            "all: every space of a MOVE must be used.",
        ),
        Option(
            "move_and_shift",
            ("each", "pool"),
            "pool: its number counts spaces and shifted rows together.",
            "pool: spaces and rows come from one number.",
        ),
        Option(
            "draw",
            ("none", "agreed", "third"),
            "agreed: by word; third: the same position three times.",
            "third: when a position came three times.",
        ),
        Option(
            "deck",
            tuple(DECKS),
            "Both public lists of the 32 cards are unconfirmed: count yours.",
            "Unconfirmed: count your own cards.",
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
    tell=screens.tell,
    outcome=rules.outcome,
    begins_again=rules.begins_again,
    view=screens.view,
    label=screens.label,
    corrections=corrections.corrections,
    path=screens.path,
    effect=screens.effect,
    hints=hints.hints,
    findings=layouts.findings,
)
