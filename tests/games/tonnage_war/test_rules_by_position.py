"""Rules of Tonnage War, each from a position as people write one, so that no test needs the game's code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import navalcore as nc
from navalcore import UMPIRE

GAME = nc.load("tonnage_war")
BOATS = {"tactical": ["contact", "beam attack", "B-dienst", "evade +2"], "units": ["N", "R", "blank"]}
ESCORTS = {
    "tactical": ["evasive routing", "escort attack (1)", "air patrol (1)", "HF/DF (1)"],
    "units": ["SR", "SN", "AR", "blank"],
}
CONTACT = {"number": 1, "card": "contact", "target": "convoy", "boat": "N", "revealed": False}
HELD = {"contacts": [CONTACT], "contacts_made": 1}
"""A contact holds, with a novice."""


def at(step: str, *, results: Sequence[int] = (), contact: bool = True, **seats: dict[str, Any]) -> nc.AnyMatch:
    """A single game from a position at the beginning of a turn."""
    changes = {"seats": {"uboat": BOATS, "escort": ESCORTS} | seats} | (HELD if contact else {})
    position = {"scenario": "halifax_228", "options": {"match_of_two": False}, "at": step, "set": changes}
    return GAME.position(position | {"results": list(results)}, seed=1)


def texts(match: nc.AnyMatch) -> set[str]:
    """The options now."""
    assert match.decision is not None
    return set(match.decision.texts)


def but_discards(match: nc.AnyMatch) -> set[str]:
    """The options now without discards and the offer to end the round."""
    return {text for text in texts(match) if not text.startswith(("discard ", "offer "))}


def seen(match: nc.AnyMatch) -> Any:
    """Everything on the table."""
    return match.view(UMPIRE)


@pytest.mark.rule("tonnage_war", "7.2.2")
def test_a_contact_is_made_with_a_boat_and_never_with_a_blank() -> None:
    match = at("uboat_turn", contact=False)
    match.choose("contact with the convoy")
    assert texts(match) == {"with N", "with R"}


@pytest.mark.rule("tonnage_war", "7.2.3")
def test_nobody_attacks_without_a_contact() -> None:
    assert but_discards(at("uboat_turn", contact=False)) == {"contact with the convoy"}
    assert "beam attack on the convoy" in texts(at("uboat_turn"))


@pytest.mark.rule("tonnage_war", "7.2.3")
def test_an_attack_may_be_made_with_a_blank() -> None:
    match = at("uboat_turn")
    match.choose("beam attack on the convoy")
    assert texts(match) == {"with N", "with R", "with a blank"}


@pytest.mark.rule("tonnage_war", "7.2.4", "7.2.5", "7.2.6", "7.2.7")
def test_the_boats_answer_only_what_the_escorts_have_just_played() -> None:
    assert not any("evade" in text or "B-dienst" in text for text in but_discards(at("uboat_turn")))


@pytest.mark.rule("tonnage_war", "7.3.2", "7.3.3", "7.3.4", "7.3.5", "7.3.6")
def test_without_a_contact_and_an_attack_the_escorts_can_only_search_by_air() -> None:
    assert but_discards(at("escort_turn", contact=False)) == {"air patrol (1) on a random card"}


@pytest.mark.rule("tonnage_war", "7.3.3", "7.3.4", "7.3.5", "7.3.6")
def test_a_contact_may_be_routed_away_from_or_hunted_and_only_an_attack_is_answered_by_an_escort_attack() -> None:
    assert but_discards(at("escort_turn")) == {
        "evasive routing on contact 1",
        "air patrol (1) on contact 1",
        "air patrol (1) on a random card",
        "HF/DF (1) on contact 1",
    }


@pytest.mark.rule("tonnage_war", "7.2.7", "7.4.1")
@pytest.mark.parametrize(("answer", "holds"), [("B-dienst", True), ("discard evade +2", False)])
def test_evasive_routing_ends_a_contact_unless_b_dienst_is_the_very_next_card(answer: str, holds: bool) -> None:
    match = at("escort_turn")
    match.choose("evasive routing on contact 1")
    match.choose(next(text for text in texts(match) if answer in text and ("discard" in text) is ("discard" in answer)))
    assert bool(seen(match).contacts) is holds


def attacked(with_what: str, *results: int) -> nc.AnyMatch:
    """A beam attack on the convoy, four rolls, that the escorts do not answer, with these dice."""
    match = at("uboat_turn", results=results)
    match.choose("beam attack on the convoy")
    match.choose(with_what)
    match.choose("discard evasive routing")
    return match


@pytest.mark.rule("tonnage_war", "8.2")
def test_a_novice_sinks_a_ship_with_each_roll_of_6_or_less_on_a_d10() -> None:
    assert seen(attacked("with N", 2, 6, 7, 10)).tally.ships == 2


@pytest.mark.rule("tonnage_war", "8.2")
def test_a_regular_boat_hits_with_every_roll_of_a_beam_attack() -> None:
    assert seen(attacked("with R", 10, 10, 10, 10)).tally.ships == 4


@pytest.mark.rule("tonnage_war", "11.4")
def test_a_boat_that_has_attacked_the_convoy_leaves_play() -> None:
    assert sorted(map(str, seen(attacked("with R", 2, 2, 2, 2)).uboat.units)) == ["N", "blank"]


@pytest.mark.rule("tonnage_war", "11.3")
def test_a_blank_rolls_no_dice_and_leaves_play() -> None:
    match = attacked("with a blank")
    assert seen(match).tally.ships == 0
    assert sorted(map(str, seen(match).uboat.units)) == ["N", "R"]


@pytest.mark.rule("tonnage_war", "7.1", "8.1.1")
@pytest.mark.parametrize(("step", "passes"), [("uboat_turn", "escort"), ("escort_turn", "uboat")])
def test_a_side_without_tactical_cards_passes_and_what_is_pending_is_resolved(step: str, passes: str) -> None:
    """TW-R44; only a position can begin so, as both sides play as many cards."""
    seats: dict[str, Any] = {
        "uboat": {"tactical": ["beam attack"], "units": ["N"]},
        "escort": {"tactical": ["evasive routing"]},
    }
    seats[passes] = {"tactical": [], "units": ["N"] if passes == "uboat" else ["SR"]}
    match = at(step, results=[9, 9, 9, 9] if passes == "escort" else [], **seats)
    if passes == "escort":
        match.choose("beam attack on the convoy")
        match.choose("with N")
        assert [str(unit) for unit in seen(match).uboat.out] == ["N"], "the attack goes through"
    else:
        match.choose("evasive routing on contact 1")
        assert seen(match).contacts == (), "nobody counters it"
