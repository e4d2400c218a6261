"""`companion doctor`: what is amiss, and what to do about it."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import platform
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from companion.cli.places import SERVICE_CONFIG, SERVICE_DATA, data_folder
from companion.cli.status import DONE, FAILED, WrongCallError
from companion.config import Config
from companion.games import GAMES
from companion.journal import Journal
from companion.journal_file import JournalError
from companion.records import BadRecord, summary
from companion.table_toml import BadConfig, config_file, load
from hardware.doctor.board import check_board, check_groups, check_kept
from hardware.doctor.finding import Finding, State, examined, fail, ok, warn
from hardware.doctor.machine import Machine
from hardware.doctor.parts import check_parts
from hardware.doctor.python import check_python
from hardware.doctor.report import report
from hardware.doctor.service import (
    check_disk,
    check_instances,
    check_journal,
    check_page,
    check_service,
    may_look,
    snapshot,
)
from hardware.farewell import show_safe_to_unplug


def doctor(asked: argparse.Namespace) -> int:
    installed = SERVICE_DATA.exists()
    asked.data = asked.data or (SERVICE_DATA if installed else data_folder())
    asked.config = asked.config or (SERVICE_CONFIG if installed and SERVICE_CONFIG.exists() else None)
    findings = examine(Machine(), asked.config, asked.data)
    for finding in findings:
        print(json.dumps(asdict(finding)) if asked.json else finding.line())
    if asked.report:
        _write_report(asked.report, findings, asked.config or config_file(), asked.data)
        if not asked.json:
            print(f"{asked.report} holds this and the log, without names, addresses or secrets; look through it first.")
    return FAILED if any(finding.state is State.FAIL for finding in findings) else DONE


def examine(machine: Machine, config_path: Path | None, data: Path) -> list[Finding]:
    """All findings, in the order in which one thing stands on another."""
    try:
        config = load(config_path)
        file = config_path or config_file()
        settings = [ok("table.toml", str(file) if file.exists() else "there is none, so all is as by default")]
    except BadConfig as error:
        config = Config()
        settings = [fail("table.toml", str(error), "mend that line; `companion config` prints how it looks")]
    table = snapshot(config)
    kept: list[Finding] = []
    if may_look(data):
        for part, check in (
            ("disk", lambda: check_disk(data)),
            ("disk", lambda: check_kept(machine, data)),
            ("journal", lambda: check_journal(data)),
        ):
            kept += examined(check, part)
    else:
        kept.append(warn("games", f"{data} is closed to whoever runs this", "sudo companion doctor looks at it too"))
    return [
        *settings,
        *examined(lambda: check_python(machine), "python"),
        *examined(lambda: check_board(machine, config), "machine"),
        *examined(lambda: check_groups(machine), "groups"),
        *examined(lambda: check_parts(machine, config, table), "devices"),
        *kept,
        *examined(lambda: check_service(machine), "service"),
        *examined(lambda: check_page(machine, config, table), "port"),
        *examined(lambda: check_instances(machine), "tables"),
    ]


def safe_to_unplug(asked: argparse.Namespace) -> int:
    """`companion safe-to-unplug`: the last thing that runs; it must not hold up the end of the machine."""
    try:
        config = load(asked.config)
    except BadConfig:
        # The panel is wired as the defaults say more likely than not.
        config = Config()
    try:
        show_safe_to_unplug(config.display)
    except Exception as error:  # drivers raise whatever they please
        print(f"companion: the OLED cannot say that it is safe to unplug ({error})", file=sys.stderr)
        return FAILED
    return DONE


def _write_report(path: Path, findings: list[Finding], settings: Path, data: Path) -> None:
    try:
        text = settings.read_text(errors="replace")
    except OSError:
        text = None
    users = {getpass.getuser(), os.environ.get("SUDO_USER", "")} - {"root", "companion"}
    told = report(findings, Machine(), text, {platform.node(), *users, *_players(data)})
    try:
        path.write_text(told)
    except OSError as error:
        raise WrongCallError(f"--report {path}: it cannot be written ({error.strerror}); name another file") from error


def _players(data: Path) -> Iterable[str]:
    """Whoever has a game on record: the log may name them."""
    if not may_look(data) or not (data / "journal.sqlite").exists():
        return
    try:
        journal = Journal(data / "journal.sqlite")
        for game in journal.games():
            yield from summary(GAMES, journal, game)["players"]
        journal.close()
    except (JournalError, BadRecord):
        return
