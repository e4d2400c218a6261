"""The page stays live: it wakes into the present, asks where it cannot stream, and tells who came too late."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from companion.inputs import DiceTyped
from tests.web.browser.clock import stop_clock
from tests.web.browser.real_table import real_table
from tests.web.fake_table import ROLLING, Table
from web import create_app, serve

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.web.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

GIVEN: Final = "document.body.dataset.snapshot"
"""What the box had when it gave the page."""

SHOWN_OF_A_STREAM: Final = """async (last) => {
  const [{connect}, part] = await Promise.all([import("/static/live.js"), import("/static/snapshot.js")]);
  const shown = [];
  return new Promise((done) => {
    part.onShow(() => shown.push(part.now.version) && part.now.version === last && done(shown));
    connect();
  });
}"""


def test_a_phone_that_slept_ten_minutes_shows_the_present_as_it_wakes_before_any_timer_runs(
    table: Table, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    evening = serve(create_app(table.ports()), "127.0.0.1", 0)
    page = open_page(address=f"http://127.0.0.1:{evening.port}/")
    stop_clock(page)
    expect(page.get_by_role("heading", name="Ann's turn")).to_be_visible()
    evening.close()
    page.clock.fast_forward(600_000)
    expect(page.get_by_text("Not live")).to_be_visible()
    table.box.put(replace(ROLLING, version=29, view=replace(ROLLING.view, title="Bo's turn")))
    later = serve(create_app(table.ports()), "127.0.0.1", evening.port)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("heading", name="Bo's turn")).to_be_visible()
    expect(page.get_by_text("Not live")).to_be_hidden()
    later.close()


def test_a_page_that_cannot_stream_asks_again_and_again_and_is_live(table: Table, open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    page = open_page()
    page.context.route("**/api/events", lambda route: route.abort())
    page.clock.install()
    page.reload()
    page.clock.run_for(8_000)
    expect(page.get_by_role("heading", name="Ann's turn")).to_be_visible()
    table.box.put(replace(ROLLING, version=29, view=replace(ROLLING.view, title="Bo's turn")))
    page.clock.run_for(8_000)
    expect(page.get_by_role("heading", name="Bo's turn")).to_be_visible()
    expect(page.get_by_text("Not live")).to_be_hidden()


def test_a_page_does_not_go_back_to_what_an_answer_overtook_on_its_way_unless_the_stream_begins_anew(
    open_page: OpenPage,
) -> None:
    page = open_page()
    page.wait_for_function("document.body.dataset.snapshot")

    def shown_of(*versions: int) -> list[int]:
        """The versions that the page then showed, when a new stream tells these."""
        page.unroute_all()
        told = [json.dumps({**json.loads(page.evaluate(GIVEN)), "version": version}) for version in versions]
        body = "".join(f"event: snapshot\ndata: {one}\n\n" for one in told)
        page.route("**/api/events", lambda route: route.fulfill(content_type="text/event-stream", body=body))
        shown: list[int] = page.evaluate(SHOWN_OF_A_STREAM, versions[-1])
        return shown

    assert shown_of(40, 39, 40, 41) == [40, 40, 41]
    assert shown_of(30, 31) == [30, 31]


def test_a_box_that_is_gone_is_asked_for_a_stream_less_and_less_often(open_page: OpenPage) -> None:
    asked: list[str] = []

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page = open_page()
    page.context.route("**/api/events", gone)
    page.context.route("**/api/snapshot", lambda route: route.abort())
    page.clock.install()
    page.reload()
    for _ in range(60):
        page.clock.run_for(1_000)
    assert 4 <= len(asked) <= 8  # after 1, 2, 4, 8 seconds, then every 15


def test_of_two_phones_that_answer_one_question_the_first_wins_and_the_other_is_told(
    tmp_path: Path, open_page: OpenPage
) -> None:
    from playwright.sync_api import expect

    with real_table(tmp_path) as table:
        table.start("cant-stop")
        table.service.post(DiceTyped((1, 3, 4, 6), table.now.version)).result(timeout=10)
        first, second = open_page(address=table.address), open_page(address=table.address)

        def first_is_quicker(route: Route) -> None:
            table_answered = first.get_by_role("button", name="4 + 10")
            table_answered.click()
            expect(table_answered).to_be_hidden()
            route.continue_()

        second.route("**/api/choose", first_is_quicker)
        second.get_by_role("button", name="5 + 9").click()
        expect(second.get_by_role("alert")).to_contain_text("The table has moved on")
        expect(second.get_by_role("heading", name="Ann's turn")).to_be_visible()
        assert table.now.position["runners"] == {"4": 1, "10": 1}
