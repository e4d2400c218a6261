"""Where the next game is agreed on: the game, its options, who plays in which colour and order, and who begins.

The lobby is itself a `Game` without seats: its events are in the journal, so a pulled plug costs nothing, a step back
is an undo, and the same prompts serve the box and the phones. What is agreed becomes the `GameStarted` of a real game.
"""

from collections.abc import Mapping
from typing import Any

from companion.events import DiceRolled
from companion.game import Game
from companion.lobby import faults, rules, screens, set_up
from companion.lobby.events import EVENTS, GameResumed, SetUpDone
from companion.lobby.set_up import NAME
from companion.strengths import Playable

__all__ = ["NAME", "GameResumed", "SetUpDone", "lobby_game"]


def lobby_game(games: Mapping[str, Game[Any]], playable: Playable | None = None) -> Game[set_up.Lobby]:
    """The lobby that offers these games; the companion may take a seat where it can play them. None: in any, for what
    was agreed on once stays so."""
    against = faults.Faults(games, playable)
    of = rules.Rules(games, against)
    words = screens.Screens(games, of, against)
    return Game(
        name=NAME,
        title="Companion",  # in no language
        seats=range(0),
        options=(),
        events=(DiceRolled, *EVENTS),
        start=lambda players, options, first: set_up.Lobby(),
        from_position=set_up.from_position,
        position=set_up.position,
        prompts=of.prompts,
        apply=of.apply,
        explain=words.explain,
        tell=words.tell,
        outcome=lambda state: None,
        view=words.view,
        label=words.label,
        corrections=lambda state: iter(()),
        path=words.path,
        effect=words.effect,
    )
