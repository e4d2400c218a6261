"""`companion tiles`: what the reader makes of photos of tiles, and the faces that it learns from them."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from companion.cli.options import Command, add_data, add_json
from companion.cli.pages import epilog
from companion.cli.pictures import read_photos, tile_error_json, tile_json
from companion.cli.status import DONE, FAILED, WrongCallError
from companion.cli.tray import tiles_of
from companion.games import GAMES
from companion.marks import faces_coded

WITH_TILES = tuple(name for name in GAMES if faces_coded(name))
"""The games that have tiles to be read."""


def add_to(command: Command) -> None:
    asked = command(
        "tiles",
        read,
        "read the tile in photos, or learn what the faces of your own tiles look like",
        "companion tiles read --json tile.jpg",
    )
    wanted = asked.add_subparsers(metavar="read|learn|forget|list", required=True)

    def part(name: str, run: object, help: str, example: str) -> argparse.ArgumentParser:
        made = wanted.add_parser(name, help=help, description=help, epilog=epilog("tiles", example))
        made.set_defaults(run=run)
        made.add_argument("--game", choices=WITH_TILES, default=WITH_TILES[0], help="whose tiles")
        add_data(made, "where learned faces lie, in tiles/GAME")
        return made

    reading = part("read", read, "read the tile in photos", "companion tiles read tile.jpg")
    reading.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    add_json(reading, "a photo")
    learning = part(
        "learn",
        learn,
        "learn a face from photos of one tile, from above, on a plain floor",
        "companion tiles learn detour-left left1.jpg left2.jpg",
    )
    learning.add_argument("face", metavar="FACE", help="as `companion tiles list` names it, or back")
    learning.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    forgetting = part("forget", forget, "forget what was learned of a face", "companion tiles forget detour-left")
    forgetting.add_argument("face", metavar="FACE")
    add_json(
        part("list", names, "the faces, and how many pictures of each were learned", "companion tiles list --json")
    )


def read(asked: argparse.Namespace) -> int:
    reader = tiles_of(asked.data)

    def tile(photo: Path, image: Any) -> tuple[dict[str, Any], str]:
        began = time.perf_counter()
        reading = reader.read(asked.game, image)
        return tile_json(str(photo), reading, (time.perf_counter() - began) * 1000), reading.face

    return read_photos(asked, tile, tile_error_json)


def learn(asked: argparse.Namespace) -> int:
    from vision.photo import PhotoError, load_photo
    from vision.tiles.reader import CannotLearn

    reader, status = tiles_of(asked.data), DONE
    _require_face(asked.game, asked.face)
    for photo in asked.photos:
        try:
            image = load_photo(photo)
            before = reader.read(asked.game, image)
            file = reader.learn(asked.game, asked.face, image)
        except PhotoError as error:
            status = FAILED
            print(f"companion: {error}", file=sys.stderr)
        except CannotLearn as error:
            status = FAILED
            print(f"companion: {photo}: {error}", file=sys.stderr)
        except OSError as error:
            raise WrongCallError(f"{asked.data}: cannot be written ({error.strerror})") from error
        else:
            kept = "known already" if file is None else f"kept as {file}"
            print(f"{photo}: {asked.face}, {kept}", flush=True)
            if before.face not in ("", asked.face):
                print(f"companion: {photo}: was read as {before.face} until now: is it that?", file=sys.stderr)
    return status


def forget(asked: argparse.Namespace) -> int:
    _require_face(asked.game, asked.face)
    gone = tiles_of(asked.data).forget(asked.game, asked.face)
    print(f"{asked.face}: {gone} {'picture' if gone == 1 else 'pictures'} forgotten")
    return DONE if gone else FAILED


def names(asked: argparse.Namespace) -> int:
    learned = tiles_of(asked.data).learned(asked.game)
    known = {face: learned.get(face, 0) for face in (*faces_coded(asked.game), "back")}
    if asked.json:
        print(json.dumps({"game": asked.game, "learned": known}))
        return DONE
    if not any(known.values()):
        print("companion: no face is learned yet; companion tiles learn learns one from photos", file=sys.stderr)
    for face, count in known.items():
        print(f"{face:18}{count} learned" if count else face)
    return DONE


def _require_face(game: str, face: str) -> None:
    known = (*faces_coded(game), "back")
    if face not in known:
        raise WrongCallError(f"FACE must be one of {', '.join(known)}, not {face!r}")
