"""`companion calibrate`: whether a tray will be read well; and, asked of a camera, what is remembered of it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.cameras import open_camera
from companion.cli.configured import called, configured
from companion.cli.options import Command, add_config, add_data, add_json, file_to_write
from companion.cli.status import DONE, FAILED, WrongCallError
from companion.cli.tray import calibration_file
from companion.config import CAMERAS
from companion.ports import CameraError

if TYPE_CHECKING:
    from vision.calibrator import Calibrator, Step

EMPTY = "Take the dice out of the tray and your hands away, then press Enter."
ROLL = "Throw the dice into the tray, let them come to rest, then press Enter."


def add_to(command: Command) -> None:
    asked = command(
        "calibrate",
        calibrate,
        "learn the tray from the camera: empty, and with one roll; or say of a photo whether it will be read well",
        "companion calibrate --camera usb, or companion calibrate tray.jpg",
    )
    asked.add_argument(
        "photo",
        nargs="?",
        type=Path,
        metavar="PHOTO",
        help="the tray with a roll in it, as the camera sees it: only says what to change, and keeps nothing",
    )
    add_config(asked)
    asked.add_argument("--camera", metavar=CAMERAS, help="what looks into the tray; close the table before")
    asked.add_argument(
        "--corners",
        type=corners,
        metavar="'X,Y X,Y X,Y X,Y'",
        help="the tray's corners, parts of the picture's width and height, where they are not found",
    )
    asked.add_argument(
        "--picture", type=file_to_write, metavar="FILE.jpg", help="what was seen, with what is meant drawn in"
    )
    asked.add_argument("--forget", action="store_true", help="read as if nobody had calibrated")
    add_json(asked, "a step")
    add_data(asked, "where it is remembered")


def calibrate(asked: argparse.Namespace) -> int:
    if asked.photo is not None:
        return _advise(asked)
    if asked.forget:
        calibration_file(asked.data).forget()
        print("The tray is read as if nobody had calibrated it.")
        return DONE
    return _by_camera(asked)


def _advise(asked: argparse.Namespace) -> int:
    """One photo: only what to change."""
    from vision.calibrate import advise
    from vision.dice import read_dice
    from vision.photo import PhotoError, load_photo

    try:
        image = load_photo(asked.photo)
    except PhotoError as error:
        print(f"companion: {error}", file=sys.stderr)
        return FAILED
    advice = advise(image, read_dice(image))
    if asked.picture:
        from vision.overlay import Marks, to_jpeg

        places = tuple(hint.place for hint in advice.places if hint.place is not None)
        _write(asked.picture, to_jpeg(image, advice.reading, Marks((), places)))
    if asked.json:
        die_px = None if advice.die_px is None else round(advice.die_px, 1)
        told = {"file": str(asked.photo), "status": advice.reading.status, "values": list(advice.reading.values)}
        print(json.dumps(told | {"die_px": die_px, "hints": list(advice.hints)}))
    else:
        print("\n".join(advice.hints) or "This will be read well.")
    return DONE


def _by_camera(asked: argparse.Namespace) -> int:
    """The two steps, asked for in the terminal."""
    from vision.calibrator import Calibrator
    from vision.tray_reader import TrayReader

    camera, thrower = open_camera(configured(asked).camera.kind, called(asked, "camera"))
    calibrator = Calibrator(lambda work: work(camera), calibration_file(asked.data), TrayReader(), thrower)
    try:
        return _steps(asked, calibrator)
    except CameraError as error:
        print(f"companion: {error}", file=sys.stderr)
        return FAILED
    finally:
        camera.close()


def _steps(asked: argparse.Namespace, calibrator: Calibrator) -> int:
    looks: tuple[tuple[str, Callable[[], Step]], ...] = (
        (EMPTY, lambda: calibrator.empty(asked.corners)),
        (ROLL, calibrator.roll),
    )
    for words, look in looks:
        while True:
            print(words, file=sys.stderr, flush=True)
            if not sys.stdin.readline():
                raise WrongCallError("calibrate asks in the terminal, and nobody answered; --help says how")
            step = look()
            _say(asked, step)
            if step.ok:
                break
    return DONE


def _say(asked: argparse.Namespace, step: Step) -> None:
    from vision.overlay import to_jpeg

    if asked.picture:
        _write(asked.picture, to_jpeg(step.image, step.reading, step.marks))
    if asked.json:
        print(json.dumps(step.as_json(0)), flush=True)
        return
    for hint in step.hints:
        print(f"- {hint.say}")
    if step.name == "roll" and step.ok:
        read = " ".join(map(str, step.reading.values))
        print(f"Read: {read}; a die is {step.die_px:.0f} pixels wide.")
        print("The camera holds its exposure." if step.held else "This camera cannot hold its exposure.")
    print(step.outlook, flush=True)


def _write(path: Path, jpeg: bytes) -> None:
    try:
        path.write_bytes(jpeg)
    except OSError as error:
        raise WrongCallError(f"--picture {path}: cannot be written ({error.strerror})") from error


def corners(text: str) -> tuple[tuple[float, float], ...]:
    """Four points as `--corners` takes them: parts of the picture's width and height."""
    try:
        points = tuple((float(x), float(y)) for x, y in (point.split(",") for point in text.split()))
    except ValueError:
        points = ()
    if len(points) != 4 or not all(0 <= part <= 1 for point in points for part in point):
        raise argparse.ArgumentTypeError(f"must be four points such as '0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9', not {text!r}")
    return points
