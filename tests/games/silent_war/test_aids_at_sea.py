"""What a player is told before a boat searches or moves (13.1, 19.1)."""

from fractions import Fraction

import pytest

from navalcore import face_of
from navalcore.odds import exact
from navalcore_games.silent_war.movement.patrol import patrol_step
from navalcore_games.silent_war.operations.boat import search_or_bypass
from navalcore_games.silent_war.search.activity import roll_activity, search_drm
from navalcore_games.silent_war.state import Play, Role, Storm
from navalcore_games.silent_war.views import see


def facts(game, s, flow):
    """What is said of each option of the first question of a procedure, by the option's text."""
    s.state.acting = 0
    decision = next(flow)
    found = face_of(game).facts(see(s.state, Role.COMSUBPAC), decision, game.terms("patrol_wahoo_1943"))
    return {text: {fact.name: fact.value for fact in each} for text, each in zip(decision.texts, found, strict=True)}


@pytest.mark.rule("silent_war", "13.1", "13.1-A2")
def test_a_search_has_its_chances_of_a_contact_a_loner_and_a_submarine(sea, game):
    # The Empire's Pacific coast is white on 0 to 5 and red on 8 and 9. After white a second roll finds a loner in red;
    # two zeros are a submarine.
    s = sea()
    told = facts(game, s, search_or_bypass(s.play, s.boat))
    met = {name: told["search"][name] for name in ("contact", "loner", "submarine")}
    assert met == {"contact": Fraction(4, 10), "loner": Fraction(12, 100), "submarine": Fraction(1, 100)}


@pytest.mark.rule("silent_war", "14.7-a", "13.1-byp", "13.1-A5")
def test_what_a_boat_does_in_its_week_has_the_chance_of_its_endurance_check(sea, game):
    # Endurance B at torpedo -1 is 6: 7 of 10 stay. No contact takes 1 off the roll, a bypass 2; damage adds 1.
    s = sea()
    assert s.chart.boats[s.boat.card].endurance == "B"
    told = facts(game, s, search_or_bypass(s.play, s.boat))
    assert told["search"]["after_nothing"] == Fraction(8, 10)
    assert told["search"]["after_a_fight"] == Fraction(7, 10)
    assert told["bypass"] == {"stays": Fraction(9, 10)}
    assert told["bypass and return to base"] == {}
    s.boat.damage = 1
    assert facts(game, s, search_or_bypass(s.play, s.boat))["bypass"] == {"stays": Fraction(8, 10)}
    s.boat.ordered_home = True
    assert facts(game, s, search_or_bypass(s.play, s.boat))["bypass"] == {}


@pytest.mark.rule("silent_war", "13.1-A")
def test_the_modifiers_of_a_search_are_told_with_what_they_are_for(sea, game):
    # A storm takes 2 off and Spotted 1: only a 9 still reaches the box of 6, the first that is not white.
    s = sea().storm()
    s.boat.spotted = True
    told = facts(game, s, search_or_bypass(s.play, s.boat))["search"]
    assert (told["contact"], told["search_drm"]) == (Fraction(1, 10), -3)


@pytest.mark.rule("silent_war", "12.0", "19.1-a", "19.1-c")
def test_a_step_on_patrol_has_the_chance_of_its_transit_event(sea, game):
    # The red of the Empire's Pacific coast begins with 8, and nothing modifies the roll.
    s = sea(area="bonins")
    told = facts(game, s, patrol_step(s.play, s.boat))
    assert told["stay here"] == {}
    (step,) = [each for text, each in told.items() if "Empire" in text]
    assert step == {"transit_event": Fraction(2, 10)}


@pytest.mark.rule("silent_war", "13.1")
@pytest.mark.parametrize("area", ["empire_pacific", "east_china_sea", "marshalls", "hawaiian_islands"])
@pytest.mark.parametrize("storm", [Storm.NONE, Storm.TROPICAL, Storm.TYPHOON_1])
def test_the_chances_of_a_search_are_those_of_the_rules_run_over_every_result(sea, game, area, storm):
    s = sea(area=area)
    s.storm(storm)
    told = facts(game, s, search_or_bypass(s.play, s.boat))["search"]
    drm = search_drm(s.state, s.area)
    odds = exact(lambda chance: roll_activity(Play(s.state, s.play.options, chance), s.area, drm))
    assert odds["No Contact"] == 1 - sum(told.get(name, 0) for name in ("contact", "loner", "submarine"))
