"""The estimate that search bots and reports ask for."""

import pytest

from navalcore.bots import make_bots
from navalcore_games.tonnage_war.evaluation import FIGURES, estimate, figures, rest_of_round
from navalcore_games.tonnage_war.game import TonnageWar
from navalcore_games.tonnage_war.state import Side

GAME = TonnageWar()
U, E = Side.UBOAT, Side.ESCORT


def lead(state):
    return state.tally.uboat_points - state.tally.escort_points


def turns_of(match):
    """Play a match by the own bots, stopping at the beginning of every turn."""
    bots, turn = make_bots(GAME, seed=0), 0
    while (decision := match.decision) is not None:
        if match.state.turn and match.state.turns != turn:
            turn = match.state.turns
            yield match.state
        match.choose(bots[decision.role].decide(match.view(decision.role), decision))


def test_what_a_round_still_brings_is_foretold_better_than_by_its_average():
    foretold = []
    for seed in range(12):
        match = GAME.new_match(seed=f"estimate {seed}", options={"match_of_two": False})
        under_way, waiting = 1, list[tuple[float, int]]()
        for state in turns_of(match):
            if state.round != under_way:
                foretold += [(said, lead(state) - before) for said, before in waiting]
                under_way, waiting = state.round, []
            waiting.append((rest_of_round(state), lead(state)))
        foretold += [(said, lead(match.state) - before) for said, before in waiting]
    assert 12 * 52 < len(foretold) <= 12 * 104, "a round may end by agreement"
    average = sum(came for _, came in foretold) / len(foretold)
    assert sum((said - came) ** 2 for said, came in foretold) < sum((average - came) ** 2 for _, came in foretold)


def test_there_is_a_figure_for_every_name():
    for state in turns_of(GAME.new_match(seed=2, options={"match_of_two": False})):
        assert len(figures(state)) == len(FIGURES)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_point_more_is_better_for_its_side_and_worse_for_the_other(seed):
    for state in turns_of(GAME.new_match(seed=seed, options={"match_of_two": False})):
        before = {side: estimate(state, side) for side in (U, E)}
        assert min(before.values()) >= 0
        assert sum(before.values()) <= 1, "what is missing is the part of a draw that neither is given"
        state.tally.uboat_points += 1
        assert estimate(state, U) >= before[U]
        assert estimate(state, E) <= before[E]
        state.tally.uboat_points -= 1
