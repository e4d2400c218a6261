"""`companion advise`: what the advisor says of positions."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion.cli.options import Command, add_json
from companion.cli.status import DONE, FAILED, WrongCallError


def add_to(command: Command) -> None:
    asked = command(
        "advise",
        advise,
        "what the advisor says of a position: what each action is worth, and why",
        """companion advise position.json, or: echo '{"players": ["Ann"], "runners": {"7": 3}}' | companion advise -""",
    )
    asked.add_argument(
        "position",
        metavar="POSITION.json|-",
        help="of any game; -: one JSON a line from stdin, answered in order",
    )
    add_json(asked)


def advise(asked: argparse.Namespace) -> int:
    """With `-` a line that cannot be answered gets an error object instead, and FAILED is the status at the end."""
    from companion.advisor import BadQuestion, answer, in_words

    if asked.position != "-":
        try:
            text = Path(asked.position).read_text(encoding="utf-8")
            print(json.dumps(answer(text)) if asked.json else in_words(text))
        except OSError as error:
            raise WrongCallError(f"{asked.position}: cannot be read ({error.strerror})") from error
        except (UnicodeDecodeError, BadQuestion) as error:
            raise WrongCallError(f"{asked.position}: {error}") from error
        return DONE
    status = DONE
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            body = answer(line.decode())
        except (UnicodeDecodeError, BadQuestion) as error:
            status, body = FAILED, {"error": f"line {number}: {error}"}
            print(f"companion: {body['error']}", file=sys.stderr)
        print(json.dumps(body), flush=True)
    return status
