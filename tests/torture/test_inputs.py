"""Any order of inputs from any device: taken, or refused in one sentence; what is shown is the fold of the journal."""

from __future__ import annotations

import gzip
import io
import json
import re
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from PIL import Image

from companion.game import Game
from companion.games import GAMES
from companion.inputs import (
    AdviceAsked,
    AdviceFound,
    BoardChecked,
    BrightnessAsked,
    Button,
    ButtonPressed,
    Device,
    DeviceChanged,
    DiceRead,
    DiceTyped,
    HintsAsked,
    HintsFound,
    HoldSeen,
    Input,
    LevelPicked,
    LobbyAsked,
    LookAsked,
    NewGameAsked,
    NewPinAsked,
    OddsAsked,
    PhoneChose,
    PlayAgainAsked,
    PositionTyped,
    RedoAsked,
    SeatClaimed,
    Tray,
    TraySeen,
    TrayState,
    UndoAsked,
)
from companion.journal import Journal
from companion.ports import Refused
from companion.records import BadRecord, read_export
from companion.start import start_game
from companion.table import Table
from tests.torture.calls import senseless_calls
from tests.torture.evening import set_up, something_done
from tests.torture.steps import Steps, seen
from tests.web.real_table import RealTable
from vision.photo import PhotoError, decode_photo

EXAMPLES, STEPS = 10, 60
"""Tables of each game, and inputs at each."""

versions = some.integers(-1, 90)
seats = some.integers(-1, 11)
dice = some.lists(some.integers(0, 7), max_size=7).map(tuple)
trays = some.builds(Tray, some.sampled_from(TrayState), dice, some.just(("One die leans.",)), some.integers(0, 3))
anything = some.recursive(
    some.none() | some.booleans() | some.integers(-3, 99) | some.text(max_size=4),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
objects = some.dictionaries(some.sampled_from(["tokens", "runners", "pips", "turn", "event", "sheets", "x"]), anything)
devices = some.sampled_from(["", "phone-1", "phone-2"])

WILD: some.SearchStrategy[Input] = some.one_of(
    some.builds(ButtonPressed, some.sampled_from(Button), some.booleans(), some.none() | versions),
    some.builds(HoldSeen, some.floats(0, 1)),
    some.builds(TraySeen, trays),
    some.builds(DiceRead, trays, versions),
    some.builds(PhoneChose, objects, versions, devices),
    some.builds(DiceTyped, dice, versions),
    some.builds(UndoAsked, versions, some.none() | some.integers(-1, 30)),
    some.builds(RedoAsked, versions),
    some.builds(PositionTyped, objects, versions),
    some.builds(LookAsked, versions),
    some.builds(OddsAsked, some.booleans()),
    some.builds(LevelPicked, seats, some.sampled_from(["nothing", "odds", "advice", "all"]), some.none() | devices),
    some.builds(BrightnessAsked, some.integers(-1, 4)),
    some.builds(SeatClaimed, seats, some.booleans(), devices, some.booleans()),
    some.builds(NewGameAsked, some.sampled_from([*GAMES, "chess"]), some.just(("Ann", "Bo")), objects, seats, versions),
    some.builds(LobbyAsked, versions),
    some.builds(PlayAgainAsked, versions),
    some.builds(DeviceChanged, some.sampled_from(["camera", "display"]), some.builds(Device, some.just("x"))),
    some.builds(AdviceFound, versions, some.none()),
    some.builds(HintsFound, versions, some.just(("A hint.",))),
    some.sampled_from([HintsAsked(), AdviceAsked(), NewPinAsked(), BoardChecked()]),
)


def one_sentence(refusal: Exception) -> None:
    said = str(refusal)
    assert said
    assert "\n" not in said


def machine_of(game: Game[Any]) -> type[RuleBasedStateMachine]:
    class AtTheTable(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self._folder = tempfile.TemporaryDirectory()
            self._journal = Journal(Path(self._folder.name) / "journal.sqlite")
            self._steps = Steps()

        @initialize(seed=some.integers(0, 2**16))
        def sit_down(self, seed: int) -> None:
            self._table = Table(GAMES, self._journal, start_game(game, set_up(game, Random(seed)), self._journal))

        @rule(seed=some.integers(0, 2**16))
        def play_on(self, seed: int) -> None:
            self._put(something_done(self._table.snapshot(), Random(seed)))

        @rule(wild=WILD)
        def do_something_wild(self, wild: Input) -> None:
            self._put(wild)

        @rule(button=some.sampled_from([Button.ROLL, Button.STOP]))
        def press_the_box(self, button: Button) -> None:
            self._put(ButtonPressed(button))

        @rule(times=some.integers(1, 3))
        def go_back_and_on_again(self, times: int) -> None:
            for asked in (*[UndoAsked] * times, *[RedoAsked] * times):
                self._put(asked(self._table.snapshot().version))

        @rule(to=some.integers(1, 20))
        def go_back_to(self, to: int) -> None:
            self._put(UndoAsked(self._table.snapshot().version, to))

        def _put(self, received: Input) -> None:
            before, was = self._table.snapshot(), seen(self._table)
            try:
                self._table.handle(received)
            except Refused as refusal:
                one_sentence(refusal)
                after = self._table.snapshot()
                assert (after.version, after.position) == (before.version, before.position)
                return
            rows = self._journal.rows(self._table._played.number)
            self._steps.took([row.event["event"] for row in rows if row.id > before.version], was, seen(self._table))

        @invariant()
        def what_is_shown_is_what_the_journal_says(self) -> None:
            if not hasattr(self, "_table"):
                return
            now = self._table.snapshot()
            again = Table(GAMES, self._journal, self._table._played.number).snapshot()
            assert (again.version, again.position, again.winners) == (now.version, now.position, now.winners)

        def teardown(self) -> None:
            self._journal.close()
            self._folder.cleanup()

    return AtTheTable


def at_any_table(game: Game[Any], examples: int, steps: int) -> None:
    """Raises where an order of inputs breaks it; hypothesis tells the shortest one, and how to repeat it."""
    run_state_machine_as_test(
        machine_of(game),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=examples == EXAMPLES,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_no_order_of_inputs_breaks_a_table(game: Game[Any]) -> None:
    at_any_table(game, EXAMPLES, STEPS)


def png(width: int, height: int) -> bytes:
    """A picture of one colour: some hundred kilobytes, however large it is."""
    file = io.BytesIO()
    Image.new("1", (width, height)).save(file, "PNG")
    return file.getvalue()


class Peak:
    """What this process takes at most from now on, whatever tests before have taken."""

    def __init__(self) -> None:
        Path("/proc/self/clear_refs").write_text("5")
        self._before_mb = self._mb()

    @property
    def grown_mb(self) -> float:
        return self._mb() - self._before_mb

    @staticmethod
    def _mb() -> float:
        (line,) = re.findall(r"^VmHWM:\s*(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
        return int(line) / 1024


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_a_picture_of_a_hundred_megapixels_is_refused_before_it_is_decoded() -> None:
    picture = png(10_000, 10_000)
    peak = Peak()

    with pytest.raises(PhotoError, match="too many"):
        decode_photo(picture, "photo")
    assert peak.grown_mb < 50


def swollen(letter: bytes, megabytes: int = 80) -> bytes:
    """A thousandth of what it unpacks to."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(letter * 2**20) for _ in range(megabytes)) + packer.flush()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@pytest.mark.parametrize("kind", [b"zTXt", b"iCCP", b"IDAT"])
def test_a_small_picture_with_gigabytes_packed_into_it_takes_no_memory(kind: bytes) -> None:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0))
    bomb = chunk(kind, swollen(b"\0") if kind == b"IDAT" else b"x\0\0" + swollen(b"A"))
    pixels = b"" if kind == b"IDAT" else chunk(b"IDAT", zlib.compress(bytes(65 * 64)))
    peak = Peak()
    with suppress(PhotoError):
        decode_photo(b"\x89PNG\r\n\x1a\n" + head + bomb + pixels + chunk(b"IEND", b""), "photo")

    assert peak.grown_mb < 50


@pytest.mark.parametrize("seed", range(60))
def test_bytes_that_are_nearly_a_picture_are_a_picture_or_one_sentence(seed: int) -> None:
    chance = Random(seed)
    data = bytearray(
        chance.choice(sorted((Path(__file__).parents[1] / "vision" / "renders").glob("*.jpg"))).read_bytes()
        if seed % 2
        else png(80, 60)
    )
    for _ in range(chance.randint(1, 20)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    torn = bytes(data[: chance.randint(1, len(data))]) if seed % 3 else bytes(data)
    try:
        decode_photo(torn, "photo")
    except PhotoError as error:
        one_sentence(error)


LINES: Mapping[str, str] = {
    "ten megabytes in one line": json.dumps({"event": "GameStarted", "x": "y" * 10_000_000}),
    "a hundred thousand brackets": "[" * 100_000,
    "a number without an end": '{"event": ' + "9" * 1_000_000 + "}",
    "half a character": '{"event": "\\ud800"}',
    "nothing": "",
}


@pytest.mark.parametrize("line", LINES.values(), ids=list(LINES))
def test_an_import_that_is_no_game_is_one_sentence(tmp_path: Path, line: str) -> None:
    from companion.records import replayed

    file = tmp_path / "g.jsonl"
    file.write_text(line)
    with pytest.raises(BadRecord) as refused:
        replayed(GAMES, read_export(file), "g.jsonl")
    assert len(str(refused.value)) < 400
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("packed", ["zip", "gz"])
def test_a_packed_import_is_not_unpacked(tmp_path: Path, packed: str) -> None:
    file, peak = tmp_path / f"g.{packed}", Peak()
    if packed == "zip":
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made, made.open("g.jsonl", "w") as line:
            for _ in range(80):
                line.write(bytes(2**20))
    else:
        with gzip.open(file, "wb", compresslevel=1) as made_gz:
            for _ in range(80):
                made_gz.write(bytes(2**20))

    with pytest.raises(BadRecord, match="is not text in UTF-8"):
        read_export(file)
    assert peak.grown_mb < 50


def test_a_packed_body_is_not_unpacked(tmp_path: Path) -> None:
    table = RealTable(tmp_path, "cant-stop", ("Ann", "Bo"))
    try:
        body, peak = gzip.compress(b"[" * 20_000_000, 6), Peak()
        connection = HTTPConnection(urlsplit(table.address).netloc, timeout=30)
        headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
        connection.request("POST", "/api/undo", body, headers)
        answer = connection.getresponse()
        said = answer.read()
        connection.close()
    finally:
        table.close()
    assert len(body) < 64 * 1024
    assert (answer.status, b"JSON object" in said) == (422, True)
    assert peak.grown_mb < 50


def test_no_senseless_call_is_answered_by_a_fault() -> None:
    fuzzed = senseless_calls(seed=1, count=400)

    assert fuzzed.wrong == []
    assert fuzzed.requests == 400
