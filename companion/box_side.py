"""What people set of the box itself, what they ask it, and how its parts are: brightness, PIN, odds, advice, devices.

The law of this file: nothing of it is a part of the game, so no undo takes it back.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.access import Access
from companion.box import ADVICE, HINTS, Box, hint_pages
from companion.box.advice import advice_pages
from companion.devices import Device, DeviceChanged
from companion.events import BadEvent
from companion.hearing import Hearing
from companion.inputs import (
    AdviceAsked,
    AdviceFound,
    BrightnessAsked,
    HintsAsked,
    HintsFound,
    Input,
    LevelPicked,
    NewPinAsked,
    OddsAsked,
    SwitchOffAsked,
)
from companion.played import Played
from companion.settings import BRIGHTNESS, SettingsFile


class BoxSide:
    """The table's own: never in the journal, never in a game."""

    def __init__(
        self,
        box: Box,
        played: Played,
        hearing: Hearing,
        settings: SettingsFile,
        access: Access,
        switch_off: Callable[[], None],
    ) -> None:
        self._box = box
        self._played = played
        self._hearing = hearing
        self._settings = settings
        self._access = access
        self._switch_off = switch_off
        self.devices: dict[str, Device] = {}
        """The parts that have said how they are."""
        self.asked = 0
        """How often the box has asked for hints or advice."""

    def take(self, received: Input) -> None:
        """Take one input; one that is not of the box changes nothing.

        Raises:
            BadEvent, IllegalEvent, JournalError: it was not taken, and nothing has changed.
        """
        match received:
            case OddsAsked(on):
                self._settings.change(odds=on)
            case BrightnessAsked(level):
                if not 0 <= level < len(BRIGHTNESS):
                    raise BadEvent(f"brightness must be from 0 to {len(BRIGHTNESS) - 1}, not {level}")
                self._settings.change(brightness=level)
            case NewPinAsked():
                self._access.new_pin()
            case SwitchOffAsked():
                self._switch_off()
            case LevelPicked():
                self._hearing.pick(received)
            case HintsAsked():
                self._ask(HINTS)
            case AdviceAsked():
                self._ask(ADVICE)
            # Of a table that has moved on there is nothing to say any more.
            case HintsFound(version, sentences, searching) if version == self._played.version:
                self._box.tell(HINTS, hint_pages(sentences), searching)
            case AdviceFound(version, found) if version == self._played.version:
                self._box.tell(ADVICE, advice_pages(found, self._played.open))
            case DeviceChanged(name):
                self.devices[name] = received.noted(self.devices.get(name))

    def _ask(self, what: str) -> None:
        """The box asks for hints or advice, and shows that it waits."""
        self.asked += 1
        self._box.ask(what)
