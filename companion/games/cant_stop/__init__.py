"""Can't Stop (Sid Sackson, 1980). The rules, numbered, are in RULES.md."""

from companion.events import DiceRolled
from companion.game import Game
from companion.games.cant_stop import corrections, position, rules, screens
from companion.games.cant_stop.options import OPTIONS
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, State, Stopped
from companion.games.cant_stop.seen import BOARD
from companion.games.cant_stop.solitaire import solitaire

CANT_STOP: Game[State] = Game(
    name="cant-stop",
    title="Can't Stop",
    seats=range(1, 5),
    options=OPTIONS,
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
    board=BOARD,
    solitaire=solitaire,
)
