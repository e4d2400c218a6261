"""The box in the lobby: from power-on to a game, and back to one that was left."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.inputs import PhoneChose
from companion.journal import LOBBY, Journal
from companion.ports import Refused
from companion.snapshot import Snapshot
from companion.start import lobby_start
from companion.strengths import Strength
from companion.table import Table
from tests.companion.at_box import Player, choose, in_lobby


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


def test_the_box_says_who_is_gold_and_who_is_silver_and_calls_the_options_by_words(journal: Journal) -> None:
    player = in_lobby(journal)
    while player.snapshot.screen.entries[player.snapshot.screen.at] != "Rush Hour Shift":
        player.press("roll+")
    joining = player.press("roll")
    assert joining.screen.small == ("Blue plays gold.",)
    assert player.press("roll").told == ("Blue plays gold.",)
    assert player.press("roll").screen.small == ("Blue gold, Red silver",)
    rules = player.press("roll").screen.entries
    assert rules[1:6] == (
        "Layout: 1, easiest",
        "MOVE: as you like",
        "MOVE&SHIFT: spaces",
        "Draws: none",
        "Deck: 19 MOVE cards",
    )
    layout = {"event": "OptionPicked", "name": "layout", "value": "ours-2"}
    player.table.handle(PhoneChose(layout, player.snapshot.version))
    assert player.press("roll", "roll+").screen.small == ("Red plays silver.",)
    ready = player.press("roll").screen
    assert ready.text == ("Gold: Blue", "Silver: Red", "Red begins")
    assert ready.number == ""  # another layout is no house rule


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


def test_the_box_lets_the_companion_in_and_says_how_well_it_plays(journal: Journal) -> None:
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    player = Player(Table(GAMES, journal, LOBBY, playable={"cant-stop": tuple(Strength)}))
    choose(player, "Can't Stop", "Blue", "The companion plays", "strong")
    choose(player, "The companion plays")
    assert player.snapshot.screen.entries == ("beginner", "strong", "Back")
    assert player.snapshot.screen.small == ("By rules of thumb, with", "slips.")
    choose(player, "beginner", "That's all", "Play these rules", "Blue")
    player.press("roll")

    assert player.snapshot.position["players"] == ["Blue", "Companion", "Companion 2"]
    assert player.snapshot.strengths == ("", "strong", "beginner")


def test_the_companion_sits_at_no_game_that_it_does_not_play(journal: Journal) -> None:
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    player = Player(Table(GAMES, journal, LOBBY, playable={"cant-stop": (Strength.STRONG,)}))

    def agree(event: str, **fields: str) -> Snapshot:
        return player.table.handle(PhoneChose({"event": event, **fields}, player.snapshot.version))

    agree("GamePicked", game="express")
    with pytest.raises(Refused, match="does not play Can't Stop Express"):
        agree("PlayerJoined", name="Companion", colour="", strength="strong")
    agree("GamePicked", game="cant-stop")
    with pytest.raises(Refused, match="plays as strong, not 'beginner'"):
        agree("PlayerJoined", name="Companion", colour="", strength="beginner")
    agree("PlayerJoined", name="Companion", colour="", strength="strong")
    agree("GamePicked", game="express")
    with pytest.raises(Refused, match="does not play Can't Stop Express"):
        agree("PlayersAgreed")
