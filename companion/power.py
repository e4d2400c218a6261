"""Switching the machine off.

The law of this file: the table never does it itself. As a service it asks root by a file; elsewhere it only ends.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

FILE = "switch-off"
"""In the service's runtime directory; companion-switch-off.path waits for it."""


def ask_to_switch_off(environment: Mapping[str, str] = os.environ) -> bool:
    """Ask for the machine to be switched off; False: nobody listens, as on a laptop.

    The caller stays until it is ended: systemd removes the directory with its service, and the question with it.
    """
    folder = environment.get("RUNTIME_DIRECTORY")
    if not folder or "NOTIFY_SOCKET" not in environment:
        return False
    (Path(folder) / FILE).touch()
    return True
