"""What every kind of buttons does with a press, beside telling it: it wakes the panel, and never ends its thread."""

import logging
from collections.abc import Callable

from companion.inputs import Input
from hardware.reports import Post

Wake = Callable[[], bool]
"""Says that a button went down; True: nothing had told what it would do, and the press is used up."""

_log = logging.getLogger(__name__)


def never() -> bool:
    """Where there is no panel to wake."""
    return False


def woken(wake: Wake) -> bool:
    try:
        return wake()
    except Exception:
        _log.exception("the display could not be woken")
        return False


def post_safely(post: Post, reported: Input) -> None:
    try:
        post(reported)
    except Exception:
        _log.exception("a press was lost")
