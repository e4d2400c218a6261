"""Pages of paper, drawn upon in millimetres from the top left corner.

The law of this file: the only one that knows the PDF library. reportlab, since it is plain Python that a Pi installs in
seconds, brings letters that may be embedded (Bitstream Vera), and keeps one drawing for all the places where it stands.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import reportlab
from reportlab.lib.colors import HexColor
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion import marks
from companion.drawings import EDGE, Drawing, Point, Shape
from companion.language import chosen

MM: Final = 72 / 25.4
"""Points in a millimetre."""

PLAIN: Final = "Vera"  # in no language
BOLD: Final = "VeraBd"
BLACK: Final = "#000000"
WHITE: Final = "#ffffff"
GREY: Final = "#767676"
HAIR_MM: Final = 0.2

_ROUND: Final = 1
"""PDF's number for round ends and corners."""


CROP: Final = 4.0
"""Length of a crop mark, mm."""
CROP_OFF: Final = 1.5
"""From what is cut out to its crop marks, mm; as much as is printed over the line at most."""
RIM: Final = 5.0
"""At the paper's edge, which few printers can print on, mm."""
MARGIN: Final = RIM + CROP + CROP_OFF
"""Around what is cut out, mm."""


class Sheets:
    """One PDF in the making."""

    def __init__(self, width: float, height: float, title: str) -> None:
        """All pages are `width` by `height` mm."""
        self.width, self.height = width, height
        for name in (PLAIN, BOLD):
            if name not in pdfmetrics.getRegisteredFontNames():
                font = Path(reportlab.__file__).parent / "fonts" / f"{name}.ttf"
                pdfmetrics.registerFont(TTFont(name, str(font)))
        self._pdf = io.BytesIO()
        # Invariant: the same asked twice is the same file.
        self._canvas = Canvas(
            self._pdf, (width * MM, height * MM), initialFontName=PLAIN, invariant=True, lang=chosen()
        )
        self._canvas.setTitle(title)
        self._canvas.setCreator("Companion")  # in no language
        self._kept: dict[tuple[str, int | None, float], str] = {}

    def turn_over(self) -> None:
        """The page is done; what is drawn next stands on another one."""
        self._canvas.showPage()

    def done(self) -> bytes:
        """The PDF, without a last page on which nothing stands."""
        self._canvas.save()
        return self._pdf.getvalue()

    def rect(self, x: float, y: float, wide: float, high: float, colour: str) -> None:
        self._canvas.setFillColor(HexColor(colour))
        self._canvas.rect(x * MM, (self.height - y - high) * MM, wide * MM, high * MM, stroke=0, fill=1)

    def line(self, start: Point, end: Point, colour: str = BLACK, wide: float = HAIR_MM, dashed: bool = False) -> None:
        self._canvas.setStrokeColor(HexColor(colour))
        self._canvas.setLineWidth(wide * MM)
        self._canvas.setDash([2 * MM, 2 * MM] if dashed else [])
        self._canvas.line(start[0] * MM, (self.height - start[1]) * MM, end[0] * MM, (self.height - end[1]) * MM)
        self._canvas.setDash([])

    def frame(self, x: float, y: float, wide: float, high: float, colour: str = BLACK, line: float = HAIR_MM) -> None:
        """A rectangle's edge, its line half within and half without."""
        self.polygon(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)), None, colour, line)

    def polygon(self, points: Iterable[Point], fill: str | None, stroke: str | None = None, wide: float = 0.0) -> None:
        path = self._canvas.beginPath()
        for nth, (x, y) in enumerate(points):
            (path.lineTo if nth else path.moveTo)(x * MM, (self.height - y) * MM)
        path.close()
        if fill:
            self._canvas.setFillColor(HexColor(fill))
        if stroke:
            self._canvas.setStrokeColor(HexColor(stroke))
            self._canvas.setLineWidth(wide * MM)
            self._canvas.setLineJoin(_ROUND)
        self._canvas.drawPath(path, stroke=int(bool(stroke)), fill=int(bool(fill)))

    def words(
        self,
        said: str,
        x: float,
        y: float,
        high: float,
        *,
        bold: bool = False,
        middle: bool = False,
        colour: str = BLACK,
    ) -> None:
        """One line; `y` is its foot, `high` the height of a capital letter, `middle`: x is its middle."""
        self._canvas.setFont(BOLD if bold else PLAIN, _size(high))
        self._canvas.setFillColor(HexColor(colour))
        (self._canvas.drawCentredString if middle else self._canvas.drawString)(x * MM, (self.height - y) * MM, said)

    def lines(self, said: str, wide: float, high: float, bold: bool = False) -> list[str]:
        """What fits side by side in `wide` mm."""
        return list(simpleSplit(said, BOLD if bold else PLAIN, _size(high), wide * MM))

    def mark(self, code: int, x: float, y: float, module: float, dark: str = BLACK, light: str = WHITE) -> None:
        """A code in its white rim, whose top left corner is (x, y); `dark` and `light` stand for black and white."""
        side = (marks.SIDE + 2) * module
        self.rect(x, y, side, side, light)
        with self._placed(x + module, y + module, module):
            self._modules(marks.square(code), dark, light)

    def face(
        self, drawing: Drawing, x: float, y: float, edge: float, code: int | None = None, bleed: float = 0.0
    ) -> None:
        """A tile's face, its ground `bleed` mm over the line where it is cut."""
        over = bleed / edge * EDGE
        asked = (drawing.title, code, over)
        name = self._kept.setdefault(asked, f"face{len(self._kept)}")
        if not self._canvas.hasForm(name):
            self._canvas.beginForm(name, -over, -over, EDGE + over, EDGE + over)
            self._draw_face(drawing, code, over)
            self._canvas.endForm()
        with self._placed(x, y, edge / EDGE):
            self._canvas.doForm(name)

    def _draw_face(self, drawing: Drawing, code: int | None, over: float) -> None:
        ground = drawing.ground[0].fill
        assert ground
        self._canvas.setFillColor(HexColor(ground))
        self._canvas.rect(-over, -over, EDGE + 2 * over, EDGE + 2 * over, stroke=0, fill=1)
        self._canvas.setLineCap(_ROUND)
        self._canvas.setLineJoin(_ROUND)
        for shape in drawing.ground[1:]:
            self._shape(shape)
        self._canvas.saveState()
        if code is not None:
            self._canvas.scale(marks.SIGN, marks.SIGN)
        for shape in drawing.sign:
            self._shape(shape)
        self._canvas.restoreState()
        if code is None:
            return
        rim, *square = marks.corner(code)
        self._canvas.setFillColor(HexColor(WHITE))
        self._canvas.rect(rim[0] * EDGE, rim[1] * EDGE, rim[2] * EDGE + over, rim[3] * EDGE + over, stroke=0, fill=1)
        self._modules((x * EDGE, y * EDGE, wide * EDGE, high * EDGE, black) for x, y, wide, high, black in square)

    def _modules(
        self, rectangles: Iterable[tuple[float, float, float, float, bool]], dark: str = BLACK, light: str = WHITE
    ) -> None:
        """All of one colour as one path: no seam shows between two that touch."""
        paths = {True: self._canvas.beginPath(), False: self._canvas.beginPath()}
        for x, y, wide, high, black in rectangles:
            paths[black].rect(x, y, wide, high)
        for black, path in paths.items():
            self._canvas.setFillColor(HexColor(dark if black else light))
            self._canvas.drawPath(path, stroke=0, fill=1)

    def _shape(self, shape: Shape) -> None:
        path = self._canvas.beginPath()
        for outline in shape.outlines:
            for nth, (x, y) in enumerate(outline.points):
                (path.lineTo if nth else path.moveTo)(x, y)
            if outline.closed:
                path.close()
        if shape.fill:
            self._canvas.setFillColor(HexColor(shape.fill))
        if shape.stroke:
            self._canvas.setStrokeColor(HexColor(shape.stroke))
            self._canvas.setLineWidth(shape.stroke_width)
        self._canvas.drawPath(path, stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)), fillMode=0)

    @contextmanager
    def _placed(self, x: float, y: float, scale: float) -> Iterator[None]:
        """Drawn with y downwards, from (x, y), a unit being `scale` mm."""
        self._canvas.saveState()
        self._canvas.translate(x * MM, (self.height - y) * MM)
        self._canvas.scale(scale * MM, -scale * MM)
        yield
        self._canvas.restoreState()

    @contextmanager
    def within(self, x: float, y: float, wide: float, high: float, right: float, down: float) -> Iterator[None]:
        """What is drawn is moved by (right, down) mm, and seen in this rectangle alone."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(x * MM, (self.height - y - high) * MM, wide * MM, high * MM)
        self._canvas.clipPath(path, stroke=0, fill=0)
        self._canvas.translate(right * MM, -down * MM)
        yield
        self._canvas.restoreState()


def _size(high: float) -> float:
    """The size in points at which Vera's capitals are so many mm high (0.729 of its size)."""
    return high * MM / 0.729


def ruler(sheets: Sheets, x: float, y: float, long: float = 50.0) -> None:
    """A line of so many mm, to see with a ruler whether the printer kept the size."""
    sheets.line((x, y), (x + long, y))
    for nth in range(int(long) // 10 + 1):
        sheets.line((x + nth * 10, y - (2 if nth % 5 == 0 else 1.2)), (x + nth * 10, y))
    sheets.words(f"{long:g} mm", x + long + 2, y, 1.8, colour=GREY)  # in no language


def crop_marks(
    sheets: Sheets, xs: Iterable[float], ys: Iterable[float], box: tuple[float, float, float, float]
) -> None:
    """Short lines outside of `box` (left, top, right, bottom) that say where to cut: at every x and every y."""
    left, top, right, bottom = box
    for x in xs:
        sheets.line((x, top - CROP_OFF - CROP), (x, top - CROP_OFF))
        sheets.line((x, bottom + CROP_OFF), (x, bottom + CROP_OFF + CROP))
    for y in ys:
        sheets.line((left - CROP_OFF - CROP, y), (left - CROP_OFF, y))
        sheets.line((right + CROP_OFF, y), (right + CROP_OFF + CROP, y))
