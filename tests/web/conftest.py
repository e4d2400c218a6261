"""A table behind the web, and phones in front of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.fake_table import Table
from web import create_app

PhoneWith = Callable[..., FlaskClient]


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def phone(table: Table) -> FlaskClient:
    return create_app(table.ports()).test_client()


@pytest.fixture
def phone_with(table: Table) -> PhoneWith:
    """A phone at a table which has these ports beside its own."""

    def opened(**ports: Any) -> FlaskClient:
        return create_app(replace(table.ports(), **ports)).test_client()

    return opened


@pytest.fixture
def stranger(table: Table) -> FlaskClient:
    """A phone at a table with a PIN, which nobody has typed into it yet."""
    table.keys = replace(table.keys, pin="4711")
    return create_app(table.ports()).test_client()
