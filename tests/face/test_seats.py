"""Who sits where: seats are told for every scenario and option as decisions then come."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import navalcore as nc
from navalcore.bots import bot_names

GAMES = ["uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war"]
ENOUGH, MOST = 15, 2500
"""Choices that are made in any case, and until everybody has been asked."""


def other_options(game: Any) -> Iterator[dict[str, Any]]:
    """Every option that is a switch or a word, at each of its values."""
    schema = game.options_class.model_json_schema()
    for name, field in schema["properties"].items():
        field = schema["$defs"][field["$ref"].rpartition("/")[2]] | field if "$ref" in field else field
        values = [True, False] if field.get("type") == "boolean" else field.get("enum", [])
        for value in values:
            try:
                game.parse_options({name: value})
            except nc.NavalCoreError:  # an option of Tonnage War that wants another one
                continue
            yield {name: value}


def terms(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Every scenario as it is, and every option in the first and the last of them."""
    game: Any = nc.load(name)
    scenarios = list(game.scenarios)
    found: list[tuple[str, dict[str, Any]]] = [(scenario, {}) for scenario in scenarios]
    return found + [(s, options) for s in {scenarios[0], scenarios[-1]} for options in other_options(game)]


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_that_is_taken_is_asked_and_no_other(name: str) -> None:
    game = nc.load(name)
    for number, (scenario, options) in enumerate(terms(name)):
        seats = game.seats(scenario, options)
        assert [seat.role for seat in seats] == list(game.roles)
        bots = {seat.taken_by.removeprefix("bot:") for seat in seats if seat.taken_by not in ("person", "nobody")}
        assert bots <= set(bot_names(game))
        taken = {str(seat.role) for seat in seats if seat.taken_by != "nobody"}
        rng, asked = random.Random(number), set[str]()
        match = game.new_match(scenario, options=options, seed=number)
        while not match.over and match.count < (ENOUGH if asked == taken else MOST):
            asked |= {str(role) for role in match.decisions}
            role = rng.choice(list(match.decisions))
            match.choose(rng.randrange(len(match.decisions[role].options)), role=role)
        assert asked == taken, (scenario, options, match.count)
