"""The schemas of snapshots: what is sent fits them, and the usual converter makes types of them."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import navalcore as nc

GAMES = ["uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war"]
TYPESCRIPT = Path(__file__).parents[1] / "typescript"
NODE = shutil.which("node")
SNAPSHOTS = 60


@pytest.mark.parametrize("name", GAMES)
def test_snapshots_of_random_matches_fit_the_schema_of_their_game(name: str) -> None:
    game = nc.load(name)
    schema = nc.wire.schema(game)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    scenarios = list(game.scenarios)
    faults: list[str] = []
    for number in range(3):
        rng = random.Random(f"{name} {number}")
        match = game.new_match(scenarios[number * 5 % len(scenarios)], seed=number, history=True)
        seats = (*game.roles, nc.SPECTATOR, nc.UMPIRE)
        told = dict.fromkeys(seats, 0)
        for place in range(SNAPSHOTS):
            if match.decision is None:
                break
            match.choose(rng.randrange(len(match.decision.options)))
            role = seats[place % len(seats)]
            sent = match.snapshot(role, since=told[role])
            told[role] = sent.told
            found = validator.iter_errors(json.loads(sent.model_dump_json()))
            faults += [f"{list(error.absolute_path)}: {error.message[:200]}" for error in found]
    assert faults == []


def test_what_a_message_must_not_hold_does_not_fit() -> None:
    game = nc.load("uboat_cards")
    sent = json.loads(game.new_match(seed=1, history=True).snapshot("uboat", since=0).model_dump_json())
    validator = Draft202012Validator(nc.wire.schema(game))
    assert validator.is_valid(sent)

    def spoilt(change: Any) -> dict[str, Any]:
        other: dict[str, Any] = json.loads(json.dumps(sent))
        change(other)
        return other

    assert not validator.is_valid(spoilt(lambda data: data.update(state={})))
    assert not validator.is_valid(spoilt(lambda data: data["view"].update(secret=1)))
    assert not validator.is_valid(spoilt(lambda data: data["decision"]["options"][0].update(kind="sail")))
    assert not validator.is_valid(spoilt(lambda data: data["events"][0]["fields"].update(card="Oar")))


@pytest.mark.skipif(
    NODE is None or not (TYPESCRIPT / "node_modules").is_dir(),
    reason="TypeScript types need node and its packages: npm ci in tests/typescript",
)
def test_types_made_by_the_usual_converter_compile_with_a_client(tmp_path: Path) -> None:
    schemas = []
    for name in GAMES:
        schemas.append(str(tmp_path / f"{name}.json"))
        Path(schemas[-1]).write_text(json.dumps(nc.wire.schema(nc.load(name))), encoding="utf-8")
    assert NODE is not None
    ran = subprocess.run(
        [NODE, str(TYPESCRIPT / "check.mjs"), str(tmp_path), *schemas], capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(ran.stdout.splitlines()) == len(GAMES)
