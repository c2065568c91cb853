"""Bots that play sensibly on what they see, and the table as text and picture."""

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import navalcore as nc
from navalcore._play.chance import ScriptedChance
from navalcore._rules.decision import UMPIRE
from navalcore._rules.play import Play
from navalcore.bots import make_bots, play_out
from navalcore.components._chance import SeededChance
from navalcore.study._plan import Plan
from navalcore.study._simulate import simulate
from navalcore_games.tonnage_war.bots import SensibleBot, choose_boat, escort_action, send_escorts, uboat_action
from navalcore_games.tonnage_war.choices import WITH, Commit, EnoughUnits, FiredAt
from navalcore_games.tonnage_war.escort_turn import actions as escort_actions
from navalcore_games.tonnage_war.game import TonnageWar
from navalcore_games.tonnage_war.state import Committed, Engagement, Kind, Side, Unit, Weapon
from navalcore_games.tonnage_war.uboat_turn import actions as uboat_actions

GAME = TonnageWar()
U, E = Side.UBOAT, Side.ESCORT


def action(table, side):
    """What the bot of a side does on a desk."""
    play = Play(table.state, table.options, ScriptedChance(), scenario=table.scenario)
    view = GAME.view(table.state, side, table.terms)
    if side is U:
        return str(uboat_action(view, uboat_actions(play)))
    return str(escort_action(view, escort_actions(play)))


@pytest.mark.parametrize("side", ["uboat", "escort"])
def test_the_bot_beats_random_play_on_either_side(side):
    other = "escort" if side == "uboat" else "uboat"
    records = simulate(Plan("tonnage_war", "halifax_228", {}, {side: "sensible", other: "random"}, "beat"), 60)
    assert sum(record.winner == side for record in records) >= 0.85 * 60, "0.9 and more in 500 matches; see the docs"


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_bot_plays_every_scenario_in_a_match_of_two(scenario):
    match = GAME.new_match(scenario, seed=1, options={"match_of_two": True})
    play_out(match, make_bots(GAME, seed=1))
    assert match.over


def test_the_bot_attacks_while_a_contact_holds_and_makes_contact_otherwise(desk):
    table = desk().hold(U, "contact, stern attack, beam attack, evade +2", "R, N, blank")
    assert action(table, U) == "contact with the convoy"
    table.contact()
    assert action(table, U) == "beam attack on the convoy"


def test_the_bot_knows_when_to_evade(desk):
    """Not in the first attempt, which leaves its attack alive; yes in a continuation, with its attack lost."""
    table = desk().hold(U, "evade +2, idle card", "")
    table.state.engagement = Engagement(
        Kind.CONVOY_ATTACK, Unit.R, weapon=Weapon.ESCORT_ATTACK, attempt=1, group=[Committed(Unit.SR)]
    )
    assert action(table, U) == "discard idle card"
    table.state.engagement.attempt = 2
    assert action(table, U) == "answer with evade +2"


def test_the_bot_fights_when_it_cannot_evade_and_has_torpedoes_to_spare(desk):
    """Hunted on without an evade card: torpedoes at the escorts, the weakest card first, but only if there are more
    attack cards than boats; never in a first attempt, and evading comes before fighting.
    """

    def answered(cards, units, attempt=2):
        table = desk().hold(U, cards, units)
        table.state.engagement = Engagement(
            Kind.CONVOY_ATTACK, Unit.R, weapon=Weapon.ESCORT_ATTACK, attempt=attempt, group=[Committed(Unit.SR)]
        )
        return action(table, U)

    assert answered("stern attack, beam attack, idle card", "R") == "stern attack on the escorts"
    assert answered("stern attack, idle card", "R") == "discard idle card", "the card is wanted for the boat in hand"
    assert answered("stern attack, beam attack, idle card", "R", attempt=1) == "discard idle card"
    assert answered("stern attack, beam attack, evade +2", "R") == "answer with evade +2"


def test_the_bot_counters_routing(desk):
    table = desk().hold(U, "B-dienst, idle card").hold(E, "evasive routing")
    table.contact()
    table.escort("evasive routing on contact 1")
    assert action(table, U) == "answer with B-dienst"


def test_the_bot_bluffs_with_a_blank_when_boats_are_short(desk):
    table = desk().hold(U, "stern attack", "blank")
    table.state.contacts.clear()
    view = GAME.view(table.state, "uboat", table.terms)
    assert choose_boat(view, [WITH[Unit.BLANK]]) is WITH[Unit.BLANK]
    assert choose_boat(view, [WITH[Unit.BLANK], WITH[Unit.R], WITH[Unit.A]]) is WITH[Unit.R]


def test_the_bot_bluffs_to_draw_fresh_escorts_off_before_a_broadside(desk):
    """A blank with the stern card first, the beam attack with a boat afterwards; not without a broadside to follow, nor
    with escorts already on the table, nor with no blank.
    """

    def played(attacks, units, escorts=10):
        table = desk().hold(U, attacks, units).hold(E, "", ", ".join(["blank"] * escorts))
        table.contact()
        return action(table, U), choose_boat(
            GAME.view(table.state, "uboat", table.terms), [WITH[Unit(u)] for u in units.split(", ")]
        )

    assert played("stern attack, beam attack", "R, blank") == ("stern attack on the convoy", WITH[Unit.BLANK])
    assert played("quarter attack, beam attack", "R, blank") == ("beam attack on the convoy", WITH[Unit.R])
    assert played("stern attack, quarter attack", "R, blank") == ("quarter attack on the convoy", WITH[Unit.R])
    assert played("stern attack, beam attack", "R, blank", escorts=7) == ("beam attack on the convoy", WITH[Unit.R])
    assert played("stern attack, beam attack", "R") == ("beam attack on the convoy", WITH[Unit.R])


def test_the_bot_defends_hunts_and_routes(desk):
    table = desk().hold(E, "escort attack (2), HF/DF (1), evasive routing", "SR, SA")
    table.contact()
    assert action(table, E) == "HF/DF (1) on contact 1", "escorts at hand: hunt"
    table.e.units.clear()
    assert action(table, E) == "evasive routing on contact 1", "nobody to send: route"
    table = desk().hold(E, "escort attack (2), HF/DF (1), evasive routing", "SR, SA")
    table.uboat_attacks("beam attack")
    assert action(table, E) == "escort attack (2) on the attacker"


def test_the_bot_sends_the_escort_that_detects_best_and_a_blank_only_for_want_of_one(desk):
    view = GAME.view(desk().state, "escort", GAME.terms())
    options = [Commit(Unit.BLANK), Commit(Unit.SN), Commit(Unit.AA), EnoughUnits()]
    assert send_escorts(view, options) == Commit(Unit.AA)
    assert send_escorts(view, [Commit(Unit.BLANK), EnoughUnits()]) == EnoughUnits()
    assert send_escorts(view, [Commit(Unit.BLANK)]) == Commit(Unit.BLANK)


@pytest.mark.rule("tonnage_war", "8.3.4", "12")
def test_a_boat_fires_at_the_escort_that_can_still_attack_it_and_not_at_a_damaged_one(desk):
    """Either hit is worth a point (TW-R19), and a damaged escort attacks no more. Of two the more dangerous is hit."""
    view = GAME.view(desk().state, "uboat", GAME.terms())
    group = [FiredAt("unit/sa/damaged", 1, 0), FiredAt("unit/sn", 0, 1), FiredAt("unit/sr", 0, 2)]
    assert SensibleBot("uboat", SeededChance.from_seed(1)).choose(view, group) == group[2]


def test_the_bot_decides_on_its_view_alone():
    """The same view and decision give the same answer, whatever lies face-down."""
    match = GAME.new_match(seed=3)
    bots = make_bots(GAME, seed=3)
    while match.decision is not None:
        role = match.decision.role
        bot = SensibleBot(role, SeededChance.from_seed(0))
        if match.count % 5 == 0:
            twin = GAME.determinize(match.state, role, SeededChance.from_seed(match.count), match.setup.terms)
            decision = match.decision.bare()
            assert bot.decide(GAME.view(twin, role, match.setup.terms), decision) == bot.decide(
                match.view(role), decision
            )
        play_out(match, bots, limit=1)


@pytest.mark.parametrize("role", [UMPIRE, "uboat", "escort", nc.SPECTATOR])
def test_the_board_is_drawn_for_every_role_at_every_moment(role):
    match = GAME.new_match("hg_76", seed=12)
    bots = make_bots(GAME, seed=12)
    while not match.over:
        if match.count % 12 == 0:
            view = match.view(role)
            assert "round" in nc.face_of(GAME).board_text(view)
            svg = nc.face_of(GAME).board_svg(view)
            assert svg is not None
            root = ElementTree.fromstring(svg)
            assert root.find("{http://www.w3.org/2000/svg}title") is not None
        play_out(match, bots, limit=1)


def test_pictures_and_texts_show_no_card_the_role_may_not_see(desk):
    table = desk().hold(U, "beam attack", "A").hold(E, "HF/DF (3)", "SA")
    table.contact("N")

    def picture(view: Any) -> str:
        svg = nc.face_of(GAME).board_svg(view)
        assert svg is not None
        return svg

    for drawn in (nc.face_of(GAME).board_text, picture):
        seen = drawn(GAME.view(table.state, "escort", table.terms))
        assert "beam" not in seen
        assert "attack 14" not in seen
        assert "SA" in seen
        hidden = drawn(GAME.view(table.state, "uboat", table.terms))
        assert "beam" in hidden
        assert "HF/DF" not in hidden
        for word in ("beam", "HF/DF"):
            assert word not in drawn(GAME.view(table.state, nc.SPECTATOR, table.terms))
            assert word in drawn(GAME.view(table.state, nc.UMPIRE, table.terms))


def test_the_board_text_tells_contacts_attacks_and_scores(desk):
    table = desk()
    table.uboat_attacks("bow attack", "R")
    text = nc.face_of(GAME).board_text(GAME.view(table.state, "escort", table.terms))
    assert "Contact 1 (contact) with the convoy: a boat" in text
    assert "U-boat attack: attack on the convoy; face-down card; bow attack" in text
    assert "U-boat side 0, escort side 0" in text
