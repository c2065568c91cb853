"""OpenSpiel: its own random tests, and states drawn anew that a player cannot tell from the real one."""

import json
import pickle
import random
from threading import Thread
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

from navalcore.errors import BadData  # noqa: E402
from navalcore.learn import ChanceNodes, register_with_openspiel  # noqa: E402
from navalcore.odds._paths import Draw  # noqa: E402
from navalcore.rules import SeededChance  # noqa: E402

register_with_openspiel()

TERMS = (
    "game=uboat_cards,scenario=short,longest=30",
    "game=tonnage_war,longest=40",
    "game=aa50_subwar,longest=16",
    "game=bismarck,longest=8",
    "game=silent_war,longest=6",
    "game=silent_war,scenario=campaign_wp1,longest=4",
)


def played(game, seed, answers):
    """A state after so many random answers."""
    draw, state = random.Random(seed), game.new_initial_state()
    for _ in range(answers):
        if state.is_terminal():
            break
        if state.is_chance_node():
            results, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw.choices(results, weights)[0])
        else:
            state.apply_action(draw.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("terms", TERMS)
def test_open_spiels_own_random_test_with_saving_passes(terms):
    game = pyspiel.load_game(f"navalcore({terms})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert game.new_initial_state().is_chance_node() or "bismarck" not in terms


def test_returns_are_those_of_the_match():
    state = played(pyspiel.load_game("navalcore(game=uboat_cards,scenario=short)"), 2, 5000)
    assert state.is_terminal()
    assert sorted(state.returns()) == [-1.0, 1.0]
    assert state.returns()[("uboat", "convoy").index(state.nodes.outcome.winner)] == 1.0


def test_a_state_drawn_anew_is_one_that_the_player_cannot_tell_from_the_real_one():
    game = pyspiel.load_game("navalcore(game=tonnage_war)")
    met = 0
    for seed in range(6):
        state = played(game, seed, 120)
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        player = state.current_player()
        if player < 0:
            continue
        anew = state.resample_from_infostate(player, random.Random(seed).random)
        assert anew.current_player() == player
        assert anew.legal_actions() == state.legal_actions()
        assert anew.information_state_string(player) == state.information_state_string(player)
        assert anew.observation_tensor(player) == state.observation_tensor(player)
        met += 1
    assert met >= 3


def test_what_players_heard_is_the_same_whether_it_was_kept_from_the_start_or_asked_for_later():
    late, early = (pyspiel.load_game("navalcore(game=tonnage_war)") for _ in range(2))
    early.heard = True
    for answers in (0, 25, 60):
        one, other = played(late, 5, answers), played(early, 5, answers)
        late.heard = False
        for state in (one, one.clone(), pickle.loads(pickle.dumps(one.nodes))):
            nodes = getattr(state, "nodes", state)
            for role in late.roles:
                assert nodes.information_state(role) == other.nodes.information_state(role)
                assert nodes.information_digest(role) == other.nodes.information_digest(role)


def test_a_world_imagined_by_a_match_that_kept_nothing_has_no_information_state_but_plays_on():
    nodes = ChanceNodes("uboat_cards", "short", heard=False)
    while nodes.decision is None:
        nodes.choose(0)
    nodes.redeal(nodes.decision.role, SeededChance.from_seed("other"))
    with pytest.raises(BadData, match="did not keep what its roles heard"):
        nodes.information_state("uboat")
    nodes.choose(0)


def test_a_state_may_be_played_on_in_another_thread():
    state = played(pyspiel.load_game("navalcore(game=uboat_cards)"), 1, 40)
    while state.is_chance_node():
        state.apply_action(0)
    thread = Thread(target=lambda: state.apply_action(state.legal_actions()[0]))
    thread.start()
    thread.join()
    assert state.move_number() == len(state.nodes.tape)


def test_no_information_state_belongs_to_two_players_and_strangers_have_none():
    state = played(pyspiel.load_game("navalcore(game=uboat_cards)"), 1, 40)
    assert state.information_state_string(0) != state.information_state_string(1)
    with pytest.raises(BadData, match="none of the 2 players"):
        state.information_state_string(2)


def test_a_seat_of_a_bot_is_refused():
    with pytest.raises(BadData, match="a bot plays german"):
        pyspiel.load_game("navalcore(game=bismarck,scenario=solitaire)")


def test_a_game_with_several_options_is_saved_and_read_again():
    options = {"sequence": "alternating", "clear_scope": "opponent"}
    game = pyspiel.load_game("navalcore", {"game": "uboat_cards", "options": json.dumps(options)})
    state = played(game, 1, 25)
    again, there = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.options == pickle.loads(pickle.dumps(game)).options == options
    assert str(there) == str(state)


def test_wrong_terms_are_refused():
    for wrong in ({"options": "{"}, {"options": "[1]"}, {"longest": 0}):
        with pytest.raises(BadData):
            pyspiel.load_game("navalcore", wrong)
    assert pyspiel.load_game("navalcore", {"longest": 1}).max_game_length() == 1


def recalled(game, most):
    """By player and information state, what the player had been told and had done at each of its turns before."""
    found: dict[tuple[int, str], set[tuple[tuple[str, int], ...]]] = {}
    seen: dict[tuple[int, str], set[str]] = {}
    waiting: list[tuple[Any, tuple[Any, ...]]] = [(game.new_initial_state(), ((), ()))]
    while waiting and most > 0:
        state, lines = waiting.pop()
        most -= 1
        if state.is_terminal():
            continue
        player = state.current_player()
        if player >= 0:
            text = state.information_state_string()
            found.setdefault((player, text), set()).add(lines[player])
            seen.setdefault((player, text), set()).add(state.observation_string(player))
        for action in state.legal_actions():
            after = list(lines)
            if player >= 0:
                after[player] = (*lines[player], (text, action))
            waiting.append((state.child(action), tuple(after)))
    return found, seen


@pytest.mark.parametrize("terms", ["game=uboat_cards,scenario=short,longest=26", "game=tonnage_war,longest=60"])
def test_a_player_recalls_all_that_it_knew_and_did_and_no_string_is_shared_by_two(terms):
    found, seen = recalled(pyspiel.load_game(f"navalcore({terms})"), 500)
    assert {len(before) for before in found.values()} == {1}
    assert {len(observations) for observations in seen.values()} == {1}
    assert not {text for player, text in found if player == 0} & {text for player, text in found if player == 1}
    assert len(found) > 20


def test_a_game_says_truly_that_it_has_strings_and_observations_but_no_tensor_of_an_information_state():
    game = pyspiel.load_game("navalcore(game=uboat_cards)")
    kind, state = game.get_type(), played(game, 1, 40)
    assert kind.provides_information_state_string
    assert kind.provides_observation_string
    assert not kind.provides_information_state_tensor
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1.0, 1.0, 0.0)
    assert len(state.observation_tensor(0)) == game.observation_tensor_size() == game.encoder.size


def test_a_result_is_named_by_its_purpose_and_text_and_by_a_number_only_where_several_read_alike():
    state = pyspiel.load_game("navalcore(game=uboat_cards)").new_initial_state()
    named = [state.action_to_string(action) for action in state.legal_actions()]
    assert named == [f"{state.nodes.draw.why}: {text}" for text in state.nodes.draw.texts]
    state.nodes.draw = Draw("fire", "", (0, 1, 2), ("hit", "miss", "hit"), (1, 1, 1))
    named = [state.action_to_string(action) for action in range(3)]
    assert named == ["fire: hit (no. 0)", "fire: miss", "fire: hit (no. 2)"]


def test_an_action_of_a_player_who_is_not_asked_is_named_by_its_key_if_the_game_has_a_table_and_else_by_its_number():
    closed = pyspiel.load_game("navalcore(game=uboat_cards)")
    keys = closed.space.keys
    for action in (0, len(keys) - 1):
        assert closed.new_initial_state().action_to_string(1, action) == keys[action]
    hashed = pyspiel.load_game("navalcore(game=silent_war)")
    assert hashed.new_initial_state().action_to_string(1, 7) == "7"


def test_an_observation_says_what_the_player_sees_and_at_a_draw_only_who_it_is():
    game = pyspiel.load_game("navalcore(game=uboat_cards)")
    begun = game.new_initial_state()
    assert [begun.observation_string(player) for player in (0, 1)] == ["uboat", "convoy"]
    state = played(game, 1, 40)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for player, role in enumerate(("uboat", "convoy")):
        seen = json.loads(state.observation_string(player))
        assert len(seen[role]["hand"]) > 0
        assert seen["role"] == role
