"""The gates: nothing that a release promised is broken, or it is meant and its reason is written down."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from packaging.version import Version

import navalcore
from tests.releases.baseline import HERE, Meant, broken_plays, broken_promises, judged, versions
from tests.releases.schemas import broken_schema, without_words

RELEASES = versions()
GAMES = ("uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war")


def test_the_tree_holds_a_release_once_there_is_one_that_promises() -> None:
    assert RELEASES or Version(navalcore.__version__) < Version("1.0")


@pytest.mark.parametrize("version", RELEASES[-1:])
def test_names_and_data_are_those_of_the_last_release_and_more(version: str) -> None:
    unmeant, unneeded = judged(HERE / version, broken_promises(HERE / version))
    assert unmeant == [], "mend it, or give the reason in intended.toml"
    assert [each for each in unneeded if not each.startswith("the ")] == [], "said to be meant, and not there"


@pytest.mark.parametrize("version", RELEASES)
def test_journals_and_games_of_every_release_play_on(version: str) -> None:
    assert judged(HERE / version, broken_plays(HERE / version))[0] == []


WAYS = re.compile(r"\.?(?P<field>\w+)|\[(?P<item>\d*)\]|<(?P<sort>[^>]+)>")


def alternatives(schema: Any, root: Any) -> Iterator[Any]:
    """A schema, and all those of which it is made."""
    yield schema
    if "$ref" in schema:
        yield from alternatives(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    for each in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from alternatives(each, root)


def next_on(step: re.Match[str], schema: Any) -> Iterator[Any]:
    """What is one step further: the schema of a field, of items, or of what is of a kind."""
    if step["field"]:
        yield from (schema.get("properties", {}).get(name) for name in (step["field"],))
    elif step["sort"]:
        kind = schema.get("properties", {}).get("kind", {}).get("const")
        yield None if kind and step["sort"] != f"kind {kind}" else schema
    elif step["item"]:
        yield schema.get("prefixItems", {int(step["item"]): None})[int(step["item"])]
    else:
        yield from (schema.get("items"), schema.get("additionalProperties"))


def at_the_end(way: str, schema: Any) -> list[Any]:
    """The schemas of what is at the end of a way, as comparisons of schemas write it."""
    found = [schema]
    for step in WAYS.finditer(way):
        every = [each for one in found for each in alternatives(one, schema)]
        found = [each for one in every for each in next_on(step, one) if isinstance(each, dict)]
    assert found, f"there is no {way}"
    return found


def forget(broken: str, schema: Any) -> None:
    """Let a schema do without a field that is gone, and take anything where something else is written."""
    way, _, told = broken.partition(": ")
    if told != "is gone":
        for each in at_the_end(way, schema):
            each.clear()
        return
    holder, _, name = way.rpartition(".")
    for each in at_the_end(holder, schema):
        for one in alternatives(each, schema):
            if name in one.get("required", ()):
                one["required"].remove(name)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("version", RELEASES[-1:])
def test_a_client_made_from_the_last_release_reads_what_is_sent_today(version: str, game_id: str) -> None:
    schema = json.loads((HERE / version / "schemas.json").read_text(encoding="utf-8"))[f"{game_id}/wire"]
    game = navalcore.load(game_id)
    meant = Meant(HERE / version)
    for broken in broken_schema(schema, without_words(game.wire_schema()), "written"):
        if meant.names(f"{game_id}/wire: {broken}"):
            forget(broken, schema)
    client = Draft202012Validator(schema)
    match, rng = game.new_match(next(iter(game.scenarios)), seed=4, history=True), random.Random(4)
    told = dict.fromkeys((*game.roles, navalcore.SPECTATOR), 0)
    for _ in range(30):
        if match.decision is None:
            break
        match.choose(rng.randrange(len(match.decision.options)))
        for role in told:
            snapshot = match.snapshot(role, since=told[role])
            told[role] = snapshot.told
            found = [error.message[:200] for error in client.iter_errors(json.loads(snapshot.model_dump_json()))]
            assert found == []
