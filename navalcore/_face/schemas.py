"""JSON Schemas of data files, so that an editor completes and checks them while they are written."""

from __future__ import annotations

from typing import Any

from navalcore._face.face import face_of
from navalcore._rulebook.loading import rulebook_schema
from navalcore._rules.game import Rules
from navalcore._rules.terms import Scenario
from navalcore._wire import wire
from navalcore.components._tables import table_schema
from navalcore.errors import UnknownName

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def general_schemas() -> dict[str, dict[str, Any]]:
    """The schemas of the files that every game has: ``rulebook`` (rulebook.toml) and ``table`` (lookup tables)."""
    return {
        "rulebook": {"$schema": DRAFT, **rulebook_schema(), "title": "The rule book of a game"},
        "table": {"$schema": DRAFT, **table_schema(), "title": "Lookup tables"},
    }


def game_schemas(game: Rules[Any, Any, Any]) -> dict[str, dict[str, Any]]:
    """The schemas of a game's own files by kind, such as ``scenario`` or ``map``: its face names the models. Also
    ``wire``: what a match sends to those who sit at it.
    """
    found = {"wire": wire.schema(game)}
    for kind, model in face_of(game).data_models().items():
        schema = model.model_json_schema()
        if issubclass(model, Scenario):  # one file a scenario: its id is the name of the file
            schema["properties"].pop("id", None)
            schema["required"] = [name for name in schema.get("required", ()) if name != "id"]
        found[kind] = {"$schema": DRAFT, **schema, "title": f"{game.title}: {kind}"}
    return found


def schema_of(kind: str, game: Rules[Any, Any, Any] | None = None) -> dict[str, Any]:
    """One schema by its kind."""
    known = general_schemas() if game is None else game_schemas(game)
    if kind not in known:
        whose = "there is" if game is None else f"{game.id} has"
        raise UnknownName(f"{whose} no schema '{kind}'; there are {', '.join(known) or 'none'}")
    return known[kind]
