"""One id for each thing: in views, options, events, decisions and on the board."""

import json

import pytest

import navalcore as nc
from navalcore._rules.decision import UMPIRE
from navalcore._wire.codec import codec
from navalcore.bots import make_bots
from navalcore.components._chance import SeededChance
from navalcore.rules import Move, places
from navalcore.testing import check_game
from navalcore.testing._trial import Placed
from navalcore_games.bismarck.bots.otto import Otto
from navalcore_games.bismarck.cards import BISMARCK, SL1, SL3, ship_number
from navalcore_games.bismarck.choices import Launch, Mark, ToOrder, go, stop, unit_in
from navalcore_games.bismarck.combat_events import (
    Attacked,
    Cause,
    GotAway,
    Lost,
    PointsAwarded,
)
from navalcore_games.bismarck.events import (
    ChanceSpotting,
    Moved,
    OrderGiven,
    Reinforced,
    ShadowReported,
    Spotted,
    TurnBegan,
)
from navalcore_games.bismarck.ids import UNIT_IDS
from navalcore_games.bismarck.movement.activity import movement
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Fate, Mode, Side, Square

HOOD, SUFFOLK = ship_number("Hood"), ship_number("Suffolk")
GAME = nc.load("bismarck")


def test_in_random_play_all_options_name_places_that_are_drawn_for_the_role_that_is_asked() -> None:
    names = ["options_name_places_that_are_drawn"]
    report = check_game(GAME, matches=2, only=names)
    assert report.ok, report.text()
    placed = Placed(report.coverage.offered, report.coverage.placed)
    assert placed.share == 1


@pytest.mark.parametrize("scenario", ["two_player", "solitaire"])
def test_in_the_play_of_the_bots_all_options_name_places_that_are_drawn(scenario: str) -> None:
    match = GAME.new_match(scenario, seed=1)
    bots, placed = make_bots(GAME, seed=1), Placed()
    while (decision := match.decision) is not None:
        view = match.view(decision.role)
        placed.note(decision)
        if match.count % 31 == 0 or not decision.kind.startswith(("order", "ship", "plane")):
            board = nc.face_of(GAME).board(view)
            assert board is not None
            assert board.ids.issuperset(place.id for option in decision.options for place in decision.places_of(option))
        match.choose(bots[decision.role].decide(view, decision))
    assert placed.share == 1


def test_a_unit_is_picked_in_its_line_or_in_its_square_and_is_the_same_option_wherever_she_is() -> None:
    hood = ship_number("Hood")
    assert unit_in(hood, Square(1622)).places == places(subject="ship/hood", at="square/1622")
    assert unit_in(hood, Square(1622)) == unit_in(hood, Square(1724)) == ToOrder(hood, Square(1724))
    assert unit_in(hood, Square(1622)).key == unit_in(hood, Square(1724)).key == "unit/0"


def test_the_steps_of_an_order_light_up_one_after_the_other() -> None:
    match = GAME.new_match("two_player", seed=1)

    def offered(role="british"):
        decision = match.decisions[role]
        return {str(option): decision.places_of(option) for option in decision.options}

    assert offered()["Hood"] == places(subject="ship/hood", at="square/1622")
    match.choose("Hood", role="british")
    assert offered()["M"] == places(subject="ship/hood", target="mode/m", at="square/1622")
    match.choose("M", role="british")
    assert (offered()["E"], offered()["stop"]) == (
        places(subject="ship/hood", from_="square/1622", to="square/1623"),
        places(subject="ship/hood", at="square/1622"),
    )
    match.choose("E", role="british")
    assert (offered()["SE"], offered()["stop"]) == (
        places(subject="ship/hood", from_="square/1623", to="square/1724"),
        places(subject="ship/hood", at="square/1623"),
    )


def test_the_ways_off_the_map_the_marks_and_the_targets_have_places_too() -> None:
    assert go("S", Square(3120)).places == places(to="square/3120")
    assert Mark(Square(2724)).places == places(target="square/2724")
    assert stop(Square(2924)).places == places(at="square/2924")
    assert Launch(2, ship_number("Bismarck")).places == places(target="ship/bismarck")
    board = nc.face_of(GAME).board(GAME.new_match(seed=1).view("british"))
    assert board is not None
    assert {"square/3120", "square/2010", "mode/z", "air/r_scapa_flow_1"} <= board.ids


def test_the_view_names_units_by_the_ids_of_the_board_and_can_be_read_again() -> None:
    match = GAME.new_match("two_player", seed=1)
    for role in ("british", "german"):
        match.choose(match.decisions[role].options[1], role=role)
    for role in ("british", "german", UMPIRE):
        view = match.view(role)
        sent = json.loads(view.model_dump_json())
        named = [*sent["ships"], *sent["planes"], sent["ordering"]]
        assert set(named) <= set(UNIT_IDS)
        assert type(view).model_validate(sent) == view
    assert json.loads(match.view("british").model_dump_json())["ships"]["ship/hood"]["square"] == 1622


def test_options_and_events_are_sent_with_ids_of_units_and_read_again() -> None:
    hood = ship_number("Hood")
    given = OrderGiven(hood, Mode.MOVE, (Square(1623),), Square(1622), to=("british",))
    wire = codec(GAME)
    for thing, field in ((unit_in(hood, Square(1622)), "number"), (given, "unit")):
        sent = wire.to_json(thing)
        assert sent["fields"][field] == "ship/hood"
        assert wire.from_json(sent) == thing


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (TurnBegan(3), places(at="turn/3")),
        (OrderGiven(HOOD, Mode.PATROL, (), Square(1622)), places(subject="ship/hood", at="square/1622")),
        (
            OrderGiven(HOOD, Mode.MOVE, (Square(1623), Square(1724)), Square(1622)),
            places(subject="ship/hood", from_="square/1622", to="square/1724"),
        ),
        (
            ShadowReported(HOOD, BISMARCK, Square(1117), False, True, (SUFFOLK,)),
            places(subject=("ship/hood", "ship/suffolk"), target="ship/bismarck", at="square/1117"),
        ),
        (Spotted(BISMARCK, Square(1117)), places(target="ship/bismarck", at="square/1117")),
        (Attacked(HOOD, BISMARCK, 2), places(subject="ship/hood", target="ship/bismarck")),
        (ChanceSpotting(BISMARCK, True, Square(1117)), places(target="ship/bismarck", at="square/1117")),
        (ChanceSpotting(BISMARCK, True, Square(1117)).redacted(), places(target="ship/bismarck")),
        (GotAway(HOOD, Square(1117)), places(subject="ship/hood", at="square/1117")),
        (Lost(HOOD, Cause.SUNK), places(target="ship/hood", at="list/hood")),
        (PointsAwarded(Side.BRITISH, 7, Cause.ARRIVED, SL1), places(target="convoy/sl1")),
    ],
)
def test_events_say_who_what_and_where(event, told) -> None:
    assert event.places == told


def test_units_move_on_the_board_by_their_ways_and_come_from_their_lines() -> None:
    moved = Moved(HOOD, Square(1724), Square(1622), (Square(1623),))
    assert moved.moves == (Move("ship/hood", "square/1622", "square/1724", way=("square/1623",)),)
    assert moved.places == ()
    stayed = Moved(HOOD, Square(1622), Square(1622))
    assert (stayed.moves, stayed.places) == ((), places(subject="ship/hood", at="square/1622"))
    came = Reinforced((HOOD,), Square(1825))
    assert came.moves == (Move("ship/hood", "list/hood", "square/1825"),)


def test_a_chance_spotting_lays_a_marker_for_those_who_learn_the_square() -> None:
    found = ChanceSpotting(BISMARCK, True, Square(1117))
    assert found.moves == (Move("report/1117", "", "square/1117"),)
    assert found.redacted().moves == ()


def test_what_changes_on_the_board_is_told_by_moves_chance_spottings_too() -> None:
    only = ["pieces_move_as_told"]
    report = check_game(
        GAME, matches=1, scenarios=["two_player"], options={}, only=only, max_choices=120, shrinking=False
    )
    assert report.ok, report.text()


def test_a_moved_event_has_the_way_that_was_ordered(sea) -> None:
    here = sea()
    here.put("Norfolk", 1622, order_mode=Mode.MOVE, path=(Square(1623), Square(1724)))
    here.play.listen(True)
    movement(here.play)
    (moved,) = [event for event in here.play.told if isinstance(event, Moved)]
    assert moved.moves == (Move("ship/norfolk", "square/1622", "square/1724", way=("square/1623",)),)


def test_every_question_has_places_and_what_its_prompt_says_is_in_fields() -> None:
    kinds: dict[str, nc.Decision] = {}
    for seed in range(60):
        match = GAME.new_match("two_player", seed=seed)
        bots = make_bots(GAME, seed=seed)
        while (decision := match.decision) is not None and match.state.turn < 12:
            assert decision.places, decision.prompt
            kinds.setdefault(decision.kind, decision)
            board = nc.face_of(GAME).board(match.view(decision.role))
            assert board is not None
            names = {piece.id: piece.name for piece in board.pieces}
            for value in decision.fields.values():
                if decision.kind not in ("order_unit", "surprise"):
                    assert names.get(value, str(value)) in decision.prompt
            match.choose(bots[decision.role].decide(match.view(decision.role), decision))
        if len(kinds) >= 9:
            break
    assert {"order_unit", "ship_mode", "ship_move", "plane_mode", "plane_move", "shadow", "attack_ship"} <= set(kinds)
    assert kinds["ship_mode"].fields.keys() == {"unit", "square"}
    assert [place.part for place in kinds["ship_move"].places] == ["subject", "from"]


def test_otto_reads_which_convoys_have_arrived_from_fields(sea) -> None:
    here = sea()
    here.state.turn = 20
    here.state.due[:] = [SL1, SL3]
    here.state.missions[SL1] = 18
    here.put("SL1", 2125).fate = Fate.ARRIVED
    here.put("SL3", 2320)
    view = see(here.state, Side.GERMAN)
    assert view.settled == {SL1: True, SL3: False}
    prey = Otto("german", SeededChance.from_seed(1)).prey(view)
    assert SL1 not in prey
    assert SL3 in prey, "it has failed, but it is at sea"


def test_that_a_convoy_which_has_failed_arrives_later_is_not_told(sea) -> None:
    here = sea()
    here.state.turn = 27
    here.state.due[:] = [SL1]
    here.state.missions[SL1] = 26
    here.put("SL1", 2125).fate = Fate.ARRIVED
    assert see(here.state, Side.GERMAN).settled == {SL1: False}
