"""table.toml itself: where it lies, how it is read, and a specimen of it.

The law of this file: one that is wrong in any place is wrong; the sentence names file, key and what was expected.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import Field, fields
from pathlib import Path
from typing import Any, Final, NoReturn

from companion.config import Config, TurnLightConfig
from companion.fitting import FREE_PIN, PIN, Rule

_NAME: Final = r"[\w-]+"
_BARE: Final = r"[^\W\d][^\s\"'#\[\]{}]*"
"""A value that begins with a letter and has no quotation marks: what most people write first."""
_LINE: Final = 60
"""Signs of a wrong line that are shown."""


class BadConfig(ValueError):
    """A file that is not what it should be: one sentence that names file, key and what was expected."""


def config_file() -> Path:
    """Where table.toml lies unless --config says otherwise: systemd's configuration directory, or the user's."""
    folder = os.environ.get("CONFIGURATION_DIRECTORY")
    if folder:
        return Path(folder) / "table.toml"
    home = os.environ.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / "tabletop-companion" / "table.toml"


def load(path: Path | None = None) -> Config:
    """The file that `path` names; None: the one of `config_file`, or all defaults where there is none.

    Raises:
        BadConfig: it cannot be read, or says what does not fit.
    """
    named, path = path is not None, path or config_file()
    try:
        # Windows' editors begin a file with a mark of its encoding.
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        if not named and isinstance(error, (FileNotFoundError, NotADirectoryError)):
            return Config()
        raise BadConfig(f"{path}: cannot be read ({error.strerror}): name another file with --config") from error
    except UnicodeDecodeError as error:
        raise BadConfig(f"{path}: must be text in UTF-8; `companion config` prints how it looks") from error
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"{path}: {_as_it_must_be(text, str(error))}") from error
    except (ValueError, RecursionError) as error:
        # Of the right form or not: numbers of thousands of digits and nests of thousands of brackets end here too.
        raise BadConfig(f"{path}: must be TOML: {error}") from error
    return _whole(path, said)


def _as_it_must_be(text: str, problem: str) -> str:
    """What is wrong with a file that is no TOML, and the line in which it is."""
    at = re.search(r"\(at line (\d+), ", problem)
    if at is None:
        return f"must be TOML: {problem}"
    number = int(at[1])
    line = text.split("\n")[number - 1].strip()
    bare = re.fullmatch(rf"({_NAME}\s*=\s*)({_BARE})\s*(?:#.*)?", line)
    if bare is not None:
        return f'line {number} must be {bare[1]}"{bare[2]}": words stand in quotation marks'
    return f"must be TOML: {problem}, {line[:_LINE]!r}"


def _whole(path: Path, said: Mapping[str, Any]) -> Config:
    sections = {one.name: one for one in fields(Config)}
    for name, content in said.items():
        if name not in sections:
            _refuse_name(path, "section", name, sections)
        if not isinstance(content, dict):
            raise BadConfig(f"{path}: {name} must be a section: write [{name}] and its keys below")
    config = Config(**{name: _section(path, one, said.get(name, {})) for name, one in sections.items()})
    _check_light(path, config.turn_light)
    _check_pins(path, config)
    return config


def _section(path: Path, section: Field[Any], said: Mapping[str, Any]) -> Any:
    made = section.default_factory
    assert callable(made)
    keys = {one.name: one for one in fields(made())}
    given = {}
    for name, value in said.items():
        if name not in keys:
            _refuse_name(path, "key", name, keys, within=f"{section.name}.")
        rule: Rule = keys[name].metadata["rule"]
        try:
            given[name] = rule.read(value)
        except (ValueError, TypeError):
            said_so = repr(value) if isinstance(value, str) else _as_toml(value)
            raise BadConfig(f"{path}: {section.name}.{name} must be {rule.expected}, not {said_so}") from None
    return made(**given)


def _as_toml(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _refuse_name(path: Path, kind: str, name: str, known: Collection[str], within: str = "") -> NoReturn:
    near = difflib.get_close_matches(name.lower().replace("-", "_"), list(known), 1)
    instead = f"did you mean {within}{near[0]}?" if near else f"there are {', '.join(known)}"
    raise BadConfig(f"{path}: there is no {kind} {within}{name}; {instead}")


def _check_light(path: Path, light: TurnLightConfig) -> None:
    pins = {"red_pin": light.red_pin, "green_pin": light.green_pin, "blue_pin": light.blue_pin}
    missing = [name for name, pin in pins.items() if pin is None]
    if missing and len(missing) < len(pins):
        raise BadConfig(f'{path}: turn_light.{missing[0]} must be a GPIO number like its other colours, not "none"')


def _check_pins(path: Path, config: Config) -> None:
    """No pin does two things."""
    users: dict[int, str] = {}
    for section in fields(config):
        values = getattr(config, section.name)
        for key in fields(values):
            pin = getattr(values, key.name)
            if key.metadata["rule"] not in (PIN, FREE_PIN) or pin is None:
                continue
            if (section.name, key.name, config.buttons.choose) == ("buttons", "choose_pin", "no"):
                continue
            name = f"{section.name}.{key.name}"
            if pin in users:
                raise BadConfig(f"{path}: {name} must be a pin of its own, not {pin}, which {users[pin]} has")
            users[pin] = name


def specimen() -> str:
    """A table.toml that says nothing yet: every key with what it does, and its default commented out."""
    lines = [
        "# table.toml: what is wired where on this box, and how it behaves.",
        "# A line that is a # and then a key shows its default: take the # away and change what follows.",
        "# `companion play --config table.toml` reads it; options of the command line win over it.",
    ]
    for section in fields(Config):
        made = section.default_factory
        assert callable(made)
        values = made()
        lines += ["", f"[{section.name}]", *_comment(values.__doc__)]
        for key in fields(values):
            rule: Rule = key.metadata["rule"]
            lines += ["", *_comment(key.metadata["does"])]
            lines.append(f"#{key.name} = {rule.write(getattr(values, key.name))}")
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    """`text` in lines of at most 100 signs."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) > 97:
            lines.append("")
        lines[-1] += f" {word}"
    return [f"#{line}" for line in lines]
