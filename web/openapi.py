"""The document that describes every call (OpenAPI 3.1), served at `/api/openapi.json` for whoever writes a client.

The law of this file: it only arranges what `web/calls.py` and the shapes say, so there is one place for each fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from companion import __version__
from web.access import COOKIE
from web.call import JSON, TOPICS, Call, Parameter
from web.calls import CALLS
from web.shapes import COMPONENTS, Shape, ref
from web.shapes_beside import BESIDE
from web.shapes_past import LOOKING_BACK
from web.shapes_photos import FROM_PICTURES

_ABOUT: Final = """\
All that the page can do, others can too. Anyone may look; a device that typed the PIN once, by POST /api/pin, may act.

A call answers a question: it names the `version` of the snapshot that it saw, and is refused (409, with the table as it
is now) where that question has closed. Nothing that is refused changes anything. Let pass fields that you do not know.

Browsers call from the box's own page only; the Host is an address, or a name of the house.
"""

_REFUSALS: Final = {
    403: ("NotAllowed", "No PIN, the wrong one, another site's page, or a foreign name of this box."),
    404: ("NotThere", "There is none."),
    409: ("MovedOn", "The question has changed, or the rules refuse it; the table as it is now comes along."),
    413: ("TooLarge", "The body is too large: 64 KB at most, a photo 20 MB."),
    422: ("Malformed", "The body, or what stands in the address, is not what it should be: which field, which value."),
    429: ("TooMany", "Ten wrong PINs: how long to wait."),
    500: ("Failed", "A fault of ours: ask again."),
    503: ("Unable", "It cannot be done now: a full disk, no camera, too many streams."),
}


def document() -> dict[str, Any]:
    """The whole of it, of JSON's own types."""
    paths: dict[str, dict[str, Any]] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Companion", "version": __version__, "description": _ABOUT},
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": said} for name, said in TOPICS.items()],
        "paths": paths,
        "components": {
            "schemas": {**COMPONENTS, **BESIDE, **FROM_PICTURES, **LOOKING_BACK},
            "responses": {name: _refusal(status, said) for status, (name, said) in _REFUSALS.items()},
            "securitySchemes": {"pin": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
    }


def document_calls() -> Blueprint:
    """`GET /api/openapi.json`."""
    calls = Blueprint("openapi", __name__)
    whole = document()

    @calls.get("/api/openapi.json")
    def openapi() -> ResponseReturnValue:
        return jsonify(whole)

    return calls


def _operation(call: Call) -> dict[str, Any]:
    answers = {"200": {"description": "Done.", "content": _content(call.answer)}}
    for status in sorted({403, *call.refused}):
        answers[str(status)] = {"$ref": f"#/components/responses/{_REFUSALS[status][0]}"}
    operation: dict[str, Any] = {"tags": [call.topic], "summary": call.said, "responses": answers}
    if call.parameters:
        operation["parameters"] = [_parameter(one) for one in call.parameters]
    if call.body:
        operation["requestBody"] = {"required": True, "content": _content(call.body)}
    if call.pin:
        operation["security"] = [{"pin": []}]
    return operation


def _content(by_kind: Mapping[str, Shape]) -> dict[str, Any]:
    return {kind: {"schema": shape} for kind, shape in by_kind.items()}


def _parameter(one: Parameter) -> dict[str, Any]:
    return {
        "name": one.name,
        "in": one.where,
        "required": one.where == "path",
        "description": one.said,
        "schema": one.shape,
    }


def _refusal(status: int, said: str) -> dict[str, Any]:
    refusal: dict[str, Any] = {"description": said, "content": _content({JSON: ref("Error")})}
    if status == 429:
        refusal["headers"] = {
            "Retry-After": {"description": "Seconds.", "required": True, "schema": {"type": "string"}}
        }
    return refusal
