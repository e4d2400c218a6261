"""What ROLL and STOP take from the open prompts (DESIGN section 4), by the options' roles alone: no game is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.events import Event
from companion.game import IllegalEvent
from companion.history import History
from companion.prompts import Choose, Role
from companion.snapshot import OpenPrompt


def taken_by_roll(opened: Sequence[OpenPrompt]) -> Event | None:
    """The highlighted option, unless it is one of role stop."""
    chosen = _highlighted(opened)
    return None if chosen is None or chosen[1] is Role.STOP else chosen[0]


def taken_by_stop(history: History[Any], opened: Sequence[OpenPrompt]) -> tuple[Event, ...]:
    """The highlighted option and the stop after it: events of one press.

    Raises:
        IllegalEvent: nothing can be stopped; the sentence says what ROLL does instead.
    """
    chosen = _highlighted(opened)
    if chosen is None:
        raise IllegalEvent(
            "There is nothing to stop now: roll the dice." if opened else "The game is over: ROLL plays again."
        )
    event, role = chosen
    if role is Role.STOP:
        return (event,)
    after = history.after(event)
    for prompt in after.game.prompts(after.state):
        if isinstance(prompt, Choose) and Role.STOP in prompt.roles:
            return event, prompt.options[prompt.roles.index(Role.STOP)]
    if after.game.outcome(after.state):
        return (event,)
    raise IllegalEvent("That cannot be stopped: press ROLL to go on.")


def _highlighted(opened: Sequence[OpenPrompt]) -> tuple[Event, Role] | None:
    for one in opened:
        if isinstance(one.prompt, Choose):
            return one.prompt.options[one.highlight], one.prompt.roles[one.highlight]
    return None
