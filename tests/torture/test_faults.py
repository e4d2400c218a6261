"""Parts that fail in play cost nothing, are told, and come back; a short cut of what `make torture` tries."""

from __future__ import annotations

from tests.torture.faults import play_faults


def test_what_fails_beside_a_running_game_is_seen_and_gone_and_nothing_is_lost() -> None:
    names = ("camera black", "camera gone", "OLED answers nothing", "thread display dies", "clock steps")
    tried = play_faults(seed=3, names=names, living=3, within_s=60.0, held_s=0.5)

    assert tried.wrong == []
    assert tried.survived == len(names)
    assert tried.answered
