"""Can't Stop Express (Sid Sackson, 1969 as Solitaire Dice). The rules, numbered, are in RULES.md."""

from companion.events import DiceRolled
from companion.game import Game, Option
from companion.games.express import corrections, position, rules, screens
from companion.games.express.rules import SelectionMade, SelectionTakenBack, State
from companion.language import later

EXPRESS: Game[State] = Game(
    name="express",
    title="Can't Stop Express",  # in no language
    seats=position.SEATS,
    options=(
        Option(
            "penalty",
            position.PENALTIES,
            later("What a row with one to four marks costs; 150 is the easy game."),
            later("A row of 1 to 4 marks; 150 is the easy game."),
        ),
        Option(
            "different_start",
            (False, True),
            later("On the first throw everybody puts a different value aside."),
            later("First throw: fifth dice must all differ."),
        ),
        Option(
            "reveal",
            position.REVEALS,
            later("together: screens hide what the others chose until all are in."),
            later("together: hidden until everybody has chosen."),
        ),
    ),
    events=(DiceRolled, SelectionMade, SelectionTakenBack),
    start=position.start,
    from_position=position.from_position,
    position=position.position,
    prompts=rules.prompts,
    apply=rules.apply,
    explain=screens.explain,
    tell=screens.tell,
    also=screens.also,
    outcome=rules.outcome,
    view=screens.view,
    label=screens.label,
    path=screens.path,
    effect=screens.effect,
    corrections=corrections.corrections,
    scores=rules.scores,
    shown=position.shown,
    filled=position.filled,
)
