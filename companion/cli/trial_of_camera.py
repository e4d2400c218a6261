"""`companion test-camera`: what the camera sees, what the reader makes of it, and what is likely wrong."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.cli.cameras import open_camera
from companion.cli.configured import called, configured
from companion.cli.options import Command, add_camera, add_config
from companion.cli.status import DONE, FAILED
from companion.cli.trial_of_buttons import TRIAL_S
from companion.ports import Camera, CameraError

TELL_S = 2.0
"""Seconds between two readings that are told."""
DARK, BRIGHT = 40.0, 225.0
"""Mean brightness, 0 to 255: below it nothing has an edge, above it the pips are washed out."""
SIMULATED_DICE = 4
"""Thrown where there is no hand that could."""
ASK_AGAIN_S = 0.5
"""Seconds before a camera that failed is asked again: one that is missing says so at once."""
SLOW_FPS = 5.0
"""Frames a second; a roll is told once three frames are still."""


@dataclass
class _Seen:
    frames: int = 0
    brightness: list[float] = field(default_factory=list)
    statuses: list[str] = field(default_factory=list)
    reasons: tuple[str, ...] = ()
    changed: bool = False
    problem: str = ""
    size: str = ""


def add_to(command: Command) -> None:
    asked = command("test-camera", run, "ten seconds of what the camera sees", "companion test-camera")
    add_config(asked)
    add_camera(asked)


def run(asked: argparse.Namespace) -> int:
    camera, thrower = open_camera(configured(asked).camera.kind, called(asked, "camera"))
    try:
        if thrower:
            thrower.throw(SIMULATED_DICE)
        return trial(camera)
    finally:
        camera.close()


def trial(
    camera: Camera,
    seconds: float = TRIAL_S,
    say: Callable[[str], object] = lambda line: print(line, flush=True),
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], object] = time.sleep,
) -> int:
    """Look for `seconds`, then say what was seen."""
    say(f"Put the dice into the tray and roll them once. {seconds:g} seconds, camera {camera.kind}.")
    seen, began_s = _Seen(), clock()
    told_s, last = began_s - TELL_S, None
    while (now_s := clock()) - began_s < seconds:
        try:
            frame = camera.frame()
            seen.frames += 1
            small = frame.image[::16, ::16].astype("int16")
            seen.changed = seen.changed or (last is not None and bool((small != last).any()))
            last = small
            if now_s - told_s >= TELL_S:
                told_s = now_s
                _read(seen, frame.whole(), say)
        except CameraError as error:
            if str(error) != seen.problem:
                say(f"      {error}")
            seen.problem = str(error)
            wait(ASK_AGAIN_S)
    return _judge(seen, clock() - began_s, say)


def _read(seen: _Seen, image: Any, say: Callable[[str], object]) -> None:
    from vision.dice import read_dice

    reading = read_dice(image)
    seen.size = f"{image.shape[1]}x{image.shape[0]}"
    seen.brightness.append(float(image.mean()))
    seen.statuses.append(reading.status)
    seen.reasons = reading.reasons
    dice = f"{len(reading.dice)} dice: {' '.join(map(str, reading.values))}" if reading.dice else "no dice read"
    why = f" ({'; '.join(reading.reasons)})" if reading.reasons else ""
    say(f"      brightness {seen.brightness[-1]:.0f} of 255, {reading.status}, {dice}{why}")


def _judge(seen: _Seen, lasted_s: float, say: Callable[[str], object]) -> int:
    if not seen.frames or not seen.brightness:
        say(f"FAIL  No picture came. {seen.problem or 'Check its cable and start again.'}")
        return FAILED
    fps = seen.frames / max(lasted_s, 0.001)
    say(f"ok    {seen.frames} pictures of {seen.size}, {fps:.0f} a second.")
    faults = []
    mean = sum(seen.brightness) / len(seen.brightness)
    if mean < DARK:
        faults.append("It is too dark: take the cap off the lens, or put a lamp beside the tray.")
    elif mean > BRIGHT:
        faults.append("It is too bright: keep the lamp from shining into the lens.")
    if fps < SLOW_FPS:
        faults.append("That is slow: a USB camera belongs into a USB port of its own, a Pi 3 or older needs its time.")
    if not seen.changed:
        faults.append("The picture never changed: nobody moved, or the camera hangs; pull it out and plug it in.")
    if "read" in seen.statuses:
        say("ok    The dice were read. `companion calibrate` says how well.")
    elif "unsure" in seen.statuses:
        faults.append(f"Dice are there, but none was read surely ({'; '.join(seen.reasons) or 'it changed'}).")
    else:
        faults.append("No dice were seen: they lie outside the picture, it is out of focus, or they have no pips.")
    for fault in faults:
        say(f"warn  {fault}")
    return DONE if "read" in seen.statuses else FAILED
