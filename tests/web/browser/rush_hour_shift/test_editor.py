"""A layout is entered, judged, kept, exported and imported in the editor of Rush Hour Shift."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browser.fits import each_phone, fits
from tests.web.browser.real_table import RealTable
from tests.web.browser.rush_hour_shift.gestures import OPEN_ROAD, button

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


# What holds the drawing: the drawing itself is made anew after every change.
GRID = ".shift-editor > div"


def middle(width: float, row: int, col: int) -> tuple[float, float]:
    """How far a cell's middle lies right of and below the corner of a grid so wide, in px."""
    unit = width / (20 + 14 * 24)
    return unit * (10 + 24 * col + 12), 8 + unit * (4 + 24 * row + 12)


def cell(page: Page, row: int, col: int) -> tuple[float, float]:
    box = page.locator(GRID).first.bounding_box()
    assert box
    right, down = middle(box["width"], row, col)
    return box["x"] + right, box["y"] + down


def tap_cell(page: Page, row: int, col: int) -> None:
    """Once the grid lies still: what is said of a layout moves it."""
    grid = page.locator(GRID).first
    box = grid.bounding_box()
    assert box
    right, down = middle(box["width"], row, col)
    grid.tap(position={"x": right, "y": down})


def choose(page: Page, name: str, words: str) -> None:
    """Tap a vehicle of the editor, wherever the page has moved it meanwhile, and see that it may be changed."""
    from playwright.sync_api import expect

    page.locator(f'.shift-editor [data-vehicle="{name}"]').tap()
    expect(page.get_by_role("heading", name=words)).to_be_visible()


def judged(page: Page, words: str) -> None:
    """Once the box has looked at it."""
    from playwright.sync_api import expect

    expect(page.locator(".shift-editor [role=status]")).to_contain_text(words)


def enter_one_car(lobby: Page) -> None:
    """Open the editor, clear it, and place car A alone beside the hero cars: it is the one that may be changed."""
    from playwright.sync_api import expect

    button(lobby, "Enter what stands on your table").click()
    button(lobby, "Clear the grid").click()
    expect(lobby.locator('.shift-editor [data-vehicle="A"]')).to_be_hidden()
    judged(lobby, "A good layout")
    tap_cell(lobby, 0, 6)
    choose(lobby, "A", "Car A")


def test_a_layout_is_entered_kept_by_name_and_picked_again(real: RealTable, lobby: Page, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    button(lobby, "Enter what stands on your table").click()
    button(lobby, "Clear the grid").click()
    button(lobby, "Place trucks standing upright").click()
    tap_cell(lobby, 0, 6)
    judged(lobby, "A has no counterpart after half a turn")
    tap_cell(lobby, 3, 7)
    judged(lobby, "A good layout")
    lobby.get_by_label("Name, to keep it").fill("Oak table")
    button(lobby, "Keep it").click()
    expect(button(lobby, "Play layout Oak table")).to_have_attribute("aria-pressed", "true")
    other = open_page(address=real.address)
    expect(button(other, "Play layout Oak table")).to_be_visible()
    assert sorted(real.now.position["options"]["layout"]) == ["A", "B", "G", "S"]
    button(lobby, "Forget Oak table").click()
    expect(button(lobby, "Play layout Oak table")).to_be_hidden()
    assert "kept" not in real.now.position


def test_what_cannot_be_played_is_refused_at_the_vehicle(lobby: Page) -> None:
    from playwright.sync_api import expect

    button(lobby, "Enter what stands on your table").click()
    tap_cell(lobby, 0, 3)
    button(lobby, "Move right").click()
    tap_cell(lobby, 3, 5)
    tap_cell(lobby, 3, 5)
    judged(lobby, "N is one too many: the box holds 8 of length 2.")
    expect(button(lobby, "Use this layout")).to_be_disabled()
    expect(lobby.locator(".shift-editor svg").get_by_text("✕")).to_be_visible()


def test_a_layout_whose_search_ran_out_of_time_can_be_asked_of_again(lobby: Page) -> None:
    late = {"where": "G", "refused": False, "reason": "no way out was found in the time there was; ask again"}
    answers = iter(({"findings": [late], "ran_out": True}, {"findings": [], "ran_out": False}))
    lobby.route("**/api/findings", lambda route: route.fulfill(json={"searching": False, **next(answers)}))
    button(lobby, "Enter what stands on your table").click()
    judged(lobby, "No way out was found in the time there was; ask again.")
    button(lobby, "Ask again").click()
    judged(lobby, "A good layout")


def test_a_vehicle_is_moved_turned_and_removed(real: RealTable, lobby: Page) -> None:
    from playwright.sync_api import expect

    enter_one_car(lobby)
    for press in ("Move down", "Move right", "Turn"):
        button(lobby, press).click()
    lobby.mouse.move(*cell(lobby, 2, 7))
    lobby.mouse.down()
    lobby.mouse.move(*cell(lobby, 4, 8))
    lobby.mouse.up()
    judged(lobby, "A has no counterpart")
    button(lobby, "Use this layout").click()
    expect(lobby.get_by_text("Entered by you, without a name")).to_be_visible()
    assert real.now.position["options"]["layout"]["A"] == {"row": 3, "col": 8, "length": 2, "axis": "v"}
    button(lobby, "Enter what stands on your table").click()
    tap_cell(lobby, 3, 8)
    button(lobby, "Remove").click()
    judged(lobby, "A good layout")


def test_of_two_that_lie_on_each_other_the_chosen_one_moves(lobby: Page) -> None:
    from playwright.sync_api import expect

    enter_one_car(lobby)
    # Onto the gold hero car, and off it again by the cell that both have.
    for begin, end in (((0, 6), (2, 1)), ((2, 1), (4, 6))):
        lobby.mouse.move(*cell(lobby, *begin))
        lobby.mouse.down()
        lobby.mouse.move(*cell(lobby, *end))
        lobby.mouse.up()
        expect(lobby.get_by_role("heading", name="Car A")).to_be_visible()
    judged(lobby, "A has no counterpart")
    expect(lobby.locator(".shift-editor [role=status]")).not_to_contain_text("stands on")


def test_a_layout_is_exported_and_imported(lobby: Page, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with lobby.expect_download() as download:
        button(lobby, "Export").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    whole = json.loads(file.read_text())
    assert (file.name, whole["game"], len(whole["layout"])) == ("ours-1.json", "rush-hour-shift", 14)

    file.write_text(json.dumps({**whole, "name": "A name of more than twenty signs", "layout": OPEN_ROAD}))
    lobby.locator("#set-up-part input[type=file]").set_input_files(file)
    expect(lobby.get_by_label("Name, to keep it")).to_have_value("A name of more than")
    button(lobby, "Cancel").click()
    file.write_text(json.dumps({**whole, "name": "From a friend", "layout": OPEN_ROAD}))
    lobby.locator("#set-up-part input[type=file]").set_input_files(file)
    judged(lobby, "A good layout")
    expect(lobby.get_by_label("Name, to keep it")).to_have_value("From a friend")
    button(lobby, "Cancel").click()


SENSELESS: list[tuple[Any, str]] = [
    ("no json", "it is no JSON file, as Export makes one"),
    ("5", "it must hold an object with a layout, not 5"),
    ("{}", "its layout is missing"),
    ('{"layout": 5}', "its layout must be an object of vehicles by letter, not 5"),
    ('{"layout": null}', "its layout must be an object of vehicles by letter, not null"),
    ('{"layout": {}}', "the gold hero car is missing"),
    ('{"layout": {"A": 3}}', "A must be an object of row, col, length, axis, not 3"),
    ('{"layout": {}, "colour": 1}', 'it has the key "colour", and a layout has game, name, layout only'),
    ('{"layout": {}, "game": "express"}', 'its game must be "rush-hour-shift", not "express"'),
    ('{"layout": {}, "name": 7}', "its name must be a text, not 7"),
    ({"A": {"row": 0, "col": 6, "length": -1, "axis": "v"}}, "A: its length must be 2 or 3, not -1"),
    ({"A": {"row": 1, "col": 1, "length": 2, "axis": "h"}}, "A stands on G"),
    ({"A": {"row": 5, "col": 6, "length": 2, "axis": "v"}}, "A stands where the grid has no cell"),
    ({"A": {"row": 0, "col": 6, "length": 2, "axis": "v", "hue": 1}}, "A has no key 'hue'"),
    ({"ab": {"row": 0, "col": 6, "length": 2, "axis": "v"}}, "a vehicle's name is one capital letter, not 'ab'"),
]


def test_a_senseless_import_is_judged_at_once_and_changes_nothing(real: RealTable, lobby: Page, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    file = tmp_path / "a.json"
    heroes = {name: OPEN_ROAD[name] for name in "GS"}
    for given, words in SENSELESS:
        file.write_text(given if isinstance(given, str) else json.dumps({"layout": {**heroes, **given}}))
        lobby.locator("#set-up-part input[type=file]").set_input_files(file)
        sentence = f"a.json: {words}. Nothing was changed: mend the file, or enter the layout here."
        expect(lobby.get_by_role("alert")).to_have_text(sentence)
        expect(lobby.locator(".shift-editor")).to_have_count(0)
    assert real.now.position["options"]["layout"] == "ours-1"


@each_phone
def test_the_editor_fits_a_phone_with_everything_open(
    real: RealTable, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    page = open_page(width, height, scheme, real.address)
    button(page, "Rush Hour Shift").click()
    page.locator("#set-up-part section > svg").wait_for()
    page.get_by_text("Deck: 32 cards").click()
    fits(page, width)
    button(page, "Enter what stands on your table").click()
    fits(page, width)
    tap_cell(page, 1, 3)
    page.get_by_role("heading", name="Truck D").wait_for()
    fits(page, width)
