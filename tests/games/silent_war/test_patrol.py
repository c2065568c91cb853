"""Single-boat patrols from port to port: scenarios, invariants, views, bots, saves, the conformance kit."""

import pytest

import navalcore as nc
from navalcore.bots import RandomBot, make_bots, play_out
from navalcore.components._chance import SeededChance
from navalcore_games.silent_war.movement.patrol import patrol_movement
from navalcore_games.silent_war.state import Place
from navalcore_games.silent_war.text_board import board_text
from tests.kit.in_turn import check_in_turn

SCENARIOS = ("patrol_swordfish_1941", "patrol_trigger_1943", "patrol_tang_1944")


def played(game, scenario, seed, bot="steady", options=None):
    match = game.new_match(scenario, seed=seed, options=options)
    bots = {"comsubpac": RandomBot(SeededChance.from_seed(seed))} if bot == "random" else None
    play_out(match, bots or make_bots(game, {"comsubpac": bot}, seed))
    return match


@pytest.mark.rule("silent_war", "3.0", "3.2", "4.0")
def test_a_patrol_starts_ready_for_sea_with_the_scenarios_tracks(game, charts):
    match = game.new_match("patrol_wahoo_1943", seed=1)
    state = match.state
    assert (state.month, state.week, state.war_period, state.torpedo) == (1943 * 12, 2, 2, -1)
    assert (state.boats[0].place, state.boats[0].where) == (Place.READY, charts.base_index["brisbane"])
    assert [base.id for n, base in enumerate(charts.bases) if state.active[n]] == ["pearl_harbor", "brisbane"]
    steps = [step.name for step in game.sequence_of_play(game.terms())]
    assert steps == ["set_up", "prep", "operations", "conclude"], "no Strategic Segment in a patrol"


def test_title_or_note_of_each_patrol_names_its_boat_so_that_the_form_of_a_match_says_who_she_is(game):
    patrols = [scenario for scenario in game.scenarios.values() if scenario.id.startswith("patrol_")]
    assert len(patrols) > 10
    for patrol in patrols:
        boat = patrol.id.split("_")[1].capitalize()
        assert boat in f"{patrol.title} {patrol.note}", patrol.id


@pytest.mark.rule("silent_war", "2.4", "16.3")
def test_the_head_counts_the_turns_of_a_patrol_and_names_the_week_as_the_log_does(game):
    """Wahoo sails in the second week of January 1943: her second turn is the third week."""
    match = game.new_match("patrol_wahoo_1943", seed=1, history=True)
    bots = make_bots(game, {"comsubpac": "steady"}, 1)
    while match.state.turn < 2:
        match.choose(bots["comsubpac"].decide(match.view("comsubpac"), match.decision))
    log = [event.text for event in match.snapshot("comsubpac", since=0).events if event.text.endswith("begins.")]
    turn, week, *_ = nc.face_of(match.game).headline(match.view("comsubpac"))
    assert (turn, f"{week} begins.") == ("turn 2 of 4", log[-1]) == ("turn 2 of 4", "1943-01, week 3 begins.")


@pytest.mark.rule("silent_war", "16.1", "15.23-a")
def test_a_patrol_ends_when_the_boat_is_home_and_is_judged_by_tonnage(game):
    endings = set()
    for seed in range(60):
        match = played(game, "patrol_wahoo_1943", seed)
        row = game.scenario("patrol_wahoo_1943").row
        outcome, state = match.outcome, match.state
        levels = [n for n in ("decisive", "substantial", "marginal") if state.tonnage >= getattr(row.victory, n)]
        lost = state.boats[0].place is Place.LOST
        assert outcome.ending == ("lost" if lost else levels[0] if levels else "defeat")
        assert (outcome.winner == "comsubpac") is (bool(levels) and not lost)
        endings.add(outcome.ending)
        assert state.turn <= row.max_turns
    assert len(endings) >= 3


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("bot", ["steady", "careful", "bold", "random"])
def test_whole_patrols_keep_every_invariant_at_every_decision(game, scenario, bot):
    for seed in range(12):
        match = game.new_match(scenario, seed=seed)
        player = (
            RandomBot(SeededChance.from_seed(seed))
            if bot == "random"
            else make_bots(game, {"comsubpac": bot}, seed)["comsubpac"]
        )
        while (decision := match.decision) is not None:
            assert list(game.invariants(match.state, match.setup.terms)) == []
            match.choose(player.decide(game.view(match.state, decision.role, match.setup.terms), decision))
        assert list(game.invariants(match.state, match.setup.terms)) == []


def test_bolder_skippers_sink_more_and_are_lost_more_often(game):
    def campaign(bot):
        matches = [played(game, "patrol_tang_1944", seed, bot) for seed in range(120)]
        return sum(m.state.ships_sunk for m in matches), sum(m.state.submarines_lost for m in matches)

    careful, bold = campaign("careful"), campaign("bold")
    assert bold[0] > careful[0]
    assert bold[1] > careful[1]


def test_the_view_hides_what_is_face_down_and_shows_what_is_known(game):
    seen_hidden = seen_known = 0
    for seed in range(20):
        match = game.new_match("patrol_trigger_1943", seed=seed)
        bot = make_bots(game, {"comsubpac": "bold"}, seed)["comsubpac"]
        while (decision := match.decision) is not None:
            view = game.view(match.state, "comsubpac", match.setup.terms)
            if view.combat is not None:
                for unit, shown in zip(match.state.combat.units, view.combat.units, strict=True):
                    assert (shown.ship is None) is (not unit.known)
                    assert shown.face_up is unit.face_up
                    seen_hidden += shown.ship is None
                    seen_known += shown.ship is not None
            assert view.cup_contents is None
            match.choose(bot.decide(view, decision))
    assert seen_hidden
    assert seen_known


def test_what_is_dealt_depends_on_chance_and_on_nothing_that_lies_hidden(game):
    fights = 0
    for seed in range(12):
        match = game.new_match("patrol_wahoo_1943", seed=seed)
        bots = make_bots(game, seed=seed)
        while not match.over and match.state.combat is None:
            play_out(match, bots, limit=1)
        if match.over:
            continue
        fights += 1

        def imagined(state, seed):
            return game.determinize(state, "comsubpac", SeededChance.from_seed(seed), match.setup.terms)  # noqa: B023

        again = [imagined(state, 9) for state in (match.state, imagined(match.state, 1), imagined(match.state, 2))]
        assert again[0] == again[1] == again[2]
    assert fights > 3


def test_a_redeal_changes_face_down_pieces_only_and_loses_none(game):
    changed = 0
    for seed in range(12):
        match = game.new_match("patrol_trigger_1943", seed=seed)
        bot = make_bots(game, {"comsubpac": "bold"}, seed)["comsubpac"]
        while (decision := match.decision) is not None:
            state, terms = match.state, match.setup.terms
            if state.combat is not None:
                twin = game.determinize(state, "comsubpac", SeededChance.from_seed(seed), terms)
                assert game.view(twin, "comsubpac", terms) == game.view(state, "comsubpac", terms)
                assert list(game.invariants(twin, terms)) == []
                changed += [u.piece for u in twin.combat.units] != [u.piece for u in state.combat.units]
            match.choose(bot.decide(game.view(state, "comsubpac", terms), decision))
    assert changed


def test_a_saved_patrol_is_loaded_and_verified(game, tmp_path):
    match = played(game, "patrol_tang_1944", 7)
    match.save(tmp_path / "tang.jsonl")
    loaded = nc.load_match(tmp_path / "tang.jsonl")
    assert loaded.state == match.state
    assert loaded.outcome == match.outcome


@pytest.mark.rule("silent_war", "7.14")
def test_responding_to_ultra_is_left_to_the_player(sea, charts):
    s = sea("spearfish", "bonins")
    s.state.ultra = [charts.area_index["empire_pacific"]]
    s.run(patrol_movement(s.play, s.boat), "stay here")
    assert "to Empire Pacific" in [str(option) for option in s.asked[0].options]


def test_the_board_as_text_names_boat_date_and_display(game):
    match = game.new_match("patrol_trigger_1943", seed=3)
    text = nc.face_of(game).board_text(game.view(match.state, "comsubpac", match.setup.terms))
    assert "1943-09, week 2" in text
    assert "Trigger: ready, Midway" in text


def test_every_option_is_played_out_by_the_conformance_kit(game):
    report = check_in_turn(game, 12, scenarios=list(SCENARIOS))
    assert report.ok, str(report)


@pytest.mark.rule("silent_war", "16.1")
@pytest.mark.parametrize(
    ("place", "told"), [(Place.READY, "Wahoo is still in base with"), (Place.OPERATING, "Wahoo is still at sea with")]
)
def test_a_patrol_that_ran_out_of_time_says_where_the_boat_is(game, place, told):
    terms = game.terms("patrol_wahoo_1943")
    state = game.initial_state(terms)
    state.turn, state.phase, state.boats[0].place = 99, "prep", place
    assert game.outcome(state, terms).reason.startswith(told)
    least = terms.scenario.row.victory.marginal * 1000
    assert game.outcome(state, terms).reason.endswith(f": a defeat; a marginal victory takes {least:,} tons.")


@pytest.mark.rule("silent_war", "16.1")
@pytest.mark.parametrize(("step", "judged"), [("prep", True), ("war_event", False), ("operations", False)])
def test_a_patrol_is_judged_before_prep_for_operations_and_no_other_step_of_a_variant(game, step, judged):
    terms = game.terms("patrol_wahoo_1943")
    state = game.initial_state(terms)
    state.turn, state.phase, state.boats[0].place = 3, step, Place.LOST
    assert (game.outcome(state, terms) is not None) is judged


@pytest.mark.rule("silent_war", "14.12-a")
def test_the_display_names_no_posture_that_nobody_has_chosen(game):
    match = game.new_match("patrol_wahoo_1943", seed=7)
    bots = nc.make_bots(game, seed=7)
    while match.decision.kind != "posture":
        match.choose(bots["comsubpac"].decide(match.view("comsubpac"), match.decision))
    assert "[Wahoo]" in board_text(match.view("comsubpac"))
    match.choose("cautious")
    assert "[Wahoo, cautious]" in board_text(match.view("comsubpac"))
