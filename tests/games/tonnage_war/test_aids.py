"""What a player is told of the cards that may go with an attack (8.2, 8.5, 13.1)."""

from fractions import Fraction

import pytest

from navalcore import Decision, face_of
from navalcore.rules import About
from navalcore_games.tonnage_war.choices import COMMIT, ENOUGH, WITH, HuntContact
from navalcore_games.tonnage_war.game import TonnageWar
from navalcore_games.tonnage_war.ids import CARD
from navalcore_games.tonnage_war.state import ContactNumber, Side, Tactical, Unit
from tests.games.tonnage_war.conftest import Desk


def facts(desk, kind, options, **fields):
    decision = Decision("uboat", "?", options, "7.2.3", kind=kind, about=About(fields))
    role = desk.game.roles[0]
    view = desk.game.view(desk.state, role, desk.terms)
    return [{fact.name: fact for fact in each} for each in face_of(TonnageWar()).facts(view, decision, desk.terms)]


@pytest.mark.rule("tonnage_war", "8.2", "14.1")
@pytest.mark.parametrize(("storm", "needed", "missed"), [(False, 12, Fraction(8, 20)), (True, 10, Fraction(1, 2))])
def test_a_boat_s_attack_on_the_convoy_has_its_number_and_its_chance(storm, needed, missed):
    # An R boat attacks with 10, in a storm with 8; the card Bow FAT adds 2 and rolls three dice.
    desk = Desk(storm=storm, convoy_attack_die=20)
    blank, boat = facts(
        desk, "attack_unit", [WITH[Unit.BLANK], WITH[Unit.R]], card=CARD[Tactical.BOW_FAT], target="convoy"
    )
    assert blank == {}
    assert boat["needed"].value == needed
    assert [(each.value, each.rule) for each in boat["needed"].summands] == [(needed - 2, "8.2"), (2, "8.2")]
    assert boat["rolls"].value == 3
    assert boat["sink"].value == 1 - missed**3


@pytest.mark.rule("tonnage_war", "13.1")
def test_against_the_carrier_half_the_value_counts():
    (boat,) = facts(Desk(), "attack_unit", [WITH[Unit.R]], card=CARD[Tactical.BOW_FAT], target="carrier")
    assert boat["hit"].value == 1 - Fraction(15, 20) ** 3


@pytest.mark.rule("tonnage_war", "8.5", "8.5.3", "14.1")
@pytest.mark.parametrize(
    ("storm", "further", "hit", "sink"),
    [(False, False, 4, 2), (False, True, 4, 2), (True, False, 2, 2), (True, True, 2, 1)],
)
def test_an_escort_has_its_chances_and_in_its_first_attack_ramming_and_gunfire_at_least(storm, further, hit, sink):
    # SR attacks with 4, in a storm with 2: half sinks; a natural 1 or 2 of a first attack sinks anyhow.
    desk = Desk(storm=storm)
    escort, enough = facts(desk, "commit", [COMMIT[Unit.SR], ENOUGH], further=further)
    assert escort["hit"].value == Fraction(hit, 20)
    assert escort["sink"].value == Fraction(sink, 20)
    assert enough == {}


@pytest.mark.rule("tonnage_war", "8.5", "8.5.1", "8.5.2", "7.3.5")
def test_a_hunt_on_a_contact_has_the_chance_of_the_best_escorts_in_hand_to_detect_the_boat():
    # An R boat evades with 10: against SR 10 - 2 + 2, against SN 10 + 3, against AR 10 - 6.
    desk = Desk().hold(Side.ESCORT, units="SN, SR, AR, blank")
    number = desk.contact("R")
    cards = [
        HuntContact(card, ContactNumber(number)) for card in (Tactical.HFDF_1, Tactical.HFDF_2, Tactical.AIR_PATROL_3)
    ]
    decision = Decision("escort", "?", cards, "7.3", kind="escort_turn")
    role = desk.game.roles[1]
    found = face_of(TonnageWar()).facts(desk.game.view(desk.state, role, desk.terms), decision, desk.terms)
    hidden = [Fraction(10, 20), Fraction(10, 20) * Fraction(13, 20), Fraction(4, 20)]
    assert [[(fact.name, fact.value) for fact in each] for each in found] == [
        [("detect_r", 1 - each)] for each in hidden
    ]
