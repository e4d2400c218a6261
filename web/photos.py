"""Photos from phones: of dice, of a turned tile, of the whole board. Reading them changes nothing that is played."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from companion.ports import LEARN, WebPorts
from web import bodies
from web.access import PHOTO_BYTES
from web.answering import read
from web.bodies import Malformed

OF: Final = ("dice", "tile", "board")
"""What a photo may be of."""


def add_photos(calls: Blueprint, ports: WebPorts) -> None:
    """`POST /api/photo`, and what to know before a board is photographed."""
    reading = threading.Lock()

    def read_board(picture: bytes) -> Mapping[str, Any]:
        learn = request.args.get("learn", LEARN[0])
        if learn not in LEARN:
            raise Malformed(f"learn must be {' or '.join(LEARN[1:])}, not {learn!r}")
        return ports.read_board(picture, bodies.corners_written(request.args.get("corners")), learn)

    readers = {"dice": ports.read_photo, "tile": ports.read_tile, "board": read_board}

    def photographed(of: str) -> bytes:
        picture = request.get_data(cache=False)
        if not picture:
            raise Malformed(f"the body must be a JPEG of the {of}, and it is empty")
        return picture

    @calls.post("/api/photo")
    def photo() -> ResponseReturnValue:
        request.max_content_length = PHOTO_BYTES
        of = request.args.get("of", OF[0])
        if of not in OF:
            raise Malformed(f"of must be {', '.join(OF)}, not {of!r}")
        picture = photographed(of)
        # One after the other: a picture in the works takes much of a small computer's memory.
        with reading:
            return jsonify(dict(readers[of](picture)))

    @calls.post("/api/board")
    def teach() -> ResponseReturnValue:
        request.max_content_length = PHOTO_BYTES
        corners = bodies.corners_written(request.args.get("corners"))
        if corners is None:
            raise Malformed("corners must be named: where the four spots are, that GET /api/board names")
        ends = bodies.ends_written(request.args.get("ends"))
        picture = photographed("board")
        with reading:
            return jsonify(dict(ports.teach_board(picture, corners, ends)))

    @calls.post("/api/board/forget")
    def forget() -> ResponseReturnValue:
        read()
        with reading:
            return jsonify(dict(ports.forget_board()))

    @calls.get("/api/board")
    def board() -> ResponseReturnValue:
        return jsonify(dict(ports.board()))
