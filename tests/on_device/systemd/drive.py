"""Runs inside a booted Debian tree, under its own systemd: install, play, break, update, uninstall.

One line a fact: `ok` or `FAILED`, and what was seen where it failed. Standard library only.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

SOURCE = Path("/source")
DROP_IN = Path("/etc/systemd/system/companion.service.d/drive.conf")
GAME = "play --game cant-stop --players Ann,Bo --seed 1"
PATIENCE_S = 60.0
failures = 0


def run(command: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, env=env)


def fact(name: str, true: object, seen: object = "") -> None:
    global failures
    print(
        f"{'ok    ' if true else 'FAILED'}  {name}" + ("" if true else f"\n        seen: {str(seen)[-1500:]}"),
        flush=True,
    )
    failures += not true


def show(*keys: str) -> dict[str, str]:
    lines = run(f"systemctl show companion -p {','.join(keys)}").stdout.splitlines()
    return dict(line.split("=", 1) for line in lines)


def log() -> str:
    return run("journalctl -u companion --no-pager -o cat -n 200").stdout


def get() -> dict[str, Any]:
    with urllib.request.urlopen("http://127.0.0.1:8000/api/snapshot", timeout=5) as answer:
        body: dict[str, Any] = json.load(answer)
        return body


def post(call: str, **body: Any) -> tuple[int, dict[str, Any]]:
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:8000/api/{call}", data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def until(true: Any, patience_s: float = PATIENCE_S) -> bool:
    """Whether it becomes true in time; whatever it raises is not yet."""
    ends = time.monotonic() + patience_s
    while time.monotonic() < ends:
        try:
            if true():
                return True
        except (OSError, ValueError, KeyError):
            pass
        time.sleep(0.2)
    return False


def anew(process: str) -> Callable[[], bool]:
    """Whether the service has another process than this one."""
    return lambda: show("MainPID")["MainPID"] not in (process, "0")


def roll() -> tuple[int, dict[str, Any]]:
    return post("dice", version=get()["version"], values=[1, 2, 3, 4])


def drop_in(arguments: str, more: str = "", program: str = "/opt/companion/current/bin/companion") -> None:
    DROP_IN.parent.mkdir(parents=True, exist_ok=True)
    DROP_IN.write_text(f"[Service]\nExecStart=\nExecStart={program} {arguments}\n{more}\n")
    run("systemctl daemon-reload; systemctl reset-failed companion")


def installed() -> None:
    dry = run("/source/systemd/install.sh --dry-run")
    fact("a dry run changes nothing", dry.returncode == 0 and not Path("/opt/companion").exists(), dry.stderr)
    first = run("/source/systemd/install.sh --yes")
    fact("install.sh brings the table up", first.returncode == 0 and "Companion runs" in first.stdout, first.stderr)
    fact(
        "systemd has heard READY=1",
        show("ActiveState", "Type") == {"ActiveState": "active", "Type": "notify"},
        log()[-1500:],
    )
    fact("the page answers", until(lambda: get()["game"] == "lobby"), log()[-1500:])
    config = Path("/boot/firmware/config.txt").read_text()
    fact(
        "I2C is turned on at 400 kHz, in the part for every model",
        config.endswith(
            "# companion: begin\n[all]\ndtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n# companion: end\n"
        ),
        config,
    )
    copy = Path("/boot/firmware/config.txt.before-companion")
    fact("a copy of config.txt as it was lies beside it", copy.read_text() == "[cm4]\notg_mode=1\n")
    avahi = Path("/etc/avahi/avahi-daemon.conf").read_text()
    fact("avahi says companion.local", "[server]\n# companion: begin\nhost-name=companion\n" in avahi, avahi)
    specimen = Path("/etc/companion/table.toml").read_text()
    fact("table.toml is written, every key a comment", "\n#port = 8000\n" in specimen, specimen[:500])
    Path("/etc/companion/table.toml").write_text('[table]\npin = "none"\n')
    again = run("/source/systemd/install.sh --yes")
    fact("installing twice works", again.returncode == 0, again.stderr)
    fact("and marks nothing twice", Path("/boot/firmware/config.txt").read_text() == config)
    fact("and leaves the settings", "none" in Path("/etc/companion/table.toml").read_text())
    fact("and keeps two versions at most", len(list(Path("/opt/companion/versions").iterdir())) == 2)


def hardened() -> None:
    verify = run("systemd-analyze verify --man=no companion.service companion-switch-off.path")
    fact("systemd-analyze verify is silent", verify.stderr == "", verify.stderr)
    exposure = run("systemd-analyze security companion --no-pager | tail -1").stdout
    number = re.search(r"([0-9.]+) ", exposure)
    fact(f"exposure at most 2.0: {exposure.strip()}", number and float(number[1]) <= 2.0, exposure)
    process = show("MainPID")["MainPID"]
    user = run(f"ps -o user= -p {process}").stdout.strip()
    fact("it runs as its own user", user == "companion", user)


def survives() -> None:
    drop_in(GAME)
    started = run("systemctl restart companion")
    fact("a game is begun", started.returncode == 0 and until(lambda: get()["game"] == "cant-stop"), log()[-1500:])
    fact("a roll is accepted", until(lambda: roll()[0] == 200), log()[-1500:])
    version = get()["version"]
    process = show("MainPID")["MainPID"]
    run(f"kill -9 {process}")
    fact(
        "kill -9: it is started anew",
        until(anew(process)),
        show("ActiveState"),
    )
    fact("into the same game, to the same event", until(lambda: get()["version"] == version), log()[-1500:])
    process = show("MainPID")["MainPID"]
    run("systemctl reset-failed companion")
    drop_in(GAME, "WatchdogSec=4", "/opt/companion/current/bin/python /tools/hanging.py")
    for thread in ("table", "camera", "display", "buttons"):
        run("systemctl reset-failed companion; systemctl restart companion")
        until(lambda: get()["version"] == version)
        process = show("MainPID")["MainPID"]
        Path(f"/run/companion/hang-{thread}").touch()
        ended = until(anew(process))
        Path(f"/run/companion/hang-{thread}").unlink(missing_ok=True)
        fact(f"a hang of the {thread} thread starves the watchdog, and it is started anew", ended, show("ActiveState"))
        fact("  into the same game, to the same event", until(lambda: get()["version"] == version), log()[-1500:])
        text = log()
        fact(f"  the log names it: {thread}", f"no sign of life from: {thread}" in text, text[-2000:])
        fact("  and says where it hung", "in __call__" in text, text[-2000:])
    drop_in(GAME)
    run("systemctl restart companion")
    until(lambda: get()["version"] == version)
    began = time.monotonic()
    run("systemctl stop companion")
    took = time.monotonic() - began
    fact(f"a clean stop takes less than 1 s: {took:.2f} s", took < 1.0)
    fact("and is one", show("Result") == {"Result": "success"}, show("Result", "ExecMainStatus"))


def disks() -> None:
    state = "/var/lib/companion"
    run("systemctl start companion")
    until(lambda: get()["game"] == "cant-stop")
    version = get()["version"]
    run("systemctl stop companion")
    run(
        f"cp -a {state} /var/lib/kept; mount -t tmpfs -o size=1200k,mode=750 tmpfs {state};"
        f" cp -a /var/lib/kept/. {state}"
    )
    run(f"chown -R companion: {state}; systemctl start companion")
    until(lambda: get()["version"] == version)
    doctor = run("runuser -u companion -- /usr/local/bin/companion doctor")
    fact("the doctor says that games on such a disk vanish with the power", "lies on tmpfs" in doctor.stdout, doctor)
    run(f"dd if=/dev/zero of={state}/filler bs=1k 2>/dev/null")
    refused = None
    for _ in range(200):
        # The journal's own pages may still have room for a few events.
        status, body = post("undo", version=get()["version"])
        if status != 200:
            refused = status, body
            break
        status, body = post("redo", version=get()["version"])
        if status != 200:
            refused = status, body
            break
    fact("a full disk: the next event is refused, and says why", refused and "full" in str(refused), refused)
    fact("the table can still be looked at", until(lambda: get()["game"] == "cant-stop"), log()[-1500:])
    run(f"rm {state}/filler")
    room = until(
        lambda: post("undo", version=get()["version"])[0] == 200 or post("redo", version=get()["version"])[0] == 200
    )
    fact("with room again the game goes on", room, log()[-1500:])
    run(f"systemctl stop companion; umount {state}; rm -rf /var/lib/kept")
    run("mount --bind /var/lib/companion /var/lib/companion; mount -o remount,ro,bind /var/lib/companion")
    started = run("timeout 60 systemctl start companion")
    fact(
        "a read-only disk: the log says which folder and why",
        "companion" in log() and started is not None,
        log()[-1500:],
    )
    doctor = run("runuser -u companion -- /usr/local/bin/companion doctor --data /var/lib/companion")
    fact("the doctor finds it", "cannot be written" in doctor.stdout, doctor.stdout + doctor.stderr)
    run(
        "systemctl stop companion; umount /var/lib/companion; systemctl reset-failed companion;"
        " systemctl start companion"
    )
    fact("writable again it goes on", until(lambda: get()["game"] == "cant-stop"), log()[-1500:])


def doctored() -> None:
    """Traps that need a running system; those of a Pi are planted by tests/hardware/doctor."""
    sound = run("runuser -u companion -- /usr/local/bin/companion doctor")
    fact("the doctor finds nothing amiss", sound.returncode == 0 and "FAIL" not in sound.stdout, sound.stdout)
    fact("it has asked the table that runs", "as the table says that runs" in sound.stdout, sound.stdout)
    second = (
        "setsid runuser -u companion -- /usr/local/bin/companion play --port 8001 --data /tmp/second >/dev/null 2>&1 &"
    )
    run(second)
    found = until(lambda: "of them run at once" in run("/usr/local/bin/companion doctor").stdout)
    fact("a second table is found", found, run("/usr/local/bin/companion doctor").stdout)
    run("pkill -f '[p]ort 8001'; systemctl stop companion")
    listening = subprocess.Popen([sys.executable, "-m", "http.server", "8000"], stderr=subprocess.DEVNULL)
    found = until(lambda: "another program listens on 8000" in run("/usr/local/bin/companion doctor").stdout)
    fact("another program on its port is found", found, run("/usr/local/bin/companion doctor").stdout)
    listening.kill()
    listening.wait()
    doctor = run("/usr/local/bin/companion doctor")
    fact("a service that does not run is found", "it does not run (inactive" in doctor.stdout, doctor.stdout)
    run("gpasswd -d companion video; mknod /dev/video0 c 81 0; chgrp video /dev/video0; chmod 660 /dev/video0")
    doctor = run("runuser -u companion -- /usr/local/bin/companion doctor")
    fact("a user who is not in a group is found", "sudo usermod -aG video" in doctor.stdout, doctor.stdout)
    run("rm /dev/video0; gpasswd -a companion video; systemctl reset-failed companion; systemctl start companion")
    until(lambda: get()["game"] == "cant-stop")


def updated() -> None:
    DROP_IN.unlink()
    run("systemctl daemon-reload; systemctl restart companion")
    until(lambda: get()["game"] == "cant-stop")
    refused = run("/source/systemd/update.sh --yes /source")
    fact(
        "no update while a game is going on",
        refused.returncode == 1 and "a game is going on" in refused.stderr,
        refused,
    )
    lobby = post("lobby", version=get()["version"])
    fact("the game is set aside", lobby[0] == 200 and until(lambda: get()["game"] == "lobby"), lobby)
    old = Path("/opt/companion/current").readlink()
    run("cp -r /source /broken")
    main = Path("/broken/companion/__main__.py")
    main.write_text(main.read_text().replace("def play(", "raise SystemExit('broken')\n\n\ndef play(", 1))
    broken = run("/source/systemd/update.sh --yes /broken")
    fact(
        "a broken new version is told", broken.returncode == 1 and "The old version runs again" in broken.stderr, broken
    )
    fact("the old one is back", Path("/opt/companion/current").readlink() == old, broken)
    fact("and plays", until(lambda: get()["game"] == "lobby"), log()[-1500:])
    games = run("runuser -u companion -- /usr/local/bin/companion games --data /var/lib/companion")
    fact("with its games", games.stdout.count("cant-stop") == 1, games)
    good = run("/source/systemd/update.sh --yes /source")
    fact("a good new version comes up", good.returncode == 0 and "Companion runs" in good.stdout, good)
    fact("in another environment than before", Path("/opt/companion/current").readlink() != old)


def switched_off_and_gone() -> None:
    gone = run("/source/systemd/uninstall.sh --yes")
    fact("uninstall.sh takes it away", gone.returncode == 0 and not Path("/opt/companion").exists(), gone)
    fact("config.txt is as it was", Path("/boot/firmware/config.txt").read_text() == "[cm4]\notg_mode=1\n")
    fact("avahi too", "companion" not in Path("/etc/avahi/avahi-daemon.conf").read_text())
    fact("no unit is left", "companion" not in run("systemctl list-unit-files --no-legend").stdout)
    fact("the games are", Path("/var/lib/companion/journal.sqlite").exists())
    back = run("/source/systemd/install.sh --yes")
    games = run("runuser -u companion -- /usr/local/bin/companion games --data /var/lib/companion")
    fact("installed again, it has its games", back.returncode == 0 and "cant-stop" in games.stdout, (back, games))
    off = Path("/etc/systemd/system/companion-switch-off.service.d/drive.conf")
    off.parent.mkdir()
    off.write_text("[Service]\nExecStart=\nExecStart=/usr/bin/touch /switched-off\n")
    run("systemctl daemon-reload; runuser -u companion -- touch /run/companion/switch-off")
    heard = until(Path("/switched-off").exists, 20)
    fact("a table that asks to be switched off is heard", heard, run("systemctl status 'companion-switch-off*'").stdout)
    run("rm -r /etc/systemd/system/companion-switch-off.service.d")
    every = run("/source/systemd/uninstall.sh --yes --games")
    fact("uninstall.sh --games takes the games too", not Path("/var/lib/companion").exists(), every)
    fact("and the user", run("id companion").returncode != 0)


def main() -> None:
    Path("/boot/firmware").mkdir(parents=True, exist_ok=True)
    Path("/boot/firmware/config.txt").write_text("[cm4]\notg_mode=1\n")
    for part in (installed, hardened, survives, disks, doctored, updated, switched_off_and_gone):
        print(f"-- {part.__name__.replace('_', ' ')}", flush=True)
        try:
            part()
        except Exception as error:
            fact(f"{part.__name__} ran to its end", False, repr(error))
    print(f"{failures} failed", flush=True)
    sys.exit(bool(failures))


main()
