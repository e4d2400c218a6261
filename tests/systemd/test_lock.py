"""requirements-pi.lock: all that the service needs, at one version each, known by its hashes; and what goes with it."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.licences import PAGE, locked, page

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements-pi.lock").read_text()
SYSTEMS = {"Bookworm": "3.11", "Trixie": "3.13"}


def entries(python: str) -> dict[str, Requirement]:
    """What the lock installs on a Pi with this Python."""
    pi = {"python_version": python, "python_full_version": f"{python}.2", "platform_machine": "aarch64"}
    named = [Requirement(line.rstrip(" \\")) for line in re.findall(r"^[\w.-]+==.*$", LOCK, re.MULTILINE)]
    return {canonicalize_name(one.name): one for one in named if one.marker is None or one.marker.evaluate(pi)}


def wanted(python: str) -> list[Requirement]:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return [one for one in map(Requirement, declared) if _holds(one.marker, python)]


def _holds(marker: Marker | None, python: str) -> bool:
    pi = {"python_version": python, "python_full_version": f"{python}.2", "platform_machine": "aarch64", "extra": ""}
    return marker is None or marker.evaluate(pi)


@pytest.mark.parametrize("python", SYSTEMS.values(), ids=list(SYSTEMS))
def test_the_lock_has_all_that_is_declared_within_its_range(python: str) -> None:
    for one in wanted(python):
        (pinned,) = entries(python)[canonicalize_name(one.name)].specifier
        assert one.specifier.contains(pinned.version), one


@pytest.mark.parametrize("python", SYSTEMS.values(), ids=list(SYSTEMS))
def test_the_lock_has_what_those_need_in_turn(python: str) -> None:
    for name in entries(python):
        needed = [Requirement(one) for one in requires(name) or ()]
        missing = {one.name for one in needed if _holds(one.marker, python)} - {
            one.name for one in needed if canonicalize_name(one.name) in entries(python)
        }
        assert missing == set(), name


def test_every_version_is_known_by_its_hash_and_no_address_is_named() -> None:
    lines = LOCK.splitlines()
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        assert "==" not in line or below.startswith("    --hash=sha256:"), line
    assert "://" not in LOCK


def test_the_systems_own_numpy_is_left_where_it_is() -> None:
    steps = ROOT / "systemd" / "steps.sh"
    left = subprocess.run(
        ["sh", "-euc", f'. "{steps}"; without numpy'], input=LOCK, capture_output=True, text=True, check=True
    ).stdout
    assert "numpy==" not in left
    assert left.count("==") == LOCK.count("==") - LOCK.count("\nnumpy==")
    assert left.count("--hash") < LOCK.count("--hash")


def test_the_page_of_licences_is_of_what_is_locked() -> None:
    assert PAGE.read_text() == page(), "make licences"
    assert "numpy" in locked()
