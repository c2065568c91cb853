"""The two sides' turns: chapters 4, 5 and 7, with the exact moment at which everything pending is resolved."""

import pytest

from navalcore_games.tonnage_war.state import Kind, Rescue, Side, Tactical, Unit

U, E = Side.UBOAT, Side.ESCORT
HIDES = "stay undetected"
CONVOY = "attacks the convoy"


@pytest.mark.rule("tonnage_war", "7.2", "7.2.1")
def test_a_uboat_discard_goes_face_down_and_is_one_action(desk):
    table = desk().hold(U, "contact, evade +2", "R")
    table.uboat("discard evade +2")
    assert table.u.discards == [Tactical.EVADE_2]
    assert table.u.tactical == [Tactical.CONTACT]
    assert table.state.turn == 1


@pytest.mark.rule("tonnage_war", "7.3", "7.3.1")
def test_an_escort_discard_goes_face_down(desk):
    table = desk().hold(E, "evasive routing")
    table.escort("discard evasive routing")
    assert table.e.discards == [Tactical.ROUTING]
    assert table.e.played == []


@pytest.mark.rule("tonnage_war", "7.2.2")
def test_a_contact_needs_a_real_boat(desk):
    table = desk().hold(U, "contact", "blank, U-tanker")
    assert table.offered(U) == ["discard contact"]
    table.hold(U, "", "N")
    table.uboat("contact with the convoy", "with N")
    assert [(each.number, each.boat, each.card) for each in table.state.contacts] == [(1, Unit.N, Tactical.CONTACT)]
    assert table.asked[1].texts == ["with N"]
    assert table.u.units == [Unit.BLANK, Unit.TANKER]


@pytest.mark.rule("tonnage_war", "7.2.3")
def test_an_attack_needs_a_contact_and_takes_a_boat_or_a_blank(desk):
    table = desk().hold(U, "bow attack", "R, blank, U-tanker")
    assert table.offered(U) == ["discard bow attack"]
    table.contact()
    table.uboat("bow attack on the convoy", "with a blank")
    assert table.asked[1].texts == ["with R", "with a blank"]
    assert table.state.attack.kind is Kind.CONVOY_ATTACK
    assert table.state.attack.unit is Unit.BLANK
    assert len(table.state.contacts) == 1, "the contact stays in effect"


@pytest.mark.rule("tonnage_war", "7.2.4", "7.2.6")
def test_evade_and_torpedoes_answer_ships_but_flak_does_not(desk):
    table = desk()
    table.uboat_attacks("bow attack", "R")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.hold(U, "evade +4, flak +2, beam attack")
    offered = table.offered(U)
    assert {"answer with evade +4", "beam attack on the escorts"} <= set(offered)
    assert "answer with flak +2" not in offered


@pytest.mark.rule("tonnage_war", "7.2.5", "7.2.6")
def test_evade_and_flak_answer_aircraft_but_torpedoes_do_not(desk):
    table = desk()
    table.contact("R")
    table.hold(E, "air patrol (1)", "AR").escort("air patrol (1) on contact 1", "send AR")
    table.hold(U, "evade +4, flak +2, beam attack")
    offered = table.offered(U)
    assert {"answer with evade +4", "answer with flak +2"} <= set(offered)
    assert "beam attack on the escorts" not in offered


@pytest.mark.rule("tonnage_war", "7.2.4", "7.2.5", "7.2.6")
@pytest.mark.parametrize("card", ["evade +4", "flak +2", "beam attack"])
def test_nothing_answers_when_no_boat_is_under_attack_or_it_is_a_blank(desk, card):
    table = desk().hold(U, card)
    assert table.offered(U) == [f"discard {card}"]
    table.uboat_attacks("stern attack", "blank")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    assert not {f"answer with {card}", f"{card} on the escorts"} & set(table.offered(U)), (
        "a blank cannot answer (TW-R26)"
    )


@pytest.mark.rule("tonnage_war", "7.2.7", "7.3.4")
def test_b_dienst_counters_routing_in_the_very_next_turn(desk):
    table = desk().hold(U, "B-dienst", "N").hold(E, "evasive routing")
    assert table.offered(E) == ["discard evasive routing"], "nothing to route away from"
    assert table.offered(U) == ["discard B-dienst"]
    table.contact()
    table.escort("evasive routing on contact 1")
    table.uboat("answer with B-dienst")
    assert len(table.state.contacts) == 1
    assert (table.u.played, table.e.played) == ([Tactical.B_DIENST], [Tactical.ROUTING])
    assert "answer with B-dienst" not in table.offered(U)


@pytest.mark.rule("tonnage_war", "7.4", "7.4.1")
def test_uncountered_routing_ends_the_contact_and_the_boat_goes_to_the_hand_unseen(desk):
    table = desk()
    table.contact("A")
    table.hold(E, "evasive routing").escort("evasive routing on contact 1")
    assert table.state.contacts, "still in effect until the U-boat side has acted"
    table.uboat_idle()
    assert table.state.contacts == []
    assert table.u.units == [Unit.A]
    assert Tactical.CONTACT in table.u.played
    moved = next(event for event in table.told if type(event).__name__ == "UnitMoved")
    assert moved.seen_by("escort").unit is None


@pytest.mark.rule("tonnage_war", "7.4.1")
def test_a_contact_under_routing_serves_no_attack_but_another_contact_does(desk):
    table = desk().hold(U, "bow attack", "R")
    table.contact()
    table.hold(E, "evasive routing").escort("evasive routing on contact 1")
    assert table.offered(U) == ["discard bow attack"]
    table.contact()
    assert table.offered(U) == [
        "discard bow attack",
        "bow attack on the convoy",
        "bow attack by the boat of contact 2",
    ]


@pytest.mark.rule("tonnage_war", "7.3.2")
def test_an_air_search_pulls_a_random_card_of_the_uboat_hand(desk):
    table = desk().hold(U, "", "R, blank, N").hold(E, "air patrol (2)", "AR, blank, SR")
    pulled = (("comes upon a card", "N"),)
    table.escort("air patrol (2) on a random card", "send AR", "send a blank", dice=pulled)
    assert table.asked[1].texts == ["send AR", "send a blank"], "no ship flies"
    assert table.asked[2].texts == ["send a blank", "send no further escort"]
    assert table.state.engagement.unit is Unit.N
    assert table.u.units == [Unit.R, Unit.BLANK]
    seen = table.game.view(table.state, "escort", table.terms)
    assert seen.engagement.unit is None
    assert table.game.view(table.state, "uboat", table.terms).engagement.unit is Unit.N


@pytest.mark.rule("tonnage_war", "7.3.2")
def test_an_air_search_under_ruling_7_pulls_from_the_deck_instead(desk):
    table = desk(air_patrol_source="deck").hold(U, "", "R").hold(E, "air patrol (1)", "AR")
    table.u.units_deck.cards[:] = [Unit.BLANK]
    table.escort("air patrol (1) on a random card", "send AR", dice=(("comes upon a card", "blank"),))
    assert table.u.units == [Unit.R]
    assert table.u.units_deck.cards == []
    table.uboat_idle()
    assert table.u.units_deck.cards == [Unit.BLANK], "a pulled blank goes back where it came from (TW-R34)"
    assert table.u.out == []


@pytest.mark.rule("tonnage_war", "7.3.2")
def test_there_is_no_air_search_without_a_card_to_come_upon(desk):
    table = desk().hold(E, "air patrol (1)", "AR")
    assert table.offered(E) == ["discard air patrol (1)"]


@pytest.mark.rule("tonnage_war", "7.3.3", "7.3.5")
def test_aircraft_patrol_and_ships_hunt_a_contact_with_as_many_as_the_card_allows(desk):
    table = desk().hold(E, "HF/DF (2), air patrol (1)", "SN, SR, SA, AR, blank")
    table.contact()
    assert {"HF/DF (2) on contact 1", "air patrol (1) on contact 1"} <= set(table.offered(E))
    table.escort("HF/DF (2) on contact 1", "send SN", "send SA")
    assert table.asked[1].texts == ["send SN", "send SR", "send SA", "send a blank"], "no aircraft with HF/DF"
    assert [member.unit for member in table.state.engagement.group] == [Unit.SN, Unit.SA]
    assert table.state.engagement.kind is Kind.HFDF_CONTACT
    assert table.e.units == [Unit.SR, Unit.AR, Unit.BLANK]


@pytest.mark.rule("tonnage_war", "7.3.6")
def test_an_escort_attack_needs_an_attack_in_the_turn_before_and_takes_any_escort(desk):
    table = desk().hold(E, "escort attack (3)", "SR, AR, blank")
    assert table.offered(E) == ["discard escort attack (3)"]
    table.uboat_attacks()
    assert table.offered(E) == ["discard escort attack (3)", "escort attack (3) on the attacker"]
    table.escort("escort attack (3) on the attacker", "send a blank", "send AR", "send no further escort")
    assert table.asked[-3].texts == ["send SR", "send AR", "send a blank"]
    assert table.state.attack is None
    assert table.state.engagement.kind is Kind.CONVOY_ATTACK


@pytest.mark.rule("tonnage_war", "7.3.6")
def test_ruling_29_keeps_aircraft_out_of_escort_attacks(desk):
    table = desk(air_in_escort_attack=False).hold(E, "escort attack (3)", "AR")
    table.uboat_attacks()
    assert table.offered(E) == ["discard escort attack (3)"]


@pytest.mark.rule("tonnage_war", "8.1", "8.1.1")
def test_an_unopposed_attack_goes_through_as_soon_as_the_escorts_declare_something_else(desk):
    table = desk()
    table.uboat_attacks("quarter attack", "N")  # two rolls, 6 or less on the D10
    assert table.state.tally.ships == 0
    table.escort_idle(dice=((CONVOY, 6), (CONVOY, 7)))
    assert table.state.tally.ships == 1
    assert table.state.tally.uboat_points == 1
    assert table.state.attack is None


@pytest.mark.rule("tonnage_war", "8.1.1", "7.3.2")
def test_the_attack_goes_through_before_an_air_search_draws_its_card(desk):
    table = desk()
    table.uboat_attacks("stern attack", "N")
    table.hold(U, "", "R").hold(E, "air patrol (1)", "AN")
    table.escort("air patrol (1) on a random card", "send AN", dice=((CONVOY, 9), ("comes upon a card", "R")))
    assert table.u.out == [Unit.N]


@pytest.mark.rule("tonnage_war", "8.1.2")
def test_an_attack_goes_through_as_soon_as_detection_fails(desk):
    table = desk()
    table.uboat_attacks("stern attack", "R")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    # 10 (regular) - 2 (SR): undetected on 8; then one roll against the convoy
    table.uboat_idle(dice=((HIDES, 8), (CONVOY, 10)))
    assert table.state.tally.ships == 1
    assert table.u.out == [Unit.R]


@pytest.mark.rule("tonnage_war", "8.4.1", "8.1.2")
def test_a_detected_boat_makes_no_convoy_attack(desk):
    table = desk()
    table.uboat_attacks("beam attack", "R")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.uboat_idle(dice=((HIDES, 9), ("SR attacks R", 20)))
    assert table.state.tally.ships == 0
    assert table.state.window is not None


@pytest.mark.rule("tonnage_war", "8.4.2", "8.1.2", "7.2.4")
def test_a_boat_that_evades_gives_up_its_convoy_attack(desk):
    table = desk()
    table.uboat_attacks("beam attack", "R")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.hold(U, "evade +6")
    table.uboat("answer with evade +6", dice=((HIDES, 14),))  # 10 - 2 + 6 = 14
    assert table.state.tally.ships == 0
    assert table.u.units == [Unit.R], "to the hand (TW-R20)"


@pytest.mark.rule("tonnage_war", "8.4", "8.4.1", "8.4.3")
def test_an_unanswered_attempt_is_resolved_before_the_uboat_sides_new_attack_takes_effect(desk):
    """TW-R23: the HF/DF destroys the only contact boat, the new attack stands all the same."""
    table = desk()
    table.contact("N")
    table.hold(E, "HF/DF (1)", "SA").escort("HF/DF (1) on contact 1", "send SA")
    table.hold(U, "bow attack", "A")
    # 8 - 4 + 1 = 5: found on 6; first attack of a ship, a 2 is gunfire
    table.uboat("bow attack on the convoy", "with A", dice=((HIDES, 6), ("SA attacks N", 2)))
    assert table.state.contacts == []
    assert table.u.out == [Unit.N]
    assert table.state.attack.unit is Unit.A


@pytest.mark.rule("tonnage_war", "8.4.3")
def test_an_unanswered_air_patrol_is_resolved_when_something_else_is_declared(desk):
    table = desk()
    table.contact("R")
    table.hold(E, "air patrol (1)", "AR").escort("air patrol (1) on contact 1", "send AR")
    assert table.state.engagement is not None
    table.uboat_idle(dice=((HIDES, 4),))  # 10 - 6 = 4
    assert table.state.engagement is None
    assert len(table.state.contacts) == 1, "missed without evading: it stays (TW-R17)"
    assert table.game.view(table.state, "escort", table.terms).contacts[0].boat is Unit.R, "it has been turned up"


@pytest.mark.rule("tonnage_war", "8.4.4", "7.4.2", "9.4")
def test_evading_from_aircraft_saves_the_boat_and_ends_its_contact(desk):
    table = desk()
    table.contact("R")
    table.hold(E, "air patrol (1)", "AR").escort("air patrol (1) on contact 1", "send AR")
    table.hold(U, "evade +2").uboat("answer with evade +2", dice=((HIDES, 6),))  # 10 - 6 + 2
    assert table.state.contacts == []
    assert table.u.units == [Unit.R]


@pytest.mark.rule("tonnage_war", "7.4.2")
def test_a_contact_boat_that_is_detected_and_attacked_ends_its_contact(desk):
    table = desk()
    table.contact("R")
    table.hold(E, "HF/DF (1)", "SR").escort("HF/DF (1) on contact 1", "send SR")
    table.uboat_idle(dice=((HIDES, 11), ("SR attacks R", 5)))  # 10 - 2 + 2 = 10
    assert table.state.contacts == []
    assert table.state.window.unit is Unit.R


@pytest.mark.rule("tonnage_war", "9.4")
def test_ruling_17_can_send_a_missed_contact_boat_to_the_hand(desk):
    table = desk(missed_contact_boat="to_hand")
    table.contact("R")
    table.hold(E, "HF/DF (1)", "SR").escort("HF/DF (1) on contact 1", "send SR")
    table.uboat_idle(dice=((HIDES, 10),))
    assert table.state.contacts == []
    assert table.u.units == [Unit.R]


@pytest.mark.rule("tonnage_war", "7.2.2")
def test_ruling_25_can_allow_one_contact_a_target(desk):
    table = desk(max_contacts="one_per_target").hold(U, "contact", "R")
    number = table.contact()
    assert table.offered(U) == ["discard contact"]
    table.state.routing = number
    assert "contact with the convoy" in table.offered(U), "the other one ends by the very declaration (TW-R24)"
    assert "contact with the convoy" in desk().hold(U, "contact", "R").offered(U)


@pytest.mark.rule("tonnage_war", "14.4")
def test_a_contact_boat_may_shoot_which_ends_its_contact(desk):
    table = desk().hold(U, "stern attack")
    table.contact("A")
    table.uboat("stern attack by the boat of contact 1")
    assert table.state.contacts == []
    assert (table.state.attack.unit, table.state.attack.contact) == (Unit.A, 1)
    table.escort_idle(dice=((CONVOY, 10),))
    assert (table.state.tally.ships, table.u.out) == (1, [Unit.A])


@pytest.mark.rule("tonnage_war", "14.4", "8.4.3")
@pytest.mark.parametrize(("roll", "attacks"), [(4, True), (5, False)])
def test_under_an_air_patrol_the_contact_boat_shoots_only_if_the_aircraft_miss_it(desk, roll, attacks):
    """TW-R23: the attempt is resolved first; 10 - 6 = 4."""
    table = desk().hold(U, "stern attack")
    table.contact("R")
    table.hold(E, "air patrol (1)", "AR").escort("air patrol (1) on contact 1", "send AR")
    dice = ((HIDES, roll),) if attacks else ((HIDES, roll), ("AR attacks R", 20))
    table.uboat("stern attack by the boat of contact 1", dice=dice)
    assert (table.state.attack is not None) is attacks
    assert table.state.contacts == []
    assert table.u.played[0] is Tactical.STERN
    assert (Unit.R in table.u.units_deck.cards[40:]) is not attacks


@pytest.mark.rule("tonnage_war", "14.4", "8.4.3")
def test_an_attack_card_played_under_an_air_patrol_is_not_told_as_an_answer(desk):
    """TW-R23: it is another action."""
    table = desk().hold(U, "stern attack")
    table.contact("R")
    table.hold(E, "air patrol (1)", "AR").escort("air patrol (1) on contact 1", "send AR")
    table.uboat("stern attack by the boat of contact 1", dice=((HIDES, 4),))
    said = [str(event) for event in table.told]
    assert "The boat under the air patrol plays stern attack." in said
    assert not any("answers" in line for line in said)


@pytest.mark.rule("tonnage_war", "14.4", "7.2.6")
def test_under_hfdf_an_attack_card_of_the_contact_boat_aims_at_the_escorts(desk):
    table = desk().hold(U, "stern attack")
    table.contact("R")
    table.hold(E, "HF/DF (1)", "SR").escort("HF/DF (1) on contact 1", "send SR")
    assert table.offered(U) == ["discard stern attack", "stern attack on the escorts"]


@pytest.mark.rule("tonnage_war", "7.3.7", "8.6")
def test_ships_continue_with_a_card_of_the_same_type_and_bring_in_more(desk):
    table = desk()
    table.uboat_attacks("bow attack", "R")
    table.hold(E, "escort attack (1)", "SR, SN, blank").escort("escort attack (1) on the attacker", "send SR")
    table.uboat_idle(dice=((HIDES, 9), ("SR attacks R", 5)))
    table.hold(E, "escort attack (2), HF/DF (2), air patrol (1)", "SA, AR")
    offered = table.offered(E)
    assert "continue with escort attack (2)" in offered
    assert not [text for text in offered if "continuation" in text and "escort attack" not in text]
    table.escort("continue with escort attack (2)", "send SA", "send SN")
    assert table.asked[-2].texts == ["send SN", "send SA", "send no further escort"], "no aircraft, no blanks"
    assert [member.unit for member in table.state.engagement.group] == [Unit.SR, Unit.SA, Unit.SN]
    assert table.state.engagement.attempt == 2
    # second attempt: 8, 6 and 10 are needed; all escorts attack since SR has found the boat
    table.uboat_idle(
        "SR",
        "SA",
        dice=((HIDES, 9), (HIDES, 6), (HIDES, 10), ("SR attacks", 20), ("SA attacks", 20), ("SN attacks", 20)),
    )
    assert table.state.window is not None, "it can go on again"


@pytest.mark.rule("tonnage_war", "7.3.7")
def test_ruling_30_can_limit_the_whole_group_to_the_cards_number(desk):
    table = desk(continuation_capacity="total")
    table.uboat_attacks("bow attack", "R")
    table.hold(E, "escort attack (1), escort attack (2)", "SR, SN, SA")
    table.escort("escort attack (1) on the attacker", "send SR")
    table.uboat_idle(dice=((HIDES, 9), ("SR attacks R", 5)))
    table.escort("continue with escort attack (2)", "send SA")
    assert [member.unit for member in table.state.engagement.group] == [Unit.SR, Unit.SA]


@pytest.mark.rule("tonnage_war", "7.3.8", "8.6")
def test_aircraft_continue_only_after_flak(desk):
    for answer, goes_on in (("evade +2", False), ("flak +0", True)):
        table = desk().hold(U, answer)
        table.contact("R")
        table.hold(E, "air patrol (1), air patrol (2)", "AR, AA, SR")
        table.escort("air patrol (1) on contact 1", "send AR")
        # undetected on 4 (flak) or 6 (evade +2); flak hits on 2; AR attacks with 4
        dice = ((HIDES, 7), *([("flak", 3)] if goes_on else []), ("AR attacks R", 5))
        table.uboat(f"answer with {answer}", dice=dice)
        assert (table.state.window is not None) is goes_on
        if goes_on:
            table.escort("continue with air patrol (2)", "send AA")
            assert [member.unit for member in table.state.engagement.group] == [Unit.AR, Unit.AA]


@pytest.mark.rule("tonnage_war", "8.6", "10.2", "7.3.7")
def test_the_window_closes_when_the_escorts_do_something_else(desk):
    table = desk()
    table.uboat_attacks("bow attack", "R")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.uboat_idle(dice=((HIDES, 9), ("SR attacks R", 5)))
    assert Unit.R not in table.u.out
    table.escort_idle()
    assert table.state.window is None
    assert table.u.units_deck.count(Unit.R) == 7, "six of the deck and this one (10.2)"


@pytest.mark.rule("tonnage_war", "8.1.1", "7.3.7")
def test_a_continuation_lets_a_new_attack_through_first(desk):
    """TW-R49."""
    table = desk()
    table.uboat_attacks("bow attack", "R")
    table.hold(E, "escort attack (1), escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.hold(U, "stern attack", "N")
    table.uboat("stern attack on the convoy", "with N", dice=((HIDES, 9), ("SR attacks R", 5)))
    table.escort("continue with escort attack (1)", dice=((CONVOY, 6),))
    assert table.state.tally.ships == 1
    assert table.state.engagement.attempt == 2


@pytest.mark.rule("tonnage_war", "7.3.6", "8.6")
def test_an_escort_attack_on_a_newcomer_closes_the_window(desk):
    """TW-R49, TW-R54."""
    table = desk()
    table.uboat_attacks("bow attack", "R")
    table.hold(E, "escort attack (1), escort attack (1)", "SR, SN")
    table.escort("escort attack (1) on the attacker", "send SR")
    table.hold(U, "stern attack", "N")
    table.uboat("stern attack on the convoy", "with N", dice=((HIDES, 9), ("SR attacks R", 5)))
    table.escort("escort attack (1) on the attacker", "send SN")
    assert table.state.window is None
    assert table.state.engagement.unit is Unit.N


@pytest.mark.rule("tonnage_war", "4")
def test_the_end_of_a_round_can_be_agreed_when_nothing_is_pending(desk):
    table = desk().hold(U, "contact, evade +2", "R")
    result = table.uboat("offer to end the round", "play on", "discard evade +2")
    assert result is None
    assert "offer to end the round" not in table.asked[2].texts, "one offer a turn (TW-R33)"
    assert table.asked[1].role == "escort"
    assert table.uboat("offer to end the round", "end the round") == "end_of_round"
    table.end_round()
    assert table.u.discards == [Tactical.EVADE_2, Tactical.CONTACT], "unused tactical cards are out of the game"


@pytest.mark.rule("tonnage_war", "4")
def test_no_end_is_offered_while_something_is_pending(desk):
    table = desk()
    table.uboat_attacks()
    table.hold(E, "evasive routing").escort("discard evasive routing", dice=((CONVOY, 10),) * 3)
    assert "offer to end the round" not in table.asked[-1].texts
    table = desk().hold(U, "evade +2").hold(E, "evasive routing")
    table.contact()
    table.escort("evasive routing on contact 1")
    table.uboat("discard evade +2")
    assert "offer to end the round" not in table.asked[-1].texts


@pytest.mark.rule("tonnage_war", "4", "7.5")
def test_only_contacts_stay_when_a_round_ends(desk):
    table = desk().hold(U, "", "R, N").hold(E, "HF/DF (1)", "SR, blank")
    table.contact("A")
    table.contact("R")
    table.escort("HF/DF (1) on contact 2", "send SR")
    # the last card of the round is resolved without an answer (TW-R31); found on 9; attacked, not continued
    table.end_round(dice=((HIDES, 11), ("SR attacks R", 20)))
    assert [contact.number for contact in table.state.contacts] == [1]
    assert (table.u.units, table.e.units) == ([], [])
    assert table.state.window is None
    assert len(table.e.units_deck) == 20 + 2, "the two cards given to the hand went back to the full deck"


@pytest.mark.rule("tonnage_war", "4", "7.4.1")
def test_routing_as_the_last_card_of_a_round_cannot_be_countered(desk):
    table = desk().hold(U, "B-dienst").hold(E, "evasive routing")
    table.contact()
    table.escort("evasive routing on contact 1")
    table.end_round()
    assert table.state.contacts == []


@pytest.mark.rule("tonnage_war", "4")
@pytest.mark.parametrize(
    ("carryover", "hand", "deck", "out"),
    [
        ("reshuffle", 0, 41, 0),
        ("keep", 1, 40, 0),
        ("discard", 0, 40, 1),
    ],
)
def test_ruling_32_says_what_happens_to_unit_cards_in_hand(desk, carryover, hand, deck, out):
    table = desk(oob_carryover=carryover).hold(U, "", "R")
    table.end_round()
    assert (len(table.u.units), len(table.u.units_deck), len(table.u.out)) == (hand, deck, out)


@pytest.mark.rule("tonnage_war", "3", "4")
def test_a_round_begins_with_13_tactical_and_10_unit_cards_each(desk):
    table = desk()
    table.state.round = 0
    game = table.game
    match = game.new_match(seed=7)
    for side in Side:
        assert len(match.state.seats[side].tactical) == 13
        assert len(match.state.seats[side].units) == 10
    assert match.state.round == 1
    assert match.decision.role == "uboat"


@pytest.mark.rule("tonnage_war", "5", "7.1")
def test_turns_alternate_and_each_spends_one_tactical_card(desk):
    match = desk().game.new_match(seed=11)
    order = []
    while match.state.turn < 6:
        order.append(
            (
                match.state.turn,
                match.decision.role,
                len(match.state.seats[U].tactical),
                len(match.state.seats[E].tactical),
            )
        )
        match.choose(match.decision.options[0])  # discards all the way
    assert [(role, own, his) for _, role, own, his in order[:4]] == [
        ("uboat", 13, 13),
        ("escort", 12, 13),
        ("uboat", 12, 12),
        ("escort", 11, 12),
    ]


@pytest.mark.rule("tonnage_war", "14.3")
def test_a_match_starts_with_its_own_rescue_ship_unless_the_option_takes_it_away(desk):
    assert desk().state.rescue is Rescue.ORIGINAL
    assert desk(rescue_ships=False).state.rescue is Rescue.NONE
