"""People at random: whoever sits at a table and does something that it offers, undoes, redoes, or looks back."""

from __future__ import annotations

import contextlib
from random import Random
from typing import Any

from companion.events import Json, encode
from companion.game import Game
from companion.inputs import DiceTyped, Input, PhoneChose, PlayAgainAsked, RedoAsked, UndoAsked
from companion.prompts import Choose, RevealTile, RollDice
from companion.snapshot import Snapshot
from companion.start import new_game

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")


def set_up(game: Game[Any], chance: Random) -> Any:
    """The first event of a game with seats and options at random."""
    names = NAMES[: chance.choice(game.seats)]
    with contextlib.suppress(ValueError):
        return new_game(game, names, {option.name: chance.choice(option.values) for option in game.options}, 0)
    return new_game(game, names, {}, 0)


def something_done(now: Snapshot, chance: Random) -> Input:
    """An input that the table may take: mostly what it asks for, now and then a step back or on again."""
    step = chance.random()
    if now.can_redo and step < 0.3:
        return RedoAsked(now.version)
    if now.can_undo and step < 0.12:
        return UndoAsked(now.version)
    asked = chance.choice(now.prompts) if now.prompts else None
    match asked.prompt if asked else None:
        case RollDice(count):
            return DiceTyped(tuple(chance.randint(1, 6) for _ in range(count)), now.version)
        case Choose(options=options) | RevealTile(options=options):
            return PhoneChose(encode(chance.choice(options)), now.version)
    return PlayAgainAsked(now.version)


def something_posted(now: Json, chance: Random) -> tuple[str, Json]:
    """The same over HTTP, from a snapshot as a phone gets it: the call's name and its body."""
    version, step = now["version"], chance.random()
    if now["can_redo"] and step < 0.3:
        return "redo", {"version": version}
    if now["can_undo"] and step < 0.12:
        return "undo", {"version": version}
    asked: Json = chance.choice(now["prompts"]) if now["prompts"] else {"kind": ""}
    if asked["kind"] == "RollDice":
        return "dice", {"version": version, "values": [chance.randint(1, 6) for _ in range(asked["count"])]}
    if asked.get("options"):
        return "choose", {"version": version, "event": chance.choice(asked["options"])}
    return "again", {"version": version}
