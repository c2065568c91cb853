"""Random matches over both set-ups and all options: invariants, forks, saves, views; the rule book is covered."""

from __future__ import annotations

from pathlib import Path

import pytest

import navalcore as nc
from navalcore._rulebook.register import coverage
from navalcore._rules.decision import SPECTATOR
from navalcore.components._chance import SeededChance
from navalcore_games.aa50_subwar.options import SubwarOptions

CHOICES = {
    "transports_are_surface_ships": (True, False),
    "submarines_may_hunt_submarines": (False, True),
    "stop_roll": ("per_destroyer_per_submarine", "once_per_destroyer"),
    "escape_timing": ("before_return_fire", "after_return_fire"),
    "surprise_attack_no_return": (False, True),
    "hunters_are_committed": (False, True),
    "attack_order": ("attacker_chooses", "random"),
    "air_search_cost": (2, 0),
    "spot_aircraft": (3, 4),
    "spot_destroyer": (3, 2),
    "stop_submarine": (3, 5),
    "zone_limit_scope": ("per_collecting_power", "per_round"),
    "convoy_dice": (2, 1),
    "convoy_fighter_dice": (2, 1),
    "convoy_counts_up_to": (3, 4),
    "convoy_value": ("face", "one"),
    "mandatory": (True, False),
    "rounds": (None, 3),
    "commitment_germany": (None, 0),
    "commitment_uk": (None, 5),
    "commitment_us": (None, 0),
}


def test_every_option_is_varied_here():
    assert set(CHOICES) == set(SubwarOptions.model_fields)


@pytest.mark.parametrize("number", range(12))
def test_random_matches_keep_the_invariants_and_end(game, number):
    luck = SeededChance.from_seed(f"random play {number}")
    options = {name: values[luck.below(len(values))] for name, values in CHOICES.items()}
    match = game.new_match(list(game.scenarios)[number % 2], seed=number, options=options)
    phase = ""
    while not match.over:
        decision = match.decision
        texts = decision.texts
        assert len(set(texts)) == len(texts), decision.prompt
        if match.state.phase != phase:
            phase = match.state.phase
            assert list(game.invariants(match.state, match.setup.terms)) == []
            assert len({str(refusal) for refusal in decision.refusals()}) == len(decision.refusals())
        match.choose(luck.below(len(texts)))
    assert list(game.invariants(match.state, match.setup.terms)) == []
    assert match.outcome.ending in ("ipc_balance", "england_starved")


def test_a_fork_goes_on_like_the_match_itself(game):
    match = game.new_match(seed=3)
    for _ in range(60):
        match.choose(match.count * 7 % len(match.decision.options))
    twin = match.fork()
    for _ in range(60):
        choice = match.count * 5 % len(match.decision.options)
        assert match.decision.texts == twin.decision.texts
        match.choose(choice)
        twin.choose(choice)
    assert game.states.digest(match.state) == game.states.digest(twin.state)


def test_a_saved_match_is_loaded_and_verified(game, tmp_path):
    match = game.new_match("atlantic_1942", seed=3)
    while not match.over and match.count < 300:
        match.choose(match.count * 11 % len(match.decision.options))
    path = tmp_path / "atlantic.jsonl"
    match.save(path)
    loaded = nc.load_match(path)
    assert game.states.digest(loaded.state) == game.states.digest(match.state)
    nc.verify(path)


def test_nothing_is_hidden_so_every_role_sees_the_same_and_redealing_changes_nothing(game):
    match = game.new_match(seed=4)
    for _ in range(200):
        match.choose(match.count * 13 % len(match.decision.options))
    seen = [
        game.view(match.state, role, match.setup.terms).model_dump(exclude={"role"})
        for role in (*game.roles, SPECTATOR, nc.UMPIRE)
    ]
    assert all(view == seen[0] for view in seen)
    twin = game.determinize(match.state, "axis", SeededChance.from_seed(1), match.setup.terms)
    assert game.view(twin, "axis", match.setup.terms) == game.view(match.state, "axis", match.setup.terms)


def test_the_state_survives_being_written_as_json(game):
    match = game.new_match(seed=6)
    for _ in range(150):
        match.choose(match.count * 3 % len(match.decision.options))
    again = game.states.from_json(game.states.to_json(match.state))
    assert again == match.state


def test_every_section_has_code_and_a_test(game):
    report = coverage(game.rulebook, ["navalcore_games.aa50_subwar"], Path(__file__).parent)
    assert report.complete, (report.summary_line(), report.without_code, report.without_tests)


def test_every_ruling_with_an_option_names_one_that_exists_and_every_option_cites_its_ruling(game):
    rulings = {ruling.id: ruling for ruling in game.rulebook.rulings}
    for ruling in rulings.values():
        assert ruling.option is None or ruling.option in SubwarOptions.model_fields
    for name, field in SubwarOptions.model_fields.items():
        assert field.description, name
        cited = field.description.split(".")[0]
        assert cited in rulings or cited in game.rulebook, name
