"""Every main screen of a German table: nothing is English on it, nothing wider than a phone or over another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from companion.devices import Device, Tray, TrayState
from companion.games import GAMES
from companion.inputs import LobbyAsked
from companion.language import ENGLISH, choose, say
from companion.ports import CameraError
from hardware.usb import Video
from tests.web.browser.english_left import english_left
from tests.web.browser.fits import each_phone, fits
from tests.web.browser.real_table import RealTable, real_table
from tests.web.browser.screens import faults
from tests.web.browser.shown import shown
from tests.web.browser.test_every_screen import MIDDLE, PICTURES, go_on, put_middle
from tests.web.fake_table import ROLLING, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

PHONES: tuple[tuple[int, int, Literal["light", "dark"]], ...] = ((360, 640, "light"), (390, 844, "dark"))
PLAYERS = ("Jörg", "Änne", "Charlotte-Marie")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    choose("de")
    with real_table(tmp_path_factory.mktemp("german")) as evening:
        yield evening
    choose(ENGLISH)


@pytest.fixture(scope="module")
def page(chromium: Browser, evening: RealTable) -> Iterator[Page]:
    phone = chromium.new_context(reduced_motion="reduce", is_mobile=True, has_touch=True)
    page = phone.new_page()
    page.goto(evening.address)
    yield page
    phone.close()


def judge(page: Page, name: str) -> list[str]:
    """What is wrong with this screen on either phone."""
    wrong = [f"{name}: English: {text}" for text in english_left(page)]
    for width, height, scheme in PHONES:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=PICTURES / f"german-{name}-{width}.png")
        wrong += [f"{name} {width}: {fault}" for fault in faults(page)]
        # A phone makes its window as wide as what is too wide for it.
        if (wide := page.evaluate("innerWidth")) > width:
            wrong.append(f"{name} {width}: {wide} wide")
    return wrong


def opened(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_german_from_its_start_to_all_that_happened(page: Page, evening: RealTable, game: str) -> None:
    evening.start(game, PLAYERS[: GAMES[game].seats.stop - 1])
    if game in MIDDLE:
        put_middle(evening, game)
    shown(page, evening.now)
    wrong = judge(page, f"{game}-1")
    go_on(evening)
    shown(page, evening.now)
    opened(page)
    page.locator("#moves li").first.wait_for()
    wrong += judge(page, f"{game}-2")
    assert "\n".join(wrong) == ""


def test_the_lobby_the_wall_and_the_past_games_are_german(page: Page, evening: RealTable) -> None:
    evening.start("cant-stop", PLAYERS)
    go_on(evening)
    page.goto(f"{evening.address}tv")
    page.locator("#board > *").first.wait_for(state="attached")
    assert english_left(page) == []
    page.goto(f"{evening.address}past")
    page.get_by_role("button", name="Jörg, Änne, Charlotte-Marie: nicht beendet").first.click()
    page.get_by_text("Zug 2 von 2").wait_for()
    wrong = judge(page, "past")
    evening.service.post(LobbyAsked(evening.now.version)).result(timeout=10)
    page.goto(evening.address)
    page.locator("#lobby").wait_for()
    page.get_by_text("Jörg", exact=True).first.wait_for()
    opened(page)
    wrong += judge(page, "lobby")
    assert "\n".join(wrong) == ""


AT = datetime(2026, 3, 14, 21, 4).timestamp()


@each_phone
def test_a_fault_a_doubt_the_pin_and_calibrating_are_said_in_german(
    german: None, table: Table, open_page: OpenPage, tmp_path: Path, width: int, height: int, scheme: str
) -> None:
    from playwright.sync_api import expect

    with pytest.raises(CameraError) as fault:
        Video(tmp_path, tmp_path).find("C920")
    table.keys = replace(table.keys, pin="4711")
    out = {"camera": Device("usb", str(fault.value), AT), "display": Device("sh1106")}
    table.box.put(replace(ROLLING, version=21, devices=out))
    page = open_page(width, height, scheme)
    expect(page.locator("#devices li")).to_have_text(
        ["Kamera: gestört seit 14.3.2026 21:04. Es gibt keine USB-Kamera C920: Steckt sie an."]
    )
    expect(page.locator("#tray-words")).to_have_text(
        "Die Kamera ist ausgefallen: Tippt den Wurf ein, oder macht ein Foto."
    )
    page.get_by_label("PIN").fill("1234")
    page.get_by_role("button", name="Mitspielen").click()
    expect(page.locator("#problem")).to_have_text("Das ist nicht die PIN. Das Gerät zeigt sie.")
    fits(page, width)
    page.get_by_label("PIN").fill("4711")
    page.get_by_role("button", name="Mitspielen").click()
    doubt = Tray(TrayState.UNSURE, (), (say("a die is cut off by the edge of the picture"),))
    table.box.put(replace(ROLLING, version=22, devices={"camera": Device("usb")}, tray=doubt))
    expect(page.locator("#unsure")).to_have_text(
        "Bei diesem Wurf nicht sicher: ein Würfel ist vom Bildrand abgeschnitten"
    )
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Schale einrichten").click()
    dialog = page.get_by_role("dialog", name="Schale einrichten")
    expect(dialog).to_contain_text("Nehmt die Würfel aus der Schale")
    fits(page, width)
    page.screenshot(path=PICTURES / f"german-calibrate-{width}.png")
    dialog.get_by_role("button", name="Leere Schale anschauen").click()
    expect(dialog).to_contain_text("Ist das die Schale?")
    fits(page, width)
    assert english_left(page, "#calibrate, #pin-form, #devices-part, #unsure, #tray-words") == []
