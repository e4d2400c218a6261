"""Can't Stop Express (Sid Sackson, 1969 as Solitaire Dice). The rules, numbered, are in RULES.md."""

from companion.events import DiceRolled
from companion.game import Game
from companion.games.express import corrections, position, refusals, rules, screens, telling
from companion.games.express.options import OPTIONS
from companion.games.express.rules import SelectionMade, SelectionTakenBack, State
from companion.games.express.solitaire import solitaire

EXPRESS: Game[State] = Game(
    name="express",
    title="Can't Stop Express",  # in no language
    seats=position.SEATS,
    options=OPTIONS,
    events=(DiceRolled, SelectionMade, SelectionTakenBack),
    start=position.start,
    from_position=position.from_position,
    position=position.position,
    prompts=rules.prompts,
    apply=rules.apply,
    explain=refusals.explain,
    tell=telling.tell,
    also=telling.also,
    outcome=rules.outcome,
    view=screens.view,
    label=screens.label,
    path=screens.path,
    effect=screens.effect,
    corrections=corrections.corrections,
    scores=rules.scores,
    shown=position.shown,
    filled=position.filled,
    solitaire=solitaire,
)
