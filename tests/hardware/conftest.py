"""What several tests of the box share."""

from collections.abc import Iterator

import pytest

from companion.config import DisplayConfig
from hardware.display import Display, open_display
from tests.hardware.display_bench import DisplayBench


@pytest.fixture(params=["ssd1306", "sh1106", "ssd1309"])
def oled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[DisplayBench]:
    made = DisplayBench(monkeypatch, request.param)
    yield made
    made.display.close()


@pytest.fixture
def simulated() -> Iterator[Display]:
    display = open_display(DisplayConfig(kind="simulated"), lambda _: None)
    assert display is not None
    yield display
    display.close()
