"""Snapshots for the OLED's tests, and the golden pictures: `python -m tests.hardware.screens` draws them anew."""

from pathlib import Path
from typing import Any, Final

from PIL import Image

from companion.events import Event
from companion.inputs import Tray, TrayState
from companion.prompts import Choose, Role, RollDice
from companion.snapshot import OpenPrompt, Snapshot
from companion.view import View
from hardware.layout import draw, start_screen

GOLDEN: Final = Path(__file__).with_name("golden")


def snapshot(**changes: Any) -> Snapshot:
    fields: dict[str, Any] = {
        "version": 3,
        "game": "cant_stop",
        "title": "Can't Stop",
        "position": {},
        "prompts": (OpenPrompt(RollDice(4, 0), 3),),
        "view": View("Anna to roll", "2:1", ("7: 3 of 13", "8: 5 of 11")),
        "announce": (("roll", "look"), ("stop", "undo")),
    }
    return Snapshot(**(fields | changes))


def choosing(labels: tuple[str, ...], highlight: int, roll: tuple[int, ...] = (3, 5, 2, 6)) -> Snapshot:
    options: tuple[Event, ...] = ()
    prompt = OpenPrompt(Choose(0, options, (Role.GO,) * len(labels)), 3, highlight, labels)
    return snapshot(
        prompts=(prompt,),
        view=View("Anna", "2:1", roll=roll),
        announce=(("roll", "take"), ("stop", "stop"), ("choose", "next")),
    )


def screens() -> dict[str, Image.Image]:
    unsure = Tray(TrayState.UNSURE, (3, 5), ("Two dice touch: move them apart.",), 7)
    return {
        "board": draw(snapshot()),
        "choice": draw(choosing(("5+11", "7+9", "8", "8+8"), 1)),
        "many": draw(choosing(tuple(f"{n} of {n + 1}" for n in range(9)), 7)),
        "move": draw(snapshot(view=View("Bea to roll", "2:1", move=(("Anna: 7 up to 5",), ("Anna: 8 up to 6",))))),
        "told": draw(snapshot(told=("Anna rolled 1 1 2 3.", "Anna busts: no pair fits. The white markers go home."))),
        "unsure": draw(snapshot(tray=unsure)),
        "notice": draw(snapshot(notice="That was the last step: there is nothing left to undo.")),
        "winner": draw(snapshot(view=View("Anna has won", "3:1"), winners=(0,), prompts=())),
        "start": start_screen("192.168.178.123:8080", "4711"),
        "start_name": start_screen("companion-on-the-shelf.local:8080", None),
    }


if __name__ == "__main__":
    for name, image in screens().items():
        image.save(GOLDEN / f"{name}.png")
