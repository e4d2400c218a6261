"""`python -m tests.web.picture` makes docs/table.png anew from `companion play`: look at it before a commit."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.command import AFRESH
from tests.web.browser.test_every_screen import MIDDLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

PICTURE = Path(__file__).parents[2] / "docs" / "table.png"
WIDTH = 1500
GAP = 18
GROUND = (136, 144, 152)
SEED = "4"  # a throw that is read, and offers five answers in the middle of the game

SCREENS: tuple[tuple[str, int, Literal["light", "dark"]], ...] = (
    ("cant-stop", 390, "light"),
    ("highway", 390, "dark"),
    ("cant-stop", 1352, "dark"),
)
HEIGHT = 844


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        shots: dict[tuple[str, int], Image.Image] = {}
        for game in dict.fromkeys(game for game, _, _ in SCREENS):
            with table(game) as address:
                for of, width, scheme in SCREENS:
                    if of == game:
                        shots[game, width] = shot(browser, address, width, scheme)
        browser.close()
    beside([shots[game, width] for game, width, _ in SCREENS]).save(PICTURE, optimize=True)


@contextmanager
def table(game: str) -> Iterator[str]:
    """In the middle of a game, with a roll to be answered."""
    with tempfile.TemporaryDirectory() as folder:
        words = [*AFRESH, "play", "--game", game, "--players", "Ann,Bo,Charlotte"]
        words += ["--pin", "none", "--port", "0", "--data", folder, "--seed", SEED]
        playing = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert playing.stdout
        port = re.search(r":(\d+)/", playing.stdout.readline())
        assert port
        address = f"http://127.0.0.1:{port[1]}/"
        now = json.load(urllib.request.urlopen(f"{address}api/snapshot"))
        position = {**now["position"], **MIDDLE[game]}
        call(address, "position", version=now["version"], position=position)
        yield address
        playing.terminate()
        playing.wait()


def call(address: str, name: str, **body: Any) -> None:
    asked = urllib.request.Request(
        f"{address}api/{name}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    urllib.request.urlopen(asked).read()


def shot(browser: Browser, address: str, width: int, scheme: Literal["light", "dark"]) -> Image.Image:
    page = browser.new_page(viewport={"width": width, "height": HEIGHT}, color_scheme=scheme)
    page.goto(address)
    page.locator("#board > *").first.wait_for(state="attached")
    if page.locator("#roll").is_visible():
        page.locator("#roll").click()
    page.locator("#roll-dice button").first.wait_for()
    page.locator("#tray-picture").wait_for()
    page.wait_for_function("() => document.querySelector('#tray-picture').complete")
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    return Image.open(io.BytesIO(page.screenshot()))


def beside(shots: list[Image.Image]) -> Image.Image:
    whole = Image.new("RGB", (sum(one.width for one in shots) + GAP * (len(shots) - 1), HEIGHT), GROUND)
    left = 0
    for one in shots:
        whole.paste(one, (left, 0))
        left += one.width + GAP
    return whole.resize((WIDTH, round(HEIGHT * WIDTH / whole.width)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
