"""Rules of the card game, each from a position as people write one, so that no test needs the game's code."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import navalcore as nc
from navalcore import UMPIRE

GAME = nc.load("uboat_cards")
FIVE = ["Water"] * 5


def at(step: str, uboat: dict[str, Any], convoy: dict[str, Any], **changed: Any) -> nc.AnyMatch:
    """A match from a position at the beginning of a step."""
    seats = {"uboat": {"hand": FIVE} | uboat, "convoy": {"hand": FIVE} | convoy}
    return GAME.position({"at": step, "set": {"seats": seats} | changed}, seed=1)


def on_the_table(match: nc.AnyMatch) -> dict[str, Any]:
    """Everything, as the umpire sees it: cards by their names."""
    view: Any = match.view(UMPIRE)
    seats = {
        role: {"row": list(map(str, seat.row)), "hand": list(map(str, seat.hand)), "sunk": seat.sunk}
        for role, seat in (("uboat", view.uboat), ("convoy", view.convoy))
    }
    return seats | {"discards": list(map(str, view.discards))}


def texts(match: nc.AnyMatch) -> set[str]:
    """The options now."""
    assert match.decision is not None
    return set(match.decision.texts)


@pytest.mark.rule("uboat_cards", "U5", "U12")
@pytest.mark.parametrize("step", ["uboat_draw", "convoy_draw", "uboat_action", "convoy_action"])
def test_a_position_without_a_deal_is_in_the_first_turn(step: str) -> None:
    seats = {"uboat": {"hand": ["Transport"], "row": ["Periscope", "Torpedo"], "sunk": 5}, "convoy": {"hand": FIVE}}
    match = GAME.position({"at": step, "deal": False, "set": {"seats": seats}}, seed=1)
    view: Any = match.view(UMPIRE)
    assert view.turn == 1
    if step == "uboat_action":
        match.choose("play Transport")
        told = "The wolf pack wins: 6 of 6 Transports destroyed in 1 turn, against 0 of 4 U-boats."
        assert str(match.outcome) == told, "how many each side has, of how many it needs"


@pytest.mark.rule("uboat_cards", "U6")
def test_a_player_with_five_cards_draws_two_and_discards_two() -> None:
    match = at("uboat_draw", {"hand": ["Sonar", "Water", "Water", "Water", "Water"]}, {})
    assert match.view("uboat").uboat.hand_size == 7
    for _ in range(2):
        assert all(text.startswith("discard ") for text in texts(match))
        match.choose(0)
    assert match.view("uboat").uboat.hand_size == 5
    assert match.decision is not None
    assert match.decision.role == "convoy", "nobody may discard more"


@pytest.mark.rule("uboat_cards", "U6")
def test_a_player_with_three_cards_draws_two_and_discards_none() -> None:
    match = at("uboat_draw", {"hand": ["Water"] * 3}, {"hand": ["Water"] * 3})
    assert not any(text.startswith("discard ") for text in texts(match))
    assert match.view("uboat").uboat.hand_size == 5
    assert match.view("convoy").convoy.hand_size == 5


@pytest.mark.rule("uboat_cards", "U7", "U10")
def test_only_the_next_card_of_the_own_chain_may_be_laid() -> None:
    hand = {"hand": ["Periscope", "Torpedo", "Transport", "Sonar", "Water"]}
    assert texts(at("uboat_action", hand, {})) == {"pass", "play Periscope"}
    assert texts(at("uboat_action", hand | {"row": ["Periscope"]}, {})) == {"pass", "play Torpedo"}
    assert texts(at("uboat_action", hand | {"row": ["Periscope", "Torpedo"]}, {})) == {"pass", "play Transport"}


@pytest.mark.rule("uboat_cards", "U9", "U11")
def test_the_third_card_sinks_a_transport_and_the_row_goes_to_the_discards() -> None:
    match = at("uboat_action", {"row": ["Periscope", "Torpedo"], "hand": ["Transport"]}, {"row": ["Sonar"]})
    match.choose("play Transport")
    table = on_the_table(match)
    assert table["uboat"]["sunk"] == 1
    assert table["uboat"]["row"] == []
    assert table["convoy"]["row"] == ["Sonar"], "the other row is untouched"
    assert Counter(table["discards"]) >= Counter(["Periscope", "Torpedo", "Transport"])


@pytest.mark.rule("uboat_cards", "U15", "U17")
def test_the_third_card_of_the_convoy_sinks_a_u_boat() -> None:
    match = at("convoy_action", {"row": ["Periscope"]}, {"row": ["Sonar", "Depth Charges"], "hand": ["U-boat"]})
    match.choose("play U-boat")
    table = on_the_table(match)
    assert (table["convoy"]["sunk"], table["convoy"]["row"], table["uboat"]["row"]) == (1, [], ["Periscope"])


@pytest.mark.rule("uboat_cards", "U12")
def test_the_wolf_pack_wins_with_its_sixth_transport_and_the_convoy_has_no_last_action() -> None:
    match = at(
        "uboat_action",
        {"row": ["Periscope", "Torpedo"], "hand": ["Transport"], "sunk": 5},
        {"row": ["Sonar", "Depth Charges"], "hand": ["U-boat"], "sunk": 3},
    )
    match.choose("play Transport")
    assert match.outcome is not None
    assert match.outcome.winner == "uboat"


@pytest.mark.rule("uboat_cards", "U18")
def test_the_convoy_wins_with_its_fourth_u_boat() -> None:
    match = at("convoy_action", {}, {"row": ["Sonar", "Depth Charges"], "hand": ["U-boat"], "sunk": 3})
    match.choose("play U-boat")
    assert match.outcome is not None
    assert match.outcome.winner == "convoy"


@pytest.mark.rule("uboat_cards", "U8", "U14")
@pytest.mark.parametrize(
    ("step", "role", "card"), [("uboat_action", "uboat", "Dive"), ("convoy_action", "convoy", "Destroyer Sweep")]
)
def test_a_clearing_card_empties_both_rows_and_goes_to_the_discards(step: str, role: str, card: str) -> None:
    rows = {"uboat": {"row": ["Periscope", "Torpedo"]}, "convoy": {"row": ["Sonar"]}}
    rows[role]["hand"] = [card]
    match = at(step, rows["uboat"], rows["convoy"])
    match.choose(f"play {card}")
    table = on_the_table(match)
    assert table["uboat"]["row"] == table["convoy"]["row"] == []
    assert Counter(table["discards"]) >= Counter([card, "Periscope", "Torpedo", "Sonar"])


@pytest.mark.rule("uboat_cards", "U8")
def test_a_dive_may_be_played_on_an_empty_table() -> None:
    assert "play Dive" in texts(at("uboat_action", {"hand": ["Dive"]}, {}))


@pytest.mark.rule("uboat_cards", "U19")
def test_water_can_never_be_played() -> None:
    for step, role in (("uboat_action", "uboat"), ("convoy_action", "convoy")):
        other = {"uboat": {"hand": ["Dive"]}, "convoy": {"hand": ["Destroyer Sweep"]}}
        other[role]["hand"] = [*other[role]["hand"], "Water"]
        assert not any("Water" in text for text in texts(at(step, other["uboat"], other["convoy"])))


@pytest.mark.rule("uboat_cards", "U20")
def test_a_harassing_card_takes_a_card_of_the_hand_and_needs_one() -> None:
    match = at("uboat_action", {"hand": ["Near Miss"]}, {"hand": ["Sonar"]})
    (harass,) = (text for text in texts(match) if "Near Miss" in text)
    match.choose(harass)
    table = on_the_table(match)
    assert table["convoy"]["hand"] == []
    assert Counter(table["discards"]) >= Counter(["Near Miss", "Sonar"])


@pytest.mark.rule("uboat_cards", "U4")
def test_an_empty_deck_is_renewed_by_the_discard_pile_when_a_card_must_be_drawn() -> None:
    match = at("uboat_draw", {"hand": ["Water"] * 3}, {"hand": ["Water"] * 3}, deck={"cards": []})
    table = on_the_table(match)
    assert table["discards"] == []
    assert match.view("uboat").uboat.hand_size == 5
