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

TURN: Final = Screen("Anna to roll", "2:1", text=("7: 3 of 13", "8: 5 of 11"), bottom="ROLL read dice STOP stop")
MENU: Final = (
    "Dice by hand",
    "Undo",
    "Redo",
    "Odds: off",
    "Correct the board",
    "New game",
    "This box",
    "back",
)

SCREENS: Final = {
    "turn": TURN,
    "throw": Screen("Anna to roll", "0:0", text=("Throw 4 dice",), bottom="ROLL read dice"),
    "page_1": Screen(
        "Bea to roll",
        "2:1",
        text=("Anna stops. Move her", "red tokens up:", "7 to space 5 of 13"),
        page=(1, 2),
        bottom="ROLL read on  STOP back",
    ),
    "page_2": Screen(
        "Bea to roll", "2:1", text=("8 to space 6 of 11",), page=(2, 2), bottom="ROLL read dice STOP back"
    ),
    "choice": Screen(
        "Anna",
        "2:1",
        (3, 5, 2, 6),
        ("HOLD next", "HOLD>"),
        entries=("5 + 11", "7 + 9", "8 + 8"),
        at=1,
        bottom="ROLL take  STOP take+stop",
    ),
    "choice_two": Screen(
        "Anna", "2:1", (1, 1, 2, 3), ("CHOOSE next",), entries=("2 + 5", "3 + 4"), bottom="ROLL take  STOP take+stop"
    ),
    "choice_six": Screen(
        "Maximiliane",
        "2:1",
        (3, 5, 2, 6),
        ("CHOOSE next",),
        entries=("5", "11", "7", "9", "8 + 8", "6 + 10"),
        at=4,
        bottom="ROLL take  STOP take+stop",
    ),
    "choice_odds": Screen(
        "Anna",
        "bust 9%",
        (3, 5, 2, 6),
        ("HOLD next", "HOLD>"),
        entries=("5 + 11 24%", "7 + 9 8%", "8 + 8 17%", "8 41%"),
        at=2,
        bottom="ROLL take  STOP take+stop",
    ),
    "choice_odds_six": Screen(
        "Anna",
        "2:1",
        (3, 5, 2, 6),
        ("HOLD next", "HOLD>"),
        entries=("5 24%", "11 30%", "7 + 9 8%", "8 + 8 17%", "10 + 6 12%", "6 + 10 19%"),
        at=4,
        bottom="ROLL take  STOP take+stop",
    ),
    "list": Screen(
        "Which game?",
        entries=("Can't Stop", "Can't Stop: Highway", "Can't Stop: Express", "Rush Hour Shift", "The same once more"),
        at=3,
        bottom="ROLL take STOP back HOLD>",
    ),
    "list_hint": Screen(
        "Rollers",
        entries=("Normal", "Blocked spaces", "back"),
        small=("Nobody may end a turn on", "another's token."),
        at=1,
        bottom="ROLL take STOP back HOLD>",
    ),
    "tree": Screen(
        "Anna: fifth die",
        "145",
        (1, 3, 4, 4, 6),
        ("CHOOSE next",),
        entries=("1", "3", "4", "6"),
        at=2,
        bottom="ROLL open  STOP back",
    ),
    "tree_hint": Screen(
        "Tile 5 of 7?",
        "2:1",
        (3, 5, 2, 6),
        ("HOLD next", "HOLD>"),
        entries=("Oil slick", "Fuel stop", "Detour"),
        small=("Your runner slides back", "to the space below it."),
        page=(2, 2),
        bottom="ROLL take  STOP back",
    ),
    "menu": Screen("Menu", entries=MENU, bottom="ROLL open STOP back HOLD>"),
    "menu_end": Screen("Menu", entries=MENU, at=7, bottom="ROLL back STOP back HOLD>"),
    "players": Screen(
        "How many play?",
        entries=("2", "3", "4"),
        at=1,
        small=("Names and colours can be", "changed on a phone."),
        bottom="ROLL take STOP back HOLD>",
    ),
    "by_hand": Screen(
        "Which dice?",
        dice=(3, 5, None, None),
        die_at=2,
        small=("Two dice touch: move them", "apart.", "Hold ROLL to add 1"),
        bottom="ROLL next die  STOP look",
    ),
    "unsure": Screen("unsure", text=("Five dice lie there:", "take one out."), bottom="ROLL read dice STOP look"),
    "bust": Screen(
        "Anna busts",
        "2:1",
        (1, 1, 2, 3),
        text=("No pair fits: runners", "go home."),
        bottom="ROLL ok",
    ),
    "notice": Screen(
        "Anna to roll",
        "2:1",
        text=("That was the last", "step: nothing is left", "to undo."),
        bottom="ROLL read dice STOP stop",
    ),
    "winner": Screen("Can't Stop", big="Anna has won", bottom="ROLL play again"),
    "winner_long": Screen(
        "Can't Stop",
        "3:1:0:2",
        big="Maximiliane has won",
        text=("7, 8 and 12 are hers.",),
        bottom="ROLL again  STOP other",
    ),
    "winner_told": Screen(
        "Can't Stop", big="Bo has won", text=("Columns 7, 8 and 12.",), bottom="ROLL again STOP other"
    ),
    "camera_out": Screen(
        "Anna to roll", "0:0", text=("Throw 4 dice",), trouble="! camera out since 21:04", bottom="ROLL dice by hand"
    ),
    "camera_out_three": Screen(
        "Anna to roll",
        "2:1",
        text=("7: 3 of 13", "8: 5 of 11", "12: 1 of 3"),
        trouble="! camera out since 21:04",
        bottom="ROLL by hand  STOP stop",
    ),
    "camera_out_by_hand": Screen(
        "Which dice?",
        dice=(3, 5, None, None),
        die_at=2,
        small=("! camera out since 21:04", "Hold ROLL to add 1"),
        bottom="ROLL next die  STOP back",
    ),
    "out_of_order": Screen(
        "Out of order",
        small=(
            "Since Sat 21:04: There is",
            "no USB camera C920: plug",
            "it in, or name another.",
        ),
        page=(2, 6),
        bottom="ROLL read on  STOP back",
    ),
    "out_list": Screen(
        "Out of order since",
        small=(
            "camera      Sat 22:30",
            "display     Sat 21:04",
            "buttons     Sat 21:04",
            "turn light  Sat 21:05",
            "buzzer      Sat 21:05",
        ),
        page=(1, 6),
        bottom="ROLL read on  STOP back",
    ),
    "several_out": Screen(
        "Anna to roll", "2:1", text=("7: 3 of 13", "8: 5 of 11"), trouble="! 5 out since 21:04: menu"
    ),
    "hold": Screen("Anna to roll", "2:1", text=("7: 3 of 13", "8: 5 of 11"), bottom="keep holding: undo", bar=3 / 7),
    "advice": Screen(
        "To win",
        "bust 24%",
        text=("> 5 + 11        53.1%", "  12 twice      51.7%", "  7 + 9          8.0%"),
        page=(1, 2),
        bottom="ROLL read on  STOP back",
    ),
    "advice_why": Screen(
        "Advice",
        small=(
            "Stop: 24 in 100 rolls",
            "bust and lose 5 steps,",
            "column 7 among them;",
            "53.1% to win now, 51.7%",
            "if you roll.",
        ),
        page=(2, 2),
        bottom="ROLL back  STOP back",
    ),
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
        bottom="ROLL read on  STOP back",
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
        "start": start_screen("192.168.178.123:8080", "4711", "press: go on"),
        "start_menu": start_screen("10.0.0.7:80", "4711", "ROLL back"),
        "start_name": start_screen("companion-on-the-shelf.local:8080", None, "press: go on"),
    }


if __name__ == "__main__":
    for name, image in screens().items():
        image.save(GOLDEN / f"{name}.png")
