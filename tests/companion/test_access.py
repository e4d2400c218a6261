"""The PIN and the signing key outlive a power cut; a new PIN ends old admissions."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.access import Hold, access
from companion.journal_file import JournalError


def test_a_random_pin_is_drawn_once_and_kept(tmp_path: Path) -> None:
    first = access(tmp_path, "random")

    pin = first.keys().pin
    assert pin is not None
    assert len(pin) == 4
    assert access(tmp_path, "random").keys() == first.keys()
    assert stat.S_IMODE((tmp_path / "access.json").stat().st_mode) == 0o600


def test_another_pin_ends_the_old_key(tmp_path: Path) -> None:
    first = access(tmp_path, "1234")

    assert access(tmp_path, "1234").keys() == first.keys()
    assert access(tmp_path, "4321").keys().secret != first.keys().secret


def test_claims_outlive_a_restart(tmp_path: Path) -> None:
    first = access(tmp_path, "random")
    first.claim("Ann", "phone-1")
    first.claim("Bo", "phone-1")
    first.claim("Bo", "")

    again = access(tmp_path, "random")
    assert (again.claimed("Ann"), again.claimed("Bo")) == ("phone-1", "")


def test_a_new_pin_ends_all_claims(tmp_path: Path) -> None:
    first = access(tmp_path, "1234")
    first.claim("Ann", "phone-1")
    old = first.keys()

    first.new_pin()

    assert first.claimed("Ann") == ""
    assert first.keys().secret != old.secret
    assert access(tmp_path, "random").keys() == first.keys()


def test_another_pin_at_the_start_ends_all_claims(tmp_path: Path) -> None:
    access(tmp_path, "1234").claim("Ann", "phone-1")

    assert access(tmp_path, "1234").claimed("Ann") == "phone-1"
    assert access(tmp_path, "4321").claimed("Ann") == ""


def test_none_admits_everybody(tmp_path: Path) -> None:
    assert access(tmp_path, "none").keys().pin is None


def test_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "access.json").write_text('{"secret": "no hex"}')

    assert len(access(tmp_path, "random").keys().secret) == 32


@pytest.mark.parametrize("wanted", ["", "12", "12345", "abcd", "١٢٣٤"])
def test_a_pin_is_four_digits(tmp_path: Path, wanted: str) -> None:
    with pytest.raises(ValueError, match="four digits"):
        access(tmp_path, wanted)


def test_a_folder_is_held_by_one_table(tmp_path: Path) -> None:
    Hold(tmp_path)

    with pytest.raises(JournalError, match="another table"):
        Hold(tmp_path)


def test_a_table_that_did_not_end_is_known_as_cut_off(tmp_path: Path) -> None:
    script = "import sys; from companion.access import Hold; held = Hold(Path(sys.argv[1])); print(held.cut_off)"
    seen = [
        subprocess.run(
            [sys.executable, "-c", f"from pathlib import Path; {script}{then}", str(tmp_path)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for then in ("; held.end()", "", "; held.end()", "")
    ]

    assert seen == ["False", "False", "True", "False"]
