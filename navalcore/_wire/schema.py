"""The JSON Schema of a game's snapshots: open for readers, since later releases may add fields and kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from navalcore._rules.terms import View
from navalcore._wire.codec import Codec
from navalcore._wire.messages import PROTOCOL, DecisionData, EventData, OptionData, Snapshot
from navalcore.boards._description import Piece, Scene, Tint, Trace
from navalcore.components._roles import SPECTATOR, UMPIRE

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class _Untitled(GenerateJsonSchema):
    """Without titles of fields: programs that make types of a schema take every title for the name of a type."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        return False


def schema_of(codec: Codec) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a game's snapshots, with its view, its options and its events."""
    options = {kind: codec.option_fields(kind) for kind in codec.kinds_of_options()}
    fields: dict[str, type[BaseModel]] = {}
    for kind, each in (*options.items(), *codec.events.items()):
        fields[kind] = each.model
    roots: list[type[BaseModel]] = [
        Snapshot, DecisionData, OptionData, EventData, codec.view_class, codec.options_class, *fields.values(),
    ]  # fmt: skip
    references, made = models_json_schema(
        [(each, "serialization") for each in dict.fromkeys(roots)], schema_generator=_Untitled
    )
    found: dict[str, Any] = _opened(made["$defs"])
    name = {each: references[each, "serialization"]["$ref"].rpartition("/")[2] for each in roots}

    def known(kinds: Mapping[str, Any]) -> list[Any]:
        return [_branch(kind, each.summary, found[name[each.model]]) for kind, each in kinds.items()]

    for option in found[name[codec.options_class]].get("properties", {}).values():
        option.pop("title", None)  # what a form calls it is not the name of a list
    whole = found.pop(name[Snapshot])
    whole["title"], whole["description"] = codec.snapshot_title, f"{whole['description']} Of {codec.title}."
    found["MatchOption"] = _union("OptionData", known(options), "One of the options that are offered.")
    found["MatchEvent"] = _union("EventData", known(codec.events), "One of the events that a role was told.")
    found["DecisionData"]["properties"]["options"]["items"] = _to("MatchOption")
    sent = whole["properties"]
    sent["protocol"] = {"const": PROTOCOL, "description": sent["protocol"]["description"]}
    sent["game"] = {"const": codec.id, "description": sent["game"]["description"]}
    sent["scenario"] = {"enum": list(codec.scenarios), "description": sent["scenario"]["description"]}
    sent["role"] = {
        "enum": [*codec.titles, str(SPECTATOR), str(UMPIRE)],
        "description": sent["role"]["description"],
    }
    sent["options"] = {**_to(name[codec.options_class]), "description": sent["options"]["description"]}
    sent["view"] = {**_to(name[codec.view_class]), "description": sent["view"]["description"]}
    sent["events"]["items"] = _to("MatchEvent")
    found.pop(View.__name__, None)
    found |= _of_boards()
    board = found["BoardData"]["properties"]
    for lying, item in (("pieces", "Piece"), ("traces", "Trace"), ("tints", "Tint")):
        board[lying]["items"] = _to(item)
    whole = {"$schema": DIALECT, **whole}
    return {**whole, "$defs": _named_lists(_reached((whole, _to("Scene")), found))}


def _reached(roots: Any, definitions: Mapping[str, Any]) -> dict[str, Any]:
    """The definitions that are referred to, in the order of their names."""
    found: set[str] = set()
    waiting: list[Any] = [roots]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            name = str(value.get("$ref", "")).rpartition("/")[2]
            if name in definitions and name not in found:
                found.add(name)
                waiting.append(definitions[name])
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value
    return {name: definitions[name] for name in sorted(found)}


def _named_lists(definitions: Mapping[str, Any]) -> dict[str, Any]:
    """The definitions, and once each list of ids that has a name."""
    lists: dict[str, list[str]] = {}

    def name_of(value: Mapping[str, Any]) -> str | None:
        title, ids = value.get("title"), value.get("enum")
        if not isinstance(ids, list):
            return None
        if isinstance(title, str):
            return title
        return next((name for name, listed in lists.items() if ids == listed), None)  # of keys

    def find(value: Any) -> None:
        for each in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
            find(each)
        if isinstance(value, Mapping) and "title" in value and (name := name_of(value)) is not None:
            lists[name] = list(dict.fromkeys([*lists.get(name, ()), *value["enum"]]))

    def named(value: Any) -> Any:
        if isinstance(value, Mapping):
            if (name := name_of(value)) is not None:
                return {**_to(name), **{word: value[word] for word in value.keys() & {"description"}}}
            return {word: named(each) for word, each in value.items()}
        return [named(each) for each in value] if isinstance(value, list) else value

    find(definitions)
    told = {name: {"type": "string", "enum": ids} for name, ids in lists.items()}
    return dict(sorted({**{name: named(each) for name, each in definitions.items()}, **told}.items()))


def _of_boards() -> dict[str, Any]:
    """The parts of boards and scenes. A field that is left out of them has its default."""
    described: list[type] = [Piece, Trace, Tint, Scene]
    made = TypeAdapter.json_schemas(
        [(each, "validation", TypeAdapter(each)) for each in described], schema_generator=_Untitled
    )[1]
    number: dict[str, Any] = {"type": "number"}
    corner = {"type": "array", "prefixItems": [number, number]}
    outlines = {"Rect": ("rect", [number] * 4), "Disc": ("disc", [number] * 3)}
    defs: dict[str, Any] = _plain(made["$defs"])
    for name, (word, numbers) in outlines.items():
        defs[name]["properties"] = {word: {"type": "array", "prefixItems": numbers}}
        defs[name]["required"] = [word]
    outline = {"type": "array", "items": corner}
    defs["Polygon"]["properties"] = {"polygon": outline, "islands": {"type": "array", "items": outline}}
    defs["Polygon"]["required"] = ["polygon"]
    return defs


def _plain(value: Any) -> Any:
    """A schema of dataclasses as their JSON is: of docstrings the first sentence, of tuples the items."""
    if isinstance(value, dict):
        kept = {key: _plain(each) for key, each in value.items() if key not in ("minItems", "maxItems", "default")}
        if isinstance(kept.get("description"), str):
            kept["description"] = " ".join(kept["description"].split("\n\n")[0].split())
        return kept
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _to(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _branch(kind: str, summary: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """An option or event of one kind: what distinguishes it from the others."""
    inline = {word: value for word, value in fields.items() if word not in ("title", "description")}
    return {
        "type": "object",
        "description": summary or "A roll or draw that a person makes.",
        "properties": {"kind": {"const": kind}, "fields": inline},
        "required": ["kind", "fields"],
    }


def _union(base: str, known: list[Any], description: str) -> dict[str, Any]:
    """A thing of a known kind, or of one that a later release has added."""
    kinds = [each["properties"]["kind"]["const"] for each in known]
    other = {
        "type": "object",
        "description": "Of a kind that a later release has added: its text is enough to show it.",
        "properties": {"kind": {"type": "string", "not": {"enum": kinds}}},
        "required": ["kind"],
    }
    return {"description": description, "allOf": [_to(base), {"anyOf": [*known, other]}]}


def _opened(value: Any) -> Any:
    """A schema that says nothing of other fields than those it knows, all of which are always sent."""
    if isinstance(value, dict):
        kept = {key: _opened(each) for key, each in value.items() if key != "additionalProperties" or each is not False}
        if kept.get("type") == "object" and isinstance(kept.get("properties"), dict):
            kept["required"] = list(kept["properties"])
        return kept
    return [_opened(each) for each in value] if isinstance(value, list) else value
