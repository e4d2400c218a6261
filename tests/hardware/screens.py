"""Screens for the OLED's tests, and the golden pictures: `python -m tests.hardware.screens` draws them anew."""

from pathlib import Path
from typing import Any, Final

from PIL import Image

from companion.prompts import RollDice
from companion.screen import Screen
from companion.snapshot import OpenPrompt, Snapshot
from companion.view import View
from hardware.layout import draw
from hardware.start import start_screen

GOLDEN: Final = Path(__file__).with_name("golden")

TURN: Final = Screen("Anna to roll", "2:1", text=("7: 3 of 13", "8: 5 of 11"), bottom="ROLL look  STOP undo")

SCREENS: Final = {
    "turn": TURN,
    "page_1": Screen(
        "Bea to roll",
        "2:1",
        text=("Anna stops. Move her", "red tokens up:", "7 to space 5 of 13"),
        page=(1, 2),
        bottom="ROLL more  STOP undo",
    ),
    "page_2": Screen("Bea to roll", "2:1", text=("8 to space 6 of 11",), page=(2, 2), bottom="ROLL go on  STOP undo"),
    "choice": Screen(
        "Anna", "2:1", (3, 5, 2, 6), entries=("5 + 11", "7 + 9", "8 + 8"), at=1, bottom="ROLL take  STOP take+stop"
    ),
    "choice_two": Screen("Anna", "2:1", (1, 1, 2, 3), entries=("2 + 5", "3 + 4"), bottom="ROLL take  STOP take+stop"),
    "choice_six": Screen(
        "Maximiliane",
        "2:1",
        (3, 5, 2, 6),
        entries=("5", "11", "7", "9", "8 + 8", "6 + 10"),
        at=4,
        bottom="ROLL take  STOP take+stop",
    ),
    "choice_odds": Screen(
        "Anna",
        "bust 9%",
        (3, 5, 2, 6),
        entries=("5 + 11 24%", "7 + 9 8%", "8 + 8 17%", "8 41%"),
        at=2,
        bottom="ROLL take  STOP take+stop",
    ),
    "list": Screen(
        "Which game?",
        entries=(
            "Can't Stop",
            "Can't Stop: Highway",
            "Can't Stop: Express",
            "Rush Hour Shift",
            "Once more as last",
            "Switch off safely",
            "PIN",
        ),
        at=3,
        bottom="ROLL take  STOP back",
    ),
    "tree": Screen(
        "Anna: fifth die",
        "145",
        (1, 3, 4, 4, 6),
        entries=("1", "3", "4", "6", "back"),
        at=2,
        bottom="ROLL take  STOP back",
    ),
    "menu": Screen(
        "Menu",
        "2:1",
        entries=(
            "Dice by hand",
            "Undo",
            "Redo",
            "Odds on",
            "Correct the board",
            "New game",
            "PIN and address",
            "Brightness",
            "Switch off safely",
        ),
        at=0,
        bottom="ROLL take  STOP back",
    ),
    "players": Screen(
        "How many play?",
        entries=("2", "3", "4"),
        at=1,
        small=("Two to four. Names and", "colours can be changed on", "a phone at any time."),
        bottom="ROLL take  STOP back",
    ),
    "by_hand": Screen(
        "Dice by hand",
        dice=(3, 5, None, None),
        die_at=2,
        text=("Hold ROLL: one more", "ROLL: the next die"),
        bottom="ROLL next  STOP look",
    ),
    "unsure": Screen(
        "Anna to roll",
        "2:1",
        (3, 5, None, None),
        text=("Two dice touch: move", "them apart."),
        bottom="ROLL look  STOP by hand",
    ),
    "bust": Screen(
        "Anna busts",
        "2:1",
        (1, 1, 2, 3),
        text=("No pair fits: runners", "go home."),
        bottom="ROLL ok  hold STOP undo",
    ),
    "notice": Screen(
        "Anna to roll",
        "2:1",
        text=("That was the last", "step: nothing is left", "to undo."),
        bottom="ROLL look  STOP undo",
    ),
    "winner": Screen("Can't Stop", "3:1", big="Anna has won", bottom="ROLL play again"),
    "winner_long": Screen(
        "Can't Stop",
        "3:1:0:2",
        big="Maximiliane has won",
        text=("7, 8 and 12 are hers.",),
        bottom="ROLL again  STOP new game",
    ),
    "winner_told": Screen(
        "Can't Stop", "3:1", big="Bo has won", text=("Columns 7, 8 and 12.", "12 rounds."), bottom="ROLL play again"
    ),
    "hold": Screen("Anna to roll", "2:1", text=("7: 3 of 13", "8: 5 of 11"), bottom="keep holding: undo", bar=3 / 7),
    "help": Screen(
        "Help",
        small=(
            "Throw all four dice into",
            "the tray. Once they lie",
            "still they are read. No",
            "button is needed, and a",
            "wrong one can be undone.",
        ),
        page=(1, 3),
        bottom="ROLL more  STOP back",
    ),
}
"""Every kind of screen, as the table makes them."""


def snapshot(screen: Screen = TURN, **changes: Any) -> Snapshot:
    fields: dict[str, Any] = {
        "version": 3,
        "game": "cant-stop",
        "title": "Can't Stop",
        "position": {},
        "prompts": (OpenPrompt(RollDice(4, 0), 3),),
        "view": View("Anna to roll", "2:1"),
        "screen": screen,
    }
    return Snapshot(**(fields | changes))


def screens() -> dict[str, Image.Image]:
    return {name: draw(screen) for name, screen in SCREENS.items()} | {
        "start": start_screen("192.168.178.123:8080", "4711"),
        "start_name": start_screen("companion-on-the-shelf.local:8080", None),
    }


if __name__ == "__main__":
    for name, image in screens().items():
        image.save(GOLDEN / f"{name}.png")
