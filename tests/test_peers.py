"""The peers of the benchmark play our card game: fed our draws and choices, they offer and reach the same."""

import warnings

import pytest

from benchmarks.peers.table import KINDS, PASS, Table
from navalcore.components._chance import SeededChance
from navalcore_games.uboat_cards.game import UboatCards

SEEDS = range(3)


def told(seed: int) -> tuple[list[int], list[tuple[list[int], int]], tuple[int, int]]:
    """A random match of ours: kinds drawn, (options, choice) of every decision, (winner, turns)."""
    match = UboatCards().new_match(seed=seed)
    below = SeededChance.from_seed(f"c{seed}").below
    decisions = []
    while match.decision is not None:
        options = [action(text) for text in match.decision.texts]
        pick = below(len(options))
        decisions.append((sorted(options), options[pick]))
        match.choose(pick)
    drawn = [place(entry.text) for entry in match.tape() if entry.kind == "chance"]
    assert match.outcome is not None
    return drawn, decisions, (("uboat", "convoy").index(match.outcome.winner), match.state.turn)


def place(card: str) -> int:
    return [str(kind) for kind in KINDS].index(card)


def action(text: str) -> int:
    words = text.partition(" ")[2]
    return place(words) if words in [str(kind) for kind in KINDS] else PASS


@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_of_the_peers_offers_and_reaches_what_ours_does(seed: int) -> None:
    drawn, decisions, end = told(seed)
    cards, choices = iter(drawn), iter(decisions)
    table = Table()
    while table.winner < 0:
        if table.by_chance:
            kind = next(cards)
            assert table.weights()[kind] > 0
            table.come(kind)
        else:
            offered, chosen = next(choices)
            assert table.legal() == offered
            table.act(chosen)
    assert (table.winner, table.turn) == end
    assert [*cards, *choices] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_open_spiel_game_plays_the_same_match(seed: int) -> None:
    pytest.importorskip("pyspiel")
    from benchmarks.peers.openspiel import WolfPackGame

    drawn, decisions, end = told(seed)
    cards, choices = iter(drawn), iter(decisions)
    state = WolfPackGame().new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = dict(state.chance_outcomes())
            assert sum(outcomes.values()) == pytest.approx(1)
            kind = next(cards)
            assert kind in outcomes
            state.apply_action(kind)
        else:
            offered, chosen = next(choices)
            assert state.legal_actions() == offered
            state.apply_action(chosen)
    assert ([-1.0, 1.0].index(state.returns()[1]), state.table.turn) == end


@pytest.mark.parametrize("seed", SEEDS)
def test_the_petting_zoo_environment_plays_the_same_match(seed: int) -> None:
    pytest.importorskip("pettingzoo")
    from benchmarks.peers.pettingzoo_env import AGENTS, WolfPackEnv

    drawn, decisions, end = told(seed)
    cards = iter(drawn)
    env = WolfPackEnv(lambda weights: next(cards))
    env.reset()
    for offered, chosen in decisions:
        mask = env.infos[env.agent_selection]["action_mask"]
        assert [kind for kind, legal in enumerate(mask) if legal] == offered
        env.step(chosen)
    assert all(env.terminations.values())
    assert (max(AGENTS, key=env.rewards.__getitem__), env.table.turn) == (AGENTS[end[0]], end[1])


def test_the_environment_keeps_petting_zoos_own_contract() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    from benchmarks.peers.pettingzoo_env import WolfPackEnv

    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        api_test(WolfPackEnv(), num_cycles=50)
    allowed = ("We recommend agents to be named", "Environment has not defined a render() method")
    assert [str(each.message) for each in remarks if not str(each.message).startswith(allowed)] == []


def test_the_peers_random_matches_take_as_long_as_ours() -> None:
    pytest.importorskip("pyspiel")
    pytest.importorskip("pettingzoo")
    from benchmarks import handwritten
    from benchmarks.peers import openspiel, pettingzoo_env

    def decisions(play) -> list[int]:
        return [play(seed, SeededChance.from_seed(f"p{seed}").below)[2] for seed in range(40)]

    ours = decisions(lambda seed, choose: handwritten.play(SeededChance.from_seed(seed), choose))
    for play in (openspiel.play, pettingzoo_env.play):
        theirs = decisions(play)
        # two means of 40 matches: their difference lies within 4 standard errors but once in 16,000 times
        pooled = sum((value - sum(each) / 40) ** 2 for each in (ours, theirs) for value in each) / 78
        assert abs(sum(ours) - sum(theirs)) / 40 < 4 * (2 * pooled / 40) ** 0.5
