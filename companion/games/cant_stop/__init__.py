"""Can't Stop (Sid Sackson, 1980). The rules, numbered, are in RULES.md."""

from companion.events import DiceRolled
from companion.game import Game, Option
from companion.games.cant_stop import corrections, position, rules, screens
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, State, Stopped

CANT_STOP: Game[State] = Game(
    name="cant-stop",
    title="Can't Stop",
    seats=range(1, 5),
    options=(
        Option(
            "columns_to_win",
            (3, 4, 5),
            "Columns that win; a longer game takes 5 for two players, 4 for three.",
            "Columns that win; longer: 5 for two, 4 for three.",
        ),
        Option(
            "same_space",
            ("share", "blocking"),
            "blocking: no stop while a runner stands on another's token.",
            "blocking: no stop on another's token.",
        ),
        Option(
            "stop_when_won",
            (False, True),
            "The turn stops by itself as soon as it wins the game.",
            "The turn stops by itself once it wins.",
        ),
    ),
    events=(DiceRolled, SplitChosen, Stopped, BustAccepted),
    start=position.start,
    from_position=position.from_position,
    position=position.position,
    prompts=rules.prompts,
    apply=rules.apply,
    explain=screens.explain,
    tell=screens.tell,
    outcome=rules.outcome,
    view=screens.view,
    label=screens.label,
    corrections=corrections.corrections,
    odds=screens.odds,
    also=screens.also,
)
