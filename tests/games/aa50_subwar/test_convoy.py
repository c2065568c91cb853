"""Convoy disruption and starvation (S16-S21, S23, S25, B15)."""

from __future__ import annotations

from functools import partial

import pytest

from navalcore._play.chance import ScriptedChance
from navalcore._rules.play import Play
from navalcore_games.aa50_subwar.convoy import check_starvation, disrupt, score_archangel, territory_limit
from navalcore_games.aa50_subwar.economy import collect_income
from navalcore_games.aa50_subwar.turns import end_turn
from navalcore_games.aa50_subwar.words import Power, Side, Space, Territory

UK, GERMANY, US = (partial(disrupt, power=power) for power in (Power.UK, Power.GERMANY, Power.US))


def raided(table, power="uk", zone="sz8", options=None, **fleet):
    board = table(power, options)
    enemy = "germany" if power != "germany" else "uk"
    for kind, number in fleet.items():
        board.put(enemy, kind, zone, number)
    return board


@pytest.mark.rule("aa50_subwar", "B15", "S16")
def test_a_submarine_rolls_two_dice_and_faces_up_to_3_cost_their_value(table):
    board = raided(table, submarine=1)
    assert board.do(UK, (("disruption in Sz8", 3), 4)) == 3
    board = raided(table, submarine=1)
    assert board.do(UK, (2, 1)) == 3
    board = raided(table, submarine=1)
    assert board.do(UK, (4, 6)) == 0


@pytest.mark.rule("aa50_subwar", "B15")
@pytest.mark.parametrize(
    ("kind", "dice"), [("battleship", 1), ("cruiser", 1), ("destroyer", 1), ("carrier", 0), ("transport", 0)]
)
def test_surface_warships_roll_one_die_and_carriers_and_transports_none(table, kind, dice):
    board = raided(table, **{kind: 1})
    assert board.do(UK, (2,) * dice) == 2 * dice


@pytest.mark.rule("aa50_subwar", "B15", "B16")
def test_fighters_roll_two_dice_only_aboard_a_carrier_and_bombers_none(table):
    board = raided(table, carrier=1)
    carrier = next(iter(board.state.units.values()))
    board.put("germany", "fighter", "sz8", aboard=carrier.id)
    board.put("germany", "bomber", "sz8", airborne=True)
    board.put("germany", "fighter", "sz8", airborne=True)
    assert board.do(UK, (1, 2)) == 3


@pytest.mark.rule("aa50_subwar", "S17", "S21")
def test_no_more_is_lost_in_a_zone_than_its_limit(table):
    board = raided(table, submarine=2)
    assert board.do(UK, (3, 3, 3, 3)) == 4
    assert board.state.marks == {"sz8": 4}


@pytest.mark.rule("aa50_subwar", "S17", "S21")
@pytest.mark.parametrize(("zone", "most"), [("sz2", 2), ("sz3", 1), ("sz6", 1), ("sz7", 1), ("sz8", 4)])
def test_the_lanes_of_england(table, zone, most):
    board = raided(table, zone=zone, submarine=2)
    assert board.do(UK, (3, 3, 3, 3)) == most
    assert board.state.charges == {"england": most}


@pytest.mark.rule("aa50_subwar", "S18", "S23")
def test_no_more_is_charged_to_a_territory_than_its_limit_or_its_value(table):
    board = table("germany")
    for zone in ("sz7", "sz13"):
        board.put("uk", "submarine", zone)
    board.put("uk", "submarine", "sz3")
    board.put("us", "submarine", "sz6")
    assert board.do(GERMANY, (3, 3) * 4) == 3, "France 2, Norway 1 although two zones raid it"
    assert board.state.charges == {"france": 2, "norway": 1}
    assert territory_limit(Territory(Space("e_us"))) == 4
    assert territory_limit(Territory(Space("gibraltar"))) == 0


@pytest.mark.rule("aa50_subwar", "S16", "S19", "S20")
def test_every_zone_is_settled_before_anything_is_charged(table):
    board = table("uk")
    board.put("germany", "submarine", "sz8")
    board.put("germany", "submarine", "sz2")
    board.do(UK, (("Sz2", 3), ("Sz2", 6), ("Sz8", 3), ("Sz8", 6)))
    kinds = [type(event).__name__ for event in board.told if type(event).__name__ != "DiceRolled"]
    assert kinds == ["ZoneRaided"] * 2 + ["LossCharged"] * 5
    assert board.state.marks == {"sz2": 2, "sz8": 3}


@pytest.mark.rule("aa50_subwar", "S20")
def test_the_raider_chooses_the_territory(table):
    board = table("germany")
    board.put("uk", "submarine", "sz5")
    board.do(GERMANY, (3, 3), ("charge 1 IPC of the loss in Sz5 to Norway",))
    assert board.state.charges == {"norway": 1}
    assert board.offered == [
        ["charge 1 IPC of the loss in Sz5 to Germany", "charge 1 IPC of the loss in Sz5 to Norway"]
    ]


@pytest.mark.rule("aa50_subwar", "S20", "B17")
def test_a_clumsy_distribution_may_leave_loss_without_a_territory_but_none_that_could_be_charged(table):
    board = table("germany")
    board.put("uk", "submarine", "sz5")
    board.put("us", "submarine", "sz6")
    assert board.do(GERMANY, (3, 3, 3, 3), ("charge 1 IPC of the loss in Sz5 to Norway",)) == 1, (
        "Sz6 borders only Norway, which is full"
    )
    board = table("germany")
    board.put("uk", "submarine", "sz5")
    board.put("us", "submarine", "sz6")
    assert board.do(GERMANY, (3, 3, 3, 3), ("charge 1 IPC of the loss in Sz5 to Germany",)) == 2


@pytest.mark.rule("aa50_subwar", "S16", "B15")
def test_no_dice_are_rolled_where_no_territory_of_the_collecting_power_could_be_charged(table):
    board = table("us")
    for zone in ("sz8", "sz9", "sz12", "sz2", "sz1"):
        board.put("germany", "submarine", zone)
    assert board.do(US) == 0
    board = raided(table, "uk", "sz9", submarine=1)
    assert board.do(UK, (3, 3)) == 1
    assert board.state.charges == {"e_canada": 1}


@pytest.mark.rule("aa50_subwar", "S16")
def test_submarines_that_fought_were_stopped_or_lie_beside_escorts_roll_all_the_same(table):
    board = raided(table, submarine=1)
    unit = next(iter(board.state.units.values()))
    unit.stopped = unit.acted = True
    unit.mission = "fought"
    board.put("uk", "destroyer", "sz8", 3)
    assert board.do(UK, (3, 6)) == 3


@pytest.mark.rule("aa50_subwar", "S17")
def test_a_zones_limit_holds_for_each_collecting_power_or_by_option_for_the_round(table):
    for scope, second in (("per_collecting_power", 1), ("per_round", 0)):
        board = raided(table, zone="sz7", options={"zone_limit_scope": scope}, submarine=1)
        board.put("uk", "submarine", "sz7")
        assert board.do(UK, (3, 3)) == 1
        assert board.do(GERMANY, (3, 3) if second else ()) == second
        board.state.power = Power.US
        board.do(end_turn)
        assert board.do(UK, (3, 3)) == 1, "a new round has the whole limit again"


@pytest.mark.rule("aa50_subwar", "B15")
@pytest.mark.parametrize(
    ("options", "faces", "lost"),
    [
        ({"convoy_dice": 1}, (3,), 3),
        ({"convoy_value": "one"}, (3, 2), 2),
        ({"convoy_counts_up_to": 2}, (3, 2), 2),
        ({"convoy_counts_up_to": 4}, (4, 5), 4),
    ],
)
def test_other_dice_conventions(table, options, faces, lost):
    assert raided(table, options=options, submarine=1).do(UK, faces) == lost


@pytest.mark.rule("aa50_subwar", "B15", "B16")
def test_the_dice_of_carrier_fighters_have_an_option_of_their_own(table):
    board = raided(table, options={"convoy_fighter_dice": 1}, carrier=1)
    board.put("germany", "fighter", "sz8", aboard=next(iter(board.state.units)))
    assert board.do(UK, (3,)) == 3


@pytest.mark.rule("aa50_subwar", "S16")
def test_the_roll_is_automatic_unless_the_option_lets_the_raider_waive_it(table):
    board = raided(table, options={"mandatory": False}, submarine=1)
    assert board.do(UK, (), ("waive",)) == 0
    assert board.do(UK, (3, 6), ("roll",)) == 3


@pytest.mark.rule("aa50_subwar", "S25")
@pytest.mark.parametrize(("last", "lost", "peace"), [(3, 8, True), (6, 7, False)])
def test_england_starves_at_8_and_not_at_7(table, last, lost, peace):
    board = table("uk")
    board.put("germany", "submarine", "sz8", 2)
    board.put("germany", "submarine", "sz2")
    for zone in ("sz3", "sz6", "sz7"):
        board.put("germany", "submarine", zone)
    # Sz2: 2; Sz3: 1 or 0; Sz6: 1; Sz7: 0; Sz8: 4
    faces = (3, 6, last, 6, 3, 6, 6, 6, 3, 3, 6, 6)
    assert board.do(UK, faces) == lost
    assert board.do(lambda play: check_starvation(play, Power.UK)) is peace
    assert board.state.starved is peace


@pytest.mark.rule("aa50_subwar", "S25")
def test_what_other_british_territories_lose_does_not_starve_england(table):
    """7 from England and 1 from E.Canada."""
    board = table("uk")
    for zone, number in (("sz2", 1), ("sz3", 1), ("sz8", 2), ("sz9", 1)):
        board.put("germany", "submarine", zone, number)
    assert board.do(UK, (3,) * 10) == 8
    assert board.state.charges == {"england": 7, "e_canada": 1}
    assert not board.do(lambda play: check_starvation(play, Power.UK))


@pytest.mark.rule("aa50_subwar", "S18", "S25")
def test_the_losses_of_an_earlier_phase_are_neither_charged_again_nor_counted_for_starvation(table):
    board = raided(table, submarine=2)
    for _ in range(2):
        assert board.do(UK, (3,) * 4) == 4
        assert board.state.charges == {"england": 4}
        assert not board.do(lambda play: check_starvation(play, Power.UK))


@pytest.mark.rule("aa50_subwar", "S25")
def test_at_most_8_of_the_9_ipc_of_lanes_are_charged_to_england(table):
    board = table("uk")
    for zone, number in (("sz2", 1), ("sz3", 1), ("sz6", 1), ("sz7", 1), ("sz8", 2)):
        board.put("germany", "submarine", zone, number)
    assert board.do(UK, (3,) * 12) == 8
    assert sum(board.state.marks.values()) == 9


@pytest.mark.rule("aa50_subwar", "S25", "B15")
def test_peace_comes_before_anything_is_collected(table):
    board = table("uk")
    for zone, number in (("sz2", 1), ("sz3", 1), ("sz6", 1), ("sz7", 1), ("sz8", 2)):
        board.put("germany", "submarine", zone, number)
    before = board.state.treasury[Power.UK]
    board.do(collect_income, (3,) * 12)
    assert board.state.treasury[Power.UK] == before


@pytest.mark.rule("aa50_subwar", "B15", "S16")
@pytest.mark.parametrize(("power", "income"), [("germany", 12), ("uk", 11), ("us", 8)])
def test_income_of_1941_is_territories_less_commitment(table, power, income):
    board = table(power)
    before = board.state.treasury[Power(power)]
    board.do(collect_income)
    assert board.state.treasury[Power(power)] == before + income


@pytest.mark.rule("aa50_subwar", "B15")
def test_income_is_never_below_0_and_the_treasury_is_never_touched(table):
    board = raided(table, options={"commitment_uk": 50}, submarine=1)
    before = board.state.treasury[Power.UK]
    board.do(collect_income, (3, 3))
    assert board.state.treasury[Power.UK] == before
    board = raided(table, submarine=1)
    board.do(collect_income, (3, 3))
    assert board.state.treasury[Power.UK] == before + 11 - 4
    assert board.state.disrupted == {Side.AXIS: 0, Side.ALLIES: 4}


@pytest.mark.rule("aa50_subwar", "B15")
@pytest.mark.parametrize(
    ("commitment", "told"),
    [
        (10, "The British income is 1 IPC, which is 11 less 10 spent outside the theatre."),
        (11, "The British income is 0 IPC, which is 11 less 11 spent outside the theatre."),
        (12, "The British income is 0 IPC, which is 11 less 12 spent outside the theatre, but never below 0."),
    ],
)
def test_the_log_says_so_where_income_would_be_below_0(table, commitment, told):
    board = table("uk", options={"commitment_uk": commitment})
    board.do(collect_income)
    assert [str(event) for event in board.told if event.kind == "income_collected"] == [told]


@pytest.mark.rule("aa50_subwar", "S16", "S23")
def test_archangel_is_scored_after_the_american_turn(table):
    board = table("us")
    board.put("germany", "cruiser", "sz4")
    board.do(end_turn, (3,))
    assert board.state.disrupted[Side.ALLIES] == 1, "3 are rolled, the limit of Sz4 and of Archangel is 1"
    assert (board.state.marks, board.state.charges) == ({"sz4": 1}, {"archangel": 1})
    assert board.do(score_archangel, (6,)) == 0
    board = table("uk")
    board.put("germany", "cruiser", "sz4")
    board.do(end_turn)
    assert board.state.disrupted[Side.ALLIES] == 0


@pytest.mark.rule("aa50_subwar", "B15", "S16")
@pytest.mark.parametrize(
    ("turn", "zone", "power", "asked"),
    [("us", "sz4", None, "axis"), ("uk", "sz8", "uk", "axis"), ("germany", "sz5", "germany", "allies")],
)
def test_the_raider_is_asked_whether_to_roll_where_rolling_is_not_mandatory(table, turn, zone, power, asked):
    """AAS-R20, and of Archangel's convoy (AAS-R25)."""
    board = table(turn, {"mandatory": False})
    board.put("uk" if asked == "allies" else "germany", "cruiser", zone)
    play = Play(board.state, board.options, ScriptedChance())
    decision = next(disrupt(play, Power(power)) if power else score_archangel(play))
    assert (decision.role, decision.texts) == (asked, ["roll the dice", "waive the roll"])
