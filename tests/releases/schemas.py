"""JSON Schemas of two releases: what is read may say more than before, what is written may gain and lose nothing.

A schema is either of what we *read* (data files, which others write) or of what we *write* (snapshots, which others
read). Kinds and values of an enumeration may come and may not go, in both: clients show a kind that they do not know by
its text. Names of definitions, titles and descriptions are nobody's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final, Literal, NamedTuple

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


class Break(NamedTuple):
    """What breaks somewhere within a schema."""

    way: str
    """The way to it: ``.name`` for a field, ``[]`` for items, ``<kind sail>`` for one of several kinds of value."""
    told: str

    def __str__(self) -> str:
        return f"{self.way.lstrip('.') or 'it'}: {self.told}"


Breaks = Iterator[Break]


def broken_schema(before: Schema, now: Schema, way: Way) -> list[str]:
    """What breaks from one schema to another for those on the other side, in sentences."""
    return list(dict.fromkeys(map(str, _Comparison(before, now, way).problems(before, now))))


def _within(way: str, found: Breaks) -> Breaks:
    return (Break(way + each.way, each.told) for each in found)


class _Comparison:
    """One comparison: the definitions of both sides, and what breaks between the pairs already looked at."""

    def __init__(self, before: Schema, now: Schema, way: Way) -> None:
        self.before, self.now, self.way = before, now, way
        self.seen: dict[tuple[str, str], list[Break]] = {}

    def problems(self, before: Any, now: Any) -> Breaks:
        """What breaks within both schemas."""
        pair = (_reference(before), _reference(now))
        if not all(pair):
            return self._problems(before, now)
        if pair not in self.seen:
            self.seen[pair] = []  # what is within itself breaks where it is found first
            self.seen[pair] = list(self._problems(before, now))
        return iter(self.seen[pair])

    def _problems(self, before: Any, now: Any) -> Breaks:
        before, now = self.resolved(before, self.before), self.resolved(now, self.now)
        yield from self._values(before, now)
        olds, news = self.alternatives(before, self.before), self.alternatives(now, self.now)
        if len(olds) > 1 or len(news) > 1:
            yield from self._alternatives(olds, news)
        elif olds and news:
            yield from self._types(olds[0], news[0])

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

    def _alternatives(self, olds: list[Schema], news: list[Schema]) -> Breaks:
        old, new = _by_sort(olds), _by_sort(news)
        for sort, group in old.items():
            later = new.get(sort)
            if later is None:
                if self.way == "read" or sort.startswith("kind "):
                    yield Break("", f"can no longer be {sort}")
                continue
            for earlier in group:
                tried = [list(self.problems(earlier, each)) for each in later]
                fewest: list[Break] = min(tried, key=len)
                yield from _within(f"<{sort}>", iter(fewest))
        for sort in new.keys() - old.keys():
            if self.way == "written" and not sort.startswith("kind ") and "anything" not in old:
                yield Break("", f"can now be {sort} too")

    def _types(self, old: Schema, new: Schema) -> Breaks:
        sorts = (_sort(old), _sort(new))
        if sorts[0] != sorts[1] and not self._widens(*sorts):
            yield Break("", f"was {sorts[0]}, is {sorts[1]}")
            return
        yield from self._bounds(old, new)
        yield from self._fields(old, new)
        for word in ("items", "additionalProperties"):
            if isinstance(old.get(word), Mapping) and isinstance(new.get(word), Mapping):
                yield from _within("[]", self.problems(old[word], new[word]))
        places = (old.get("prefixItems", []), new.get("prefixItems", []))
        if len(places[0]) != len(places[1]):
            yield Break("", f"had {len(places[0])} places, has {len(places[1])}")
        for n, (earlier, later) in enumerate(zip(*places, strict=False)):
            yield from _within(f"[{n}]", self.problems(earlier, later))

    def _widens(self, old: str, new: str) -> bool:
        narrow, wide = (old, new) if self.way == "read" else (new, old)
        return wide == "anything" or (narrow, wide) == ("integer", "number")

    def _values(self, old: Schema, new: Schema) -> Breaks:
        """Constants and enumerations, and what is taken where nothing is said."""
        then, now = _constants(old), _constants(new)
        if then is not None and now is not None:
            if len(then) > 1 and not {*then} & {*now}:
                yield Break("", f"is none of {', '.join(then)} now")
                return
            yield from (Break("", f"can no longer be {value}") for value in then if value not in now)
        elif then is None and now is not None and self.way == "read":
            yield Break("", f"can only be {', '.join(now)} now")
        elif then is not None and now is None and self.way == "written":
            yield Break("", f"can be more than {', '.join(then)} now")
        if self.way == "read" and "default" in old and old.get("default") != new.get("default"):
            yield Break("", f"was {json.dumps(old['default'])} by default, is {json.dumps(new.get('default'))}")

    def _bounds(self, old: Schema, new: Schema) -> Breaks:
        first, second = (old, new) if self.way == "read" else (new, old)  # the second may not be the narrower one
        for words, is_narrower in ((LOWER, lambda a, b: b > a), (UPPER, lambda a, b: b < a)):
            for word in words:
                if word in second and (word not in first or is_narrower(first[word], second[word])):
                    yield Break("", f"{word} was {old.get(word, 'open')}, is {new.get(word, 'open')}")
        for word in EXACT:
            if second.get(word) is not None and first.get(word) != second.get(word):
                yield Break("", f"{word} was {old.get(word, 'open')}, is {new.get(word, 'open')}")

    def _fields(self, old: Schema, new: Schema) -> Breaks:
        then, now = old.get("properties", {}), new.get("properties", {})
        needed_then, needed_now = set(old.get("required", ())), set(new.get("required", ()))
        for name in then:
            where = f".{name}"
            if name not in now:
                if self.way == "written" or new.get("additionalProperties", True) is False:
                    yield Break(where, "is gone")
                continue
            if self.way == "written" and name in needed_then - needed_now:
                yield Break(where, "was always there, may now be missing")
            if self.way == "read" and name in needed_now - needed_then:
                yield Break(where, "must be given now")
            yield from _within(where, self.problems(then[name], now[name]))
        if self.way == "read":
            yield from (Break(f".{name}", "must be given now") for name in sorted(needed_now - set(then)))
            if old.get("additionalProperties", True) is not False and new.get("additionalProperties", True) is False:
                yield Break("", "no other fields are allowed now")


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
