"""What a table may want otherwise (RULES.md, ambiguities), each with one line of what it does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from companion.game import BadPosition, Option


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


FROM_CANT_STOP: Final = (
    Option(
        "columns_to_win",
        (3, 4, 5),
        "Columns that win; a longer game takes 5 for two players, 4 for three.",
        "Columns that win; longer: 5 for two, 4 for three.",
    ),
    Option(
        "stop_when_won",
        (False, True),
        "The turn stops by itself as soon as it wins the game.",
        "The turn stops by itself once it wins.",
    ),
)

OPTIONS: Final = (
    Option(
        "tiles",
        ("companion", "table"),
        "companion: it shuffles and turns the tiles; table: real tiles lie there.",
        "Who holds the tiles: this companion, or the table.",
    ),
    Option(
        "hazard",
        ("sum", "die", "split", "agreed"),
        "sum: two of the four dice make the column's number; die: one shows it; split: both pairs make it;"
        " agreed: the table judges.",
        "What passes: two dice's sum, one die, both pairs.",
    ),
    Option(
        "shield",
        ("adjust", "adjust-die", "set-die"),
        "adjust: one die, so one pair's sum, by ± the number; adjust-die: the die stays within 1 to 6;"
        " set-die: the die becomes the number.",
        "A shield adds to a die, or sets it.",
    ),
    Option("shields_per_roll", (None, 1), "1: only one shield may change a roll."),
    Option(
        "shield_on_hazard",
        (True, False),
        "no: no shield helps on a hazard's roll.",
        "no: no shield helps on a hazard's roll.",
    ),
    Option(
        "map",
        ("runner", "push"),
        "runner: a fourth white marker; push: one marker once goes up to four spaces.",
        "runner: a 4th marker; push: one goes 4 spaces.",
    ),
    Option(
        "reminders",
        ("once", "cumulative"),
        "cumulative: every Map and every Lost held counts, 1 to 5 markers.",
        "cumulative: every Map and every Lost counts.",
    ),
    Option(
        "token",
        ("stays", "travels"),
        "travels: the token of the column that a marker leaves goes along.",
        "travels: a token goes along sideways.",
    ),
    Option(
        "off_bottom",
        ("marker", "token", "turn"),
        "Below the bottom is lost: the marker's progress; the token of that column too; or the whole turn's progress.",
        "What is lost below: marker, token or turn.",
    ),
    Option(
        "won_column",
        ("acts", "removed"),
        "removed: a marker that enters a won column goes at once, no tile acts.",
        "removed: a marker leaves a won column at once.",
    ),
    Option(
        "overshoot",
        ("wins", "exact"),
        "exact: a Fast Lane past the top does not move the marker.",
        "exact: past the top it does not move.",
    ),
    Option(
        "roundabout",
        ("any", "on-board"),
        "on-board: a Roundabout must not lead below the bottom.",
        "on-board: it must not lead off the bottom.",
    ),
    Option(
        "roundabout_discarded",
        (False, True),
        "yes: a Roundabout leaves the game once it was used.",
        "yes: it leaves the game once used.",
    ),
    Option(
        "loop",
        ("stays", "loses"),
        "A marker that comes round in a loop stays there, or loses its progress.",
        "loses: a loop costs the marker its progress.",
    ),
    Option(
        "third_column",
        ("at-once", "finish"),
        "finish: the other markers are still checked after the winning one.",
        "finish: the others are still checked.",
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
    return f"{', '.join(rest)} or {last}"


def _in_json(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
