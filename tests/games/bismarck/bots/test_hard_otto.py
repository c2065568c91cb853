"""The hard German bot: where its wolfpacks wait, and when its raiders run (15.1)."""

from collections import Counter

import pytest

from navalcore.components._chance import SeededChance
from navalcore_games.bismarck.bots.hard_otto import HAVENS, HardOtto, expected_lead
from navalcore_games.bismarck.bots.otto import Otto
from navalcore_games.bismarck.bots.staff import Order
from navalcore_games.bismarck.cards import BISMARCK, PRINZ_EUGEN
from navalcore_games.bismarck.victory import judge_missions
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Fate, Mode, Side
from tests.games.bismarck.bots.test_otto import entropy, left_alone


def otto(kind: type[Otto], seed: int = 1) -> Otto:
    return kind(Side.GERMAN, SeededChance.from_seed(seed))


@pytest.mark.rule("bismarck", "15.1")
def test_the_hard_otto_turns_away_from_a_single_cruiser_where_otto_sails_on(sea) -> None:
    here = sea()
    here.state.phase, here.state.turn = "orders", 9
    here.put("Bismarck", 2018)
    view = see(here.state, Side.GERMAN)
    assert not otto(HardOtto)._threatened(view, view.ships[BISMARCK].here)
    here.put("Kenya", 2018, seen=True, seen_square=2018, seen_turn=8)
    view = see(here.state, Side.GERMAN)
    assert otto(HardOtto)._threatened(view, view.ships[BISMARCK].here)
    assert not otto(Otto)._threatened(view, view.ships[BISMARCK].here)


@pytest.mark.rule("bismarck", "6.31", "15.1")
def test_a_raider_beside_a_port_runs_into_it_from_the_fleet(sea) -> None:
    here = sea()
    here.state.phase, here.state.turn = "orders", 9
    here.put("Bismarck", 2625)
    here.put("Hood", 2625, seen=True, seen_square=2625, seen_turn=8)
    order = otto(HardOtto).raider_order(see(here.state, Side.GERMAN), BISMARCK)
    assert (order.mode, order.goal in HAVENS) == (Mode.MOVE, True)


@pytest.mark.rule("bismarck", "15.1")
def test_the_hard_otto_keeps_prinz_eugen_in_port_unless_the_match_is_set_up_for_the_ships_to_split(sea) -> None:
    here = sea()
    here.state.phase, here.state.turn = "orders", 9
    here.put("Bismarck", 1528)
    here.put("Prinz Eugen", 1528)
    bot = otto(HardOtto)
    view = see(here.state, Side.GERMAN)
    assert bot.raider_order(view, PRINZ_EUGEN) == Order(Mode.PATROL)
    assert bot.raider_order(view, BISMARCK).goal is not None
    bot.strategy = "split"
    assert bot.raider_order(view, PRINZ_EUGEN).goal is not None


@pytest.mark.rule("bismarck", "17.4", "17.5")
def test_the_expected_lead_counts_what_every_convoy_still_at_sea_will_bring(sea) -> None:
    here = sea()
    here.put("Bismarck", 2018)
    # Five ships of WS8B and six other convoys at 4 points each.
    assert expected_lead(see(here.state, Side.GERMAN)) == -(5 + 6) * 4
    here.state.points[Side.GERMAN] = 24
    here.ship("SL2").fate = Fate.DISPERSED
    # Half of 48 is paid already; SL2 will not arrive but fail, which pays 10.
    assert expected_lead(see(here.state, Side.GERMAN)) == 24 + 10 - (5 + 5) * 4
    here.ship("Bismarck").midships -= 2
    assert expected_lead(see(here.state, Side.GERMAN)) == 24 + 10 - (5 + 5) * 4 - 2 * 4


@pytest.mark.rule("bismarck", "17.3", "17.5")
def test_the_expected_lead_counts_no_mission_twice_that_was_judged_already(sea) -> None:
    here = sea()
    here.put("Bismarck", 2018)
    here.state.turn = 25
    judge_missions(here.play)
    # WS8B, Britannic, SL1 and SL3 were due and pay 10 each; SL2, SL4 and SL5 may still arrive.
    assert expected_lead(see(here.state, Side.GERMAN)) == 4 * 10 - 3 * 4


@pytest.mark.rule("bismarck", "15.1")
def test_the_hard_ottos_square_of_turn_8_is_as_hard_to_guess_though_he_mostly_takes_the_denmark_strait() -> None:
    # In 200 matches it is 4.5 bits; the estimate from few is lower.
    last = [left_alone(seed, "hard")[-1] for seed in range(30)]
    assert entropy(Counter(stop.here for stop in last)) >= 3.25
    assert Counter(stop.passage for stop in last).most_common(1)[0][0] == "denmark_strait"
