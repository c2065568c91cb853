"""The page's modules fit the messages of the table: TypeScript checks them against types made from the schema."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any, Literal, get_args

import pytest
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from navalcore._session.acts import SeatAct
from navalcore._wire.typescript import typescript
from navalcore.table._acts import TableAct
from navalcore.table._app import PAGE
from navalcore.table._messages import Hello, MatchTerms, NewMatch, State, Take

TYPESCRIPT = Path(__file__).parents[1] / "typescript"
NODE = shutil.which("node")
NOTE = "Made from navalcore/table/_messages.py by python -m tests.table.test_page_types."
needs_node = pytest.mark.skipif(
    NODE is None or not (TYPESCRIPT / "node_modules").is_dir(),
    reason="TypeScript needs node and its packages: npm ci in tests/typescript",
)


def schema() -> dict[str, Any]:
    """The JSON Schema of all that the page and the table say to each other."""
    acts: list[type[BaseModel]] = [*get_args(SeatAct), *get_args(TableAct)]
    said: list[type[BaseModel]] = [Hello, NewMatch, MatchTerms, Take]
    told: list[type[BaseModel]] = [State]
    modes: list[tuple[type[BaseModel], Literal["validation", "serialization"]]] = [
        *((each, "validation") for each in (*acts, *said)),
        *((each, "serialization") for each in told),
    ]
    _, found = models_json_schema(modes)
    for model in found["$defs"].values():  # else every field would become a type of its own
        for field in model.get("properties", {}).values():
            field.pop("title", None)
    names = ["Act", *(each.__name__ for each in (*said, *told))]
    act = {"oneOf": [{"$ref": f"#/$defs/{each.__name__}"} for each in acts]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages",
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in names},
        "additionalProperties": False,
        "$defs": {**found["$defs"], "Act": act},
    }


def checked(page: Path) -> subprocess.CompletedProcess[str]:
    """What TypeScript says of a page, for which it makes the types first."""
    (page / "types.d.ts").write_text(typescript(schema(), NOTE), encoding="utf-8")
    assert NODE is not None
    command = [NODE, str(TYPESCRIPT / "page.mjs"), str(page)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


@needs_node
def test_the_page_is_checked_against_the_types_of_the_messages_and_has_their_newest(tmp_path: Path) -> None:
    copy = tmp_path / "page"
    shutil.copytree(PAGE, copy)
    ran = checked(copy)
    assert ran.returncode == 0, ran.stdout
    made = (copy / "types.d.ts").read_text(encoding="utf-8")
    assert made == (PAGE / "types.d.ts").read_text(encoding="utf-8"), (
        "python -m tests.table.test_page_types makes them anew"
    )


@needs_node
def test_a_page_that_reads_what_is_not_sent_is_found(tmp_path: Path) -> None:
    copy = tmp_path / "page"
    shutil.copytree(PAGE, copy)
    module = copy / "session.js"
    module.write_text(module.read_text(encoding="utf-8").replace("snapshot.told", "snapshot.hidden"), encoding="utf-8")
    ran = checked(copy)
    assert ran.returncode != 0
    assert "hidden" in ran.stdout


def test_the_page_loads_nothing_from_elsewhere_and_has_no_code_in_its_markup() -> None:
    for file in PAGE.rglob("*"):
        if file.suffix in (".js", ".html", ".css") and file.parent.name != "vendor":
            text = file.read_text(encoding="utf-8")
            assert "http://" not in text.replace("http://www.w3.org/", ""), file
            assert "https://" not in text, file
            assert "innerHTML" not in text, file
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    assert index.count("<script") == index.count('<script type="module" src="/page/') == 1
    assert "<style" not in index
    assert " style=" not in index


if __name__ == "__main__":
    (PAGE / "types.d.ts").write_text(typescript(schema(), NOTE), encoding="utf-8")
