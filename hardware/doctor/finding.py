"""What a check says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """As `companion doctor` prints it (FORMATS section 1)."""

    OK = "ok"
    WARN = "warn"
    """It can be played, but something will be missing or wrong sooner or later."""
    FAIL = "FAIL"


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's."""

    state: State
    part: str
    """What was looked at, in a word or two."""

    found: str
    """One sentence."""

    mend: str = ""
    """What to do about it; empty where it is ok."""

    def line(self) -> str:
        """As printed: two lines where there is something to do."""
        first = f"{self.state:<4}  {self.part}: {self.found}"
        return f"{first}\n      -> {self.mend}" if self.mend else first


def ok(part: str, found: str) -> Finding:
    return Finding(State.OK, part, found)


def warn(part: str, found: str, mend: str) -> Finding:
    return Finding(State.WARN, part, found, mend)


def fail(part: str, found: str, mend: str) -> Finding:
    return Finding(State.FAIL, part, found, mend)


def examined(check: Callable[[], Iterable[Finding]], part: str) -> list[Finding]:
    """What `check` finds; a check that breaks is a finding too, and takes no other with it."""
    try:
        return list(check())
    except Exception as error:  # a doctor that falls over a strange machine is of no use there
        found = f"this could not be checked ({type(error).__name__}: {error})"
        return [warn(part, found, "report it, with the file that `companion doctor --report FILE` writes")]
