"""What the options, events and questions of Tonnage War name: ids of the board, each with its part."""

from collections.abc import Iterator
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.decision import SPECTATOR, UMPIRE
from navalcore.boards import Board
from navalcore.bots import make_bots
from navalcore.rules import Event, Move, places
from navalcore.testing import check_game
from navalcore.testing._trial import Placed
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.choices import (
    ACCEPT,
    COMMIT,
    COMMIT_SCREEN,
    DISCARD,
    HOLD,
    OFFER_END,
    REFUSE,
    RESCUE_SHIP,
    TO_DECK,
    WITH,
    Attack,
    EscortChoice,
    FiredAt,
    HuntContact,
    Route,
    ShootContactBoat,
)
from navalcore_games.tonnage_war.results import BoatFate, Ending, Goes
from navalcore_games.tonnage_war.state import Contact, ContactNumber, Side, Tactical, Target, Unit
from navalcore_games.tonnage_war.values import BOATS, ESCORTS

GAME = nc.load("tonnage_war")
FACE = nc.face_of(GAME)
U, E = Side.UBOAT, Side.ESCORT
ACTS = {
    "enough_units": "no further escort goes out",
    "keep_the_rest": "no further card goes back",
    "rest_to_hand": "no further escort goes to the deck",
}
FROM_THE_LIBRARY = {"choice_made", "dice_rolled", "match_ended"}


def board(match: Any, role: str) -> Board:
    described = FACE.board(match.view(role))
    assert isinstance(described, Board)
    return described


def told(table: Any, kind: str) -> list[Any]:
    return [event for event in table.told if event.kind == kind]


def played_by_bots(scenario: str, seed: int) -> Iterator[tuple[Any, list[Event]]]:
    """A match, before each choice, with what the umpire was told since the one before."""
    match, heard = GAME.new_match(scenario, seed=seed, options={"match_of_two": False}), list[Event]()
    match.events.subscribe(heard.append, Event, role=UMPIRE)
    bots = make_bots(GAME, seed=seed)
    while (decision := match.decision) is not None:
        yield match, [event for event in heard if event.kind not in FROM_THE_LIBRARY]
        heard.clear()
        match.choose(bots[decision.role].decide(match.view(decision.role), decision.bare()))


# ---- options ---------------------------------------------------------------------------------------------------------


def test_all_options_but_mere_acts_name_places_that_are_drawn_for_the_player_who_is_asked():
    names = ["options_name_places_that_are_drawn", "pictures_hide_what_is_hidden", "scenes_stay_and_can_be_read"]
    report = check_game(GAME, matches=8, only=names)
    assert report.ok, report.text()
    placed = Placed(report.coverage.offered, report.coverage.placed)
    assert set(placed.acts) <= set(ACTS)
    assert placed.share > 0.95


@pytest.mark.rule("tonnage_war", "13.1", "7.3.3", "7.3.4", "14.4")
def test_a_card_is_played_from_its_hand_on_what_the_option_says():
    contact = ContactNumber(2)
    fat = places(subject="card/bow_attack_with_fat", from_="hand/uboat", target="carrier")
    assert Attack(Tactical.BOW_FAT, Target.CARRIER).places == fat
    hunt = places(subject="card/hf_df_3", from_="hand/escort", target="contact/2")
    assert HuntContact(Tactical.HFDF_3, contact).places == hunt
    assert Route(contact).places == places(subject="card/evasive_routing", from_="hand/escort", target="contact/2")
    shot = places(subject="card/stern_attack", from_="hand/uboat", at="contact/2")
    assert ShootContactBoat(Tactical.STERN, contact).places == shot
    assert [option.places for option in (OFFER_END, ACCEPT, REFUSE)] == [places(at="round")] * 3


@pytest.mark.rule("tonnage_war", "8.3", "10.1", "13.1", "14.3")
def test_an_escort_is_named_where_it_lies_and_where_it_goes():
    assert WITH[Unit.BLANK].places == places(subject="unit/blank/uboat", from_="units/uboat")
    assert COMMIT[Unit.BLANK].places == places(subject="unit/blank/escort", from_="units/escort")
    assert COMMIT_SCREEN[Unit.SR_DEPLETED].places == places(subject="unit/sr_depleted", from_="screen")
    assert EscortChoice("unit/sn/damaged", 1, 0).places == places(subject="unit/sn/damaged", at="engagement")
    assert FiredAt("unit/sn/damaged", 1, 0).places == places(target="unit/sn/damaged", at="engagement")
    assert FiredAt("unit/sn/damaged", 1, 0).key == EscortChoice("unit/sn/damaged", 1, 0).key == "escort_choice/SN/1/0"
    assert TO_DECK["window"][Unit.SA].places == places(subject="unit/sa", from_="window", to="unit_deck/escort")
    assert RESCUE_SHIP[Unit.SA].places == places(subject="unit/sa", from_="units/escort", to="rescue")


def test_where_an_escort_lies_and_whose_an_idle_card_is_does_not_tell_options_apart():
    assert TO_DECK["window"][Unit.SA] == TO_DECK["engagement"][Unit.SA]
    one, other = DISCARD[U][Tactical.IDLE], DISCARD[E][Tactical.IDLE]
    assert one.key == other.key == "discard/idle card"
    assert one.places == places(subject="card/idle_card", from_="hand/uboat", to="discards/uboat")
    assert other.places == places(subject="card/idle_card", from_="hand/escort", to="discards/escort")


@pytest.mark.rule("tonnage_war", "9.3")
def test_whether_an_escort_is_held_is_asked_of_that_escort():
    stays, goes = [option.places for option in HOLD[Unit.SA]]
    assert stays == places(subject="unit/sa", from_="engagement", to="window")
    assert goes == places(subject="unit/sa", from_="engagement", to="units/escort")
    assert [str(option) for option in HOLD[Unit.SA]] == ["hold SA for a continuation", "return SA to the hand at once"]


# ---- events ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["halifax_228", "hg_76"])
def test_every_event_is_found_on_the_board_and_every_region_it_names_is_there_for_every_role(scenario):
    heard, moved = 0, set()
    for match, events in played_by_bots(scenario, 5):
        regions = [set(board(match, role).scenes[0].by_id) for role in ("uboat", "escort", SPECTATOR)]
        for event in events:
            heard += 1
            assert event.places or event.moves, event
            for role in ("uboat", "escort", SPECTATOR):
                seen = event.seen_by(role)
                if seen is None:
                    continue
                named = {end for move in seen.moves for end in (move.start, move.end)}
                named |= {place.id for place in seen.places if "/" not in place.id or place.part == "at"}
                assert all(named <= drawn for drawn in regions), (str(event), named - regions[0])
            moved |= {move.piece for move in event.moves}
    assert heard > 150
    assert {"card/contact", "unit/sr"} <= moved


@pytest.mark.parametrize("seed", [3, 4])
def test_what_moves_lay_before_where_it_left_from_and_backs_are_all_that_others_see_of_hidden_cards(seed):
    """Cards of a hand are taken from the hand: a move of a card from a hand fits what lay there, for each who sees."""
    lying: dict[str, set[tuple[str, str]]] = {}
    looked = 0
    for match, events in played_by_bots("hg_76", seed):
        for role in ("uboat", "escort", SPECTATOR):
            hands = {"hand/uboat", "hand/escort"}
            for event in events:
                seen = event.seen_by(role)
                for move in () if seen is None else seen.moves:
                    if move.start in hands and role in lying and not move.end.startswith(("played", "contact")):
                        looked += 1
                        assert (move.piece, move.start) in lying[role], (role, str(seen))
            lying[role] = {(piece.id, piece.at) for piece in board(match, role).pieces}
    assert looked > 40


@pytest.mark.rule("tonnage_war", "7.2.2")
def test_a_boat_that_makes_contact_is_a_back_to_the_other_side(desk):
    table = desk().hold(U, "contact", "R")
    table.uboat("contact with the convoy", "with R")
    (made,) = told(table, "contact_made")
    card = Move("card/contact", "hand/uboat", "contact/1/card")
    assert made.moves == (card, Move("unit/r", "units/uboat", "contact/1"))
    assert made.seen_by("uboat").moves == made.moves
    assert made.seen_by("escort").moves == (card, Move("back/uboat/unit", "units/uboat", "contact/1"))
    assert made.seen_by("escort").places == places(
        subject="back/uboat/unit", from_="units/uboat", to="contact/1", target="convoy"
    )


@pytest.mark.rule("tonnage_war", "7.3.6", "8.5")
def test_escorts_go_out_as_backs_and_are_named_when_they_are_turned_up(desk):
    table = desk().hold(E, "escort attack (3)", "SR, SR, blank")
    table.uboat_attacks("bow attack", "A")
    table.escort("escort attack (3) on the attacker", "send SR", "send SR", "send a blank")
    (sent,) = told(table, "escorts_sent")
    card = Move("card/escort_attack_3", "hand/escort", "played/escort")
    boat = Move("back/uboat/unit", "attack", "engagement")
    escorts = Move("unit/sr", "units/escort", "engagement", 2), Move("unit/blank/escort", "units/escort", "engagement")
    assert sent.moves == (card, *escorts, boat)
    assert sent.seen_by("uboat").moves == (card, Move("back/escort/unit", "units/escort", "engagement", 3), boat)
    assert sent.places == places(subject="card/escort_attack_3", target="attack", at="engagement")
    dice = (*[("stay undetected", 1)] * 2, *[("attacks the convoy", 9)] * 3)
    table.uboat_idle(dice=dice)
    up = next(event for event in told(table, "cards_turned_up") if event.group)
    assert up.places == places(subject="unit/a", target=("unit/sr", "unit/blank/escort"), at="engagement")
    tried = told(table, "detection_tried")[0]
    assert tried.places == places(subject="unit/sr", target="unit/a", at="engagement")


@pytest.mark.rule("tonnage_war", "13.1", "7.3.6")
def test_an_escort_of_the_screen_is_known_while_the_cards_sent_with_it_are_not(desk):
    table = desk("hg_76").hold(U, "stern attack", "R").hold(E, "escort attack (2)", "SN")
    table.state.contacts.append(Contact(ContactNumber(1), Tactical.SPECIAL_CONTACT, Target.CARRIER, Unit.R))
    table.uboat("stern attack on the carrier", "with R")
    table.escort("escort attack (2) on the attacker", "send SN", "send SR of the carrier's screen")
    (sent,) = told(table, "escorts_sent")
    seen = sent.seen_by("uboat").moves
    assert Move("unit/sr", "screen", "engagement") in seen
    assert Move("back/escort/unit", "units/escort", "engagement") in seen
    assert Move("unit/sn", "units/escort", "engagement") in sent.moves


@pytest.mark.rule("tonnage_war", "8.2", "11.4")
def test_ships_that_are_sunk_leave_the_convoy_and_the_boat_leaves_play(desk):
    table = desk()
    table.uboat_attacks("stern attack", "A")
    table.escort_idle(dice=(("attacks the convoy", 5),))
    (rolled,) = told(table, "convoy_rolled")
    assert rolled.moves == (Move("ship/merchantman", "convoy", "sunk"),)
    assert rolled.places == places(subject="unit/a", target="convoy", at="attack")
    (gone,) = told(table, "unit_moved")
    assert (gone.goes, gone.moves) == (Goes.OUT, (Move("unit/a", "attack", "out/uboat"),))
    assert str(gone) == "An ace boat of the U-boat side leaves play."


@pytest.mark.rule("tonnage_war", "7.4.2", "8.5.3", "9.3", "11.6")
def test_a_boat_sunk_at_its_contact_goes_to_the_engagement_and_out_and_its_hunter_is_on_its_way_back(desk):
    table = desk().hold(E, "HF/DF (1)", "SR")
    table.contact("N")
    table.escort("HF/DF (1) on contact 1", "send SR")
    table.uboat_idle(dice=(("stay undetected", 20), ("attacks N", 2)))
    (attacked,) = told(table, "boat_attacked")
    assert attacked.effect is BoatFate.GUNFIRE
    assert attacked.places == places(subject="unit/sr", target="unit/n", at="contact/1")
    (ended,) = told(table, "contact_ended")
    assert ended.why is Ending.SUNK
    assert ended.moves == (
        Move("card/contact", "contact/1/card", "played/uboat"),
        Move("unit/n", "contact/1", "engagement"),
    )
    boat, escort = told(table, "unit_moved")
    assert boat.moves == (Move("unit/n", "engagement", "out/uboat"),)
    assert escort.moves == (Move("unit/sr", "engagement", "returning"),)
    assert str(escort) == f"A regular escort of the escort side returns to the hand at the end of turn {escort.due}."


def test_a_hand_is_dealt_from_the_decks_and_others_see_the_numbers_alone():
    heard: list[Any] = []
    GAME.new_match(seed=3, on_event=heard.append)
    dealt = next(event for event in heard if event.kind == "hand_dealt")
    ways = {("deck/uboat", "hand/uboat"): 13, ("unit_deck/uboat", "units/uboat"): 10}
    for (start, end), number in ways.items():
        assert sum(move.count for move in dealt.moves if (move.start, move.end) == (start, end)) == number
    assert dealt.seen_by("escort").moves == (
        Move("back/uboat", "deck/uboat", "hand/uboat", 13),
        Move("back/uboat/unit", "unit_deck/uboat", "units/uboat", 10),
    )


# ---- questions -------------------------------------------------------------------------------------------------------


def test_every_question_says_what_of_the_board_it_is_about():
    kinds = set()
    for match, _ in played_by_bots("hg_76", 2):
        decision = match.decision
        kinds.add(decision.kind)
        assert decision.places, decision.kind
        drawn = board(match, decision.role).ids
        assert {place.id for place in decision.places} <= drawn, decision.kind
    assert {"uboat_turn", "escort_turn", "contact_boat", "attack_unit", "commit", "escort"} <= kinds


@pytest.mark.rule("tonnage_war", "7.2.2", "7.3.6")
def test_what_a_prompt_names_is_in_the_fields(desk):
    table = desk().hold(E, "escort attack (2)", "SR, SA")
    table.uboat_attacks("bow attack", "A")
    table.escort("escort attack (2) on the attacker", "send SR", "send SA")
    by_kind = {decision.kind: decision for decision in table.asked}
    assert by_kind["attack_unit"].fields == {"card": "card/bow_attack", "target": "convoy"}
    assert by_kind["commit"].prompt == "Which escort do you send out with a regular escort?"
    assert by_kind["commit"].fields == {"chosen": ("unit/sr",), "further": False}
    card = places(subject="card/escort_attack_2", target="attack", at="units/escort")
    assert by_kind["commit"].places == card


def test_no_two_things_have_one_id():
    cards = [*ids.CARD.values(), *ids.BACK.values(), *ids.UNIT_BACK.values()]
    escorts = [ids.unit_id(E, unit, damage) for unit in ESCORTS for damage in (0, 1)]
    others = [ids.unit_id(U, unit) for unit in BOATS] + [ids.unit_id(side, Unit.BLANK) for side in Side]
    every = [*cards, *escorts, *others]
    assert len(set(every)) == len(every)
    assert ids.unit_id(U, Unit.R, 1) == ids.unit_id(U, Unit.R), "a boat that is damaged is told by a badge"
