"""Which page of the documentation tells more: of each command, and of what a command refuses.

The law of this file: pages and headings only; a test sees that each is there, and that no command is without one.
"""

from __future__ import annotations

from typing import Final

from companion.cases import BadCases
from companion.journal_file import JournalError
from companion.records import BadRecord
from companion.table_toml import BadConfig

OF_COMMANDS: Final = {
    "play": "docs/playing.md",
    "read": "docs/formats.md",
    "watch": "docs/formats.md",
    "tiles": "docs/tiles.md",
    "board": "docs/board-check.md",
    "calibrate": "docs/calibration.md",
    "report-misreads": "docs/calibration.md#putting-a-reading-right-and-reporting-it",
    "check": "docs/formats.md#rule-cases",
    "replay": "docs/journal.md",
    "games": "docs/journal.md",
    "export": "docs/journal.md",
    "import": "docs/journal.md",
    "advise": "docs/advisor.md",
    "daily": "docs/story.md#solitaire-of-the-day",
    "selfplay": "docs/advisor.md",
    "print": "docs/printing.md",
    "test-camera": "docs/trouble.md#camera",
    "test-display": "docs/trouble.md#oled-and-buttons",
    "test-buttons": "docs/trouble.md#oled-and-buttons",
    "doctor": "docs/install.md#looking-after-it",
    "safe-to-unplug": "docs/install.md#switching-off",
    "config": "docs/hardware.md#tabletoml",
}

OF_ERRORS: Final[dict[type[Exception], str]] = {
    BadConfig: "docs/hardware.md#tabletoml",
    BadCases: "docs/formats.md#rule-cases",
    BadRecord: "docs/journal.md",
    JournalError: "docs/trouble.md#starting-and-the-record",
}


def epilog(command: str, example: str) -> str:
    """What a help ends with, a command's or that of a part of it: an example, and the command's page."""
    return f"example: {example}  (more: {OF_COMMANDS[command]})"


def told(error: Exception) -> str:
    """The error's sentence, with the page that tells more where there is one."""
    page = next((page for kind, page in OF_ERRORS.items() if isinstance(error, kind)), "")
    return f"{error} (more: {page})" if page else str(error)
