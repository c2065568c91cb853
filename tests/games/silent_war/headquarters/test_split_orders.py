"""Silent War in an evening: you steer and the skippers fight, or the reverse; patrols by order; when to be called."""

import pytest

from navalcore._rules.events import ChoiceMade
from navalcore.bots import make_bots
from navalcore.bots._orders import StandingOrders
from navalcore.errors import BadData
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.events.boats import Arrived, Damaged, Lost
from navalcore_games.silent_war.events.fights import (
    ConvoyMet,
    Sunk,
)
from navalcore_games.silent_war.events.war import WeekBegan
from navalcore_games.silent_war.headquarters.fleet import boats_command
from navalcore_games.silent_war.headquarters.history import history_by_month
from navalcore_games.silent_war.headquarters.month_report import month_command
from navalcore_games.silent_war.headquarters.reach import card_command, way_home, way_to
from navalcore_games.silent_war.headquarters.sailing import Sailing
from navalcore_games.silent_war.headquarters.standing_orders import FIGHTING, IN_PORT, STEERING
from navalcore_games.silent_war.headquarters.who import Who
from navalcore_games.silent_war.ids import BoatIndex, boat_id, numbered
from navalcore_games.silent_war.state import Place
from navalcore_games.silent_war.views import see
from navalcore_games.silent_war.words import Cause, Force, Named, Target

ROLE = "comsubpac"


@pytest.fixture
def campaign(game):
    return game.new_match("campaign_wp2", seed=3)


@pytest.fixture
def orders(campaign):
    return StandingOrders(campaign, ROLE)


def play_by_hand(match, orders, weeks, by="comsubpac"):
    """Carry the orders out for some weeks; the kinds of the decisions that were left to be answered by hand."""
    bot = make_bots(match.game, {ROLE: by}, seed=1)[ROLE]
    asked = []
    end = match.state.turn + weeks
    while match.state.turn < end:
        if orders.resting:
            orders.give("go")
        if not orders.play(limit=1) and not orders.resting:
            asked.append(match.decision.kind)
            match.choose(bot.decide(match.view(ROLE), match.decision.bare()))
    return set(asked)


def called(name):
    return Named(boat_id(name.replace("-", "_")), name)


def unit(number):
    return Target(f"unit/{number}", number, "A", "M 4t")


GAR, CORAL_SEA, MIDWAY = called("Gar"), Named("area/coral_sea", "Coral Sea"), Named("base/midway", "Midway")
TASK_FORCE = ConvoyMet(GAR, CORAL_SEA, None, Force.TASK_FORCE, 4, 9)
CONVOY = ConvoyMet(called("Wahoo"), CORAL_SEA, None, Force.C1, 2, 4)


def boat_named(match, name):
    return next(boat for boat in match.view(ROLE).boats if boat.name == name)


# ---- you steer, the skippers fight ---------------------------------------------------------------------------------


def test_every_kind_of_decision_of_the_game_is_fought_steered_or_settled_in_port_or_names_the_next_boat(campaign):
    orders = StandingOrders(campaign, ROLE)
    kinds = play_by_hand(campaign, orders, 6)
    assert kinds - FIGHTING - STEERING - IN_PORT == {"operate"}
    assert not FIGHTING & STEERING
    assert not STEERING & IN_PORT


def test_with_the_skippers_fighting_the_player_is_asked_where_boats_go_and_never_how_they_fight(campaign, orders):
    orders.give("fight all")
    asked = play_by_hand(campaign, orders, 4)
    assert {"operate", "transit", "side", "patrol", "search", "home"} <= asked
    assert not asked & FIGHTING


def test_with_the_boats_steered_the_player_is_asked_how_they_fight_and_nothing_else_of_theirs(campaign, orders):
    orders.give("steer all")
    asked = play_by_hand(campaign, orders, 4)
    assert {"column", "posture", "again"} <= asked
    assert not asked & STEERING


def test_an_order_for_a_class_or_all_covers_boats_that_are_still_to_come(campaign):
    view = campaign.view(ROLE)
    charts = load_charts()
    later = next(
        n for n, boat in numbered(BoatIndex, view.boats) if boat.place == "not_in_play" and boat.boat_class == "Balao"
    )
    early = next(
        n for n, boat in numbered(BoatIndex, view.boats) if boat.boat_class == "Gato" and boat.place == "ready"
    )
    assert charts.boats[view.boats[later].card].entry > campaign.state.month
    assert Who(view, "all").covers(view, later)
    assert Who(view, "Balao class").covers(view, later)
    assert not Who(view, "Balao class").covers(view, early)


def test_an_order_for_a_base_takes_in_boats_that_come_there_and_lets_those_go_that_come_to_another(campaign):
    view = campaign.view(ROLE)
    numbers = {boat.name: n for n, boat in numbered(BoatIndex, view.boats)}
    there = next(boat.name for boat in view.boats if boat.where == "Fremantle")
    other = next(boat.name for boat in view.boats if boat.where == "Brisbane")
    who = Who(view, "Fremantle")
    assert who.text == "Fremantle"
    assert who.covers(view, numbers[there])
    assert not who.covers(view, numbers[other])
    who.hear(Arrived(called(other), Named("base/fremantle", "Fremantle"), CORAL_SEA))
    who.hear(Arrived(called(there), Named("base/brisbane", "Brisbane"), CORAL_SEA))
    assert who.covers(view, numbers[other])
    assert not who.covers(view, numbers[there])


def test_the_newer_of_two_orders_counts_and_ask_keeps_a_boat_in_the_players_hands(campaign, orders):
    name = next(boat.name for boat in campaign.view(ROLE).boats if boat.place == "ready")
    orders.give("boat all")
    orders.give(f"ask {name}")
    orders.play()
    view = campaign.view(ROLE)
    assert view.boats[view.acting].name == name
    assert campaign.decision.kind == "transit"
    campaign.choose("remain in base")
    orders.play()
    assert campaign.decision.kind in ("operate", "transit")
    at_sea = sum(boat.place in ("operating", "done") for boat in campaign.view(ROLE).boats)
    assert at_sea > 10, "the others went on without being asked for"


# ---- patrols ---------------------------------------------------------------------------------------------------------


def ready_boat(match, base="Pearl Harbor"):
    return next(boat for boat in match.view(ROLE).boats if boat.place == "ready" and boat.where == base)


def test_a_boat_that_is_sent_searches_its_opareas_waters_so_many_weeks_andcomes_home_to_the_base_named(game):
    for seed in range(3, 40):  # until one is not sent home before her time
        match = game.new_match("campaign_wp2", seed=seed)
        made: list[ChoiceMade] = []
        match.events.subscribe(made.append, ChoiceMade, role=ROLE)
        orders = StandingOrders(match, ROLE)
        name = ready_boat(match).name
        orders.give("fight all")
        order = orders.give(f"send {name} to Empire for 2 weeks home to Midway")
        assert order.text == f"send {name} to Empire Pacific for 2 weeks home to Midway"
        bot = make_bots(match.game, {ROLE: "random"}, seed=1)[ROLE]
        been = []
        while order in orders.in_force and match.state.turn < 20:
            if not orders.play():
                decision = match.decision
                quiet = [o for o in decision.options if str(o) in ("end the turn", "remain in base")]
                match.choose(quiet[0] if quiet else bot.decide(match.view(ROLE), decision.bare()))
            been.append(boat_named(match, name).where)
        searches = sum(choice.asked == "search" and choice.text == "search" for choice in made)
        assert searches <= 2
        if searches == 2 and been[-1] == "Midway":
            assert "Empire Pacific" in been
            assert any(choice.text == "bypass and return to base" for choice in made)
            assert order not in orders.in_force, "carried out"
            return
    pytest.fail("no boat searched for two weeks and came home")


def test_a_patrol_order_without_weeks_lasts_until_the_boat_must_come_home(campaign, orders):
    name = ready_boat(campaign).name
    order = orders.give(f"send {name} to Marshalls")
    orders.give("fight all")
    made: list[ChoiceMade] = []
    campaign.events.subscribe(made.append, ChoiceMade, role=ROLE)
    asked = play_by_hand(campaign, orders, 10)
    assert asked, "the others were asked about"
    assert order not in orders.in_force
    assert boat_named(campaign, name).place not in ("operating", "done") or order.over()


def test_a_boat_cannot_be_sent_beyond_its_range_and_the_refusal_says_by_how_much(game):
    match = game.new_match("campaign_full", seed=7)
    orders = StandingOrders(match, ROLE)
    dolphin = boat_named(match, "Dolphin")
    assert load_charts().boats[dolphin.card].range == 5
    state = match.state
    state.active = [base.id == "pearl_harbor" for base in load_charts().bases]
    with pytest.raises(BadData, match="Dolphin cannot be sent to Gulf of Siam: it is 7 steps from the nearest base, "):
        orders.give("send Dolphin, Gudgeon to Gulf of Siam")
    assert orders.in_force == ()


def test_a_boat_in_repair_is_given_her_order_and_sails_when_she_is_ready(game):
    match = game.new_match("campaign_wp2", seed=3)
    name = ready_boat(match).name
    boat = next(boat for boat in match.state.boats if load_charts().boats[boat.card].name == name)
    boat.place, boat.damage = Place.REPAIR_1, 1
    orders = StandingOrders(match, ROLE)
    order = orders.give(f"send {name} to Marshalls")
    assert order.said == f"Ordered: send {name} to Marshalls. Not ready yet, they sail when they are: {name}."
    orders.give("fight all")
    been = []
    for _ in range(8):
        play_by_hand(match, orders, 1, by="comsubpac")
        been.append(boat_named(match, name).place)
        if been[-1] in ("operating", "done"):
            break
    assert been[-1] in ("operating", "done"), been
    assert order in orders.in_force


@pytest.mark.rule("silent_war", "22.1", "22.4")
def test_an_order_warns_that_the_boats_sent_will_be_in_each_others_way(campaign, orders):
    names = [boat.name for boat in campaign.view(ROLE).boats if boat.place == "ready" and boat.where == "Pearl Harbor"]
    assert len(names) >= 9
    assert orders.give(f"send {', '.join(names[:4])} to Marianas").said.endswith("to Marianas.")
    five = orders.give(f"send {', '.join(names[:5])} to Marianas").said
    assert five.endswith(" 5 boats there together search at -1 and meet Transit Events at +1 [22.1].")
    assert " 9 boats there together search at -2 " in orders.give(f"send {', '.join(names[:9])} to Marianas").said
    white = orders.give(f"send {', '.join(names[:5])} to Coral Sea")
    assert white.said.endswith("to Coral Sea."), "no blue or red box, no congregating (22.1)"


def test_a_newer_patrol_order_takes_its_boats_over_from_an_older_one(campaign, orders):
    names = [boat.name for boat in campaign.view(ROLE).boats if boat.place == "ready" and boat.where == "Pearl Harbor"]
    one, two = names[-2:]
    orders.give(f"send {one}, {two} to Marshalls")
    orders.give(f"send {two} to Marianas")
    assert [order.text for order in orders.in_force] == [f"send {one} to Marshalls", f"send {two} to Marianas"]
    orders.give(f"send {one} to Marianas for 3 weeks")
    assert len(orders.in_force) == 2, "an order that is about no boat any more is gone"


def test_boats_at_sea_are_called_home_and_boats_in_port_cannot_be(campaign, orders):
    name = ready_boat(campaign).name
    with pytest.raises(BadData, match=f"not at sea: {name}"):
        orders.give(f"home {name}")
    orders.give("fight all")
    orders.give("staff")
    orders.give(f"send {name} to Marshalls")
    while boat_named(campaign, name).place == "ready" or orders.resting:
        if not orders.play(limit=1):
            orders.give("go")
    order = orders.give(f"home {name}")
    assert [each.text for each in orders.in_force if "home" in each.text] == [f"home {name}"]
    assert not any(each.text.startswith("send") for each in orders.in_force), "it gives way"
    for _ in range(400):
        if order.over():
            break
        if not orders.play(limit=1):
            orders.give("go")
    assert boat_named(campaign, name).at in campaign.view(ROLE).bases


def test_a_damaged_boatcomes_home_unless_she_was_told_to_stay(campaign, orders):
    name = ready_boat(campaign).name
    order = orders.give(f"send {name} to Marshalls")
    stays = StandingOrders(campaign, ROLE).give(f"send {name} to Marshalls though damaged")
    assert stays.text.endswith("though damaged")
    state = campaign.fork().state
    boat = next(boat for boat in state.boats if load_charts().boats[boat.card].name == name)
    boat.place, boat.where, boat.on_patrol, boat.damage = (
        Place.OPERATING,
        load_charts().area_index["marshalls"],
        True,
        1,
    )
    seen = next(boat for boat in see(state, ROLE).boats if boat.name == name)
    assert isinstance(order, Sailing)
    assert isinstance(stays, Sailing)
    assert order.comes_home(seen)
    assert not stays.comes_home(seen)


# ---- the staff, and when to be called --------------------------------------------------------------------------------


def test_the_staff_reports_boats_without_orders_once_and_ends_no_week_while_all_boats_lie_in_port(game):
    match = game.new_match("campaign_full", seed=7)
    orders = StandingOrders(match, ROLE)
    orders.give("staff")
    assert orders.play() == 0
    assert orders.resting == "Ready for sea without orders: 18 at Manila, 9 at Pearl Harbor."
    orders.give("go")
    assert orders.play() == 0, "no boat is at sea"
    orders.give("fight all")
    orders.give("send Gudgeon to Marshalls")
    orders.give("go")
    assert orders.play() > 2
    assert match.state.turn == 2, "the week is over, and other boats are ready"
    assert orders.resting == "Ready for sea without orders: 11 at Manila, 5 at Pearl Harbor."
    assert boat_named(match, "Gudgeon").where == "Marshalls"


def test_a_withdrawn_boat_is_marked_and_the_staff_sends_it_home(campaign, orders):
    gone = next(boat for boat in campaign.view(ROLE).boats if boat.ordered_home)
    assert "withdrawn for overhaul" in boats_command(campaign.view(ROLE), "withdrawn")
    assert "end the turn" not in campaign.decision.texts, "she must leave Fremantle in this turn (8.0, SW-R88)"
    orders.give("staff")
    orders.play()
    assert boat_named(campaign, gone.name).rtb == "involuntary"
    assert "end the turn" in campaign.decision.texts


def test_orders_turn_fills_in_what_no_other_order_covers_and_leaves_what_one_does(campaign, orders):
    boats = [boat.name for boat in campaign.view(ROLE).boats if boat.place == "ready" and boat.where == "Pearl Harbor"]
    orders.give("staff")
    orders.give(f"send {boats[-1]} to Hawaiian Islands")
    orders.give("turn")
    orders.play(limit=2000)
    assert campaign.state.turn == 2
    assert boat_named(campaign, boats[-1]).where == "Hawaiian Islands", "as ordered"
    at_sea = [boat for boat in campaign.view(ROLE).boats if boat.place in ("operating", "done")]
    assert len(at_sea) > 5, "the bot sent the others"


@pytest.mark.parametrize(
    ("words", "event", "stops"),
    [
        ("task force", TASK_FORCE, "Gar meets a task force of 9 units (High activity)."),
        ("task force", CONVOY, ""),
        ("contact", CONVOY, "Wahoo meets a C1 convoy of 4 units (Low activity)."),
        ("damage, loss", Damaged(GAR, CORAL_SEA, 1), "Gar is damaged."),
        ("damage, loss", Lost(GAR, CORAL_SEA, Cause.ESCORTS), "Gar is lost: the escorts sink her."),
        ("damage of Tuna", Damaged(GAR, CORAL_SEA, 1), ""),
        ("damage of Tuna, Gar", Damaged(GAR, CORAL_SEA, 2), "Gar is damaged again."),
        ("month", WeekBegan("1942-08", 1), "A month is over (month 1 reports on it)."),
        ("month", WeekBegan("1942-08", 2), ""),
        ("week", WeekBegan("1942-08", 2), "A week is over (week 1 reports on it)."),
    ],
)
def test_orders_stop_for_what_they_are_told_to_stop_for(orders, words, event, stops):
    assert orders.give(f"stop {words}").stop(event) == stops


def test_at_a_months_end_all_orders_rest_until_go(campaign, orders):
    for words in ("boat all", "staff", "stop month"):
        orders.give(words)
    month = campaign.state.month
    orders.play()
    assert (campaign.state.month, campaign.state.week) == (month + 1, 1)
    assert orders.resting == "A month is over (month 1 reports on it)."
    assert orders.play() == 0
    orders.give("go")
    orders.play()
    assert campaign.state.month == month + 2


def test_orders_that_cannot_be_given_say_what_would_do(orders):
    for words, says in (
        ("send Gar", "whom, and where to"),
        ("send Gar to Atlantis", "no OpArea is called 'Atlantis'"),
        ("send Gar to South", "could be South Pacific, South Philippine Sea"),
        ("send Nautilos to Marshalls", "did you mean nautilus"),
        ("stop rain", "cannot stop for 'rain'"),
        ("staff all", "takes no further words"),
        ("fight", "which boats"),
        ("home", "which boats"),
    ):
        with pytest.raises(BadData, match=says):
            orders.give(words)


# ---- cards and reports -----------------------------------------------------------------------------------------------


def test_a_boats_card_has_its_printed_ratings_and_the_ways_within_its_range(campaign):
    view = campaign.view(ROLE)
    boat = ready_boat(campaign)
    card = load_charts().boats[boat.card]
    text = card_command(view, boat.name)
    assert f"Speed {card.speed}, Range {card.range}" in text
    assert f"Attack {card.attack}, Defense {card.defense}, Tactical {card.tactical}" in text
    assert f"Endurance {card.endurance}" in text
    told = [line for line in text.splitlines() if line.startswith("Hawaiian Islands")]
    assert told[0].split()[2:4] == ["1", "1"], "leaving Pearl Harbor costs the one step (15.1), a week"
    assert max(map(len, text.splitlines())) <= 80
    several = card_command(view, "ready Pearl")
    assert f"{card.attack}.{card.defense}.{card.tactical} {card.endurance}" in several
    assert max(map(len, several.splitlines())) <= 80


def test_steps_from_a_permanent_base_count_the_one_that_leaves_it_and_those_home_the_one_that_enters(campaign):
    charts = load_charts()
    boat = ready_boat(campaign)
    hawaii, marshalls = charts.area_index["hawaiian_islands"], charts.area_index["marshalls"]
    view = campaign.view(ROLE)
    assert way_to(view, boat, hawaii).steps == 1
    assert charts.areas[marshalls].name in [charts.areas[n].name for n in charts.areas[hawaii].neighbours]
    assert (way_to(view, boat, marshalls).steps, way_to(view, boat, marshalls).weeks) == (2, 1)
    state = campaign.fork().state
    number = next(n for n, each in enumerate(state.boats) if each.card == boat.card)
    state.boats[number].place, state.boats[number].where = Place.OPERATING, marshalls
    seen = see(state, ROLE)
    home = way_home(seen, seen.boats[number], charts.base_index["pearl_harbor"])
    assert (home.steps, home.weeks) == (2, 1)


@pytest.mark.rule("silent_war", "12.0", "15.1-c")
def test_a_boat_on_patrol_moves_one_oparea_a_week_whatever_its_speed(campaign):
    charts = load_charts()
    state = campaign.fork().state
    boat = ready_boat(campaign)
    number = next(n for n, each in enumerate(state.boats) if each.card == boat.card)
    hawaii, marshalls = charts.area_index["hawaiian_islands"], charts.area_index["marshalls"]
    beyond = next(n for n in charts.areas[marshalls].neighbours if n not in (hawaii, *charts.areas[hawaii].neighbours))
    assert charts.boats[boat.card].speed == 2
    found = []
    for on_patrol in (False, True):
        state.boats[number].place, state.boats[number].where = Place.OPERATING, hawaii
        state.boats[number].on_patrol = on_patrol
        seen = see(state, ROLE)
        found.append(way_to(seen, seen.boats[number], beyond))
    assert [(way.steps, way.weeks) for way in found] == [(2, 1), (2, 2)]


def test_the_month_is_told_in_headlines_beside_history(campaign):
    view = campaign.view(ROLE)
    events = [
        Sunk(called("Tuna"), CORAL_SEA, 3, unit(1)),
        WeekBegan("1942-07", 1),
        TASK_FORCE,
        CONVOY,
        Sunk(GAR, CORAL_SEA, 4, unit(1)),
        Sunk(called("Wahoo"), CORAL_SEA, 7, unit(2)),
        Damaged(GAR, CORAL_SEA, 1),
        Damaged(GAR, CORAL_SEA, 2),
        Arrived(called("Wahoo"), MIDWAY, CORAL_SEA),
    ]
    ships, tons, lost = history_by_month()["1942-07"]
    assert lost == 1, "Grunion"
    assert month_command(events, view, "").splitlines() == [
        "1942-07",
        "  sunk: 2 ships, 11,000 tons",
        "    Wahoo: 1 ship, 7,000 tons",
        "    Gar: 1 ship, 4,000 tons",
        "  contacts: 2, 1 of them with a task force",
        "  damaged: Gar twice",
        "  arrived at Midway: Wahoo",
        f"  (history: {ships} ships, {tons},000 tons, 1 boat lost)",
    ]
    assert month_command(events, view, "1").splitlines()[:2] == ["1942-06", "  sunk: 1 ship, 3,000 tons"]
    for argument, says in (("2", "months that are over: 1"), ("x", "takes a number")):
        with pytest.raises(BadData, match=says):
            month_command(events, view, argument)
