"""The readings that became options with rules 1.2, each way; and the bots that end a dead round."""

import itertools

import pytest

import navalcore as nc
from navalcore.bots import make_bots
from navalcore.components import SeededChance
from navalcore_games.tonnage_war.bots import SensibleBot
from navalcore_games.tonnage_war.choices import ACCEPT, OFFER_END, REFUSE, EscortChoice
from navalcore_games.tonnage_war.state import Rescue, Side, Unit
from navalcore_games.tonnage_war.uboat_turn import actions
from tests.games.tonnage_war.test_combat import HIDES

U, E = Side.UBOAT, Side.ESCORT
GAME = nc.load("tonnage_war")


@pytest.mark.rule("tonnage_war", "8.4", "8.1.1")
@pytest.mark.parametrize("scouts", [False, True])
def test_a_group_of_blanks_alone_turns_a_contact_boat_up_only_with_the_option(desk, scouts):
    """TW-R46."""
    table = desk(blanks_turn_boats_up=scouts).hold(E, "HF/DF (1)", "blank")
    number = table.contact("A")
    table.escort(f"HF/DF (1) on contact {number}", "send a blank")
    table.uboat_idle()
    assert table.state.contacts[0].revealed is scouts
    assert GAME.view(table.state, "escort", table.terms).contacts[0].boat == (Unit.A if scouts else None)
    assert [event.kind for event in table.told if event.rule == "8.4"] == [
        "cards_turned_up" if scouts else "blanks_turned_up"
    ]


@pytest.mark.rule("tonnage_war", "8.4", "9.4", "11.3")
def test_a_card_that_blanks_come_upon_goes_back_to_the_hand_unseen_whatever_it_is(desk):
    """TW-R46: a blank too, of which the escort side must not learn that it is none; from the deck too (TW-R07)."""
    for unit, source in itertools.product(("R", "blank"), ("hand", "deck")):
        table = desk(air_patrol_source=source).hold(E, "air patrol (1)", "blank")
        pile = table.u.units if source == "hand" else table.u.units_deck.cards
        pile[:] = [Unit(unit)]
        table.escort("air patrol (1) on a random card", "send a blank", dice=(("comes upon", unit),))
        table.uboat_idle()
        assert table.u.units == [Unit(unit)]
        moved = [event for event in table.told if event.kind == "unit_moved" and event.side is U]
        assert [event.seen_by("escort").unit for event in moved] == [None]


@pytest.mark.rule("tonnage_war", "7.4.2", "9.4")
@pytest.mark.parametrize(
    ("missed", "choice"), [("stays", "answer with evade +2"), ("to_hand", "discard evade +2")], ids=["evades", "missed"]
)
def test_a_contact_boat_that_only_blanks_looked_for_goes_to_the_hand_unseen(desk, missed, choice):
    """TW-R46: no event tells the escort side which boat it was."""
    table = desk(missed_contact_boat=missed).hold(U, "evade +2").hold(E, "HF/DF (1)", "blank")
    number = table.contact("A")
    table.escort(f"HF/DF (1) on contact {number}", "send a blank")
    table.uboat(choice)
    assert (table.u.units, table.state.contacts) == ([Unit.A], [])
    seen = [event.seen_by("escort") for event in table.told]
    assert not any("unit/a" in str(table.game.to_json(event)) for event in seen)
    start = next(move.start for event in seen if event.kind == "unit_moved" for move in event.moves)
    assert start == "contact/1"


@pytest.mark.rule("tonnage_war", "8.4", "8.1.2", "11.3")
def test_an_attack_that_blanks_meet_goes_through_and_a_blank_is_turned_up_then(desk):
    table = desk().hold(E, "escort attack (1)", "blank")
    table.uboat_attacks("stern attack", "blank")
    table.escort("escort attack (1) on the attacker", "send a blank")
    table.uboat_idle()
    assert table.u.out == [Unit.BLANK]


@pytest.mark.rule("tonnage_war", "8.3.1", "8.3.4")
@pytest.mark.parametrize("again", [True, False])
def test_a_damaged_escort_is_a_target_again_unless_the_option_spares_it(desk, again):
    """TW-R10: SR is hit while SN looks on, and both lie there when the boat fires in the continuation."""
    table = desk(damaged_escorts_are_targets=again).hold(U, "bow attack, stern attack").hold(E, "HF/DF (2)", "SR, SN")
    number = table.contact("R")
    table.escort(f"HF/DF (2) on contact {number}", "send SR", "send SN")
    dice = ((HIDES, 20), (HIDES, 20), ("fires at SR", 1), ("SN attacks R", 20))
    table.uboat("stern attack on the escorts", "SR", dice=dice)
    table.hold(E, "HF/DF (1)").escort("continue with HF/DF (1)")
    if again:
        table.uboat("bow attack on the escorts", "SR", dice=((HIDES, 20), ("fires at SR", 1), ("SN attacks R", 20)))
        assert table.e.out[0] is Unit.SR
        assert table.state.tally.escorts_destroyed == 1
    else:
        table.uboat("bow attack on the escorts", dice=((HIDES, 20), ("fires at SN", 20), ("SN attacks R", 20)))
        assert table.state.tally.escorts_destroyed == 0


@pytest.mark.rule("tonnage_war", "7.3.7", "8.3.4")
@pytest.mark.parametrize(("capacity", "further"), [("total", ()), ("additional", ("send SA",))])
def test_a_damaged_escort_counts_where_ruling_30_limits_the_whole_group(desk, capacity, further):
    table = desk(continuation_capacity=capacity).hold(U, "stern attack").hold(E, "HF/DF (2), HF/DF (1)", "SR, SN, SA")
    number = table.contact("R")
    table.escort(f"HF/DF (2) on contact {number}", "send SR", "send SN")
    dice = ((HIDES, 20), (HIDES, 20), ("fires at SR", 1), ("SN attacks R", 20))
    table.uboat("stern attack on the escorts", "SR", dice=dice)
    table.hold(E, "HF/DF (2)").escort("continue with HF/DF (2)", *further)
    assert [member.unit for member in table.state.engagement.group] == [Unit.SR, Unit.SN, *([Unit.SA] * len(further))]


@pytest.mark.rule("tonnage_war", "10.1", "14.3")
@pytest.mark.parametrize(
    ("options", "owed", "asked"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"oob_carryover": "keep"}, False, True),
        ({"escorts_to_deck": "always"}, False, True),
    ],
)
def test_the_escort_side_is_asked_for_the_deck_where_it_can_matter(desk, options, owed, asked):
    """TW-R16: hands that stay, or a ship that would have to become the rescue ship."""
    table = desk(**options)
    table.uboat_attacks("stern attack", "R")
    table.hold(E, "escort attack (1)", "SR").escort("escort attack (1) on the attacker", "send SR")
    if owed:
        table.state.rescue = Rescue.OWED
    table.uboat_idle(*(["send SR to the deck"] if asked else []), dice=((HIDES, 8), ("attacks the convoy", 10)))
    assert (table.state.tied == []) is asked


@pytest.mark.rule("tonnage_war", "4")
@pytest.mark.parametrize(("scenario", "rounds", "played"), [("evening", 4, 1), ("halifax_228", 2, 2)])
def test_a_match_of_two_may_have_fewer_rounds_a_side(scenario, rounds, played):
    """TW-R58."""
    match = GAME.new_match(scenario, seed=1, options={"rounds": rounds})
    bots, seen = make_bots(GAME, seed=1), set()
    while (decision := match.decision) is not None:
        seen.add((match.state.game, match.state.round))
        match.choose(bots[decision.role].decide(match.view(decision.role), decision.bare()))
    assert seen == {(game, number) for game in (1, 2) for number in range(1, played + 1)}
    assert match.outcome is not None
    assert "escort_as_uboat" in match.outcome.scores, "two games are compared"


def boats(table):
    return SensibleBot("uboat", SeededChance.from_seed(0)), GAME.view(table.state, "uboat", table.terms)


@pytest.mark.rule("tonnage_war", "4")
def test_boats_that_can_attack_no_more_offer_the_end_and_agree_to_it(desk):
    table = desk().hold(U, "bow attack, stern attack, evade +2", "R")
    bot, view = boats(table)
    options = actions(nc_play(table), may_offer=True)
    assert bot.choose(view, options) is OFFER_END
    assert bot.choose(view, [REFUSE, ACCEPT]) is ACCEPT
    table.contact()
    bot, view = boats(table)
    assert bot.choose(view, actions(nc_play(table), may_offer=True)) is not OFFER_END
    assert bot.choose(view, [REFUSE, ACCEPT]) is REFUSE


def nc_play(table):
    from navalcore._play.chance import ScriptedChance
    from navalcore._rules.play import Play

    return Play(table.state, table.options, ScriptedChance(), scenario=table.scenario)


@pytest.mark.rule("tonnage_war", "4")
def test_escorts_that_find_nobody_to_hunt_agree_to_the_end_and_others_do_not(desk):
    for cards, units, agreed in (
        ("HF/DF (1), evasive routing", "SR", ACCEPT),
        ("air patrol (1)", "SR", ACCEPT),
        ("air patrol (1)", "AR", REFUSE),
    ):
        table = desk().hold(E, cards, units)
        view = GAME.view(table.state, "escort", table.terms)
        assert SensibleBot("escort", SeededChance.from_seed(0)).choose(view, [REFUSE, ACCEPT]) is agreed


@pytest.mark.rule("tonnage_war", "8.5.3")
def test_the_bots_aircraft_attack_before_its_ships_which_may_be_rammed(desk):
    view = GAME.view(desk().state, "escort", GAME.terms())
    group = [EscortChoice(f"unit/{unit}", 0, place) for place, unit in enumerate(("sa", "an", "aa"))]
    chosen = SensibleBot("escort", SeededChance.from_seed(0)).choose(view, group)
    assert chosen == group[2]


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_saves_of_before_keep_the_readings_of_then(version):
    options = GAME.parse_options(GAME.earlier_options[version])
    assert options.blanks_turn_boats_up
    assert (options.escorts_to_deck, options.screen_return) == ("always", "at_once")
    assert options.support_group_put_back == "up_to_as_many"
