"""Forks that imagine what a role does not know, made while another role is asked."""

from __future__ import annotations

import copy
import random

import pytest

import navalcore as nc
from navalcore._match.match import AnyMatch
from navalcore.bots import make_bots, play_out
from navalcore.errors import NotImagined


def at_phase(phase: str, seed: int = 17, after: int = 20) -> AnyMatch:
    """A match of the card game at a decision of a step."""
    rng = random.Random(seed)
    match: AnyMatch = nc.load("uboat_cards").new_match(seed=seed)
    while match.count < after or match.state.phase != phase:
        assert match.decision is not None
        match.choose(rng.randrange(len(match.decision.options)))
    return match


def offered(match: AnyMatch) -> list[str]:
    assert match.decision is not None
    return match.decision.texts


def test_another_who_is_asked_as_a_step_begins_is_offered_what_he_holds_in_the_imagined_world() -> None:
    real = at_phase("convoy_action")
    found = set()
    for seed in range(30):
        world = real.fork(seed=seed, as_seen_by="uboat")
        assert world.view("uboat") == real.view("uboat")
        hand = {f"play {card}" for card in world.view("convoy").convoy.hand}
        assert {text for text in offered(world) if text != "pass"} <= hand
        found.add(tuple(offered(world)))
        play_out(world.fork(), make_bots(real.game, seed=1))
        for index in range(len(offered(world))):
            world.fork().choose(index)
    assert len(found) > 3


def test_what_is_offered_in_an_imagined_world_does_not_tell_what_really_is() -> None:
    real = at_phase("convoy_action")
    for seed in range(8):
        other = real.fork(seed=seed, as_seen_by="uboat")
        assert other.view("uboat") == real.view("uboat")
        worlds = [offered(match.fork(seed="same", as_seen_by="uboat")) for match in (real, real.fork())]
        assert worlds[0] == worlds[1]


def test_a_question_that_has_come_of_hidden_draws_has_no_options_in_an_imagined_world_and_says_so() -> None:
    real = at_phase("convoy_draw")
    before = real.digest
    world = real.fork(seed=1, as_seen_by="uboat")
    for match in (
        world,
        world.fork(),
        world.fork(seed=2),
        copy.copy(world),
        world.fork(seed=3, as_seen_by="uboat"),
    ):
        assert match.decision is not None
        assert (match.decision.role, match.decision.prompt) == ("convoy", real.decision.prompt)  # type: ignore[union-attr]
        assert match.decision.texts == []
        assert match.snapshot("convoy").decision.options == ()  # type: ignore[union-attr]
        for attempt in (
            lambda: match.choose(0),  # noqa: B023
            lambda: match.choose("discard Sonar", role="convoy"),  # noqa: B023
            lambda: match.why_not("discard Sonar"),  # noqa: B023
            lambda: match.odds(0),  # noqa: B023
            lambda: match.odds_table(),  # noqa: B023
            lambda: play_out(match, make_bots(match.game, seed=1)),  # noqa: B023
        ):
            with pytest.raises(NotImagined, match="imagine the match where uboat decides"):
                attempt()
        assert match.count == real.count
    assert real.digest == before
    real.choose(0)


def test_the_one_who_imagines_may_be_asked_at_any_point_of_a_step() -> None:
    real = at_phase("convoy_draw")
    world = real.fork(seed=1, as_seen_by="convoy")
    assert offered(world) == offered(real)
    world.choose(0)


def test_simultaneous_orders_are_imagined_from_their_beginning_and_own_ones_are_kept() -> None:
    rng = random.Random(2)
    real: AnyMatch = nc.load("bismarck").new_match("two_player", seed=4)
    while not (real.state.phase == "orders" and real.state.turn > 3 and len(real.decisions) == 2):
        assert real.decision is not None
        real.choose(rng.randrange(len(real.decision.options)))
    first = real.decisions["german"].texts
    real.choose("Bismarck", role="german")
    ordered = set()
    for seed in range(9):
        world = real.fork(seed=seed, as_seen_by="british")
        assert world.decisions["german"].texts == first, "what the Germans have ordered unseen does not show"
        world.choose("Bismarck", role="german")
        ordered.add(world.decisions["german"].prompt)
    assert len(ordered) > 1, "she is where she is imagined"
    world = real.fork(seed=1, as_seen_by="british")
    assert world.decisions["british"].texts == real.decisions["british"].texts
    assert [each.number for each in world.decisions.values()] == [0, 0]
    own = real.fork()
    own.choose("Hood", role="british")
    world = own.fork(seed=1, as_seen_by="british")
    assert world.view("british") == own.view("british")
    assert world.decisions["british"].prompt == own.decisions["british"].prompt
    assert world.decisions["british"].texts == own.decisions["british"].texts


@pytest.mark.parametrize("scenario", ["two_player", "solitaire"])
def test_an_onlooker_imagines_the_match_waiting_for_those_whom_it_waits_for(scenario: str) -> None:
    """Of simultaneous choices, a role that has ended its own has ended them in every world that is imagined."""
    match = nc.load("bismarck").new_match(scenario, seed=4)
    waited = set()
    for finished in ("british", "german"):
        while finished in match.decisions:
            match.choose("DM" if "DM" in match.decisions[finished].texts else 0, role=finished)
        for seed in range(5):
            now = match.snapshot(nc.SPECTATOR).waiting_for
            world = match.fork(seed=seed, as_seen_by=nc.SPECTATOR)
            assert world.snapshot(nc.SPECTATOR).waiting_for == now
            waited.add(now)
            play_out(world, make_bots(match.game, dict.fromkeys(match.game.roles, "random"), seed), limit=20)
        if match.state.turn > 1:
            break
    assert ("german",) in waited
