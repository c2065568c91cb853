"""What a player is told of moves, hunts, battles and convoy dice."""

from fractions import Fraction
from itertools import product

import pytest

from navalcore import Decision, face_of
from navalcore.odds import exact
from navalcore.rules import About, Play, places
from navalcore_games.aa50_subwar.choices import (
    BREAK_OFF,
    END_COMBAT_MOVE,
    ROLL,
    WAIVE,
    Join,
    Sail,
    SearchWith,
    fight_in,
)
from navalcore_games.aa50_subwar.ids import space_id
from navalcore_games.aa50_subwar.movement import leaves
from navalcore_games.aa50_subwar.theatre import SEA, ZONES, check_zone
from navalcore_games.aa50_subwar.views import see
from navalcore_games.aa50_subwar.words import Kind, Power
from tests.games.aa50_subwar.conftest import sea_zone

SAILING = (Kind.SUBMARINE, Kind.CRUISER)


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
    zone = check_zone("sz8")
    t = table("germany", {"stop_submarine": needed})
    t.put("uk", "destroyer", zone, destroyers)
    t.put("uk", "cruiser", zone)
    t.put("germany", "cruiser", zone)
    submarine = t.put("germany", "submarine", zone)
    sails = [Sail(Power.GERMANY, kind, zone, check_zone("sz7")) for kind in (Kind.SUBMARINE, Kind.CRUISER)]
    stopped = 1 - Fraction(6 - needed, 6) ** destroyers
    leaving, free = facts(game, t, "axis", sails)
    assert (leaving["stopped"], free.get("stopped")) == (stopped, None)
    assert exact(lambda chance: leaves(Play(t.state, t.options, chance), submarine))[False] == stopped


def reached(game, t, sail, phase):
    """The zones that a first step leads to, each with the way and its moves."""
    t.state.phase = phase
    decision = Decision("axis", "?", [sail], "B3", kind=phase)
    (told,) = face_of(game).facts(see(t.state, "axis"), decision, game.terms(None, t.options))
    ways = [fact for fact in told if fact.name == "reach_moves"]
    return {tuple(place for place, _ in fact.places): fact.value for fact in ways}


@pytest.mark.rule("aa50_subwar", "B4", "B13", "S3")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
@pytest.mark.parametrize("kind", list(SAILING))
def test_the_reach_of_a_ship_is_where_its_orders_can_lead(table, game, kind, phase):
    # A hostile zone stops surface ships that enter it, and closes itself to them in the noncombat move.
    start, first = check_zone("sz8"), check_zone("sz7")
    t = table("germany")
    t.put("uk", "cruiser", SEA[first][0])
    t.put("germany", kind, start)
    ways = reached(game, t, Sail(Power.GERMANY, kind, start, first), phase)
    assert all(way[0] == space_id(first) and moves == len(way) for way, moves in ways.items())
    beyond = {way[1] for way in ways}
    open_to = [zone for zone in SEA[first] if zone not in (start, *SEA[start])]
    closed = phase == "noncombat_move" and kind is not Kind.SUBMARINE
    assert beyond == {space_id(zone) for zone in open_to if not (closed and zone == SEA[first][0])}
    t.put("uk", "cruiser", first)
    further = reached(game, t, Sail(Power.GERMANY, kind, start, first), "combat_move")
    assert bool(further) is (kind is Kind.SUBMARINE)


@pytest.mark.rule("aa50_subwar", "S17", "B15")
def test_a_ship_under_orders_knows_what_all_that_lie_there_would_raid(table, game):
    # Two submarines and a cruiser roll 2 + 2 + 1 dice; every die costs 1, 2 or 3 in half of the cases: 1 on average.
    zone = next(zone for zone in SEA[check_zone("sz8")] if ZONES[zone].convoy_limit)
    t = table("germany")
    t.put("germany", "submarine", zone)
    t.put("germany", "cruiser", zone)
    t.put("germany", "submarine", check_zone("sz8"))
    decision = Decision(
        "axis", "?", [Sail(Power.GERMANY, Kind.SUBMARINE, check_zone("sz8"), zone), END_COMBAT_MOVE], "B3"
    )
    sail, end = face_of(game).facts(see(t.state, "axis"), decision, game.terms(None, t.options))
    raid = {fact.name: fact for fact in sail}
    assert [str(each) for each in raid["raid_dice"].summands] == ["2 submarines +4", "1 cruiser +1"]
    assert {each.rule for each in raid["raid_dice"].summands} == {"B15"}
    assert raid["raid_limit"].value == ZONES[zone].convoy_limit
    assert raid["raid"].value == capped_mean(5, ZONES[zone].convoy_limit)
    lying = {fact.name: fact.value for fact in end}
    assert lying["raids_dice"] >= 3, "the order is not carried out yet"
    assert lying["raids"] >= capped_mean(3, ZONES[zone].convoy_limit)


def capped_mean(dice, limit):
    """The mean of so many dice of which faces 1 to 3 count, by trying all of them."""
    losses = [min(limit, sum(face for face in faces if face <= 3)) for faces in product(range(1, 7), repeat=dice)]
    return Fraction(sum(losses), len(losses))


@pytest.mark.rule("aa50_subwar", "B5", "S9", "S11")
def test_a_search_flight_costs_its_way_and_the_search_and_joins_the_hunters_that_are_there(table, game):
    t = table("uk")
    zone = check_zone("sz8")
    t.put("germany", "submarine", zone)
    t.put("uk", "destroyer", zone)
    fighter = t.put("uk", "fighter", "england", moves_left=4)
    order = next(order for order in t.sorties() if (order.target, order.source) == (zone, fighter.space))
    decision = Decision("allies", "?", [order], "B3")
    ((moves, left, found),) = face_of(game).facts(see(t.state, "allies"), decision, game.terms(None, t.options))
    steps = len(moves.places)
    assert [(each.text, each.value, each.rule) for each in moves.summands] == [
        ("spaces", steps, "B5"),
        ("search", 2, "S11"),
    ]
    assert left.value == 4 - moves.value == 4 - steps - 2
    assert moves.places[-1][0] == space_id(zone)
    assert found.value == Fraction(3, 4), "two hunters, each finds in half of the cases"


@pytest.mark.rule("aa50_subwar", "B6", "B8", "S3")
def test_a_battle_knows_what_both_sides_hit_with(table, game):
    # Submarines attack at 2 and cannot hit aircraft, which stay at home; a British destroyer defends at 2.
    t = table("germany")
    zone = check_zone("sz8")
    t.put("germany", "submarine", zone, 3)
    t.put("uk", "destroyer", zone)
    about = About({}, places(at=space_id(zone)))
    decision = Decision("axis", "?", [Join(3), Join(0), fight_in(zone, "fleet")], "S3", kind="join", about=about)
    three, none, fleet = face_of(game).facts(see(t.state, "axis"), decision, game.terms(None, t.options))
    told = {fact.name: fact for fact in three}
    assert (told["hits"].value, told["hit_any"].value) == (1, 1 - Fraction(4, 6) ** 3)
    assert [str(each) for each in told["attack"].summands] == ["3 submarines at 2 +6"]
    assert [str(each) for each in told["defence"].summands] == ["1 destroyer at 2 +2"]
    assert none == fleet == [], "without a submarine nobody fights"
