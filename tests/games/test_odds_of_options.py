"""What may come of an option never differs from what the odds questions of the game say of the same situation, and it
gives nothing away."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

import navalcore as nc
from navalcore._match.match import Match
from navalcore._rules.decision import Flow, choose
from navalcore._rules.events import MatchEnded
from navalcore.components._cards import Deck, DiscardPile, Hand
from navalcore_games.aa50_subwar import odds as subwar_odds
from navalcore_games.aa50_subwar.game import SubmarineWarfare
from navalcore_games.aa50_subwar.hunting import hunt
from navalcore_games.aa50_subwar.movement import leaves
from navalcore_games.aa50_subwar.words import Kind, Power, Space, Zone
from navalcore_games.bismarck import odds as bismarck_odds
from navalcore_games.bismarck.cards import ship_number
from navalcore_games.bismarck.combat.strikes import submarine_attack
from navalcore_games.bismarck.shadow import shadow_choice, shadow_move, shadow_phase
from navalcore_games.bismarck.words import Mode
from navalcore_games.silent_war import odds as silent_odds
from navalcore_games.silent_war.combat.attack import choose_targets, resolve_attacks
from navalcore_games.silent_war.combat.counterattack import crash_dive
from navalcore_games.silent_war.game import SilentWar
from navalcore_games.tonnage_war import odds as tonnage_odds
from navalcore_games.tonnage_war.convoy_attack import attack_convoy
from navalcore_games.tonnage_war.detection import detect
from navalcore_games.tonnage_war.escort_attack import attackers, escorts_attack
from navalcore_games.tonnage_war.state import Committed, Engagement, Kind as Kinds, Rescue, Tactical, Unit, Weapon
from navalcore_games.uboat_cards import odds as card_odds
from navalcore_games.uboat_cards.draw_phase import draw_cards
from navalcore_games.uboat_cards.game import UboatCards
from navalcore_games.uboat_cards.state import Card, Side as CardSide
from tests.games.bismarck.conftest import GAME as BISMARCK, Sea as BismarckSea
from tests.games.placed import placed
from tests.games.silent_war.conftest import Sea as SilentSea
from tests.games.tonnage_war.conftest import Desk

ENOUGH = 20_000
"""Steps of work for an exact answer."""
COUNT = re.compile(r" \((?:(\d+) times|twice)\)")


def asking(role: str, then: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A procedure that asks before it goes on."""

    def procedure(play: Any) -> Flow[None]:
        yield from choose(role, "Now?", ("now",), "")
        result = then(play)
        if hasattr(result, "send"):
            yield from result

    return procedure


def counted(odds: nc.OptionOdds, words: str) -> dict[int, Fraction]:
    """The chances of how often a sentence with these words is told."""
    found: dict[int, Fraction] = {}
    for text, chance in odds.outcomes.items():
        assert isinstance(chance, Fraction)
        times = 0
        for sentence in text.split("; "):
            if words in sentence:
                many = COUNT.search(sentence)
                times += int(many.group(1) or 2) if many else 1
        found[times] = found.get(times, Fraction(0)) + chance
    return found


def numbers(outcomes: Any) -> dict[int, Fraction]:
    """The outcomes of a question that are numbers, without the impossible ones."""
    return {int(name): chance for name, chance in outcomes.items() if chance}


# ---- Tonnage War -----------------------------------------------------------------------------------------------------


def engaged(desk: Desk, crew: str, group: str = "") -> Engagement:
    members = [Committed(Unit(name), revealed=True) for name in group.split(",") if name]
    engagement = Engagement(Kinds.CONVOY_ATTACK, Unit(crew), weapon=Weapon.ESCORT_ATTACK, group=members, attempt=1)
    engagement.revealed = True
    desk.state.engagement = engagement
    return engagement


@pytest.mark.parametrize(("crew", "card"), [("R", "beam"), ("N", "quarter"), ("A", "stern"), ("A", "straggler")])
def test_a_convoy_attack_sinks_ships_as_often_as_the_question_says(crew, card) -> None:
    desk = Desk()
    desk.state.rescue = Rescue.NONE
    engaged(desk, crew).attack_card = Tactical[card.upper()]
    match = placed(
        desk.game, desk.state, asking("first", lambda play: attack_convoy(play, play.state.engagement, Unit(crew)))
    )
    odds = match.odds("now", budget=ENOUGH)
    question = tonnage_odds.convoy_attack(crew=crew, card=card)
    assert odds.method == "exact"
    assert counted(odds, "a merchantman is sunk") == numbers(question.outcomes)


@pytest.mark.parametrize("group", ["SR", "SN,SN", "AR,AR"])
def test_an_escort_attack_does_to_a_boat_what_the_question_says(group) -> None:
    desk = Desk()
    engaged(desk, "R", group)

    def attempt(play: Any) -> Flow[None]:
        engagement = play.state.engagement
        if detect(play, engagement):
            yield from escorts_attack(play, engagement, attackers(engagement))

    match = placed(desk.game, desk.state, asking("first", attempt))
    odds = match.odds("now", budget=ENOUGH)
    boat = tonnage_odds.escort_attack(crew="R", group=group).marginals["boat"]
    assert odds.method == "exact"
    assert 1 - odds.chance_of("boat_attacked") == boat["undetected"]
    sunk = sum(chance for text, chance in odds.outcomes.items() if "sunk" in text)
    assert sunk == boat["sunk"]


# ---- Computer Bismarck -----------------------------------------------------------------------------------------------


def test_a_submarine_attack_sinks_boats_and_hits_as_often_as_the_question_says() -> None:
    here = BismarckSea()
    here.put("WP1", 1620, seen=True)
    here.put("SL1", 1620, seen=True)
    pack, convoy = ship_number("WP1"), ship_number("SL1")
    match = placed(BISMARCK, here.state, asking("german", lambda play: submarine_attack(play, pack, convoy) and None))
    odds = match.odds("now", budget=ENOUGH)
    question = bismarck_odds.submarine_attack(target="Convoy SL1", anti_sub=11)
    assert odds.method == "exact"
    for hits, chance in question.marginals["hits"].items():
        assert counted(odds, f"attacks Convoy SL1 and scores {hits} hit").get(1, 0) == chance
    assert counted(odds, "Wolfpack 1 loses 1 boat")[1] == question.marginals["boat_sunk"]["yes"]
    assert odds.expected["attacked.hits"] == question.expected["hits"]


@pytest.mark.parametrize(("mode", "squares"), [("P", 0), ("M", 1), ("M", 2)])
def test_a_shadow_succeeds_as_often_as_the_question_says(mode, squares) -> None:
    here = BismarckSea()
    here.state.turn, here.state.visibility[0] = 5, 4
    here.put("Bismarck", 1118, seen=True)
    here.put("Suffolk", 1118, mode=Mode.PATROL, seen=True)  # alone, so the Germans know who follows
    shadow_phase(here.play)
    here.answer(shadow_choice(here.play), "Suffolk")
    match = placed(BISMARCK, here.state, shadow_move)
    moves = {0: ["P"], 1: ["M", "W", "stop"], 2: ["M", "W", "W"]}[squares]
    for move in moves[:-1]:
        match.choose(move)
    odds = match.odds(moves[-1], budget=ENOUGH)
    # Suffolk's strength by day is 5.
    question = bismarck_odds.shadow(strength=5, visibility=4, squares=squares, helpers=0)
    assert odds.method == "exact"
    assert counted(odds, "succeeds").get(1, 0) == question.outcomes["succeeds"]


# ---- submarine warfare of the Anniversary edition --------------------------------------------------------------------


def waters(turn: Power) -> Any:
    game = SubmarineWarfare()
    state = game.initial_state(game.terms())
    state.units.clear()
    state.power = turn
    return state


@pytest.mark.parametrize("kind", ["destroyer", "fighter", "bomber"])
def test_a_search_finds_a_submarine_as_often_as_the_question_says(kind) -> None:
    state = waters(Power.UK)
    unit = state.add(Power.UK, Kind(kind), Space("sz8"))
    unit.mission = "" if kind == "destroyer" else "search"
    state.add(Power.GERMANY, Kind.SUBMARINE, Space("sz8"))
    odds = placed(SubmarineWarfare(), state, lambda play: hunt(play, Zone(Space("sz8")))).odds(f"British {kind}")
    question = subwar_odds.destroyer_hunt() if kind == "destroyer" else subwar_odds.air_search(unit=kind)
    assert (odds.method, odds.imagined) == ("exact", False)
    assert counted(odds, "finds nothing")[1] == question.outcomes["not_found"]


@pytest.mark.parametrize("destroyers", [1, 2, 3])
def test_destroyers_stop_a_leaving_submarine_as_often_as_the_question_says(destroyers) -> None:
    state = waters(Power.GERMANY)
    submarine = state.add(Power.GERMANY, Kind.SUBMARINE, Space("sz8"))
    for _ in range(destroyers):
        state.add(Power.UK, Kind.DESTROYER, Space("sz8"))
    match = placed(SubmarineWarfare(), state, asking("axis", lambda play: leaves(play, play.state.units[submarine.id])))
    odds = match.odds("now")
    assert (
        counted(odds, "A destroyer stops")[1] == subwar_odds.stop_submarine(destroyers=destroyers).outcomes["stopped"]
    )


def test_convoys_lose_as_much_as_the_question_says() -> None:
    match = nc.load("aa50_subwar").new_match("atlantic_1941", seed=3)
    for _ in range(3):
        match.choose(0)
    question = subwar_odds.convoy_damage(subs=0, ships=1, limit=1)
    assert match.odds("end the noncombat move").expected["zone_raided.loss"] == question.expected["ipc_lost"]


# ---- Silent War ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ship", "column"), [("m_3_5_07", "B"), ("m_3_5_07", "C")])
def test_attack_points_on_a_ship_hit_as_often_as_the_question_says(ship, column) -> None:
    # The second ship, which gets none of the points, makes the split a question; a merchantman does not help the first.
    sea = SilentSea("spearfish").display((ship, column, True, 0), ("m_3_5_07", "A", True, 0))

    def attack(play: Any) -> Flow[None]:
        fighter = play.state.combat.fighters[0]
        yield from choose_targets(play, fighter)
        yield from resolve_attacks(play, fighter)

    match = placed(SilentWar(), sea.state, attack)
    points = sea.combat.round.attack
    odds = match.odds(f"{points} points on #1 {column} M 3t", budget=ENOUGH)
    card = sea.chart.ships[sea.unit(1).piece]
    question = silent_odds.hit(
        points=points, torpedo=-1, defense=card.defense, asw=card.asw or 0, tdc=0, same_column=column == "B"
    )
    assert odds.method == "exact"
    assert odds.chance_of("hit") == question.outcomes["hit"]
    result = silent_odds.attack_result(tons=card.tonnage, torpedo=-1)
    assert odds.chance_of("sunk") == question.outcomes["hit"] * result.outcomes["sunk"]


def test_a_part_of_the_attack_points_has_the_odds_of_the_split_that_it_begins() -> None:
    # 2 of 6 points on the first of two equal ships leave 4 for the second, which hit on 2 of 10 and sink on 7 of 10.
    sea = SilentSea("spearfish").display(("m_3_5_07", "B", True, 0), ("m_3_5_07", "B", True, 0))

    def attack(play: Any) -> Flow[None]:
        fighter = play.state.combat.fighters[0]
        yield from choose_targets(play, fighter)
        yield from resolve_attacks(play, fighter)

    odds = placed(SilentWar(), sea.state, attack).odds("2 points on #1 B M 3t")
    (sinks,) = [ends for text, ends in odds.ranges.items() if "sinks #2" in text]
    assert sinks == (Fraction(14, 100), Fraction(14, 100))
    assert odds.method == "exact"
    assert not any("sinks #1" in text for text in odds.ranges)


def test_a_crash_dive_succeeds_as_often_as_the_question_says() -> None:
    sea = SilentSea("spearfish").display(("m_3_5_07", "B", True, 0))
    rating = sea.chart.boats[sea.boat.card].crash_dive
    assert rating is not None

    def dive(play: Any) -> Flow[None]:
        if (yield from crash_dive(play, play.state.combat.fighters[0], "aircraft")):
            play.tell(partial(MatchEnded, winner=None, reason="she dives"))

    odds = placed(SilentWar(), sea.state, dive).odds(0, budget=ENOUGH)
    assert odds.chance_of("match_ended") == silent_odds.crash_dive(rating=rating).outcomes["dives"]


# ---- the card game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [Card.PERISCOPE, Card.WATER])
def test_an_opening_hand_holds_a_card_as_often_as_the_question_says(card) -> None:
    game = UboatCards()
    terms = game.terms()
    state = game.initial_state(terms)
    size, wanted = terms.scenario.limits.opening_hand, terms.scenario.cards[card]
    other = Card.SONAR if card is Card.WATER else Card.WATER
    state.deck = Deck([card] * wanted + [other] * (terms.scenario.size - wanted))
    state.discards = DiscardPile([])
    for seat in state.seats.values():
        seat.hand = Hand([])
    match = placed(game, state, asking("uboat", lambda play: draw_cards(play, CardSide.UBOAT, size, "U3")))
    odds = match.odds("now", budget=ENOUGH)
    question = card_odds.opening_hand(card=card)
    assert odds.method == "exact"
    assert counted(odds, f"draws {card}") == numbers(question.outcomes)


# ---- in every game ---------------------------------------------------------------------------------------------------


def positions(game_id: str, scenario: str | None, number: int, every: int) -> Any:
    """Matches in positions of random play."""
    rng = random.Random(7)
    game = nc.load(game_id)
    match = game.new_match(scenario, seed=11)
    for _ in range(number):
        for _ in range(rng.randrange(1, every)):
            if match.over:
                match = game.new_match(scenario, seed=rng.randrange(1000))
            role = rng.choice(list(match.decisions))
            match.choose(rng.randrange(len(match.decisions[role].options)), role=role)
        if not match.over:
            yield match, rng


@pytest.mark.parametrize(
    ("game_id", "scenario", "every"),
    [
        ("uboat_cards", None, 6),
        ("tonnage_war", None, 9),
        ("aa50_subwar", None, 20),
        ("bismarck", "two_player", 40),
        ("bismarck", "solitaire", 40),
        ("silent_war", "patrol_wahoo_1943", 5),
        ("silent_war", "campaign_wp2", 30),
    ],
)
def test_the_odds_of_an_option_are_the_same_in_every_world_that_the_role_cannot_tell_apart(
    game_id, scenario, every
) -> None:
    asked = 0
    for match, rng in positions(game_id, scenario, 12, every):
        before = match.digest
        for role, decision in match.decisions.items():
            index = rng.randrange(len(decision.options))
            wanted = match.odds(index, role=role)
            for world in range(2):
                other: Match[Any, Any, Any] = match.fork(seed=f"world {world}", as_seen_by=role)
                assert other.odds(index, role=role) == wanted, f"{decision.prompt}: {decision.options[index]}"
            assert float(sum(wanted.outcomes.values())) == pytest.approx(1)
            asked += 1
        assert match.digest == before
    assert asked >= 6
