"""A thread that the table stands on outlives what ends it, and ends when its work does."""

import logging
import sys
from collections.abc import Callable

import pytest

from companion.lasting import lasting


def raises(error: BaseException) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


@pytest.mark.parametrize("end", [raises(RuntimeError("no")), raises(SystemExit()), sys.exit], ids=["", "exit", "sys"])
def test_work_that_a_fault_ends_begins_anew(end: Callable[[], None], caplog: pytest.LogCaptureFixture) -> None:
    begun = []

    def work() -> None:
        begun.append(1)
        if len(begun) < 3:
            end()

    with caplog.at_level(logging.CRITICAL):
        lasting(work, "the work", pause_s=0.0).join()
    assert len(begun) == 3
    assert caplog.messages == ["the work ended by a fault, and begins anew"] * 2
