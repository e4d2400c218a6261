"""A thread that the table stands on outlives what ends it, and ends when its work does."""

import logging
import sys
import threading
from collections.abc import Callable

import pytest

from companion.lasting import Recurring, lasting


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


def test_work_beside_the_table_that_fails_again_and_again_keeps_nobody_waiting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    recurring = Recurring(raises(ValueError("no")), "the work", every_s=3600.0)
    recurring.close()

    assert set(caplog.messages) == {"the work failed, and is tried again later"}


def test_work_beside_the_table_is_done_once_more_as_it_is_closed() -> None:
    done: list[int] = []
    first = threading.Event()

    def work() -> None:
        done.append(1)
        first.set()

    recurring = Recurring(work, "the work", every_s=3600.0)
    assert first.wait(10)
    recurring.close()

    assert len(done) == 2
