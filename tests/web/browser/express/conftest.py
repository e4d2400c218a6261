"""A table of its own for every test of Can't Stop Express."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.real_table import RealTable

Begin = Callable[..., RealTable]


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
