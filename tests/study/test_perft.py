"""Perft: committed counts of every game's openings, and some of them worked out from the rules by hand."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

import navalcore as nc
from navalcore._rules.decision import CHANCE
from navalcore.errors import BadData
from navalcore.study._perft import asking, perft
from navalcore_games.aa50_subwar.theatre import COST
from navalcore_games.bismarck.cards import SHIPS
from navalcore_games.bismarck.words import Fate
from navalcore_games.tonnage_war.state import Tactical, Unit

OPENINGS = tomllib.loads(Path(__file__).with_name("perft.toml").read_text(encoding="utf-8"))["opening"]


def opening(game, scenario):
    return nc.load(game).new_match(scenario, seed=0)


def breakdown(found, expected):
    """Both counts by the first step, for whoever looks for the difference."""
    steps = dict.fromkeys([*expected, *found])
    rows = [f"{step}: {found.get(step)} (committed: {expected.get(step)})" for step in steps]
    return "\n".join(row for row, step in zip(rows, steps, strict=True) if found.get(step) != expected.get(step))


@pytest.mark.parametrize("committed", OPENINGS, ids=lambda each: f"{each['game']}-{each['scenario']}")
def test_the_counts_of_an_opening_are_those_committed(committed):
    match = opening(committed["game"], committed["scenario"])
    counts = [perft(match, depth) for depth in range(1, len(committed["lines"]) + 1)]
    deepest, divide = counts[-1], dict(committed["divide"])
    assert dict(deepest.divide) == divide, breakdown(deepest.divide, divide)
    assert [count.lines for count in counts] == committed["lines"]
    places = {name: committed[name] for name in ("decisions", "chances", "ended")}
    assert {name: getattr(deepest, name) for name in places} == places


def test_every_game_has_committed_counts_that_add_up():
    assert {each["game"] for each in OPENINGS} == {
        "aa50_subwar",
        "bismarck",
        "silent_war",
        "tonnage_war",
        "uboat_cards",
    }
    for each in OPENINGS:
        assert sum(lines for _, lines in each["divide"]) == each["lines"][-1]
        assert len(each["divide"]) == each["lines"][0]


@pytest.mark.rule("uboat_cards", "U6")
def test_two_discards_of_seven_cards_then_any_kind_that_the_convoy_can_draw():
    match = opening("uboat_cards", "standard")
    hand = Counter(match.state.seats["uboat"].hand)
    assert sum(hand.values()) == 7
    kinds, twice = len(hand), sum(count > 1 for count in hand.values())
    pairs = kinds * (kinds - 1) + twice
    assert [perft(match, depth).lines for depth in (1, 2)] == [kinds, pairs]
    assert perft(match, 3).lines == pairs * len(match.setup.scenario.cards)


@pytest.mark.rule("aa50_subwar", "B2")
def test_germany_opens_with_the_units_its_twelve_ipc_can_buy_or_nothing():
    affordable = [kind for kind, cost in COST.items() if cost <= 12]
    assert len(affordable) == 6  # submarine 6, transport 7, destroyer 8, fighter 10, cruiser and bomber 12
    assert perft(opening("aa50_subwar", "atlantic_1941"), 1).lines == len(affordable) + 1


def test_the_british_open_with_any_unit_in_play_or_dm():
    match = opening("bismarck", "two_player")
    units = [ship for ship, card in zip(match.state.ships, SHIPS, strict=True) if card.side == match.decision.role]
    in_play = sum(unit.fate is Fate.ACTIVE for unit in [*units, *match.state.planes])  # all planes are British
    assert perft(match, 1).lines == in_play + 1


def test_a_u_boat_hand_can_discard_each_kind_play_its_contacts_or_offer_the_end():
    match = opening("tonnage_war", "halifax_228")
    hand = set(match.state.seats["uboat"].tactical)
    assert len(hand) == 8
    contacts = hand & {Tactical.CONTACT, Tactical.SPECIAL_CONTACT}
    assert perft(match, 1).lines == len(hand) + len(contacts) + 1


@pytest.mark.rule("tonnage_war", "13.2")
def test_a_hand_of_12_with_a_support_group_puts_two_cards_back_then_the_boats_act():
    match = opening("tonnage_war", "sc_130")
    hand = Counter(match.state.seats["escort"].units)
    assert hand.total() == 12
    fit = {unit: count for unit, count in hand.items() if unit is not Unit.SUPPORT_GROUP}
    pairs = len(fit) * (len(fit) - 1) + sum(count > 1 for count in fit.values())
    boats_cards = set(match.state.seats["uboat"].tactical)
    contacts = boats_cards & {Tactical.CONTACT, Tactical.SPECIAL_CONTACT}
    first_turn = len(boats_cards) + len(contacts) + 1
    assert [perft(match, depth).lines for depth in (1, 2, 3)] == [len(fit), pairs, pairs * first_turn]


def test_a_boat_in_manila_remains_or_enters_either_area_beside_it():
    # The map joins Manila to the South China Sea and the Sulu Sea.
    divide = perft(opening("silent_war", "patrol_swordfish_1941"), 1).divide
    assert list(divide) == ["remain in base", "to South China Sea 1", "to Sulu Sea"]


def test_chance_on_the_way_is_one_step_for_each_kind_of_result():
    match = asking(opening("uboat_cards", "standard"))
    while match.decision is not None and match.decision.role != CHANCE:
        match.choose(0)
    count = perft(match, 1)
    assert count.chances == 1
    assert list(count.divide) == sorted(count.divide)
    assert match.decision is not None
    assert count.lines == len(match.decision.options)


def test_counting_leaves_the_match_and_its_chance_as_they_were():
    match, other = opening("uboat_cards", "short"), opening("uboat_cards", "short")
    perft(match, 3)
    for _ in range(20):
        match.choose(0)
        other.choose(0)
    assert match.digest == other.digest


def test_a_match_that_is_over_is_one_line_and_depth_0_is_refused():
    match = opening("uboat_cards", "short")
    while not match.over:
        match.choose(match.count % len(match.decision.options))
    assert (perft(match, 5).lines, perft(match, 5).ended) == (1, 1)
    with pytest.raises(BadData, match="depth of 1 to 100, not 0"):
        perft(match, 0)
