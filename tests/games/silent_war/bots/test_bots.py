"""The bots: forecasts, orders, and that they play well."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from navalcore.bots import make_bots, play_out
from navalcore.rules import SeededChance
from navalcore_games.silent_war.bots.fight import best_split, danger, known, may_be, worth_by_points
from navalcore_games.silent_war.bots.orders import passage, patrol_worth, ratings_of, weeks_out
from navalcore_games.silent_war.bots.skipper import TEMPERAMENTS, PatrolBot
from navalcore_games.silent_war.choices import GO_HOME, NO_ATTACK, SEARCH, TORPEDOES
from navalcore_games.silent_war.combat.attack import allocate, choose_targets, choose_unmodified
from navalcore_games.silent_war.combat.rounds import opening
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.state import AT_SEA, Posture
from navalcore_games.silent_war.views import see

PATROLS = ("patrol_silversides_1942", "patrol_wahoo_1943", "patrol_harder_1944", "patrol_torsk_1945")


def wins(game, bot, matches=25):
    endings: Counter[bool] = Counter()
    for scenario, number in product(PATROLS, range(matches)):
        match = game.new_match(scenario, seed=f"{scenario} {number}")
        play_out(match, make_bots(game, {"comsubpac": bot}, f"bot {number}"))
        endings[match.outcome.winner is not None] += 1
    return endings[True] / sum(endings.values())


def test_a_steady_skipper_wins_far_more_patrols_than_chance(game):
    assert wins(game, "steady") > wins(game, "random") + 0.1


def test_points_are_split_as_trying_every_split_would_have_it():
    curves = ((0.0, 0.0, 1.0, 1.5, 3.0), (0.0, 2.0, 2.2, 2.3, 2.4), (0.0, 0.1, 0.2, 2.5, 2.6))
    every = (
        sum(curve[given] for curve, given in zip(curves, split, strict=True))
        for split in product(range(5), repeat=3)
        if sum(split) <= 4
    )
    value, split = best_split(curves, 4)
    assert value == max(every) == 4.5
    assert split == (0, 1, 3)


def test_no_points_bring_nothing_and_more_points_never_less(charts):
    merchant = next(n for n, ship in enumerate(charts.ships) if ship.merchant and ship.tonnage == 4)
    curve = worth_by_points("", known("", merchant), 0, False, 0, 0, 7)
    assert curve[0] == 0
    assert list(curve) == sorted(curve)
    assert curve[7] > 0


def test_what_a_face_down_unit_may_be_follows_the_war_mix(charts):
    for period, column, back in product((1, 2, 3, 4), range(4), ("red_ball", "rising_sun")):
        prospect = may_be("", period, column, back)
        assert sum(kind.share for kind in prospect.kinds) == pytest.approx(1)
    assert may_be("", 2, 3, "rising_sun").asw > may_be("", 2, 0, "red_ball").asw, "cup D holds the fleet"


def test_danger_rises_with_the_difference_and_with_damage():
    costs = [danger("", difference, 0, 4, 0) for difference in (-3, 0, 2, 4, 6, 8, 10)]
    assert costs == sorted(costs)
    assert danger("", 4, 0, 4, 1) > danger("", 4, 0, 4, 0)


def test_the_odd_single_step_is_spent_where_the_check_would_be_worst(charts):
    path = tuple(charts.area_index[name] for name in ("central_pacific", "bonins", "empire_pacific"))
    assert passage("", 2, path, 2, 3.0, 1.0)[1] == 2, "two quiet steps, then one into the Empire"
    assert passage("", 2, path[1:], 2, 3.0, 1.0)[1] == 2, "no week is lost for a cautious step"


def test_a_patrol_promises_less_the_more_boats_are_there_and_nothing_beyond_its_range(charts):
    active = tuple(base.id == "pearl_harbor" for base in charts.bases)
    pearl = "Pearl Harbor"
    gato = ratings_of(next(card for card in charts.boats if card.boat_class == "Gato"))
    old = ratings_of(next(card for card in charts.boats if card.boat_class == "S"))
    empire, japan = charts.area_index["empire_pacific"], charts.area_index["sea_of_japan"]
    alone, crowded = (patrol_worth("", 2, active, gato, pearl, empire, n, 0, 20.0) for n in (0, 2))
    assert alone > crowded
    assert patrol_worth("", 2, active, old, pearl, japan, 0, 0, 20.0) < 0
    assert weeks_out("", "A", 0) > weeks_out("", "D", 0)


def test_comsubpac_forms_wolfpacks_and_calls_damaged_boats_home(game):
    match = game.new_match("campaign_wp3", seed=3)
    bot = make_bots(game, {"comsubpac": "comsubpac"}, 1)["comsubpac"]
    state = match.state
    answers: Counter[tuple[bool, Any]] = Counter()
    while state.turn < 5:
        choice = bot.decide(game.view(state, "comsubpac", match.setup.terms), match.decision)
        if SEARCH in match.decision.options:
            answers[state.boats[state.acting].damage > 0, choice] += 1
        match.choose(choice)
    assert state.next_pack > 0
    assert answers[True, SEARCH] == 0
    assert answers[False, SEARCH] > 50
    assert answers[False, GO_HOME] == 0


def test_a_view_shows_boats_as_they_are_however_often_they_were_looked_at(game):
    match = game.new_match("campaign_wp1", seed=2)
    bot = make_bots(game, seed=1)["comsubpac"]
    for count in range(60):
        match = match.fork() if count % 10 == 9 else match
        again = game.states.from_json(game.states.to_json(match.state))
        view = match.view("comsubpac")
        assert view.boats == see(again, "comsubpac").boats
        assert match.view("comsubpac").boats == view.boats
        match.choose(bot.decide(view, match.decision))


def test_the_staff_spreads_its_boats_over_the_waters_of_war_period_4(game):
    """When the chart left most OpAreas white, 56 to 88 of them lay in the Strait of Malacca from week 4 on."""
    match = game.new_match("campaign_wp4", seed=8)
    bots = make_bots(game, seed=0)
    weeks: dict[tuple[int, int], Counter[int]] = {}
    while (match.state.month, match.state.week) < (month_number("1945-01"), 1):
        state, decision = match.state, match.decision
        if (state.month, state.week) not in weeks:
            on_patrol = [boat for boat in state.boats if boat.place in AT_SEA and boat.on_patrol]
            weeks[state.month, state.week] = Counter(boat.where for boat in on_patrol)
        match.choose(bots[decision.role].decide(match.view(decision.role), decision))
    later = list(weeks.values())[3:]
    assert len(later) == 5
    for there in later:
        assert there.total() > 40
        assert len(there) >= 8
        assert max(there.values()) < there.total() / 3


@pytest.mark.rule("silent_war", "14.12-a")
def test_a_cautious_bot_leaves_the_best_solution_unmodified_and_fires_by_it(sea):
    """Two freighters alike: the marker of -2 is worth more unmodified than one of +3, and then more than another -2."""
    bot = PatrolBot("comsubpac", SeededChance.from_seed(0), TEMPERAMENTS["careful"])
    for first, second in ((3, -2), (-2, 3)):
        units = (("m_3_5_07", "B", True, first), ("m_3_5_07", "B", True, second))
        s = sea("wahoo", "empire_pacific").display(*units, posture=Posture.CAUTIOUS)
        kept: Any = bot.decide(see(s.state, "comsubpac"), next(choose_unmodified(s.play, s.fighter)))
        assert kept.index == (1 if first < second else 2)
    for number in (1, 2):
        s = sea("wahoo", "empire_pacific").display(
            ("m_3_5_07", "B", True, -2), ("m_3_5_07", "B", True, -2), posture=Posture.CAUTIOUS
        )
        s.fighter.unmodified = number
        s.combat.round.attack = 7
        aim: Any = bot.decide(see(s.state, "comsubpac"), next(allocate(s.play, s.fighter, s.combat.units, 7)))
        assert (aim.unit, aim.points) == (number, 7)


@pytest.mark.rule("silent_war", "28.3")
@pytest.mark.parametrize("name", ["steady", "careful", "bold"])
def test_no_bot_sinks_a_ship_that_it_knows_for_a_hospital_ship(sea, name):
    """She brings no tonnage, sends the boat home and costs the skipper."""
    bot = PatrolBot("comsubpac", SeededChance.from_seed(0), TEMPERAMENTS[name])
    s = sea("spearfish", torpedo=2).display(("n_kiku_maru_01", "B", True, 0))
    asked = next(choose_targets(s.play, s.fighter))
    assert bot.decide(see(s.state, "comsubpac"), asked) == NO_ATTACK
    s = sea("spearfish", torpedo=2).display(("n_kiku_maru_01", "B"), loner=True)
    s.combat.round_number = 1
    asked = next(opening(s.play, s.fighter))
    assert bot.decide(see(s.state, "comsubpac"), asked) == TORPEDOES
    s = sea("spearfish", torpedo=2).display(("n_kiku_maru_01", "B", True, 0), ("m_3_5_07", "B", True, 0))
    s.combat.round.attack = 6
    aim: Any = bot.decide(see(s.state, "comsubpac"), next(choose_targets(s.play, s.fighter)))
    assert (aim.unit, aim.points) == (2, 6)
