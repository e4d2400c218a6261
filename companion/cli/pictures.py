"""`companion read` and `watch`: what the reader makes of pictures. Wakes OpenCV only when it is called."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.cli.options import Command, add_json, count, rate
from companion.cli.status import DONE, FAILED, WrongCallError


def add_to(command: Command) -> None:
    asked = command("read", read, "read the dice in photos", "companion read --json tray.jpg")
    asked.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    add_json(asked, "a photo")
    asked.add_argument("--explain", type=Path, metavar="DIR", help="write every stage of the reading as pictures")
    asked = command("watch", watch, "play frames through the tray watcher", "companion watch rolls/ --json --dice 4")
    asked.add_argument("frames", type=Path, metavar="FOLDER|VIDEO", help="a folder of numbered pictures, or a film")
    add_json(asked, "an event")
    asked.add_argument("--dice", type=count, metavar="N", help="how many dice are played with")
    asked.add_argument(
        "--fps", type=rate, metavar="F", help="frames a second; a folder's are 15, a film says so itself"
    )


def read(asked: argparse.Namespace) -> int:
    from vision.dice import examine, read_dice
    from vision.explain import write_stages

    def dice(photo: Path, image: Any) -> tuple[dict[str, Any], str]:
        began = time.perf_counter()
        reading = read_dice(image)
        ms = (time.perf_counter() - began) * 1000
        if asked.explain:
            try:
                asked.explain.mkdir(parents=True, exist_ok=True)
                write_stages(examine(image), asked.explain, photo.stem)
            except OSError as error:
                raise WrongCallError(f"--explain {asked.explain}: cannot be written ({error.strerror})") from error
        return reading_json(str(photo), reading, ms), " ".join(map(str, reading.values))

    return read_photos(asked, dice, error_json)


def read_photos(
    asked: argparse.Namespace,
    reading: Callable[[Path, Any], tuple[dict[str, Any], str]],
    failing: Callable[[str, str], dict[str, Any]],
) -> int:
    """Say of each photo what `reading` makes of it, as JSON or in words; FAILED where one could not be opened."""
    from vision.photo import PhotoError, load_photo

    status = DONE
    for photo in asked.photos:
        try:
            image = load_photo(photo)
        except PhotoError as error:
            status = FAILED
            if asked.json:
                print(json.dumps(failing(str(photo), str(error))), flush=True)
            print(f"companion: {error}", file=sys.stderr)
            continue
        told, seen = reading(photo, image)
        if asked.json:
            print(json.dumps(told), flush=True)
        else:
            print(f"{photo}: {told['status']}: {'; '.join([seen or '-', *told['reasons']])}", flush=True)
    return status


def watch(asked: argparse.Namespace) -> int:
    from vision.photo import PhotoError
    from vision.playback import watch as play_frames

    try:
        for seen in play_frames(asked.frames, asked.dice, asked.fps):
            told = seen.as_json()
            if asked.json:
                print(json.dumps(told), flush=True)
            else:
                values = " ".join(["", *map(str, told.get("values", ()))])
                print("; ".join([f"{seen.frame}: {told['event']}{values}", *told.get("reasons", ())]), flush=True)
    except PhotoError as error:
        print(f"companion: {error}", file=sys.stderr)
        return FAILED
    return DONE


def reading_json(file: str, reading: Any, ms: float) -> dict[str, Any]:
    """A `vision.reading.DiceReading` as FORMATS section 2 writes it."""
    return {
        "file": file,
        "status": reading.status,
        "values": list(reading.values),
        "ms": round(ms, 1),
        "dice": [
            {
                "value": die.value,
                "confidence": round(float(die.confidence), 3),
                "center": [round(float(c), 1) for c in die.center],
                "corners": [[round(float(x)), round(float(y))] for x, y in die.corners],
            }
            for die in reading.dice
        ],
        "reasons": list(reading.reasons),
    }


def error_json(file: str, why: str) -> dict[str, Any]:
    """A picture that could not be read, in the same shape."""
    return {"file": file, "status": "error", "values": [], "ms": 0.0, "dice": [], "reasons": [why]}


def tile_json(file: str, reading: Any, ms: float) -> dict[str, Any]:
    """A `vision.tiles.reading.TileReading` in the same manner."""
    return {
        "file": file,
        "status": reading.status,
        "face": reading.face or None,
        "ms": round(ms, 1),
        "by": reading.by or None,
        "confidence": round(float(reading.confidence), 3),
        "corners": [[round(float(x)), round(float(y))] for x, y in reading.corners],
        "reasons": list(reading.reasons),
    }


def tile_error_json(file: str, why: str) -> dict[str, Any]:
    """A picture of a tile that could not be read, in the same shape."""
    return {
        "file": file,
        "status": "error",
        "face": None,
        "ms": 0.0,
        "by": None,
        "confidence": 0.0,
        "corners": [],
        "reasons": [why],
    }
