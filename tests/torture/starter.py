"""Starts `companion play` over and over, each time by a fork of this process, which has read all its modules.

The law of this file: what is forked runs the very command, and owns nothing that this process needs.
A line of JSON on stdin is a list of arguments; `pid N`, what the command prints, and `ended` come on stdout.
"""

from __future__ import annotations

import json
import os
import sys

# Modules that `play` imports only when it is called.
import companion.advisor
import hardware.buttons
import hardware.display
import hardware.lights
import hardware.sound
import hardware.wiring
import vision.dice
import vision.watcher
import web
from companion.__main__ import play
from companion.cli import main as run_command

READ = (companion.advisor, hardware.buttons, hardware.display, hardware.lights, hardware.sound, hardware.wiring)
SEEN = (vision.dice, vision.watcher, web)


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if not child:
            print(f"pid {os.getpid()}", flush=True)
            status = run_command(json.loads(line), play)
            sys.stdout.flush()
            os._exit(status)
        os.waitpid(child, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
