"""What is kept from one choice or match to the next is what would be worked out anew."""

from navalcore._rules.decision import UMPIRE
from navalcore.bots import make_bots
from navalcore.components._chance import SeededChance
from navalcore_games.silent_war.choices import Decommission, GoToOverhaul, LeavePack, Operate
from navalcore_games.silent_war.game import starting_state
from navalcore_games.silent_war.movement.patrol import lacks
from navalcore_games.silent_war.operations.missions import able, must_go
from navalcore_games.silent_war.state import Rtb, State
from navalcore_games.silent_war.turn import operations_options
from navalcore_games.silent_war.views import see

OF_BOATS = (Operate, GoToOverhaul, Decommission, LeavePack)
WORDS: dict[type, str] = {
    GoToOverhaul: "{} leaves for overhaul",
    Decommission: "decommission {}",
    LeavePack: "{} leaves her wolfpack",
}


def moments(game, scenario, seed, choices, every, bot=False):
    """A match at every so manieth choice, played at random or by its bot; every other one forked first."""
    match = game.new_match(scenario, seed=seed)
    below = SeededChance.from_seed(f"choices {seed}").below
    player = make_bots(game, seed=1)["comsubpac"] if bot else None
    for count in range(choices):
        if match.decision is None:
            return
        if count % every == every - 1:
            match = match.fork() if count // every % 2 else match
            yield match
        if player is None:
            match.choose(below(len(match.decision.options)))
        else:
            match.choose(player.decide(match.view("comsubpac"), match.decision))


def test_views_show_what_a_state_that_nobody_has_looked_at_shows(game):
    seen = 0
    for match in moments(game, "campaign_wp3", 4, 3000, 60):
        again = game.states.from_json(game.states.to_json(match.state))
        for role in ("comsubpac", UMPIRE):
            assert see(match.state, role) == see(again, role)
        seen += 1
    assert match.state.turn > 3
    assert seen > 40


def test_options_of_boats_bear_their_names_of_today_and_wolfpacks_those_of_their_leaders(game, charts):
    found: set[type] = set()
    for match in moments(game, "campaign_wp3", 5, 6000, 25, bot=True):
        state = match.state
        named = [charts.boats[boat.card] for boat in state.boats]
        for option in operations_options(state):
            if not isinstance(option, OF_BOATS):
                continue
            found.add(type(option))
            boat, card = state.boats[option.index], named[option.index]
            words = WORDS.get(type(option), "{}" if boat.pack is None else "wolfpack of {}")
            assert (option.id, str(option)) == (f"boat/{card.id}", words.format(card.name))
            if isinstance(option, Operate) and boat.pack is not None:
                assert next(n for n, other in enumerate(state.boats) if other.pack == boat.pack) == option.index
    assert found >= {Operate, Decommission, LeavePack}


def obliged(state: State, boat):
    """Rule 5.2 word for word: all that are able, patrol sides first."""
    for zone in state.missions:
        missing = lacks(state, zone)
        there = [other for other in state.boats if able(state, other, zone)]
        patrolling = [other for other in there if other.on_patrol]
        if missing > 0 and boat in there and len(patrolling if boat.on_patrol else there) <= missing:
            return zone
    return None


def test_the_boats_that_must_go_to_a_mission_are_those_found_by_asking_all(game):
    asked = must = 0
    for match in moments(game, "campaign_wp2", 6, 6000, 11, bot=True):
        state = match.state
        for boat in state.boats if state.missions else ():
            zone = must_go(state, boat)
            assert zone == obliged(state, boat)
            assert zone is None or (boat.rtb is Rtb.NONE and not boat.moved)
            asked, must = asked + 1, must + (zone is not None)
        if asked > 1000 and must:
            return
    assert asked > 1000
    assert must > 0


def test_a_match_changes_nothing_in_how_the_next_one_starts(game):
    for scenario in ("patrol_wahoo_1943", "campaign_wp2"):
        for _ in moments(game, scenario, 7, 200, 50):
            pass
        match = game.new_match(scenario, seed=1)
        row = match.setup.terms.scenario.row
        first = game.initial_state(match.setup.terms)
        assert first == starting_state(row, "", allied=False, ijn=False)
        first.boats[0].damage = 2
        first.tender_pile.clear()
        assert game.initial_state(match.setup.terms) == starting_state(row, "", allied=False, ijn=False)
