"""docs/security.md names a test for each answer; each of them exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ANSWERS = [line for line in (ROOT / "docs" / "security.md").read_text().splitlines() if line.startswith("| ")]
NAMED = re.findall(r"`(tests/\S+)::(test_\w+)`", "\n".join(ANSWERS))


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_the_test_that_holds_an_answer_exists(file: str, test: str) -> None:
    assert f"def {test}(" in (ROOT / file).read_text()


def test_every_answer_names_its_test() -> None:
    without = [line for line in ANSWERS if "::test_" not in line and not line.startswith(("| threat", "| ---"))]

    assert without == []
    assert len(NAMED) > 20
