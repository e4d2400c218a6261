"""Calls around a game: who sits where, what is played next, copies and the day's solitaire."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue

from companion.inputs import (
    BackAsked,
    DailyAsked,
    LevelPicked,
    LobbyAsked,
    NewGameAsked,
    PlayAgainAsked,
    SeatClaimed,
    WhatIfAsked,
)
from companion.ports import WebPorts
from web import bodies
from web.answering import put, read
from web.devices import this_device


def add_setting_up(calls: Blueprint, ports: WebPorts) -> None:
    """Onto the calls under /api, whose refusals they share."""

    @calls.post("/api/seat")
    def seat() -> ResponseReturnValue:
        body = read()
        asked = SeatClaimed(
            seat=bodies.whole(body, "seat"),
            claim=bodies.flag(body, "claim"),
            device=this_device(),
            take=bodies.flag_or_no(body, "take"),
        )
        return put(ports, asked)

    @calls.post("/api/level")
    def level() -> ResponseReturnValue:
        body = read()
        return put(ports, LevelPicked(bodies.whole(body, "seat"), bodies.text(body, "level"), this_device()))

    @calls.post("/api/lobby")
    def lobby() -> ResponseReturnValue:
        return put(ports, LobbyAsked(bodies.version(read())))

    @calls.post("/api/again")
    def again() -> ResponseReturnValue:
        return put(ports, PlayAgainAsked(bodies.version(read())))

    @calls.post("/api/what-if")
    def what_if() -> ResponseReturnValue:
        body = read()
        asked = WhatIfAsked(
            number=bodies.whole(body, "number"),
            moments=bodies.whole(body, "moments"),
            version=bodies.version(body),
            confirm=bodies.flag_or_no(body, "confirm"),
        )
        return put(ports, asked)

    @calls.post("/api/daily/play")
    def daily() -> ResponseReturnValue:
        body = read()
        asked = DailyAsked(
            game=bodies.text(body, "game"),
            player=bodies.text(body, "player"),
            version=bodies.version(body),
            confirm=bodies.flag_or_no(body, "confirm"),
        )
        return put(ports, asked)

    @calls.post("/api/back")
    def back() -> ResponseReturnValue:
        return put(ports, BackAsked(bodies.version(read())))

    @calls.post("/api/new")
    def new() -> ResponseReturnValue:
        body = read()
        asked = NewGameAsked(
            game=bodies.text(body, "game"),
            players=bodies.texts(body, "players"),
            options=bodies.object_(body, "options") if "options" in body else {},
            first=bodies.whole(body, "first") if "first" in body else 0,
            version=bodies.version(body),
            confirm=bodies.flag_or_no(body, "confirm"),
            strengths=bodies.texts(body, "companion") if "companion" in body else (),
        )
        return put(ports, asked)
