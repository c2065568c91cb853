"""Each event names the rule by which it happened, and says what happened and no more."""

from __future__ import annotations

import pytest

from navalcore_games.tonnage_war.results import Ending
from navalcore_games.tonnage_war.state import Side, Unit
from tests.games.tonnage_war.test_combat import HIDES

U, E = Side.UBOAT, Side.ESCORT


def last(table, kind):
    """The last event of a kind."""
    return [event for event in table.told if event.kind == kind][-1]


@pytest.mark.rule("tonnage_war", "8.6", "8.3.4")
def test_those_told_to_go_on_are_the_undamaged_escorts_alone(desk):
    table = desk().hold(U, "stern attack").hold(E, "HF/DF (2)", "SR, SN")
    number = table.contact("R")
    table.escort(f"HF/DF (2) on contact {number}", "send SR", "send SN")
    dice = ((HIDES, 20), (HIDES, 20), ("fires at SR", 2), ("SN attacks R", 20))
    table.uboat("stern attack on the escorts", "SR", dice=dice)
    held = last(table, "engagement_held")
    assert str(held) == "A novice escort may go on with the attack."
    assert held.group == ((Unit.SR, 1), (Unit.SN, 0)), "the damaged one stays on the table too"


@pytest.mark.rule("tonnage_war", "7.4.2", "8.3.4", "11.4")
@pytest.mark.parametrize(("hit", "why"), [(True, Ending.FIRED), (False, Ending.DETECTED)])
def test_a_contact_whose_boat_nobody_is_left_to_attack_is_told_to_end_by_its_shot(desk, hit, why):
    table = desk().hold(U, "stern attack").hold(E, "HF/DF (1)", "SR")
    number = table.contact("R")
    table.escort(f"HF/DF (1) on contact {number}", "send SR")
    dice = ((HIDES, 1), ("fires at SR", 5 if hit else 6), *(() if hit else (("SR attacks R", 20),)))
    table.uboat("stern attack on the escorts", dice=dice)
    assert last(table, "contact_ended").why is why


@pytest.mark.rule("tonnage_war", "7.4.2", "8.1.4")
def test_a_contact_whose_boat_shoots_down_the_aircraft_that_attacked_it_is_told_to_end_by_the_attack(desk):
    """TW-R09 ``sinks``: the aircraft has left the table by then."""
    table = desk(uboat_hit_on_escort="sinks").hold(U, "flak +2").hold(E, "air patrol (1)", "AR")
    number = table.contact("R")
    table.escort(f"air patrol (1) on contact {number}", "send AR")
    table.uboat("answer with flak +2", dice=((HIDES, 20), ("fires flak", 1), ("AR attacks R", 20)))
    assert last(table, "contact_ended").why is Ending.DETECTED


@pytest.mark.rule("tonnage_war", "7.3.2", "7.3.3", "7.3.5", "7.3.6", "7.3.7", "7.3.8")
@pytest.mark.parametrize(
    ("card", "aim", "section", "further"),
    [
        ("air patrol (1)", "a random card", "7.3.2", "7.3.8"),
        ("air patrol (1)", "contact 1", "7.3.3", "7.3.8"),
        ("HF/DF (1)", "contact 1", "7.3.5", "7.3.7"),
        ("escort attack (1)", "the attacker", "7.3.6", "7.3.7"),
    ],
)
def test_escorts_are_told_to_go_out_by_the_rule_of_their_card(desk, card, aim, section, further):
    by_air = "air" in card
    table = desk().hold(U, "flak +0").hold(E, f"{card}, {card}", "AR" if by_air else "SR")
    search: tuple[tuple[str, str], ...] = ()
    if aim == "the attacker":
        table.uboat_attacks()
    elif aim == "contact 1":
        table.contact("R")
    else:
        table.hold(U, "", "R")
        search = (("comes upon", "R"),)
    table.escort(f"{card} on {aim}", "send AR" if by_air else "send SR", dice=search)
    assert last(table, "escorts_sent").rule == section
    fires = (("fires flak", 20),) if by_air else ()
    answer = "answer with flak +0" if by_air else "discard flak +0"
    table.uboat(answer, dice=((HIDES, 20), *fires, (" attacks R", 20)))
    table.escort(f"continue with {card}")
    assert last(table, "escorts_sent").rule == further


@pytest.mark.rule("tonnage_war", "7.2.4", "7.2.5", "7.2.6")
@pytest.mark.parametrize(
    ("hunt", "answer", "section"),
    [
        ("HF/DF (1)", "answer with evade +2", "7.2.4"),
        ("air patrol (1)", "answer with evade +2", "7.2.4"),
        ("air patrol (1)", "answer with flak +0", "7.2.5"),
        ("HF/DF (1)", "stern attack on the escorts", "7.2.6"),
    ],
)
def test_a_boat_is_told_to_answer_by_the_rule_of_its_card(desk, hunt, answer, section):
    table = desk().hold(U, "evade +2, flak +0, stern attack").hold(E, hunt, "blank")
    number = table.contact("R")
    table.escort(f"{hunt} on contact {number}", "send a blank")
    table.uboat(answer)
    assert last(table, "answered").rule == section


@pytest.mark.rule("tonnage_war", "11.3", "9.1")
@pytest.mark.parametrize("source", ["hand", "deck"])
def test_a_pulled_blank_that_was_turned_up_goes_back_by_the_rule_of_blanks(desk, source):
    """TW-R34; 9.4 is of boats."""
    table = desk(air_patrol_source=source).hold(E, "air patrol (1)", "AR")
    pile = table.u.units if source == "hand" else table.u.units_deck.cards
    pile[:] = [Unit.BLANK]
    table.escort("air patrol (1) on a random card", "send AR", dice=(("comes upon", "blank"),))
    table.uboat_idle()
    assert [event.rule for event in table.told if event.kind == "unit_moved" and event.side is U] == ["11.3"]


@pytest.mark.rule("tonnage_war", "9", "9.1")
def test_escorts_that_ran_down_a_blank_are_not_told_to_be_back_by_the_rule_of_those_that_attacked(desk):
    table = desk()
    table.uboat_attacks("stern attack", "blank")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    for turn in (table.uboat_idle, table.escort_idle, table.uboat_idle):
        turn()
    moved = [event.rule for event in table.told if event.kind == "unit_moved" and event.side is E]
    assert moved == ["9.1", "9"]


@pytest.mark.rule("tonnage_war", "9.2", "9.3", "11.3")
@pytest.mark.parametrize(("roll", "section"), [(1, "9.2"), (20, "9.3")])
def test_a_blank_that_went_out_with_an_escort_goes_back_by_what_its_group_did(desk, roll, section):
    """TW-R34: a blank returns with its group."""
    table = desk().hold(E, "HF/DF (2)", "SR, blank")
    number = table.contact("R")
    table.escort(f"HF/DF (2) on contact {number}", "send SR", "send a blank")
    table.uboat_idle(dice=((HIDES, roll), *((("SR attacks R", 20),) if roll == 20 else ())))
    (moved,) = (event for event in table.told if event.kind == "unit_moved" and "blank" in event.unit)
    assert moved.rule == section


@pytest.mark.rule("tonnage_war", "8.1.1", "8.1.2")
@pytest.mark.parametrize(("met", "section"), [(True, "8.1.2"), (False, "8.1.1")])
def test_a_boat_that_only_blanks_met_is_told_to_attack_past_the_escorts(desk, met, section):
    table = desk()
    table.uboat_attacks("stern attack", "R")
    if met:
        table.hold(E, "escort attack (1)", "blank").escort("escort attack (1) on the attacker", "send a blank")
        table.uboat_idle(dice=(("attacks the convoy", 10),))
    else:
        table.escort_idle(dice=(("attacks the convoy", 10),))
    assert last(table, "cards_turned_up").rule == section
    assert table.state.tally.ships == 1


@pytest.mark.rule("tonnage_war", "4")
def test_of_a_hand_that_was_kept_only_the_new_cards_are_told_as_dealt(desk):
    """TW-R32 ``keep``."""
    table = desk(oob_carryover="keep").hold(U, "", "R, R, A")
    before = len(table.u.units_deck.cards)
    dice = [("is dealt", str(card)) for card in table.u.tactical_deck.cards[:13]]
    dice += [("is dealt", str(card)) for card in table.u.units_deck.cards[:7]]
    dice += [("is dealt", str(card)) for card in table.e.tactical_deck.cards[:13]]
    dice += [("is dealt", str(card)) for card in table.e.units_deck.cards[:10]]
    table.deal(dice=tuple(dice))
    boats, escorts = (str(event.redacted()) for event in table.told if event.kind == "hand_dealt")
    assert len(table.u.units_deck.cards) == before - 7
    assert boats == "The U-boat side is dealt 13 tactical cards and 7 unit cards, and holds 10."
    assert escorts == "The escort side is dealt 13 tactical cards and 10 unit cards."


@pytest.mark.rule("tonnage_war", "7.3.2", "7.3.5")
def test_what_the_escorts_cannot_do_is_refused_for_the_one_thing_that_is_wanting(desk):
    table = desk().hold(E, "air patrol (1), HF/DF (1)", "AR")
    table.contact("R")
    with pytest.raises(AssertionError, match="nothing said about"):
        table.escort()
    reasons = {refusal.text: refusal.reason for refusal in table.asked[-1].refusals()}
    assert reasons["HF/DF (1) on contact 1"] == "no escort of that kind and no blank in hand"
    assert reasons["air patrol (1) on a random card"] == "the U-boat side has no card to come upon (TW-R07)"
