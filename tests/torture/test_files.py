"""Pictures, imports and bodies that somebody made to do harm: refused in one sentence, and never unpacked whole."""

from __future__ import annotations

import gzip
import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from PIL import Image

from companion.games import GAMES
from companion.records import BadRecord, read_export, replayed
from tests.torture.test_inputs import one_sentence
from tests.web.real_table import RealTable
from vision.photo import PhotoError, decode_photo


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
