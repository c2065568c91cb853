"""Why a card is refused (7.2, 7.3), and the rescue ship that is owed while escorts come back at once (14.3)."""

import pytest

from navalcore_games.tonnage_war.ids import unit_id
from navalcore_games.tonnage_war.movements import tied_escorts_return
from navalcore_games.tonnage_war.results import Goes
from navalcore_games.tonnage_war.state import Engagement, Kind, Rescue, Side, Tied, Unit, Weapon

U, E = Side.UBOAT, Side.ESCORT


def refused(table, turn):
    """The refusals of a side's next turn, by what was refused; the turn is begun and goes no further."""
    with pytest.raises(AssertionError, match="nothing said about"):
        getattr(table, turn)()
    return {refusal.text: refusal for refusal in table.asked[-1].refusals()}


@pytest.mark.rule("tonnage_war", "7.2.2", "13.1")
def test_a_plain_contact_card_on_the_convoy_is_refused_for_want_of_a_boat_and_on_the_carrier_for_its_kind(desk):
    reasons = refused(desk().hold(U, "contact, special contact", "blank"), "uboat")
    assert reasons["contact with the convoy"].reason == "no boat in hand; a blank cannot make contact (TW-R26)"
    assert "only a special contact" in reasons["contact with the carrier"].reason
    assert reasons["special contact with the convoy"].reason == reasons["contact with the convoy"].reason
    assert reasons["special contact with the carrier"].reason == "there is no carrier (13.1)"


@pytest.mark.rule("tonnage_war", "7.3.2", "7.3.5")
def test_a_random_card_is_refused_to_every_air_patrol_that_cannot_fly_and_spoken_of_for_no_other_card(desk):
    reasons = refused(desk().hold(E, "air patrol (1), HF/DF (1)"), "escort")
    searches = {text: refusal for text, refusal in reasons.items() if "on a random card" in text}
    assert {text.partition(" (")[0] for text in searches} == {"air patrol"}
    assert {refusal.rule for refusal in searches.values()} == {"7.3.2"}
    assert searches["air patrol (1) on a random card"].reason.startswith("no escort of that kind and no blank")
    assert searches["air patrol (2) on a random card"].reason == "the escort side does not hold the card"


@pytest.mark.rule("tonnage_war", "13.3", "7.2.6")
def test_what_a_u_tanker_cannot_do_is_refused_for_what_it_is(desk):
    table = desk().hold(U, "contact, bow attack", "U-tanker")
    reasons = refused(table, "uboat")
    assert "a U-tanker neither makes contact" in reasons["contact with the convoy"].reason
    table = desk().hold(U, "bow attack", "U-tanker").hold(E, "air patrol (1)", "AR")
    table.contact()
    reasons = refused(table, "uboat")
    assert "nor attacks (TW-R39)" in reasons["bow attack on the convoy"].reason
    hunted = desk().hold(U, "bow attack", "")
    hunted.state.engagement = Engagement(Kind.HFDF_CONTACT, Unit.TANKER, attempt=1)
    hunted.state.engagement.weapon = Weapon.HFDF
    reasons = refused(hunted, "uboat")
    assert "nor attacks (TW-R39)" in next(r.reason for r in reasons.values() if r.rule == "7.2.6" and "bow" in r.text)


@pytest.mark.rule("tonnage_war", "14.3", "9.1")
def test_an_escort_that_comes_back_at_once_takes_over_the_rescue_duty_that_is_owed(desk):
    table = desk(escort_return="immediate")
    table.uboat_attacks("stern attack", "blank")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.state.rescue = Rescue.OWED
    table.uboat_idle("SR becomes the rescue ship")
    assert (table.state.rescue, table.state.rescue_escort) == (Rescue.ESCORT, Unit.SR)
    assert table.e.units == []


@pytest.mark.rule("tonnage_war", "14.3", "9.1")
def test_an_escort_tied_up_by_its_card_cannot_take_over_the_rescue_duty_yet(desk):
    table = desk()
    table.uboat_attacks("stern attack", "blank")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.state.rescue = Rescue.OWED
    table.uboat_idle()
    assert table.state.rescue is Rescue.OWED
    table.escort_idle()
    table.uboat_idle("SR becomes the rescue ship")
    assert table.state.rescue_escort is Unit.SR


@pytest.mark.rule("tonnage_war", "14.3", "4")
def test_an_escort_that_comes_back_as_the_round_ends_takes_over_the_rescue_duty_and_does_not_go_to_the_deck(desk):
    for round_number, choices in ((1, ("SR becomes the rescue ship",)), (4, ())):
        table = desk()
        table.state.round = round_number
        before = table.e.units_deck.cards.count(Unit.SR)
        table.state.rescue = Rescue.OWED
        table.state.tied.append(Tied(Unit.SR, 28))
        table.end_round(*choices)
        if choices:
            assert (table.state.rescue, table.state.rescue_escort) == (Rescue.ESCORT, Unit.SR)
            assert table.e.units_deck.cards.count(Unit.SR) == before
        else:
            assert table.state.rescue is not Rescue.ESCORT, "after the last round nothing hangs on it"


@pytest.mark.rule("tonnage_war", "9.1", "9.2", "9.3", "7.5")
@pytest.mark.parametrize(("unit", "dice"), [("blank", ()), ("R", (1, 10)), ("R", (20, 20))])
def test_escorts_of_an_attempt_that_the_end_of_the_round_resolves_go_straight_to_the_hand_and_are_told_once(
    desk, unit, dice
):
    table = desk()
    table.uboat_attacks("stern attack", unit)
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    table.told.clear()
    table.end_round(dice=dice)
    moved = [
        event for event in table.told if event.kind == "unit_moved" and event.unit == unit_id(Side.ESCORT, Unit.SR)
    ]
    assert [(event.goes, event.start) for event in moved] == [(Goes.HAND, "engagement")]


@pytest.mark.rule("tonnage_war", "14.3")
@pytest.mark.parametrize(("escort", "choices"), [("SR", ("SR becomes the rescue ship",)), ("AA", ())])
def test_what_brings_back_escorts_while_a_rescue_ship_is_owed_cannot_be_taken_back(desk, escort, choices):
    # Whether the escort side is asked tells whether it holds a surface escort.
    table = desk()
    table.state.rescue = Rescue.OWED
    table.state.tied.append(Tied(Unit(escort), 0))
    revealed = []

    def end_of_turn(play):
        yield from tied_escorts_return(play)
        revealed.append(play.reveals)

    table.play(end_of_turn, choices, ())
    assert revealed == [1]
