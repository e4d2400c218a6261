"""table.toml: its specimen is its defaults, what it says is believed, and what is wrong is named and starts nothing."""

from __future__ import annotations

import argparse
import re
import subprocess
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from companion.cli.configured import configured
from companion.config import CHOOSE_WIRED, Config
from companion.settings import SettingsFile
from companion.table_toml import BadConfig, load, specimen
from tests.command import run, run_afresh


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def uncommented() -> str:
    return re.sub(r"(?m)^#([a-z_]+ = )", r"\1", specimen())


def play(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run("play", *arguments)


def test_the_specimen_says_nothing_and_its_commented_keys_are_the_defaults(toml: Path) -> None:
    toml.write_text(specimen())
    assert load(toml) == Config()
    toml.write_text(uncommented())
    assert load(toml) == Config()
    assert {section: set(keys) for section, keys in tomllib.loads(uncommented()).items()} == {
        section.name: {key.name for key in fields(getattr(Config(), section.name))} for section in fields(Config)
    }


def test_the_command_prints_the_specimen() -> None:
    printed = run_afresh("config")
    assert (printed.returncode, printed.stdout) == (0, specimen())
    assert max(map(len, specimen().splitlines())) <= 100


def test_what_the_file_says_is_believed_and_the_rest_stays(toml: Path) -> None:
    toml.write_text(
        '[display]\nkind = "sh1106"\naddress = 0x3D\nrotation = 180\ndim_after_s = 0\n'
        '[buttons]\nroll_pin = 5\nchoose = "no"\n[lamps]\nroll_pin = 22\n'
    )
    config = load(toml)
    assert (config.display.kind, config.display.address, config.display.rotation) == ("sh1106", 0x3D, 180)
    assert config.display.dim_after_s == 0
    assert (config.buttons.roll_pin, config.buttons.stop_pin) == (5, 27)
    assert config.lamps.roll_pin == 22
    assert config.table == Config().table


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[buttons]\nroll_pin = 3\n", "buttons.roll_pin must be a GPIO number from 4 to 27, not 3"),
        ('[buttons]\nroll_pin = "17"\n', "buttons.roll_pin must be a GPIO number from 4 to 27, not '17'"),
        ("[buttons]\nroll_pin = true\n", "buttons.roll_pin must be a GPIO number from 4 to 27, not true"),
        ("[buttons]\nroll_pin = 27\n", "buttons.stop_pin must be a pin of its own, not 27, which buttons.roll_pin has"),
        ("[lamps]\nstop_pin = 17\n", "lamps.stop_pin must be a pin of its own, not 17, which buttons.roll_pin has"),
        ('[lamps]\nstop_pin = "off"\n', "lamps.stop_pin must be a GPIO number from 4 to 27, or \"none\", not 'off'"),
        ("[buttons]\nrol_pin = 17\n", "there is no key buttons.rol_pin; did you mean buttons.roll_pin?"),
        ("[buttons]\nzoom = 17\n", "there is no key buttons.zoom; there are kind, chip, "),
        ("[button]\nroll_pin = 17\n", "there is no section button; did you mean buttons?"),
        ("roll_pin = 17\n", "there is no section roll_pin; there are table, camera, display, "),
        ("display = 17\n", "display must be a section: write [display] and its keys below"),
        ('[display]\nkind = "tv"\n', 'display.kind must be one of "auto", "ssd1306", "sh1106", "ssd1309", '),
        ("[display]\naddress = 200\n", "display.address must be an I2C address from 0x08 to 0x77, not 200"),
        ("[display]\nrotation = 90\n", "display.rotation must be 0 or 180, not 90"),
        ("[display]\ndim_after_s = 0.5\n", "display.dim_after_s must be seconds from 1 to 86400, or 0: never, not 0.5"),
        (
            '[camera]\nkind = "usb:"\n',
            "camera.kind must be one of auto|picamera2|usb|usb:NAME|folder:PATH|simulated, not 'usb:'",
        ),
        (
            '[table]\nhost = "my box!"\n',
            "table.host must be an address of this machine, such as 0.0.0.0, not 'my box!'",
        ),
        ('[table]\nhost = ""\n', "table.host must be an address of this machine, such as 0.0.0.0, not ''"),
        ('[table]\npin = "12"\n', 'table.pin must be "random", "none" or four digits, such as "1234", not \'12\''),
        ("[turn_light]\nred_pin = 5\n", "turn_light.green_pin must be a GPIO number like its other colours"),
        ("[turn_light]\nbrightness = 2\n", "turn_light.brightness must be a number above 0, at most 1, not 2"),
        ("[buttons]\nROLL_PIN = 17\n", "there is no key buttons.ROLL_PIN; did you mean buttons.roll_pin?"),
        ('[buttons]\nchip = " "\n', "buttons.chip must be the label of a GPIO chip, or auto, not ' '"),
        (
            '[buttons]\nchip = "gpio\\u001b[2J"\n',
            "buttons.chip must be the label of a GPIO chip, or auto, not 'gpio\\x1b[2J'",
        ),
        ("[buttons\n", "must be TOML: Expected ']'"),
        ("[camera]\nkind = usb:C920 # mine\n", 'line 2 must be kind = "usb:C920": words stand in quotation marks'),
        ("[voice]\nspeak=yes\n", 'line 2 must be speak="yes": words stand in quotation marks'),
        (
            "[buttons]\nroll_pin = 17\nroll_pin = 18\n",
            "must be TOML: Cannot overwrite a value (at line 3, column 14), 'roll_pin = 18'",
        ),
    ],
)
def test_what_is_wrong_names_file_key_and_what_was_expected(toml: Path, text: str, sentence: str) -> None:
    toml.write_text(text)
    with pytest.raises(BadConfig) as refused:
        load(toml)
    assert str(refused.value).startswith(f"{toml}: {sentence}")


def test_a_named_file_must_be_there_and_be_text(toml: Path) -> None:
    with pytest.raises(BadConfig, match="cannot be read"):
        load(toml)
    toml.write_bytes(b"\xff\xfe")
    with pytest.raises(BadConfig, match="must be text in UTF-8"):
        load(toml)


def test_the_file_of_the_box_needs_no_name(toml: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(toml.parent))
    assert load() == Config()
    toml.write_text("[table]\nport = 1234\n")
    assert load().table.port == 1234


def test_options_of_the_command_line_win_over_the_file(toml: Path) -> None:
    toml.write_text('[table]\nport = 1234\nhost = "127.0.0.1"\n[display]\nkind = "sh1106"\n[camera]\nkind = "usb:1"\n')
    asked = argparse.Namespace(config=toml, camera=None, display="none", buttons=None, host=None, port=0, pin=None)
    config = configured(asked)
    assert (config.display.kind, config.table.port) == ("none", 0)
    assert (config.camera.kind, config.table.host) == ("usb:1", "127.0.0.1")


@pytest.mark.parametrize(
    ("said", "at_first", "once_pressed"), [("auto", False, True), ("yes", True, True), ("no", False, False)]
)
def test_whether_choose_is_wired_is_learned_unless_the_file_says_it(
    tmp_path: Path, said: str, at_first: bool, once_pressed: bool
) -> None:
    settings = SettingsFile(tmp_path / "settings.json", CHOOSE_WIRED[said])
    assert settings.now.choose_wired is at_first
    settings.change(choose_wired=True)
    assert settings.now.choose_wired is once_pressed


def test_a_file_that_is_wrong_starts_nothing(toml: Path, tmp_path: Path) -> None:
    toml.write_text("[buttons]\nroll_pin = 99\n")
    data = tmp_path / "data"
    started = play("--config", str(toml), "--data", str(data))
    assert started.returncode == 2
    assert started.stdout == ""
    wrong = f"{toml}: buttons.roll_pin must be a GPIO number from 4 to 27, not 99"
    assert started.stderr == f"companion: {wrong} (more: docs/hardware.md#tabletoml)\n"
    assert not data.exists()


@pytest.mark.parametrize(
    ("text", "status", "sentence"),
    [
        ('[table]\nhost = "192.0.2.1"\n', 1, "table.host must be an address of this machine, not '192.0.2.1' ("),
        ('[camera]\nkind = "folder:/no/such"\n', 2, "camera.kind: /no/such cannot be read as a folder of photos ("),
    ],
)
def test_a_value_of_the_right_form_that_will_not_do_is_named_and_starts_nothing(
    toml: Path, tmp_path: Path, text: str, status: int, sentence: str
) -> None:
    toml.write_text(text)
    data = tmp_path / "data"
    started = play("--config", str(toml), "--data", str(data))
    assert (started.returncode, started.stdout) == (status, "")
    assert started.stderr.startswith(f"companion: {toml}: {sentence}")
    assert started.stderr.count("\n") == 1
    assert not data.exists()


def test_an_option_that_will_not_do_is_named_itself(toml: Path, tmp_path: Path) -> None:
    toml.write_text('[table]\nhost = "127.0.0.1"\n')
    data = tmp_path / "data"
    started = play("--config", str(toml), "--data", str(data), "--host", "192.0.2.1")
    assert started.returncode == 1
    assert started.stderr == (
        "companion: --host must be an address of this machine, not '192.0.2.1' (Cannot assign requested address)\n"
    )
    assert not data.exists()


def test_the_page_on_the_hardware_names_every_key_and_no_other() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "hardware.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:table|camera|display|buttons|lamps|turn_light|buzzer|voice)\.[a-z_]+)`", text))
    sections = fields(Config)
    assert named == {f"{one.name}.{key.name}" for one in sections for key in fields(getattr(Config(), one.name))}


def test_a_mark_of_the_encoding_is_no_part_of_the_file(toml: Path) -> None:
    toml.write_text("[display]\nrotation = 180\n", encoding="utf-8-sig")
    assert load(toml).display.rotation == 180


@pytest.mark.parametrize("text", ["[table]\nport = " + "9" * 5000, "x = " + "[" * 3000], ids=["digits", "brackets"])
def test_a_file_that_would_choke_the_reader_is_one_sentence(toml: Path, text: str) -> None:
    toml.write_text(text)
    with pytest.raises(BadConfig, match=r"table\.toml: must be TOML: "):
        load(toml)
