"""Standing orders: convoys, ways over several turns, patrol lines, planes; what is ordered by hand is never changed."""

from collections.abc import Callable
from typing import Any

import pytest

import navalcore as nc
from navalcore.bots import StandingOrders
from navalcore.errors import BadData
from navalcore.rules import Ask, Decision, SeededChance
from navalcore_games.bismarck.bots.admiral import Admiral
from navalcore_games.bismarck.cards import CONVOYS, PLANES, plane_unit, ship_number
from navalcore_games.bismarck.choices import DONE
from navalcore_games.bismarck.movement.orders import movable, order_a_plane
from navalcore_games.bismarck.movement.planes import strayed
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Mode, Side, Square
from tests.games.bismarck.conftest import Sea

HOOD, NORFOLK = ship_number("Hood"), ship_number("Norfolk")
STRIKE = next(card.number for card in PLANES if card.id == "T Victorious")


Begun = tuple[Any, StandingOrders[Any], dict[str, Any]]


def begun(scenario: str = "solitaire", seed: int = 5, role: str = "british") -> Begun:
    match = nc.load("bismarck").new_match(scenario, seed=seed)
    other = "german" if role == "british" else "british"
    return match, StandingOrders(match, role), nc.make_bots(match.game, {other: "sensible"}, "bots")


def to_turn(match: Any, orders: StandingOrders[Any], bots: dict[str, Any], turn: int) -> None:
    """Play until the player is asked for a unit on this turn: DM before that, and else the first option."""
    while True:
        orders.play(bots)
        decision = match.decisions["british"]
        if match.state.turn == turn and decision.kind == "order_unit":
            return
        match.choose("DM" if decision.kind == "order_unit" else 0, role="british")


def test_convoys_sail_home_by_their_missions_and_the_player_is_asked_for_none() -> None:
    match, orders, bots = begun()
    orders.give("convoys")
    to_turn(match, orders, bots, 7)
    fast, slow = ship_number("WS8B"), ship_number("SL5")
    view = match.view("british")
    assert view.ships[fast].square != 2024
    assert view.ships[slow].square != 2911
    assert set(view.ordered) <= set(CONVOYS), "nothing else was ordered"
    assert set(view.ordered), "turn 7 is a move turn of both kinds"


def test_a_ship_sails_over_several_turns_and_patrols_at_the_end_of_her_way() -> None:
    match, orders, bots = begun()
    orders.give("sail Hood 1420")
    to_turn(match, orders, bots, 4)
    hood = match.view("british").ships[HOOD]
    assert hood.square == 1420
    assert hood.order_mode is Mode.PATROL
    assert not orders.in_force, "the order is carried out"


def test_ships_spread_along_a_patrol_line() -> None:
    match, orders, bots = begun()
    orders.give("sail Norfolk, Suffolk, Arethusa 1420-1424")
    to_turn(match, orders, bots, 7)
    ships = match.view("british").ships
    squares = [ships[ship_number(name)].square for name in ("Norfolk", "Suffolk", "Arethusa")]
    assert squares == [1420, 1422, 1424]


def test_a_ship_ordered_by_hand_is_no_longer_on_her_way() -> None:
    match, orders, bots = begun()
    orders.give("sail Hood, Norfolk 1420")
    orders.play(bots)
    for answer in ("Hood", "P"):
        match.choose(answer, role="british")
    to_turn(match, orders, bots, 3)
    ships = match.view("british").ships
    assert ships[HOOD].square == 1622, "she stays where she was told to"
    assert ships[NORFOLK].square != 1117, "the other sails on"


def test_a_ship_that_is_sent_elsewhere_goes_there_and_not_first_where_she_was_sent_before() -> None:
    match, orders, bots = begun()
    orders.give("sail Hood, Norfolk 1420")
    orders.give("sail Hood 1922")
    assert [order.text for order in orders.in_force] == ["sail Hood, Norfolk 1420", "sail Hood 1922"]
    to_turn(match, orders, bots, 2)
    assert match.view("british").ships[HOOD].square in {1722, 1822, 1821, 1823}, "southward, not to 1420"
    assert match.view("british").ships[NORFOLK].square != 1117


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("sail Hood", "takes ships and a square"),
        ("sail Hood 9999", "takes ships and a square"),
        ("sail Bismarck 1420", "not one of your ships"),
        ("sail Hood 1825-", "takes ships and a square"),
        ("sail Hood 1528", "Hood cannot sail to 1528"),
        ("convoys home", "takes no further words"),
    ],
)
def test_what_cannot_be_ordered_is_refused_in_words(words: str, wrong: str) -> None:
    _, orders, _ = begun()
    with pytest.raises(BadData, match=wrong):
        orders.give(words)


def test_the_germans_have_no_convoys_but_send_ships_too() -> None:
    match, orders, _ = begun("two_player", role="german")
    with pytest.raises(BadData, match="only the British"):
        orders.give("convoys")
    orders.give("sail Wolfpack 1 1814")
    orders.play()
    assert match.view("german").ships[ship_number("WP1")].projected != 1812


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_orders_turn_changes_nothing_that_was_ordered_by_hand(seed: int) -> None:
    match, orders, _ = begun("two_player", seed)
    ways = ("Hood", "M", "W", "stop", "Norfolk", "P", "Suffolk", "M 1417", "R Reykjavik", "M 1119", "Sub Group 1", "P")
    for answer in ways:
        match.choose(answer, role="british")
    by_hand = match.view("british")
    units = set(by_hand.ordered)
    assert len(units) == 5
    orders.give("turn")
    told: list[Any] = []
    match.events.subscribe(told.append, role="british")
    orders.play()
    again = [event.unit for event in told if event.kind == "order_given" and event.unit in units]
    assert again == []
    assert [event for event in told if event.kind == "order_given"], "everybody else has orders"
    assert match.decision.role == "german"


def strike(sea: Callable[..., Sea]) -> Sea:
    """Victorious in launch mode, one of her planes ordered by hand to attack and come back to her."""
    here = sea()
    here.put("Victorious", 1723, mode=Mode.LAUNCH)
    here.put("Hood", 1622)
    here.base("T Victorious")
    here.state.phase = "orders"
    here.answer(order_a_plane(here.play, STRIKE), "A 1723")
    here.state.ordered[Side.BRITISH] = [plane_unit(STRIKE)]
    return here


def answer(here: Sea, bot: Admiral) -> object:
    options = [*(() if strayed(here.state) else (DONE,)), *movable(here.play, Side.BRITISH)]
    return bot.decide(see(here.state, Side.BRITISH), Decision("british", "?", options))


@pytest.mark.rule("bismarck", "8.24.2")
def test_a_carrier_whose_planes_were_ordered_by_hand_keeps_the_order_that_they_need(sea: Callable[..., Sea]) -> None:
    here, bot = strike(sea), Admiral("british", SeededChance.from_seed(1))
    answer(here, bot)
    assert ship_number("Victorious") not in bot.plan
    assert plane_unit(STRIKE) not in [unit for unit in bot.plan if unit not in here.state.ordered[Side.BRITISH]]
    assert HOOD in bot.plan


@pytest.mark.rule("bismarck", "8.24.2")
def test_orders_that_contradict_each_other_are_the_players_to_mend(sea: Callable[..., Sea]) -> None:
    here, bot = strike(sea), Admiral("british", SeededChance.from_seed(1))
    here.ship("Victorious").path = (Square(1724),)
    here.state.ordered[Side.BRITISH] = [plane_unit(STRIKE), ship_number("Victorious"), HOOD]
    assert strayed(here.state) == [STRIKE]
    asked = answer(here, bot)
    assert isinstance(asked, Ask)
    assert asked.why == "T Victorious would not meet its carrier: change the orders of one of them."
