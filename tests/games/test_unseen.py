"""What one side chooses in secret shows nowhere in what the other is shown: number, prompt, options, events, view."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import navalcore as nc
from navalcore._match.match import AnyMatch
from navalcore.errors import NotImagined

MATCHES = 25


def shown(match: AnyMatch, role: str) -> tuple[object, ...]:
    """All that a role is shown of a match, but the events."""
    decision = match.decision_for(role)
    assert decision is not None
    return decision.number, decision.prompt, decision.rule, tuple(decision.texts), match.view(role).model_dump_json()


def at_a_group(game: Any, seed: int) -> AnyMatch | None:
    """A random match at the beginning of simultaneous choices, a few groups on."""
    rng = random.Random(seed)
    match: AnyMatch = game.new_match(seed=seed)
    groups, inside = rng.randrange(6), False
    while match.decision is not None and match.count < 1500:
        several = len(match.decisions) > 1
        if several and not inside:
            if groups == 0:
                return match
            groups -= 1
        inside = several
        match.choose(rng.randrange(len(match.decision.options)))
    return None


def test_a_german_is_shown_the_same_however_much_the_british_have_ordered() -> None:
    game = nc.load("bismarck")
    looked_at = 0
    for seed in range(MATCHES):
        start = at_a_group(game, seed)
        if start is None:
            continue
        for first, second in (("british", "german"), ("german", "british")):
            before = shown(start, second)
            twin, heard = start.fork(), list[Any]()
            twin.events.subscribe(heard.append, role=second)
            for _ in range(40):
                if first not in twin.decisions or second not in twin.decisions:
                    break
                twin.choose(
                    random.Random(f"{seed} {twin.count}").randrange(len(twin.decisions[first].options)), role=first
                )
                if second in twin.decisions:
                    assert shown(twin, second) == before
                    looked_at += 1
            assert heard == []
    assert looked_at > 400


@pytest.mark.parametrize("name", ["bismarck", "tonnage_war", "uboat_cards", "aa50_subwar"])
def test_numbers_count_what_a_role_has_chosen_itself(name: str) -> None:
    game = nc.load(name)
    for seed in range(3):
        rng = random.Random(seed)
        match: AnyMatch = game.new_match(seed=seed)
        made: Counter[str] = Counter()
        while not match.over and match.count < 200:
            for role in (*game.roles, nc.SPECTATOR):
                decision = match.decision_for(role)
                assert decision is not None
                assert decision.number == made[role]
            role = rng.choice(list(match.decisions))
            made[role] += 1
            match.choose(rng.randrange(len(match.decisions[role].options)), role=role)


def test_the_number_of_escorts_that_answer_a_bearing_does_not_show_in_numbers() -> None:
    # HF/DF (7.3.5) sends up to three escorts, chosen one by one in secret; the U-boat side is then asked.
    game = nc.load("tonnage_war")
    found: dict[int, set[int]] = {}
    for seed in range(60):
        rng = random.Random(seed)
        match: AnyMatch = game.new_match(seed=seed)
        own: Counter[str] = Counter()
        sent, last = 0, ""
        while (decision := match.decision) is not None:
            if sent and decision.role != last:
                seen = match.decision_for(decision.role)
                assert seen is not None
                shown_number = seen.number
                assert shown_number == own[decision.role]
                found.setdefault(sent, set()).add(shown_number - own[decision.role])
            asks_for_escorts = decision.rule == "7.3"
            sent = sent + 1 if asks_for_escorts and sent else int(asks_for_escorts)
            last = decision.role
            own[last] += 1
            match.choose(rng.randrange(len(decision.options)))
    assert len(found) >= 3
    assert all(differences == {0} for differences in found.values())


@pytest.mark.parametrize("name", sorted(nc.games()))
def test_every_role_and_an_onlooker_can_imagine_the_match_anywhere_and_whoever_is_asked_plays_on(name: str) -> None:
    game = nc.load(name)
    looked_at = 0
    for seed in range(3):
        rng = random.Random(seed)
        match: AnyMatch = game.new_match(seed=seed)
        while not match.over and match.count < 240:
            if match.count % 12 == 0:
                for role in (*game.roles, nc.SPECTATOR):
                    imagined = match.fork(seed=f"{seed} {match.count}", as_seen_by=role)
                    assert imagined.view(role) == match.view(role)
                    assert not list(game.invariants(imagined.state, match.setup.terms))
                    asked = imagined.decision
                    if asked is not None and not asked.options:
                        assert role not in match.decisions
                        with pytest.raises(NotImagined):
                            imagined.choose(0)
                        continue
                    for _ in range(15):
                        if imagined.decision is not None:
                            imagined.choose(rng.randrange(len(imagined.decision.options)))
                    looked_at += 1
            assert match.decision is not None
            match.choose(rng.randrange(len(match.decision.options)))
    assert looked_at > 5
