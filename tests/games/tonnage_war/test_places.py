"""What the options of Tonnage War point at, and its picture in two layers."""

from typing import Any
from xml.etree import ElementTree

import pytest

import navalcore as nc
from navalcore._rules.decision import SPECTATOR, UMPIRE
from navalcore.rules import places
from navalcore.testing import check_game
from navalcore.testing._places import Placed, places_on
from navalcore_games.tonnage_war.choices import (
    ACCEPT,
    COMMIT_SCREEN,
    HOLD,
    OFFER_END,
    REFUSE,
    Attack,
    EscortChoice,
    HuntContact,
    Route,
)
from navalcore_games.tonnage_war.state import ContactNumber, Rescue, Side, Tactical, Target, Unit
from navalcore_games.tonnage_war.values import UNITS

GAME = nc.load("tonnage_war")
FACE = nc.face_of(GAME)
SVG = "{http://www.w3.org/2000/svg}"
U, E = Side.UBOAT, Side.ESCORT
ACTS = {
    "enough_units": "no further escort goes out",
    "keep_the_rest": "no further card goes back",
    "rest_to_hand": "no further escort goes to the deck",
}


def board(table: Any, role: str) -> Any:
    return FACE.board(GAME.view(table.state, role, table.terms))


def words(table: Any, role: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(board(table, role).svg).iter(f"{SVG}text")]


def test_all_options_but_mere_acts_name_places_that_are_drawn_for_the_player_who_is_asked():
    names = ["options_name_places_that_are_drawn", "pictures_hide_what_is_hidden", "boards_have_two_layers"]
    report = check_game(GAME, matches=8, only=names)
    assert report.ok, report.text()
    placed = Placed(report.coverage.offered, report.coverage.placed)
    assert set(placed.acts) <= set(ACTS)
    assert placed.share > 0.9


@pytest.mark.rule("tonnage_war", "13.1", "7.3.3", "7.3.4", "14.4")
def test_options_point_at_the_card_and_at_what_it_is_played_on():
    contact = ContactNumber(2)
    assert Attack(Tactical.BOW_FAT, Target.CARRIER).places == places(
        subject="hand/bow_attack_with_fat", target="carrier"
    )
    assert HuntContact(Tactical.HFDF_3, contact).places == places(subject="hand/hf_df_3", target="contact/2")
    assert Route(contact).places == places(subject="hand/evasive_routing", target="contact/2")
    assert COMMIT_SCREEN[Unit.SR_DEPLETED].places == places(subject="screen/sr_depleted")
    assert EscortChoice(Unit.SN, 1, 0).places == places(subject="group/sn/damaged")
    assert [option.places for option in (OFFER_END, ACCEPT, REFUSE)] == [places(at="round"), places(at="round"), ()]


@pytest.mark.rule("tonnage_war", "9.3")
def test_whether_an_escort_is_held_is_asked_of_that_escort():
    assert [option.places for option in HOLD[Unit.SA]] == [places(subject="group/sa"), places(subject="group/sa")]
    assert [str(option) for option in HOLD[Unit.SA]] == ["hold SA for a continuation", "return SA to the hand at once"]


@pytest.mark.rule("tonnage_war", "D3")
def test_a_surface_escort_shows_its_hfdf_figure(desk):
    table = desk().hold(E, units="SN, AN")
    drawn = words(table, E)
    assert f"HF/DF {UNITS[Unit.SN].hfdf}" in drawn
    assert sum(word.startswith("HF/DF") for word in drawn) == 1, "aircraft have none"


@pytest.mark.rule("tonnage_war", "13.3")
def test_the_carrier_is_drawn_with_her_screen(desk):
    table = desk("hg_76")
    table.state.screen[:] = [Unit.SR, Unit.SN, Unit.SN]
    assert {"carrier", "screen/sr", "screen/sn"} <= places_on(board(table, SPECTATOR))
    told = [title.text for title in ElementTree.fromstring(board(table, SPECTATOR).svg).iter(f"{SVG}title")]
    assert "2 SN of the carrier's screen" in told
    assert "carrier" not in places_on(board(desk("halifax_228"), UMPIRE))


@pytest.mark.rule("tonnage_war", "14.3")
def test_the_escort_that_is_rescue_ship_is_drawn_for_its_own_side_alone(desk):
    table = desk()
    table.state.rescue, table.state.rescue_escort = Rescue.ESCORT, Unit.SA
    assert "SA" in words(table, E)
    assert "SA" not in words(table, U)
    assert "?" in words(table, U)


def test_every_discard_is_told_to_its_owner_however_many_there_are(desk):
    table = desk()
    mine = [card for card in Tactical if "attack" in card or "evade" in card or "flak" in card]
    table.u.discards.extend([card for card in mine for _ in range(3)])
    shown = " ".join(words(table, U))
    for card in mine:
        assert f"3 {card}" in shown
    assert f"Discarded {3 * len(mine)}: hidden" in words(table, E)


def test_the_still_layer_is_one_for_all_roles_and_matches():
    match = GAME.new_match(seed=2)
    first = board_of(match, "escort").digest
    for _ in range(40):
        match.choose(0)
    assert {board_of(match, role).digest for role in ("uboat", "escort", UMPIRE)} == {first}


def board_of(match: Any, role: str) -> Any:
    return FACE.board(match.view(role))


def test_alike_cards_of_a_hand_are_one_place_with_their_number(desk):
    table = desk().hold(U, "idle card, idle card, idle card", "blank, blank")
    drawn = words(table, U)
    assert drawn.count("idle card") == 1
    assert "3x" in drawn
    assert "2x" in drawn
