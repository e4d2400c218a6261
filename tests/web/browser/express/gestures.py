"""What players do on the page of Can't Stop Express: dice that are tapped into selections, here and elsewhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from companion.inputs import PhoneChose

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.real_table import RealTable


def own(page: Page, seat: int) -> None:
    """This phone plays the seat."""
    script = "(body) => fetch('/api/seat', {method: 'POST', body}).then((answer) => answer.text())"
    page.evaluate(script, json.dumps({"seat": seat, "claim": True}))


def tap(page: Page, *dice: int) -> None:
    for nth in dice:
        page.locator("#choices .express-dice button").nth(nth).tap()


def confirm(page: Page) -> Any:
    return page.locator("#choices .express-pick .main").first


def others_choose(table: RealTable, *seats: int) -> None:
    """Those seats choose their first selection, elsewhere."""
    for opened in table.now().prompts:
        prompt: Any = opened.prompt
        if prompt.seat in seats and not prompt.optional:
            event = prompt.options[0]
            made = {"event": "SelectionMade", "seat": event.seat, "pairs": list(event.pairs), "fifth": event.fifth}
            table.service.post(PhoneChose(made, table.now().version)).result()
