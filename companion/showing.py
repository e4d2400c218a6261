"""The snapshot of a table: what stands before the box, and what the box makes of it, for all screens."""

from __future__ import annotations

from dataclasses import replace

from companion.box import ADVICE, HINTS, Box, Facing
from companion.events import DiceRolled
from companion.game import shown_scores
from companion.snapshot import Snapshot
from companion.tray_side import TraySide
from companion.view import View


def snapshot_of(facing: Facing, box: Box, tray: TraySide, asked: int) -> Snapshot:
    """`asked`: how often the box has asked for hints or advice."""
    history = facing.history
    game, state = history.game, history.state
    outcome = game.outcome(state)
    screen, announced = box.shown(facing)
    position = (game.shown or game.position)(state)
    return Snapshot(
        version=facing.version,
        game=game.name,
        number=facing.number,
        apart=history.started.apart,
        title=game.title,
        position=position,
        prompts=tuple(replace(one, highlight=box.highlighted(one, facing)) for one in facing.opened),
        view=_view(facing),
        told=history.now.told,
        winners=None if outcome is None else tuple(sorted(outcome.winners)),
        scores=shown_scores(game, state, position),
        can_undo=history.can_undo,
        undoes=history.undoes,
        can_redo=bool(history.undone),
        can_correct_roll=facing.awaited is None and isinstance(history.now.event, DiceRolled),
        announce=announced,
        screen=screen,
        brightness=facing.settings.brightness,
        tray=facing.tray,
        look=tray.looks,
        last_roll_undone=bool(history.undone) and isinstance(history.undone[-1].event, DiceRolled),
        said=tray.said,
        devices=dict(facing.devices),
        notice=facing.notice,
        colours=facing.colours,
        claims=facing.claims,
        strengths=facing.strengths,
        odds_on=facing.settings.odds,
        bust=facing.bust,
        levels=facing.levels,
        levels_offered=facing.levels_offered,
        check_board=facing.check_board,
        taken_up=facing.taken_up,
        board_photo=game.reads_board(state),
        advice_asked=asked if box.waits_for(ADVICE) else 0,
        hints_asked=asked if box.waits_for(HINTS) else 0,
    )


def _view(facing: Facing) -> View:
    """With all that the last press did, and with what the odds say besides."""
    lines = (*facing.view.lines, *(words[0] for words in facing.more_odds))
    return replace(facing.view, lines=lines, move=facing.moves)
