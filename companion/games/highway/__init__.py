"""Rollin' Down the Highway (Sauer and Horger), an expansion of Can't Stop. The rules, numbered, are in RULES.md."""

from companion.events import DiceRolled
from companion.game import Game
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped
from companion.games.highway import corrections, lists, position, refusals, rules, screens, secrets, telling
from companion.games.highway.events import (
    DirectionChosen,
    HazardJudged,
    MarkerPicked,
    MarkerPushed,
    ShieldUsed,
    TileRevealed,
    TilesShuffled,
)
from companion.games.highway.options import FROM_CANT_STOP, OPTIONS
from companion.games.highway.seen import BOARD
from companion.games.highway.state import State
from companion.language import later

HIGHWAY: Game[State] = Game(
    name="highway",
    title=later("Rollin' Down the Highway"),
    brief=later("Down the Highway"),
    seats=position.SEATS,
    options=(*FROM_CANT_STOP, *OPTIONS),
    events=(
        DiceRolled,
        SplitChosen,
        Stopped,
        BustAccepted,
        TilesShuffled,
        MarkerPicked,
        TileRevealed,
        DirectionChosen,
        ShieldUsed,
        MarkerPushed,
        HazardJudged,
    ),
    start=position.start,
    from_position=position.from_position,
    position=position.position,
    prompts=rules.prompts,
    apply=rules.apply,
    explain=refusals.explain,
    tell=telling.tell,
    outcome=rules.outcome,
    view=screens.view,
    label=screens.label,
    corrections=corrections.corrections,
    path=lists.path,
    effect=screens.effect,
    loses=screens.loses,
    unasked=rules.unasked,
    odds=screens.odds,
    more_odds=screens.more_odds,
    shuffled=rules.shuffled,
    shown=secrets.shown,
    masked=secrets.masked,
    filled=secrets.filled,
    board=BOARD,
)
