"""How much each player may be told: nothing, the odds, or advice too; and whom a question of advice is about.

The level goes with the name, so it outlives the game. It only says what may be asked for: nothing is said unasked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from companion.game import Game
from companion.language import say

if TYPE_CHECKING:
    from companion.snapshot import OpenPrompt


class Level(StrEnum):
    OFF = "off"
    ODDS = "odds"
    ADVICE = "advice"


DEFAULT = Level.ODDS
"""The companion knows the odds, and says them when asked; advice is more than most tables want."""


def offered(game: Game[Any] | None, advised: Collection[str]) -> tuple[Level, ...]:
    """The levels that make a difference in this game, the least first; empty: there is nothing to choose."""
    if game is None:
        return ()
    more = [Level.ODDS] * game.says_odds + [Level.ADVICE] * (game.name in advised)
    return (Level.OFF, *more) if more else ()


def effective(wanted: Level, levels: Sequence[Level]) -> Level:
    """What `wanted` comes to in a game that offers these levels: the most that is not above it."""
    order = tuple(Level)
    return max((one for one in levels if order.index(one) <= order.index(wanted)), key=order.index, default=Level.OFF)


def seats_awaited(opened: Iterable[OpenPrompt]) -> tuple[int, ...]:
    """Whom the table waits for to roll or to choose, in the order of its questions; empty: for nobody, or for anybody.

    What people see, a tile that is turned, is nobody's choice.
    """
    asked = (one.prompt for one in opened if not (getattr(one.prompt, "optional", False) or _is_seen(one.prompt)))
    seats = (prompt.seat for prompt in asked)
    return tuple(dict.fromkeys(seat for seat in seats if seat is not None))


def _is_seen(prompt: object) -> bool:
    options = getattr(prompt, "options", ())
    return bool(options) and all(option.is_seen for option in options)


def seat_in_turn(opened: Iterable[OpenPrompt]) -> int | None:
    """Whom the table waits for; None: for nobody, or for several."""
    seats = {one.prompt.seat for one in opened if not getattr(one.prompt, "optional", False)}
    return seats.pop() if len(seats) == 1 else None


def seat_advised(
    opened: Iterable[OpenPrompt], levels: Sequence[Level], claims: Sequence[str], device: str | None = None
) -> int | None:
    """Whom advice would be for: of those whom the table waits for and who want it, who has no phone of their own.

    `device`: who plays on this phone comes first, and who plays on another is left out; None: the box, which tells all.
    """
    of = dict(enumerate(claims))
    wanting = [seat for seat in seats_awaited(opened) if levels[seat] is Level.ADVICE]
    if device is None:
        return min(wanting, key=lambda seat: bool(of.get(seat)), default=None)
    here = [seat for seat in wanting if of.get(seat, "") in ("", device)]
    return min(here, key=lambda seat: of.get(seat, "") != device, default=None)


def no_advice(name: str) -> str:
    """What is said to whoever asks for advice on a seat that wants none."""
    return say("{name} plays without advice: allow it first under Odds and advice.", name=name)


def may_hear_odds(levels: Sequence[Level], seat: int | None) -> bool:
    """Whether the odds of what this seat does may be said; None: of what anybody does."""
    return all(level is not Level.OFF for level in (levels if seat is None else levels[seat : seat + 1]))
