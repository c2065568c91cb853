"""JSON Schemas of two releases: what is read may say more than before, what is written may gain and lose nothing.

A schema is either of what we *read* (data files, which others write) or of what we *write* (snapshots, which others
read). Kinds and values of an enumeration may come and may not go, in both: clients show a kind that they do not know by
its text. Names of definitions, titles and descriptions are nobody's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final, Literal

Schema = Mapping[str, Any]
Way = Literal["read", "written"]

LOWER: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
EXACT: Final = ("pattern", "format", "multipleOf", "uniqueItems")
WORDS: Final = ("description", "title", "examples", "$comment")
CHOICES: Final = ("anyOf", "oneOf")


def without_words(schema: Any, *, named: bool = False) -> Any:
    """A schema without what only people read; ``named``: its keys are names of fields, not words of JSON Schema."""
    if isinstance(schema, Mapping):
        return {
            key: without_words(value, named=key in ("properties", "$defs"))
            for key, value in schema.items()
            if named or key not in WORDS
        }
    return [without_words(each) for each in schema] if isinstance(schema, list) else schema


def broken_schema(before: Schema, now: Schema, way: Way) -> list[str]:
    """What breaks from one schema to another for those on the other side, in sentences."""
    return list(dict.fromkeys(_Comparison(before, now, way).problems(before, now, "")))


class _Comparison:
    """One comparison: the definitions of both sides, and the pairs already looked at."""

    def __init__(self, before: Schema, now: Schema, way: Way) -> None:
        self.before, self.now, self.way = before, now, way
        self.seen: set[tuple[str, str]] = set()

    def problems(self, before: Any, now: Any, path: str) -> Iterator[str]:
        """What breaks at a place in both schemas."""
        pair = (_reference(before), _reference(now))
        if all(pair):
            if pair in self.seen:
                return
            self.seen.add(pair)
        before, now = self.resolved(before, self.before), self.resolved(now, self.now)
        yield from self._values(before, now, path)
        olds, news = self.alternatives(before, self.before), self.alternatives(now, self.now)
        if len(olds) > 1 or len(news) > 1:
            yield from self._alternatives(olds, news, path)
        elif olds and news:
            yield from self._types(olds[0], news[0], path)

    def resolved(self, schema: Any, root: Schema) -> Schema:
        """A schema with what it refers to, and what stands beside the reference."""
        if schema is True:
            return {}
        while _reference(schema):
            found = root["$defs"][_reference(schema).rpartition("/")[2]]
            schema = {**found, **{key: value for key, value in schema.items() if key != "$ref"}}
        plain: Schema = schema
        return plain

    def alternatives(self, schema: Any, root: Schema) -> list[Schema]:
        """What a value may be, one by one."""
        schema = self.resolved(schema, root)
        if "allOf" in schema:
            return self._joined([self.alternatives(each, root) for each in schema["allOf"]])
        for word in CHOICES:
            if word in schema:
                return [each for choice in schema[word] for each in self.alternatives(choice, root)]
        if isinstance(schema.get("type"), list):
            return [{**schema, "type": each} for each in schema["type"]]
        return [schema]

    def _joined(self, parts: list[list[Schema]]) -> list[Schema]:
        """What fits one of each: objects with the fields of all, as a later one narrows them."""
        return [
            {
                **{word: value for each in chosen for word, value in each.items()},
                "properties": {name: field for each in chosen for name, field in each.get("properties", {}).items()},
                "required": [name for each in chosen for name in each.get("required", ())],
            }
            for chosen in product(*parts)
        ]

    def _alternatives(self, olds: list[Schema], news: list[Schema], path: str) -> Iterator[str]:
        old, new = _by_sort(olds), _by_sort(news)
        for sort, group in old.items():
            later = new.get(sort)
            if later is None:
                if self.way == "read" or sort.startswith("kind "):
                    yield f"{path or 'it'}: can no longer be {sort}"
                continue
            for earlier in group:
                tried = [list(self.problems(earlier, each, f"{path}<{sort}>")) for each in later]
                yield from min(tried, key=len)
        for sort in new.keys() - old.keys():
            if self.way == "written" and not sort.startswith("kind ") and "anything" not in old:
                yield f"{path or 'it'}: can now be {sort} too"

    def _types(self, old: Schema, new: Schema, path: str) -> Iterator[str]:
        sorts = (_sort(old), _sort(new))
        if sorts[0] != sorts[1] and not self._widens(*sorts):
            yield f"{path or 'it'}: was {sorts[0]}, is {sorts[1]}"
            return
        yield from self._bounds(old, new, path)
        yield from self._fields(old, new, path)
        for word in ("items", "additionalProperties"):
            if isinstance(old.get(word), Mapping) and isinstance(new.get(word), Mapping):
                yield from self.problems(old[word], new[word], f"{path}[]")
        places = (old.get("prefixItems", []), new.get("prefixItems", []))
        if len(places[0]) != len(places[1]):
            yield f"{path}: had {len(places[0])} places, has {len(places[1])}"
        for n, (earlier, later) in enumerate(zip(*places, strict=False)):
            yield from self.problems(earlier, later, f"{path}[{n}]")

    def _widens(self, old: str, new: str) -> bool:
        narrow, wide = (old, new) if self.way == "read" else (new, old)
        return wide == "anything" or (narrow, wide) == ("integer", "number")

    def _values(self, old: Schema, new: Schema, path: str) -> Iterator[str]:
        """Constants and enumerations, and what is taken where nothing is said."""
        then, now = _constants(old), _constants(new)
        if then is not None and now is not None:
            yield from (f"{path}: can no longer be {value}" for value in then if value not in now)
        elif then is None and now is not None and self.way == "read":
            yield f"{path}: can only be {', '.join(now)} now"
        elif then is not None and now is None and self.way == "written":
            yield f"{path}: can be more than {', '.join(then)} now"
        if self.way == "read" and "default" in old and old.get("default") != new.get("default"):
            yield f"{path}: was {json.dumps(old['default'])} by default, is {json.dumps(new.get('default'))}"

    def _bounds(self, old: Schema, new: Schema, path: str) -> Iterator[str]:
        first, second = (old, new) if self.way == "read" else (new, old)  # the second may not be the narrower one
        for words, is_narrower in ((LOWER, lambda a, b: b > a), (UPPER, lambda a, b: b < a)):
            for word in words:
                if word in second and (word not in first or is_narrower(first[word], second[word])):
                    yield f"{path}: {word} was {old.get(word, 'open')}, is {new.get(word, 'open')}"
        for word in EXACT:
            if second.get(word) is not None and first.get(word) != second.get(word):
                yield f"{path}: {word} was {old.get(word, 'open')}, is {new.get(word, 'open')}"

    def _fields(self, old: Schema, new: Schema, path: str) -> Iterator[str]:
        then, now = old.get("properties", {}), new.get("properties", {})
        needed_then, needed_now = set(old.get("required", ())), set(new.get("required", ()))
        for name in then:
            where = f"{path}.{name}".lstrip(".")
            if name not in now:
                if self.way == "written" or new.get("additionalProperties", True) is False:
                    yield f"{where}: is gone"
                continue
            if self.way == "written" and name in needed_then - needed_now:
                yield f"{where}: was always there, may now be missing"
            if self.way == "read" and name in needed_now - needed_then:
                yield f"{where}: must be given now"
            yield from self.problems(then[name], now[name], where)
        if self.way == "read":
            yield from (f"{path}.{name}".lstrip(".") + ": must be given now" for name in sorted(needed_now - set(then)))
            if old.get("additionalProperties", True) is not False and new.get("additionalProperties", True) is False:
                yield f"{path or 'it'}: no other fields are allowed now"


def _reference(schema: Any) -> str:
    return str(schema.get("$ref", "")) if isinstance(schema, Mapping) else ""


def _constants(schema: Schema) -> list[str] | None:
    if "const" in schema:
        return [json.dumps(schema["const"])]
    return [json.dumps(value) for value in schema["enum"]] if "enum" in schema else None


def _sort(schema: Schema) -> str:
    """What tells an alternative from others: its kind if it has one, else its type."""
    for word in ("kind", "act"):
        kind = schema.get("properties", {}).get(word, {})
        if isinstance(kind, Mapping) and isinstance(kind.get("const"), str):
            return f"kind {kind['const']}"
    if "type" in schema:
        return str(schema["type"])
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if values:
        return {str: "string", bool: "boolean", int: "integer", float: "number"}.get(type(values[0]), "null")
    return "anything"


def _by_sort(schemas: list[Schema]) -> dict[str, list[Schema]]:
    found: dict[str, list[Schema]] = {}
    for schema in schemas:
        found.setdefault(_sort(schema), []).append(schema)
    return found
