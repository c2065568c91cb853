"""What stands in the data of a release: the schemas of wire and files, and the keys of the options of every game."""

from __future__ import annotations

import gzip
import json
from typing import Any, Final

import navalcore as nc
from navalcore import rules
from navalcore._face.action_tables import read_table, table_of
from tests.releases.plays import OURS
from tests.releases.schemas import Way, broken_schema, without_words
from tests.releases.table import table_schemas

Schemas = dict[str, dict[str, Any]]
SENT: Final = ("wire", "sent")
"""The kinds of schemas that are of what we write; all others are of what others write."""


def schemas() -> Schemas:
    """Every schema by a name such as ``bismarck/wire``, without words for people."""
    found = {f"every game/{kind}": schema for kind, schema in rules.schemas().items()}
    for game in OURS:
        found |= {f"{game}/{kind}": schema for kind, schema in rules.schemas(nc.load(game)).items()}
    return {name: without_words(schema) for name, schema in (found | table_schemas()).items()}


def broken_schemas(before: Schemas, now: Schemas) -> list[str]:
    """What breaks from one release's schemas to those of another, in sentences."""
    found = []
    for name, schema in before.items():
        way: Way = "written" if name.rpartition("/")[2] in SENT else "read"
        if name not in now:
            found.append(f"{name}: the schema is gone")
        else:
            found += [f"{name}: {problem}" for problem in broken_schema(schema, now[name], way)]
    return found


def schemas_text(found: Schemas) -> str:
    """The schemas as they are kept: one line each, so that a comparison of files shows which has changed."""
    lines = [f"{json.dumps(name)}: {json.dumps(found[name], separators=(',', ':'))}" for name in sorted(found)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def keys() -> dict[str, tuple[str, ...]]:
    """For each game with an action table the keys of its options in the order of their numbers."""
    tables = {game: table_of(nc.load(game)) for game in OURS}
    return {game: read_table(table)[1] for game, table in tables.items() if table.exists()}


def broken_keys(before: dict[str, tuple[str, ...]], now: dict[str, tuple[str, ...]]) -> list[str]:
    """The keys that are gone or have another number, in sentences: new ones come at the end."""
    found = []
    for game, then in before.items():
        numbers = {key: n for n, key in enumerate(now.get(game, ()))}
        gone = [key for key in then if key not in numbers]
        moved = [key for n, key in enumerate(then) if numbers.get(key, n) != n]
        found += [f"{game}: {len(gone)} keys of options are gone: {', '.join(gone[:5])}"] if gone else []
        found += [f"{game}: {len(moved)} keys of options have another number: {', '.join(moved[:5])}"] if moved else []
    return found


def packed(found: dict[str, tuple[str, ...]]) -> bytes:
    """The keys as they are kept."""
    return gzip.compress("\n\n".join("\n".join((game, *of_it)) for game, of_it in found.items()).encode(), mtime=0)


def unpacked(data: bytes) -> dict[str, tuple[str, ...]]:
    """The keys that were kept."""
    parts = [part.split("\n") for part in gzip.decompress(data).decode().split("\n\n")]
    return {game: tuple(of_it) for game, *of_it in parts}
