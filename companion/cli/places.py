"""Where things lie that no option names."""

import os
from pathlib import Path
from typing import Final

SERVICE_DATA: Final = Path("/var/lib/companion")
SERVICE_CONFIG: Final = Path("/etc/companion/table.toml")
"""Where the service keeps games and settings (systemd/companion.service)."""


def data_folder() -> Path:
    """Where the journal lies, unless --data says otherwise: systemd's state directory, or the user's data home."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "tabletop-companion"


def in_words(path: Path) -> str:
    """A path as people type it: what lies in their home begins with ~."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
