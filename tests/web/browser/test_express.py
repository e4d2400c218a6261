"""Can't Stop Express played on the page: a real table, real phones, dice that are tapped into selections."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.inputs import PhoneChose, PositionTyped, SeatClaimed
from tests.web.browser.fits import fits
from tests.web.real_table import RealTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.web.browser.conftest import OpenPage

    Begin = Callable[..., RealTable]

pytestmark = pytest.mark.browser

SIZES = [(360, 640, "light"), (390, 844, "dark")]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Starts a game for these players."""
    tables: list[RealTable] = []

    def begun(*players: str, **options: object) -> RealTable:
        tables.append(RealTable(tmp_path, "express", players, options))
        return tables[-1]

    yield begun
    for table in tables:
        table.close()


def own(page: Page, seat: int) -> None:
    """This phone plays the seat."""
    script = "(body) => fetch('/api/seat', {method: 'POST', body}).then((answer) => answer.text())"
    page.evaluate(script, json.dumps({"seat": seat, "claim": True}))


def tap(page: Page, *dice: int) -> None:
    for nth in dice:
        page.locator("#choices .express-dice button").nth(nth).tap()


def confirm(page: Page) -> Any:
    return page.locator("#choices .express-pick .main").first


def tap_at_random(page: Page, chance: Random) -> None:
    """Dice of the first seat until its selection stands."""
    dice = page.locator("#choices .express-dice").first.locator("button")
    page.locator("#choices .express-dice").first.wait_for()
    if page.locator("#choices .express-dice button.fifth").count() == 0:
        dice.and_(page.locator('[aria-disabled="false"]')).nth(0).tap()
    for nth in chance.sample(range(5), 5):
        if confirm(page).is_enabled():
            return
        if dice.nth(nth).get_attribute("aria-pressed") == "false":
            dice.nth(nth).tap()


def others_choose(table: RealTable, *seats: int) -> None:
    """Those seats choose their first selection, elsewhere."""
    for opened in table.now().prompts:
        prompt: Any = opened.prompt
        if prompt.seat in seats and not prompt.optional:
            event = prompt.options[0]
            made = {"event": "SelectionMade", "seat": event.seat, "pairs": list(event.pairs), "fifth": event.fifth}
            table.service.post(PhoneChose(made, table.now().version)).result()


@pytest.mark.parametrize(("width", "height", "scheme"), SIZES)
def test_three_taps_and_a_last_one_make_a_selection_that_can_be_taken_back(
    begin: Begin, open_page: OpenPage, width: int, height: int, scheme: str
) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo")
    page = open_page(width, height, scheme, address=table.address)
    own(page, 0)
    table.throw(1, 2, 3, 4, 5)
    expect(confirm(page)).to_be_disabled()
    expect(confirm(page)).to_be_in_viewport()
    assert page.locator("#choices .express-sheet rect.possible").count() == 7  # sums from 3 to 9
    fits(page, width)
    tap(page, 2)
    expect(page.get_by_role("button", name="Die 3: 3 fifth")).to_have_attribute("aria-pressed", "true")
    tap(page, 0, 4)
    expect(page.locator("#choices .express-sheet rect.coming")).to_have_count(3)
    expect(confirm(page)).to_have_text("Mark 6 twice, fifth 3")
    confirm(page).tap()

    expect(page.get_by_text("Ann has chosen: 6 twice, fifth 3.")).to_be_visible()
    assert table.now().position["selections"] == [None, None]
    expect(page.locator("#extras rect.coming")).to_have_count(3)
    fits(page, width)
    page.reload()
    expect(page.get_by_text("Ann has chosen: 6 twice, fifth 3.")).to_be_visible()
    page.get_by_role("button", name="Take back").tap()
    tap(page, 4, 0, 1)
    expect(confirm(page)).to_have_text("Mark 3 and 7, fifth 5")
    confirm(page).tap()
    expect(page.get_by_text("Ann has chosen: 3 and 7, fifth 5.")).to_be_visible()
    page.get_by_role("button", name="Take back").tap()
    expect(page.locator("#choices").get_by_text("Tap the fifth die.")).to_be_visible()
    tap(page, 4, 0, 1)
    confirm(page).tap()
    expect(page.get_by_text("Ann has chosen: 3 and 7, fifth 5.")).to_be_visible()
    others_choose(table, 1)
    expect(page.locator("#told")).to_contain_text("Ann marks 3 and 7, fifth die 5.")


def test_what_another_phone_chose_is_not_on_this_one(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo")
    anns, bos = (open_page(address=table.address) for _ in range(2))
    own(anns, 0)
    own(bos, 1)
    table.throw(1, 1, 1, 1, 6)
    expect(confirm(anns)).to_be_disabled()
    tap(anns, 4)
    expect(confirm(anns)).to_have_text("Mark 2 twice, fifth 6")
    confirm(anns).tap()
    expect(anns.get_by_text("Ann has chosen: 2 twice, fifth 6.")).to_be_visible()

    expect(bos.locator("#todo")).to_have_text("Bo: choose")
    assert "2 twice" not in bos.locator("main").inner_text()
    expect(bos.locator("#board title")).to_contain_text("Ann: 0 points, has chosen. Marks: none.")


def test_what_is_forced_is_forced_and_a_free_throw_says_so(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann")
    page = open_page(address=table.address)
    table.throw(3, 3, 3, 3, 3)
    expect(page.get_by_text("Only one way.")).to_be_visible()
    expect(confirm(page)).to_have_text("Mark 6 twice, fifth 3")
    confirm(page).tap()
    expect(page.locator("#roll")).to_be_visible()
    for pips, fifth in (((1, 1, 1, 1, 4), 4), ((1, 1, 1, 1, 5), 4)):
        table.throw(*pips)
        expect(confirm(page)).to_be_disabled()
        tap(page, fifth)
        confirm(page).tap()
        expect(page.locator("#roll")).to_be_visible()
    table.throw(1, 1, 2, 2, 3)
    expect(page.get_by_text("The fifth die must be 3. Tap two dice for a pair.")).to_be_visible()
    tap(page, 0, 1)
    expect(confirm(page)).to_have_text("Mark 2 and 4, fifth 3")
    confirm(page).tap()
    expect(page.locator("#roll")).to_be_visible()
    table.throw(1, 1, 2, 2, 2)
    expect(page.get_by_text("Free throw: tap the die to leave out.")).to_be_visible()
    tap(page, 0, 1)
    expect(confirm(page)).to_have_text("Mark 3 and 4, no fifth die")
    confirm(page).tap()
    expect(page.locator("#roll")).to_be_visible()
    table.throw(1, 2, 3, 4, 6)
    page.locator("#choices .express-dice button").first.tap(force=True)  # it says why it may not be
    expect(page.get_by_text("The fifth die must be 3 or 4.")).to_be_visible()


def test_what_was_tapped_stays_while_others_choose_unless_they_took_that_value(
    begin: Begin, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo", "Cy", different_start=True)
    page = open_page(address=table.address)
    own(page, 0)
    table.throw(1, 2, 3, 4, 5)
    expect(confirm(page)).to_be_disabled()
    tap(page, 2, 0)
    others_choose(table, 1)
    expect(page.locator("#todo")).to_have_text("Ann, Cy: choose")
    expect(page.get_by_role("button", name="Die 3: 3 fifth")).to_be_visible()
    expect(page.get_by_role("button", name="Die 1: 1 pair 1")).to_be_visible()
    tap(page, 2, 1)
    expect(page.get_by_role("button", name="Die 2: 2 fifth")).to_be_visible()
    others_choose(table, 2)
    expect(page.get_by_text("Somebody has put that value aside: it must be 3 or 4 or 5.")).to_be_visible()


def test_where_the_panel_does_not_load_a_list_does(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo")
    page = open_page(address=f"{table.address}static/icon.svg")
    page.route("**/panel.js", lambda route: route.abort())
    page.goto(table.address)
    own(page, 0)
    table.throw(1, 1, 1, 1, 2)
    page.locator("#choices").get_by_role("button", name="2+2 (2)").tap()
    expect(page.locator("#extras").get_by_role("button", name="Take back")).to_be_visible()
    expect(page.locator("#board title")).to_contain_text("Ann: 0 points, has chosen")


def test_several_seats_on_one_phone_choose_each_on_their_own_sheet(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo", "Cy")
    page = open_page(address=table.address)
    own(page, 0)
    own(page, 2)
    table.throw(1, 2, 3, 4, 5)
    folded = page.locator("#choices > details")
    expect(folded).to_have_count(2)
    tap(page, 0, 1)  # Ann leaves a 1 and begins a pair
    folded.nth(1).locator("summary").tap()
    cys = folded.nth(1).locator(".express-dice button")
    for nth in (4, 0, 1):
        cys.nth(nth).tap()
    folded.nth(1).get_by_role("button", name="Mark 3 and 7, fifth 5").tap()
    secret = page.get_by_text("Cy has chosen: 3 and 7, fifth 5.")
    expect(secret).to_be_hidden()
    page.get_by_text("Cy has chosen: tap to see").tap()
    expect(secret).to_be_visible()
    # What Ann had tapped is where she left it.
    expect(page.get_by_role("button", name="Die 1: 1 fifth")).to_be_visible()
    tap(page, 4)
    expect(confirm(page)).to_have_text("Mark 7 twice, fifth 1")
    fits(page, 360)


def test_on_a_low_screen_the_dice_of_several_seats_lie_below_the_sheet_and_not_over_it(
    begin: Begin, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo", "Cy")
    page = open_page(360, 640, address=table.address)
    table.throw(1, 2, 3, 4, 5)
    expect(page.locator("#choices > details")).to_have_count(3)
    sheet = page.locator("#choices .express-sheet").first
    sheet.scroll_into_view_if_needed()
    for down in (0, 60, 120):
        page.mouse.wheel(0, down)
        # Both in one look: between two the page may still be scrolling.
        gap = page.evaluate(
            "() => document.querySelector('#choices .express-pick').getBoundingClientRect().top"
            " - document.querySelector('#choices .express-sheet').getBoundingClientRect().bottom"
        )
        assert gap >= 0


def test_the_button_says_that_the_eighth_mark_puts_its_player_out(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann", "Bo")
    position = {**table.now().position, "sheets": [{"fifth": {"1": 7, "2": 6}}, {}]}
    table.service.post(PositionTyped(position, table.now().version)).result()
    page = open_page(address=table.address)
    own(page, 0)
    table.throw(1, 2, 3, 4, 5)
    tap(page, 0, 1, 2)
    expect(confirm(page)).to_have_text("Mark 5 and 9, fifth 1the eighth: you are out")
    expect(confirm(page).locator("small")).to_be_visible()
    expect(confirm(page)).to_be_in_viewport(ratio=1)
    tap(page, 0, 1, 0, 2)
    expect(confirm(page)).to_contain_text("fifth 2")
    expect(confirm(page).locator("small")).to_have_count(0)


def test_the_paper_of_ten_players_scrolls_in_its_own_box_on_a_phone(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin(*(f"Player {letter}" for letter in "ABCDEFGHIJ"))
    page = open_page(address=f"{table.address}print")
    expect(page.locator(".express-scores tfoot td")).to_have_count(10)
    page.wait_for_load_state("networkidle")
    fits(page, 360)
    wide = page.locator(".express-wide")
    assert wide.evaluate("(box) => box.scrollWidth > box.clientWidth")
    over = "(all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)"
    assert page.locator(".express-scores :is(td, th)").evaluate_all(over) == []
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1000})
    assert wide.evaluate("(box) => box.scrollWidth <= box.clientWidth")


def test_the_nudge_is_off_until_wanted_and_only_says_that_time_is_up(begin: Begin, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = begin("Ann")
    page = open_page(address=table.address)
    page.clock.install()
    page.reload()
    table.throw(1, 2, 3, 4, 5)
    clock = page.locator("#choices .express-clock")
    expect(confirm(page)).to_be_disabled()
    expect(clock).to_have_text("")
    page.get_by_label("Nudge me when time is up").select_option("30")
    page.clock.run_for(5_000)
    expect(clock).to_have_text("25 s")
    before = table.now().version
    page.clock.run_for(26_000)
    expect(clock).to_have_text("time to mark")
    assert table.now().version == before


def test_a_whole_game_is_played_through_the_page_to_its_score_table_and_paper(
    begin: Begin, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    chance = Random(11)
    table = begin("Ann", "Bo")
    for seat in (0, 1):
        table.service.post(SeatClaimed(seat, False, "nobody")).result()
    page = open_page(address=table.address)
    while table.now().winners is None:
        table.throw(*chance.choices((1, 2, 2, 3, 5, 6), k=5))
        while table.now().winners is None and table.now().awaited_roll is None:
            before = table.now().version
            tap_at_random(page, chance)
            with page.expect_response("**/api/choose"):
                confirm(page).tap()
            assert table.now().version == before + 1
            waits = table.now().winners is None and table.now().awaited_roll is None
            shown = page.get_by_role("button", name="Take back") if waits else page.locator("#roll, #winner")
            expect(shown.filter(visible=True).first).to_be_visible()

    expect(page.locator("#winner")).to_be_visible()
    scores = table.now().scores
    assert scores
    assert page.locator(".express-scores tfoot td").all_inner_texts() == [
        str(points).replace("-", "−") for points in sorted(scores, reverse=True)
    ]
    rows = page.locator(".express-scores tbody tr").all_inner_texts()
    parts = [[int(cell.replace("−", "-")) for cell in row.split()] for row in rows]
    assert [row[0] for row in parts] == list(range(2, 13))
    assert [sum(column) for column in list(zip(*parts, strict=True))[1:]] == sorted(scores, reverse=True)
    fits(page, 360)

    page.goto(f"{table.address}print")
    expect(page.locator(".express-sheets svg")).to_have_count(2)
    expect(page.locator(".express-scores tfoot td")).to_have_count(2)
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
