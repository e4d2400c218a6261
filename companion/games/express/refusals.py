"""Why the rules of Can't Stop Express refuse an event: one sentence for a player."""

from __future__ import annotations

from companion.events import DiceRolled, Event
from companion.game import Seat
from companion.games.express.rules import SelectionMade, SelectionTakenBack, State, outcome
from companion.games.express.sheets import DICE, every_selection
from companion.language import listed, say


def explain(state: State, event: Event) -> str:
    """Why the rules refuse `event` now."""
    if outcome(state):
        return say("The game is over: start a new one, or undo.")
    match event:
        case DiceRolled(pips) if state.pips is None:
            thrown = " ".join(map(str, pips))
            return say("A throw is {dice} dice from 1 to 6, not {pips}.", dice=DICE, pips=thrown)
        case DiceRolled():
            waiting = listed([state.players[seat] for seat in state.undecided])
            return say("The last throw still waits for {names}.", names=waiting)
        case SelectionMade(seat) | SelectionTakenBack(seat) if seat not in range(len(state.players)):
            return say("There is no seat {seat}.", seat=seat)
        case SelectionMade() if state.pips is None:
            return say("There is no throw to choose from: roll the dice first.")
        case SelectionMade(seat) if Seat(seat) in state.done:
            return say("{name} has chosen already: take that back first.", name=state.players[seat])
        case SelectionMade(seat) if state.sheets[seat].out:
            return say("{name} is out.", name=state.players[seat])
        case SelectionMade():
            return _no_option(state, event)
        case SelectionTakenBack() if state.pips is None and state.throws:
            return say("The throw is over: undo instead.")
        case SelectionTakenBack(seat) if Seat(seat) in state.done:
            name = state.players[seat]
            return say("What {name} chose is not known: put the sheet right instead.", name=name)
        case SelectionTakenBack(seat):
            return say("{name} has chosen nothing yet that could be taken back.", name=state.players[seat])
    return say("That is not awaited now.")


def _no_option(state: State, event: SelectionMade) -> str:
    assert state.pips is not None
    seat, pips = Seat(event.seat), " ".join(map(str, state.pips))
    sheet = state.sheets[seat]
    if event.selection in sheet.selections(state.pips):
        return say("Somebody has put {value} aside already; on the first throw all are to differ.", value=event.fifth)
    if event.selection not in every_selection(state.pips):
        words = {"pips": pips, "sums": say(" and ").join(map(str, event.pairs)), "fifth": event.fifth}
        return say("{pips} does not make {sums} with {fifth} left over.", **words)
    known = sorted(set(state.pips) & sheet.fifth.keys())
    values = say(" or ").join(map(str, known))
    return say("The fifth die must be {values}: three values are open, and the throw shows it.", values=values)
