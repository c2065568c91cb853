"""The variant autumn 1940: its cards, and escorts without radar."""

from collections import Counter

import pytest

import navalcore as nc
from navalcore._rules.play import Play
from navalcore.components._chance import SeededChance
from navalcore_games.tonnage_war.convoy_attack import attack_value
from navalcore_games.tonnage_war.convoys import ConvoyScenario
from navalcore_games.tonnage_war.detection import detection_modifiers
from navalcore_games.tonnage_war.state import Engagement, Kind, Side, Tactical, Unit, Weapon
from tests.kit.in_turn import check_in_turn

GAME = nc.load("tonnage_war:autumn_1940")
HFDF = {Tactical.HFDF_1, Tactical.HFDF_2, Tactical.HFDF_3}


def test_no_deck_of_autumn_1940_has_hfdf_fat_torpedoes_or_flak():
    later = HFDF | {Tactical.BOW_FAT, Tactical.FLAK_0, Tactical.FLAK_1, Tactical.FLAK_2}
    for scenario in GAME.scenarios.values():
        assert isinstance(scenario, ConvoyScenario)
        uboat, escort = scenario.uboat.tactical_cards(Side.UBOAT), scenario.escort.tactical_cards(Side.ESCORT)
        assert not later & set(Counter(uboat) + Counter(escort)), scenario.id
    halifax = nc.load("tonnage_war").scenario("halifax_228")
    assert isinstance(halifax, ConvoyScenario)
    assert HFDF & set(halifax.escort.tactical)


@pytest.mark.parametrize(("escort", "without_radar"), [("SN", 2), ("SA", 2), ("AN", 0), ("AA", 0)])
def test_a_boat_stays_hidden_from_ships_without_radar_on_two_more(escort, without_radar):
    def needed(modifiers):
        state = GAME.initial_state(GAME.terms())
        play = Play(state, GAME.parse_options(), SeededChance.from_seed(1), modifiers=modifiers)
        engagement = Engagement(Kind.CONVOY_ATTACK, Unit.R, weapon=Weapon.ESCORT_ATTACK)
        return sum(detection_modifiers(play, engagement, Unit.R, Unit(escort), 0).values())

    assert needed(GAME.modifiers) - needed(None) == without_radar


def test_a_variant_may_change_what_a_storm_does_to_attack_values():
    state = GAME.initial_state(GAME.terms())
    state.storm = True
    milder = {"14.1": lambda _, found: {**found, "storm": -1}}
    found = [
        attack_value(Play(state, GAME.parse_options(), SeededChance.from_seed(1), modifiers=each), Unit.R)
        for each in (None, milder)
    ]
    assert found == [8, 9]


def test_the_conformance_kit_finds_nothing_in_autumn_1940():
    report = check_in_turn(GAME, 2)
    assert report.ok, report.failures
