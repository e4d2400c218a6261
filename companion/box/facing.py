"""What stands before the box: the table at one moment, as far as buttons and OLED need it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from companion.box.menu import menu
from companion.box.parts import called, day_and_time
from companion.devices import Device, Tray, TrayState
from companion.history import History
from companion.language import say
from companion.levels import Level, may_hear_odds, seat_advised, seat_in_turn
from companion.prompts import Decide, Question, Role, RollDice
from companion.settings import Settings
from companion.snapshot import OpenPrompt
from companion.tree import Leaf, Node, grow
from companion.view import View, Words
from companion.words import LINES, SMALL_LINE, SMALL_LINES, paged, plain

BESIDE_WINNER: Final = 2
"""Lines that stand below who has won."""


@dataclass(frozen=True)
class Facing:
    history: History[Any]
    number: int
    """The game's on record."""
    version: int
    opened: tuple[OpenPrompt, ...]
    players: tuple[str, ...]
    """Names by seat; in the lobby of those who have joined."""
    colours: tuple[str, ...]
    """Theirs."""
    claims: tuple[str, ...]
    """Each seat's phone; empty: nobody's."""
    levels: tuple[Level, ...]
    """How much each seat may be told."""
    levels_offered: tuple[Level, ...]
    """Between what there is to choose."""
    tray: Tray
    settings: Settings
    in_lobby: bool
    has_pin: bool
    notice: str
    devices: Mapping[str, Device]
    part_held: float
    """How much of a hold of STOP is done."""
    strengths: tuple[str, ...] = ()
    """How well the companion plays each seat; empty: people play it."""
    solitaires: tuple[tuple[str, str], ...] = ()
    """The games that have a solitaire of the day, by name and as the OLED calls them."""
    check_board: bool = False
    """Whether people are to look at the board first, since the table was cut off."""
    taken_up: bool = False
    """Whether the game goes on after a rest, and nobody has done anything yet."""

    @cached_property
    def view(self) -> View:
        """What the game says of itself now."""
        return self.history.game.view(self.history.state, self.history.now.event)

    @cached_property
    def said(self) -> View:
        """The same in letters that the OLED has."""
        return replace(self.view, title=self.spelled(self.view.title), lines=tuple(map(self.spelled, self.view.lines)))

    def spelled(self, text: str) -> str:
        """`text` with a colour for every name that the OLED's letters cannot spell."""
        for name, colour in self._unspelled:
            text = text.replace(name, say(colour).capitalize())
        return text

    @cached_property
    def _unspelled(self) -> tuple[tuple[str, str], ...]:
        """The names that the OLED's letters cannot spell, each with its seat's colour."""
        seats = zip(self.players, self.colours, strict=False)
        return tuple((name, colour) for name, colour in seats if "?" in plain(name) and "?" not in name)

    @cached_property
    def menu(self) -> tuple[Node, ...]:
        """What stands behind ROLL + STOP."""
        return menu(self)

    @cached_property
    def own(self) -> OpenPrompt | None:
        """What the companion decides, or has said that it does; None: it is nobody's turn but people's."""
        return next((one for one in self.opened if one.why or isinstance(one.prompt, Decide)), None)

    @property
    def over(self) -> bool:
        return self.history.game.outcome(self.history.state) is not None

    @property
    def awaited(self) -> RollDice | None:
        return next((opened.prompt for opened in self.opened if isinstance(opened.prompt, RollDice)), None)

    @property
    def unsure(self) -> bool:
        """Whether the dice of an awaited roll lie there unread."""
        return self.awaited is not None and self.tray.state is TrayState.UNSURE

    @property
    def camera_out(self) -> bool:
        """Whether dice can only be told by hand."""
        return "camera" in self.out

    @cached_property
    def out(self) -> dict[str, Device]:
        """The parts of the box that are out of order: the camera first, then by since when."""
        broken = [(name, device) for name, device in self.devices.items() if device.out]
        return dict(sorted(broken, key=lambda part: (part[0] != "camera", part[1].since_s)))

    @property
    def trouble(self) -> str:
        """The same in a small line; empty: all is well. Of several the time since when not all is."""
        if len(self.out) > 1:
            first = min(self.out.values(), key=lambda device: device.since_s)
            return say("! {count} out since {time}: menu", count=len(self.out), time=f"{first.since:%H:%M}")
        return next((self.trouble_with(name) for name in self.out), "")

    def trouble_with(self, name: str) -> str:
        """What the small line says of a part that is out."""
        # Of two words the second: "turn light" is the light.
        return say("! {part} out since {time}", part=called(name).split()[-1], time=f"{self.out[name].since:%H:%M}")

    @property
    def out_list(self) -> tuple[str, ...]:
        """What is out and since when, a small line each; the day too, since a box may stand there for weeks."""
        longest = max((len(called(name)) for name in self.out), default=0)
        return tuple(f"{called(name):{longest}}  {day_and_time(device.since)}" for name, device in self.out.items())

    @property
    def out_sentences(self) -> tuple[str, ...]:
        """What is to be done about each."""
        return tuple(
            say("Since {time}: {problem}", time=day_and_time(device.since), problem=device.problem)
            for device in self.out.values()
        )

    @cached_property
    def questions(self) -> tuple[OpenPrompt, ...]:
        """What the buttons may answer: what is waited for first, and of that whoever has no phone of their own."""
        asked = [opened for opened in self.opened if isinstance(opened.prompt, Question)]
        return tuple(sorted(asked, key=lambda opened: (_optional(opened), self._has_phone(opened.prompt.seat))))

    def _has_phone(self, seat: int | None) -> bool:
        return seat is not None and seat < len(self.claims) and bool(self.claims[seat])

    def tree(self, question: OpenPrompt) -> tuple[Node, ...]:
        """The options as the box lists them; each leaf's value is the option's number."""
        assert isinstance(question.prompt, Question)
        leaves = []
        for index in range(len(question.prompt.options)):
            path = tuple(map(self.spelled, question.paths[index]))
            label = self.spelled(question.labels[index])
            odds = question.odds[index] if question.odds else ""
            leaves.append((path, Leaf(_with_odds(label, odds), index, question.effects[index])))
        return grow(leaves)

    @property
    def _tells_odds(self) -> bool:
        """Whether the odds of the awaited roll are asked for, and its seat may hear them."""
        return self.settings.odds and may_hear_odds(self.levels, seat_in_turn(self.opened))

    @cached_property
    def bust(self) -> str:
        """How likely the awaited roll busts, where the odds are asked for."""
        return self.history.game.odds(self.history.state, None) if self._tells_odds else ""

    @cached_property
    def more_odds(self) -> tuple[Words, ...]:
        """What else there is to say of it."""
        return self.history.game.more_odds(self.history.state) if self._tells_odds else ()

    @property
    def advised(self) -> bool:
        """Whether somebody whom the table waits for may be told what would be best."""
        return not self.in_lobby and seat_advised(self.opened, self.levels, self.claims) is not None

    @cached_property
    def board(self) -> tuple[tuple[str, ...], ...]:
        """Pages of what lies on the board and in hands, where a game has more to remember than its lines say."""
        lines = tuple((line,) for line in self.view.board)
        return () if self.in_lobby else paged(lines, SMALL_LINE, SMALL_LINES)

    @cached_property
    def moves(self) -> tuple[Words, ...]:
        """What the last press did and asks people to move: all of it, where it did several things."""
        game = self.history.game
        moves: tuple[Words, ...] = ()
        for before, moment in self.history.last_press:
            moves += game.view(moment.state, moment.event).move + game.also(before, moment.event, moment.state)
        return moves

    @cached_property
    def results(self) -> tuple[tuple[str, ...], ...]:
        """Pages behind the winner's, where points were counted: the last marks, and everybody's points."""
        if self.history.game.scores(self.history.state) is None:
            return ()
        return (*self.texts(None), *paged([(line,) for line in self.said.lines]))

    def texts(self, question: OpenPrompt | None) -> tuple[tuple[str, ...], ...]:
        """Pages of what happened and what to move, to be read before anything is chosen."""
        # A roll that waits is drawn above the text, except where a choice follows on its own page.
        return self._texts[bool(self.view.roll) and not has_choice(question)]

    @cached_property
    def _texts(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The pages without dice above them, and with."""
        messages = tuple(tuple(map(self.spelled, words)) for words in self.moves)
        if messages and self.bust:
            messages += ((say("Next roll busts: {chance}", chance=self.bust),),)
        if messages:
            messages += self.more_odds
        return paged(messages, lines=LINES), paged(messages, lines=LINES - 1)


def has_choice(question: OpenPrompt | None) -> bool:
    """Whether the options need a page: there is more than one, or one that stands beside what is waited for."""
    if question is None or not isinstance(question.prompt, Question):
        return False
    return len(question.prompt.options) > 1 or is_aside(question)


def is_aside(question: OpenPrompt) -> bool:
    """Whether it stands open to everybody, besides what the game waits for: to call it a draw."""
    assert isinstance(question.prompt, Question)
    return question.prompt.optional and question.prompt.seat is None


def role_of(question: OpenPrompt, option: int) -> Role:
    assert isinstance(question.prompt, Question)
    return question.prompt.roles[option]


def _optional(opened: OpenPrompt) -> bool:
    assert isinstance(opened.prompt, Question)
    return opened.prompt.optional


def _with_odds(label: str, odds: str) -> str:
    return f"{label} {odds}" if odds else label
