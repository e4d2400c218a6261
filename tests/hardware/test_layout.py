"""The OLED's pictures: as drawn before, and never more than fits."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw

from companion.inputs import Tray, TrayState
from companion.view import View
from hardware.layout import announcement, draw, start_screen
from hardware.text import cut, plain
from tests.hardware.screens import GOLDEN, choosing, screens, snapshot

LONG = "Donaudampfschifffahrtsgesellschaft überrascht " * 6


@pytest.mark.parametrize("name", sorted(screens()))
def test_a_screen_looks_as_it_did(name: str) -> None:
    with Image.open(GOLDEN / f"{name}.png") as golden:
        assert screens()[name].tobytes() == golden.convert("1").tobytes(), (
            "look at it, then: python -m tests.hardware.screens"
        )


@pytest.mark.parametrize(
    "crowded",
    [
        snapshot(view=View(LONG, LONG, (LONG,) * 9, (), ((LONG,),) * 9), title=LONG, told=(LONG,)),
        snapshot(notice=LONG, announce=(("roll", LONG), ("stop", LONG), ("choose", LONG))),
        snapshot(winners=(0,), view=View(LONG, LONG), title=LONG),
        snapshot(tray=Tray(TrayState.UNSURE, (6,) * 30, (LONG, LONG), 1)),
        choosing((LONG,) * 30, 29, (6,) * 30),
        choosing(tuple(str(n) for n in range(100)), 57, (1,) * 8),
    ],
    ids=["board", "notice", "winner", "unsure", "long labels", "many labels"],
)
def test_nothing_overflows(crowded: object, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[tuple[float, float, float, float]] = []
    text, rectangle = ImageDraw.ImageDraw.text, ImageDraw.ImageDraw.rectangle

    def spied_text(pen, at, string, font, fill):  # type: ignore[no-untyped-def]
        width, height = font.getbbox(string)[2:]
        boxes.append((at[0], at[1], at[0] + width, at[1] + height))
        text(pen, at, string, font=font, fill=fill)

    def spied_rectangle(pen, box, **colours):  # type: ignore[no-untyped-def]
        boxes.append((box[0], box[1], box[2] + 1, box[3] + 1))
        rectangle(pen, box, **colours)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", spied_text)
    monkeypatch.setattr(ImageDraw.ImageDraw, "rectangle", spied_rectangle)
    draw(crowded)  # type: ignore[arg-type]
    assert boxes
    assert all(left >= 0 and top >= 0 and right <= 128 and bottom <= 64 for left, top, right, bottom in boxes), boxes


def test_the_highlighted_option_is_always_in_sight() -> None:
    labels = tuple(f"{n} of 40" for n in range(40))
    pictures = {draw(choosing(labels, n)).tobytes() for n in range(40)}
    assert len(pictures) == 40


def test_a_notice_covers_the_middle_and_nothing_else() -> None:
    told = np.asarray(draw(snapshot(notice="Not now.")))
    board = np.asarray(draw(snapshot()))
    assert (told[:12] == board[:12]).all()
    assert (told[56:] == board[56:]).all()
    assert (told[14:54] != board[14:54]).any()


def test_an_unsure_tray_matters_only_while_a_roll_is_awaited() -> None:
    chosen = choosing(("7", "8"), 0)
    doubtful = replace(chosen, tray=Tray(TrayState.UNSURE, (), ("Too dark.",), 1))
    assert draw(doubtful).tobytes() == draw(chosen).tobytes()


def test_the_bottom_line_tells_of_roll_and_stop_whatever_else_there_is() -> None:
    assert announcement((("roll", "take"), ("stop", "stop"))) == "ROLL take  STOP stop"
    assert announcement((("roll", "take"), ("stop", "stop"), ("choose", "next"))) == "ROLL take  STOP stop"
    crowded = announcement((("roll", "take the highlighted one"), ("stop", "back")))
    assert crowded.startswith("ROLL take")
    assert crowded.endswith("STOP back")
    assert len(crowded) <= 25
    assert announcement(()) == ""


def test_signs_that_the_font_lacks_are_spelled_out() -> None:
    assert plain("Jörg – über 5×6 … Zoë\n猫") == "Joerg - ueber 5x6 .. Zoe ?"
    assert cut("Maximiliane", 6) == "Maxi.."
    assert cut("Max", 0) == ""


@pytest.mark.parametrize("address", ["10.0.0.7:80", "192.168.178.123:8080", "companion-on-the-shelf.local:8080"])
def test_the_code_on_the_start_screen_leads_to_the_page(address: str) -> None:
    picture = np.asarray(start_screen(address, "4711").convert("L"))[:, 64:]
    photo = cv2.copyMakeBorder(cv2.resize(picture, None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST), *(40,) * 4, 0)
    assert cv2.QRCodeDetector().detectAndDecode(photo)[0] == f"HTTP://{address.upper()}/"


@pytest.mark.parametrize("address", ["10.0.0.7:80", "companion-on-the-shelf.local:8080", f"{'a' * 150}:8080"])
def test_the_pin_is_shown_however_long_the_address(address: str) -> None:
    assert start_screen(address, "4711").tobytes() != start_screen(address, "4712").tobytes()


def test_an_address_too_long_for_a_code_is_written_out() -> None:
    picture = np.asarray(start_screen("a-very-long-name-for-a-box-at-the-table.example.org:8080", "4711"))
    assert not picture[0, 64:].any()
    assert picture[:, 100:].any()
