"""What a table may want otherwise (RULES.md, ambiguities), each with one line of what it does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from companion.game import BadPosition
from companion.games.cant_stop.options import COLUMNS_TO_WIN, STOP_WHEN_WON
from companion.language import later
from companion.options import Option


@dataclass(frozen=True)
class Options:
    """What the table agreed on at set-up. The names are those of positions; OPTIONS says what each does."""

    tiles: str = "companion"
    hazard: str = "sum"
    shield: str = "adjust"
    shields_per_roll: int | None = None
    shield_on_hazard: bool = True
    map: str = "runner"
    reminders: str = "once"
    token: str = "stays"
    off_bottom: str = "marker"
    won_column: str = "acts"
    overshoot: str = "wins"
    roundabout: str = "any"
    roundabout_discarded: bool = False
    loop: str = "stays"
    third_column: str = "at-once"


FROM_CANT_STOP: Final = (COLUMNS_TO_WIN, STOP_WHEN_WON)

OPTIONS: Final = (
    Option(
        "tiles",
        ("companion", "table"),
        later("companion: it shuffles and turns the tiles; table: real tiles lie there."),
        later("Who holds the tiles: this companion, or the table."),
        title=later("tiles"),
        words=(later("companion"), later("table")),
    ),
    Option(
        "hazard",
        ("sum", "die", "split", "agreed"),
        later(
            "sum: two of the four dice make the column's number; die: one shows it; split: both pairs "
            "make it; agreed: the table judges."
        ),
        later("What passes: two dice's sum, one die, both pairs."),
        title=later("hazard"),
        words=(later("sum"), later("die"), later("split"), later("agreed")),
    ),
    Option(
        "shield",
        ("adjust", "adjust-die", "set-die"),
        later(
            "adjust: one die, so one pair's sum, by ± the number; adjust-die: the die stays within 1 to "
            "6; set-die: the die becomes the number."
        ),
        later("A shield adds to a die, or sets it."),
        title=later("shield"),
        words=(later("adjust"), later("adjust-die"), later("set-die")),
    ),
    Option(
        "shields_per_roll",
        (None, 1),
        later("1: only one shield may change a roll."),
        title=later("shields per roll"),
    ),
    Option(
        "shield_on_hazard",
        (True, False),
        later("no: no shield helps on a hazard's roll."),
        later("no: no shield helps on a hazard's roll."),
        title=later("shield on hazard"),
    ),
    Option(
        "map",
        ("runner", "push"),
        later("runner: a fourth white marker; push: one marker once goes up to four spaces."),
        later("runner: a 4th marker; push: one goes 4 spaces."),
        title=later("map"),
        words=(later("runner"), later("push")),
    ),
    Option(
        "reminders",
        ("once", "cumulative"),
        later("cumulative: every Map and every Lost held counts, 1 to 5 markers."),
        later("cumulative: every Map and every Lost counts."),
        title=later("reminders"),
        words=(later("once"), later("cumulative")),
    ),
    Option(
        "token",
        ("stays", "travels"),
        later("travels: the token of the column that a marker leaves goes along."),
        later("travels: a token goes along sideways."),
        title=later("token"),
        words=(later("stays"), later("travels")),
    ),
    Option(
        "off_bottom",
        ("marker", "token", "turn"),
        later(
            "Below the bottom is lost: the marker's progress; the token of that column too; or the "
            "whole turn's progress."
        ),
        later("What is lost below: marker, token or turn."),
        title=later("off bottom"),
        words=(later("marker"), later("token"), later("turn")),
    ),
    Option(
        "won_column",
        ("acts", "removed"),
        later("removed: a marker that enters a won column goes at once, no tile acts."),
        later("removed: a marker leaves a won column at once."),
        title=later("won column"),
        words=(later("acts"), later("removed")),
    ),
    Option(
        "overshoot",
        ("wins", "exact"),
        later("exact: a Fast Lane past the top does not move the marker."),
        later("exact: past the top it does not move."),
        title=later("overshoot"),
        words=(later("wins"), later("exact")),
    ),
    Option(
        "roundabout",
        ("any", "on-board"),
        later("on-board: a Roundabout must not lead below the bottom."),
        later("on-board: it must not lead off the bottom."),
        title=later("roundabout"),
        words=(later("any"), later("on-board")),
    ),
    Option(
        "roundabout_discarded",
        (False, True),
        later("yes: a Roundabout leaves the game once it was used."),
        later("yes: it leaves the game once used."),
        title=later("roundabout discarded"),
    ),
    Option(
        "loop",
        ("stays", "loses"),
        later("A marker that comes round in a loop stays there, or loses its progress."),
        later("loses: a loop costs the marker its progress."),
        title=later("loop"),
        words=(later("stays"), later("loses")),
    ),
    Option(
        "third_column",
        ("at-once", "finish"),
        later("finish: the other markers are still checked after the winning one."),
        later("finish: the others are still checked."),
        title=later("third column"),
        words=(later("at-once"), later("finish")),
    ),
)


def options_of(given: Mapping[str, object]) -> Options:
    """The options among `given`; those left out are the defaults. Raises BadPosition."""
    chosen = {}
    for option in OPTIONS:
        value = given.get(option.name, option.values[0])
        # The type too: JSON's true is no 1.
        if not any(type(value) is type(allowed) and value == allowed for allowed in option.values):
            raise BadPosition(f"{option.name} must be {_either(option)}, not {_in_json(value)}")
        chosen[option.name] = value
    return Options(**chosen)  # type: ignore[arg-type]


def as_json(options: Options) -> dict[str, object]:
    return {field.name: getattr(options, field.name) for field in fields(options)}


def _either(option: Option) -> str:
    *rest, last = map(_in_json, option.values)
    return f"{', '.join(rest)} or {last}"  # in no language


def _in_json(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
