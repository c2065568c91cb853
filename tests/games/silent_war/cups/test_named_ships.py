"""The named ships of the IJN expansion (3)."""

import pytest

from navalcore.bots import RandomBot
from navalcore.components._chance import SeededChance
from navalcore_games.silent_war.combat.after import Stage
from navalcore_games.silent_war.combat.attack import sink_ship
from navalcore_games.silent_war.combat.reveal import turn_up
from navalcore_games.silent_war.cups.named_ships import leave_dock, pile_of
from navalcore_games.silent_war.cups.war_mix import clean_up

DD, TANKER, LINER, MERCHANT = "dd_01", "m_3_5_51", "m_3_5_54", "m_3_5_07"


def with_ijn(sea, charts, *units, month="1943-01"):
    s = sea("wahoo", month=month).display(*units)
    s.state.ijn = list(range(charts.first_ijn, len(charts.ships)))
    return s


@pytest.mark.rule("silent_war", "3.IJN")
@pytest.mark.parametrize(
    ("ship", "pile"),
    [
        *((DD, "DD"), ("ca_01", "CA"), ("cl_01", "CL"), ("bb_01", "BB"), ("bb36_01", "BB"), ("cv_01", "CV")),
        *((TANKER, "AX"), (LINER, "AX"), (MERCHANT, ""), ("de_01", ""), ("diligent_red_ball_01", "")),
        *(("n_yamato_01", ""), ("n_erimo_01", ""), ("aircraft_land_01", "")),
    ],
)
def test_generic_warships_tankers_and_liners_have_a_pile_and_nobody_else(sea, charts, ship, pile):
    s = with_ijn(sea, charts, (ship, "B"))
    assert pile_of(s.state, s.unit(1)) == pile


@pytest.mark.rule("silent_war", "3.IJN")
def test_a_named_ship_takes_the_place_of_the_piece_and_both_go_home_after_the_combat(sea, charts):
    s = with_ijn(sea, charts, (DD, "B", False), (TANKER, "A", False))
    for number, pile, name in ((1, "DD", "Yukikaze"), (2, "AX", "Mamiya")):
        s.dice((f"which {pile} of the IJN", name))
        s.run(turn_up(s.play, s.fighter, s.unit(number), Stage.REVEALED))
    yukikaze = charts.ship_index["ijn_yukikaze"]
    assert [charts.ships[unit.piece].name for unit in s.combat.units] == ["Yukikaze", "Mamiya"]
    assert yukikaze not in s.state.ijn
    clean_up(s.play, s.combat)
    assert s.state.cups[:2] == [[charts.ship_index[TANKER]], [charts.ship_index[DD]]]
    assert sorted(s.state.ijn) == list(range(charts.first_ijn, len(charts.ships)))


@pytest.mark.rule("silent_war", "3.IJN", "18.2")
def test_a_named_ship_sunk_leaves_the_game_and_a_damaged_one_is_back_in_two_months(sea, charts):
    s = with_ijn(sea, charts, (DD, "B", False), (LINER, "B", False))
    for number, pile, name in ((1, "DD", "Yukikaze"), (2, "AX", "Mamiya")):
        s.dice((f"which {pile} of the IJN", name))
        s.run(turn_up(s.play, s.fighter, s.unit(number), Stage.REVEALED))
    yukikaze, mamiya = charts.ship_index["ijn_yukikaze"], charts.ship_index["ijn_mamiya"]
    s.unit(1).damaged = True
    s.state.outside = outside = [charts.ship_index[name] for name in ("m_1_2_01", MERCHANT, "m_6_plus_01")]
    sink_ship(s.play, s.fighter, s.unit(2))
    assert (s.state.ships_sunk, s.state.tonnage) == (1, charts.ships[mamiya].tonnage)
    clean_up(s.play, s.combat)
    assert s.state.gone == [mamiya]
    assert charts.ship_index[LINER] in s.state.cups[1]
    assert len(outside) == 3, "the liner is back in the cup, so nothing replaces her"
    assert s.state.ijn_in_dock == {yukikaze: s.state.month + 2}
    s.state.month += 1
    leave_dock(s.state)
    assert yukikaze not in s.state.ijn
    s.state.month += 1
    leave_dock(s.state)
    assert yukikaze in s.state.ijn


@pytest.mark.rule("silent_war", "3.IJN")
def test_without_the_option_without_the_ship_or_before_its_date_the_piece_stays(sea, charts):
    s = sea("wahoo").display((DD, "B", False))
    s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED))
    assert s.unit(1).piece == charts.ship_index[DD]
    for left, month in (("ijn_mamiya", "1943-01"), ("ijn_shimakaze", "1943-04")):
        s = with_ijn(sea, charts, (DD, "B", False), month=month)
        s.state.ijn = [charts.ship_index[left]]
        s.run(turn_up(s.play, s.fighter, s.unit(1), Stage.REVEALED))
        assert s.unit(1).piece == charts.ship_index[DD]


@pytest.mark.rule("silent_war", "3.IJN")
def test_with_named_ships_every_piece_stays_in_one_place_through_random_weeks(game):
    match = game.new_match("campaign_wp2", seed=11, options={"ijn_expansion": True})
    bot = RandomBot(SeededChance.from_seed(3))
    for number in range(900):
        match.choose(bot.decide(None, match.decision))
        if number % 9 == 0:
            assert list(game.invariants(match.state, match.setup.terms)) == []
    table_size = len(match.state.ijn) + len(match.state.ijn_in_dock)
    assert table_size > 200
