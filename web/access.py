"""Who may act: devices that typed the PIN once, from our own page, and with bodies of a sane size."""

from __future__ import annotations

import hmac
import ipaddress
import math
import threading
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from flask import Flask, Response, g, jsonify, request
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature, URLSafeSerializer

from companion.language import say, say_count
from companion.ports import Keys

BODY_BYTES = 64 * 1024
PHOTO_BYTES = 20 * 1024 * 1024

COOKIE = "companion"
_COOKIE_S = 90 * 24 * 3600
_MAY_ACT = "may act"  # in no language

_WRONG_PINS = 10
_WINDOW_S = 600.0

_PIN_CALL = "/api/pin"

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'self'; "  # in no language
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class Doorkeeper:
    """Knows the PIN, and who typed it. Asks for the keys each time: a new PIN ends what was admitted before."""

    def __init__(self, keys: Callable[[], Keys], clock: Callable[[], float] = time.monotonic) -> None:
        self._keys = keys
        self._clock = clock
        self._wrong: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    def admits(self) -> bool:
        """Whether the device behind the present request may act."""
        keys = self._keys()
        if keys.pin is None:
            return True
        try:
            return bool(_seal(keys).loads(request.cookies.get(COOKIE, "")) == _MAY_ACT)
        except BadSignature:
            return False

    def answer(self, typed: str) -> tuple[Response, int]:
        """The answer to a PIN that somebody typed."""
        keys = self._keys()
        address = request.remote_addr or "unknown"
        # One lock over the look and the count: else many guesses sent at once would all be looked at first.
        with self._lock:
            if (wait_s := self._wait(address)) > 0:
                minutes = math.ceil(wait_s / 60)
                refusal = jsonify(
                    error=say_count(
                        "Too many wrong PINs from this device: wait {count} minute.",
                        "Too many wrong PINs from this device: wait {count} minutes.",
                        minutes,
                        count=minutes,
                    )
                )
                refusal.headers["Retry-After"] = str(math.ceil(wait_s))
                return refusal, 429
            if keys.pin is not None and not hmac.compare_digest(typed.encode(), keys.pin.encode()):
                self._wrong.setdefault(address, []).append(self._clock())
                return jsonify(error=say("That is not the PIN. The box shows it.")), 403
            self._wrong.pop(address, None)
        welcome = jsonify(ok=True)
        welcome.set_cookie(
            COOKIE,
            str(_seal(keys).dumps(_MAY_ACT)),
            max_age=_COOKIE_S,
            httponly=True,
            samesite="Strict",
            # Behind a proxy with a certificate no plain call carries it.
            secure=request.is_secure,
            path="/",
        )
        return welcome, 200

    def _wait(self, address: str) -> float:
        """Seconds until this address may guess again."""
        now = self._clock()
        for known in list(self._wrong):
            self._wrong[known] = [at for at in self._wrong[known] if now - at < _WINDOW_S]
            if not self._wrong[known]:
                del self._wrong[known]
        wrong = self._wrong.get(address, [])
        return wrong[-_WRONG_PINS] + _WINDOW_S - now if len(wrong) >= _WRONG_PINS else 0.0


def _seal(keys: Keys) -> URLSafeSerializer:
    return URLSafeSerializer(keys.secret, salt="companion pin")


def no_pin() -> ResponseReturnValue:
    return jsonify(error=say("This device may only look: type the PIN that the box shows.")), 403


def guard(app: Flask, doorkeeper: Doorkeeper) -> None:
    """Put the doorkeeper before every call that changes something, and the headers on every answer."""
    app.config["MAX_CONTENT_LENGTH"] = BODY_BYTES

    @app.before_request
    def _before() -> ResponseReturnValue | None:
        if not _names_this_box(_host(request.host)):
            # Whoever reads under a foreign name is a page elsewhere that had its name pointed at this box.
            return jsonify(
                error=say("This box has another name: open the page by the address that the box shows.")
            ), 403
        g.may_act = doorkeeper.admits()
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        if _from_elsewhere():
            return jsonify(error=say("This call came from another site's page, so it was not carried out.")), 403
        if request.path != _PIN_CALL and not g.may_act:
            return no_pin()
        return None

    @app.after_request
    def _after(response: Response) -> Response:
        for name, value in _HEADERS.items():
            response.headers[name] = value
        if request.path.startswith("/api/"):
            response.headers["Cache-Control"] = "no-store"
        return response


def _from_elsewhere() -> bool:
    """Whether a browser says that another site's page sent this. Programs that are no browsers say nothing."""
    if request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin")  # in no language
    if origin is None:
        return False
    try:
        sender = urlsplit(origin)
    except ValueError:  # no address at all, such as http://[
        return True
    return sender.netloc.lower() != request.host.lower()


def _host(named: str) -> str:
    """The name or address in a Host header, without its port; what is none of these is no name of this box."""
    try:
        return urlsplit(f"//{named}").hostname or "."
    except ValueError:
        return "."


def _names_this_box(host: str) -> bool:
    """An address or a name of the house. A public name here is another site's, pointed at us (DNS rebinding)."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith((".local", ".lan", ".home.arpa", ".fritz.box")) or "." not in host
    return True
