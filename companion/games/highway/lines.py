"""What lies on the board and in hands, in lines for the OLED."""

from __future__ import annotations

from companion.games.cant_stop.board import LENGTHS, RUNNERS
from companion.games.cant_stop.rules import topped
from companion.games.highway import names
from companion.games.highway.moves import written
from companion.games.highway.state import State, Stop
from companion.view import OLED_SIGNS

SHORT_NAME = 6
"""Signs of a name in a line that says what somebody holds."""


def waits(state: State) -> tuple[str, ...]:
    """What the stop that is resolved waits for."""
    if state.stop is None:
        return ()
    if state.at is None:
        return ("Which marker first?",)
    where = written(state.at)
    face = state.tile.face if state.tile else None
    if face is None:
        return (f"Turn the tile on {where}",)
    return (f"{names.short_name(face)} on {where}", names.effect_words(face, state.at[0], state.options)[-1])


def in_play(state: State) -> tuple[str, ...]:
    """Runners, what the turn allows, and what everybody holds, the player in turn first."""
    lines = [f"{column}: {space}/{LENGTHS[column]}" for column, space in sorted(state.climb.runners.items())]
    if state.markers > RUNNERS:
        lines.append(f"{state.markers} markers: white cone")
    elif state.markers < RUNNERS:
        lines.append(f"Lost: {state.markers} marker{'s' if state.markers > 1 else ''}")
    if state.pushes:
        lines.append("Map: push up to 4")
    for seat in _from(state):
        who = "" if seat == state.seat else f"{state.climb.players[seat][:SHORT_NAME]}: "
        if held := _held(state, seat):
            # The longest that fits; of the shortest what has room.
            lines.append(
                next((who + words for words in held if len(who + words) <= OLED_SIGNS), (who + held[-1])[:OLED_SIGNS])
            )
    return tuple(lines)


def _from(state: State) -> tuple[int, ...]:
    """Every seat, the one in turn first."""
    return tuple(sorted(range(len(state.climb.players)), key=lambda seat: (seat != state.seat, seat)))


def _held(state: State, seat: int) -> tuple[str, ...]:
    """The reminders for the seat's coming turn and its shields, in several widths; empty: it holds nothing."""
    own, cards = state.shields[seat], _cards(state, seat)
    if not own:
        return (" ".join(cards), " ".join(card[0] for card in cards)) if cards else ()
    apart, close = " ".join(map(str, own)), "".join(map(str, own))
    named, short = [f"Shield {apart}", f"Shield {close}"], " ".join(card[0] for card in cards)
    return (
        *(" ".join((*cards, words)) for words in (*named, f"Sh.{close}")),
        *(f"{short} {words}".strip() for words in (f"Sh.{close}", close)),
    )


def _cards(state: State, seat: int) -> tuple[str, ...]:
    counts = (("Map", state.maps[seat]), ("Lost", state.lost[seat]))
    return tuple(name if count == 1 else f"{name} x{count}" for name, count in counts if count)


def board(state: State) -> tuple[str, ...]:
    """What a page draws: white markers, everybody's tokens and hands, and the tiles that lie face up."""
    return (*_markers(state), *(_player(state, seat) for seat in _from(state)), *_face_up(state))


def _markers(state: State) -> tuple[str, ...]:
    stop = state.stop or Stop()
    standing = [*sorted(state.climb.runners.items()), *stop.rested, *([state.at] if state.at else [])]
    cone = ", the cone too" if state.markers > RUNNERS else ""
    return (f"{state.markers} white markers{cone}: {' '.join(map(written, standing)) or 'none placed'}",)


def _player(state: State, seat: int) -> str:
    tokens = state.climb.tokens[seat]
    won = topped(tokens)
    said = [f"won {' '.join(map(str, sorted(won)))}"] if won else []
    said += [" ".join(written(at) for at in sorted(tokens.items()) if at[0] not in won)]
    said += [*_cards(state, seat), f"shields {' '.join(map(str, state.shields[seat]))}" if state.shields[seat] else ""]
    return f"{state.climb.players[seat]}: {', '.join(filter(None, said)) or 'nothing yet'}"


def _face_up(state: State) -> tuple[str, ...]:
    board = state.board or {}
    up = [f"{written(at)} {names.label(tile.face)}" for at in sorted(board) if (tile := board[at]).up and tile.face]
    return (f"Face up: {', '.join(up)}",) if up else ()
