"""The hard bot: what it weighs and draws, and that neither the standard bot nor a reader's script beats it."""

from collections import Counter
from typing import Any

import pytest

from benchmarks.escort_script import CounterBot, ScriptBot
from navalcore._play.chance import ScriptedChance
from navalcore._rules.play import Play
from navalcore.bots import make_bots, play_out
from navalcore.components._chance import SeededChance
from navalcore_games.tonnage_war import escort_turn
from navalcore_games.tonnage_war.bots import SensibleBot
from navalcore_games.tonnage_war.choices import DefendAgainstAttack, Route, WithUnit
from navalcore_games.tonnage_war.state import Side
from navalcore_games.tonnage_war.values import ATTACK_CARDS
from navalcore_games.tonnage_war.veterans import FRESH, VeteranBot
from tests.games.tonnage_war.test_bots_and_board import GAME

DEALS = 30
DRAWS = 4000


def chance(seed: object = 1) -> SeededChance:
    """Chance of its own for a bot."""
    return SeededChance.from_seed(f"hard bot {seed}")


def won_and_lost(seat: str, other: Any) -> tuple[int, int]:
    """Matches of two games that the hard bot wins and loses from a seat."""
    won = lost = 0
    for deal in range(DEALS):
        match = GAME.new_match(seed=f"hard {deal}")
        bots = {role: VeteranBot if role == seat else other for role in GAME.roles}
        play_out(match, {role: bot(role, chance(f"{role} {deal}")) for role, bot in bots.items()})
        assert match.outcome is not None
        won += match.outcome.winner == seat
        lost += match.outcome.winner not in (seat, None)
    return won, lost


@pytest.mark.parametrize("seat", [*GAME.roles])
@pytest.mark.parametrize("other", [SensibleBot, ScriptBot])
def test_the_hard_bot_wins_more_matches_than_it_loses(seat: str, other: Any) -> None:
    won, lost = won_and_lost(seat, other)
    assert won > lost


def test_a_script_that_knows_the_figures_takes_no_more_than_three_of_five_decided_matches_from_the_hard_bot() -> None:
    won, lost = map(sum, zip(*(won_and_lost(seat, CounterBot) for seat in GAME.roles), strict=True))
    assert lost <= 0.6 * (won + lost)


def test_an_action_worth_1_more_is_drawn_e_times_as_often_and_one_worth_far_less_never() -> None:
    bot = VeteranBot(Side.ESCORT, chance())
    drawn = Counter(bot._drawn([("better", 3.0), ("other", 2.0), ("hopeless", -9.0)]) for _ in range(DRAWS))
    assert drawn["better"] / drawn["other"] == pytest.approx(2.718, rel=0.1)
    assert drawn["hopeless"] == 0


def test_what_the_hard_bot_does_cannot_be_foretold_from_what_it_sees() -> None:
    match = GAME.new_match(seed="foretold")
    seen: Counter[str] = Counter()
    for _ in range(100):
        decision = match.decision
        assert decision is not None
        view, bare = match.view(decision.role), decision.bare()
        chosen = {str(VeteranBot(decision.role, chance(seed)).decide(view, bare)) for seed in range(20)}
        seen[f"{decision.kind} drawn" if len(chosen) > 1 else decision.kind] += 1
        match.choose(VeteranBot(decision.role, chance()).decide(view, bare))
    assert {"uboat_turn drawn", "escort_turn drawn"} <= set(seen)


def test_a_hard_bot_that_takes_over_in_the_middle_of_an_attack_sends_what_its_card_is_worth() -> None:
    match = GAME.new_match(seed="takes over")
    seen = 0
    while not match.over and seen < 3:
        decision = match.decision
        assert decision is not None
        fresh = VeteranBot(decision.role, chance())
        chosen = fresh.decide(match.view(decision.role), decision)
        seen += isinstance(chosen, WithUnit)
        match.choose(chosen, role=decision.role)
    assert seen == 3


def test_the_counter_to_the_hard_bot_leaves_attacks_of_two_rolls_to_escorts_that_are_not_fresh() -> None:
    answered = {True: 0, False: 0}
    held_back = 0
    for deal in range(4):
        match = GAME.new_match(seed=f"counter {deal}")
        bots = {role: CounterBot(role, chance(role)) for role in GAME.roles}
        while (decision := match.decision) is not None:
            view: Any = match.view(decision.role)
            chosen = bots[decision.role].decide(view, decision.bare())
            defences = any(isinstance(option, DefendAgainstAttack) for option in decision.options)
            if defences and ATTACK_CARDS[view.attack.attack_card].rolls == 2:
                fresh, answers = view.escort.units_size >= FRESH, isinstance(chosen, DefendAgainstAttack)
                answered[fresh] += answers
                held_back += fresh and not answers
            match.choose(chosen)
    assert answered[True] == 0 < answered[False]
    assert held_back > 0


@pytest.mark.parametrize("scenario", [*GAME.scenarios])
def test_the_hard_bot_plays_every_scenario_to_its_end(scenario: str) -> None:
    match = GAME.new_match(scenario, seed=3)
    play_out(match, make_bots(GAME, dict.fromkeys(GAME.roles, "hard"), seed=1))
    assert match.over


def act(table: Any) -> Any:
    """What the hard escorts do now."""
    play = Play(table.state, table.options, ScriptedChance(), scenario=table.scenario)
    view = GAME.view(table.state, Side.ESCORT, table.terms)
    return VeteranBot(Side.ESCORT, chance()).choose(view, escort_turn.actions(play))


def test_hard_escorts_route_the_convoy_away_before_they_hunt(desk: Any) -> None:
    table = desk().hold(Side.ESCORT, "evasive routing, HF/DF (1), escort attack (1)", "SR, blank")
    table.contact("R")
    assert isinstance(act(table), Route)


def test_hard_escorts_meet_a_broadside(desk: Any) -> None:
    table = desk().hold(Side.ESCORT, "evasive routing, escort attack (3)", "SR, SR, AR")
    table.uboat_attacks("beam attack")
    assert isinstance(act(table), DefendAgainstAttack)
