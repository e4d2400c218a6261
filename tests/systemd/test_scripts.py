"""What install.sh and uninstall.sh do to files of others, by the real shell; the whole is for `make on-device-like`."""

import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "systemd"


def sh(script: str, given: str = "") -> str:
    """What a script prints that has steps.sh at hand."""
    done = subprocess.run(
        ["sh", "-euc", f'. "{SCRIPTS}/steps.sh"\n{script}'], input=given, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("*.sh")), ids=lambda path: path.name)
def test_every_script_is_a_shells(script: Path) -> None:
    assert subprocess.run(["sh", "-n", str(script)], capture_output=True, text=True, check=True).stderr == ""


@pytest.mark.parametrize("script", ["install.sh", "update.sh", "uninstall.sh"])
def test_every_script_says_what_it_does_when_asked(script: str) -> None:
    done = subprocess.run([SCRIPTS / script, "--help"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(script)
    assert "#" not in done.stdout


@pytest.mark.parametrize("script", ["install.sh", "update.sh", "uninstall.sh"])
def test_a_word_that_is_none_of_its_own_is_refused_in_one_line(script: str) -> None:
    done = subprocess.run([SCRIPTS / script, "--everything"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "there is no --everything" in done.stderr


def test_lines_in_a_file_of_others_are_marked_once_and_leave_it_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "config.txt"
    file.write_text("[cm4]\notg_mode=1\n")
    for _ in range(2):
        sh(f'mark "{file}"', "[all]\ndtparam=i2c_arm=on\n")
        marked = "# companion: begin\n[all]\ndtparam=i2c_arm=on\n# companion: end\n"
        assert file.read_text() == f"[cm4]\notg_mode=1\n{marked}"
    assert (tmp_path / "config.txt.before-companion").read_text() == "[cm4]\notg_mode=1\n"
    sh(f'unmark "{file}"')
    assert [path.name for path in tmp_path.iterdir()] == ["config.txt"]
    assert file.read_text() == "[cm4]\notg_mode=1\n"


def test_marked_lines_may_stand_behind_a_line(tmp_path: Path) -> None:
    file = tmp_path / "avahi.conf"
    file.write_text("[server]\nuse-ipv4=yes\n[wide-area]\n")
    sh(f'mark "{file}" "[server]"', "host-name=companion\n")
    lines = file.read_text().splitlines()
    assert lines[:4] == ["[server]", "# companion: begin", "host-name=companion", "# companion: end"]
    assert lines[4:] == ["use-ipv4=yes", "[wide-area]"]


def test_a_dry_run_says_what_would_be_written_and_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "config.txt"
    file.write_text("as it was\n")
    said = sh(f'dry=1; mark "{file}"', "more\n")
    assert f"would write: {file}" in said
    assert file.read_text() == "as it was\n"
    assert list(tmp_path.iterdir()) == [file]


def test_of_all_versions_those_in_use_and_before_are_kept(tmp_path: Path) -> None:
    for version in ("1", "2", "3"):
        (tmp_path / "versions" / version).mkdir(parents=True)
    sh(f'opt="{tmp_path}"; prune "$opt/versions/3" "$opt/versions/2"')
    assert sorted(path.name for path in (tmp_path / "versions").iterdir()) == ["2", "3"]


def test_marked_lines_that_are_renewed_stay_where_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "config.txt"
    file.write_text("[cm4]\notg_mode=1\n")
    sh(f'mark "{file}"', "[all]\nold=1\n")
    file.write_text(file.read_text() + "dtoverlay=mine\n")
    sh(f'mark "{file}"', "[all]\nnew=1\n")
    assert file.read_text().splitlines()[2:] == [
        "# companion: begin",
        "[all]",
        "new=1",
        "# companion: end",
        "dtoverlay=mine",
    ]
    sh(f'unmark "{file}" "[all]"')
    assert file.read_text() == "[cm4]\notg_mode=1\n[all]\ndtoverlay=mine\n", "what follows stays for every model"


@pytest.mark.parametrize("script", ['mark "{}"', 'unmark "{}"'])
def test_a_mark_that_somebody_took_away_stops_everything_and_changes_nothing(tmp_path: Path, script: str) -> None:
    file = tmp_path / "config.txt"
    text = "# companion: begin\n[all]\nmine=1\n"
    file.write_text(text)
    done = subprocess.run(
        ["sh", "-euc", f'. "{SCRIPTS}/steps.sh"\n{script.format(file)}'], input="x\n", capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "mend that" in done.stderr
    assert file.read_text() == text
    assert list(tmp_path.iterdir()) == [file]
