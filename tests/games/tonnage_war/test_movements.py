"""Where cards go (9-11), what they are worth (12), special cards (13.2, 13.3)."""

import pytest

from navalcore.errors import BadData
from navalcore_games.tonnage_war.scoring import match_of_two, single_game
from navalcore_games.tonnage_war.state import (
    Committed,
    Engagement,
    Kind,
    Rescue,
    Side,
    Tactical,
    Tally,
    Tied,
    Unit,
    Weapon,
)

U, E = Side.UBOAT, Side.ESCORT
HIDES = "stay undetected"


def attacked(table, escort="SR", roll=20, boat="R", find=20):
    """A boat attacks, one escort answers, finds it and rolls ``roll``."""
    table.uboat_attacks("stern attack", boat)
    table.hold(E, "escort attack (1)", escort).escort("escort attack (1) on the attacker", f"send {escort}")
    table.uboat_idle(dice=((HIDES, find), (f"{escort} attacks {boat}", roll)))
    return table


@pytest.mark.rule("tonnage_war", "9", "9.2", "9.3")
def test_escorts_come_back_at_the_end_of_the_uboat_turn_after_the_next(desk):
    """TW-R14: played in turn 2, resolved in turn 3, back at the end of turn 5."""
    table = desk()
    table.uboat_attacks("stern attack", "R")  # turn 1
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")  # turn 2
    table.uboat_idle(dice=((HIDES, 8), ("attacks the convoy", 10)))  # turn 3
    assert table.e.units == []
    table.escort_idle()
    assert table.e.units == []
    table.uboat_idle()
    assert table.e.units == [Unit.SR]


@pytest.mark.rule("tonnage_war", "9.3")
def test_of_escorts_on_their_way_back_only_those_that_are_due_come_back_and_only_once(desk):
    """TW-R14: SN was resolved a U-boat turn before SR."""
    table = desk()
    table.state.tied += [Tied(Unit.SN, 3), Tied(Unit.SR, 5)]
    table.state.turn = 2
    table.uboat_idle()
    assert (table.e.units, [tied.unit for tied in table.state.tied]) == ([Unit.SN], [Unit.SR])
    table.escort_idle()
    table.uboat_idle()
    assert (table.e.units, table.state.tied) == ([Unit.SN, Unit.SR], [])


@pytest.mark.rule("tonnage_war", "9.1", "9.2", "9.3")
def test_immediate_return_brings_them_back_at_once(desk):
    table = desk(escort_return="immediate")
    table.uboat_attacks("stern attack", "blank")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.uboat_idle()
    assert table.e.units == [Unit.SR]


@pytest.mark.rule("tonnage_war", "9.3")
@pytest.mark.parametrize("held", [True, False])
def test_under_immediate_return_the_escort_side_names_those_it_holds(desk, held):
    table = desk(escort_return="immediate")
    table.uboat_attacks("stern attack", "R")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    answer = "hold SR for a continuation" if held else "return SR to the hand at once"
    table.uboat_idle(answer, dice=((HIDES, 20), ("SR attacks R", 20)))
    assert (table.state.window is not None) is held
    assert table.e.units == ([] if held else [Unit.SR])


@pytest.mark.rule("tonnage_war", "9.1", "11.3")
def test_a_played_blank_leaves_play_and_the_escorts_that_ran_it_down_go_to_the_hand(desk):
    table = desk()
    table.uboat_attacks("beam attack", "blank")
    table.hold(E, "escort attack (2)", "SR, blank")
    table.escort("escort attack (2) on the attacker", "send SR", "send a blank")
    table.uboat_idle()  # no choice of hand or deck: 10.1 speaks of U-boats
    assert table.u.out == [Unit.BLANK]
    assert sorted(tied.unit for tied in table.state.tied) == ["SR", "blank"]


@pytest.mark.rule("tonnage_war", "9.4")
def test_a_boat_missed_in_an_air_search_goes_back_to_the_hand(desk):
    table = desk().hold(U, "", "R").hold(E, "air patrol (1)", "AR")
    table.escort("air patrol (1) on a random card", "send AR", dice=(("comes upon", "R"),))
    table.uboat_idle(dice=((HIDES, 4),))
    assert table.u.units == [Unit.R]


@pytest.mark.rule("tonnage_war", "9.4", "11.3")
def test_a_pulled_blank_goes_back_to_the_hand(desk):
    """TW-R34: the U-boat side has not played it."""
    table = desk().hold(U, "", "blank").hold(E, "air patrol (1)", "AR")
    table.escort("air patrol (1) on a random card", "send AR", dice=(("comes upon", "blank"),))
    table.uboat_idle()
    assert (table.u.units, table.u.out) == ([Unit.BLANK], [])


@pytest.mark.rule("tonnage_war", "10", "10.1")
def test_the_escort_side_may_send_escorts_to_its_deck_after_a_failed_first_attempt(desk):
    table = desk(escorts_to_deck="always")
    table.uboat_attacks("stern attack", "R")
    table.hold(E, "escort attack (3)", "SR, SN, blank")
    table.escort("escort attack (3) on the attacker", "send SR", "send SN", "send a blank")
    dice = ((HIDES, 8), (HIDES, 10), ("attacks the convoy", 10))
    table.uboat_idle("send SN to the deck", "return the rest to the hand", dice=dice)
    assert table.asked[-2].texts == ["return the rest to the hand", "send SR to the deck", "send SN to the deck"], (
        "no blanks (TW-R16)"
    )
    assert table.e.units_deck.count(Unit.SN) == 3, "two of the deck and this one, at once"
    assert sorted(tied.unit for tied in table.state.tied) == ["SR", "blank"]


@pytest.mark.rule("tonnage_war", "10.1", "8.6")
def test_an_escort_added_to_a_continuation_that_fails_has_no_choice_of_the_deck(desk):
    """10.1 names initial attempts and attacks; SR has attacked, SN has not."""
    table = attacked(desk(escorts_to_deck="always"))
    table.hold(E, "escort attack (1)", "SN").escort("continue with escort attack (1)", "send SN")
    table.uboat_idle("return the rest to the hand", dice=((HIDES, 8), (HIDES, 10)))
    assert table.asked[-1].texts == ["return the rest to the hand", "send SR to the deck"]


@pytest.mark.rule("tonnage_war", "10.2", "8.6")
def test_a_boat_missed_in_a_continuation_goes_to_the_deck(desk):
    """TW-R18: six regulars in the deck and this one."""
    table = attacked(desk())
    table.hold(E, "escort attack (1)").escort("continue with escort attack (1)")
    table.uboat_idle(dice=((HIDES, 8),))
    assert table.u.units_deck.count(Unit.R) == 7
    assert table.state.tally.ships == 0, "no attack on the convoy follows"


@pytest.mark.rule("tonnage_war", "11", "11.5", "12")
def test_a_damaged_boat_leaves_play_when_all_attacks_are_over(desk):
    table = attacked(desk(), "SR", 4)
    assert table.u.out == []
    assert table.state.tally.escort_points == 1
    table.escort_idle()
    assert table.u.out == [Unit.R]


@pytest.mark.rule("tonnage_war", "11.1", "9.3")
def test_option_11_1_does_not_discard_escorts_that_attacked_only_once(desk):
    table = attacked(desk(continuation_discards_escorts=True))
    table.escort_idle()
    table.uboat_idle()
    assert (table.e.units, table.e.out) == ([Unit.SR], [])


@pytest.mark.rule("tonnage_war", "11.1")
@pytest.mark.parametrize(("option", "out"), [(True, [Unit.SR]), (False, [])])
def test_option_11_1_discards_escorts_that_made_a_continuation_attack(desk, option, out):
    table = attacked(desk(continuation_discards_escorts=option))
    table.hold(E, "escort attack (1)").escort("continue with escort attack (1)")
    table.uboat_idle(dice=((HIDES, 20), ("SR attacks R", 1)))
    assert table.e.out == out


@pytest.mark.rule("tonnage_war", "11.2")
@pytest.mark.parametrize(("option", "out"), [(True, [Unit.R]), (False, [])])
def test_option_11_2_discards_boats_detected_in_a_continuation(desk, option, out):
    table = attacked(desk(continuation_discards_escorts=True, continuation_discards_uboats=option))
    table.hold(E, "escort attack (1)").escort("continue with escort attack (1)")
    table.uboat_idle(dice=((HIDES, 20), ("SR attacks R", 20)))
    table.escort_idle()
    assert table.u.out == out


@pytest.mark.rule("tonnage_war", "11.2")
def test_option_11_2_is_refused_without_11_1(desk):
    with pytest.raises(BadData, match=r"11\.1"):
        desk(continuation_discards_uboats=True)


@pytest.mark.rule("tonnage_war", "11.6", "12")
@pytest.mark.parametrize(("boat", "damaged", "sunk"), [("N", 1, 2), ("R", 1, 2), ("A", 2, 4)])
def test_boats_score_by_crew(desk, boat, damaged, sunk):
    """SR: 4 damages, 2 sinks by gunfire."""
    assert attacked(desk(), "SR", 4, boat).state.tally.escort_points == damaged
    table = desk()
    table.uboat_attacks("stern attack", boat)
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.uboat_idle(dice=((HIDES, 20), (f"SR attacks {boat}", 2)))
    assert table.state.tally.escort_points == sunk
    assert table.u.out == [Unit(boat)]


@pytest.mark.rule("tonnage_war", "13.3", "12")
@pytest.mark.parametrize(("roll", "points"), [(4, 3), (2, 6)])
def test_a_u_tanker_scores_3_and_6(desk, roll, points):
    table = desk("on_166").hold(U, "", "U-tanker")
    engagement = Engagement(
        Kind.AIR_SEARCH, Unit.TANKER, weapon=Weapon.AIR_PATROL, attempt=1, group=[Committed(Unit.AR)]
    )
    table.u.units.clear()
    table.state.engagement = engagement
    table.uboat_idle(dice=((HIDES, 20), ("AR attacks U-tanker", roll)))
    assert table.state.tally.escort_points == points


@pytest.mark.rule("tonnage_war", "13.3", "7.2.3")
def test_a_u_tanker_neither_makes_contact_nor_attacks_but_evades_and_fires_flak(desk):
    table = desk("on_166").hold(U, "contact, beam attack", "U-tanker")
    table.contact()
    assert table.offered(U) == [
        "discard contact",
        "discard beam attack",
        "beam attack by the boat of contact 1",
    ]
    table.state.engagement = Engagement(
        Kind.AIR_SEARCH, Unit.TANKER, weapon=Weapon.AIR_PATROL, attempt=1, group=[Committed(Unit.AR)]
    )
    table.hold(U, "evade +2, flak +0")
    assert {"answer with evade +2", "answer with flak +0"} <= set(table.offered(U))


@pytest.mark.rule("tonnage_war", "12")
@pytest.mark.parametrize(("scoring", "points"), [("by_uboat", 0), ("all", 1), ("none", 0)])
def test_ruling_19_says_whether_ramming_scores(desk, scoring, points):
    table = desk(score_escort_damage=scoring)
    table.uboat_attacks("stern attack", "R")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.uboat_idle(dice=((HIDES, 20), ("SR attacks R", 1)))
    assert table.state.tally.uboat_points == points


@pytest.mark.rule("tonnage_war", "12")
def test_ruling_19_can_leave_damage_by_boats_unscored(desk):
    table = desk(score_escort_damage="none").hold(U, "stern attack")
    table.contact("R")
    table.hold(E, "HF/DF (1)", "SR").escort("HF/DF (1) on contact 1", "send SR")
    table.uboat("stern attack on the escorts", dice=((HIDES, 20), ("fires at SR", 2)))
    assert (table.state.tally.escorts_damaged, table.state.tally.uboat_points) == (1, 0)


def tally(uboat, escort):
    return Tally(ships=uboat, uboat_points=uboat, escort_points=escort)


@pytest.mark.rule("tonnage_war", "4", "12")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        # points of (boats, escorts) in game 1, where the player 'uboat' has the boats, and in game 2
        ((5, 2), (3, 4), "uboat"),  # 5 > 3 as U-boat player; 5 + 4 = 9 > 3 + 2 = 5 in total
        ((3, 4), (5, 2), "escort"),  # the same with roles exchanged
        ((5, 6), (3, 2), None),  # more as U-boat player, but 5 + 2 = 7 < 3 + 6 = 9 in total
        ((4, 2), (4, 5), None),  # level as U-boat player, ahead in total
        ((5, 4), (3, 2), None),  # level in total: 7 and 7
    ],
)
def test_a_match_is_won_only_as_uboat_player_and_in_total(first, second, winner):
    assert match_of_two(tally(*first), tally(*second)).winner == winner


@pytest.mark.rule("tonnage_war", "12")
@pytest.mark.parametrize(("points", "winner"), [((3, 2), "uboat"), ((2, 3), "escort"), ((2, 2), None)])
def test_a_single_game_has_a_side_that_is_ahead(points, winner):
    """TW-R56."""
    assert single_game(tally(*points)).winner == winner


@pytest.mark.rule("tonnage_war", "14.4", "8.4")
@pytest.mark.parametrize("revealed", [True, False])
def test_a_contact_boat_that_was_turned_up_attacks_face_up_and_another_face_down(desk, revealed):
    table = desk().hold(U, "stern attack")
    number = table.contact("A")
    table.state.contacts[0].revealed = revealed
    table.uboat(f"stern attack by the boat of contact {number}")
    attack = table.game.view(table.state, "escort", table.terms).attack
    assert attack is not None
    assert attack.unit is (Unit.A if revealed else None)


@pytest.mark.rule("tonnage_war", "7.3.8", "8.6")
@pytest.mark.parametrize(("answer", "goes_on"), [("flak +1", True), ("evade +2", False)])
def test_aircraft_go_on_only_if_the_attack_right_before_was_answered_with_flak(desk, answer, goes_on):
    """Flak in the first attempt opens the second, and only flak in the second opens a third."""
    table = desk().hold(U, f"flak +0, {answer}").hold(E, "air patrol (1), air patrol (1), air patrol (1)", "AN")
    number = table.contact("R")
    table.escort(f"air patrol (1) on contact {number}", "send AN")
    shots = (("fires flak", 20), ("AN attacks", 20))
    table.uboat("answer with flak +0", dice=((HIDES, 20), *shots))
    table.escort("continue with air patrol (1)")
    table.uboat(f"answer with {answer}", dice=((HIDES, 20), *(shots if goes_on else shots[1:])))
    assert ("continue with air patrol (1)" in table.offered(E)) is goes_on


@pytest.mark.rule("tonnage_war", "13.2")
def test_a_support_group_brings_cards_and_as_many_may_go_back_with_the_option(desk):
    """ONS 5: three cards for the support group; two cards are put back, one of them drawn before (TW-R60)."""
    table = desk("ons_5", support_group_put_back="up_to_as_many")
    table.state.round = 0
    tactical = [("tactical", str(card)) for card in table.u.tactical_deck.cards[:13]]
    units = [("unit", str(unit)) for unit in table.u.units_deck.cards[:10]]
    escort_tactical = [("tactical", str(card)) for card in table.e.tactical_deck.cards[:13]]
    dealt = ["support group", "SN", "SN", *["blank"] * 7]
    drawn = ["SA", "SA", "AR"]
    table.deal(
        "put a blank back", "put SN back", "keep the rest",
        dice=(
            *tactical, *units, *escort_tactical,
            *[("a unit card", name) for name in dealt], *[("support group", name) for name in drawn],
        ),
    )  # fmt: skip
    assert sorted(table.e.units) == sorted(["support group", "SN", *["blank"] * 6, "SA", "SA", "AR"])
    assert "put support group back" not in table.asked[0].texts
    assert len(table.e.units) + len(table.e.units_deck) == 20


@pytest.mark.rule("tonnage_war", "13.2")
def test_as_many_cards_go_back_as_the_support_group_brought(desk):
    """TW-R60: a hand of 10, and nothing else is offered."""
    table = desk("sc_130")  # two cards for the support group
    table.state.round = 0
    tactical = [("tactical", str(card)) for card in table.u.tactical_deck.cards[:13]]
    units = [("unit", str(unit)) for unit in table.u.units_deck.cards[:10]]
    escort_tactical = [("tactical", str(card)) for card in table.e.tactical_deck.cards[:13]]
    dealt = ["support group", "SN", "SN", *["blank"] * 7]
    table.deal(
        "put a blank back", "put a blank back",
        dice=(
            *tactical, *units, *escort_tactical,
            *[("a unit card", name) for name in dealt], ("support group", "SA"), ("support group", "AR"),
        ),
    )  # fmt: skip
    assert len(table.e.units) == 10
    assert not any("keep" in text for each in table.asked for text in each.texts)


@pytest.mark.rule("tonnage_war", "13.2")
def test_a_support_group_that_a_support_group_brings_brings_its_own_cards(desk):
    """In SC 130 each brings two, so 4 cards come, and 4 go back for a hand of 10 (TW-R60)."""
    table = desk("sc_130")
    table.state.round = 0
    table.e.units_deck.add(Unit.SUPPORT_GROUP)  # a second one, as a scenario of your own may have
    tactical = [("tactical", str(card)) for card in table.u.tactical_deck.cards[:13]]
    units = [("unit", str(unit)) for unit in table.u.units_deck.cards[:10]]
    escort_tactical = [("tactical", str(card)) for card in table.e.tactical_deck.cards[:13]]
    dealt = ["support group", "SN", "SN", *["blank"] * 7]
    drawn = ["support group", "SA", "AR", "AA"]
    table.deal(
        *["put a blank back"] * 4,
        dice=(
            *tactical, *units, *escort_tactical,
            *[("a unit card", name) for name in dealt], *[("support group", name) for name in drawn],
        ),
    )  # fmt: skip
    assert sorted(table.e.units) == sorted([*["support group"] * 2, "SN", "SN", "SA", "AR", "AA", *["blank"] * 3])


@pytest.mark.rule("tonnage_war", "14.3", "13.2")
def test_a_rescue_ship_that_is_owed_is_named_before_an_escort_may_be_put_back(desk):
    table = desk("ons_5")
    table.state.round, table.state.rescue = 0, Rescue.OWED
    tactical = [("tactical", str(card)) for card in table.u.tactical_deck.cards[:13]]
    units = [("unit", str(unit)) for unit in table.u.units_deck.cards[:10]]
    escort_tactical = [("tactical", str(card)) for card in table.e.tactical_deck.cards[:13]]
    dealt = ["support group", "SN", *["blank"] * 8]
    table.deal(
        "SN becomes the rescue ship", "put a blank back", "put a blank back",
        dice=(
            *tactical, *units, *escort_tactical,
            *[("a unit card", name) for name in dealt], *[("support group", name) for name in ("AR", "blank", "blank")],
        ),
    )  # fmt: skip
    assert (table.state.rescue, table.state.rescue_escort) == (Rescue.ESCORT, Unit.SN)
    assert "put SN back" not in table.asked[-1].texts


@pytest.mark.rule("tonnage_war", "14.1", "14.2")
def test_weather_can_change_from_round_to_round(desk):
    match = desk().game.new_match("ons_5", seed=3)
    assert (match.state.storm, match.state.bad_sonar) == (True, True)
    seen = {}
    while not match.over:
        seen[match.state.round] = (match.state.storm, match.state.bad_sonar)
        match.choose(match.decision.options[0])
    assert seen == {1: (True, True), 2: (True, True), 3: (False, False), 4: (False, False)}


def test_the_pile_of_played_cards_is_public_and_that_of_discards_is_not(desk):
    table = desk().hold(U, "contact, evade +2", "R")
    table.uboat("discard evade +2")
    view = table.game.view(table.state, "escort", table.terms)
    assert (view.uboat.discards, view.uboat.discards_size) == (None, 1)
    assert table.game.view(table.state, "uboat", table.terms).uboat.discards == (Tactical.EVADE_2,)


def returns_told(table):
    return [str(each) for each in table.told if "the hand" in str(each) and "regular escort" in str(each)]


@pytest.mark.rule("tonnage_war", "9.2")
@pytest.mark.parametrize(("resolved", "when"), [(3, "turn 5"), (25, "the round")])
def test_an_escort_is_told_to_be_on_its_way_until_the_turn_at_whose_end_it_is_back(desk, resolved, when):
    """TW-R14; what is resolved in the last turn of the U-boat side comes back as the round ends."""
    table = desk()
    table.uboat_attacks("stern attack", "R")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.state.turn = resolved - 1
    table.uboat_idle(dice=((HIDES, 8), ("attacks the convoy", 10)))
    assert returns_told(table) == [f"A regular escort of the escort side returns to the hand at the end of {when}."]


@pytest.mark.rule("tonnage_war", "9.2")
def test_an_escort_that_returns_at_once_is_told_to_be_back(desk):
    table = desk(escort_return="immediate")
    table.uboat_attacks("stern attack", "R")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.uboat_idle(dice=((HIDES, 8), ("attacks the convoy", 10)))
    assert returns_told(table) == ["A regular escort of the escort side returns to the hand."]
