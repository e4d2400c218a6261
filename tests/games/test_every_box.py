"""Every game on the box alone: no state without a way on, and no press that does what was not announced."""

from __future__ import annotations

import contextlib
from random import Random
from typing import Any

import pytest

from companion.devices import Button, ButtonPressed, DiceRead, Tray, TraySeen, TrayState
from companion.game import Game
from companion.games import GAMES
from companion.journal import LOBBY, Journal
from companion.language import say
from companion.ports import Refused
from companion.screen import Screen
from companion.snapshot import Snapshot
from companion.start import lobby_start, new_game, start_game
from companion.table import Table
from companion.words import LINE, LINES, SMALL_LINE, SMALL_LINES, wrap

PRESSES = [(button, held) for button in Button for held in (False, True) if (button, held) != (Button.MENU, True)]
ENOUGH = 1500
"""Steps within which a game that must end has ended."""

ENDLESS = {"rush-hour-shift"}
"""Games that need not end where nobody plays to win."""
LONG = 60
"""Events after which such a game has been played long enough."""

STEPS = 250
"""Presses of a random walk."""

GERMAN_STEPS = 120
LABEL = 10
"""Signs of an option."""
EFFECT_LINES = 2
"""Small lines below the list for what the highlighted option does."""

NAMES = ["Ann", "Bo", "Cy", "Di", "Charlotte-Marie Xü", "Eve", "Flo", "Gus", "Hal", "Ida"]

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def seated(game: Game[Any], journal: Journal, chance: Random) -> Table:
    """A table of as many players as the seed says, in a game with its options at random."""
    seats = chance.choice(game.seats)
    names = tuple(chance.sample(NAMES, seats))
    options = {option.name: chance.choice(option.values) for option in game.options}
    with contextlib.suppress(ValueError):
        return Table(GAMES, journal, start_game(game, new_game(game, names, options, 0), journal))
    return Table(GAMES, journal, start_game(game, new_game(game, names, {}, 0), journal))


def fits(screen: Screen) -> bool:
    """Whether all of it can be drawn, and nothing of the bottom line is cut."""
    return (
        len(screen.title) + len(screen.number) + bool(screen.number) <= LINE
        and not screen.number.endswith("..")
        and all(len(line) <= LINE for line in screen.text)
        and len(screen.text) <= LINES - bool(screen.dice)
        and all(len(line) <= SMALL_LINE for line in screen.small)
        and len(screen.small) <= SMALL_LINES
        and all(0 < len(entry) <= LINE - 1 for entry in screen.entries)
        and len(screen.bottom) <= SMALL_LINE
        and not screen.bottom.endswith("..")
    )


def announced(now: Snapshot, button: Button) -> bool:
    return f"{button.upper()} " in f"{now.screen.bottom} "


def press(table: Table, button: Button, held: bool = False) -> Snapshot:
    return table.handle(ButtonPressed(button, held))


def pressed(table: Table, button: Button, held: bool) -> str:
    """Press, and why it was refused; empty: it was not."""
    try:
        press(table, button, held)
    except Refused as refused:
        return str(refused)
    return ""


def something_seen(table: Table, chance: Random) -> None:
    """The camera sees a roll, or is unsure of it."""
    now = table.snapshot()
    if now.awaited_roll is None:
        return
    prompt, since = now.awaited_roll
    values = tuple(sorted(chance.randint(1, 6) for _ in range(prompt.count)))
    if chance.random() < 0.2:
        table.handle(TraySeen(Tray(TrayState.UNSURE, values[1:], ("One die leans on the wall.",))))
    else:
        table.handle(DiceRead(Tray(TrayState.READ, values), since))


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_presses_at_random_do_what_was_announced_and_nothing_else(game: Game[Any], seed: int, journal: Journal) -> None:
    walk(game, seed, journal)


@each_game
def test_in_german_every_screen_fits_and_every_press_does_what_was_announced(
    game: Game[Any], german: None, journal: Journal
) -> None:
    walk(game, 4, journal)


def walk(game: Game[Any], seed: int, journal: Journal) -> None:
    chance = Random(seed)
    table = seated(game, journal, chance)
    for _ in range(STEPS):
        before = table.snapshot()
        assert fits(before.screen), before.screen
        if not before.screen.address:
            # The address fills the frame; any press leads back from it.
            way_on = announced(before, Button.ROLL) or announced(before, Button.STOP)
            assert way_on or before.awaited_roll is not None, before.screen
        if chance.random() < 0.25:
            something_seen(table, chance)
            continue
        button, held = chance.choice(PRESSES)
        refusal = pressed(table, button, held)
        if refusal:
            assert table.snapshot().version == before.version
            table.handle(TraySeen(Tray()))
        if not held and button in (Button.ROLL, Button.STOP) and not before.screen.address:
            # What was announced may still be refused where people put an impossible board.
            impossible = any(words in refusal for words in ("cannot be", "kann nicht sein"))
            assert announced(before, button) == (not refusal or impossible), (button, before.screen)


@each_game
def test_a_game_is_played_to_its_end_or_far_by_two_buttons_and_dice_told_by_hand(
    game: Game[Any], journal: Journal
) -> None:
    """ROLL and STOP alone: dice through the menu, choices by holding ROLL, stops by STOP."""
    chance = Random(7)
    names = tuple(f"P{n}" for n in range(max(2, game.seats.start)))
    table = Table(GAMES, journal, start_game(game, new_game(game, names, {}, 0), journal))
    for _ in range(ENOUGH):
        now = table.snapshot()
        if now.winners is not None or (game.name in ENDLESS and now.version > LONG):
            break
        if now.screen.die_at is not None:
            for _ in range(chance.randint(1, 6)):
                press(table, Button.ROLL, held=True)
            press(table, Button.ROLL)
        elif "STOP stop" in now.screen.bottom and chance.random() < 0.4:
            press(table, Button.STOP)
        elif now.screen.bottom.startswith("ROLL read dice"):
            press(table, Button.MENU)
            press(table, Button.ROLL)
        else:
            for _ in range(chance.randrange(max(1, len(now.screen.entries)))):
                press(table, Button.ROLL, held=True)
            press(table, Button.ROLL if announced(table.snapshot(), Button.ROLL) else Button.STOP)
    assert table.snapshot().winners is not None or game.name in ENDLESS


@pytest.mark.parametrize("name", ["cant-stop", "highway"])
def test_in_german_two_buttons_play_on_and_no_text_is_cut(name: str, german: None, journal: Journal) -> None:
    game, chance = GAMES[name], Random(11)
    table = Table(GAMES, journal, start_game(game, new_game(game, ("Jörg", "Änne"), {}, 0), journal))
    for _ in range(GERMAN_STEPS):
        now = table.snapshot()
        whole(now)
        if now.screen.die_at is not None:
            press(table, Button.ROLL, held=True)
            press(table, Button.ROLL)
        elif now.awaited_roll is not None and chance.random() < 0.7:
            something_seen(table, chance)
        else:
            for _ in range(chance.randrange(max(1, len(now.screen.entries)))):
                press(table, Button.ROLL, held=True)
            stops = "STOP aufhören" in now.screen.bottom and chance.random() < 0.4
            press(table, Button.STOP if stops or not announced(table.snapshot(), Button.ROLL) else Button.ROLL)


def whole(now: Snapshot) -> None:
    """Not a word of the screen, of an option or of what it does is cut."""
    screen = now.screen
    assert fits(screen), screen
    texts = (screen.title, *screen.text, *screen.entries, *screen.small)
    assert [text for text in texts if text.endswith("..") and not text.endswith("...")] == [], screen
    for opened in now.prompts:
        assert [label for label in opened.labels if len(label) > LABEL] == []
        assert [effect for effect in opened.effects if len(wrap((effect,), SMALL_LINE)) > EFFECT_LINES] == []


@pytest.mark.parametrize("seed", range(4))
def test_the_lobby_is_walked_by_presses_at_random_into_a_game(seed: int, journal: Journal) -> None:
    chance = Random(seed)
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    table = Table(GAMES, journal, LOBBY)
    for _ in range(3000):
        now = table.snapshot()
        assert fits(now.screen), now.screen
        if now.game != "lobby":
            break
        if now.awaited_roll is not None:
            something_seen(table, chance)
            if table.snapshot().screen.die_at is None:
                continue
        for _ in range(chance.randrange(max(1, len(now.screen.entries)))):
            press(table, Button.ROLL, held=True)
        press(table, Button.ROLL)

    assert table.snapshot().game in GAMES


@each_game
def test_every_option_is_told_on_the_box_in_words_that_fit(game: Game[Any]) -> None:
    for option in game.options:
        assert len(wrap((say(option.brief or option.meaning),), SMALL_LINE)) <= 2, option.name


@each_game
def test_every_option_is_told_in_german_in_words_that_fit(game: Game[Any], german: None) -> None:
    test_every_option_is_told_on_the_box_in_words_that_fit(game)
