"""What a table may want otherwise at a game's set-up, and what is to be said of what it chose.

The law of this file: names and values are for events; titles and words are for people, and said when they are shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.events import Json
from companion.language import say


@dataclass(frozen=True)
class Option:
    """One thing that a table may want otherwise, chosen at set-up."""

    name: str
    values: tuple[int | str | bool | None, ...]
    """What may be chosen, the default first."""

    meaning: str
    """One line of what it does. Like every text of a record marked with `later`, and said when it is shown."""

    brief: str = ""
    """The same for the OLED, in two lines of 25 signs; empty: `meaning` is short enough."""

    title: str = ""
    """What it is about, as people say it; empty: `name` with spaces. On the OLED a value stands beside it."""

    words: tuple[str, ...] = ()
    """Its values as people say them, in their order and in at most 14 signs; empty: as they are."""

    own: Callable[[Json], str] | None = None
    """Where people may also give a JSON object of their own, which `start` judges: what it is called on screens, in few
    signs; one of `values` where it is the same as that. None: nothing but `values`."""

    @property
    def is_rule(self) -> bool:
        """Whether it changes the rules: what people may make themselves, a layout or a deck, is what lies there."""
        return self.own is None

    @property
    def called(self) -> str:
        """Its name for people."""
        return say(self.title) if self.title else self.name.replace("_", " ")

    @property
    def does(self) -> str:
        """What it does, for the OLED."""
        return say(self.brief or self.meaning)

    def word(self, value: object) -> str:
        """One of its values for people."""
        # False is 0 and True is 1: what is told apart is of the same type too.
        same = [nth for nth, one in enumerate(self.values) if one == value and type(one) is type(value)]
        if self.words and same:
            return say(self.words[same[0]])
        match value:
            case True:
                return say("yes")
            case False:
                return say("no")
            case None:
                return say("any")
        return str(value)


@dataclass(frozen=True)
class Finding:
    """One thing about a set-up that somebody should know before it is played."""

    where: str
    """The piece concerned, as the options name it (a vehicle's letter); empty: the whole."""

    refused: bool
    """True: it cannot be played so; False: it can, and people are warned."""

    reason: str
