"""Options and events that have one kind in several games name the same parts of an act."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from typing import cast

import pytest

import navalcore as nc
from navalcore._rules.option import kind_of, kind_of_class
from navalcore.bots import make_bots
from navalcore.rules import Move, Place, PlacePart

GAMES = ("uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war")
CHOICES = 400
Parts = frozenset[str]


def parts_of(places: Iterable[Place], moves: Iterable[Move] = ()) -> Parts:
    """The parts of an act, those of its moves if it names no other place. A piece that goes and does not say where to,
    such as a card from a hand, acts at the place that it leaves.
    """
    found: set[str] = {part for _, part in places}
    for move in () if found else moves:
        found |= {"subject"} | {part for part, name in (("from", move.start), ("to", move.end)) if name}
    return frozenset({"at" if part == "from" and "to" not in found else part for part in found})


@pytest.fixture(scope="module")
def kinds() -> dict[str, dict[str, set[Parts]]]:
    """By kind, and by game, the parts of what was offered and told in some matches."""
    found: dict[str, dict[str, set[Parts]]] = defaultdict(lambda: defaultdict(set))
    wanted = shared()
    for name in GAMES:
        game = nc.load(name)
        for seed, scenario in enumerate((*game.scenarios,) * 2):
            match, rng = game.new_match(scenario, seed=seed, history=True), random.Random(seed)
            bots = make_bots(game, seed=str(seed))
            for _ in range(CHOICES):
                decision = match.decision
                if decision is None:
                    break
                for option in decision.options:
                    if (kind := f"option {kind_of(option)}") in wanted:
                        found[kind][name].add(parts_of(decision.places_of(option)))
                thinks = seed % 2 and decision.role in bots
                answer = bots[decision.role].decide(match.view(decision.role), decision) if thinks else None
                match.choose(rng.randrange(len(decision.options)) if answer is None else answer)
            for event in match.snapshot(nc.UMPIRE, since=0).events:
                told = [Place(each.place, cast("PlacePart", each.part)) for each in event.places]
                moves = [Move(each.piece, each.start, each.end) for each in event.moves]
                found[f"event {event.kind}"][name].add(parts_of(told, moves))
    return found


def shared() -> set[str]:
    """The kinds that several games have."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for name in GAMES:
        game = nc.load(name)
        for option in game.option_types:
            kinds[f"option {kind_of_class(option)}"].add(name)
        for event in game.event_types:
            kinds[f"event {event.kind}"].add(name)
    return {kind for kind, games in kinds.items() if len(games) > 1}


def test_a_kind_of_several_games_has_the_same_parts_in_all(kinds: dict[str, dict[str, set[Parts]]]) -> None:
    met = {kind: games for kind, games in kinds.items() if kind in shared() and len(games) > 1}
    assert len(met) >= 9, sorted(met)
    different = {
        kind: {name: [sorted(each) for each in parts] for name, parts in games.items()}
        for kind, games in met.items()
        if len({each for parts in games.values() for each in parts}) > 1
    }
    assert different == {}
