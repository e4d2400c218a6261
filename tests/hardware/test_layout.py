"""The OLED's pictures: as drawn before, never more than fits, and nothing over anything else."""

from itertools import combinations

import cv2
import numpy as np
import pytest
from PIL import Image, ImageChops, ImageDraw

from companion.screen import BLANK, Screen
from companion.words import cut, plain
from hardware.canvas import LEFT, RIGHT, put
from hardware.layout import draw, shifted
from hardware.rest import PLACES
from hardware.start import start_screen
from hardware.text import LARGE, NORMAL, SMALL
from tests.hardware.screens import GOLDEN, SCREENS, screens

LONG = "Donaudampfschifffahrtsgesellschaft ueberrascht " * 6
CROWDED = {
    "text": Screen(LONG, LONG, text=(LONG,) * 9, bottom=LONG),
    "small": Screen(LONG, LONG, small=(LONG,) * 9, page=(3, 9), bottom=LONG),
    "all": Screen(LONG, LONG, (6,) * 30, (LONG,), 3, (LONG,) * 9, (LONG,) * 9, (LONG,) * 9, 8, (3, 9), bottom=LONG),
    "hint": Screen(LONG, "2:1", (6,) * 5, (LONG,), entries=(LONG,) * 9, small=(LONG,) * 2, page=(2, 2), bar=0.9),
    "dice and text": Screen(LONG, "2:1", (6,) * 5, (LONG,), text=(LONG,) * 2, page=(2, 2)),
    "dice": Screen("", "", (None,) * 30, (), 29, entries=("1",) * 99, at=98),
    "list": Screen(LONG, LONG, entries=(LONG,) * 30, at=29, page=(1, 300), bottom=LONG),
    "grid": Screen(entries=tuple(map(str, range(1000))), at=577),
    "big": Screen(LONG, LONG, big=LONG, text=(LONG,) * 9, bottom=LONG, bar=7.0),
}
EVERY = SCREENS | CROWDED | {"nothing": BLANK}

Box = tuple[float, float, float, float]


def ink(image: Image.Image) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    return np.asarray(image, bool)


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Box]]:
    """Where text is written from now on: the ink, not the signs' empty borders."""
    written: list[tuple[str, Box]] = []
    text = ImageDraw.ImageDraw.text

    def spied(pen, at, string, font, fill):  # type: ignore[no-untyped-def]
        alone = Image.new("1", (2000, 200))
        text(ImageDraw.Draw(alone), (at[0] + 100, at[1] + 100), string, font=font, fill=1)
        if box := alone.getbbox():
            written.append((string, (box[0] - 100, box[1] - 100, box[2] - 100, box[3] - 100)))
        text(pen, at, string, font=font, fill=fill)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", spied)
    return written


@pytest.mark.parametrize("name", sorted(screens()))
def test_a_screen_looks_as_it_did(name: str) -> None:
    with Image.open(GOLDEN / f"{name}.png") as golden:
        assert screens()[name].tobytes() == golden.convert("1").tobytes(), (
            "look at it, then: python -m tests.hardware.screens"
        )


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(screens())


@pytest.mark.parametrize("name", sorted(EVERY))
def test_nothing_overflows_or_lies_over_anything_else(name: str, boxes: list[tuple[str, Box]]) -> None:
    draw(EVERY[name])
    for string, (left, top, right, bottom) in boxes:
        assert left >= LEFT, string
        assert right <= RIGHT, string
        assert top >= 0, string
        assert bottom <= 63, string
    for (one, a), (other, b) in combinations(boxes, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (one, other)


@pytest.mark.parametrize("name", sorted(SCREENS))
def test_all_that_a_screen_says_stands_there(name: str, boxes: list[tuple[str, Box]]) -> None:
    screen = SCREENS[name]
    draw(screen)
    written = [string for string, _ in boxes]
    for said in (screen.title, *screen.text, *screen.small, screen.bottom):
        assert not said or said in written
    assert not screen.aside or any(words in written for words in screen.aside)
    if screen.entries:
        assert screen.entries[screen.at] in written


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", sorted(EVERY.keys() | {"start", "start_name"}))
def test_shifted_by_a_pixel_nothing_is_cut_off(name: str, place: tuple[int, int]) -> None:
    picture = screens()[name] if name.startswith("start") else draw(EVERY[name])
    moved = shifted(picture, place)
    assert ink(moved).sum() == ink(picture).sum()
    assert shifted(moved, (-place[0], -place[1])).tobytes() == picture.tobytes()


def test_no_line_or_frame_always_stands() -> None:
    assert not ink(draw(BLANK)).any()


def test_the_highlighted_entry_is_always_in_sight_and_said_to_be_one_of_how_many(
    boxes: list[tuple[str, Box]],
) -> None:
    for entries in (tuple(f"{n} of 40" for n in range(40)), tuple(f"entry number {n} of 40" for n in range(40))):
        for dice in ((), (1, 2, 3, 4)):
            for at in range(40):
                boxes.clear()
                draw(Screen("Menu", "2:1", dice, ("HOLD next",) if dice and at % 2 else (), entries=entries, at=at))
                written = [string for string, _ in boxes]
                assert cut(entries[at], 20) in written
                assert f"{at + 1}/40" in written


def test_a_list_says_where_there_is_more() -> None:
    entries = tuple(f"entry number {n}" for n in range(9))
    first, middle, last = (ink(draw(Screen("Menu", entries=entries, at=at)))[:, 121:] for at in (0, 4, 8))
    up, down = slice(13, 17), slice(48, 52)
    assert first[down].any()
    assert not first[up].any()
    assert middle[up].any()
    assert middle[down].any()
    assert last[up].any()
    assert not last[down].any()
    whole = ink(draw(Screen("Menu", entries=entries[:3], at=2)))[13:39, 121:]
    assert not whole.any()


def test_short_entries_stand_side_by_side_and_long_ones_below_each_other(boxes: list[tuple[str, Box]]) -> None:
    draw(Screen(entries=("5 + 11 24%", "7 + 9 8%")))
    assert boxes[0][1][2] < boxes[1][1][0]
    boxes.clear()
    draw(Screen(entries=("Dice by hand", "Undo")))
    assert boxes[0][1][3] <= boxes[1][1][1]


def test_the_entry_that_roll_takes_is_the_inverse_one() -> None:
    zero, one = (ink(draw(Screen(entries=("7", "8"), at=at))) for at in (0, 1))
    assert zero[:, :64].sum() > 3 * zero[:, 64:].sum()
    assert one[:, 64:].sum() > 3 * one[:, :64].sum()


def test_a_die_that_nobody_has_said_yet_is_a_question_and_the_one_being_set_is_inverse(
    boxes: list[tuple[str, Box]],
) -> None:
    plain, setting = (ink(draw(Screen(dice=(3, None), die_at=at))) for at in (None, 1))
    assert [string for string, _ in boxes][:2] == ["3", "?"]
    assert (plain[:, :16] == setting[:, :16]).all()
    assert setting[:, 16:].sum() > 2 * plain[:, 16:].sum()


def test_a_hold_fills_the_bottom_line_from_the_left_and_touches_nothing_else() -> None:
    bare = ink(draw(Screen("Anna", text=("7",), bottom="keep holding: undo")))
    lit = []
    for part in (0.1, 0.5, 0.9, 1.0):
        held = ink(draw(Screen("Anna", text=("7",), bottom="keep holding: undo", bar=part)))
        assert (held[:54] == bare[:54]).all()
        lit.append(int(held[54:].sum()))
        assert held[54:63, LEFT : LEFT + int(126 * part)].mean() > 0.6
    assert lit == sorted(lit)


def test_a_long_winner_breaks_between_words(boxes: list[tuple[str, Box]]) -> None:
    draw(Screen(big="Maximiliane has won"))
    assert [string for string, _ in boxes] == ["Maximiliane", "has won"]


@pytest.mark.parametrize("font", [SMALL, NORMAL, LARGE], ids=["small", "normal", "large"])
def test_every_font_holds_all_of_ascii_and_the_letters_of_german(font: object) -> None:
    for sign in (*map(chr, range(0x21, 0x7F)), *"äöüÄÖÜß"):
        image = Image.new("1", (20, 20))
        put(ImageDraw.Draw(image), (0, 0), sign, font)  # type: ignore[arg-type]
        assert image.getbbox(), sign


@pytest.mark.parametrize("address", ["10.0.0.7:80", "192.168.178.123:8080", "companion-on-the-shelf.local:8080"])
@pytest.mark.parametrize("place", PLACES)
def test_the_code_on_the_start_screen_leads_to_the_page(address: str, place: tuple[int, int]) -> None:
    picture = np.asarray(shifted(start_screen(address, "4711", "press: go on"), place).convert("L"))[:, 63:]
    photo = cv2.copyMakeBorder(cv2.resize(picture, None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST), *(40,) * 4, 0)
    assert cv2.QRCodeDetector().detectAndDecode(photo)[0] == f"HTTP://{address.upper()}/"


@pytest.mark.parametrize("address", ["10.0.0.7:80", "companion-on-the-shelf.local:8080", f"{'a' * 150}:8080"])
def test_the_pin_is_shown_however_long_the_address(address: str) -> None:
    with_it, without = start_screen(address, "4711", "press: go on"), start_screen(address, "4712", "press: go on")
    assert ImageChops.logical_xor(with_it, without).getbbox()


def test_an_address_too_long_for_a_code_is_written_out() -> None:
    picture = ink(start_screen("a-very-long-name-for-a-box-at-the-table.example.org:8080", "4711", "press: go on"))
    assert not picture[1, 65:127].all()
    assert picture[:, 100:].any()


def test_signs_that_the_font_lacks_are_spelled_out() -> None:
    assert plain("Jörg – über 5×6 … Zoë\n猫") == "Jörg - über 5x6 .. Zoe ?"
    assert draw(Screen("Zoë")).tobytes() == draw(Screen("Zoe")).tobytes()


def test_short_entries_are_written_small_before_many_of_them_are_out_of_sight(boxes: list[tuple[str, Box]]) -> None:
    draw(SCREENS["choice_odds_six"])
    assert {string for string, _ in boxes} >= set(SCREENS["choice_odds_six"].entries)
    boxes.clear()
    draw(Screen(entries=("MOVE", "SLIDE", "SHIFT", "MOVE & SHIFT")))
    assert [string for string, _ in boxes][:3] == ["MOVE", "SLIDE", "SHIFT"]
    assert all(bottom - top > 7 for _, (_, top, _, bottom) in boxes[:3])
