"""How the table likes its box: changed on the box or a phone, kept over power cuts, in no journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.kept import keep, read_kept
from companion.language import later
from companion.levels import DEFAULT, Level

BRIGHTNESS = (later("low"), later("middle"), later("high"))
"""The OLED's levels, by name."""


@dataclass(frozen=True)
class Settings:
    odds: bool = False
    """Whether the odds are said without being asked again."""
    brightness: int = 2
    """An index of BRIGHTNESS."""
    choose_wired: bool = False
    """Whether the third button was ever pressed: until then the bottom line says how to do without."""
    levels: Mapping[str, str] = field(default_factory=dict)
    """How much players may be told, by name; who is not named has levels.DEFAULT."""

    def level(self, name: str) -> Level:
        return Level(self.levels.get(name, DEFAULT))


class SettingsFile:
    """The settings, and where they are kept."""

    def __init__(self, path: Path | None = None, choose_wired: bool | None = None) -> None:
        """`path` None: kept nowhere. `choose_wired`: known, and believed whatever is pressed; None: learned."""
        self._path = path
        self._choose_wired = choose_wired
        given = read_kept(path) if path else {}
        known = asdict(Settings())
        fits = {key: value for key, value in given.items() if key in known and type(value) is type(known[key])}
        self.now = replace(Settings(), **fits)
        valid = {name: level for name, level in self.now.levels.items() if level in tuple(Level)}
        self.now = replace(self.now, levels=valid)
        if not 0 <= self.now.brightness < len(BRIGHTNESS):
            self.now = replace(self.now, brightness=Settings.brightness)
        if choose_wired is not None:
            self.now = replace(self.now, choose_wired=choose_wired)

    def pick_level(self, name: str, level: Level) -> None:
        """What this player may be told from now on. Raises JournalError; nothing has changed then."""
        others = {other: known for other, known in self.now.levels.items() if other != name}
        self.change(levels=others if level is DEFAULT else {**others, name: str(level)})

    def change(self, **fields: Any) -> None:
        """Change and keep some. Raises JournalError where they cannot be written; nothing has changed then."""
        changed = replace(self.now, **fields)
        if self._choose_wired is not None:
            changed = replace(changed, choose_wired=self._choose_wired)
        if changed == self.now:
            return
        if self._path:
            keep(self._path, asdict(changed))
        self.now = changed
