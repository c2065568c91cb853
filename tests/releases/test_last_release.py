"""The gates: nothing that a release promised is broken, or it is meant and its reason is written down."""

import json
import random
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from packaging.version import Version

import navalcore
from tests.releases.baseline import HERE, INTENDED, broken_plays, broken_promises, judged, versions

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


def forget_meant_changes(schema: Any, meant: set[tuple[str, str]]) -> None:
    """Let a schema take anything in those fields, each named by its kind and its name, whose change is meant."""
    if isinstance(schema, dict):
        properties = schema.get("properties", {})
        kind = properties.get("kind", {}).get("const")
        fields = properties.get("fields", {}).get("properties", {})
        fields.update({name: {} for name in fields if (kind, name) in meant})
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        forget_meant_changes(each, meant)


def holders(schema: Any, root: Any, way: list[str]) -> Iterator[Any]:
    """The schemas of what is at the end of a way of names, ``[]`` for the items of a list."""
    if "$ref" in schema:
        yield from holders(root["$defs"][schema["$ref"].rpartition("/")[2]], root, way)
    for each in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from holders(each, root, way)
    if not way:
        yield schema
    elif way[0] == "[]":
        yield from holders(schema.get("items", {}), root, way[1:])
    elif way[0] in schema.get("properties", {}):
        yield from holders(schema["properties"][way[0]], root, way[1:])


def forget_what_is_gone(schema: Any, gone: list[tuple[str, str]]) -> None:
    """Let a schema do without the fields that are meant to be gone, each named by the way to what held it."""
    for way, name in gone:
        found = [
            each
            for each in holders(schema, schema, way.replace("[]", ".[]").split("."))
            if name in each.get("required", ())
        ]
        assert found, f"{way}.{name} was not asked for"
        for each in found:
            each["required"].remove(name)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("version", RELEASES[-1:])
def test_a_client_made_from_the_last_release_reads_what_is_sent_today(version: str, game_id: str) -> None:
    schema = json.loads((HERE / version / "schemas.json").read_text(encoding="utf-8"))[f"{game_id}/wire"]
    sentences = "\n".join(tomllib.loads((HERE / version / INTENDED).read_text(encoding="utf-8")))
    meant = re.findall(rf"^{game_id}/wire: [^:]*<kind (\w+)>\.fields\.(\w+)", sentences, re.MULTILINE)
    forget_meant_changes(schema, set(meant))
    forget_what_is_gone(schema, re.findall(rf"^{game_id}/wire: (view[^:<]*)\.(\w+): is gone", sentences, re.MULTILINE))
    client = Draft202012Validator(schema)
    game = navalcore.load(game_id)
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
