"""The PIN and the signing key outlive a power cut; a new PIN ends old admissions."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from companion.access import access, hold
from companion.journal import JournalError


def test_a_random_pin_is_drawn_once_and_kept(tmp_path: Path) -> None:
    first = access(tmp_path, "random")

    assert first.pin is not None
    assert len(first.pin) == 4
    assert access(tmp_path, "random") == first
    assert stat.S_IMODE((tmp_path / "access.json").stat().st_mode) == 0o600


def test_another_pin_ends_the_old_key(tmp_path: Path) -> None:
    first = access(tmp_path, "1234")

    assert access(tmp_path, "1234") == first
    assert access(tmp_path, "4321").secret != first.secret


def test_none_admits_everybody(tmp_path: Path) -> None:
    assert access(tmp_path, "none").pin is None


def test_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "access.json").write_text('{"secret": "no hex"}')

    assert len(access(tmp_path, "random").secret) == 32


@pytest.mark.parametrize("wanted", ["", "12", "12345", "abcd", "١٢٣٤"])
def test_a_pin_is_four_digits(tmp_path: Path, wanted: str) -> None:
    with pytest.raises(ValueError, match="four digits"):
        access(tmp_path, wanted)


def test_a_folder_is_held_by_one_table(tmp_path: Path) -> None:
    hold(tmp_path)

    with pytest.raises(JournalError, match="another table"):
        hold(tmp_path)
