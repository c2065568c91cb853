"""TypeScript types from JSON Schemas, as a person would write them: one for each definition, and no other."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_SORTS: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
TAKEN: Final = (
    *("Array", "Boolean", "Date", "Error", "Event", "Function", "Map", "Node", "Number", "Object", "Option"),
    *("Promise", "Range", "Record", "Set", "String", "Symbol", "Text"),
)
"""Names that mean something in every browser."""
LISTED: Final = 80
"""Of so many ids all are listed; of more their first words say enough."""
WIDTH: Final = 100
"""A union that is longer has a line for each of its types."""


def typescript(schema: Mapping[str, Any], note: str = "") -> str:
    """The types of a schema and its definitions, as a module; what a later release may add is not in the types."""
    types = _Types(schema.get("$defs", {}))
    whole = {word: value for word, value in schema.items() if word not in ("$defs", "$schema")}
    told = {types.name(title): made for title, made in schema.get("$defs", {}).items()}
    parts = [types.declared(name, told[name]) for name in sorted(told)]
    if "properties" in whole:
        parts.append(types.declared(schema["title"], whole))
    return "\n\n".join([f"// {note}"] * bool(note) + parts) + "\n"


class _Types:
    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions

    def name(self, name: str) -> str:
        """The name of a definition: never as something that every browser has."""
        return f"{name}Data" if name in TAKEN else name

    def declared(self, name: str, schema: Mapping[str, Any]) -> str:
        """One exported type."""
        told = _comment(schema.get("description", ""), "")
        if "properties" in schema and "allOf" not in schema:
            return f"{told}export interface {name} {self._object(schema, '')}"
        if isinstance(schema.get("enum"), list):
            return f"{told}export type {name} ={_listed(schema['enum'])};"
        return f"{told}export type {name} = {self.type_of(schema, '')};"

    def type_of(self, schema: Any, indent: str) -> str:
        """The type that a schema means."""
        if not isinstance(schema, Mapping) or not schema:
            return "unknown"
        if "$ref" in schema:
            return self.name(schema["$ref"].rpartition("/")[2])
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return " | ".join(map(json.dumps, schema["enum"]))
        if "allOf" in schema:
            return " & ".join(self._in_brackets(each, indent) for each in schema["allOf"])
        if choices := schema.get("anyOf", schema.get("oneOf")):
            known = [each for each in choices if not _is_other(each)]
            types = list(dict.fromkeys(self.type_of(each, indent + "  ") for each in known))
            apart = f"\n{indent}  | " if any("{" in each for each in types) and len(types) > 2 else " | "
            return (apart if "\n" in apart else "") + apart.join(types)
        return self._plain(schema, indent)

    def _plain(self, schema: Mapping[str, Any], indent: str) -> str:
        sort = schema.get("type", "object" if "properties" in schema else None)
        if isinstance(sort, list):
            return " | ".join(self._plain({**schema, "type": each}, indent) for each in sort)
        if sort == "array":
            if "prefixItems" in schema:
                return f"[{', '.join(self.type_of(each, indent) for each in schema['prefixItems'])}]"
            return f"{self._in_brackets(schema.get('items', {}), indent)}[]"
        if sort == "object":
            return self._object(schema, indent)
        return _SORTS.get(str(sort), "unknown")

    def _object(self, schema: Mapping[str, Any], indent: str) -> str:
        fields = schema.get("properties", {})
        if not fields:
            others = schema.get("additionalProperties", {})
            return f"{{ [key: string]: {self.type_of(others if others is not True else {}, indent)} }}"
        needed, inner = schema.get("required", ()), indent + "  "
        lines = []
        for name, field in fields.items():
            key = name if _NAME.fullmatch(name) else json.dumps(name)
            mark = "" if name in needed else "?"
            told = _comment(field.get("description", "") if isinstance(field, Mapping) else "", inner)
            lines.append(f"{told}{inner}{key}{mark}: {self.type_of(field, inner)};")
        return "{\n" + "\n".join(lines) + f"\n{indent}}}"

    def _in_brackets(self, schema: Any, indent: str) -> str:
        made = self.type_of(schema, indent)
        several = isinstance(schema, Mapping) and not {"anyOf", "oneOf", "enum", "allOf"}.isdisjoint(schema)
        several = several or (isinstance(schema, Mapping) and isinstance(schema.get("type"), list))
        return f"({made})" if several else made


def _listed(values: Sequence[object]) -> str:
    """A union of values: many in lines of their own, very many ids by their first word."""
    types = [json.dumps(value) for value in values]
    if len(values) > LISTED and all(isinstance(value, str) and "/" in value for value in values):
        types = list(dict.fromkeys(f"`{str(value).partition('/')[0]}/${{string}}`" for value in values))
    line = " | ".join(types)
    return f" {line}" if len(line) <= WIDTH else "".join(f"\n  | {each}" for each in types)


def _is_other(schema: Any) -> bool:
    """Whether it represents what later releases may add."""
    kind = schema.get("properties", {}).get("kind", {}) if isinstance(schema, Mapping) else {}
    return isinstance(kind, Mapping) and "not" in kind


def _comment(text: str, indent: str) -> str:
    told = " ".join(text.split()).replace("*/", "* /").replace("``", "`")
    return f"{indent}/** {told} */\n" if told else ""
