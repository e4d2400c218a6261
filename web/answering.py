"""What all calls under /api do: a body is read, inputs are put before the table, and its answer becomes a status.

The law of this file: it knows no call.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import CancelledError
from typing import Any

from flask import jsonify, request
from flask.typing import ResponseReturnValue

from companion.inputs import Input
from companion.language import later, say
from companion.ports import BadInput, NotRecorded, Refused, WebPorts
from web import bodies
from web.devices import for_device, this_viewer

MOVED_ON = later("The table has moved on: ask again.")

_ANSWER_S = 10.0
"""How long the table may think."""


def read() -> Mapping[str, Any]:
    """The body of the call that is answered.

    Raises:
        Malformed: it is no JSON object.
    """
    return bodies.read(request.get_data())


def put(ports: WebPorts, *asked: Input) -> ResponseReturnValue:
    """Put all of it before the table, in order, and say what came of the last, or of the first that was refused."""
    answers = [ports.post(one) for one in asked]
    try:
        answered = [answer.result(timeout=_ANSWER_S) for answer in answers]
    except Refused as refusal:
        status = {BadInput: 422, NotRecorded: 503}.get(type(refusal), 409)
        return jsonify(error=str(refusal), snapshot=for_device(refusal.snapshot, this_viewer())), status
    except TimeoutError:
        return jsonify(error=say("The table did not answer in time: look at what it shows before you try again.")), 503
    except CancelledError:
        return jsonify(error=say("The table is being closed.")), 503
    newest = answered[-1] if answered else ports.mailbox.latest()[1]
    return jsonify(for_device(newest, this_viewer()))


def moved_on(ports: WebPorts) -> ResponseReturnValue:
    """Whoever asked looked at a table that is no more: the one that is comes along."""
    return jsonify(error=say(MOVED_ON), snapshot=for_device(ports.mailbox.latest()[1], this_viewer())), 409
