"""Aircraft: flights, searches, landings and carriers (B5, B16, S11, S12, S30)."""

from __future__ import annotations

import pytest

from navalcore_games.aa50_subwar import flying
from navalcore_games.aa50_subwar.economy import mobilize
from navalcore_games.aa50_subwar.flying import cannot_fly, displaced, fits, land, launch, lose_stranded, send_out
from navalcore_games.aa50_subwar.state import stand_on_decks
from navalcore_games.aa50_subwar.theatre import ZONES, way_between
from navalcore_games.aa50_subwar.words import Kind, Side, Space
from tests.games.aa50_subwar.conftest import sea_zone


def targets(board, purpose="search"):
    return {order.target for order in board.sorties() if order.purpose == purpose}


@pytest.mark.rule("aa50_subwar", "S11", "S12")
def test_fighters_search_only_next_to_their_base_and_bombers_two_zones_away(table):
    board = table("uk")
    for zone in ("sz2", "sz7", "sz8", "sz9", "sz12"):
        board.put("germany", "submarine", zone)
    fighter = board.put("uk", "fighter", "england")
    assert targets(board) == {"sz2", "sz7", "sz8"}
    del board.state.units[fighter.id]
    board.put("uk", "bomber", "england")
    assert targets(board) == {"sz2", "sz7", "sz8", "sz9", "sz12"}


@pytest.mark.rule("aa50_subwar", "S30", "S11")
def test_without_the_search_cost_fighters_fly_two_out_and_two_back(table):
    board = table("uk", {"air_search_cost": 0})
    board.put("germany", "submarine", "sz9")
    board.put("uk", "fighter", "england")
    assert targets(board) == {"sz9"}


@pytest.mark.rule("aa50_subwar", "S11")
def test_the_search_is_paid_for_as_the_aircraft_is_sent_out(table):
    board = table("uk")
    board.put("germany", "submarine", "sz8")
    bomber = board.put("uk", "bomber", "england")
    order = next(iter(board.sorties()))
    board.do(lambda play: send_out(play, bomber, order))
    assert (bomber.moves_left, bomber.mission, bomber.airborne) == (3, "search", True)


@pytest.mark.rule("aa50_subwar", "S12")
def test_a_fighter_two_zones_out_is_refused_for_want_of_a_landing(table):
    board = table("uk")
    board.put("germany", "submarine", "sz9")
    board.put("uk", "fighter", "england")
    refusals = {refusal.text: refusal for refusal in board.do(lambda play: list(cannot_fly(play)))}
    assert refusals["fighter (4 left) England > Sz9 to search"].rule == "S12"
    assert refusals["fighter (4 left) England > Sz5 to fight"].rule == "B5"


@pytest.mark.rule("aa50_subwar", "B5")
def test_fighters_fly_4_and_bombers_6_and_both_need_a_landing(table):
    board = table("us")
    board.put("germany", "cruiser", "sz8")  # E.US, Sz10, Sz9, Sz8 and on to England: 4 spaces
    board.put("germany", "cruiser", "sz6")  # two more, with England next door: 6
    board.put("us", "fighter", "e_us")
    assert {str(order) for order in board.sorties()} == {"fighter (4 left) E.US > Sz8 to fight"}
    board.put("us", "bomber", "e_us")
    assert targets(board, "fight") == {"sz8", "sz6"}
    assert "bomber (6 left) E.US > Sz6 to fight" in {str(order) for order in board.sorties()}


@pytest.mark.rule("aa50_subwar", "B5")
def test_aircraft_do_not_fly_over_neutral_or_enemy_land(table):
    board = table("germany")
    bomber = board.put("germany", "bomber", "france", airborne=True)
    places = {order.target for order in board.landings() if order.unit == "bomber"}
    assert not places & {"spain", "england", "gibraltar", "archangel", "karelia", "baltic_states", "eire", "sweden"}
    assert {"morocco", "norway", "finland", "poland"} <= places, "over the sea or own land"
    board.state.owners = "owner_1942"
    bomber.space = "poland"
    assert "baltic_states" in {order.target for order in board.landings()}


@pytest.mark.rule("aa50_subwar", "B5")
@pytest.mark.parametrize(("side", "over"), [(Side.ALLIES, "karelia"), (Side.AXIS, "finland")])
def test_the_way_of_an_aircraft_leads_over_own_land_where_enemy_land_would_be_as_short(side, over):
    """Karelia, Soviet, and Finland, German, both lie between Sz4 and Sz5, which do not touch."""
    assert way_between("owner_1941", side, Space("sz4"), Space("sz5")) == (over,)


@pytest.mark.rule("aa50_subwar", "B5")
def test_aircraft_that_have_not_landed_are_lost(table):
    board = table("uk")
    board.in_flight("uk", "fighter", "sz11", "fought", 0)
    board.put("uk", "fighter", "england")
    board.do(lambda play: lose_stranded(play, False))
    assert board.count("uk", "fighter") == 1
    assert board.state.destroyed[Side.ALLIES] == 10


@pytest.mark.rule("aa50_subwar", "B5", "B16")
def test_a_flight_that_only_a_carrier_can_end_needs_room_on_one(table):
    board = table("us")
    board.put("germany", "cruiser", "sz7")  # 4 spaces from E.US, so a fighter must land there
    fighters = [board.put("us", "fighter", "e_us") for _ in range(3)]
    assert targets(board, "fight") == set()
    board.put("us", "carrier", "sz8")  # can move to Sz7 only if the cruiser does not make it hostile
    assert targets(board, "fight") == set()
    board.put("uk", "carrier", "sz7")
    for fighter in fighters[:2]:
        order = next(order for order in board.sorties() if order.target == "sz7")
        board.do(lambda play, f=fighter, o=order: send_out(play, f, o))
    assert targets(board, "fight") == set(), "the third finds no room beside the other two"


@pytest.mark.rule("aa50_subwar", "B5", "B16")
@pytest.mark.parametrize(("moves_left", "found"), [(2, {"sz7"}), (0, set())])
def test_fighters_in_the_air_that_reach_land_take_no_room_on_a_carrier(table, moves_left, found):
    board = table("us")
    board.put("germany", "transport", "sz7")
    board.put("us", "fighter", "e_us")  # has no point left in Sz7
    board.put("uk", "carrier", "sz7")
    for _ in range(2):
        board.in_flight("us", "fighter", "sz7", "fought", moves_left)  # England is next to Sz7
    assert targets(board, "fight") == found


@pytest.mark.rule("aa50_subwar", "B16", "B20")
def test_the_fighters_of_a_set_up_stand_on_the_carrier_in_their_own_zone(table):
    board = table()
    board.put("uk", "carrier", "sz8")
    carrier, other = board.put("uk", "carrier", "sz9"), board.put("germany", "fighter", "sz9")
    fighter = board.put("us", "fighter", "sz9")
    stand_on_decks(board.state)
    assert (fighter.aboard, other.aboard) == (carrier.id, None)


@pytest.mark.rule("aa50_subwar", "B5", "B14")
def test_a_carrier_that_will_be_mobilized_is_a_landing(table):
    board = table("germany")
    board.state.bought = [Kind.CARRIER]
    fighter = board.in_flight("germany", "fighter", "sz6", "fought", 1)
    board.in_flight("germany", "bomber", "sz6", "fought", 1)
    order = next(order for order in board.landings() if order.target == "sz5" and order.unit == "fighter")
    board.do(lambda play: land(play, fighter, order.target))
    assert (fighter.mission, fighter.airborne) == ("waiting", True)
    board.do(lambda play: lose_stranded(play, False))
    assert board.count("germany", "fighter") == 1
    board.do(mobilize)
    carrier = next(unit for unit in board.state.units.values() if unit.kind == "carrier")
    assert fighter.aboard == carrier.id


@pytest.mark.rule("aa50_subwar", "B5", "B13")
def test_only_aircraft_in_the_air_or_unmoved_get_a_landing(table):
    board = table("uk")
    board.put("uk", "fighter", "england", acted=True)
    assert not board.landings()
    unmoved = board.put("uk", "fighter", "england")
    two, three, four = (
        ["iceland", "greenland"],
        ["gibraltar", "archangel", "karelia", "baltic_states", "e_canada"],
        ["e_us", "panama"],
    )
    assert {order.target for order in board.landings()} == {*two, *three, *four}
    board.do(lambda play: land(play, unmoved, Space("iceland")))
    assert (unmoved.space, unmoved.acted, unmoved.moves_left) == ("iceland", True, 2)


@pytest.mark.rule("aa50_subwar", "B16")
def test_a_carrier_holds_two_fighters_own_or_allied(table):
    board = table("uk")
    board.put("us", "carrier", "sz11")
    pilots = [board.in_flight("uk", "fighter", "sz11", "fought", 0) for _ in range(3)]
    for pilot in pilots[:2]:
        board.do(lambda play, p=pilot: land(play, p, sea_zone("sz11")))
    assert [pilot.aboard is not None for pilot in pilots] == [True, True, False]
    assert not board.landings()


@pytest.mark.rule("aa50_subwar", "B16")
def test_a_fighter_boards_a_carrier_of_its_own_power_before_a_partners(table):
    board = table("uk")
    board.put("us", "carrier", "sz11")
    own = board.put("uk", "carrier", "sz11")
    pilot = board.in_flight("uk", "fighter", "sz11", "fought", 0)
    board.do(lambda play: land(play, pilot, sea_zone("sz11")))
    assert pilot.aboard == own.id


@pytest.mark.rule("aa50_subwar", "B5")
@pytest.mark.parametrize(
    ("power", "moved", "found"), [("us", False, {"sz7"}), ("us", True, set()), ("uk", False, set())]
)
def test_only_an_own_carrier_that_has_not_moved_can_come_to_a_fighters_rescue(table, power, moved, found):
    board = table("us")
    board.put("germany", "transport", "sz7")  # 4 spaces from E.US: only a carrier that comes there is a landing
    board.put("us", "fighter", "e_us")
    board.put(power, "carrier", "sz8", acted=moved)
    assert targets(board, "fight") == found


@pytest.mark.rule("aa50_subwar", "B16")
def test_as_the_turn_begins_own_fighters_fly_and_the_partners_stay_aboard(table):
    board = table("uk")
    carrier = board.put("uk", "carrier", "sz8")
    own = board.put("uk", "fighter", "sz8", aboard=carrier.id)
    guest = board.put("us", "fighter", "sz8", aboard=carrier.id)
    launch(board.state.own())
    assert (own.airborne, own.aboard) == (True, None)
    assert (guest.airborne, guest.aboard) == (False, carrier.id)


@pytest.mark.rule("aa50_subwar", "B16")
def test_fighters_of_a_sunk_carrier_land_within_one_space_or_are_lost(table):
    board = table("germany")
    board.put("uk", "fighter", "sz8", airborne=True)
    board.do(displaced)
    assert board.names("england") == ["British fighter"], "England is the only land next to Sz8 for them"
    board = table("germany")
    board.put("uk", "fighter", "sz11", airborne=True)
    board.do(displaced)
    assert board.state.destroyed[Side.ALLIES] == 10
    board = table("germany")
    fighter = board.put("uk", "fighter", "sz11", airborne=True)
    board.put("us", "carrier", "sz10")
    carrier = board.put("us", "carrier", "sz12")
    board.do(displaced, (), ("land on a carrier in Sz12",))
    assert (fighter.space, fighter.aboard, fighter.airborne) == ("sz12", carrier.id, False)


@pytest.mark.rule("aa50_subwar", "B16")
@pytest.mark.parametrize(
    ("fighters", "carriers", "room"),
    [
        (["sz8"] * 2, [("sz8",)], True),
        (["sz8"] * 3, [("sz8",)], False),
        (["sz8", "sz9"], [("sz8", "sz9")], False),  # the carrier is in one zone only
        (["sz8 sz9", "sz9"], [("sz8", "sz9")], True),
        (["sz8", "sz8", "sz8 sz9"], [("sz8",), ("sz9",)], True),
        (["sz8", "sz8", "sz8"], [("sz8",), ("sz9",)], False),
    ],
)
def test_fighters_fit_on_carriers_that_are_each_in_one_zone_and_have_room_for_two(fighters, carriers, room):
    assert fits([frozenset(reach.split()) for reach in fighters], [(zones, 2) for zones in carriers]) is room


@pytest.mark.rule("aa50_subwar", "B16")
def test_like_fighters_and_carriers_are_tried_once():
    zones = tuple(ZONES)
    lost: list[frozenset[Space]] = [*[frozenset[Space](zones)] * 11, frozenset({Space("nowhere")})]
    flying._fit.cache_clear()
    assert not fits(lost, [(zones, 2)] * 6)
    assert flying._fit.cache_info().misses < 100


@pytest.mark.rule("aa50_subwar", "B13", "B16")
def test_a_carrier_that_has_not_moved_sails_with_a_fighter_that_has_just_landed(table):
    """AAS-R44."""
    board = table()
    board.put("uk", "carrier", "sz9")
    board.in_flight("uk", "fighter", "sz8", "fought", moves_left=1)
    (landing,) = (order for order in board.landings() if order.target == "sz9")
    board.do(lambda play: land(play, next(unit for unit in play.state.own() if unit.airborne), landing.target))
    assert "carrier with 1 fighter Sz9 > Sz10" in map(str, board.sails("noncombat"))
