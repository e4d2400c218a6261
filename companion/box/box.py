"""The box's own state: pages read, lists entered, the menu, dice told by hand. None of it is in the journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.box.by_hand import ByHand, to_tell
from companion.box.facing import Facing, has_choice
from companion.box.hints import Hints
from companion.box.offer import Asked
from companion.box.presses import offers
from companion.box.screens import screen
from companion.devices import Button, ButtonPressed, TrayState
from companion.game import IllegalEvent
from companion.inputs import MOVED_ON
from companion.language import say
from companion.prompts import Question, RevealTile
from companion.screen import Screen
from companion.snapshot import OpenPrompt
from companion.tree import TOP, Cursor, Leaf, leaves
from companion.view import Words

_PAST_ALL_PAGES = 1000


@dataclass(frozen=True)
class State:
    page: int = 0
    """Pages of what was told that are read."""
    facing_since: tuple[int, int | None] | None = None
    """The question that is on the screen: its `since` and its seat; None: the first."""
    cursor: Cursor = TOP
    """Where in its options."""
    menu: Cursor | None = None
    hand: ByHand | None = None
    dismissed: bool = False
    """Dice by hand were put away: they open by themselves only for another reading."""
    address: bool = False
    board: int | None = None
    """The page of what lies on the board that is on the screen."""
    hints: Hints | None = None

    def question(self, facing: Facing) -> OpenPrompt | None:
        """What the buttons answer."""
        asked = facing.questions
        return next((one for one in asked if _key(one) == self.facing_since), asked[0] if asked else None)

    def page_of(self, facing: Facing, question: OpenPrompt | None) -> tuple[int, int]:
        """The page that is on the screen, from 0, and how many there are: texts to read, then what can be chosen."""
        pages = len(facing.texts(question)) + (1 if has_choice(question) or facing.own else 0)
        return min(self.page, max(pages - 1, 0)), pages

    def cursor_of(self, question: OpenPrompt) -> Cursor:
        return self.cursor if _key(question) == self.facing_since else TOP

    def with_cursor(self, question: OpenPrompt, cursor: Cursor) -> State:
        return replace(self, facing_since=_key(question), cursor=cursor)

    def turned_to_next(self, waiting: Sequence[OpenPrompt]) -> State:
        """On to the next question that is open."""
        keys = [_key(one) for one in waiting]
        at = keys.index(self.facing_since) if self.facing_since in keys else 0
        return replace(self, facing_since=keys[(at + 1) % len(keys)], cursor=TOP)


def _key(question: OpenPrompt) -> tuple[int, int | None]:
    return question.since, question.prompt.seat


class Box:
    """Buttons and OLED. `facing` is always the table as it is now."""

    def __init__(self) -> None:
        self._state = State()

    def press(self, pressed: ButtonPressed, facing: Facing) -> Asked:
        """What a press asks of the table, if anything.

        Raises:
            IllegalEvent: the press was not announced; the sentence says what to do instead.
        """
        button, held = pressed.button, pressed.held
        offer = offers(self._state, facing).get((button, held))
        # What a button does changes without a version too: a page is read, the companion says what it does.
        if not held and pressed.announced not in (None, offer.words[0] if offer else ""):
            raise IllegalEvent(say(MOVED_ON))
        if offer is None:
            raise IllegalEvent(_nothing(button, held, facing))
        self._state, asked = offer.press()
        return asked

    def moved_on(self, facing: Facing) -> None:
        """The game has changed. Whoever is in the middle of a choice that is still open stays there."""
        asked = self._state.facing_since
        if asked is not None and any(_key(one) == asked for one in facing.questions):
            self._state = State(_PAST_ALL_PAGES, asked, self._state.cursor)
        else:
            self._state = State()

    def waits_for(self, title: str) -> bool:
        """Whether the box shows HINTS or ADVICE, and more may come."""
        hints = self._state.hints
        return hints is not None and hints.title == title and hints.searching

    def ask(self, title: str) -> None:
        """HINTS or ADVICE begins to be thought about."""
        self._state = replace(self._state, hints=Hints(title))

    def tell(self, title: str, pages: Sequence[Screen], searching: bool = False) -> None:
        """What is found so far; where nobody waits for it any more, nothing."""
        hints = self._state.hints
        if hints is None or not self.waits_for(title):
            return
        told = Hints(title, tuple(pages), searching=searching)
        # Whoever stood on the page that said "searching" reads what was found.
        self._state = replace(self._state, hints=replace(told, at=min(hints.at, told.count - 1)))

    def tray_seen(self, facing: Facing) -> None:
        """Another look at the tray: dice that could not be read are asked for."""
        state = self._state
        if state.hand is not None and state.hand.touched:
            return
        if facing.tray.state is TrayState.MOVING:
            self._state = replace(state, hand=None, dismissed=False)
        elif facing.unsure and not state.dismissed and state.menu is None and facing.awaited is not None:
            hand = to_tell(facing.awaited.count, facing.tray.values)
            # Too many dice, or all of them sure: there is nothing to fill in, only something to put right in the tray.
            self._state = replace(state, hand=None if hand.whole or not any(hand.values) else hand)
        elif state.hand is not None and not state.hand.correcting and not facing.unsure:
            self._state = replace(state, hand=None)

    def tile_seen(self, facing: Facing, since: int, before: str) -> None:
        """A look at a turned tile: the highlight goes to what was made out, and waits there for the press.

        Where nothing is made out any more, it leaves `before`, the face that was: nobody is to take that by a press.
        """
        question = next((one for one in facing.questions if one.since == since), None)
        if question is None or not isinstance(question.prompt, RevealTile):
            return
        tree = facing.tree(question)
        if not facing.tray.tile:
            if before and question.prompt.faces[self.highlighted(question, facing)] == before:
                self._state = self._state.with_cursor(question, TOP)
            return
        for cursor in leaves(tree):
            leaf = cursor.node(tree)
            if isinstance(leaf, Leaf) and question.prompt.faces[leaf.value] == facing.tray.tile:
                self._state = self._state.with_cursor(question, cursor)

    def shown(self, facing: Facing) -> tuple[Screen, tuple[tuple[str, Words], ...]]:
        """The frame, and what each button does now: those that do something when pressed shortly."""
        offered = offers(self._state, facing)
        announced = tuple((str(button), offer.words) for (button, held), offer in offered.items() if not held)
        return screen(self._state, facing, offered), announced

    def highlighted(self, question: OpenPrompt, facing: Facing) -> int:
        """The number of the option that the highlight stands on, or of the first one below it."""
        if not isinstance(question.prompt, Question) or not question.prompt.options:
            return 0
        if not has_choice(question):
            return 0
        tree = facing.tree(question)
        node = self._state.cursor_of(question).node(tree)
        while not isinstance(node, Leaf):
            inside = getattr(node, "inside", None)
            if inside is None:
                return 0
            node = inside()[0]
        return int(node.value)


def _nothing(button: Button, held: bool, facing: Facing) -> str:
    if button is Button.STOP and held:
        return say("There is nothing to undo.")
    if button is Button.STOP:
        if facing.awaited:
            return say("There is nothing to stop now: roll the dice.")
        return say("There is nothing to stop now.")
    if button is Button.ROLL and not held:
        return say("There is nothing to roll or take now.")
    return say("There is nothing to choose now.")
