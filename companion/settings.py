"""How the table likes its box: changed on the box or a phone, kept over power cuts, in no journal."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from companion.kept import keep, read_kept

BRIGHTNESS = ("low", "middle", "high")
"""The OLED's levels, by name."""


@dataclass(frozen=True)
class Settings:
    odds: bool = False
    """Whether the odds are said without being asked again."""
    brightness: int = 2
    """An index of BRIGHTNESS."""
    choose_wired: bool = False
    """Whether the third button was ever pressed: until then the bottom line says how to do without."""


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
        if not 0 <= self.now.brightness < len(BRIGHTNESS):
            self.now = replace(self.now, brightness=Settings.brightness)
        if choose_wired is not None:
            self.now = replace(self.now, choose_wired=choose_wired)

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
