"""`companion report-misreads`: the readings that people put right, as one file for a bug report."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion.cli.options import Command, add_data, add_json, file_to_write
from companion.cli.status import DONE, FAILED, WrongCallError
from companion.cli.tray import misreads_of


def add_to(command: Command) -> None:
    asked = command(
        "report-misreads",
        report,
        "pack the readings that people put right into one zip file for a bug report",
        "companion report-misreads --out misreads.zip",
    )
    asked.add_argument(
        "--out", type=file_to_write, default=Path("misreads.zip"), metavar="FILE.zip", help="where it goes"
    )
    add_json(asked)
    add_data(asked)


def report(asked: argparse.Namespace) -> int:
    """Nothing to report is FAILED: there is no file then."""
    try:
        packed = misreads_of(asked.data).pack(asked.out)
    except OSError as error:
        raise WrongCallError(f"{asked.out}: cannot be written ({error.strerror})") from error
    if not packed.readings:
        asked.out.unlink(missing_ok=True)
        print("companion: no reading was put right yet, so there is nothing to report", file=sys.stderr)
        return FAILED
    if asked.json:
        print(json.dumps({"file": str(asked.out), "readings": packed.readings, "bytes": packed.bytes}))
        return DONE
    many = "1 reading" if packed.readings == 1 else f"{packed.readings} readings"
    print(f"{asked.out}: {many}, {packed.bytes / 1e6:.1f} MB")
    print("Inside: the picture of the tray, the dice that were wrong, what was read and what was true; no names.")
    print("Look at the pictures before you send it: they show whatever lay under the camera.")
    return DONE
