"""Who sees the rolls of combat: the attacker is told what hit, never a face that bounds what is hidden (BIS-R67)."""

import pytest

import navalcore as nc
from games.bismarck.cards import BISMARCK, SHIPS, ship_number
from games.bismarck.combat.damage import torpedo_hits
from games.bismarck.combat.strikes import factors_granted, submarine_sunk
from games.bismarck.tables import TABLES
from games.bismarck.words import OPPONENT, ShipType, Side
from navalcore.engine.chance import ScriptedChance
from navalcore.engine.decision import SPECTATOR
from navalcore.engine.play import Play


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
