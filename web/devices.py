"""The devices that call: each gets an id of its own, and sees which seats it holds.

The id is no right to act: that comes by the PIN alone. It is signed, so that nobody can make up another's.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, g, request
from itsdangerous import BadSignature, URLSafeSerializer

from companion.ports import Keys
from companion.snapshot import Snapshot, to_json

COOKIE = "companion-device"
YEAR_S = 365 * 24 * 3600


@dataclass(frozen=True)
class Viewer:
    """Who gets a snapshot."""

    device: str
    may_act: bool


def for_device(snapshot: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """The snapshot as one device gets it: with the seats that it holds, and whether it may act."""
    mine = [seat for seat, holder in enumerate(snapshot.claims) if holder == viewer.device]
    return {**to_json(snapshot), "mine": mine, "may_act": viewer.may_act}


def this_viewer() -> Viewer:
    """The device behind the present request."""
    return Viewer(this_device(), bool(g.get("may_act", False)))


def this_device() -> str:
    """The id of the device behind the present request."""
    return str(g.device)


def name_devices(app: Flask, keys: Callable[[], Keys]) -> None:
    """Know every device that calls, and give an id to those that have none."""

    @app.before_request
    def _know() -> None:
        try:
            g.device = str(_seal(keys()).loads(request.cookies.get(COOKIE, "")))
        except BadSignature:
            g.device = secrets.token_urlsafe(12)
            g.new_device = True

    @app.after_request
    def _remember(response: Response) -> Response:
        # With the page the year begins anew; files that it loads need no id.
        if request.path == "/" or ("new_device" in g and request.path.startswith("/api/")):
            value = str(_seal(keys()).dumps(g.device))
            response.set_cookie(
                COOKIE, value, max_age=YEAR_S, httponly=True, samesite="Strict", secure=request.is_secure, path="/"
            )
        return response


def _seal(keys: Keys) -> URLSafeSerializer:
    return URLSafeSerializer(keys.secret, salt="companion device")
