"""The public docstrings can be made into pages (`make api`): all that pdoc reads of the code for them is read here.

Its pages themselves are left out: they cost three times as much, and what it warns of it has read by then.
"""

from __future__ import annotations

import pytest
from pdoc import doc, extract


def read(of: doc.Module | doc.Class) -> None:
    """What pdoc takes out of the source of each public member; its warnings are errors, as in all tests."""
    for member in of.own_members:
        if member.name.startswith("_") and member.name != "__init__":
            continue
        match member:
            case doc.Class():
                assert member.decorators is not None
                read(member)
            case doc.Function():
                assert member.signature is not None
                assert member.decorators is not None
            case doc.Variable():
                assert member.annotation is not None


@pytest.mark.parametrize("room", ["companion", "hardware", "vision", "web"])
def test_the_rooms_docstrings_can_be_read_for_pages(room: str) -> None:
    for module in extract.walk_specs([room]):
        read(doc.Module.from_name(module))
