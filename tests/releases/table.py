"""What the table says and hears: its addresses, and the messages of its socket, as JSON Schemas."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, Field, TypeAdapter

from navalcore._session.acts import ActError, SeatAct
from navalcore.table import _acts as acts, _messages as messages
from navalcore.table._routes import router

Schemas = dict[str, dict[str, Any]]


class _Asked(BaseModel):
    act: Annotated[SeatAct | acts.TableAct, Field(discriminator="act")]


def table_schemas() -> Schemas:
    """By names such as ``table/POST /api/matches/taken``: what a request may hold (``taken``) and what is answered
    (``sent``).
    """
    document = get_openapi(title="table", version="", routes=router.routes)
    found: Schemas = {
        "table/socket/taken": messages.Hello.model_json_schema(),
        "table/act/taken": _Asked.model_json_schema(),
        "table/socket/sent": TypeAdapter(messages.State | messages.StateChanges | ActError).json_schema(
            mode="serialization"
        ),
        "table/error/sent": TypeAdapter(ActError).json_schema(mode="serialization"),
    }
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            name = f"table/{method.upper()} {re.sub(r'{.*?}', '{}', path)}"  # names in an address are nobody's
            (answer,) = (each for status, each in operation["responses"].items() if status.startswith("2"))
            sent, taken = answer["content"]["application/json"]["schema"], _request(operation)
            for way, schema in (("sent", sent), ("taken", taken)):
                found[f"{name}/{way}"] = {**schema, "$defs": _used(schema, document["components"]["schemas"])}
    return found


def _request(operation: dict[str, Any]) -> dict[str, Any]:
    """What is asked for beside the address: parameters and headers by name, and the body."""
    asked = [each for each in operation.get("parameters", ()) if each["in"] != "path"]
    fields = {each["name"]: each["schema"] for each in asked}
    required = [each["name"] for each in asked if each.get("required")]
    if body := operation.get("requestBody"):
        fields["body"] = body["content"]["application/json"]["schema"]
        required += ["body"] if body.get("required") else []
    return {"type": "object", "properties": fields, "required": required}


def _used(schema: Any, known: dict[str, Any]) -> dict[str, Any]:
    """The definitions that a schema refers to, and those that they refer to."""
    found: dict[str, Any] = {}
    names = re.findall(r"'\$ref': '[^']*/(\w+)'", repr(schema))
    while names:
        name = names.pop()
        if name not in found:
            found[name] = known[name]
            names += re.findall(r"'\$ref': '[^']*/(\w+)'", repr(known[name]))
    return found
