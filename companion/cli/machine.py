"""`companion doctor` and `safe-to-unplug`: the machine under the table. Imports devices only when called."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.options import Command, add_config, add_json


def add_to(command: Command) -> None:
    asked = command("doctor", _doctor, "what is amiss with this machine, and what mends it", "companion doctor")
    add_json(asked, "a finding")
    asked.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="also write what a report of a fault needs, nothing personal",
    )
    add_config(asked)
    asked.add_argument(
        "--data", type=Path, metavar="DIR", help="where the journal lies; without it the service's, where there is one"
    )
    asked = command(
        "safe-to-unplug",
        _safe_to_unplug,
        "say so on the OLED; systemd runs it last when the box is switched off",
        "companion safe-to-unplug --config /etc/companion/table.toml",
    )
    add_config(asked)


def _doctor(asked: argparse.Namespace) -> int:
    from companion.cli.doctor import doctor

    return doctor(asked)


def _safe_to_unplug(asked: argparse.Namespace) -> int:
    from companion.cli.doctor import safe_to_unplug

    return safe_to_unplug(asked)
