"""Options and the places of the picture: whatever can be pointed at can be chosen there."""

import random
import re
from collections import Counter

import pytest

import navalcore as nc
from games.bismarck.cards import ship_number
from games.bismarck.choices import Launch, Mark, Unit, go, stop, unit_in
from games.bismarck.words import Square
from navalcore.bots import make_bots
from navalcore.engine.option import kind_of, places_of

WITHOUT = {
    "done": "ends the movement phase",
    "nobody": "leaves a shadow, an attack or torpedoes be",
    "fight": "an answer for all ships of a combat",
    "withdraw": "an answer for all ships of a combat",
    "surprise_attack": "yes",
    "no_surprise_attack": "no",
}
"""The kinds of options that have no place, and what they are."""


def decisions(scenario, bots, seed):
    """Every decision of a match, with what its role sees; played at random, or by the bots."""
    game = nc.load("bismarck")
    match, chance = game.new_match(scenario, seed=seed), random.Random(seed)
    players = make_bots(game, {}, seed) if bots else {}
    while (decision := match.decision) is not None:
        view = match.view(decision.role)
        yield view, decision
        chosen = players[decision.role].decide(view, decision) if bots else chance.randrange(len(decision.options))
        match.choose(chosen)


@pytest.mark.parametrize(("scenario", "bots"), [("two_player", True), ("solitaire", True), ("two_player", False)])
def test_every_place_of_an_option_is_in_the_picture_and_nine_of_ten_options_have_one(scenario, bots) -> None:
    face = nc.face_of(nc.load("bismarck"))
    kinds: Counter[tuple[str, bool]] = Counter()
    for number, (view, decision) in enumerate(decisions(scenario, bots, seed=1)):
        kinds.update((kind_of(option), bool(places_of(option))) for option in decision.options)
        if number % 31 == 0 or decision.kind not in {
            "order_unit",
            "ship_mode",
            "ship_move",
            "plane_mode",
            "plane_move",
        }:
            drawn = set(re.findall(r'data-place="([^"]*)"', face.board_svg(view) or ""))
            assert drawn.issuperset(place for option in decision.options for place in places_of(option))
    assert {kind for kind, placed in kinds if not placed} <= set(WITHOUT)
    assert {kind for kind, placed in kinds if placed}.isdisjoint(WITHOUT)
    placed = sum(count for (_, placed), count in kinds.items() if placed)
    assert placed >= 0.9 * sum(kinds.values())


def test_a_unit_is_picked_in_its_line_or_in_its_square_and_is_the_same_option_wherever_she_is() -> None:
    hood = ship_number("Hood")
    assert unit_in(hood, Square(1622)).places == ("unit:hood", "square:1622")
    assert unit_in(hood, Square(1622)) == unit_in(hood, Square(1724)) == Unit(hood, Square(1724))
    assert unit_in(hood, Square(1622)).key == unit_in(hood, Square(1724)).key == "unit/0"


def test_the_steps_of_an_order_light_up_one_after_the_other() -> None:
    match = nc.load("bismarck").new_match("two_player", seed=1)

    def places(role="british"):
        decision = match.decisions[role]
        return {str(option): places_of(option) for option in decision.options}

    assert places()["Hood"] == ("unit:hood", "square:1622")
    match.choose("Hood", role="british")
    assert places()["M"] == ("mode:m",)
    match.choose("M", role="british")
    assert (places()["E"], places()["stop"]) == (("square:1623",), ("square:1622",))
    match.choose("E", role="british")
    assert (places()["SE"], places()["stop"]) == (("square:1724",), ("square:1623",))


def test_the_ways_off_the_map_the_marks_and_the_targets_have_places_too() -> None:
    assert go("S", Square(3120)).places == ("square:3120",)
    assert Mark(Square(2724)).places == ("square:2724",)
    assert stop(Square(2924)).places == ("square:2924",)
    assert Launch(2, ship_number("Bismarck")).places == ("unit:bismarck",)
    game = nc.load("bismarck")
    svg = nc.face_of(game).board_svg(game.new_match(seed=1).view("british"))
    drawn = re.findall(r'data-place="([^"]*)"', svg or "")
    assert {"square:3120", "square:2010", "mode:z", "unit:r_scapa_flow_1"} <= set(drawn)
