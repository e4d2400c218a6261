"""Each trap is planted, and the doctor names it and says what mends it; the sound machine beside it is found sound."""

import struct
from pathlib import Path

import pytest

from companion.config import Config
from hardware.doctor.board import check_board, check_kept, check_power
from hardware.doctor.finding import Finding, State, examined
from hardware.doctor.machine import Machine, Printed
from hardware.doctor.parts import check_parts
from hardware.doctor.python import OPENCVS, check_python, installed, lgpio, opencv, picamera2
from hardware.doctor.service import check_instances, check_page, check_service

GOOD = Printed(0, "4.11.0", "")


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A sound Raspberry Pi 5, as far as the doctor looks."""
    plant(tmp_path, "/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    plant(tmp_path, "/boot/firmware/config.txt", "dtparam=i2c_arm=on\n")
    plant(tmp_path, "/dev/i2c-1", "")
    plant(tmp_path, "/dev/gpiochip0", "")
    clock_hz(tmp_path, 400_000)
    plant(tmp_path, "/sys/class/rtc/rtc0/name", "rpi-rtc")
    return Machine(tmp_path)


def plant(root: Path, name: str, text: str) -> Path:
    path = root / name.lstrip("/")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def program(root: Path, name: str, prints: str, status: int = 0) -> None:
    """A command that prints so, below `root`."""
    path = plant(root, f"/usr/bin/{name}", f"#!/bin/sh\ncat <<'END'\n{prints}\nEND\nexit {status}\n")
    path.chmod(0o755)


def clock_hz(root: Path, hertz: int) -> None:
    path = plant(root, "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency", "")
    path.write_bytes(struct.pack(">I", hertz))


def amiss(findings: list[Finding]) -> dict[str, Finding]:
    """What is not ok, by its part; each says what to do."""
    found = {finding.part: finding for finding in findings if finding.state is not State.OK}
    assert all(finding.mend for finding in found.values())
    return found


def board(machine: Machine, config: Config | None = None) -> dict[str, Finding]:
    return amiss(list(check_board(machine, config or Config())))


def test_a_sound_pi_is_found_sound(pi: Machine) -> None:
    assert board(pi) == {}


def test_i2c_that_is_off_is_a_failure_that_names_the_file_of_this_system(pi: Machine) -> None:
    pi.path("/dev/i2c-1").unlink()
    found = board(pi)["I2C"]
    assert found.state is State.FAIL
    assert "dtparam=i2c_arm=on in /boot/firmware/config.txt" in found.mend


def test_a_pi_whose_table_has_no_oled_needs_no_i2c(pi: Machine) -> None:
    pi.path("/dev/i2c-1").unlink()
    assert board(pi, Config().having("display", kind="none")) == {}


def test_i2c_at_the_pis_own_100_khz_is_a_warning(pi: Machine) -> None:
    clock_hz(pi.root, 100_000)
    found = board(pi)["I2C"]
    assert (found.state, "100 kHz" in found.found) == (State.WARN, True)
    assert "i2c_arm_baudrate=400000" in found.mend


def test_a_pin_that_spi_holds_is_named_with_its_key(pi: Machine) -> None:
    plant(pi.root, "/dev/spidev0.0", "")
    assert board(pi) == {}, "no pin of the defaults is SPI's"
    found = board(pi, Config().having("buttons", roll_pin=8))["pins"]
    assert found.found == "buttons.roll_pin = 8 is CE0 of SPI, which is on"


def test_a_machine_without_a_clock_is_warned_of_until_the_network_has_set_it(pi: Machine) -> None:
    pi.path("/sys/class/rtc/rtc0/name").unlink()
    pi.path("/sys/class/rtc/rtc0").rmdir()
    assert board(pi)["clock"].state is State.WARN
    plant(pi.root, "/run/systemd/timesync/synchronized", "")
    assert board(pi) == {}


@pytest.mark.parametrize(
    ("bits", "state", "words"),
    [
        ("0x0", None, ""),
        ("0x50005", State.FAIL, "the voltage is too low, right now"),
        ("0x50000", State.WARN, "the voltage is too low at times"),
    ],
)
def test_under_voltage_is_told_now_and_afterwards(pi: Machine, bits: str, state: State | None, words: str) -> None:
    program(pi.root, "vcgencmd", f"throttled={bits}")
    found = amiss(list(check_power(pi))).get("power")
    assert (found.state if found else None) == state
    assert words in (found.found if found else "")


def test_heat_is_told_in_degrees(pi: Machine) -> None:
    program(pi.root, "vcgencmd", "temp=83.2'C")
    assert amiss(list(check_power(pi)))["heat"].found == "83.2 degrees"


@pytest.mark.parametrize(
    ("mounts", "kind"),
    [
        ("overlayroot / overlay rw 0 0\n", "overlay"),
        ("/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs /var/lib tmpfs rw 0 0\n", "tmpfs"),
        ("overlayroot / overlay rw 0 0\n/dev/sda1 /var/lib/companion ext4 rw 0 0\n", None),
        ("/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs /var/li tmpfs rw 0 0\n", None),
    ],
)
def test_games_that_would_vanish_with_the_power_are_a_failure(pi: Machine, mounts: str, kind: str | None) -> None:
    plant(pi.root, "/proc/self/mounts", mounts)
    found = amiss(list(check_kept(pi, Path("/var/lib/companion")))).get("disk")
    assert (found is None) == (kind is None)
    assert found is None or f"lies on {kind}" in found.found


def test_numpy_over_the_one_that_picamera2_was_compiled_against_is_known_by_its_error() -> None:
    error = (
        "Traceback ...\nValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96, got 88"
    )
    found = amiss(list(picamera2(Printed(1, "", error))))["picamera2"]
    assert "numpy" in found.found
    assert "uninstall -y numpy" in found.mend


def test_an_environment_that_does_not_see_the_systems_packages_is_made_anew() -> None:
    error = "ModuleNotFoundError: No module named 'picamera2'"
    found = amiss(list(picamera2(Printed(1, "", error))))["picamera2"]
    assert "install.sh" in found.mend


def test_several_opencvs_at_once_are_named() -> None:
    found = amiss(list(opencv({"opencv-python": "4.11", "opencv-contrib-python": "4.9"}, GOOD)))["opencv"]
    assert "opencv-python, opencv-contrib-python" in found.found


@pytest.mark.parametrize(("version", "state"), [("5.0.0", State.FAIL), ("4.6.0", State.WARN), ("4.14.0", None)])
def test_an_opencv_that_is_too_new_or_too_old_is_told(version: str, state: State | None) -> None:
    found = amiss(list(opencv({"opencv-python-headless": version}, Printed(0, version, "")))).get("opencv")
    assert (found.state if found else None) == state


def test_lgpios_empty_placeholder_is_known_by_its_version() -> None:
    found = amiss(list(lgpio({"lgpio": "0.0.0.2"}, Printed(1, "", "AttributeError"))))["lgpio"]
    assert "placeholder" in found.found


def test_lgpio_in_a_folder_that_it_may_not_write_needs_another_one() -> None:
    error = "FileNotFoundError: [Errno 2] No such file or directory: '.lgd-nfy-3'"
    assert "LG_WD" in amiss(list(lgpio({"lgpio": "0.2.2.0"}, Printed(1, "", error))))["lgpio"].mend


def test_this_very_environment_has_one_opencv_and_it_is_fit() -> None:
    assert len(installed(OPENCVS)) == 1
    assert amiss(list(check_python(Machine()))) == {}


def test_tables_beside_the_first_are_named_by_their_processes(pi: Machine) -> None:
    plant(
        pi.root, "/proc/100/cmdline", "/opt/companion/current/bin/python\0/opt/companion/current/bin/companion\0play\0"
    )
    plant(pi.root, "/proc/101/cmdline", "python\0-m\0companion\0doctor\0")
    assert list(check_instances(pi)) == []
    plant(pi.root, "/proc/102/cmdline", "/home/pi/companion/.venv/bin/companion\0play\0--new\0")
    assert "processes 100 102" in amiss(list(check_instances(pi)))["tables"].found
    plant(pi.root, "/proc/103/cmdline", "/home/pi/companion/.venv/bin/companion\0play\0")
    assert amiss(list(check_instances(pi)))["tables"].mend.endswith("kill 102 103")


def test_a_port_that_another_program_holds_is_told(pi: Machine) -> None:
    head = "  sl  local_address rem_address   st\n"
    plant(pi.root, "/proc/net/tcp", f"{head}   0: 00000000:1F40 00000000:0000 0A\n")
    assert "8000" in amiss(list(check_page(pi, Config(), None)))["port"].found
    assert amiss(list(check_page(pi, Config(), {"devices": {}}))) == {}, "it is the table itself"
    plant(pi.root, "/proc/net/tcp", f"{head}   0: 00000000:1F40 00000000:0000 01\n")
    assert amiss(list(check_page(pi, Config(), None))) == {}, "nobody listens: it is a connection"


def test_a_service_that_does_not_run_or_runs_again_and_again_is_told(pi: Machine) -> None:
    assert amiss(list(check_service(pi))) == {}, "it is not installed"
    plant(pi.root, "/etc/systemd/system/companion.service", "[Unit]")
    program(pi.root, "systemctl", "ActiveState=failed\nUnitFileState=enabled\nNRestarts=10\nResult=watchdog")
    assert "failed, watchdog" in amiss(list(check_service(pi)))["service"].found
    program(pi.root, "systemctl", "ActiveState=active\nUnitFileState=enabled\nNRestarts=5\nResult=success")
    assert "started anew 5 times" in amiss(list(check_service(pi)))["service"].found
    program(pi.root, "systemctl", "ActiveState=active\nUnitFileState=disabled\nNRestarts=0\nResult=success")
    assert "enable" in amiss(list(check_service(pi)))["service"].mend


def test_a_table_that_runs_says_itself_how_its_devices_are(pi: Machine) -> None:
    table = {"devices": {"camera": {"kind": "picamera2", "problem": "The camera stalls."}, "buttons": {"kind": "gpio"}}}
    findings = list(check_parts(pi, Config(), table))
    assert amiss(findings)["camera"].found == "The camera stalls."
    assert [finding.part for finding in findings] == ["camera", "GPIO"]


def test_an_oled_that_does_not_answer_is_told_with_its_address(pi: Machine) -> None:
    empty = "     0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f\n30:                                     -- "
    program(pi.root, "i2cdetect", empty)
    config = Config().having("camera", kind="simulated")
    assert "nothing answers at 0x3C" in amiss(list(check_parts(pi, config, None)))["OLED"].found
    program(pi.root, "i2cdetect", empty.replace("-- ", "3c "))
    assert amiss(list(check_parts(pi, config, None))) == {}


def test_a_check_that_breaks_is_a_finding_and_takes_no_other_with_it() -> None:
    def broken() -> list[Finding]:
        raise ZeroDivisionError("strange machine")

    (found,) = examined(broken, "clock")
    assert found.state is State.WARN
    assert "ZeroDivisionError: strange machine" in found.found


def test_a_voice_that_is_wanted_needs_espeak_and_a_sound_card(pi: Machine) -> None:
    config = Config().having("voice", speak="yes")

    def found() -> Finding | None:
        return next((one for one in check_parts(pi, config, None) if one.part == "voice"), None)

    missing = found()
    assert missing
    assert missing.mend == "sudo apt install espeak-ng"
    program(pi.root, "espeak-ng", "eSpeak NG text-to-speech: 1.51")
    silent = found()
    assert silent
    assert silent.found == "there is no sound card"
    plant(pi.root, "/dev/snd/pcmC0D0p", "")
    sound = found()
    assert sound
    assert sound.state is State.OK
    assert all(one.part != "voice" for one in check_parts(pi, Config(), None))
