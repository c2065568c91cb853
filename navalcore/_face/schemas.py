"""JSON Schemas of data files, so that an editor completes and checks them while they are written."""

from __future__ import annotations

from typing import Any

from navalcore._face.face import face_of
from navalcore._match.match import Game
from navalcore._misfits import told_of_misfits
from navalcore._rulebook.loading import rulebook_schema
from navalcore._rules.terms import Scenario
from navalcore.components._tables import table_schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"


@told_of_misfits
def schemas(game: Game[Any, Any, Any] | None = None) -> dict[str, dict[str, Any]]:
    """The JSON Schemas of data files by kind, so that an editor completes and checks them while they are written.

    >>> from navalcore.rules import schemas
    >>> schemas()["table"]["title"]
    'Lookup tables'

    Args:
        game: the game whose own files, such as ``scenario`` or ``map`` (its face names their models), and messages to
            seats (``wire``) are described. Without one, the schemas are those of the files that every game has:
            ``rulebook`` (rulebook.toml) and ``table`` (lookup tables).
    """
    if game is None:
        return {
            "rulebook": {"$schema": DRAFT, **rulebook_schema(), "title": "The rule book of a game"},
            "table": {"$schema": DRAFT, **table_schema(), "title": "Lookup tables"},
        }
    found = {"wire": game.wire_schema()}
    for kind, model in face_of(game).data_models().items():
        schema = model.model_json_schema()
        if issubclass(model, Scenario):  # one file a scenario: its id is the name of the file
            schema["properties"].pop("id", None)
            schema["required"] = [name for name in schema.get("required", ()) if name != "id"]
        found[kind] = {"$schema": DRAFT, **schema, "title": f"{game.title}: {kind}"}
    return found
