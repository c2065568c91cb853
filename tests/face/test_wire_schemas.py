"""The schemas of snapshots: what is sent fits them, and the usual converter makes types of them."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

import navalcore as nc

GAMES = ["uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war"]
TYPESCRIPT = Path(__file__).parents[1] / "typescript"
NODE = shutil.which("node")
MATCHES, SNAPSHOTS = 8, 60
"""How many matches of each game, and the most snapshots of each."""
ODDS, PLAIN = 16, 60
"""Of how many snapshots one is sent with odds, and one is looked at by the plain validator too."""


def by_kind(validator: Any, branches: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Hold an option or an event against the branch of its own kind, not against every one."""
    told = schema.get("discriminator")
    if told is None or not isinstance(instance, dict):
        yield from Draft202012Validator.VALIDATORS["oneOf"](validator, branches, instance, schema)
        return
    branch = told["mapping"].get(instance.get(told["propertyName"]))
    if branch is None:
        yield ValidationError(f"{instance} is of no known kind")
    else:
        yield from validator.descend(instance, {"$ref": branch})


def once(fits: set[tuple[str, str]]) -> Any:
    """Looks at what a reference means once for each value: most of a snapshot is what it was in the one before.

    Args:
        fits: what has been found to fit, by reference and value.
    """

    def look(validator: Any, ref: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
        met = ref, json.dumps(instance)
        if met in fits:
            return
        faults = list(Draft202012Validator.VALIDATORS["$ref"](validator, ref, instance, schema))
        if not faults:
            fits.add(met)
        yield from faults

    return look


def quick_validator(schema: Any) -> Any:
    """A validator of a schema that is quicker than the plain one and finds the same values at fault."""
    return extend(Draft202012Validator, {"oneOf": by_kind, "$ref": once(set())})(schema)


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
    schema = game.wire_schema()
    Draft202012Validator.check_schema(schema)
    quick, plain = quick_validator(schema), Draft202012Validator(schema)
    faults: list[str] = []
    with_odds = 0
    for number, sent in enumerate(sent_in_random_matches(game)):
        data = json.loads(sent)
        found = list(quick.iter_errors(data))
        if number % PLAIN == 0:
            assert bool(found) != plain.is_valid(data)
        faults += [f"{list(error.absolute_path)}: {error.message[:200]}" for error in found]
        with_odds += data["decision"] is not None and any(each["chances"] for each in data["decision"]["options"])
    assert faults == []
    assert with_odds > MATCHES


def test_what_a_message_must_not_hold_does_not_fit() -> None:
    game = nc.load("uboat_cards")
    sent = json.loads(game.new_match(seed=1, history=True).snapshot("uboat", since=0).model_dump_json())
    plain, quick = (kind(game.wire_schema()) for kind in (Draft202012Validator, quick_validator))
    assert plain.is_valid(sent)
    assert quick.is_valid(sent)

    def spoilt(change: Any) -> dict[str, Any]:
        other: dict[str, Any] = json.loads(json.dumps(sent))
        change(other)
        return other

    def refuse(change: Any) -> None:
        assert not plain.is_valid(spoilt(change))
        assert not quick.is_valid(spoilt(change))

    refuse(lambda data: data.update(state={}))
    refuse(lambda data: data["view"].update(secret=1))
    refuse(lambda data: data["decision"]["options"][0].update(kind="sail"))
    refuse(lambda data: data["events"][0]["fields"].update(card="Oar"))


@pytest.mark.skipif(
    NODE is None or not (TYPESCRIPT / "node_modules").is_dir(),
    reason="TypeScript types need node and its packages: npm ci in tests/typescript",
)
def test_types_made_by_the_usual_converter_compile_with_a_client(tmp_path: Path) -> None:
    schemas = []
    for name in GAMES:
        schemas.append(str(tmp_path / f"{name}.json"))
        Path(schemas[-1]).write_text(json.dumps(nc.load(name).wire_schema()), encoding="utf-8")
    assert NODE is not None
    ran = subprocess.run(
        [NODE, str(TYPESCRIPT / "check.mjs"), str(tmp_path), *schemas], capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(ran.stdout.splitlines()) == len(GAMES)
