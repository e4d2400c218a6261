"""The PDFs, as the real pdftoppm makes pictures of them: what stands on them, how large, and what a camera reads."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion import marks
from companion.cli import main
from companion.cli.paper import THINGS, effects, for_the_page, pdf_of
from companion.cli.status import DONE, WRONG
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.poster import poster, space_middle
from companion.games.highway.tiles import BOX, TILE_SPACES
from companion.language import ENGLISH, LANGUAGES, choose
from companion.marks import faces_coded
from companion.printed import PAPERS
from tests.web.fake_table import Table
from vision.marks import find_marks
from vision.tiles.reader import TileReader
from web import create_app
from web.paper.cards import INSET
from web.paper.sheets import MARGIN

Pages = Callable[..., list[NDArray[np.uint8]]]

MM_IN_AN_INCH = 25.4
WHOLE = bool(os.environ.get("COMPANION_WHOLE_SHEET"))
"""Every face instead of some."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """The pages of a PDF as pictures (h, w, 3) BGR of so many dots per inch."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("there is no pdftoppm on this machine: apt install poppler-utils")

    def drawn(pdf: bytes, dpi: int) -> list[NDArray[np.uint8]]:
        folder = tmp_path_factory.mktemp("pages")
        (folder / "it.pdf").write_bytes(pdf)
        said = subprocess.run(
            ["pdftoppm", "-r", str(dpi), str(folder / "it.pdf"), str(folder / "page")], check=True, capture_output=True
        )
        assert said.stderr == b""
        return [np.asarray(cv2.imread(str(file)), np.uint8) for file in sorted(folder.glob("page*.ppm"))]

    return drawn


def mm(pixels: float, dpi: int) -> float:
    return pixels * MM_IN_AN_INCH / dpi


@pytest.mark.parametrize("dpi", [150, 300])
def test_all_72_tiles_are_on_the_sheet_and_every_code_reads_back(pages: Pages, dpi: int) -> None:
    faces, backs = pages(pdf_of("tiles", "a4"), dpi)
    codes = faces_coded("highway")
    found = find_marks(faces)

    assert Counter(mark.code for mark in found) == {codes[face]: count for face, count in BOX.items()}
    sides = [mm(float(np.linalg.norm(np.subtract(mark.corners[0], mark.corners[1]))), dpi) for mark in found]
    assert np.allclose(sides, marks.SIDE * marks.MODULE * 20, atol=0.25)
    assert find_marks(backs) == ()


@pytest.mark.parametrize(("dpi", "coded"), [(150, True), (150, False), (300, True), (300, False)])
def test_every_face_cut_from_the_sheet_is_read_back(pages: Pages, dpi: int, coded: bool) -> None:
    places = find_marks(pages(pdf_of("tiles", "a4"), dpi)[0])
    sheet = pages(pdf_of("tiles", "a4", None, coded=coded), dpi)[0]
    names = {code: face for face, code in faces_coded("highway").items()}
    reader, side = TileReader(), round(20 * dpi / MM_IN_AN_INCH)
    first = {mark.code: mark for mark in reversed(places)}
    for code in sorted(first)[(dpi // 150) % 2 :: 1 if WHOLE else 6]:
        left, top = (round(float(at)) for at in np.min(first[code].corners, axis=0) - 0.65 * side)
        cut = sheet[top : top + side, left : left + side]
        floor = np.full((2 * side, 3 * side, 3), (40, 82, 30), np.uint8)
        floor[side // 2 : side // 2 + side, side : 2 * side] = cut
        reading = reader.read("highway", floor)
        assert (reading.status, reading.face) == ("read", names[code]), (dpi, coded)


def test_faces_and_backs_lie_on_each_other_when_the_sheet_is_turned(pages: Pages) -> None:
    faces, backs, *more = pages(pdf_of("tiles", "letter", 30.0), 60)
    assert len(more) == 4
    last_faces, last_backs = more[-2:]
    for front, behind in ((faces, backs), (last_faces, last_backs)):
        covered = behind.min(axis=2) < 200
        inked = np.asarray(cv2.cvtColor(front, cv2.COLOR_BGR2HSV))[:, ::-1, 1] > 120
        body = slice(0, int(inked.shape[0] * 0.9))  # without the line at the foot
        assert inked[body].sum() > 1000
        assert covered[body][inked[body]].mean() > 0.93


@pytest.mark.parametrize(("paper", "size"), [("a4", 20.0), ("letter", 16.0), ("a4", 31.0)])
def test_a_tile_is_as_large_as_was_asked(pages: Pages, paper: str, size: float) -> None:
    dpi = 150
    found = find_marks(pages(pdf_of("tiles", paper, size), dpi)[0])
    lefts = sorted({round(mm(mark.corners[0][0], dpi), 0) for mark in found})
    steps = [after - before for before, after in pairwise(lefts) if after - before > 5]
    assert np.allclose(np.mean(steps), size + 3, atol=0.2)


def test_tiles_without_a_code_are_drawn_as_the_page_has_them(pages: Pages) -> None:
    assert find_marks(pages(pdf_of("tiles", "a4", None, coded=False), 150)[0]) == ()


@pytest.mark.parametrize("paper", PAPERS)
def test_every_thing_is_made_on_every_paper_with_its_letters_inside(paper: str) -> None:
    for thing in THINGS:
        pdf = pdf_of(thing, paper)
        assert pdf.startswith(b"%PDF-")
        assert pdf == pdf_of(thing, paper)  # the same asked twice is the same file
        box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
        assert box
        sides = sorted(float(side) * MM_IN_AN_INCH / 72 for side in box.groups())
        assert np.allclose(sides, sorted((PAPERS[paper].width, PAPERS[paper].height)), atol=0.1)
        fonts = re.findall(rb"/BaseFont /([\w+-]+)", pdf)
        assert fonts
        assert all(b"BitstreamVera" in font for font in fonts)
        assert pdf.count(b"/FontFile2") >= 1


def test_a_tray_floor_has_its_own_code_in_each_corner(pages: Pages) -> None:
    dpi = 150
    (page,) = pages(pdf_of("tray", "a4", 150.0), dpi)
    found = {mark.code: np.mean(mark.corners, axis=0) for mark in find_marks(page)}

    assert set(found) == set(marks.TRAY)
    top_left, top_right, bottom_right, bottom_left = (found[code] for code in marks.TRAY)
    assert top_left[0] < top_right[0]
    assert top_left[1] < bottom_left[1]
    assert np.allclose(top_right - top_left, bottom_right - bottom_left, atol=1)


def test_a_board_on_one_sheet_has_its_codes_and_every_space_where_it_says(pages: Pages) -> None:
    dpi = 75
    (page,) = pages(pdf_of("board", "a3"), dpi)
    found = {mark.code: np.mean(mark.corners, axis=0) for mark in find_marks(page)}
    assert set(found) == set(marks.BOARD)

    board = poster(20.0)
    half = board.mark_inset + (marks.SIDE / 2 + 1) * board.mark_module
    origin = found[marks.BOARD[0]] * MM_IN_AN_INCH / dpi - half
    far = found[marks.BOARD[2]] * MM_IN_AN_INCH / dpi + half
    assert np.allclose(far - origin, (board.width, board.height), atol=0.5)
    for column, length in LENGTHS.items():
        for space in range(1, length + 1):
            x, y = (origin + space_middle(column, space, 20.0)) * dpi / MM_IN_AN_INCH
            blue, _, red = (int(part) for part in page[round(y), round(x)])
            assert (red > 230, blue > 190) == (True, True), (column, space)


def test_a_board_that_is_larger_than_the_paper_comes_on_few_sheets_that_overlap(pages: Pages) -> None:
    counts = {paper: len(pages(pdf_of("board", paper), 40)) for paper in PAPERS}
    assert counts == {"a4": 2, "letter": 2, "a3": 1, "tabloid": 1}
    assert len(pages(pdf_of("board", "a4", 40.0), 30)) > 4


def test_the_board_has_a_space_for_every_tile_and_one_for_each_winner() -> None:
    cells = poster(20.0).cells
    assert sum(not cell.top for cell in cells) == len(TILE_SPACES) == sum(BOX.values())
    assert sum(cell.top for cell in cells) == len(LENGTHS)


def test_cards_name_every_face_once_in_the_words_of_the_game() -> None:
    told = effects()
    assert sorted(face for effect in told for face in effect.faces) == sorted(BOX)
    assert {effect.title: effect.words for effect in told}["Interstate shield 1–6"] == "Kept for a later turn."
    assert told[-1].words == "Two of four dice must make the column's number."


def test_print_writes_a_file_and_asks_before_it_replaces_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.pdf"

    def ask(*arguments: str) -> int:
        return main(["print", *arguments, "--output", str(file)], lambda asked: DONE)

    assert ask("tiles") == DONE
    assert "actual size" in capsys.readouterr().out
    first = file.read_bytes()
    assert ask("tray") == WRONG
    assert "--overwrite replaces it" in capsys.readouterr().err
    assert file.read_bytes() == first
    assert ask("tray", "--overwrite") == DONE
    assert file.read_bytes() != first


@pytest.mark.parametrize(
    "command", [("print", "tiles", "--output"), ("report-misreads", "--out"), ("calibrate", "--picture")]
)
@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("", "must name a file, not ''"),
        ("-", "must name a file, not '-'"),
        (".", "must name a file, and . is a folder"),
    ],
)
def test_what_is_no_name_of_a_file_is_refused_in_one_line(
    command: tuple[str, ...],
    named: str,
    says: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main([*command, named], lambda asked: DONE)
    assert ended.value.code == WRONG
    said = capsys.readouterr().err
    assert f"argument {command[-1]}: {says}" in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_size_that_is_no_number_is_refused_with_what_it_must_be(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["print", "tiles", "--size", "20mm"], lambda asked: DONE)
    assert ended.value.code == WRONG
    assert "argument --size: must be a number of millimetres, not '20mm'" in capsys.readouterr().err


def test_the_page_serves_the_same_files() -> None:
    page = create_app(replace(Table(()).ports(), printed=for_the_page)).test_client()
    served = page.get("/print/tiles-letter.pdf")
    assert served.mimetype == "application/pdf"
    assert served.data == pdf_of("tiles", "letter")
    for nothing in ("tiles-a9", "dice-a4", "tiles-a4-a4", "-"):
        assert page.get(f"/print/{nothing}.pdf").status_code == 404


def test_what_is_asked_besides_of_the_page_is_refused_instead_of_let_pass() -> None:
    page = create_app(replace(Table(()).ports(), printed=for_the_page)).test_client()
    for asked in ("size=25", "size=0", "size=abc", "no-code="):
        answer = page.get(f"/print/tiles-a4.pdf?{asked}")
        assert (answer.status_code, answer.get_json()) == (
            422,
            {"error": "Printed from here, all has its usual size: the command companion print makes others."},
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_what_stands_on_a_card_ends_well_before_it_is_cut(
    pages: Pages, paper: str, language: str, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: choose(ENGLISH))
    choose(language)
    pdf = pdf_of("reference", paper)
    assert f"/Lang ({language})".encode() in pdf

    dpi = 150
    (page,) = pages(pdf, dpi)
    high, wide = page.shape[:2]
    edge, off = (round(part * dpi / MM_IN_AN_INCH) for part in (MARGIN, 0.6))
    for foot in (high // 2, high - edge):
        for left, right in ((edge, wide // 2), (wide // 2, wide - edge)):
            last = foot - round((INSET - 0.3) * dpi / MM_IN_AN_INCH)
            assert page[last : foot - off, left + off : right - off].min() == 255, (foot, left)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("tiles", "--size", "5"), "a tile has an edge of 12 to 60 mm, not 5"),
        (("tray", "--size", "500"), "a tray floor on A4 has an edge of 80 to"),
        (("board", "--size", "nan"), "a tile has an edge of"),
        (("reference", "--size", "20"), "--size is for tiles, tray and board"),
        (("board", "--no-code"), "--no-code is for tiles"),
        (("tiles", "--output", "/nowhere/t.pdf"), "cannot be written"),
    ],
)
def test_print_refuses_what_makes_no_sense_in_one_line(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output = () if "--output" in arguments else ("--output", str(tmp_path / "x.pdf"))
    assert main(["print", *arguments, *output], lambda asked: DONE) == WRONG
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
