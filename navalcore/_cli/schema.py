"""``navalcore schema``: JSON Schemas of data files, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from navalcore import games
from navalcore._cli.arguments import argument, option
from navalcore._cli.common import Settings, settings_of, write_file
from navalcore.errors import BadData, UnknownName
from navalcore.rules import schemas


def schema(
    context: typer.Context,
    what: Annotated[str | None, argument("[KIND or GAME]", "rulebook, table, or a game's id.")] = None,
    kind: Annotated[str | None, argument("[KIND]", "A kind of file of that game.")] = None,
    into: Annotated[Path | None, option("--into DIR", "Write every schema into this folder.")] = None,
) -> None:
    """Print the JSON Schema of a kind of data file, or list the kinds there are.

    An editor with a schema at hand completes names and marks mistakes while you type. For TOML many editors
    read a first line such as #:schema ./schemas/tonnage_war.scenario.json

    Examples::

        navalcore schema                         the kinds of files there are
        navalcore schema rulebook                the schema of rulebook.toml
        navalcore schema tonnage_war scenario    the schema of a scenario of Tonnage War
        navalcore schema tonnage_war wire        the schema of what a match sends to a front end
        navalcore schema tonnage_war types       the same as TypeScript types
        navalcore schema --into schemas          every schema as a file
    """
    settings = settings_of(context)
    if into is not None:
        _write_all(settings, into, what)
    elif what is None:
        _list(settings)
    elif kind is None and what in schemas():
        settings.out.document(schemas()[what])
    elif kind is None:
        game = settings.game(what)
        found = ", ".join(schemas(game)) or "none"
        raise UnknownName(f"name a kind of file of {game.id} too; it has {found}")
    else:
        game = settings.game(what)
        if kind == "types":
            settings.out.line(game.wire_types().rstrip())
            return
        known = schemas(game)
        if kind not in known:
            raise UnknownName(f"{game.id} has no schema '{kind}'; there are {', '.join(known)} and types")
        settings.out.document(known[kind])


def _all(settings: Settings, only: str | None) -> dict[str, dict[str, Any]]:
    found = {} if only else schemas()
    for name in [only] if only else sorted(games(settings.plugins)):
        found |= {f"{name}.{kind}": schema for kind, schema in schemas(settings.game(name)).items()}
    return found


def _list(settings: Settings) -> None:
    for name, document in _all(settings, None).items():
        settings.out.line((f"{name.replace('.', ' '):34}", "title"), document["title"])


def _write_all(settings: Settings, folder: Path, only: str | None) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"{folder}: cannot be made: {error.strerror}") from None
    for name, document in _all(settings, only).items():
        path = folder / f"{name}.json"
        write_file(path, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        settings.out.line(str(path))
