"""Who sees the rolls and what came of them: results are told, never a face that bounds what is hidden (BIS-R67)."""

import pytest

import navalcore as nc
from navalcore._play.chance import ScriptedChance
from navalcore._rules.decision import SPECTATOR
from navalcore._rules.play import Play
from navalcore_games.bismarck.cards import BISMARCK, PLANE_NUMBERS, SHIPS, plane_unit, ship_number
from navalcore_games.bismarck.combat.damage import torpedo_hits
from navalcore_games.bismarck.combat.naval import gets_away
from navalcore_games.bismarck.combat.strikes import factors_granted, submarine_sunk
from navalcore_games.bismarck.combat_events import Attacked, attacked
from navalcore_games.bismarck.shadow import shadow_succeeds
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.words import OPPONENT, ShipType, Side, Square


def told(procedure, *dice):
    match = nc.load("bismarck").new_match("two_player", seed=1)
    with ScriptedChance(*dice) as chance:
        play = Play(match.state, match.setup.options, chance, scenario=match.setup.scenario, listening=True)
        procedure(play)
    assert len(play.told) == len(dice)
    return play.told


def seen_by_nobody_but(side, events):
    return all(
        event.seen_by(side) == event and event.seen_by(OPPONENT[side]) is None and event.seen_by(SPECTATOR) is None
        for event in events
    )


@pytest.mark.rule("bismarck", "16.64", "16.82")
def test_the_faces_of_torpedo_hit_rolls_are_the_owners_of_the_target_whose_speed_they_would_bound():
    assert seen_by_nobody_but(Side.GERMAN, told(lambda play: torpedo_hits(play, BISMARCK, 2, 29), 20, 21))


@pytest.mark.rule("bismarck", "16.41.2", "16.85")
def test_the_rolls_of_an_attacking_submarine_are_the_defenders_whose_strength_they_would_bound():
    pack = next(ship_number(card.id) for card in SHIPS if card.type is ShipType.SUBMARINES and card.side is Side.GERMAN)
    row = TABLES.submarine.row(6)
    assert seen_by_nobody_but(Side.BRITISH, told(lambda play: submarine_sunk(play, pack, row), 20))
    assert seen_by_nobody_but(Side.BRITISH, told(lambda play: factors_granted(play, pack, row), 1))


def seen_by_nobody(events):
    return all(event.seen_by(who) is None for event in events for who in (*Side, SPECTATOR))


@pytest.mark.rule("bismarck", "10.7", "11.6")
def test_nobody_sees_the_roll_of_a_shadow_which_would_bound_the_secret_move():
    assert seen_by_nobody(told(lambda play: shadow_succeeds(play, BISMARCK, {"shadow strength": 8}, Square(1528)), 7))


@pytest.mark.rule("bismarck", "16.63")
def test_nobody_sees_the_roll_of_a_withdrawal_whose_existence_would_compare_the_speeds():
    slow, fast = ship_number("Rodney"), BISMARCK
    assert seen_by_nobody(told(lambda play: gets_away(play, slow, [fast]), 20))


def hits_told(event, role):
    seen = event.seen_by(role)
    assert isinstance(seen, Attacked)
    return seen.hits


@pytest.mark.rule("bismarck", "16.41.2", "16.51.2", "16.64")
def test_hits_are_told_the_attacker_and_the_owner_of_the_target_and_no_onlooker():
    event = attacked(ship_number("DF1"), BISMARCK, 2, "16.51.2")
    assert [hits_told(event, side) for side in Side] == [2, 2]
    assert hits_told(event, SPECTATOR) is None


@pytest.mark.rule("bismarck", "16.31.1", "16.32.2")
def test_the_germans_are_not_told_how_often_confused_pilots_hit_their_own_ship():
    event = attacked(plane_unit(PLANE_NUMBERS[-1]), ship_number("Hood"), 1, "16.32.2")
    assert hits_told(event, Side.BRITISH) == 1
    assert hits_told(event, Side.GERMAN) is None
