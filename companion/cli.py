"""The commands. Exit status: 0 done, 1 what was asked for failed, 2 called wrongly or a file is not what it should be.

Every refusal is one line on stderr. The rooms outside the core are imported where a command needs them, so that
`companion games` answers without waking OpenCV.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from companion import __version__
from companion.cases import BadCases, failures, read_cases
from companion.games import GAMES
from companion.journal import BadJournalError, Journal, JournalError
from companion.records import BadRecord, export_lines, journal_rows, read_export, replayed, summary

DONE, FAILED, WRONG = 0, 1, 2


class WrongCallError(Exception):
    """Called wrongly, or a file is not what it should be: one sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line instead of argparse's usage block."""
        self.exit(WRONG, f"{self.prog}: {message}; see {self.prog} --help\n")


def data_folder() -> Path:
    """Where the journal lies, unless --data says otherwise: systemd's state directory, or the user's data home."""
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "tabletop-companion"


def main(arguments: Sequence[str], play: Callable[[argparse.Namespace], int]) -> int:
    """Run one command. `play` is the main job, wired by __main__."""
    asked = _parser(play).parse_args(arguments)
    try:
        status: int = asked.run(asked)
        sys.stdout.flush()
    except (WrongCallError, BadCases, BadRecord, BadJournalError) as error:
        print(f"companion: {error}", file=sys.stderr)
        return WRONG
    except JournalError as error:
        print(f"companion: {error}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone: nothing more to say
        return DONE
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        print(f"companion: the output cannot be written ({error.strerror})", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is buffered would be tried again at exit
        return FAILED
    except KeyboardInterrupt:
        return 130
    return status


def _parser(play: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    parser = _Parser(prog="companion", description="A computer that sits beside a board game.")
    parser.add_argument("--version", action="version", version=f"tabletop-companion {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str, example: str) -> _Parser:
        made: _Parser = commands.add_parser(
            name,
            help=help,
            description=help,
            epilog=f"example: {example}",
        )
        made.set_defaults(run=run)
        return made

    _play_options(
        command("play", play, "one table, one game, until Ctrl-C", "companion play --players Ann,Bo --camera simulated")
    )
    read = command("read", _read, "read the dice in photos", "companion read --json tray.jpg")
    read.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    read.add_argument("--json", action="store_true", help="one JSON object a photo")
    read.add_argument("--explain", type=Path, metavar="DIR", help="write every stage of the reading as pictures")
    watch = command("watch", _watch, "play frames through the tray watcher", "companion watch rolls/ --json --dice 4")
    watch.add_argument("frames", type=Path, metavar="FOLDER|VIDEO", help="a folder of numbered pictures, or a film")
    watch.add_argument("--json", action="store_true", help="one JSON object an event")
    watch.add_argument("--dice", type=_count, metavar="N", help="how many dice are played with")
    watch.add_argument(
        "--fps", type=_rate, metavar="F", help="frames a second; a folder's are 15, a film says so itself"
    )
    calibrate = command("calibrate", _calibrate, "whether a tray will be read well", "companion calibrate tray.jpg")
    calibrate.add_argument(
        "photo", type=Path, metavar="PHOTO", help="the tray with a roll in it, as the camera sees it"
    )
    calibrate.add_argument("--json", action="store_true", help="one JSON object")
    check = command("check", _check, "run rule cases", "companion check cases/cant-stop.json")
    check.add_argument("files", nargs="+", type=Path, metavar="CASES.json")
    replay = command("replay", _replay, "the position after a game's events", "companion replay 3 --at 12")
    replay.add_argument("game", metavar="GAME", help="a number from `companion games`, or an exported .jsonl")
    replay.add_argument(
        "--at", type=int, metavar="N", help="after the first N events; the start of the game is the first"
    )
    games = command("games", _games, "the games on record", "companion games --json")
    games.add_argument("--json", action="store_true", help="one JSON object a game")
    export = command("export", _export, "one game as JSON lines", "companion export 3 > g.jsonl")
    export.add_argument("game", type=_game_number, metavar="GAME")
    imported = command("import", _import, "put an exported game on record", "companion import g.jsonl")
    imported.add_argument("file", type=Path, metavar="FILE.jsonl")
    advise = command("advise", _advise, "what the advisor says of a position", "companion advise position.json")
    advise.add_argument("position", metavar="POSITION.json|-", help="-: one JSON a line from stdin, answered in order")
    advise.add_argument("--json", action="store_true", help="one JSON object")
    for made in (replay, games, export, imported):
        made.add_argument("--data", type=Path, default=data_folder(), metavar="DIR", help="where the journal lies")
    return parser


def _play_options(play: argparse.ArgumentParser) -> None:
    play.add_argument("--game", choices=tuple(GAMES), help="which game; an unfinished one is resumed")
    play.add_argument(
        "--players", metavar="Ann,Bo", help="names, in the order of their turns; without these two: the lobby"
    )
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    play.add_argument("--first", type=int, default=0, metavar="SEAT", help="who begins, from 0")
    play.add_argument("--new", action="store_true", help="set an unfinished game aside (it stays on record)")
    play.add_argument(
        "--camera",
        default="auto",
        metavar="auto|picamera2|usb:0|folder:PATH|simulated",
        help="what looks into the tray; auto: a Pi's camera, elsewhere a simulated tray",
    )
    play.add_argument(
        "--display",
        default="auto",
        choices=("auto", "ssd1306", "sh1106", "simulated", "none"),
        help="the OLED; auto: an SSD1306 where there is an I2C bus, else on the page",
    )
    play.add_argument(
        "--buttons",
        default="auto",
        choices=("auto", "gpio", "keyboard", "none"),
        help="auto: the pins of a Pi, elsewhere those of the page; keyboard: lines of r, s, c and m (upper case: held)",
    )
    play.add_argument("--host", default="0.0.0.0", help="address to listen on")
    play.add_argument("--port", type=_port, default=8000, help="port to listen on; 0: any that is free")
    play.add_argument("--pin", default="random", metavar="random|none|1234", help="what a phone types once to act")
    play.add_argument("--data", type=Path, default=data_folder(), metavar="DIR", help="where the journal lies")
    play.add_argument("--seed", type=int, help="makes the simulated dice repeatable")


def _port(text: str) -> int:
    if not (text.isdecimal() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 65535, not {text!r}")
    return int(text)


def _count(text: str) -> int:
    if not (text.isdecimal() and len(text) <= 2 and int(text)):
        raise argparse.ArgumentTypeError(f"must be a number from 1 to 99, not {text!r}")
    return int(text)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 0.1 <= rate <= 1000:
        raise argparse.ArgumentTypeError(f"must be a number from 0.1 to 1000, not {text!r}")
    return rate


def _game_number(text: str) -> int:
    """SQLite numbers rows with 63 bits; nobody has that many games."""
    if not (text.isdecimal() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"GAME must be a number from `companion games`, not {text[:30]!r}")
    return int(text)


def _journal(data: Path) -> Journal:
    path = data / "journal.sqlite"
    if not path.exists():
        raise BadRecord(f"{path}: there is no journal yet; play a game first, or name its folder with --data")
    return Journal(path)


def _read(asked: argparse.Namespace) -> int:
    from vision.dice import examine, read_dice
    from vision.explain import write_stages
    from vision.photo import PhotoError, load_photo

    status = DONE
    for photo in asked.photos:
        try:
            image = load_photo(photo)
        except PhotoError as error:
            status = FAILED
            if asked.json:
                print(
                    json.dumps(
                        {
                            "file": str(photo),
                            "status": "error",
                            "values": [],
                            "ms": 0.0,
                            "dice": [],
                            "reasons": [str(error)],
                        }
                    ),
                    flush=True,
                )
            print(f"companion: {error}", file=sys.stderr)
            continue
        began = time.perf_counter()
        reading = read_dice(image)
        ms = (time.perf_counter() - began) * 1000
        if asked.explain:
            try:
                asked.explain.mkdir(parents=True, exist_ok=True)
                write_stages(examine(image), asked.explain, photo.stem)
            except OSError as error:
                raise WrongCallError(f"--explain {asked.explain}: cannot be written ({error.strerror})") from error
        if asked.json:
            print(json.dumps(reading_json(str(photo), reading, ms)), flush=True)
        else:
            values = " ".join(map(str, reading.values)) or "-"
            print(f"{photo}: {reading.status}: {values}" + "".join(f"; {why}" for why in reading.reasons), flush=True)
    return status


def _watch(asked: argparse.Namespace) -> int:
    from vision.photo import PhotoError
    from vision.playback import watch

    try:
        for seen in watch(asked.frames, asked.dice, asked.fps):
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


def _calibrate(asked: argparse.Namespace) -> int:
    from vision.calibrate import advise
    from vision.dice import read_dice
    from vision.photo import PhotoError, load_photo

    try:
        image = load_photo(asked.photo)
    except PhotoError as error:
        print(f"companion: {error}", file=sys.stderr)
        return FAILED
    advice = advise(image, read_dice(image))
    if asked.json:
        die_px = None if advice.die_px is None else round(advice.die_px, 1)
        told = {"file": str(asked.photo), "status": advice.reading.status, "values": list(advice.reading.values)}
        print(json.dumps(told | {"die_px": die_px, "hints": list(advice.hints)}))
    else:
        print("\n".join(advice.hints) or "This will be read well.")
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


def _check(asked: argparse.Namespace) -> int:
    files = [read_cases(path, GAMES) for path in asked.files]
    passed = failed = 0
    for case in (case for cases in files for case in cases):
        wrong = list(failures(case, GAMES[case["game"]]))
        for sentence in wrong:
            print(f"{case['name']}: {sentence}")
        passed, failed = (passed, failed + 1) if wrong else (passed + 1, failed)
    print(f"{passed} passed, {failed} failed")
    return FAILED if failed else DONE


def _advise(asked: argparse.Namespace) -> int:
    """With `-` a line that cannot be answered gets an error object instead, and FAILED is the status at the end."""
    from companion.advisor import BadQuestion, answer, in_words

    if asked.position != "-":
        try:
            text = Path(asked.position).read_text(encoding="utf-8")
            print(json.dumps(answer(text)) if asked.json else in_words(text))
        except OSError as error:
            raise WrongCallError(f"{asked.position}: cannot be read ({error.strerror})") from error
        except (UnicodeDecodeError, BadQuestion) as error:
            raise WrongCallError(f"{asked.position}: {error}") from error
        return DONE
    status = DONE
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            body = answer(line.decode())
        except (UnicodeDecodeError, BadQuestion) as error:
            status, body = FAILED, {"error": f"line {number}: {error}"}
            print(f"companion: {body['error']}", file=sys.stderr)
        print(json.dumps(body), flush=True)
    return status


def _replay(asked: argparse.Namespace) -> int:
    if asked.game.isdecimal() and len(asked.game) <= 18:
        rows = journal_rows(_journal(asked.data), int(asked.game))
    else:
        rows = read_export(Path(asked.game))
    if asked.at is not None and not 1 <= asked.at <= len(rows):
        raise WrongCallError(f"--at must be from 1 to {len(rows)}, the events of game {asked.game}, not {asked.at}")
    history = replayed(GAMES, rows[: asked.at], f"game {asked.game}")
    print(json.dumps((history.game.shown or history.game.position)(history.state)))
    return DONE


def _games(asked: argparse.Namespace) -> int:
    journal = _journal(asked.data)
    for game in journal.games():
        body = summary(GAMES, journal, game)
        if asked.json:
            print(json.dumps(body))
        else:
            end = f"won by {', '.join(body['winners'])}" if body["winners"] else body["state"]
            players = ", ".join(body["players"])
            print(f"{game.id:4}  {game.started}  {body['game']}  {players}  {body['events']} events  {end}")
    return DONE


def _export(asked: argparse.Namespace) -> int:
    for line in export_lines(GAMES, _journal(asked.data), asked.game):
        print(line)
    return DONE


def _import(asked: argparse.Namespace) -> int:
    rows = read_export(asked.file)
    replayed(GAMES, rows, str(asked.file))
    number = Journal(asked.data / "journal.sqlite").copy_in(rows)
    print(f"game {number}")
    return DONE
