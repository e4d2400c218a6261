"""update.sh, by the real shell, in a folder that stands for the machine: whatever is cut short, no game is lost.

systemctl, runuser and journalctl are little scripts that note what they were asked; the real ones are for
`make on-device-like`.
"""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "systemd"
GAMES = "every game of the year"


class Box:
    """A machine with Companion of one version, and a checkout of the next."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opt, self.games = folder / "opt", folder / "var/companion"
        self.old = self.opt / "versions/1"
        self.next = folder / "checkout"
        for part in ("companion", "hardware", "vision", "web", "systemd"):
            (self.next / part).mkdir(parents=True)
        for name in ("pyproject.toml", "README.md"):
            (self.next / name).write_text("")
        for unit in ("companion.service", "companion-switch-off.path", "companion-switch-off.service"):
            (self.next / "systemd" / unit).write_text("next")
        for name in ("companion.sysusers", "unplug.sh", "update.sh"):
            (self.next / "systemd" / name).write_text((SCRIPTS / name).read_text())
        self.program(self.old / "bin/companion", "true")
        subprocess.run(["cp", "-r", self.next / "systemd", self.old / "systemd"], check=True)
        (self.old / "systemd/companion.service").write_text("old")
        (self.opt / "current").symlink_to(self.old)
        self.games.mkdir(parents=True)
        (self.games / "journal.sqlite").write_text(GAMES)
        self.up("0")
        self.program(folder / "bin/runuser", 'shift 3; exec "$@"')
        self.program(folder / "bin/journalctl", "true")
        self.program(folder / "bin/sleep", "true")
        self.program(folder / "bin/systemd-sysusers", "true")
        self.program(
            folder / "bin/python3",
            f'mkdir -p "$3/bin"; printf "#!/bin/sh\\ntrue\\n" >"$3/bin/python"\n'
            f'cp "{self.old}/bin/companion" "$3/bin/"; chmod +x "$3"/bin/*',
        )

    def program(self, path: Path, script: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def up(self, restarts: str, when_started: str = "true") -> None:
        """systemctl, as far as it is asked here: `restarts` is how often systemd had to start the next version anew."""
        self.program(
            self.folder / "bin/systemctl",
            f"""
case "$*" in
    restart*) {when_started} ;;
    *NRestarts*) case "$(readlink "{self.opt}/current")" in "{self.old}") echo 0 ;; *) echo {restarts} ;; esac ;;
esac""",
        )

    def update(self, *words: str, before: str = "") -> subprocess.CompletedProcess[str]:
        """Run it with all paths below the folder."""
        script = (SCRIPTS / "update.sh").read_text()
        steps = (SCRIPTS / "steps.sh").read_text()
        for name, place in (
            ("opt=/opt/companion", f"opt={self.opt}"),
            ("games=/var/lib/companion", f"games={self.games}"),
            ("/etc/systemd/system", f"{self.folder}/etc"),
            ("/usr/lib", f"{self.folder}/usr/lib"),
            ("/run/companion-install.lock", f"{self.folder}/lock"),
            ("booted() { [ -d /run/systemd/system ]; }", "booted() { true; }"),
            ('[ "$(id -u)" = 0 ]', "true"),
        ):
            assert name in steps
            steps = steps.replace(name, place)
        home = self.folder / "home/systemd"
        home.mkdir(parents=True, exist_ok=True)
        (home / "steps.sh").write_text(f"{steps}\n{before}\n")
        (home / "update.sh").write_text(script)
        return subprocess.run(
            ["sh", str(home / "update.sh"), "--yes", *words],
            capture_output=True,
            text=True,
            env={**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}"},
            cwd=self.folder,
            check=False,
        )

    @property
    def current(self) -> Path:
        return (self.opt / "current").readlink()

    @property
    def unit(self) -> str:
        return (self.folder / "etc/companion.service").read_text()

    @property
    def kept(self) -> str:
        return (self.games / "journal.sqlite").read_text()


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_a_version_that_stays_up_is_taken_with_its_units_and_nothing_is_left_over(box: Box) -> None:
    done = box.update(str(box.next))
    assert (done.returncode, done.stderr) == (0, "")
    assert (box.current != box.old, box.unit, box.kept) == (True, "next", GAMES)
    assert sorted(path.name for path in box.games.parent.iterdir()) == ["companion"]
    assert not (box.opt / "updating-from").exists()


def test_a_bare_name_is_a_folder_and_never_a_package_of_somebody_else(box: Box) -> None:
    assert box.update("checkout").returncode == 0
    assert "there is no folder companion-of-a-stranger" in box.update("companion-of-a-stranger").stderr


@pytest.mark.parametrize(
    ("restarts", "when_started"),
    [
        ("1", "true"),
        ("0", 'case "$(readlink OPT/current)" in OLD) ;; *) echo spoilt >GAMES/journal.sqlite; exit 1 ;; esac'),
    ],
    ids=["it dies after its start", "it does not start, and has touched the journal"],
)
def test_a_version_that_does_not_stay_up_is_taken_back_with_its_units_and_games(
    box: Box, restarts: str, when_started: str
) -> None:
    for word, path in (("OPT", box.opt), ("OLD", box.old), ("GAMES", box.games)):
        when_started = when_started.replace(word, str(path))
    box.up(restarts, when_started)
    done = box.update(str(box.next))
    assert done.returncode == 1
    assert "The old version runs again" in done.stderr
    assert (box.current, box.unit, box.kept) == (box.old, "old", GAMES)
    assert [path.name for path in (box.opt / "versions").iterdir()] == ["1"]


@pytest.mark.parametrize("nth", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("command", ["cp", "mv", "ln", "rm", "systemctl"])
def test_killed_anywhere_the_next_update_begins_with_the_games_as_they_were(box: Box, command: str, nth: int) -> None:
    count = box.folder / "count"
    killing = f"""
{command}() {{
    echo x >>"{count}"
    [ "$(wc -l <"{count}")" != {nth} ] || kill -9 $$
    command {command} "$@"
}}"""
    box.up("1")
    killed = box.update(str(box.next), before=killing)
    assert killed.returncode in (-9, 1)
    box.up("0")
    again = box.update(str(box.next))
    assert again.returncode == 0, again.stderr
    assert box.kept == GAMES


def test_a_game_that_goes_on_or_cannot_be_asked_for_stops_it_before_anything_changes(box: Box) -> None:
    for answer, why in (("echo '7 cant-stop'", "a game is going on (7 cant-stop)"), ("exit 2", "cannot be told")):
        box.program(box.old / "bin/companion", answer)
        done = box.update(str(box.next))
        assert (done.returncode, why in done.stderr) == (1, True)
        assert box.current == box.old


def test_an_old_version_that_is_not_whole_is_no_ground_to_update_on(box: Box) -> None:
    (box.old / "systemd/companion.service").unlink()
    done = box.update(str(box.next))
    assert (done.returncode, "run install.sh" in done.stderr) == (1, True)


def test_two_at_once_are_one(box: Box) -> None:
    with (box.folder / "lock").open("w") as lock:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX)
        done = box.update(str(box.next))
    assert (done.returncode, "wait for it" in done.stderr) == (1, True)
