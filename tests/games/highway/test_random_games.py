"""Random games with every option at random."""

from __future__ import annotations

import pytest

from tests.games.highway.random_games import check_game


@pytest.mark.parametrize("seed", range(150))
def test_random_games_hold_what_must_hold(seed: int) -> None:
    events, _ = check_game(seed)

    assert events
