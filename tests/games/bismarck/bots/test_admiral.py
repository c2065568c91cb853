"""The Admiralty weighs what it spends: destroyers by their run's odds, planes by their way home, scouts by need."""

from collections import Counter

import pytest

from navalcore._rules.decision import Decision
from navalcore.components._chance import SeededChance
from navalcore_games.bismarck.bots.admiral import Admiral
from navalcore_games.bismarck.bots.weighing import run_promises, worth_of_a_hit
from navalcore_games.bismarck.cards import BISMARCK, PLANE_NUMBERS, PLANES, plane_unit, ship_number
from navalcore_games.bismarck.choices import NO_SHADOWER, NOBODY, Attacked, Shadower
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Mode, PlaneType, Side, Square

DAY, NIGHT = 2, 4
FLOTILLA = ship_number("DF1")
SQUARE = Square(2018)


def admiral() -> Admiral:
    return Admiral(Side.BRITISH, SeededChance.from_seed(1))


@pytest.mark.rule("bismarck", "16.51.2", "16.82", "16.83")
def test_a_run_is_worth_its_hits_less_the_destroyers_that_it_costs() -> None:
    # At 29 knots one torpedo in ten hits; a hit costs the Bismarck a midship (6 points) three times in five and makes
    # her slow (a third of 60 points) in 13 of 42 cases: half lose 0 to 20 knots, and 8 or more make her slow.
    hit = 0.6 * 6 + 0.5 * 13 / 21 * 20
    assert worth_of_a_hit(BISMARCK) == pytest.approx(hit)
    assert run_promises(FLOTILLA, BISMARCK, 2, night=False) == pytest.approx(0.36 * 0.1 * hit - 0.64 * 4)
    assert run_promises(FLOTILLA, BISMARCK, 1, night=True) == pytest.approx(0.85 * 0.1 * hit - 0.15 * 4)


@pytest.mark.rule("bismarck", "16.51.1")
@pytest.mark.parametrize(("turn", "attacks"), [(DAY, False), (NIGHT, True)])
def test_a_flotilla_spares_its_torpedoes_by_day_and_attacks_the_bismarck_by_night(sea, turn, attacks) -> None:
    here = sea()
    here.state.phase, here.state.turn = "destroyer_choice", turn
    here.put("Bismarck", 2018, seen=True, seen_square=2018, seen_turn=turn)
    here.put("DF1", 2018)
    options = [NOBODY, Attacked(BISMARCK, SQUARE)]
    answer = admiral().decide(see(here.state, Side.BRITISH), Decision(Side.BRITISH, "attack?", options, "16.51"))
    assert (answer != NOBODY) is attacks


@pytest.mark.rule("bismarck", "8.6", "10.1")
@pytest.mark.parametrize(("endurance", "follows"), [(1, False), (2, False), (3, True)])
def test_a_plane_follows_a_ship_only_if_it_gets_home_afterwards(sea, endurance, follows) -> None:
    # R Ulster 1 is 5 squares from home: with the ship's 2 that is more than the 6 of one turn, which 2 turns leave it.
    here = sea()
    number = next(n for n in PLANE_NUMBERS if PLANES[n].id == "R Ulster 1")
    here.state.phase, here.state.turn = "shadow_choice", DAY
    here.put("Bismarck", 2018, seen=True, seen_square=2018, seen_turn=DAY)
    here.fly("R Ulster 1", 2018, Mode.PATROL, endurance=endurance)
    options = [NO_SHADOWER, Shadower(plane_unit(number), SQUARE)]
    answer = admiral().decide(see(here.state, Side.BRITISH), Decision(Side.BRITISH, "shadow?", options, "11.1"))
    assert (answer != NO_SHADOWER) is follows


@pytest.mark.rule("bismarck", "9.4")
def test_no_more_scouts_fly_to_a_contact_than_its_visibility_asks_for(sea) -> None:
    here = sea()
    here.state.phase, here.state.turn = "orders", DAY
    here.put("Bismarck", 2018, seen=True, seen_square=2018, seen_turn=DAY - 1)
    scouts = [card for card in PLANES if card.type is PlaneType.RECONNAISSANCE]
    for card in scouts:
        here.base(card.id)
    view = see(here.state, Side.BRITISH)
    assert len(scouts) == 7
    plan = admiral().make_plan(view)
    goals = Counter(plan[plane_unit(n)].goal for n in PLANE_NUMBERS if PLANES[n] in scouts)
    level = view.visibility[2018 // 100 - 11]
    assert 1 <= goals[SQUARE] <= (level + 1) // 2
