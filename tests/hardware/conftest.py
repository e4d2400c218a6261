"""What several tests of the box share."""

from collections.abc import Iterator

import pytest

from hardware.display import Display, open_display
from tests.hardware.display_bench import DisplayBench


@pytest.fixture(params=["ssd1306", "sh1106"])
def oled(request: pytest.FixtureRequest) -> Iterator[DisplayBench]:
    made = DisplayBench(request.param)
    yield made
    made.display.close()


@pytest.fixture
def simulated() -> Iterator[Display]:
    display = open_display("simulated", lambda _: None)
    assert display is not None
    yield display
    display.close()
