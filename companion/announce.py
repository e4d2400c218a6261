"""What each button would do now, in words short enough for the OLED's bottom line. A press never does anything else."""

from __future__ import annotations

from companion.prompts import Choose, Role
from companion.snapshot import Snapshot


def announce(snapshot: Snapshot) -> tuple[tuple[str, str], ...]:
    """(button, words) for ROLL, STOP and CHOOSE, those that would do something."""
    said: list[tuple[str, str]] = []
    choice = snapshot.choice
    if choice is not None and isinstance(choice.prompt, Choose):
        role = choice.prompt.roles[choice.highlight]
        if role is Role.STOP:
            said.append(("stop", "stop"))
        else:
            said.append(("roll", "take" if role is Role.GO else "ok"))
            if role is Role.GO:
                said.append(("stop", "take+stop"))
        if len(choice.prompt.options) > 1:
            said.append(("choose", "next"))
    if snapshot.awaited_roll is not None:
        said.insert(0, ("roll", "read dice"))
    if not snapshot.prompts:
        said.append(("roll", "play again"))
    return tuple(said)
