"""The commands. Exit status: 0 done, 1 what was asked for failed, 2 called wrongly or a file is not what it should be.

Every refusal is one line on stderr. The rooms outside the core are imported where a command needs them, so that
`companion games` answers without waking OpenCV.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Sequence

from companion.cases import BadCases
from companion.cli.arguments import parser
from companion.cli.pages import told
from companion.cli.status import DONE, FAILED, WRONG, CannotError, WrongCallError
from companion.journal_file import BadJournalError, JournalError
from companion.records import BadRecord
from companion.table_toml import BadConfig


def main(arguments: Sequence[str], play: Callable[[argparse.Namespace], int]) -> int:
    """Run one command. `play` is the main job, wired by __main__."""
    asked = parser(play).parse_args(arguments)
    try:
        status: int = asked.run(asked)
        sys.stdout.flush()
    except (WrongCallError, BadConfig, BadCases, BadRecord, BadJournalError) as error:
        print(f"companion: {told(error)}", file=sys.stderr)
        return WRONG
    except (JournalError, CannotError) as error:
        print(f"companion: {told(error)}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone: nothing more to say
        return DONE
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        print(f"companion: the output cannot be written ({error.strerror})", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is buffered would be tried again at exit
        return FAILED
    except KeyboardInterrupt:
        return 130
    return status
