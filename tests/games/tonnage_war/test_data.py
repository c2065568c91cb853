"""Decks, tables and scenarios: chapters 2 and 3, S1, D1-D3, N4."""

import pytest

from navalcore.errors import BadData
from navalcore_games.tonnage_war.convoys import load_scenario, own_scenarios
from navalcore_games.tonnage_war.state import Side, Tactical, Unit
from navalcore_games.tonnage_war.values import (
    ATTACK_CARDS,
    ESCORT_CARDS,
    EVADE_CARDS,
    FLAK_CARDS,
    UNITS,
    PlayingCard,
    read_playing_cards,
    standard_deck,
)

U, E = Side.UBOAT, Side.ESCORT
HALIFAX = own_scenarios()["halifax_228"]


@pytest.mark.rule("tonnage_war", "2", "2.1", "S1", "S1.2")
def test_the_uboat_tactical_deck_of_halifax_228():
    """13 contact, attacks of 4, 3, 2, 1 and 1 (+4) rolls: 2, 2, 3, 3, 3; evades 1, 2, 3, 7; 8 B-dienst; 5 flak."""
    deck = HALIFAX.uboat.tactical_cards(U)
    assert sum(deck.values()) == 52
    assert deck[Tactical.CONTACT] + deck[Tactical.SPECIAL_CONTACT] == 13
    by_effect: dict[tuple[int, bool], int] = {}
    for card, values in ATTACK_CARDS.items():
        effect = (values.rolls, values.modifier == 4)
        by_effect[effect] = by_effect.get(effect, 0) + deck.get(card, 0)
    assert by_effect == {(4, False): 2, (3, False): 2, (2, False): 3, (1, False): 3, (1, True): 3}
    assert {EVADE_CARDS[card]: deck[card] for card in EVADE_CARDS} == {8: 1, 6: 2, 4: 3, 2: 7}
    assert deck[Tactical.B_DIENST] == 8
    assert sum(deck[card] for card in FLAK_CARDS) == 5


@pytest.mark.rule("tonnage_war", "2", "2.2", "S1", "S1.4")
def test_the_escort_tactical_deck_of_halifax_228():
    """13 evasive routing; of each type two cards for 3 units, four for 2, seven for 1."""
    deck = HALIFAX.escort.tactical_cards(E)
    assert sum(deck.values()) == 52
    assert deck[Tactical.ROUTING] == 13
    for weapon in {values.weapon for values in ESCORT_CARDS.values()}:
        counts = {ESCORT_CARDS[card].units: deck[card] for card in ESCORT_CARDS if ESCORT_CARDS[card].weapon is weapon}
        assert counts == {3: 2, 2: 4, 1: 7}


@pytest.mark.rule("tonnage_war", "S1.1", "S1.3", "2")
def test_the_order_of_battle_decks_of_halifax_228():
    """18 boats and 22 blanks; 9 escorts and 11 blanks; the qualities are TW-M01."""
    boats, escorts = HALIFAX.uboat.units, HALIFAX.escort.units
    assert (boats[Unit.N] + boats[Unit.R] + boats[Unit.A], boats[Unit.BLANK]) == (18, 22)
    assert (sum(n for unit, n in escorts.items() if unit is not Unit.BLANK), escorts[Unit.BLANK]) == (9, 11)
    assert "TW-M01" in HALIFAX.provenance


@pytest.mark.rule("tonnage_war", "D1", "D2", "S1.2", "S1.4")
@pytest.mark.parametrize("side", Side)
def test_the_decks_of_halifax_228_are_the_packs_of_the_tables(side):
    assert standard_deck(side) == HALIFAX.decks(side).tactical_cards(side)


@pytest.mark.rule("tonnage_war", "D1")
@pytest.mark.parametrize(
    ("suit", "ranks", "card"),
    [
        ("hearts", "A K Q J 10 9 8 7 6 5 4 3 2", "evasive routing"),
        ("spades", "A K", "escort attack (3)"),
        ("spades", "Q J 10 9", "escort attack (2)"),
        ("spades", "8 7 6 5 4 3 2", "escort attack (1)"),
        ("clubs", "A K", "HF/DF (3)"),
        ("clubs", "Q J 10 9", "HF/DF (2)"),
        ("clubs", "8 7 6 5 4 3 2", "HF/DF (1)"),
        ("diamonds", "A K", "air patrol (3)"),
        ("diamonds", "Q J 10 9", "air patrol (2)"),
        ("diamonds", "8 7 6 5 4 3 2", "air patrol (1)"),
    ],
)
def test_the_escort_cards_by_suit_and_rank(suit, ranks, card):
    table = read_playing_cards(E)
    assert {table[PlayingCard(suit, rank)] for rank in ranks.split()} == {card}


@pytest.mark.rule("tonnage_war", "D2")
@pytest.mark.parametrize(
    ("suit", "ranks", "card"),
    [
        ("hearts", "A K", "special contact"),
        ("hearts", "Q J 10 9 8 7 6 5 4 3 2", "contact"),
        ("spades", "A K", "beam attack"),
        ("spades", "Q", "bow attack"),
        ("spades", "J", "bow attack with FAT"),
        ("spades", "10 9 8", "quarter attack"),
        ("spades", "7 6 5", "stern attack"),
        ("spades", "4 3 2", "straggler attack"),
        ("clubs", "A", "evade +8"),
        ("clubs", "K Q", "evade +6"),
        ("clubs", "J 10 9", "evade +4"),
        ("clubs", "8 7 6 5 4 3 2", "evade +2"),
        ("diamonds", "A K Q J 10 9 8 7", "B-dienst"),
        ("diamonds", "6", "flak +2"),
        ("diamonds", "5 4", "flak +1"),
        ("diamonds", "3 2", "flak +0"),
    ],
)
def test_the_uboat_cards_by_suit_and_rank(suit, ranks, card):
    table = read_playing_cards(U)
    assert {table[PlayingCard(suit, rank)] for rank in ranks.split()} == {card}


@pytest.mark.rule("tonnage_war", "D3")
def test_the_unit_values():
    assert {unit: (UNITS[unit].attack, UNITS[unit].evade) for unit in (Unit.N, Unit.R, Unit.A)} == {
        Unit.N: (6, 8), Unit.R: (10, 10), Unit.A: (14, 12),
    }  # fmt: skip
    escorts = (Unit.AN, Unit.AR, Unit.AA, Unit.SN, Unit.SR, Unit.SA)
    assert [(UNITS[unit].detect, UNITS[unit].attack, UNITS[unit].hfdf) for unit in escorts] == [
        (-4, 2, 0), (-6, 4, 0), (-8, 6, 0), (0, 2, 3), (-2, 4, 2), (-4, 5, 1),
    ]  # fmt: skip


@pytest.mark.rule("tonnage_war", "N4", "2")
def test_other_periods_are_other_mixes_filled_up_with_idle_cards():
    """SC 7, October 1940: no HF/DF, no flak, no FAT."""
    scenario = own_scenarios()["sc_7"]
    boats, escorts = scenario.uboat.tactical_cards(U), scenario.escort.tactical_cards(E)
    assert not [card for card in escorts if "HF/DF" in card and escorts[card]]
    assert not {*FLAK_CARDS, Tactical.BOW_FAT} & set(boats)
    assert (boats[Tactical.IDLE], escorts[Tactical.IDLE]) == (5, 19)


@pytest.mark.rule("tonnage_war", "N4")
def test_an_idle_card_can_only_be_discarded(desk):
    table = desk().hold(U, "idle card", "R").hold(E, "idle card", "SR")
    table.contact()
    assert table.offered(U) == ["discard idle card"]
    assert table.offered(E) == ["discard idle card"]


@pytest.mark.rule("tonnage_war", "3")
@pytest.mark.parametrize("scenario", own_scenarios().values(), ids=lambda each: each.id)
def test_every_scenario_has_full_decks_and_a_history(scenario):
    for side in Side:
        assert sum(scenario.decks(side).tactical_cards(side).values()) == 52
    assert sum(scenario.uboat.units.values()) == 40
    assert sum(scenario.escort.units.values()) == 20
    assert scenario.history
    assert scenario.provenance


MINIMAL = """
title = "Mine"
provenance = "own"
history = "none"
[uboat]
units = { n = 10 }
tactical = "spring_1943"
[escort]
units = { sn = 10 }
tactical = "spring_1943"
"""


@pytest.mark.rule("tonnage_war", "3")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("n = 10 }", "n = 9 }", "at least 10"),
        (
            'units = { n = 10 }\ntactical = "spring_1943"',
            "units = { n = 10 }\ntactical = { b_dienst = 51 }",
            "52 are needed",
        ),
        (
            'units = { n = 10 }\ntactical = "spring_1943"',
            "units = { n = 10 }\ntactical = { contact = 12, special_contact = 2, b_dienst = 38 }",
            "14 contact cards; at most 13",
        ),
        ("{ n = 10 }", "{ n = 10, sn = 1 }", "does not belong"),
        ("{ n = 10 }", "{ n = 10, zz = 1 }", "there is no unit zz"),
        ("{ sn = 10 }", "{ sn = 10, support_group = 1 }", "support_group_cards"),
        ('title = "Mine"', 'title = "Mine"\nstorm = [5]', "storm"),
    ],
)
def test_a_scenario_file_that_cannot_be_played_is_refused_with_file_and_line(tmp_path, old, new, message):
    path = tmp_path / "mine.toml"
    path.write_text(MINIMAL, encoding="utf-8")
    assert load_scenario(path).id == "mine"
    path.write_text(MINIMAL.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=message) as caught:
        load_scenario(path)
    assert "mine.toml:" in str(caught.value)


def test_a_scenario_of_ones_own_can_be_played_from_its_file(tmp_path, desk):
    path = tmp_path / "mine.toml"
    path.write_text(MINIMAL, encoding="utf-8")
    match = desk().game.new_match(str(path), seed=1)
    assert set(match.state.seats[E].units) == {Unit.SN}
