"""systemd understands the units, and they expose little. Whether they work is for `make on-device-like`."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNITS = Path(__file__).parents[2] / "systemd"
MOST_EXPOSURE = 2.0
"""Of 10; the issue's own bound."""

if shutil.which("systemd-analyze") is None:
    pytest.skip("there is no systemd-analyze on this machine: apt install systemd", allow_module_level=True)


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units as they are installed, but for their program, which must exist to be looked at."""
    for unit in (*UNITS.glob("*.service"), *UNITS.glob("*.path")):
        text = unit.read_text().replace("/opt/companion/current/bin/companion", shutil.which("true") or "/bin/true")
        (tmp_path / unit.name).write_text(text)
    return tmp_path


def test_systemd_has_nothing_to_say_against_the_units(installed: Path) -> None:
    verified = analyze("verify", "--man=no", *map(str, sorted(installed.iterdir())))
    assert (verified.returncode, verified.stderr) == (0, "")


def test_a_unit_with_an_unknown_key_would_be_told(installed: Path) -> None:
    unit = installed / "companion.service"
    unit.write_text(unit.read_text().replace("WatchdogSec", "WatchdogSeconds"))
    assert "WatchdogSeconds" in analyze("verify", "--man=no", str(unit)).stderr


def test_the_service_exposes_little() -> None:
    judged = analyze("security", "--offline=true", "--no-pager", str(UNITS / "companion.service")).stdout
    exposure = re.search(r"Overall exposure level for companion.service: ([0-9.]+)", judged)
    assert exposure is not None
    assert float(exposure[1]) <= MOST_EXPOSURE
