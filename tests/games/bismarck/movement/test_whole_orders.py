"""Whole orders: a mode and a square in one choice do what the steps would do (6, 7, 8)."""

from collections.abc import Callable
from typing import Any

import pytest

from navalcore._rules.decision import Decision
from navalcore._rules.running import run
from navalcore_games.bismarck.cards import PLANES, ship_number
from navalcore_games.bismarck.choices import Go
from navalcore_games.bismarck.movement.orders import order_a_plane, order_a_ship
from navalcore_games.bismarck.movement.ships import steps_from
from navalcore_games.bismarck.movement.whole_orders import plane_orders, ship_orders
from navalcore_games.bismarck.words import Mode, Side, Square
from tests.games.bismarck.conftest import GAME, Sea

HOOD, BISMARCK = ship_number("Hood"), ship_number("Bismarck")


def give(here: Sea, name: str, *answers: str) -> Any:
    number = ship_number(name)
    here.state.ordering[Side.BRITISH] = here.state.ordering[Side.GERMAN] = number
    here.answer(order_a_ship(here.play, number), *answers)
    return here.ship(name)


def fly(here: Sea, name: str, *answers: str) -> Any:
    number = next(card.number for card in PLANES if card.id == name)
    here.state.ordering.clear()
    here.answer(order_a_plane(here.play, number), *answers)
    return here.plane(name)


@pytest.mark.rule("bismarck", "7.0")
def test_a_ship_is_ordered_to_a_square_in_one_choice(sea: Callable[..., Sea]) -> None:
    here = sea()
    here.put("Hood", 1622)
    ship = give(here, "Hood", "M 1724")
    assert (ship.order_mode, ship.projected, len(ship.path)) == (Mode.MOVE, 1724, 2)
    assert give(here, "Hood", "M", "E", "SE").path == (1623, 1724), "and square by square as before"


@pytest.mark.rule("bismarck", "7.0")
def test_the_squares_offered_are_those_that_steps_lead_to(sea: Callable[..., Sea]) -> None:
    here = sea()
    here.put("Hood", 1622)
    near = {there for _, there in steps_from(HOOD, Square(1622))}
    after = {there for square in near for _, there in steps_from(HOOD, square)}
    assert {order.square for order in ship_orders(here.state, HOOD)} == (near | after) - {1622}


@pytest.mark.rule("bismarck", "6.51.1")
@pytest.mark.rule("bismarck", "6.7")
def test_a_ship_that_may_not_move_is_offered_no_square(sea: Callable[..., Sea]) -> None:
    here = sea()
    here.put("Hood", 1622, knots=0)
    assert not ship_orders(here.state, HOOD)
    here.put("Hood", 1622, knots=31, fuel=0)
    assert max(map(len, ship_orders(here.state, HOOD).values())) == 1


@pytest.mark.rule("bismarck", "6.32")
def test_a_raider_is_not_sent_where_no_german_ship_may_go(sea: Callable[..., Sea]) -> None:
    here = sea()
    here.put("Bismarck", 1924)
    squares = {order.square for order in ship_orders(here.state, BISMARCK)}
    assert 2024 not in squares, "the Irish Sea"


@pytest.mark.rule("bismarck", "6.23")
def test_a_carrier_in_launch_mode_goes_one_square(sea: Callable[..., Sea]) -> None:
    here = sea()
    here.put("Victorious", 1723)
    orders = ship_orders(here.state, ship_number("Victorious"))
    assert {len(way) for order, way in orders.items() if order.mode is Mode.LAUNCH} == {1}
    assert {len(way) for order, way in orders.items() if order.mode is Mode.MOVE} == {1, 2}


@pytest.mark.rule("bismarck", "8.21")
@pytest.mark.rule("bismarck", "8.22")
def test_a_plane_is_ordered_to_a_square_in_one_choice(sea: Callable[..., Sea]) -> None:
    here = sea()
    here.base("R Reykjavik")
    plane = fly(here, "R Reykjavik", "M 1322")
    assert (plane.order_mode, plane.projected, len(plane.path)) == (Mode.MOVE, 1322, 5)
    offered = plane_orders(here.state, next(card.number for card in PLANES if card.id == "R Reykjavik"))
    assert max(len(way) for order, way in offered.items() if order.mode is Mode.PATROL) == 2


@pytest.mark.rule("bismarck", "8.24.2")
def test_a_torpedo_bomber_flies_to_the_square_of_its_attack_and_back_to_its_deck(sea: Callable[..., Sea]) -> None:
    here = sea()
    here.put("Ark Royal", 3024, order_mode=Mode.LAUNCH, mode=Mode.LAUNCH, path=(2924,))
    here.base("T Ark Royal 1")
    plane = fly(here, "T Ark Royal 1", "A 2724")
    assert (plane.mark, plane.projected, len(plane.path)) == (2724, 2924, 5), "the example of 8.24.2"
    number = next(card.number for card in PLANES if card.id == "T Ark Royal 1")
    assert all(len(way) <= 5 for way in plane_orders(here.state, number).values())


@pytest.mark.rule("bismarck", "7.0")
def test_each_whole_order_can_be_given_step_by_step(sea: Callable[..., Sea]) -> None:
    here = sea()
    here.put("Norfolk", 1117)
    for order, way in ship_orders(here.state, ship_number("Norfolk")).items():
        squares = list(way)

        def policy(decision: Decision, squares: list[Square] = squares) -> int:
            if decision.kind == "ship_mode":
                return decision.index("M")
            wanted = squares.pop(0) if squares else None
            return next((i for i, o in enumerate(decision.options) if isinstance(o, Go) and o.square == wanted), 0)

        here.state.ordering[Side.BRITISH] = ship_number("Norfolk")
        run(order_a_ship(here.play, ship_number("Norfolk")), policy)
        assert here.ship("Norfolk").path == way, order


@pytest.mark.rule("bismarck", "1.1")
def test_whoever_orders_a_unit_too_far_or_ashore_is_told_why_not() -> None:
    match = GAME.new_match("two_player", seed=1)

    def told(words: str) -> tuple[str, str]:
        refusal = match.why_not(words, role="british")
        assert refusal is not None
        return refusal.rule, refusal.reason

    match.choose("Hood", role="british")
    assert told("M 1920") == ("6.5", "1920 is 3 squares away, and she may move 2 in this mode")
    assert told("M 1318") == ("6.33", "no way by sea leads from 1622 to 1318")
    match.choose("P", role="british")
    match.choose("L Ulster", role="british")
    assert told("A 1423") == ("8.72.1", "1423 is 7 squares away, and it flies 6 in this mode")
