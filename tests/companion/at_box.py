"""Somebody at the box, for tests."""

from __future__ import annotations

from companion.devices import Button, ButtonPressed, DiceRead, Tray, TraySeen, TrayState
from companion.games import GAMES
from companion.inputs import PositionTyped
from companion.journal import LOBBY, Journal
from companion.snapshot import Snapshot
from companion.start import lobby_start
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


def in_lobby(journal: Journal) -> Player:
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    return Player(Table(GAMES, journal, LOBBY))


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


def nearly_won(player: Player) -> None:
    now = player.snapshot
    change = {"tokens": [{"2": 3, "12": 3, "7": 12}, {}], "runners": {"7": 13}}
    player.table.handle(PositionTyped({**now.position, **change}, now.version))
