"""What one changed sign in the program could have broken unseen: each test holds a place that a mutant showed bare."""

import pytest

from navalcore.errors import BadData
from navalcore_games.tonnage_war.combat_events import UnitMoved
from navalcore_games.tonnage_war.convoys import TACTICAL_OF_SIDE, load_scenario
from navalcore_games.tonnage_war.escort_turn import refusals as escort_refusals
from navalcore_games.tonnage_war.state import Contact, ContactNumber, Side, Tactical, Target, Unit
from navalcore_games.tonnage_war.uboat_turn import refusals as uboat_refusals

U, E = Side.UBOAT, Side.ESCORT
HIDES = "stay undetected"


def refused(table, refusals=uboat_refusals):
    """The refusals of a side's next turn, by what was refused."""
    return {refusal.text: refusal for refusal in table.play(lambda play: list(refusals(play)), (), ())}


def defended(table, boat="R", escort="SR"):
    """A boat attacks, and the escort side answers with an escort attack that is still to be resolved."""
    table.uboat_attacks("stern attack", boat)
    table.hold(E, "escort attack (1)", escort).escort("escort attack (1) on the attacker", f"send {escort}")
    return table


@pytest.mark.rule("tonnage_war", "7.2.3", "13.3")
def test_an_attack_is_refused_for_want_of_the_card_of_a_contact_or_of_a_boat(desk):
    text = "bow attack on the convoy"
    assert refused(desk())[text].reason == "the U-boat side does not hold the card"
    table = desk().hold(U, "bow attack", "U-tanker")
    assert refused(table)[text].reason == "no contact with the convoy is in effect"
    table.contact()
    assert refused(table)[text].reason == "a U-tanker neither makes contact nor attacks (TW-R39)"
    table.u.units.clear()
    assert refused(table)[text].reason == "no boat or blank in hand"
    assert refused(table)["bow attack on the carrier"].reason == "no contact with the carrier is in effect"
    table.state.routing = 1
    assert refused(table)[text].reason == "no contact with the convoy is in effect"
    assert {refusal.rule for name, refusal in refused(table).items() if "attack on the c" in name} == {"7.2.3"}


@pytest.mark.rule("tonnage_war", "7.2.4", "7.2.5")
@pytest.mark.parametrize(
    ("boat", "damage", "reason"),
    [
        ("blank", 0, "a blank cannot answer (TW-R26)"),
        ("R", 1, "a damaged boat can only evade (TW-R48)"),
        ("R", 0, "it does not answer escort attack"),
    ],
)
def test_an_answer_is_refused_for_what_the_card_under_attack_is(desk, boat, damage, reason):
    table = defended(desk(), boat)
    table.hold(U, "flak +2")
    table.state.engagement.damage = damage
    assert (refused(table)["answer with flak +2"].rule, refused(table)["answer with flak +2"].reason) == (
        "7.2.5",
        reason,
    )


@pytest.mark.rule("tonnage_war", "10.2", "11.2")
def test_option_11_2_takes_no_boat_out_of_play_that_was_detected_in_the_first_attempt_alone(desk):
    options = {"continuation_discards_escorts": True, "continuation_discards_uboats": True}
    table = defended(desk(**options))
    table.uboat_idle(dice=((HIDES, 20), ("SR attacks R", 20)))
    table.escort_idle()
    assert table.u.out == []
    table = defended(desk(**options))
    table.uboat_idle(dice=((HIDES, 20), ("SR attacks R", 20)))
    table.hold(E, "escort attack (1)").escort("continue with escort attack (1)")
    table.uboat_idle(dice=((HIDES, 8),))
    assert table.u.out == [], "missed in the continuation (TW-R18)"
    assert table.u.units_deck.count(Unit.R) == 7


@pytest.mark.rule("tonnage_war", "14.4", "9.4")
@pytest.mark.parametrize(("die", "attacks"), [(1, True), (20, False)])
def test_a_contact_boat_that_shoots_under_an_air_patrol_does_so_unless_it_is_detected(desk, die, attacks):
    """TW-R23, also where TW-R17 would send a boat that was missed to the hand."""
    table = desk(missed_contact_boat="to_hand")
    table.contact("R")
    table.hold(E, "air patrol (1)", "AN").escort("air patrol (1) on contact 1", "send AN")
    table.hold(U, "bow attack")
    dice = ((HIDES, die),) if attacks else ((HIDES, die), ("AN attacks R", 20))
    table.uboat("bow attack by the boat of contact 1", dice=dice)
    assert (table.state.attack is not None) is attacks
    assert table.state.contacts == []
    assert table.u.units == []


@pytest.mark.rule("tonnage_war", "7.2.7")
def test_b_dienst_is_refused_for_want_of_routing_or_for_want_of_the_card(desk):
    table = desk()
    assert "there was no evasive routing" in refused(table)["answer with B-dienst"].reason
    table.contact()
    table.hold(E, "evasive routing").escort("evasive routing on contact 1")
    assert "no B-dienst card in hand" in refused(table)["answer with B-dienst"].reason


SCENARIO = """
title = "Mine"
provenance = "own"
history = "none"
[uboat]
units = { n = 10 }
tactical = { b_dienst = 52 }
[escort]
units = { sn = 10 }
tactical = { routing = 52 }
"""


@pytest.mark.rule("tonnage_war", "2.1", "2.2", "3")
@pytest.mark.parametrize(
    ("side", "own", "other"), [("uboat", "b_dienst = 52", "routing = 52"), ("escort", "routing = 52", "b_dienst = 52")]
)
def test_a_deck_with_a_tactical_card_of_the_other_side_is_refused(tmp_path, side, own, other):
    path = tmp_path / "mine.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    assert load_scenario(path).id == "mine"
    path.write_text(SCENARIO.replace(own, f"idle = 51, {other.replace('52', '1')}"), encoding="utf-8")
    with pytest.raises(BadData, match=rf"{side}\.tactical: .* does not belong to this side"):
        load_scenario(path)


@pytest.mark.rule("tonnage_war", "7.2.1", "7.3.1")
@pytest.mark.parametrize(
    ("side", "refusals", "section", "held"),
    [(U, uboat_refusals, "7.2.1", "contact"), (E, escort_refusals, "7.3.1", "evasive routing")],
)
def test_the_discard_of_a_card_is_refused_to_a_side_that_does_not_hold_it(desk, side, refusals, section, held):
    reasons = refused(desk().hold(side, held), refusals)
    told = {text.removeprefix("discard "): each.rule for text, each in reasons.items() if text.startswith("discard ")}
    assert told == {str(card): section for card in TACTICAL_OF_SIDE[side] if card is not Tactical(held)}
    assert [*told] == [str(card) for card in Tactical if str(card) in told], "in the same order in every process"


@pytest.mark.rule("tonnage_war", "13.1")
def test_aircraft_of_a_sunk_carrier_leave_play_from_the_table_too(desk):
    """TW-R37: the attack goes through as the escort side declares its air patrol, and the patrol has no deck left."""
    table = desk("hg_76").hold(U, "bow attack", "A").hold(E, "air patrol (2)", "AR, blank")
    table.state.contacts.append(Contact(ContactNumber(7), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.state.contacts_made = 7
    number = table.contact("N")
    table.uboat("bow attack on the carrier", "with A")
    patrol = (f"air patrol (2) on contact {number}", "send AR", "send a blank")
    table.escort(*patrol, dice=(("attacks the carrier", 7), ("attacks the carrier", 7), ("attacks the carrier", 7)))
    assert table.state.carrier_damage == 2
    assert [member.unit for member in table.state.engagement.group] == [Unit.BLANK]
    assert table.e.out.count(Unit.AR) == 2, "this one and the one in the deck"


@pytest.mark.rule("tonnage_war", "4", "7.3")
def test_the_escort_side_too_may_offer_to_end_the_round_once_a_turn(desk):
    """TW-R33."""
    table = desk().hold(E, "evasive routing").hold(U, "contact")
    table.escort("offer to end the round", "play on", "discard evasive routing")
    offers = ["offer to end the round" in decision.texts for decision in table.asked if decision.role == "escort"]
    assert offers == [True, False]


@pytest.mark.parametrize("side", [U, E])
@pytest.mark.parametrize("kind", ["tactical_deck", "units_deck"])
def test_the_invariants_notice_a_lost_card_of_either_kind_and_either_side(desk, side, kind):
    table = desk()

    def lost():
        found = table.game.invariants(table.state, table.terms)
        return [text for text in found if f"cards of the {side} side were lost or doubled" in text]

    assert not lost()
    getattr(table.state.seats[side], kind).cards.pop()
    assert lost()


@pytest.mark.rule("tonnage_war", "14.4", "7.4.1")
def test_the_shot_of_a_contact_boat_is_refused_for_want_of_the_card_for_routing_or_for_the_hfdf_on_it(desk):
    table = desk()
    table.contact()
    text = "bow attack by the boat of contact 1"
    assert refused(table)[text].reason == "the U-boat side does not hold the card"
    table.hold(U, "bow attack").hold(E, "evasive routing").escort("evasive routing on contact 1")
    assert "routed away" in refused(table)[text].reason
    table = desk().hold(U, "bow attack").hold(E, "HF/DF (1)", "SR")
    table.contact()
    table.escort("HF/DF (1) on contact 1", "send SR")
    assert "under HF/DF" in refused(table)[text].reason
    assert refused(table)[text].rule == "14.4"


@pytest.mark.rule("tonnage_war", "9.4", "11.3")
def test_a_pulled_blank_is_shown_to_both_sides_before_it_goes_back(desk):
    """TW-R34, TW-R46."""
    table = desk().hold(U, "", "blank").hold(E, "air patrol (1)", "AR")
    table.escort("air patrol (1) on a random card", "send AR", dice=(("comes upon", "blank"),))
    table.uboat_idle()
    moved = [event for event in table.told if isinstance(event, UnitMoved) and event.side is U]
    assert [event.seen_by("escort") for event in moved] == moved
    assert [event.unit for event in moved] == ["unit/blank/uboat"]


@pytest.mark.rule("tonnage_war", "13.1", "12")
def test_the_invariants_know_that_a_carrier_sunk_is_worth_four_points_more_than_another_escort(desk):
    for scenario, most in (("hg_76", 4), ("halifax_228", 0)):
        table = desk(scenario)
        for points, noticed in ((most, False), (most + 1, True)):
            table.state.tally.uboat_points = points
            found = table.game.invariants(table.state, table.terms)
            assert bool([text for text in found if "more than its successes" in text]) is noticed


@pytest.mark.rule("tonnage_war", "4", "8.3", "8.5.2", "14.3")
@pytest.mark.parametrize(("game", "boats", "escorts"), [(1, "uboat", "escort"), (2, "escort", "uboat")])
def test_whoever_commands_a_side_in_this_game_makes_its_choices(desk, game, boats, escorts):
    """Targets are the U-boat player's, escorts and rescue ships the other's; the second game exchanges them."""
    table = desk()
    table.state.game = game
    table.uboat_attacks("stern attack", "R")
    table.hold(E, "escort attack (2)", "SR, SN")
    table.escort("escort attack (2) on the attacker", "send SR", "send SN")
    hit = ((HIDES, 20), (HIDES, 20), ("fires at SN", 20), ("SR attacks R", 20), ("SN attacks R", 20))
    table.hold(U, "stern attack").uboat("stern attack on the escorts", "SN", "SR", dice=hit)
    table.hold(E, "", "SA, SR")
    table.uboat_attacks("stern attack", "N")
    table.escort_idle("SA becomes the rescue ship", dice=(("attacks the convoy", 1),))
    asked = {decision.kind: decision.role for decision in table.asked}
    assert (asked["shoot_at"], asked["escort"], asked["rescue_ship"]) == (boats, escorts, escorts)
    assert (asked["uboat_turn"], asked["attack_unit"], asked["escort_turn"]) == (boats, boats, escorts)
    assert asked["commit"] == escorts
