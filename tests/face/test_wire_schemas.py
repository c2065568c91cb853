"""The schemas of snapshots: what is sent fits them, and so do the TypeScript types made from them."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema_rs import Draft202012Validator as CompiledValidator
from pydantic import Field

import navalcore as nc
from navalcore.rules import Options

GAMES = ["uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war"]
TYPESCRIPT = Path(__file__).parents[1] / "typescript"
NODE = shutil.which("node")
MATCHES, SNAPSHOTS = 8, 60
"""How many matches of each game, and the most snapshots of each."""
ODDS, PLAIN = 45, 60
"""Of how many snapshots one is sent with odds, and which one a second validator looks at too."""


def closed(schema: Any) -> Any:
    """The schema as our own messages must fit it: no field and no kind beyond those it names."""
    made = json.loads(json.dumps(schema))
    bases = set()

    def close(value: Any) -> None:
        if isinstance(value, list):
            for each in value:
                close(each)
        elif isinstance(value, dict):
            if "allOf" in value:
                bases.add(value["allOf"][0]["$ref"].rpartition("/")[2])
                value["unevaluatedProperties"] = False
                union = value["allOf"][1]
                union["anyOf"] = [each for each in union["anyOf"] if "not" not in each["properties"]["kind"]]
                for each in union["anyOf"]:
                    close(each["properties"]["fields"])
                return
            if value.get("type") == "object" and "additionalProperties" not in value:
                value["additionalProperties"] = False
            for each in value.values():
                close(each)

    close(made)
    for base in bases:
        del made["$defs"][base]["additionalProperties"]
        for free in ("kind", "fields"):
            made["$defs"][base]["properties"][free] = {}
    return made


def sent_in_random_matches(game: Any) -> Iterator[str]:
    """What seats are sent in random matches of all sorts of scenarios, now and then with odds."""
    scenarios = list(game.scenarios)
    seats = (*game.roles, nc.SPECTATOR, nc.UMPIRE)
    for number in range(MATCHES):
        rng = random.Random(f"{game.id} {number}")
        match = game.new_match(scenarios[number * 5 % len(scenarios)], seed=number, history=True)
        told = dict.fromkeys(seats, 0)
        for place in range(SNAPSHOTS):
            if match.decision is None:
                break
            match.choose(rng.randrange(len(match.decision.options)))
            role = seats[place % len(seats)]
            snapshot = match.snapshot(role, since=told[role])
            told[role] = snapshot.told
            yield snapshot.model_dump_json()
            if place % ODDS == 0 and match.decision is not None:
                yield match.snapshot(match.decision.role, odds=True).model_dump_json()


@pytest.mark.parametrize("name", GAMES)
def test_snapshots_of_random_matches_fit_the_schema_of_their_game(name: str) -> None:
    game = nc.load(name)
    schema = closed(game.wire_schema())
    Draft202012Validator.check_schema(schema)
    compiled, plain = CompiledValidator(schema), Draft202012Validator(schema)
    faults: list[str] = []
    with_odds = 0
    for number, sent in enumerate(sent_in_random_matches(game)):
        data = json.loads(sent)
        found = [f"{error.instance_path}: {error.message[:200]}" for error in compiled.iter_errors(data)]
        if number == PLAIN:
            assert bool(found) != plain.is_valid(data)
        faults += found
        with_odds += data["decision"] is not None and any(each["chances"] for each in data["decision"]["options"])
    assert faults == []
    assert with_odds >= MATCHES


def test_what_a_message_must_not_hold_does_not_fit() -> None:
    game = nc.load("uboat_cards")
    sent = json.loads(game.new_match(seed=1, history=True).snapshot("uboat", since=0).model_dump_json())
    plain, compiled = (kind(closed(game.wire_schema())) for kind in (Draft202012Validator, CompiledValidator))
    assert plain.is_valid(sent)
    assert compiled.is_valid(sent)

    def spoilt(change: Any) -> dict[str, Any]:
        other: dict[str, Any] = json.loads(json.dumps(sent))
        change(other)
        return other

    def refuse(change: Any) -> None:
        assert not plain.is_valid(spoilt(change))
        assert not compiled.is_valid(spoilt(change))

    refuse(lambda data: data.update(state={}))
    refuse(lambda data: data["view"].update(secret=1))
    refuse(lambda data: data["decision"]["options"][0].update(kind="sail"))
    refuse(lambda data: data["events"][0]["fields"].update(card=7))
    refuse(lambda data: data["events"][0]["fields"].update(card="card/mine"))
    refuse(lambda data: data["events"][0]["fields"].update(side="navy"))


@pytest.mark.skipif(
    NODE is None or not (TYPESCRIPT / "node_modules").is_dir(),
    reason="TypeScript types need node and its packages: npm ci in tests/typescript",
)
def test_the_types_of_every_game_compile_with_a_client(tmp_path: Path) -> None:
    modules = []
    for name in GAMES:
        modules.append(str(tmp_path / f"{name}.ts"))
        Path(modules[-1]).write_text(nc.load(name).wire_types(), encoding="utf-8")
    assert NODE is not None
    ran = subprocess.run(
        [NODE, str(TYPESCRIPT / "check.mjs"), str(tmp_path), *modules], capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(ran.stdout.splitlines()) == len(GAMES)


def of_a_later_release(sent: Any) -> Any:
    """A message with what a later release may add: fields everywhere, and kinds of events and options."""
    later: Any = json.loads(json.dumps(sent))
    later["weather"] = {"wind": 3}
    later["view"]["moon"] = "full"
    later["view"]["uboat"]["crew"] = 44
    event = {**later["events"][-1], "kind": "whale_sighted", "fields": {"tons": 90}, "text": "A whale is sighted."}
    later["events"][0]["fields"]["mood"] = "grim"
    later["events"].append({**event, "n": event["n"] + 1})
    option = {**later["decision"]["options"][0], "kind": "sing", "key": "sing/loud", "fields": {"how": "loud"}}
    later["decision"]["options"].append(option)
    later["decision"] |= {"urgent": True, "kind": "dare", "fields": {"feet": 90, "of": {"teeth": [1]}}}
    later["decision"]["places"] = [*later["decision"]["places"], {"place": "serpent/1", "as": "rider"}]
    return later


def test_a_client_of_this_release_reads_what_a_later_one_adds() -> None:
    game = nc.load("uboat_cards")
    sent = json.loads(game.new_match(seed=1, history=True).snapshot("uboat", since=0).model_dump_json())
    later = of_a_later_release(sent)
    assert not Draft202012Validator(closed(game.wire_schema())).is_valid(later)
    assert Draft202012Validator(game.wire_schema()).is_valid(later)
    read = game.snapshot_class().model_validate(later)
    assert (read.events[-1].kind, read.events[-1].text) == ("whale_sighted", "A whale is sighted.")
    assert read.events[-1].fields == {"tons": 90}
    assert read.decision is not None
    assert read.decision.options[-1].fields == {"how": "loud"}
    assert (read.decision.kind, read.decision.fields) == ("dare", {"feet": 90, "of": {"teeth": [1]}})
    assert read.events[0].kind == "card_drawn"
    assert "weather" not in read.model_dump()
    assert read.view.model_dump(mode="json") == sent["view"]


def test_a_known_kind_is_held_to_its_fields_in_an_open_schema_too() -> None:
    game = nc.load("uboat_cards")
    sent = json.loads(game.new_match(seed=1, history=True).snapshot("uboat", since=0).model_dump_json())
    for change in ({"card": "Oar"}, {"card": "card/oar"}, {}):
        sent["decision"]["options"][0]["fields"] = change
        assert not Draft202012Validator(game.wire_schema()).is_valid(sent)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_few_dozen_types_and_none_that_hides_what_every_browser_has(name: str) -> None:
    exported = re.findall(r"^export (?:type|interface) (\w+)", nc.load(name).wire_types(), re.M)
    assert len(exported) == len(set(exported))
    assert len(exported) <= 48
    assert not set(exported) & {"Number", "Record", "Event", "Text", "Option", "String", "Map"}
    assert not [each for each in exported if each[-1].isdigit()]


def test_a_list_of_ids_is_in_a_schema_once_and_nothing_is_there_that_nobody_refers_to() -> None:
    for name in GAMES:
        schema = nc.load(name).wire_schema()
        text = json.dumps(schema)
        assert [key for key in schema["$defs"] if f'"#/$defs/{key}"' not in text] == ["Scene"]  # of another message
        lists = [json.dumps(each["enum"]) for key, each in schema["$defs"].items() if key.endswith("Id")]
        assert [each[:40] for each in lists if text.count(each) != 1] == []


def test_types_list_ids_unless_there_are_very_many() -> None:
    assert '| "card/water"' in nc.load("uboat_cards").wire_types()
    assert "export type SquareId = `square/${string}`;" in nc.load("bismarck").wire_types()


@pytest.mark.parametrize("name", GAMES)
def test_what_a_form_calls_an_option_is_no_type_of_the_messages(name: str) -> None:
    game = nc.load(name)
    definitions = game.wire_schema()["$defs"]
    assert [each for each in definitions if not each.isidentifier()] == []
    sent = definitions[game.options_class.__name__]["properties"]
    assert {
        each for each, about in game.options_class.model_json_schema()["properties"].items() if "enum" in about
    } == {each for each, about in sent.items() if "enum" in about}


def test_an_option_that_has_another_name_in_files_is_called_by_that_or_by_its_title() -> None:
    class Speeds(Options):
        speed: int = Field(3, alias="ship_knots")
        fuel: int = Field(9, alias="tons", title="Fuel of a ship")

    called = {name: about["title"] for name, about in Speeds.model_json_schema()["properties"].items()}
    assert called == {"ship_knots": "Ship knots", "tons": "Fuel of a ship"}
