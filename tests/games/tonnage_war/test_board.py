"""The board as data: what lies on the sea and in the seats, and no more than the view knows."""

import random
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.decision import SPECTATOR, UMPIRE
from navalcore.boards import THEMES, Board, Piece, svg
from navalcore.bots import make_bots
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.cards import TACTICAL, UNIT
from navalcore_games.tonnage_war.state import (
    Committed,
    Contact,
    ContactNumber,
    Engagement,
    Kind,
    Rescue,
    Side,
    Tactical,
    Target,
    Tied,
    Unit,
    Weapon,
)
from navalcore_games.tonnage_war.text_board import engagement_text
from navalcore_games.tonnage_war.values import UNITS

GAME = nc.load("tonnage_war")
FACE = nc.face_of(GAME)
U, E = Side.UBOAT, Side.ESCORT
CARDS = ("unit/", "back/")


def board(table: Any, role: str) -> Board:
    described = FACE.board(GAME.view(table.state, role, table.terms))
    assert isinstance(described, Board)
    return described


def lying(described: Board, at: str) -> dict[str, int]:
    return {piece.id: piece.count for piece in described.pieces_at(at)}


def piece(described: Board, name: str, at: str) -> Piece:
    (found,) = [each for each in described.pieces_at(at) if each.id == name]
    return found


@pytest.mark.parametrize(("scenario", "told"), [("evening", "Round 1 of 1"), ("halifax_228", "Round 1 of 4")])
def test_the_heading_tells_the_rounds_of_the_scenario(scenario, told):
    described = FACE.board(GAME.new_match(scenario, seed=1).view(U))
    assert isinstance(described, Board)
    assert any(each.title.startswith(told) for each in described.pieces_at("round"))


# ---- the seats -------------------------------------------------------------------------------------------------------


def test_alike_cards_of_a_hand_are_one_stack_with_their_number(desk):
    table = desk().hold(U, "idle card, bow attack, idle card, idle card", "blank, R, blank")
    mine = board(table, U)
    assert lying(mine, "hand/uboat") == {"card/bow_attack": 1, "card/idle_card": 3}
    assert lying(mine, "units/uboat") == {"unit/r": 1, "unit/blank/uboat": 2}


def test_hidden_cards_are_backs_with_their_number_whose_ids_tell_nothing(desk):
    table = desk().hold(U, "idle card, bow attack", "blank, R, blank")
    table.u.discards.extend([Tactical.BOW, Tactical.STERN])
    for role in ("escort", SPECTATOR):
        seen = board(table, role)
        assert lying(seen, "hand/uboat") == {"back/uboat": 2}
        assert lying(seen, "units/uboat") == {"back/uboat/unit": 3}
        assert lying(seen, "discards/uboat") == {"back/uboat": 2}
        assert all(each.face == "down" for each in seen.pieces_at("units/uboat"))
    assert lying(board(table, UMPIRE), "hand/uboat") == {"card/bow_attack": 1, "card/idle_card": 1}
    assert lying(board(table, U), "discards/uboat") == {"card/bow_attack": 1, "card/stern_attack": 1}


def test_decks_lie_face_down_for_everybody_and_an_empty_one_is_not_there(desk):
    table = desk()
    for role in ("uboat", "escort", UMPIRE):
        deck = piece(board(table, role), "back/uboat", "deck/uboat")
        assert (deck.face, deck.count) == ("down", 52)
    table.u.tactical_deck.cards.clear()
    assert not lying(board(table, UMPIRE), "deck/uboat")


def test_what_has_been_played_lies_open_with_the_newest_last(desk):
    table = desk()
    table.u.played.extend([Tactical.BOW, Tactical.CONTACT, Tactical.BOW])
    table.e.out.extend([Unit.SR, Unit.SR_DEPLETED])
    for role in ("uboat", "escort", SPECTATOR):
        seen = board(table, role)
        assert list(lying(seen, "played/uboat").items()) == [("card/contact", 1), ("card/bow_attack", 2)]
        assert lying(seen, "out/escort") == {"unit/sr": 1, "unit/sr_depleted": 1}


@pytest.mark.rule("tonnage_war", "D1", "D2", "D3")
def test_every_card_has_a_face_with_the_figures_of_the_tables():
    assert set(TACTICAL) == set(Tactical)
    assert (TACTICAL[Tactical.BOW].figure, TACTICAL[Tactical.BOW].foot) == ("3", "3 rolls")
    assert TACTICAL[Tactical.EVADE_6].figure == "+6"
    assert TACTICAL[Tactical.HFDF_2].foot == "2 cards"
    ace = UNITS[Unit.A]
    assert UNIT[Unit.A].foot == f"attack {ace.attack}, evade {ace.evade}"
    novice = UNITS[Unit.SN]
    assert UNIT[Unit.SN].foot == f"attack {novice.attack}, detect {novice.detect:+d}, HF/DF {novice.hfdf}"
    assert "HF/DF" not in UNIT[Unit.AN].foot, "aircraft have none"


@pytest.mark.parametrize(("role", "name"), [("uboat", "U-boat side (you)"), ("escort", "Escort side (you)")])
def test_ones_own_cards_lie_at_the_bottom_also_when_the_sides_are_exchanged(desk, role, name):
    table = desk()
    assert name in [label.text for label in board(table, role).scenes[0].labels]
    table.state.game = 2
    assert name not in [label.text for label in board(table, role).scenes[0].labels]
    for who in (SPECTATOR, UMPIRE):
        assert not any("(you)" in label.text for label in board(table, who).scenes[0].labels)


# ---- the sea ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tonnage_war", "13.3")
def test_the_carrier_lies_beside_her_screen_where_there_is_one(desk):
    table = desk("hg_76")
    table.state.screen[:] = [Unit.SR, Unit.SN, Unit.SN]
    table.state.carrier_damage = 1
    seen = board(table, SPECTATOR)
    assert lying(seen, "screen") == {"unit/sn": 2, "unit/sr": 1}
    assert [badge.text for badge in piece(seen, "ship/carrier", "carrier").badges] == ["damaged"]
    assert "carrier" not in board(desk("halifax_228"), UMPIRE).ids


@pytest.mark.rule("tonnage_war", "14.3")
def test_the_escort_that_is_rescue_ship_is_known_to_its_own_side_alone(desk):
    table = desk()
    assert lying(board(table, U), "rescue") == {"ship/rescue_ship": 1}
    table.state.rescue, table.state.rescue_escort, table.state.tally.ships = Rescue.ESCORT, Unit.SA, 1
    assert lying(board(table, E), "rescue") == {"unit/sa": 1}
    assert lying(board(table, U), "rescue") == {"back/escort/unit": 1}
    table.state.rescue, table.state.rescue_escort = Rescue.OWED, None
    (owed,) = board(table, U).pieces_at("rescue")
    assert owed.text == "to be named"


@pytest.mark.rule("tonnage_war", "12", "14.3")
def test_ships_that_are_sunk_lie_beneath_the_convoy_the_first_rescue_ship_among_them(desk):
    table = desk()
    table.state.tally.ships = 3
    assert lying(board(table, U), "sunk") == {"ship/merchantman": 3}
    table.state.rescue = Rescue.OWED
    assert lying(board(table, U), "sunk") == {"ship/merchantman": 2, "ship/rescue_ship": 1}
    table.state.tally.ships, table.state.tally.uboat_points = 1, 1
    seen = board(table, U)
    assert lying(seen, "sunk") == {"ship/rescue_ship": 1}
    assert [each.text for each in seen.pieces_at("score/uboat")] == ["U-boat side 1"]


@pytest.mark.rule("tonnage_war", "7.2.2", "7.3.4")
def test_a_contact_has_its_card_and_its_boat_and_tells_when_it_is_routed(desk):
    table = desk()
    table.state.contacts.append(Contact(ContactNumber(4), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.A))
    hidden, own = board(table, E), board(table, U)
    assert lying(hidden, "contact/4/card") == {"card/special_contact": 1}
    assert piece(hidden, "card/special_contact", "contact/4/card").text == "4: carrier"
    assert lying(hidden, "contact/4") == {"back/uboat/unit": 1}
    assert lying(own, "contact/4") == {"unit/a": 1}
    table.state.routing = ContactNumber(4)
    assert piece(board(table, E), "card/special_contact", "contact/4/card").text == "4: routed"


@pytest.mark.rule("tonnage_war", "9.1")
def test_escorts_on_their_way_back_tell_at_the_end_of_which_turns_they_arrive(desk):
    table = desk()
    table.state.tied[:] = [Tied(Unit.SR, 7), Tied(Unit.SR, 5), Tied(Unit.AN, 7)]
    seen = board(table, U)
    assert lying(seen, "returning") == {"unit/sr": 2, "unit/an": 1}
    assert [badge.text for badge in piece(seen, "unit/sr", "returning").badges] == ["5, 7"]


def hunted(table: Any, unit: Unit | None, contact: ContactNumber | None = None) -> None:
    kind = Kind.HFDF_CONTACT if contact else Kind.CONVOY_ATTACK
    card = None if contact else Tactical.BOW
    group = [Committed(Unit.SR), Committed(Unit.SR, damage=1, revealed=True), Committed(Unit.SN), Committed(Unit.BLANK)]
    weapon = Weapon.HFDF if contact else Weapon.ESCORT_ATTACK
    table.state.engagement = Engagement(kind, unit, contact, card, weapon, group, 1)


@pytest.mark.rule("tonnage_war", "7.3.6", "8.7")
def test_an_engagement_has_its_boat_and_its_escorts_face_down_until_they_are_turned_up(desk):
    table = desk()
    hunted(table, Unit.BLANK)
    everything = {
        "unit/blank/uboat": 1, "unit/sr": 1, "unit/sr/damaged": 1, "unit/sn": 1, "unit/blank/escort": 1,
    }  # fmt: skip
    assert lying(board(table, UMPIRE), "engagement") == everything
    own = lying(board(table, E), "engagement")
    assert own == {**{name: 1 for name in everything if name != "unit/blank/uboat"}, "back/uboat/unit": 1}
    seen = {"back/uboat/unit": 1, "back/escort/unit": 3, "unit/sr/damaged": 1}
    assert lying(board(table, SPECTATOR), "engagement") == seen
    told = [each.text for each in board(table, U).pieces_at("engagement/told")]
    assert told == ["escort attack on the bow attack"]


@pytest.mark.rule("tonnage_war", "7.3.5")
def test_a_boat_that_is_hunted_at_its_contact_stays_there_and_an_arrow_leads_to_it(desk):
    table = desk()
    number = ContactNumber(table.contact("A"))
    hunted(table, None, number)
    seen = board(table, U)
    assert "unit/a" in lying(seen, "contact/1")
    assert "unit/a" not in lying(seen, "engagement")
    assert [trace.through for trace in seen.traces] == [("engagement", "contact/1")]
    assert [(tint.region, tint.kind) for tint in seen.tints] == [("contact/1", "danger")]


@pytest.mark.rule("tonnage_war", "10.1", "10.2")
def test_a_boat_that_has_left_the_table_is_not_named_while_its_hunters_are_asked_where_they_go():
    """Under TW-R16 ``always`` the escort side is asked after a boat that was detected has gone to the deck."""
    asked = 0
    for seed in range(6):
        match, rng = GAME.new_match("hg_76", seed=seed, options={"escorts_to_deck": "always"}), random.Random(seed)
        while match.decision is not None and match.count < 150:
            for role in (U, E, UMPIRE):
                view = match.view(role)
                left = [each for each in (view.attack, view.engagement, view.window) if each is not None and each.gone]
                asked += len(left) * (match.decision.kind == "return")
                assert all(each.unit is None for each in left)
                assert all("no card" in engagement_text(each) for each in left)
            match.choose(rng.randrange(len(match.decision.options)))
    assert asked > 0, "somebody was asked where escorts go after the boat had gone"


@pytest.mark.rule("tonnage_war", "7.2.3")
def test_an_attack_points_at_its_target(desk):
    table = desk()
    table.uboat_attacks("bow attack", "R")
    assert lying(board(table, U), "attack") == {"unit/r": 1}
    assert lying(board(table, E), "attack") == {"back/uboat/unit": 1}
    assert [(trace.through, trace.kind) for trace in board(table, E).traces] == [(("attack", "convoy"), "attack")]


# ---- the whole -------------------------------------------------------------------------------------------------------


def test_no_unit_card_of_a_side_is_lost_or_doubled_on_the_board():
    match = GAME.new_match("hg_76", seed=7)
    bots = make_bots(GAME, seed=7)
    places = [*ids.UNITS.values(), *ids.OUT.values(), *ids.UNIT_DECK.values()]
    places += [ids.SCREEN, ids.RESCUE, ids.RETURNING, ids.ATTACK, ids.ENGAGEMENT, ids.WINDOW]
    places += [ids.contact_id(ContactNumber(number)) for number in range(1, 14)]
    counted = set()
    while (decision := match.decision) is not None:
        if match.count % 7 == 0:
            seen = FACE.board(match.view(UMPIRE))
            assert isinstance(seen, Board)
            counted.add(sum(each.count for each in seen.pieces if each.at in places and each.id.startswith(CARDS)))
        match.choose(bots[decision.role].decide(match.view(decision.role), decision.bare()))
    assert len(counted) == 1, "as many all through the match"


@pytest.mark.parametrize("theme", THEMES)
def test_a_board_is_drawn_in_every_theme_with_the_number_of_alike_cards(desk, theme):
    table = desk().hold(U, "idle card, idle card, idle card", "blank, blank")
    drawn = svg(board(table, U), theme=theme)
    assert "×3" in drawn
    assert "×2" in drawn
