"""Chapters 1 to 9, each rule with its dice given beforehand."""

import pytest
from navalcore.components import Bearing, DamageTrack, Markers
from navalcore.rules import Decision, ScriptedChance, run

from skerry_passage.aiming import aim_side, cannot_fire, shots, visible
from skerry_passage.choices import Leg, Shot, Way, Weapon
from skerry_passage.courses import cannot_sail, legs, write_course
from skerry_passage.game import SkerryPassage
from skerry_passage.gunnery import fire, modifiers, salvo, torpedo
from skerry_passage.missions import draw_missions, fulfilled, points
from skerry_passage.passage import cards
from skerry_passage.sailing import carry_out, clear_smoke, sail
from skerry_passage.state import BLUE, GREY, Mission, Play, Rules, Ship, Side, State


def ship(name: str, space: str, facing: Bearing = Bearing.N, hits: int = 0) -> Ship:
    card = cards()[name]
    made = Ship(
        name,
        Side(card.side),
        space,
        facing,
        DamageTrack(card.hull, dict(card.damage)),
        card.torpedoes,
        card.smoke,
    )
    made.damage.hit(hits)
    return made


def table(*ships: Ship, results: tuple[int | str, ...] = (), turn: int = 1, sight: int = 8) -> Play:
    missions = {GREY: Mission.LIGHT, BLUE: Mission.FLAGSHIP}
    state = State("courses", 8, sight, list(ships), missions, markers=Markers(), turn=turn)
    return Play(state, Rules(), ScriptedChance(*results))


def texts(options: list[Leg]) -> list[str]:
    return [str(option) for option in options]


@pytest.mark.rule("skerry_passage", "1")
def test_the_ships_begin_where_the_scenario_has_them() -> None:
    state = SkerryPassage().new_match("forenoon", seed=1).state
    assert [(each.id, each.space, each.facing.name, each.damage.boxes) for each in state.ships] == [
        ("adler", "0205", "ENE", 8),
        ("resolve", "1606", "WNW", 9),
        ("otter", "0208", "ENE", 5),
        ("swift", "1603", "WNW", 5),
    ]
    assert (state.turns, state.sight) == (8, 8)


@pytest.mark.rule("skerry_passage", "2")
def test_each_side_draws_a_mission_that_it_alone_is_told_and_shown() -> None:
    play = table(results=(0, 2))
    play.listen(True)
    play.state.missions.clear()
    draw_missions(play)
    assert play.state.missions == {GREY: Mission.BREAK_THROUGH, BLUE: Mission.LIGHT}
    assert [event.to for event in play.told] == [(GREY,), (BLUE,)]
    match = SkerryPassage().new_match(seed=1)
    missions = match.state.missions
    assert match.view("grey").missions == {GREY: missions[GREY], BLUE: None}
    assert match.view("spectator").missions == {GREY: None, BLUE: None}


@pytest.mark.rule("skerry_passage", "2")
@pytest.mark.parametrize(
    ("mission", "ships", "done"),
    [
        (Mission.BREAK_THROUGH, [ship("otter", "")], True),
        (Mission.BREAK_THROUGH, [ship("otter", "1706")], False),
        (Mission.BREAK_THROUGH, [ship("otter", "", hits=5)], False),
        (Mission.FLAGSHIP, [ship("resolve", "0205", hits=5)], False),
        (Mission.FLAGSHIP, [ship("resolve", "0205", hits=6)], True),
        (Mission.FLAGSHIP, [ship("swift", "0205", hits=5)], False),
        (Mission.LIGHT, [ship("adler", "0904"), ship("swift", "0903")], True),
        (Mission.LIGHT, [ship("adler", "0904"), ship("swift", "0908")], False),
    ],
)
def test_a_mission_is_fulfilled_as_its_words_say(mission: Mission, ships: list[Ship], done: bool) -> None:
    assert fulfilled(table(*ships).state, GREY, mission) is done


@pytest.mark.rule("skerry_passage", "3")
def test_a_leg_leads_ahead_or_one_side_to_port_or_starboard() -> None:
    adler = ship("adler", "0605")
    assert texts(legs(adler, "0605", Bearing.N)) == [
        "Adler ahead: 0604",
        "Adler to starboard: 0705",
    ]
    assert [str(refusal) for refusal in cannot_sail(adler, "0605", Bearing.N)] == [
        "Adler to port: 0505: an island is there (3)"
    ]


@pytest.mark.rule("skerry_passage", "3")
def test_ships_leave_the_map_over_the_far_edge_only() -> None:
    assert texts(legs(ship("adler", "1706"), "1706", Bearing.ENE)) == [
        "Adler ahead: out of the passage",
        "Adler to port: 1705",
        "Adler to starboard: out of the passage",
    ]
    swift = ship("swift", "1706")
    assert texts(legs(swift, "1706", Bearing.ENE)) == ["Swift to port: 1705"]
    refused = [str(refusal) for refusal in cannot_sail(swift, "1706", Bearing.ENE)]
    assert refused[0] == "Swift ahead: out of the passage: she may leave over the far edge only (3)"


def plotted(play: Play, who: Ship, *answers: str) -> list[str]:
    """The legs that a ship writes when asked; the answers are made in turn."""
    sheet: list[Leg] = []
    given = iter(answers)
    run(write_course(play, who, sheet), lambda decision: decision.index(next(given)))
    return texts(sheet)


@pytest.mark.rule("skerry_passage", "3")
def test_a_course_has_as_many_legs_as_the_ship_has_speed_and_one_at_least() -> None:
    otter = ship("otter", "0910")
    ahead = ["Otter ahead: 0909", "Otter ahead: 0908", "Otter to port: 0807", "Otter to starboard: 0806"]
    assert plotted(table(otter), otter, *ahead) == ahead
    assert plotted(table(otter), otter, ahead[0], "Otter stops in 0909") == ahead[:1]
    assert plotted(table(otter), otter, "Otter makes smoke", ahead[0], "Otter stops in 0909")[0] == "Otter makes smoke"
    slowed = ship("otter", "0910", hits=2)
    assert plotted(table(slowed), slowed, *ahead[:2]) == ahead[:2]
    first: list[str] = []

    def look(decision: Decision) -> int:
        first.extend(decision.texts if not first else [])
        return 0

    run(write_course(table(otter), otter, []), look)
    assert not any("stops" in text for text in first)


@pytest.mark.rule("skerry_passage", "3")
def test_in_a_gale_no_ship_makes_smoke() -> None:
    otter = ship("otter", "0910")
    play = Play(table(otter).state, Rules(smoke=False), ScriptedChance())
    with pytest.raises(Exception, match="not offered"):
        plotted(play, otter, "Otter makes smoke")


def sailed(play: Play, **courses: list[Leg]) -> Play:
    """The courses of the sides, sailed."""
    play.state.courses.sheets.update(courses)
    play.state.courses.revealed = True
    sail(play)
    return play


def leg(name: str, way: Way, to: str) -> Leg:
    return Leg(name, way, to)


@pytest.mark.rule("skerry_passage", "4")
@pytest.mark.parametrize(("turn", "adler", "resolve"), [(1, "0804", "0805"), (2, "0803", "0804")])
def test_grey_moves_first_in_odd_turns_and_who_comes_second_sheers_off(turn: int, adler: str, resolve: str) -> None:
    ships = ship("adler", "0803", Bearing.S), ship("resolve", "0805", Bearing.N)
    into = {"grey": [leg("adler", Way.AHEAD, "0804")], "blue": [leg("resolve", Way.AHEAD, "0804")]}
    sailed(table(*ships, turn=turn), **into)
    assert tuple(each.space for each in ships) == (adler, resolve)


@pytest.mark.rule("skerry_passage", "4")
def test_a_ship_that_sheers_off_loses_the_rest_of_her_course() -> None:
    adler, otter = ship("adler", "0910"), ship("otter", "0909")
    play = sailed(table(adler, otter), grey=[leg("adler", Way.AHEAD, "0909"), leg("adler", Way.PORT, "0809")])
    assert (adler.space, adler.facing, adler.sailed) == ("0910", Bearing.N, 0)
    assert play.state.ship("otter").space == "0909"


@pytest.mark.rule("skerry_passage", "4")
def test_beginning_to_make_smoke_takes_an_impulse_and_smoke_lies_for_two_turns() -> None:
    otter, swift = ship("otter", "0910"), ship("swift", "0810", Bearing.ENE)
    course = [leg("otter", Way.SMOKE, "0910"), leg("otter", Way.AHEAD, "0909"), leg("otter", Way.AHEAD, "0908")]
    play = sailed(table(otter, swift), grey=course, blue=[leg("swift", Way.AHEAD, "0910")])
    assert (otter.space, otter.smoke, otter.sailed) == ("0908", 1, 2)
    assert swift.space == "0810", "Otter is still there in the first impulse"
    assert play.state.markers.spaces("smoke") == ["0910", "0909"]
    clear_smoke(play)
    assert play.state.markers.spaces("smoke") == ["0910", "0909"]
    clear_smoke(play)
    assert play.state.markers.spaces("smoke") == []


@pytest.mark.rule("skerry_passage", "4")
def test_a_ship_turns_and_then_sails_and_may_leave_the_passage() -> None:
    adler = ship("adler", "1706", Bearing.N)
    play = table(adler)
    assert carry_out(play, adler, leg("adler", Way.STARBOARD, ""))
    assert (adler.space, adler.facing, adler.here) == ("", Bearing.ENE, False)


@pytest.mark.rule("skerry_passage", "5")
@pytest.mark.parametrize(
    ("here", "there", "sight", "smoke", "seen"),
    [
        ("0203", "0211", 8, [], True),
        ("0203", "0211", 7, [], False),
        ("0205", "0605", 8, [], True),
        ("0404", "0604", 8, [], False),
        ("0203", "0206", 8, ["0204"], False),
        ("0203", "0205", 8, ["0203"], False),
        ("0203", "0204", 8, ["0203", "0204"], True),
    ],
)
def test_islands_smoke_and_the_light_of_day_limit_sight(
    here: str, there: str, sight: int, smoke: list[str], seen: bool
) -> None:
    assert visible(sight, smoke, here, there) is seen
    assert visible(sight, smoke, there, here) is seen


@pytest.mark.rule("skerry_passage", "5")
def test_a_ship_fires_what_bears_and_torpedoes_abeam_within_three_hexes() -> None:
    otter = ship("otter", "0909")
    for space, expected in [
        ("0907", [Weapon.GUNS]),
        ("1110", [Weapon.GUNS, Weapon.TORPEDO]),
        ("1311", [Weapon.GUNS]),
        ("0911", [Weapon.GUNS]),
    ]:
        play = table(otter, ship("swift", space))
        assert [shot.weapon for shot in shots(play.state, otter)] == expected, space
    without_fore = ship("otter", "0909", hits=3)
    play = table(without_fore, ship("swift", "0907"))
    assert shots(play.state, without_fore) == []
    assert [refusal.reason for refusal in cannot_fire(play.state, without_fore)] == [
        "no gun bears",
        "a torpedo runs up to 3 hexes, abeam only",
    ]


@pytest.mark.rule("skerry_passage", "5")
def test_a_side_writes_a_shot_for_every_ship_that_does_not_hold_her_fire() -> None:
    play = table(ship("adler", "0909"), ship("otter", "0910"), ship("swift", "1110"))
    sheet: list[Shot] = []
    answers = iter(["Adler: guns at Swift", "Otter holds her fire"])
    run(aim_side(play, GREY, sheet), lambda decision: decision.index(next(answers)))
    assert sheet == [Shot("adler", Weapon.GUNS, "swift")]


@pytest.mark.rule("skerry_passage", "6")
@pytest.mark.parametrize(
    ("space", "heading", "sailed", "expected"),
    [
        ("0907", Bearing.ENE, 0, {"short range": 1}),
        ("0906", Bearing.ENE, 0, {}),
        ("0903", Bearing.ENE, 0, {"long range": -1}),
        ("0905", Bearing.S, 0, {"raked": 1}),
        ("0905", Bearing.N, 3, {"raked": 1}),
        ("0905", Bearing.ENE, 4, {"fast target": -1}),
    ],
)
def test_range_aspect_and_speed_change_the_die(
    space: str, heading: Bearing, sailed: int, expected: dict[str, int]
) -> None:
    target = ship("swift", space, heading)
    target.sailed = sailed
    assert modifiers(ship("adler", "0909"), target) == expected


@pytest.mark.rule("skerry_passage", "6")
@pytest.mark.parametrize(("die", "ahead", "abeam"), [(1, 0, 1), (3, 0, 1), (4, 1, 2), (5, 1, 2), (6, 2, 3)])
def test_a_salvo_hits_as_often_as_the_table_says(die: int, ahead: int, abeam: int) -> None:
    for space, heading, hits in [("0905", Bearing.ENE, ahead), ("1309", Bearing.N, abeam)]:
        attacker, target = ship("adler", "0909"), ship("resolve", space, heading)
        assert salvo(table(attacker, target, results=(die,)), attacker, target) == hits


@pytest.mark.rule("skerry_passage", "7")
@pytest.mark.parametrize(
    ("die", "hits"), [(1, (0, 0, 0)), (3, (2, 0, 0)), (4, (3, 2, 0)), (5, (3, 3, 2)), (6, (4, 3, 3))]
)
def test_a_torpedo_hits_as_hard_as_the_table_says_and_is_spent(die: int, hits: tuple[int, int, int]) -> None:
    for space, expected in zip(("1009", "1110", "1210"), hits, strict=True):
        otter, target = ship("otter", "0909"), ship("resolve", space)
        assert torpedo(table(otter, target, results=(die,)), otter, target) == expected
        assert otter.torpedoes == 1


@pytest.mark.rule("skerry_passage", "8")
def test_all_fire_is_simultaneous_and_thresholds_take_effect_afterwards() -> None:
    otter, swift = ship("otter", "0909", hits=3), ship("swift", "1009", hits=3)
    play = table(otter, swift, results=(6, 6))
    play.state.shots.sheets.update(
        grey=[Shot("otter", Weapon.TORPEDO, "swift")], blue=[Shot("swift", Weapon.TORPEDO, "otter")]
    )
    play.state.shots.revealed = True
    play.listen(True)
    fire(play)
    assert (otter.sunk, swift.sunk) == (True, True)
    told = [str(event) for event in play.told if "sunk" in str(event) or "guns" in str(event)]
    assert "Swift is sunk." in told
    assert "Otter has her aft guns out of action." in told


@pytest.mark.rule("skerry_passage", "8")
def test_a_slowed_ship_has_two_legs_and_guns_that_are_out_do_not_bear() -> None:
    adler = ship("adler", "0909", hits=5)
    assert (adler.speed, adler.slowed) == (2, True)
    assert shots(table(adler, ship("swift", "0907")).state, adler) == []


@pytest.mark.rule("skerry_passage", "9")
def test_points_are_for_hits_for_ships_sunk_and_for_the_mission() -> None:
    play = table(
        ship("adler", "0907", hits=8), ship("otter", "0908"), ship("resolve", "1606", hits=2), ship("swift", "")
    )
    assert points(play.state, GREY) == 2 + 5, "two hits, and the light"
    assert points(play.state, BLUE) == 8 + 3 + 5, "eight hits, a cruiser sunk, which is the mission too"


@pytest.mark.rule("skerry_passage", "9")
def test_the_match_ends_after_the_last_turn_or_when_a_side_is_gone() -> None:
    game = SkerryPassage()
    terms = game.terms()
    ships = [ship("adler", "0205", hits=1), ship("resolve", "1606", hits=1)]
    for turn, left, ending in [(7, "1606", None), (8, "1606", "last_turn"), (3, "", "alone")]:
        ships[1].space = left
        outcome = game.outcome(table(*ships, turn=turn).state, terms)
        assert (outcome.ending if outcome else None) == ending
    ships[1].space = "1606"
    draw = game.outcome(table(*ships, turn=8).state, terms)
    assert draw is not None
    assert (draw.winner, draw.scores) == (None, {"grey": 1, "blue": 1})
    ships[0].space = "0907"
    ships[0].damage.hit(4)
    ships[1].damage.hit(4)
    both = game.outcome(table(*ships, turn=8).state, terms)
    assert both is not None
    assert (both.winner, both.scores) == (None, {"grey": 5 + 5, "blue": 5 + 5}), "both missions are fulfilled"
    ships[1].damage.hit(1)
    ships[0].damage.repair(1)
    by_points = game.outcome(table(*ships, turn=8).state, terms)
    assert by_points is not None
    assert (by_points.winner, by_points.scores) == ("grey", {"grey": 6 + 5, "blue": 4})


@pytest.mark.rule("skerry_passage", "9")
def test_equal_points_are_decided_by_the_mission() -> None:
    ships = [ship("adler", "0907", hits=4), ship("resolve", "0105")]
    ships += [ship("otter", "1606"), ship("swift", "1706", hits=0)]
    for name, hits in (("otter", 1), ("swift", 0)):
        next(each for each in ships if each.id == name).damage.hit(hits)
    play = table(*ships, turn=8)
    outcome = SkerryPassage().outcome(play.state, SkerryPassage().terms())
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == ("grey", {"grey": 5, "blue": 5})
