"""What the README says of the reader is what was measured last."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README, MEASURED = ROOT / "README.md", ROOT / "docs" / "accuracy.md"

SETS = {
    "photos of many people's dice": "photos, all",
    "those most like a tray on a table": "photos, use-like",
    "renders, easy and normal, all dice flat": "renders, easy and normal, flat",
    "renders, hard, all dice flat": "renders, hard, flat",
    "renders with small dice": "renders, small dice",
    "renders with a die that leans, is covered or cut off, or a hand": ("renders, cocked, stacked, cut, covered, hand"),
}
"""How the README calls a set of docs/accuracy.md."""


def figures(text: str, name: str) -> list[float]:
    """Pictures, exact %, silently wrong % of the first row that is called so."""
    row = re.search(rf"^\| {re.escape(name)} *\|(.*)$", text, re.MULTILINE)
    assert row, name
    return [float(cell.strip(" %")) for cell in row[1].split("|")[:3]]


@pytest.mark.parametrize(("told", "measured"), SETS.items())
def test_the_readme_tells_both_figures_as_they_were_measured(told: str, measured: str) -> None:
    assert figures(README.read_text("utf-8"), told) == figures(MEASURED.read_text("utf-8"), measured)
