"""U22 and deck files: the decks that come with the game, and bad ones refused."""

from pathlib import Path
from typing import Any

import pytest

from navalcore import rules
from navalcore.bots import make_bots, play_out
from navalcore.errors import BadData
from navalcore_games.uboat_cards import decks
from navalcore_games.uboat_cards.bots import SensibleBot
from navalcore_games.uboat_cards.decks import DeckScenario, catalogue, load_deck, own_decks
from navalcore_games.uboat_cards.face import card_list
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, HARASSING, Card, Side
from tests.engine.conftest import verified

STANDARD = Path(decks.__file__).parent / "scenarios" / "standard.toml"


@pytest.mark.rule("uboat_cards", "U22")
def test_the_standard_deck_is_the_reconstruction_of_the_rule_sheet():
    deck = own_decks()["standard"]
    expected = {
        Card.SONAR: 12, Card.PERISCOPE: 12, Card.DEPTH_CHARGES: 8, Card.TORPEDO: 12, Card.U_BOAT: 4,
        Card.TRANSPORT: 6, Card.DESTROYER_SWEEP: 4, Card.DIVE: 4, Card.CAT_AND_MOUSE: 4, Card.NEAR_MISS: 4,
        Card.WATER: 20,
    }  # fmt: skip
    assert deck.cards == expected
    assert sum(expected.values()) == 90
    assert deck.victory == {Side.UBOAT: 6, Side.CONVOY: 4}
    assert "reconstruction" in deck.provenance


@pytest.mark.rule("uboat_cards", "U22")
@pytest.mark.parametrize(("name", "size"), [("standard", 90), ("short", 72), ("storm", 100), ("mirror", 94)])
def test_every_deck_has_its_size_and_can_be_played_to_the_end(game, name, size):
    assert sum(own_decks()[name].cards.values()) == size
    match = game.new_match(name, seed=1)
    play_out(match, make_bots(game, seed=0))
    assert match.outcome.scores[match.outcome.winner] == own_decks()[name].victory[match.outcome.winner]


def test_the_catalogue_agrees_with_the_rules_about_who_plays_what():
    by_name = {card.name: card for card in catalogue()}
    assert set(by_name) == set(Card)
    for card in Card:
        players = {side for side in Side if card in CHAIN[side] or card is CLEARING[side] or card in HARASSING}
        assert set(by_name[card].played_by) == players, card


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("SONAR = 12", "SONAR = -1", "SONAR = -1; a count is from 0 to 10000"),
        ("U_BOAT = 4", "U_BOAT = 0", "U_BOAT = 0; the cards of the two chains must be there at least once"),
        ("WATER = 20", "", "WATER missing; a deck names all eleven cards"),
        ("WATER = 20", "WATER = 20\nKRAKEN = 1", "there is no card KRAKEN"),
        ("size = 90", "size = 91", "size is 91, but the cards add up to 90"),
        ("convoy = 4", "convoy = 0", "a number of at least 1"),
        ("size = 90", "size = 90\ncolour = 'red'", ": colour: unknown key; known are cards, id, limits"),
        ('title = "Standard (reconstruction)"', "", "title: is missing; text is wanted"),
        ("[cards]", "[cards", ":10: is not valid TOML at column 7: the name of a table should be closed by ]"),
        ("[cards]", "[limits]\nhand_limit = 0\n[cards]", "limits.hand_limit: "),
        ("[cards]", "[limits]\ndraw_per_phase = -2\n[cards]", "limits.draw_per_phase: "),
        ("[cards]", "[limits]\nopening_hand = 0\n[cards]", "limits.opening_hand: "),
        ("[cards]", "[limits]\nhand_limit = true\n[cards]", "limits.hand_limit: should be a whole number"),
        ("[cards]", '[limits]\nhand_limit = "5"\n[cards]', "limits.hand_limit: should be a whole number"),
        ("[cards]", "[limits]\nhand_limit = 5.0\n[cards]", "limits.hand_limit: should be a whole number"),
        ("[cards]", "[limits]\nhand_size = 4\n[cards]", "limits.hand_size: unknown key"),
        (
            "[cards]",
            "[limits]\nhand_limit = 39\n[cards]",
            "90 cards in all; with its limits of hands the deck needs at least 92",
        ),
        ("[cards]", "[limits]\nopening_hand = 40\n[cards]", "at least 94 (UBC-R17)"),
    ],
)
def test_a_bad_deck_file_is_refused_with_file_line_and_what_would_be_right(tmp_path, game, old, new, message):
    text = STANDARD.read_text()
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new))
    with pytest.raises(BadData, match=r"mine\.toml") as caught:
        game.new_match(str(path))
    assert message in str(caught.value)


@pytest.mark.rule("uboat_cards", "U9", "U15", "U22")
@pytest.mark.parametrize(("missing", "allowed"), [(Card.WATER, True), (Card.DIVE, True), (Card.TORPEDO, False)])
def test_a_deck_may_lack_any_cards_but_those_of_the_chains(missing, allowed):
    cards = dict.fromkeys(Card, 4) | {missing: 0}
    victory = {"uboat": 6, "convoy": 4}
    deck: dict[str, Any] = {"id": "own", "title": "Own", "provenance": "own", "victory": victory, "size": 40}
    if allowed:
        assert DeckScenario(**deck, cards=cards).cards[missing] == 0
    else:
        with pytest.raises(ValueError, match="must be there at least once"):
            DeckScenario(**deck, cards=cards)


@pytest.mark.rule("uboat_cards", "U12", "U18")
@pytest.mark.parametrize("victory", [{"uboat": 6}, {"uboat": 6, "convoy": 0}])
def test_a_deck_says_how_many_vessels_each_side_must_destroy(victory):
    cards = dict.fromkeys(Card, 4)
    with pytest.raises(ValueError, match="at least 1 for uboat and for convoy"):
        DeckScenario(id="own", title="Own", provenance="own", victory=victory, size=44, cards=cards)


def test_a_deck_that_could_run_dry_is_refused(tmp_path):
    few = dict.fromkeys(Card, 1) | {Card.WATER: 12}
    with pytest.raises(ValueError, match="at least 24"):
        DeckScenario(id="few", title="Few", provenance="own", victory={"uboat": 1, "convoy": 1}, size=22, cards=few)


@pytest.mark.rule("uboat_cards", "U3", "U6", "U22")
def test_the_largest_hands_a_deck_allows_never_run_it_dry(tmp_path, game):
    """Hands of 38: one that has just drawn two, the other, rows of two each, and eight in reserve are 90 cards."""
    path = tmp_path / "large_hands.toml"
    path.write_text(STANDARD.read_text().replace("[cards]", "[limits]\nopening_hand = 38\nhand_limit = 38\n[cards]"))
    for seed in range(3):
        match = game.new_match(str(path), seed=seed)
        play_out(match, make_bots(game, {"uboat": "random", "convoy": "random"}, seed), limit=1000)
        assert not list(game.invariants(match.state, match.setup.terms))
        assert max(len(seat.hand) for seat in match.state.seats.values()) >= 37


@pytest.mark.rule("uboat_cards", "U4", "U22")
def test_the_smallest_legal_deck_never_runs_dry(tmp_path, game):
    text = STANDARD.read_text()
    for line, count in [("SONAR", 1), ("PERISCOPE", 1), ("DEPTH_CHARGES", 1), ("TORPEDO", 1), ("U_BOAT", 1),
                        ("TRANSPORT", 1), ("DESTROYER_SWEEP", 2), ("DIVE", 2), ("CAT_AND_MOUSE", 1), ("NEAR_MISS", 1),
                        ("WATER", 12)]:  # fmt: skip
        text = "\n".join(f"{line} = {count}" if row.startswith(f"{line} =") else row for row in text.splitlines())
    path = tmp_path / "tiny.toml"
    path.write_text(text.replace("size = 90", "size = 24"))
    for seed in range(5):
        match = game.new_match(str(path), seed=seed)
        play_out(match, make_bots(game, {"uboat": "random", "convoy": "random"}, seed), limit=3000)
        assert not list(game.invariants(match.state, match.setup.terms))


def test_a_match_with_a_deck_file_of_ones_own_can_be_saved_and_loaded(tmp_path, game):
    path = tmp_path / "mine.toml"
    path.write_text(STANDARD.read_text().replace("uboat = 6", "uboat = 1"))
    match = game.new_match(str(path), seed=2)
    play_out(match, {side: SensibleBot(side, rules.SeededChance.from_seed(0)) for side in Side})
    assert max(match.outcome.scores.values()) <= 4
    match.save(tmp_path / "mine.jsonl")
    assert verified(tmp_path / "mine.jsonl").outcome == match.outcome
    assert load_deck(path).victory[Side.UBOAT] == 1


def test_a_deck_that_no_table_could_hold_is_refused(tmp_path, game):
    text = STANDARD.read_text()
    assert "size = 90" in text
    assert "WATER = 20" in text
    more = text.replace("WATER = 20", "WATER = 9990").replace("size = 90", "size = 10060")
    path = tmp_path / "mine.toml"
    path.write_text(more)
    with pytest.raises(BadData, match="a deck has at most 10000"):
        game.new_match(str(path))


@pytest.mark.rule("uboat_cards", "U22", "U19", "U20")
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("convoy detection", {"Sonar"}),
        ("DETECTION", {"Sonar", "Periscope"}),
        ("nobody", {"Water"}),
        ("wolf pack and convoy", {"Cat and Mouse", "Near Miss"}),
        ("", {str(card) for card in Card}),
    ],
)
def test_the_catalogue_is_searched_by_words_that_must_all_be_there(words, found):
    lines = card_list(words).splitlines()
    assert {card for card in map(str, Card) if any(line.startswith(card) for line in lines)} == found
    assert card_list(f"{words} lighthouse").startswith("No card has the words")
