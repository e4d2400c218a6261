"""What the table knows of its tray: what was seen there last, what people said of it, and whether to look again."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.devices import Tray, TrayState
from companion.inputs import DiceTyped
from companion.language import later, say
from companion.snapshot import Said

TILE_LIES: Final = later("A tile lies in the tray: take it out.")


class TraySide:
    """The table's own: never in the journal, never in a game."""

    def __init__(self) -> None:
        self.now = Tray()
        self.looks = 0
        """Counts what asks the camera to look now."""
        self.said: Said | None = None
        """What people said last of a picture."""
        self._tile_since: int | None = None
        """The prompt for which `now` is a look at a tile; None: it is one at dice."""

    def dice_seen(self, tray: Tray) -> None:
        """A look at dice, or at what moves."""
        self.now, self._tile_since = tray, None

    def tile_seen(self, tray: Tray, since: int) -> None:
        """A look at the tile that the prompt open since `since` waits for."""
        self.now, self._tile_since = tray, since

    def moved_on(self, since: int | None) -> None:
        """The game has: a tile is awaited since `since`, or none; what was seen of another says nothing any more."""
        if self._tile_since not in (None, since):
            lies = (say(TILE_LIES),) if self.now.tile else ()
            self.now = Tray(TrayState.EMPTY, (), lies, self.now.picture, self.now.notice)
            self._tile_since = None

    def people_said(self, typed: DiceTyped, corrected: tuple[int, ...], version: int) -> None:
        """People said what lies in the tray, or in a photo; `corrected` was taken for it before.

        Nobody is to be asked again until it moves, and what is drawn into the picture holds no longer. `version` is the
        journal's with what was said.
        """
        values, seen, before = tuple(sorted(typed.values)), self.now, self.said
        picture = typed.picture
        if not picture and seen.state is TrayState.UNSURE:
            picture = seen.picture
        elif not picture and corrected and tuple(sorted(corrected)) == seen.values != values:
            # Put right a second time, it is still the same picture.
            again = before is not None and not seen.picture and before.values == seen.values
            picture = before.picture if before is not None and again else seen.picture
        if picture:
            self.said = Said(version, picture, values)
        if seen.state is TrayState.UNSURE or (picture and not typed.picture):
            self.now = replace(seen, state=TrayState.READ, values=values, reasons=(), picture=0)
