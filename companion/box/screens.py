"""What the OLED says: line 1, the middle, and the bottom line that announces the buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from companion.box.facing import BESIDE_WINNER, Facing, has_choice
from companion.box.offer import HOLD_ROLL, ON, ROLL, STOP, Key, Offer
from companion.devices import TrayState
from companion.language import later, say, say_count
from companion.prompts import Question, RevealTile
from companion.screen import Screen
from companion.snapshot import OpenPrompt
from companion.tree import Cursor, Leaf, Node
from companion.words import LINE, LINES, SMALL_LINE, SMALL_LINES, cut, plain, wrap

if TYPE_CHECKING:
    from companion.box.box import State
    from companion.box.hints import Hints

SHORT_ENTRY = 10
"""Signs of an option that may stand beside another."""


MOVES = {TrayState.MOVING: later("The dice roll..."), TrayState.HAND: later("A hand is there...")}
"""Said where dice are waited for; what lies there at rest is told, asked for by hand, or as it was."""

REASON_LINES = 2
"""Small lines beside dice that are told by hand, or below the names of tiles."""

BELOW_DICE = 3
"""Small lines for which there is room below dice."""

LAY_IT = later("Lay it into the tray, or pick it here")
"""Said where a turned tile is waited for."""

THINKING = later("The companion thinks...")
"""Said where it is to decide."""

SEARCHING = (later("Still searching..."), later("You may play on."))
"""What stands where the helper has more to say than it has found."""


def screen(state: State, facing: Facing, offered: Mapping[Key, Offer]) -> Screen:
    """The frame for what the box stands before."""
    if state.address:
        shown = Screen(address=True)
    elif facing.notice:
        shown = _telling(_titled(facing, None), facing.notice)
    elif state.hints is not None:
        shown = _hints(state.hints)
    elif state.board is not None and state.board < len(facing.board):
        pages = facing.board
        shown = Screen(say("The board"), small=pages[state.board], page=(state.board + 1, len(pages)))
    elif state.menu is not None:
        shown = _listed(say("Menu"), facing.menu, state.menu)
    elif state.hand is not None:
        shown = _by_hand(state, facing)
    elif facing.check_board:
        shown = _board_should(facing)
    elif facing.over:
        shown = _winner(state, facing)
    else:
        shown = replace(_play(state, facing), trouble=facing.trouble)
    choosing = _choosing(offered, facing)
    if shown.dice and choosing and shown.die_at is None:
        shown = replace(shown, aside=choosing)
    return replace(shown, bottom=bottom(offered, facing, beside=not shown.dice), bar=facing.part_held)


def bottom(offered: Mapping[Key, Offer], facing: Facing, beside: bool) -> str:
    """What ROLL and STOP do, at the widest that fits; with `beside` also how to choose, where there is room."""
    wide = [("ROLL", offered.get(ROLL)), ("STOP", offered.get(STOP))]
    said = [(name, offer.words) for name, offer in wide if offer is not None]
    for extra in (*(_choosing(offered, facing) if beside else ()), ""):
        # ROLL keeps its long words the longest.
        for widths in sorted(product(range(3), repeat=len(said)), key=lambda each: (sum(each), each)):
            parts = [f"{name} {words[min(n, len(words) - 1)]}" for (name, words), n in zip(said, widths, strict=True)]
            for gap in ("  ", " "):
                line = plain(gap.join([*parts, extra] if extra else parts))
                if len(line) <= SMALL_LINE:
                    return line
    return cut(" ".join(f"{name} {words[-1]}" for name, words in said), SMALL_LINE)


def _choosing(offered: Mapping[Key, Offer], facing: Facing) -> tuple[str, ...]:
    """How the highlight moves, in two widths."""
    if facing.settings.choose_wired and (offer := offered.get(ON)):
        return (f"CHOOSE {offer.words[-1]}",)  # in no language: the name of a button
    offer = offered.get(HOLD_ROLL)
    return (say("HOLD {what}", what=offer.words[-1]), say("HOLD>")) if offer else ()


def _board_should(facing: Facing) -> Screen:
    """After a power cut: how the board should look, as far as there is room; the page draws all of it."""
    said = wrap((facing.said.title, *facing.said.lines, *facing.view.board), SMALL_LINE)
    if len(said) > SMALL_LINES - 1:
        said = [*said[: SMALL_LINES - 2], say("More: see the page")]
    elif len(said) < SMALL_LINES - 1 and facing.history.game.reads_board(facing.history.state):
        said = [*said, say("A phone's photo checks it")]
    return Screen(say("Power was cut"), small=(say("The board should be so:"), *said))


def _titled(facing: Facing, question: OpenPrompt | None) -> Screen:
    view = facing.said
    number = cut(view.number, 8)
    title = view.title
    if len(facing.questions) > 1 and question is not None and question.prompt.seat is not None:
        title = facing.spelled(facing.players[question.prompt.seat])
    return Screen(cut(title, LINE - len(number) - 1 if number else LINE), number)


def _telling(head: Screen, sentence: str) -> Screen:
    """A sentence in the largest size in which all of it fits."""
    lines = wrap((sentence,), LINE)
    if len(lines) <= LINES:
        return replace(head, text=tuple(lines))
    small = wrap((sentence,), SMALL_LINE)
    if len(small) > SMALL_LINES:
        small = [*small[: SMALL_LINES - 1], cut(small[SMALL_LINES - 1] + "...", SMALL_LINE)]
    return replace(head, small=tuple(small))


def _own(head: Screen, sentence: str, roll: tuple[int, ...]) -> Screen:
    """What the companion does, below the roll that it does it with where there is room."""
    small = wrap((sentence,), SMALL_LINE)
    return (
        replace(head, dice=roll, small=tuple(small)) if roll and len(small) <= BELOW_DICE else _telling(head, sentence)
    )


def _hints(hints: Hints) -> Screen:
    said = (
        hints.pages[hints.at]
        if hints.at < len(hints.pages)
        else Screen(say(hints.title), text=tuple(map(say, SEARCHING)))
    )
    return replace(said, page=(hints.at + 1, hints.count))


def _winner(state: State, facing: Facing) -> Screen:
    """Who has won; a score table follows on pages of its own."""
    game, view, results = facing.history.game, facing.said, facing.results
    if page := min(state.page, len(results)):
        return Screen(cut(view.title, LINE), text=results[page - 1], page=(page + 1, len(results) + 1))
    lines = tuple(cut(line, LINE) for line in view.lines[:BESIDE_WINNER])
    return Screen(cut(say(game.brief or game.title), LINE), big=plain(view.title), text=lines)


def _by_hand(state: State, facing: Facing) -> Screen:
    hand = state.hand
    assert hand is not None
    if hand.correcting:
        title, why = say("Correct the roll"), ""
    else:
        title = say("unsure: which dice?") if facing.unsure else say("Which dice?")
        why = facing.tray.reasons[0] if facing.unsure and facing.tray.reasons else ""
        why = facing.trouble_with("camera") if facing.camera_out else why
    add = say("CHOOSE adds 1") if facing.settings.choose_wired else say("Hold ROLL to add 1")
    return Screen(title, dice=hand.values, die_at=hand.at, small=(*_reason(why), add))


def _reason(why: str) -> tuple[str, ...]:
    """In the small lines that there are: what it is, without what to do, rather than half of that."""
    whole = wrap((why,), SMALL_LINE)
    return tuple(whole if len(whole) <= REASON_LINES else wrap((why.partition(":")[0],), SMALL_LINE)[:REASON_LINES])


def _listed(title: str, tree: tuple[Node, ...], cursor: Cursor) -> Screen:
    names = cursor.labels(tree)
    entries = cursor.entries(tree)
    hint = entries[cursor.at].hint
    return Screen(
        cut(names[-1] if names else title, LINE),
        entries=tuple(cut(entry.label, LINE - 1) for entry in entries),
        at=cursor.at,
        small=tuple(wrap((hint,), SMALL_LINE)[:2]),
    )


def _play(state: State, facing: Facing) -> Screen:
    question = state.question(facing)
    head = _titled(facing, question)
    view = facing.said
    if facing.unsure:
        # Nothing to fill in by hand, or that was put away: the tray is to be put right.
        return _telling(Screen(say("unsure")), " ".join(facing.tray.reasons[:1]) or say("Move the dice apart."))
    texts = facing.texts(question)
    page, pages = state.page_of(facing, question)
    if page < len(texts):
        beside = not has_choice(question)
        return replace(head, dice=view.roll if beside else (), text=texts[page], page=(page + 1, pages))
    if facing.own is not None and (question is None or question is facing.own):
        return _own(replace(head, page=(pages, pages)), facing.spelled(facing.own.why) or say(THINKING), view.roll)
    if question is not None and has_choice(question):
        return _choice(state, facing, question, replace(head, page=(pages, pages)), view.roll)
    if facing.awaited and facing.tray.notice and question is None:
        # Told where dice are waited for, for as long as it is so; it keeps nobody from anything.
        return _telling(head, facing.tray.notice)
    if facing.awaited and facing.tray.reasons and question is None:
        # ROLL was pressed, and there was nothing new to read.
        return _telling(head, facing.tray.reasons[0])
    lines = tuple(cut(line, LINE) for line in view.lines[: LINES - 1 if view.roll else LINES])
    if facing.awaited and (moving := MOVES.get(facing.tray.state)):
        lines = (say(moving), *lines[: LINES - 1])
    elif facing.awaited and not lines:
        count = facing.awaited.count
        lines = (say_count("Throw {count} die", "Throw {count} dice", count, count=count),)
    odds = (say("Next roll busts: {chance}", chance=facing.bust),) if facing.bust else ()
    said = (*odds, *(words[-1] for words in facing.more_odds))
    if said:
        lines = (*lines[: LINES - len(said)], *said)
    if question is not None and (view.roll or not lines):
        hint = wrap(question.effects[:1], SMALL_LINE)[:2]
        return replace(head, dice=view.roll, entries=(cut(question.labels[0], LINE - 1),), small=tuple(hint))
    return replace(head, dice=view.roll, text=lines)


def _of_tile(facing: Facing) -> tuple[str, ...]:
    """What the camera makes of the tile that is waited for."""
    camera = facing.devices.get("camera")
    watched = camera is not None and camera.kind != "none" and not camera.out
    return _reason(facing.tray.reasons[0] if facing.tray.reasons else say(LAY_IT) if watched else "")


def _of_seat(name: str, label: str) -> str:
    return f"{cut(name, LINE - len(label) - 2)}: {label}"


def _choice(state: State, facing: Facing, question: OpenPrompt, head: Screen, roll: tuple[int, ...]) -> Screen:
    tree = facing.tree(question)
    cursor = state.cursor_of(question)
    entries = cursor.entries(tree)
    prompt = question.prompt
    assert isinstance(prompt, Question)
    below = cursor.labels(tree)
    title = head.title
    if below and len(facing.questions) > 1 and prompt.seat is not None:
        # The box goes from hand to hand: whose list this is matters more than the number.
        title, head = _of_seat(facing.history.started.players[prompt.seat], below[-1]), replace(head, number="")
    elif below:
        title = below[-1]
    elif isinstance(prompt, RevealTile):
        title = say("Tile {space}?", space=prompt.space)
    labels = tuple(cut(entry.label, LINE - 1) for entry in entries)
    hint = tuple(wrap((entries[cursor.at].hint,), SMALL_LINE)[:2])
    if isinstance(prompt, RevealTile):
        here = entries[cursor.at]
        if isinstance(here, Leaf) and prompt.faces[here.value] == facing.tray.tile:
            title, head = say("Camera sees:"), replace(head, number="")
        elif not hint:
            hint = _of_tile(facing)
    return replace(
        head,
        title=cut(title, LINE - len(head.number) - 1 if head.number else LINE),
        dice=roll,
        entries=labels,
        at=cursor.at,
        small=hint,
    )
