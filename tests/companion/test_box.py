"""The box: what its buttons do, what its OLED says of them, and that the two never differ."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.access import access
from companion.games import GAMES
from companion.inputs import (
    Button,
    ButtonPressed,
    DiceRead,
    HoldSeen,
    PhoneChose,
    PositionTyped,
    Tray,
    TraySeen,
    TrayState,
)
from companion.journal import LOBBY, Journal
from companion.ports import Refused
from companion.settings import SettingsFile
from companion.snapshot import Snapshot
from companion.start import lobby_start, new_game, start_game
from companion.table import Table

UNSURE = Tray(TrayState.UNSURE, (3, 4, 5), ("One die leans on the wall.",))


class Player:
    """Somebody at the box: presses, and reads the OLED."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def snapshot(self) -> Snapshot:
        return self.table.snapshot()

    def press(self, *presses: str) -> Snapshot:
        """`roll`, `stop`, `choose`, `menu`, or with a `+` held."""
        for press in presses:
            self.table.handle(ButtonPressed(Button(press.rstrip("+")), press.endswith("+")))
        return self.snapshot

    def throw(self, *pips: int) -> Snapshot:
        awaited = self.snapshot.awaited_roll
        assert awaited
        return self.table.handle(DiceRead(Tray(TrayState.READ, tuple(sorted(pips))), awaited[1]))

    def seen(self, tray: Tray) -> Snapshot:
        return self.table.handle(TraySeen(tray))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def at_table(journal: Journal, tmp_path: Path) -> Player:
    game = GAMES["cant-stop"]
    number = start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal)
    settings = SettingsFile(tmp_path / "settings.json")
    return Player(Table(GAMES, journal, number, settings, access(tmp_path, "1234")))


def in_lobby(journal: Journal) -> Player:
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    return Player(Table(GAMES, journal, LOBBY))


def test_two_buttons_take_a_party_from_power_on_to_the_first_roll(journal: Journal) -> None:
    player = in_lobby(journal)
    while player.snapshot.screen.entries[player.snapshot.screen.at] != "Can't Stop":
        player.press("roll+")
    player.press("roll", "roll", "roll")  # the game; Blue; Red
    assert player.snapshot.screen.entries[0] == "That's all"
    ready = player.press("roll", "roll", "roll+", "roll")  # no more; these rules; Red begins
    assert ready.screen.text == ("Can't Stop", "Blue, Red", "Red begins")

    begun = player.press("roll")
    assert (begun.game, begun.position["players"], begun.position["turn"]) == ("cant-stop", ["Blue", "Red"], 1)
    assert begun.colours == ("blue", "red")
    assert begun.screen.text == ("Throw 4 dice",)


def test_stop_is_one_step_back_in_the_lobby(journal: Journal) -> None:
    player = in_lobby(journal)
    first = player.snapshot.screen
    player.press("roll")

    assert player.press("stop").screen == first
    with pytest.raises(Refused):
        player.press("stop")


def test_the_dice_decide_who_begins_and_a_tie_is_thrown_again(journal: Journal) -> None:
    player = in_lobby(journal)
    for event in (
        {"event": "GamePicked", "game": "cant-stop"},
        {"event": "PlayerJoined", "name": "Ann", "colour": "green"},
        {"event": "PlayerJoined", "name": "Bo", "colour": ""},
        {"event": "StartPicked", "begins": "dice", "name": ""},
    ):
        player.table.handle(PhoneChose(event, player.snapshot.version))
    assert player.snapshot.screen.title == "Ann"
    player.throw(3, 4)
    tied = player.throw(5, 2)
    assert tied.told[-1] == "Ann and Bo tied and throw again."
    player.throw(1, 1)
    ready = player.throw(1, 2)

    assert ready.told[-1] == "Bo begins."
    assert player.press("roll").position["turn"] == 1


def test_the_same_again_takes_two_presses_and_the_next_seat_begins(at_table: Player, journal: Journal) -> None:
    lobby = in_lobby(journal)
    assert lobby.snapshot.screen.entries[:2] == ("Go on: Ann, Bo", "As last time")

    begun = lobby.press("roll+", "roll", "roll")
    assert (begun.position["players"], begun.position["turn"]) == (["Ann", "Bo"], 1)


def test_an_unfinished_game_goes_on_from_the_lobby(at_table: Player, journal: Journal) -> None:
    at_table.throw(1, 2, 3, 5)
    before = at_table.snapshot.position
    at_table.press("menu")
    while at_table.snapshot.screen.entries[at_table.snapshot.screen.at] != "New game":
        at_table.press("roll+")
    lobby = at_table.press("roll", "roll")
    assert lobby.game == "lobby"

    assert at_table.press("roll").position == before


def test_a_choice_is_moved_on_by_holding_roll_or_by_choose(at_table: Player) -> None:
    at_table.throw(1, 2, 3, 5)
    assert at_table.press("roll+").screen.at == 1
    assert at_table.press("choose").screen.at == 2
    assert at_table.press("choose").screen.at == 0
    assert at_table.press("choose+").screen.at == 2
    assert at_table.snapshot.choice is not None
    assert at_table.snapshot.choice.highlight == 2


def test_the_bottom_line_tells_of_choose_once_it_was_pressed(at_table: Player) -> None:
    at_table.throw(1, 2, 3, 5)
    assert at_table.snapshot.screen.aside == ("HOLD next", "HOLD>")
    assert at_table.press("choose").screen.aside == ("CHOOSE next",)


def test_roll_reads_on_before_it_looks(at_table: Player) -> None:
    at_table.throw(1, 1, 6, 6)
    told = at_table.press("roll")
    assert told.screen.bottom == "ROLL read dice  STOP stop"
    looks = told.look
    assert at_table.press("roll").look == looks + 1


def test_stop_takes_and_stops_as_one_undo(at_table: Player) -> None:
    rolled = at_table.throw(1, 2, 3, 5)
    assert dict(rolled.announce)["stop"] == ("take+stop", "+stop")
    stopped = at_table.press("stop")
    assert stopped.position["turn"] == 1

    assert at_table.press("stop+").position == rolled.position


def test_a_bust_shows_the_roll_and_passes_on_only_after_a_press(at_table: Player) -> None:
    for pips in ((1, 1, 6, 6), (1, 1, 1, 2)):
        at_table.throw(*pips)
        at_table.press("roll")
    busted = at_table.throw(5, 5, 5, 5)

    assert busted.screen.dice == (5, 5, 5, 5)
    assert busted.screen.text == ("Bust: no pair fits an", "open column")
    assert busted.screen.bottom == "ROLL bust"
    assert busted.position["turn"] == 0
    assert at_table.press("roll").position["turn"] == 1


def test_unsure_dice_are_told_by_hand_with_the_sure_ones_filled_in(at_table: Player) -> None:
    asked = at_table.seen(UNSURE)
    assert (asked.screen.dice, asked.screen.die_at) == ((3, 4, 5, None), 3)
    assert at_table.press("roll+", "roll+").screen.dice == (3, 4, 5, 2)
    assert at_table.snapshot.screen.bottom.startswith("ROLL accept")

    assert at_table.press("roll").position["pips"] == [2, 3, 4, 5]
    assert at_table.snapshot.tray.state is TrayState.READ


def test_stop_looks_again_and_dice_by_hand_do_not_come_back_for_the_same_reading(at_table: Player) -> None:
    at_table.seen(UNSURE)
    looked = at_table.press("stop")
    assert looked.look == 1
    assert looked.screen.title == "unsure"
    assert at_table.seen(UNSURE).screen.die_at is None

    at_table.seen(Tray(TrayState.MOVING))
    assert at_table.seen(UNSURE).screen.die_at == 3


def test_dice_by_hand_close_when_the_camera_reads_after_all(at_table: Player) -> None:
    at_table.seen(UNSURE)
    read = at_table.throw(3, 4, 5, 6)

    assert read.position["pips"] == [3, 4, 5, 6]
    assert read.screen.die_at is None


def test_too_many_dice_are_not_asked_for_by_hand(at_table: Player) -> None:
    seen = at_table.seen(Tray(TrayState.UNSURE, (1, 2, 3, 4, 5), ("5 dice seen, 4 needed",)))

    assert seen.screen.dice == ()
    assert seen.screen.text == ("5 dice seen, 4 needed",)


def test_the_last_roll_is_corrected_from_the_menu(at_table: Player) -> None:
    at_table.throw(1, 2, 3, 5)
    at_table.press("menu", "roll", "choose")
    assert at_table.snapshot.screen.dice == (2, 2, 3, 5)

    assert at_table.press("roll", "roll", "roll", "roll").position["pips"] == [2, 2, 3, 5]


def test_a_roll_can_be_corrected_until_somebody_answers_it(at_table: Player) -> None:
    assert not at_table.snapshot.can_correct_roll
    assert at_table.throw(1, 2, 3, 5).can_correct_roll
    assert not at_table.press("roll").can_correct_roll


def test_an_unknown_die_is_not_skipped(at_table: Player) -> None:
    at_table.press("menu", "roll", "roll", "roll", "roll", "roll")

    assert at_table.snapshot.screen.dice == (None,) * 4
    assert at_table.snapshot.screen.die_at == 0


def choose(player: Player, *labels: str) -> Snapshot:
    """Go down the lists by name, with ROLL held and pressed."""
    for label in labels:
        for _ in range(50):
            screen = player.snapshot.screen
            if screen.entries[screen.at] == label:
                break
            player.press("roll+")
        else:
            raise AssertionError(f"{label} is not among {player.snapshot.screen.entries}")
        player.press("roll")
    return player.snapshot


def test_the_board_is_put_right_from_the_menu_and_that_is_undone_like_anything(at_table: Player) -> None:
    before = at_table.snapshot.position
    at_table.press("menu")
    corrected = choose(at_table, "Correct the board", "Bo", "column 7", "space 5")
    assert corrected.position["tokens"] == [{}, {"7": 5}]

    assert at_table.press("stop+").position == before


def test_a_board_that_stands_so_already_is_not_put_right(at_table: Player) -> None:
    now = at_table.snapshot
    for position in (now.position, {}):
        with pytest.raises(Refused):
            at_table.table.handle(PositionTyped(position, now.version))

    assert at_table.snapshot.version == now.version


def test_dice_that_somebody_tells_are_not_lost_when_the_tray_moves(at_table: Player) -> None:
    at_table.press("menu", "roll", "choose", "choose")
    at_table.seen(Tray(TrayState.MOVING))
    assert at_table.seen(UNSURE).screen.dice == (2, None, None, None)

    assert at_table.throw(1, 2, 3, 4).screen.die_at is None


def test_the_odds_are_said_once_asked_for(at_table: Player) -> None:
    assert at_table.throw(1, 2, 3, 5).screen.entries == ("3 + 8", "4 + 7", "5 + 6")
    at_table.press("menu")
    shown = choose(at_table, "Odds: off")
    # From success_probabilities: any three of eleven open columns; two of these are fixed after the split.
    assert [entry.rsplit(" ", 1)[0] for entry in shown.screen.entries] == ["3 + 8", "4 + 7", "5 + 6"]
    assert shown.choice is not None
    assert [entry.rsplit(" ", 1)[1] for entry in shown.screen.entries] == list(shown.choice.odds)
    at_table.press("menu")
    assert choose(at_table, "Odds: on").screen.entries == ("3 + 8", "4 + 7", "5 + 6")


def test_settings_outlive_a_restart(at_table: Player, tmp_path: Path) -> None:
    at_table.press("menu")
    choose(at_table, "This box", "Brightness", "low")

    assert SettingsFile(tmp_path / "settings.json").now.brightness == 0


def test_a_new_pin_is_asked_for_once_more_and_then_drawn(at_table: Player) -> None:
    at_table.press("menu")
    choose(at_table, "This box", "New PIN", "Yes, new PIN")
    at_table.press("menu")

    assert choose(at_table, "This box", "Address and PIN").screen.address
    assert not at_table.press("roll").screen.address


def test_switching_off_is_asked_for_once_more(journal: Journal) -> None:
    asked: list[str] = []
    game = GAMES["cant-stop"]
    number = start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal)
    player = Player(Table(GAMES, journal, number, switch_off=lambda: asked.append("off")))
    player.press("menu")
    choose(player, "This box", "Switch off")
    assert asked == []

    choose(player, "Yes, switch off")
    assert asked == ["off"]


def test_a_held_stop_fills_a_bar_and_changes_nothing_until_its_end(at_table: Player) -> None:
    version = at_table.snapshot.version
    filling = at_table.table.handle(HoldSeen(0.5))

    assert (filling.screen.bar, filling.version) == (0.5, version)
    assert at_table.table.handle(HoldSeen(0.0)).screen.bar == 0.0


def test_nothing_to_undo_is_said_on_the_oled_and_gone_with_the_next_input(at_table: Player) -> None:
    with pytest.raises(Refused) as refused:
        at_table.press("stop+")
    assert refused.value.snapshot.screen.text == ("There is nothing to", "undo.")

    assert at_table.seen(Tray()).screen.text == ("Throw 4 dice",)


def nearly_won(player: Player) -> None:
    now = player.snapshot
    change = {"tokens": [{"2": 3, "12": 3, "7": 12}, {}], "runners": {"7": 13}}
    player.table.handle(PositionTyped({**now.position, **change}, now.version))


def test_after_the_end_roll_plays_again_and_the_next_seat_begins(at_table: Player) -> None:
    nearly_won(at_table)
    ended = at_table.press("stop")
    assert (ended.screen.big, ended.screen.bottom) == ("Ann wins", "ROLL again  STOP other")

    again = at_table.press("roll")
    assert (again.position["turn"], again.position["tokens"], again.winners) == (1, [{}, {}], None)


def test_after_the_end_stop_leads_to_another_game(at_table: Player) -> None:
    nearly_won(at_table)
    at_table.press("stop")

    assert at_table.press("stop").game == "lobby"


def test_a_won_game_can_still_be_taken_back(at_table: Player) -> None:
    nearly_won(at_table)
    at_table.press("stop")

    assert at_table.press("stop+").winners is None
