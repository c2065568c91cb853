"""The page on how the table is built names its files, routes and acts as they are; routes and acts are a promise."""

import re
from pathlib import Path
from typing import Any, get_args

from navalcore._session.acts import SeatAct
from navalcore.table import _people, _routes, _sockets
from navalcore.table._acts import SeatLifeAct, TableAct
from navalcore.table._app import PAGE

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "table_internals.md").read_text(encoding="utf-8")
NAMES = {"game": "GAME", "match_id": "ID", "number": "NUMBER", "role": "ROLE", "lesson": "LESSON", "name": "NAME",
         "digest": "DIGEST"}  # fmt: skip


def named(ending: str) -> set[str]:
    """The files with this ending that the page names, without their folders."""
    return {name.rsplit("/", 1)[-1] for name in re.findall(rf"`([\w./]+\.{ending})`", TEXT)}


def test_every_module_of_the_table_and_of_its_page_is_on_it_by_its_name() -> None:
    modules = {path.name for path in PAGE.parent.glob("_*.py")} - {"__init__.py"}
    assert modules - named("py") == set()
    assert {name for name in named("py") if "test" not in name} - modules == set()
    assert named("js") == {path.name for path in PAGE.glob("*.js")}


def test_the_page_on_a_server_names_modules_that_there_are() -> None:
    text = (DOCS / "table_server.md").read_text(encoding="utf-8")
    files = {path.name for folder in (PAGE, PAGE.parent) for path in folder.iterdir()}
    assert {name for name in re.findall(r"`(_?\w+\.(?:py|js))`", text) if name not in files} == set()


def test_every_route_is_on_it() -> None:
    routes: list[Any] = [*_routes.router.routes, *_people.people.routes, *_sockets.sockets.routes]
    on_page = {row.split("?")[0] for row in re.findall(r"`((?:GET|POST|WebSocket) /api/[^`]+)`", TEXT)}
    there = {
        f"{method} {'' if route.path.startswith('/api') else '/api'}"
        + re.sub(r"\{(\w+)\}", lambda found: NAMES[found[1]], route.path)
        for route in routes
        for method in getattr(route, "methods", ("WebSocket",))
    }
    assert on_page == there


def test_every_act_and_deed_of_a_seat_is_on_it() -> None:
    part = TEXT.partition("The acts are ")[2]
    acts = [get_args(act.model_fields["act"].annotation)[0] for act in (*get_args(SeatAct), *get_args(TableAct))]
    deeds = get_args(SeatLifeAct.model_fields["do"].annotation)
    assert len(acts) > 15
    assert [name for name in (*acts, *deeds) if f"`{name}`" not in part] == []
