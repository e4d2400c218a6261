"""Folds the journal's log into its file, beside the table: a press waits for the one sync that makes it safe, no more.

The law of this file: it works over a connection of its own, and no fault of it reaches the table; what is not folded
now is folded later, and is as safe in the log.
"""

from __future__ import annotations

import logging
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from companion.journal import Journal
from companion.journal_file import JournalError
from companion.lasting import Recurring

EVERY_S: Final = 60.0
"""An evening's presses are a megabyte or two of log."""

logger = logging.getLogger(__name__)


def folding(path: Path, every_s: float = EVERY_S) -> Recurring:
    """At once, each minute, and when it is closed."""
    return Recurring(partial(_fold, path), "folding", every_s)


def _fold(path: Path) -> None:
    try:
        with closing(Journal(path)) as journal:
            journal.fold()
    except JournalError as error:
        logger.info("%s", error)
