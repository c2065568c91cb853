"""Carriers (13.1) and rescue ships (14.3)."""

import pytest

from navalcore_games.tonnage_war.results import ShipFate
from navalcore_games.tonnage_war.state import (
    Contact,
    ContactNumber,
    Engagement,
    Kind,
    Rescue,
    Side,
    Tactical,
    Target,
    Tied,
    Unit,
)

U, E = Side.UBOAT, Side.ESCORT
HIDES = "stay undetected"
CONVOY = "attacks the convoy"


# ---- the carrier ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tonnage_war", "13.1")
def test_only_a_special_contact_finds_the_carrier_and_only_where_there_is_one(desk):
    table = desk("hg_76").hold(U, "contact, special contact", "R")
    contacts = ["contact with the convoy", "special contact with the convoy", "special contact with the carrier"]
    assert [text for text in table.offered(U) if "discard" not in text] == contacts
    table = desk().hold(U, "special contact", "R")
    assert table.offered(U) == ["discard special contact", "special contact with the convoy"]


@pytest.mark.rule("tonnage_war", "13.1", "12")
def test_the_carrier_is_attacked_like_an_escort_with_all_the_rolls_of_the_card(desk):
    """Ace: half of 14 is 7 on a D20; two hits sink it for 6 points."""
    table = desk("hg_76").hold(U, "bow attack with FAT", "A").hold(E, "", "AN, SR")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.uboat("bow attack with FAT on the carrier", "with A")
    carrier = "attacks the carrier"
    table.escort_idle(dice=((carrier, 7), (carrier, 8), (carrier, 7)))
    assert (table.state.carrier_damage, table.state.tally.uboat_points, table.state.tally.ships) == (2, 6, 0)
    assert table.state.contacts == [], "nothing is left to be in contact with (TW-R55)"
    assert table.u.units == [Unit.R]
    assert table.e.units == [Unit.SR]
    assert sorted(table.e.out) == ["AN", "AN", "AN", "AR"], "its aircraft are gone from hand and deck"
    table.hold(U, "special contact")
    assert "special contact with the carrier" not in table.offered(U)


@pytest.mark.rule("tonnage_war", "13.1")
def test_the_aircraft_of_a_carrier_that_is_sunk_are_out_of_play_wherever_they_were(desk):
    """TW-R37: one is in the hand, one in the deck, and one on its way back to the hand."""
    table = desk("hg_76").hold(U, "quarter attack", "A").hold(E, "", "AR, SR")
    table.e.units_deck.cards[:] = [Unit.AN, Unit.SN]
    table.state.tied.append(Tied(Unit.AN, 99))
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.uboat("quarter attack on the carrier", "with A")
    table.escort_idle(dice=(("attacks the carrier", 1), ("attacks the carrier", 1)))
    assert (table.e.units, table.e.units_deck.cards, table.state.tied) == ([Unit.SR], [Unit.SN], [])
    assert sorted(table.e.out) == ["AN", "AN", "AR"]


@pytest.mark.rule("tonnage_war", "13.1", "8.2")
@pytest.mark.parametrize(("roll", "damage"), [(5, 1), (6, 0)])
def test_the_modifier_of_an_attack_card_does_not_count_against_the_carrier(desk, roll, damage):
    """TW-R37: half of R's 10 is 5; with the straggler's +4 it would be 7."""
    table = desk("hg_76").hold(U, "straggler attack", "R")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.N))
    table.uboat("straggler attack on the carrier", "with R")
    table.escort_idle(dice=(("attacks the carrier", roll),))
    assert table.state.carrier_damage == damage


@pytest.mark.rule("tonnage_war", "13.1")
def test_damaging_the_carrier_scores_what_the_scenario_says(desk):
    table = desk("hg_76").hold(U, "stern attack", "R")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.uboat("stern attack on the carrier", "with R")
    table.escort_idle(dice=(("attacks the carrier", 5),))
    assert (table.state.carrier_damage, table.state.tally.uboat_points) == (1, 3)


@pytest.mark.rule("tonnage_war", "13.1")
def test_a_hit_after_the_carrier_is_sunk_is_rolled_but_told_as_coming_to_nothing(desk):
    table = desk("hg_76").hold(U, "bow attack", "A")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.uboat("bow attack on the carrier", "with A")
    table.escort_idle(dice=(("attacks the carrier", 1), ("attacks the carrier", 2), ("attacks the carrier", 3)))
    assert (table.state.carrier_damage, table.state.tally.uboat_points) == (2, 6)
    effects = [event.effect for event in table.told if type(event).__name__ == "ConvoyRolled"]
    assert effects == [ShipFate.CARRIER_HIT, ShipFate.CARRIER_SUNK, ShipFate.SUNK_ALREADY]


@pytest.mark.rule("tonnage_war", "13.1", "7.3.6")
def test_the_carriers_screen_helps_only_against_a_boat_that_attacks_the_carrier(desk):
    table = desk("hg_76").hold(U, "stern attack", "R").hold(E, "escort attack (1)")
    table.uboat_attacks("bow attack", "N")
    assert table.offered(E) == ["discard escort attack (1)"]
    table = desk("hg_76").hold(U, "stern attack", "R").hold(E, "escort attack (1)")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.uboat("stern attack on the carrier", "with R")
    table.escort("escort attack (1) on the attacker", "send SR of the carrier's screen")
    assert table.state.screen == []
    table.uboat_idle(dice=((HIDES, 8), ("attacks the carrier", 20)))
    assert (table.state.screen, table.e.units) == ([], []), "on its way back, as all escorts are (TW-R59)"
    told = "A regular escort of the escort side returns to the carrier's screen at the end of turn 5."
    assert str(table.told[-1]) == told
    table.escort_idle()
    table.uboat_idle()
    assert (table.state.screen, table.e.units) == ([Unit.SR], [])


@pytest.mark.rule("tonnage_war", "13.1", "10.1")
def test_the_carriers_screen_is_not_sent_to_the_deck(desk):
    """TW-R59: it is bound to the carrier, while the other escorts of the group may be sent there."""
    table = desk("hg_76", escorts_to_deck="always").hold(U, "stern attack", "R").hold(E, "escort attack (2)", "SN")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.N))
    table.uboat("stern attack on the carrier", "with R")
    table.escort("escort attack (2) on the attacker", "send SR of the carrier's screen", "send SN")
    table.uboat_idle("return the rest to the hand", dice=((HIDES, 1), (HIDES, 1), ("attacks the carrier", 20)))
    asked = [text for text in table.asked[-1].texts if "deck" in text]
    assert len(asked) == 1
    assert "SN" in asked[0]


@pytest.mark.rule("tonnage_war", "13.1")
def test_with_the_option_the_carriers_screen_is_back_at_once(desk):
    """TW-R59."""
    table = desk("hg_76", screen_return="at_once").hold(U, "stern attack", "R").hold(E, "escort attack (1)")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.uboat("stern attack on the carrier", "with R")
    table.escort("escort attack (1) on the attacker", "send SR of the carrier's screen")
    table.uboat_idle(dice=((HIDES, 8), ("attacks the carrier", 20)))
    assert table.state.screen == [Unit.SR]


@pytest.mark.rule("tonnage_war", "13.1", "4")
def test_the_end_of_a_round_brings_the_screen_back_to_the_carrier(desk):
    table = desk("hg_76")
    table.state.screen.clear()
    table.state.tied.append(Tied(Unit.SN, 99, screen=True))
    table.end_round()
    assert table.state.screen == [Unit.SN]


@pytest.mark.rule("tonnage_war", "13.1", "7.3.5")
def test_hfdf_on_a_contact_that_ends_with_the_carrier_comes_to_nothing(desk):
    """TW-R55; the escorts were never turned up, so the U-boat side must not learn which they are."""
    table = desk("hg_76").hold(U, "quarter attack", "A").hold(E, "HF/DF (1)", "SR")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.uboat("quarter attack on the carrier", "with A")
    table.escort("HF/DF (1) on contact 1", "send SR", dice=(("attacks the carrier", 1), ("attacks the carrier", 2)))
    assert table.state.engagement is None
    assert table.e.units == [Unit.SR]
    assert table.game.view(table.state, "uboat", table.terms).returning == ()
    for event in table.told:
        if str(Unit.SR) in str(event):
            assert event.to == ("escort",)
            assert str(Unit.SR) not in str(event.redacted())


@pytest.mark.rule("tonnage_war", "13.1", "7.3.2", "7.3.3")
@pytest.mark.parametrize("aim", ["contact 2", "a random card"])
def test_an_air_patrol_whose_aircraft_all_go_down_with_the_carrier_comes_to_nothing(desk, aim):
    """TW-R55: no card is pulled, the boat of the contact has nothing to answer, and what happened can be told."""
    table = desk("hg_76").hold(U, "quarter attack, evade +2", "A, N").hold(E, "air patrol (1)", "AN")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.state.contacts.append(Contact(ContactNumber(2), Tactical.CONTACT, Target.CONVOY, Unit.N))
    table.uboat("quarter attack on the carrier", "with A")
    hits = (("attacks the carrier", 1), ("attacks the carrier", 2))
    table.escort(f"air patrol (1) on {aim}", "send AN", dice=hits)
    assert table.state.engagement is None
    assert "answer with evade +2" not in table.offered(U)
    table.uboat_idle()
    assert [contact.number for contact in table.state.contacts] == [2]
    assert table.u.units == [Unit.N, Unit.R]
    assert all(str(event) for event in table.told)


@pytest.mark.rule("tonnage_war", "13.1", "7.3.8", "10.2")
def test_a_continuation_whose_aircraft_all_go_down_with_the_carrier_ends_the_engagement(desk):
    """TW-R55: the boat that was found and not found again goes to the deck."""
    table = desk("hg_76").hold(U, "quarter attack, flak +0", "A").hold(E, "air patrol (1), air patrol (1)", "AN")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.state.contacts.append(Contact(ContactNumber(2), Tactical.CONTACT, Target.CONVOY, Unit.N))
    table.escort("air patrol (1) on contact 2", "send AN")
    table.uboat("answer with flak +0", dice=((HIDES, 20), ("fires flak", 20), ("AN attacks", 20)))
    table.state.attack = Engagement(Kind.CARRIER_ATTACK, Unit.A, attack_card=Tactical.QUARTER)
    table.u.units.remove(Unit.A)
    table.escort("continue with air patrol (1)", dice=(("attacks the carrier", 1), ("attacks the carrier", 2)))
    assert (table.state.engagement, table.state.window) == (None, None)
    assert table.u.units_deck.cards.count(Unit.N) == table.scenario.uboat.units[Unit.N] + 1


@pytest.mark.rule("tonnage_war", "13.1", "8.1.1")
def test_an_attack_declared_before_the_carrier_was_sunk_is_made_to_no_effect(desk):
    """TW-R55, TW-R23."""
    table = desk("hg_76").hold(U, "quarter attack, stern attack", "A, N").hold(E, "escort attack (1)", "blank")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.uboat("quarter attack on the carrier", "with A")
    table.escort("escort attack (1) on the attacker", "send a blank")
    hits = (("attacks the carrier", 1), ("attacks the carrier", 1))
    table.uboat("stern attack on the carrier", "with N", dice=hits)
    table.escort_idle(dice=(("attacks the carrier", 1),))
    assert (table.state.tally.uboat_points, table.u.out) == (6, [Unit.A, Unit.N])


# ---- rescue ships --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tonnage_war", "14.3", "12")
def test_a_1_sinks_the_rescue_ship_and_an_escort_takes_over_at_once(desk):
    table = desk().hold(E, "", "AR, SN, SR, blank")
    table.uboat_attacks("quarter attack", "N")
    table.escort_idle("SR becomes the rescue ship", dice=((CONVOY, 1), (CONVOY, 1)))
    assert table.asked[-1].texts == ["SN becomes the rescue ship", "SR becomes the rescue ship"]
    assert table.state.tally.ships == 2, "one of them the rescue ship; the second 1 sinks an ordinary ship (TW-R36)"
    assert (table.state.rescue, table.state.rescue_escort) == (Rescue.ESCORT, Unit.SR)
    assert table.e.units == [Unit.AR, Unit.SN, Unit.BLANK], "it takes no part in anything else"
    # the next attack that rolls a 1 sinks the escort: 2 points, no ship
    table.uboat_attacks("stern attack", "N")
    table.escort_idle("SN becomes the rescue ship", dice=((CONVOY, 1),))
    assert (table.state.tally.ships, table.state.tally.escorts_destroyed, table.state.tally.uboat_points) == (2, 1, 4)
    assert table.e.out == [Unit.SR]


@pytest.mark.rule("tonnage_war", "14.3")
def test_the_duty_of_rescue_ship_is_owed_until_a_surface_escort_comes_to_hand(desk):
    table = desk()
    table.uboat_attacks("stern attack", "N")
    table.escort_idle(dice=((CONVOY, 1),))
    assert table.state.rescue is Rescue.OWED
    table.uboat_attacks("stern attack", "N")
    table.hold(E, "air patrol (1)", "AR")
    table.escort_idle(dice=((CONVOY, 1),))
    assert table.state.tally.ships == 2, "an ordinary hit while the duty is owed"
    table.contact()
    table.hold(E, "HF/DF (1)")
    table.e.units_deck.cards[:] = [Unit.SN] * 10
    table.end_round()
    table.state.round = 1
    tactical = [("tactical", str(card)) for card in table.u.tactical_deck.cards[:13]]
    units = [("unit", str(unit)) for unit in table.u.units_deck.cards[:10]]
    escort_tactical = [("tactical", str(card)) for card in table.e.tactical_deck.cards[:13]]
    escort_units = [("unit", "SN")] * 10
    table.deal("SN becomes the rescue ship", dice=(*tactical, *units, *escort_tactical, *escort_units))
    assert table.state.rescue_escort is Unit.SN
    assert len(table.e.units) == 9


@pytest.mark.rule("tonnage_war", "14.3")
def test_without_rescue_ships_a_1_is_an_ordinary_hit(desk):
    table = desk(rescue_ships=False).hold(E, "", "SR")
    table.uboat_attacks("stern attack", "N")
    table.escort_idle(dice=((CONVOY, 1),))
    assert (table.state.tally.ships, table.state.rescue) == (1, Rescue.NONE)
