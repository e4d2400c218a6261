"""The real lgpio under gpiozero, on a machine without pins: `wires.py`, in a process with a pretend chip preloaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


@pytest.fixture
def chip(tmp_path: Path) -> Path:
    made = tmp_path / "gpiochip_shim.so"
    source = HERE / "gpiochip_shim.c"
    subprocess.run(["cc", "-Wall", "-shared", "-fPIC", "-O2", "-o", made, source, "-ldl", "-lpthread"], check=True)
    return made


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="PyPI has no lgpio for it: use Python 3.11 or 3.12")
def test_buttons_lamps_and_buzzer_work_on_the_real_lgpio(chip: Path) -> None:
    wires = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-c",
            ROOT / "pyproject.toml",
            HERE / "wires.py",
        ],
        # A folder in which nobody else leaves anything.
        cwd=chip.parent,
        env=os.environ | {"LD_PRELOAD": str(chip), "PWD": str(chip.parent), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert wires.returncode == 0, wires.stdout + wires.stderr
    assert "skipped" not in wires.stdout
