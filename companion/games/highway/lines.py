"""What lies on the board and in hands, in lines for the OLED."""

from __future__ import annotations

from companion.games.cant_stop.board import LENGTHS, RUNNERS
from companion.games.cant_stop.rules import topped
from companion.games.highway import names
from companion.games.highway.moves import written
from companion.games.highway.state import State, Stop
from companion.language import say, say_count, say_of
from companion.view import OLED_SIGNS

SHORT_NAME = 6
"""Signs of a name in a line that says what somebody holds."""


def waits(state: State) -> tuple[str, ...]:
    """What the stop that is resolved waits for."""
    if state.stop is None:
        return ()
    if state.at is None:
        return (say("Which marker first?"),)
    where = written(state.at)
    face = state.tile.face if state.tile else None
    if face is None:
        return (say("Turn the tile on {where}", where=where),)
    lies = say("{tile} on {where}", tile=names.short_name(face), where=where)
    return (lies, names.effect_words(face, state.at[0], state.options)[-1])


def in_play(state: State) -> tuple[str, ...]:
    """Runners, what the turn allows, and what everybody holds, the player in turn first."""
    lines = [f"{column}: {space}/{LENGTHS[column]}" for column, space in sorted(state.climb.runners.items())]
    if state.markers > RUNNERS:
        lines.append(say("{count} markers: white cone", count=state.markers))
    elif state.markers < RUNNERS:
        lines.append(say_count("Lost: {count} marker", "Lost: {count} markers", state.markers, count=state.markers))
    if state.pushes:
        lines.append(say("Map: push up to 4"))
    for seat in _from(state):
        who = "" if seat == state.seat else f"{state.climb.players[seat][:SHORT_NAME]}: "  # in no language
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
    own, cards, short = state.shields[seat], _cards(state, seat), " ".join(_initials(state, seat))
    if not own:
        return (" ".join(cards), short) if cards else ()
    apart, close = " ".join(map(str, own)), "".join(map(str, own))
    named = [say("Shield {number}", number=apart), say("Shield {number}", number=close)]
    brief = say("Sh.{numbers}", numbers=close)
    return (
        *(" ".join((*cards, words)) for words in (*named, brief)),
        *(f"{short} {words}".strip() for words in (brief, close)),
    )


def _cards(state: State, seat: int) -> tuple[str, ...]:
    counts = ((say_of("a card", "Map"), state.maps[seat]), (say_of("a card", "Lost"), state.lost[seat]))
    return tuple(name if count == 1 else f"{name} x{count}" for name, count in counts if count)


def _initials(state: State, seat: int) -> tuple[str, ...]:
    """The same in one sign each."""
    counts = ((say_of("Map in one sign", "M"), state.maps[seat]), (say_of("Lost in one sign", "L"), state.lost[seat]))
    return tuple(sign for sign, count in counts if count)


def board(state: State) -> tuple[str, ...]:
    """What a page draws: white markers, everybody's tokens and hands, and the tiles that lie face up."""
    return (*_markers(state), *(_player(state, seat) for seat in _from(state)), *_face_up(state))


def _markers(state: State) -> tuple[str, ...]:
    stop = state.stop or Stop()
    standing = [*sorted(state.climb.runners.items()), *stop.rested, *([state.at] if state.at else [])]
    count, where = state.markers, " ".join(map(written, standing)) or say("none placed")
    if count > RUNNERS:
        return (say("{count} white markers, the cone too: {where}", count=count, where=where),)
    return (say("{count} white markers: {where}", count=count, where=where),)


def _player(state: State, seat: int) -> str:
    tokens = state.climb.tokens[seat]
    won = topped(tokens)
    shields = " ".join(map(str, state.shields[seat]))
    said = [say("won {columns}", columns=" ".join(map(str, sorted(won))))] if won else []
    said += [" ".join(written(at) for at in sorted(tokens.items()) if at[0] not in won)]
    said += [*_cards(state, seat), say("shields {numbers}", numbers=shields) if shields else ""]
    holds = ", ".join(filter(None, said)) or say("nothing yet")
    return f"{state.climb.players[seat]}: {holds}"


def _face_up(state: State) -> tuple[str, ...]:
    board = state.board or {}
    up = [f"{written(at)} {names.label(tile.face)}" for at in sorted(board) if (tile := board[at]).up and tile.face]
    return (say("Face up: {tiles}", tiles=", ".join(up)),) if up else ()
