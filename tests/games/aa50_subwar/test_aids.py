"""What a player is told of hunts and convoy dice."""

from fractions import Fraction

import pytest

from navalcore import Decision, face_of
from navalcore.odds import exact
from navalcore.rules import About, Play, places
from navalcore_games.aa50_subwar.choices import BREAK_OFF, ROLL, WAIVE, Sail, SearchWith, fight_in
from navalcore_games.aa50_subwar.ids import space_id
from navalcore_games.aa50_subwar.movement import leaves
from navalcore_games.aa50_subwar.theatre import ZONES
from navalcore_games.aa50_subwar.views import see
from navalcore_games.aa50_subwar.words import Kind, Power
from tests.games.aa50_subwar.conftest import sea_zone


def facts(game, t, role, options, *at):
    about = About({}, places(at=[space_id(each) for each in at]))
    decision = Decision(role, "?", options, "S7", kind="combat", about=about)
    found = face_of(game).facts(see(t.state, role), decision, game.terms(None, t.options))
    return [{fact.name: fact.value for fact in each} for each in found]


@pytest.mark.rule("aa50_subwar", "S7", "S8", "S9")
def test_a_hunt_counts_destroyers_and_the_aircraft_sent_to_search(table, game):
    # A hunter finds on 1 to 3: three hunters all miss in one case of eight. The cruiser takes no part.
    t = table("uk")
    zone = sea_zone("Sz8")
    t.put("uk", "destroyer", zone, 2)
    t.put("uk", "cruiser", zone)
    t.in_flight("uk", "fighter", zone, "search")
    t.put("germany", "submarine", zone)
    assert facts(game, t, "allies", [fight_in(zone, "hunt")]) == [{"find_any": Fraction(7, 8)}]


@pytest.mark.rule("aa50_subwar", "S9")
def test_each_hunter_has_its_chance_to_find_a_submarine(table, game):
    t = table("uk", {"spot_aircraft": 2})
    fighter = t.in_flight("uk", "fighter", sea_zone("Sz8"), "search")
    assert facts(game, t, "allies", [SearchWith.of(fighter), BREAK_OFF]) == [{"find": Fraction(2, 6)}, {}]


@pytest.mark.rule("aa50_subwar", "S17", "B15")
def test_convoy_dice_have_their_number_and_the_loss_on_average(table, game):
    # Two dice of a submarine, faces 1 to 3 cost their value: 2 on average; at most 6, of which a limit of 4 cuts off
    # 1 in two cases of 36 (a 5) and 2 in one (a 6).
    zone = next(zone for zone, printed in ZONES.items() if printed.convoy_limit == 4)
    t = table("germany")
    t.put("germany", "submarine", zone)
    told, waived = facts(game, t, "axis", [ROLL, WAIVE], zone)
    assert told == {"loss": 2 - Fraction(4, 36), "dice": 2, "limit": 4}
    assert waived == {}


@pytest.mark.rule("aa50_subwar", "S3", "S4")
@pytest.mark.parametrize(("needed", "destroyers"), [(3, 1), (3, 2), (2, 3)])
def test_a_submarine_that_leaves_has_the_chance_to_be_stopped_that_the_rules_give_it(table, game, needed, destroyers):
    # Each destroyer stops it on 1 to ``needed``; a cruiser stops nothing, and nothing stops a cruiser.
    zone = sea_zone("Sz8")
    t = table("germany", {"stop_submarine": needed})
    t.put("uk", "destroyer", zone, destroyers)
    t.put("uk", "cruiser", zone)
    t.put("germany", "cruiser", zone)
    submarine = t.put("germany", "submarine", zone)
    sails = [Sail(Power.GERMANY, kind, zone, sea_zone("Sz9")) for kind in (Kind.SUBMARINE, Kind.CRUISER)]
    stopped = 1 - Fraction(6 - needed, 6) ** destroyers
    assert facts(game, t, "axis", sails) == [{"stopped": stopped}, {}]
    assert exact(lambda chance: leaves(Play(t.state, t.options, chance), submarine))[False] == stopped
