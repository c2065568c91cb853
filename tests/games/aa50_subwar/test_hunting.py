"""Submarine warfare: who hunts whom, spotting, duels, combined arms (S2-S15, S28-S30)."""

from __future__ import annotations

from functools import partial

import pytest

from navalcore_games.aa50_subwar.choices import FightIn
from navalcore_games.aa50_subwar.hunting import hunt, hunters_in, rules_in
from navalcore_games.aa50_subwar.summary import under_way
from navalcore_games.aa50_subwar.turns import combats, conduct
from navalcore_games.aa50_subwar.views import BattleView
from navalcore_games.aa50_subwar.words import Side
from tests.games.aa50_subwar.conftest import sea_zone

HUNT = partial(hunt, zone=sea_zone("sz8"))
GAME = "aa50_subwar"


def ready(table, hunters=("destroyer",), submarines=1, **options):
    """British hunters over German submarines in Sz8."""
    board = table("uk", options)
    for kind in hunters:
        mission = "" if kind == "destroyer" else "search"
        board.in_flight("uk", kind, "sz8", mission)
    board.put("germany", "submarine", "sz8", submarines)
    return board


@pytest.mark.rule("aa50_subwar", "S2")
@pytest.mark.parametrize("escort", ["destroyer", "cruiser", "carrier", "battleship", "transport"])
def test_any_surface_ship_beside_the_submarines_brings_the_fleet_rules_in(table, escort):
    board = table("uk")
    board.put("germany", "submarine", "sz8", 2)
    assert board.do(lambda play: rules_in(play, sea_zone("sz8"), Side.ALLIES)) == "hunt"
    board.put("germany", escort, "sz8")
    assert board.do(lambda play: rules_in(play, sea_zone("sz8"), Side.ALLIES)) == "fleet"


@pytest.mark.rule("aa50_subwar", "S2")
def test_a_friendly_fleet_of_the_hunter_changes_nothing_for_lone_submarines(table):
    board = ready(table)
    board.put("uk", "battleship", "sz8")
    board.put("us", "cruiser", "sz8")
    assert board.do(lambda play: rules_in(play, sea_zone("sz8"), Side.ALLIES)) == "hunt"
    assert board.do(lambda play: rules_in(play, sea_zone("sz7"), Side.ALLIES)) is None


@pytest.mark.rule("aa50_subwar", "S2", "B11")
def test_transports_bring_the_fleet_rules_in_unless_the_option_says_no(table):
    board = ready(table, transports_are_surface_ships=False)
    board.put("germany", "transport", "sz8")
    cruiser = board.put("uk", "cruiser", "sz8")
    assert board.do(lambda play: rules_in(play, sea_zone("sz8"), Side.ALLIES)) == "hunt"
    board.do(lambda play: conduct(play, FightIn(sea_zone("sz8"), "hunt")), (("searches", 4),), ("British destroyer",))
    assert board.names("sz8") == ["British cruiser", "British destroyer", "German submarine"]
    assert cruiser.mission == "fought"
    board = ready(table, transports_are_surface_ships=False)
    board.put("germany", "transport", "sz8")
    board.do(lambda play: conduct(play, FightIn(sea_zone("sz8"), "hunt")), (("searches", 4),), ("British destroyer",))
    assert board.count("germany", "transport") == 1, "no warship is left that has not hunted"


@pytest.mark.rule("aa50_subwar", "S2", "B11")
@pytest.mark.parametrize("surface", [True, False])
def test_transports_without_a_submarine_are_never_hunted(table, surface):
    """AAS-R02."""
    board = table("uk", {"transports_are_surface_ships": surface})
    board.put("germany", "transport", "sz8")
    assert board.do(lambda play: rules_in(play, sea_zone("sz8"), Side.ALLIES)) == "fleet"


@pytest.mark.rule("aa50_subwar", "S5", "S6", "S8")
def test_submarines_never_attack_lone_submarines_unless_the_option_allows_it(table):
    for allowed in (False, True):
        board = table("uk", {"submarines_may_hunt_submarines": allowed})
        board.put("germany", "submarine", "sz8")
        board.put("uk", "submarine", "sz8")
        found = board.do(combats)
        by_submarines = {FightIn(sea_zone("sz8"), "fleet"): False} if allowed else {}
        assert found == by_submarines, "their owner decides (S3)"
        board.put("uk", "destroyer", "sz8")
        assert board.do(combats) == {FightIn(sea_zone("sz8"), "hunt"): False, **by_submarines}


@pytest.mark.rule("aa50_subwar", "S5")
def test_under_the_option_submarines_fight_submarines_by_the_fleet_rules(table):
    board = table("uk", {"submarines_may_hunt_submarines": True})
    board.put("germany", "submarine", "sz8")
    board.put("uk", "submarine", "sz8")
    board.do(
        lambda play: conduct(play, FightIn(sea_zone("sz8"), "fleet")),
        (("attacking submarine, hits on 2", 2), ("defending submarine, hits on 1", 2)),
        ("submerge 0 submarines", "submerge 0 submarines"),
    )
    assert board.names("sz8") == ["British submarine"]


@pytest.mark.rule("aa50_subwar", "S8")
def test_only_destroyers_and_searching_aircraft_of_the_power_whose_turn_it_is_hunt(table):
    board = ready(table, ("destroyer", "fighter", "bomber"))
    for kind in ("submarine", "cruiser", "carrier", "battleship", "transport"):
        board.put("uk", kind, "sz8")
    board.put("us", "destroyer", "sz8")
    board.in_flight("uk", "fighter", "sz8", "fought")
    kinds = [unit.kind for unit in board.do(lambda play: hunters_in(play, sea_zone("sz8")))]
    assert kinds == ["destroyer", "fighter", "bomber"]


@pytest.mark.rule("aa50_subwar", "S9")
@pytest.mark.parametrize("hunter", ["destroyer", "fighter", "bomber"])
def test_a_hunter_spots_on_3_and_not_on_4(table, hunter):
    name = "British destroyer" if hunter == "destroyer" else f"British {hunter} (2 left)"
    board = ready(table, (hunter,))
    board.do(HUNT, (("searches", 4),), (name,))
    assert board.count("germany", "submarine") == 1
    board = ready(table, (hunter,))
    board.do(HUNT, (("searches", 3), 1, 6), (name,))
    assert board.count("germany", "submarine") == 0


@pytest.mark.rule("aa50_subwar", "S9", "S28")
def test_the_earlier_version_lets_aircraft_but_not_destroyers_spot_on_4(table):
    board = ready(table, ("fighter",), spot_aircraft=4)
    board.do(HUNT, (4, 3, 6), ("British fighter (2 left)",))
    assert board.count("germany", "submarine") == 0
    board = ready(table, spot_aircraft=4)
    board.do(HUNT, (4,), ("British destroyer",))
    assert board.count("germany", "submarine") == 1


@pytest.mark.rule("aa50_subwar", "S10")
@pytest.mark.parametrize(("face", "sunk"), [(1, True), (2, True)])
def test_a_destroyer_hits_on_2_and_a_submarine_it_hit_still_fires(table, face, sunk):
    board = ready(table)
    board.do(HUNT, (3, ("attacks the submarine", face), ("hits on 1", 2)), ("British destroyer",))
    assert board.names("sz8") == ["British destroyer"]
    board = ready(table)
    board.do(HUNT, (3, face, ("hits on 1", 1)), ("British destroyer",))
    assert board.names("sz8") == []
    assert board.state.destroyed == {Side.AXIS: 6, Side.ALLIES: 8}


@pytest.mark.rule("aa50_subwar", "S10")
def test_a_destroyer_misses_on_3_and_the_fight_goes_on_until_it_breaks_off(table):
    board = ready(table)
    board.do(HUNT, (3, 3, 2, 5, 6), ("British destroyer", "go on", "break off"))
    assert board.names("sz8") == ["British destroyer", "German submarine"]


@pytest.mark.rule("aa50_subwar", "S10")
def test_a_submarine_may_escape_on_the_destroyers_6_before_it_fires(table):
    board = ready(table)
    board.do(HUNT, (3, 6), ("British destroyer", "escape"))
    assert board.names("sz8") == ["British destroyer", "German submarine"]
    board = ready(table)
    board.do(HUNT, (3, 6, 1), ("British destroyer", "fight on"))
    assert board.names("sz8") == ["German submarine"]


@pytest.mark.rule("aa50_subwar", "S10")
def test_under_the_option_an_escaping_submarine_fires_first(table):
    board = ready(table, escape_timing="after_return_fire")
    board.do(HUNT, (3, 6, 1), ("British destroyer", "escape"))
    assert board.names("sz8") == ["German submarine"]


@pytest.mark.rule("aa50_subwar", "S13", "S14")
@pytest.mark.parametrize(("kind", "best"), [("fighter", 3), ("bomber", 4)])
def test_aircraft_attack_on_their_own_value_and_both_sides_fire(table, kind, best):
    name = f"British {kind} (2 left)"
    board = ready(table, (kind,))
    board.do(HUNT, (3, best, 1), (name,))
    assert board.names("sz8") == []
    board = ready(table, (kind,))
    board.do(HUNT, (3, best + 1, 2), (name, "dive"))
    assert len(board.names("sz8")) == 2


@pytest.mark.rule("aa50_subwar", "S14")
def test_the_submarine_dives_or_stays_before_the_aircraft_may_break_off(table):
    board = ready(table, ("fighter",))
    board.do(HUNT, (3, 4, 2, 5, 2), ("British fighter (2 left)", "stay", "go on", "stay", "break off"))
    assert [text for text in board.asked if "round" in text or "Neither" in text] == [
        "The round is over. Does the submarine dive?",
        "Neither was hit. Does the British fighter attack again?",
    ] * 2


@pytest.mark.rule("aa50_subwar", "S14")
def test_a_submarine_cannot_escape_from_an_aircraft_on_a_6_before_the_round_is_over(table):
    board = ready(table, ("fighter",))
    board.do(HUNT, (3, 6, 1), ("British fighter (2 left)",))
    assert board.names("sz8") == ["German submarine"]


@pytest.mark.rule("aa50_subwar", "S13", "S14")
def test_under_the_option_a_submarine_sunk_in_the_first_round_does_not_fire_back(table):
    board = ready(table, ("fighter",), surprise_attack_no_return=True)
    board.do(HUNT, (3, 3), ("British fighter (2 left)",))
    assert board.names("sz8") == ["British fighter"]
    board = ready(table, ("fighter",), surprise_attack_no_return=True)
    board.do(HUNT, (3, 4, 6, 3, 1), ("British fighter (2 left)", "stay", "go on"))
    assert board.names("sz8") == []


@pytest.mark.rule("aa50_subwar", "S15")
def test_an_aircraft_that_spotted_may_direct_a_destroyer_and_both_attacks_are_used(table):
    board = ready(table, ("fighter", "destroyer"), submarines=2)
    board.do(
        HUNT,
        (("fighter searches", 2), ("destroyer attacks", 2), 5),
        ("British fighter", "direct the British destroyer"),
    )
    assert board.names("sz8") == ["British destroyer", "British fighter", "German submarine"]


@pytest.mark.rule("aa50_subwar", "S15")
def test_a_destroyer_that_an_aircraft_directs_is_the_hunter_while_it_fights(table):
    board = ready(table, ("fighter", "destroyer"))
    hunters = {}

    def watched(play):
        flow = HUNT(play)
        try:
            decision = next(flow)
            while True:
                hunter = board.state.battle.hunter
                hunters[decision.kind] = hunter and board.state.units[hunter].kind
                decision = flow.send((yield decision))
        except StopIteration:
            return

    answers = ("British fighter", "direct the British destroyer", "escape")
    board.do(watched, (("fighter searches", 2), ("destroyer attacks", 6)), answers)
    assert (hunters["direct"], hunters["escape"]) == ("fighter", "destroyer")


@pytest.mark.rule("aa50_subwar", "S15", "S7")
def test_a_destroyer_that_has_searched_cannot_be_directed(table):
    board = ready(table, ("fighter", "destroyer"), submarines=2)
    board.do(HUNT, (4, 2, 4, 6), ("British destroyer", "British fighter", "dive"))
    assert not any("direct" in text for texts in board.offered for text in texts)


@pytest.mark.rule("aa50_subwar", "S15")
def test_only_a_destroyer_of_the_same_power_can_be_directed(table):
    board = ready(table, ("fighter",))
    board.put("us", "destroyer", "sz8")
    board.do(HUNT, (3, 4, 6), ("British fighter", "dive"))
    assert not any("direct" in text for texts in board.offered for text in texts)


@pytest.mark.rule("aa50_subwar", "S7")
def test_every_hunter_attacks_once_and_the_hunt_ends_when_all_have(table):
    board = ready(table, ("destroyer", "destroyer", "bomber"), submarines=2)
    board.do(HUNT, (4, 5, 6), ("British destroyer", "British destroyer", "British bomber"))
    assert all(unit.mission == "fought" for unit in board.state.own())
    assert board.state.battle is None


@pytest.mark.rule("aa50_subwar", "S7")
def test_the_hunt_ends_when_no_submarine_is_left(table):
    board = ready(table, ("destroyer", "destroyer"))
    board.do(HUNT, (3, 1, 6), ("British destroyer",))
    assert board.names("sz8") == ["British destroyer"] * 2


@pytest.mark.rule("aa50_subwar", "S7")
def test_the_attacker_may_break_the_hunt_off(table):
    board = ready(table, ("destroyer", "fighter"))
    board.do(HUNT, (), ("break off",))
    assert board.count("germany", "submarine") == 1


@pytest.mark.rule("aa50_subwar", "S7", "B4", "B13")
def test_a_destroyer_whose_attack_was_not_needed_has_not_fought_and_may_still_sail(table):
    board = table("uk")
    hunter, idle = board.put("uk", "destroyer", "sz8"), board.put("uk", "destroyer", "sz8")
    board.put("germany", "submarine", "sz8")
    board.do(HUNT, (3, 1, 6), ("British destroyer",))
    assert (hunter.mission, hunter.acted, idle.mission, idle.acted) == ("fought", True, "", False)
    assert set(board.sails("noncombat").values()) == {idle.id}


@pytest.mark.rule("aa50_subwar", "S7")
def test_a_submarine_that_escaped_can_be_spotted_again_by_another_hunter(table):
    board = ready(table, ("destroyer", "destroyer"))
    board.do(HUNT, (3, 6, 3, 2, 6), ("British destroyer", "escape", "British destroyer"))
    assert board.count("germany", "submarine") == 0


@pytest.mark.rule("aa50_subwar", "S29")
def test_the_attacker_picks_the_order(table):
    board = ready(table, ("destroyer", "fighter"))
    board.do(HUNT, (("fighter searches", 4), ("destroyer searches", 4)), ("British fighter", "British destroyer"))
    assert board.offered[0] == ["British destroyer", "British fighter (2 left)", "break off"]


@pytest.mark.rule("aa50_subwar", "S29")
def test_under_the_option_chance_picks_the_order(table):
    board = ready(table, ("destroyer", "fighter"), attack_order="random")
    dice = (("Which hunter", "British fighter"), ("fighter searches", 4), ("Which hunter", "British destroyer"), 4)
    board.do(HUNT, dice, ("go on", "go on"))
    assert board.offered[0] == ["go on", "break off"]


@pytest.mark.rule("aa50_subwar", "S7", "S9")
def test_the_attacker_names_the_submarine_spotted_where_they_differ(table):
    board = table("germany")
    board.put("germany", "destroyer", "sz8")
    board.put("uk", "submarine", "sz8")
    board.put("us", "submarine", "sz8")
    board.do(HUNT, (3, 2, 6), ("German destroyer", "American submarine"))
    assert board.names("sz8") == ["British submarine", "German destroyer"]


@pytest.mark.rule("aa50_subwar", "B11", "S2")
def test_under_the_option_transports_beside_submarines_fall_to_warships_that_do_not_hunt(table):
    for kind, left in (("cruiser", 0), ("submarine", 0), ("transport", 1)):
        board = table("uk", {"transports_are_surface_ships": False})
        board.put("germany", "submarine", "sz8")
        board.put("germany", "transport", "sz8")
        unit = board.put("uk", kind, "sz8")
        found = board.do(combats)
        assert list(found) == ([] if left else [FightIn(sea_zone("sz8"), "hunt")])
        if found:
            board.do(lambda play: conduct(play, FightIn(sea_zone("sz8"), "hunt")))
            assert unit.mission == "fought"
        assert board.count("germany", "transport") == left
        assert board.count("germany", "submarine") == 1


@pytest.mark.rule("aa50_subwar", "S7", "B4")
@pytest.mark.parametrize("committed", [False, True])
def test_a_destroyer_that_had_not_searched_has_fought_only_with_the_option(table, committed):
    """AAS-R42."""
    board = ready(table, hunters_are_committed=committed)
    board.do(HUNT, (), ("break off",))
    assert [unit.mission for unit in board.state.own()] == (["fought"] if committed else [""])


@pytest.mark.rule("aa50_subwar", "S7", "B6")
def test_a_zone_whose_hunt_was_broken_off_is_not_fought_in_again_this_turn(table):
    board = ready(table)
    board.put("uk", "destroyer", "sz8")
    hunt_there = FightIn(sea_zone("sz8"), "hunt")
    board.do(lambda play: conduct(play, hunt_there), (4,), ("British destroyer", "break off"))
    assert "" in {unit.mission for unit in board.state.own()}, "one has not searched"
    assert board.do(combats) == {}


def test_a_hunt_that_has_not_begun_is_in_no_round():
    told = under_way(BattleView(sea_zone("sz8"), "hunt", (), (), 0, (), None))
    assert told == "Submarine hunt in Sz8"
    assert under_way(BattleView(sea_zone("sz8"), "hunt", (), (), 2, (), None)) == "Submarine hunt in Sz8, round 2"
