"""What a phone answers: whether the question still stands, whose it is, and who else has to agree.

The law of this file: a phone answers what it saw. Where the table has moved on meanwhile, it is told so.
"""

from __future__ import annotations

from companion import seats
from companion.access import Access
from companion.agreement import Agreement, said
from companion.events import BadEvent, DiceRolled, decode
from companion.game import IllegalEvent
from companion.inputs import MOVED_ON, PhoneChose
from companion.language import say
from companion.played import Played
from companion.prompts import Choose
from companion.snapshot import OpenPrompt


class Answering:
    """Of one table."""

    def __init__(self, played: Played, access: Access) -> None:
        self._played = played
        self._access = access
        self._agreement = Agreement()

    def take(self, chose: PhoneChose) -> str:
        """Carry it out. Not empty: others have to agree first, and are asked by this sentence.

        Raises:
            BadEvent, IllegalEvent, BadSetUp, JournalError: it was not taken, and nothing has changed.
        """
        event = decode(chose.event, self._played.history.game.events)
        answers = [opened for opened in self._played.open if opened.prompt.accepts(event)]
        if answers and all(chose.version < opened.since for opened in answers):
            raise IllegalEvent(say(MOVED_ON))
        self._played.require_seen(chose.version)
        if isinstance(event, DiceRolled):
            raise BadEvent("a roll is typed in by POST /api/dice, not chosen")
        if not answers and not self._played.in_lobby and chose.version < self._played.version:
            # Whoever was quicker has answered it: why the rules refuse it now would only puzzle.
            raise IllegalEvent(say(MOVED_ON))
        if not answers and self._played.is_kept(event):
            raise IllegalEvent(say("The companion plays this seat: do what it says, or undo."))
        if answers and not self._played.in_lobby:
            seats.require_own(answers[0].prompt.seat, chose.device, self._played.players, self._access)
            if others := self._others(answers[0], chose.device):
                return others
        self._played.happen(event)
        return ""

    def _others(self, asked: OpenPrompt, device: str) -> str:
        """Empty: this phone may answer alone, or the others have said the same; else they are asked now."""
        players, version = self._played.players, self._played.version
        if not (isinstance(asked.prompt, Choose) and asked.prompt.together):
            return ""
        if self._agreement.add(version, seats.spoken_for(device, players, self._access), players):
            return ""
        return said(self._agreement.seats(version), asked.labels[0], players)
