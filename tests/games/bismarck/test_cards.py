"""The data cards, the map, the calendar (2, 3, data cards)."""

from pathlib import Path

import pytest

from navalcore.errors import BadData, UnknownName
from navalcore_games.bismarck.cards import BISMARCK, CONVOYS, DATA, PLANES, SHIPS, ship_number, unit_name
from navalcore_games.bismarck.sea_map import (
    BERGEN,
    CHANNEL,
    CLYDE,
    ENTRY_SQUARES,
    EXITS,
    FOG_AREAS,
    GRID,
    IRISH_SEA,
    PLYMOUTH,
    PORTS,
    REYKJAVIK,
    SCAPA,
    SEA_WAYS,
    open_to_ships,
    parse_square,
    sea_distances,
)
from navalcore_games.bismarck.tables import TABLES, load_tables
from navalcore_games.bismarck.turns import LAST_TURN, TURNS, is_night
from navalcore_games.bismarck.words import Mode, PlaneType, ShipType, Side, Square


def card(name):
    return SHIPS[ship_number(name)]


@pytest.mark.rule("bismarck", "Data-A", "2.3")
def test_the_british_card_has_34_units_of_the_printed_types() -> None:
    british = [each.type for each in SHIPS if each.side is Side.BRITISH]
    assert [british.count(ShipType(letter)) for letter in "BACDMS"] == [7, 2, 13, 3, 7, 2]


@pytest.mark.rule("bismarck", "Data-B", "2.3")
def test_the_german_card_has_nine_units_and_the_plane_card_fourteen() -> None:
    german = [each.type for each in SHIPS if each.side is Side.GERMAN]
    assert [german.count(ShipType(letter)) for letter in "BCOS"] == [1, 1, 3, 4]
    planes = [each.type for each in PLANES]
    assert [planes.count(PlaneType(letter)) for letter in "RLT"] == [7, 3, 4]


@pytest.mark.rule("bismarck", "Data-A", "2.22", "2.23", "2.24", "2.25", "2.26")
def test_the_hood_is_as_printed() -> None:
    hood = card("Hood")
    assert (hood.move_search, hood.patrol_search, hood.shadow) == ((1, 1), (4, 3), (4, 3))
    assert (hood.speed, hood.fuel, hood.midships, hood.firepower) == (2, 7, 6, 22)
    assert (hood.knots, hood.torpedoes, hood.vp, hood.square, hood.mode) == (31, 1, 28, 1622, Mode.MOVE)


@pytest.mark.rule("bismarck", "Data-B", "2.22", "2.24")
def test_bismarck_and_prinz_eugen_are_as_printed() -> None:
    bismarck, prinz = card("Bismarck"), card("Prinz Eugen")
    assert (bismarck.fuel, bismarck.midships, bismarck.firepower, bismarck.knots, bismarck.vp) == (9, 10, 34, 29, 60)
    assert (prinz.fuel, prinz.midships, prinz.firepower, prinz.knots, prinz.torpedoes) == (7, 3, 10, 32, 2)
    assert bismarck.shadow is None
    assert bismarck.square == prinz.square == BERGEN


@pytest.mark.rule("bismarck", "Data-A", "2.25")
def test_radar_ships_keep_more_of_their_search_at_night() -> None:
    assert (card("Suffolk").patrol_search, card("Norfolk").patrol_search) == ((4, 3), (4, 2))


@pytest.mark.rule("bismarck", "Data-A", "16.72")
def test_points_of_units_of_several_ships_divide_evenly() -> None:
    assert {SHIPS[number].name: SHIPS[number].loss_points for number in CONVOYS} == {
        "Convoy WS8B": 16, "Convoy Britannic": 8, "Convoy SL1": 2, "Convoy SL2": 2, "Convoy SL3": 2, "Convoy SL4": 2,
        "Convoy SL5": 2,
    }  # fmt: skip
    assert SHIPS[ship_number("DF1")].loss_points == SHIPS[ship_number("WP1")].loss_points == 4


@pytest.mark.rule("bismarck", "Data-B", "2.21")
def test_the_plane_card_is_as_printed() -> None:
    ulster = next(each for each in PLANES if each.id == "R Ulster 1")
    bomber = next(each for each in PLANES if each.id == "L Plymouth")
    swordfish = next(each for each in PLANES if each.id == "T Ark Royal 3")
    assert (ulster.move_search, ulster.patrol_search, ulster.shadow) == ((2, 1), (4, 2), (4, 3))
    assert (ulster.move_squares, ulster.patrol_squares, ulster.move_endurance, ulster.base) == (6, 2, 5, 2123)
    assert (bomber.move_squares, bomber.patrol_squares, bomber.move_endurance) == (6, 7, 2)
    assert (swordfish.move_search, swordfish.move_endurance, swordfish.patrol_endurance) == ((0, 0), 1, 2)
    assert swordfish.carrier is not None
    assert SHIPS[swordfish.carrier].name == "Ark Royal"


@pytest.mark.rule("bismarck", "2.6")
def test_a_square_is_its_row_then_its_column() -> None:
    assert GRID.place(SCAPA) == (18, 25)
    assert [parse_square(text) for text in ("1825", "2518", "3111", "18-25", "")] == [1825, 2518, None, None, None]
    assert len(GRID) == 20 * 18
    # Signs that count as digits but are none a number is written with.
    assert [parse_square(text) for text in ("²²²²", "①②③④")] == [None, None]


def test_names_are_found_in_the_cards_spelling_and_the_right_one() -> None:
    assert ship_number("Ramilles") == ship_number("ramillies")
    assert unit_name(BISMARCK) == "Bismarck"
    with pytest.raises(UnknownName, match="Tirpitz"):
        ship_number("Tirpitz")


@pytest.mark.rule("bismarck", "6.31")
def test_british_ships_use_sea_squares_and_their_four_ports() -> None:
    assert set(PORTS[Side.BRITISH]) == {1317, 1825, 2125, 2425} == {REYKJAVIK, SCAPA, CLYDE, PLYMOUTH}
    assert all(open_to_ships(Side.BRITISH, Square(square)) for square in (1317, 2027, 2024, 2526, 1620))
    assert not any(open_to_ships(Side.BRITISH, square) for square in PORTS[Side.GERMAN])


@pytest.mark.rule("bismarck", "6.32")
def test_german_ships_use_their_own_four_ports_only() -> None:
    assert set(PORTS[Side.GERMAN]) == {1228, 1528, 2626, 2727}
    assert all(open_to_ships(Side.GERMAN, square) for square in PORTS[Side.GERMAN])
    assert not any(open_to_ships(Side.GERMAN, square) for square in PORTS[Side.BRITISH])


@pytest.mark.rule("bismarck", "6.32.1")
def test_the_channel_is_closed_to_german_ships() -> None:
    assert CHANNEL == (2027, 2028, 2426, 2526)
    assert not any(open_to_ships(Side.GERMAN, square) for square in CHANNEL)
    assert not any(square // 100 > 20 and square % 100 > 26 and square < 2600
                   for square in sea_distances(Side.GERMAN, BERGEN))  # fmt: skip


@pytest.mark.rule("bismarck", "6.32.2")
def test_the_irish_sea_is_closed_to_german_ships() -> None:
    assert IRISH_SEA == (2024, 2124, 2324)
    assert not any(open_to_ships(Side.GERMAN, square) for square in IRISH_SEA)
    assert not any(square in sea_distances(Side.GERMAN, BERGEN) for square in (*IRISH_SEA, 2224))


@pytest.mark.rule("bismarck", "6.33")
@pytest.mark.parametrize("square", [1218, 1318, 1428, 2123, 2225])
@pytest.mark.parametrize("side", list(Side))
def test_nobody_enters_coastal_or_land_squares(side, square) -> None:
    assert not open_to_ships(side, square)
    assert all(there != square for ways in SEA_WAYS[side].values() for _, there in ways)


@pytest.mark.rule("bismarck", "6.34", "6.31.1", "6.31.2")
def test_only_the_two_fast_convoys_have_an_exit() -> None:
    assert {SHIPS[number].name for number in EXITS} == {"Convoy WS8B", "Convoy Britannic"}
    south, west = EXITS[ship_number("WS8B")], EXITS[ship_number("Britannic")]
    assert {there // 100 for ways in south.values() for _, there in ways} == {31}
    assert {square // 100 for square in south} == {30}
    assert {there % 100 for ways in west.values() for _, there in ways} == {10}


@pytest.mark.rule("bismarck", "13.3")
def test_the_fog_areas_are_as_listed() -> None:
    assert FOG_AREAS == ((1116, 1117, 1118, 1119, 1120, 1216, 1220), (1527, 1528, 1627))


def test_every_start_fog_and_entry_square_is_open_to_its_ships() -> None:
    for each in SHIPS:
        if each.square:
            assert open_to_ships(each.side, each.square), each.name
    assert all(open_to_ships(Side.BRITISH, square) for square in ENTRY_SQUARES)


@pytest.mark.rule("bismarck", "Calendar", "9.7")
def test_night_comes_by_rows_on_two_turns_of_six() -> None:
    assert [turn for turn in range(1, 31) if is_night(turn, Square(1122))] == [4, 10, 16, 22, 28]
    assert [turn for turn in range(1, 31) if is_night(turn, Square(2122))] == [3, 4, 9, 10, 15, 16, 21, 22, 27, 28]
    assert not is_night(3, Square(2024))
    assert is_night(3, Square(2124))


@pytest.mark.rule("bismarck", "Calendar", "6.24", "6.25")
def test_convoys_move_on_every_second_and_every_third_turn() -> None:
    assert [turn.number for turn in TURNS if turn.fast] == list(range(1, 31, 2))
    assert [turn.number for turn in TURNS if turn.slow] == list(range(1, 31, 3))


@pytest.mark.rule("bismarck", "Calendar")
def test_the_calendar_runs_from_22_may_noon_to_27_may_morning() -> None:
    assert LAST_TURN == 30
    assert (str(TURNS[1]), str(TURNS[30])) == ("turn 1 (May 22, 12:00)", "turn 30 (May 27, 08:00)")


@pytest.mark.rule("bismarck", "13.32")
def test_fog_is_likeliest_before_sunrise() -> None:
    by_time = {turn.time: turn.fog for turn in TURNS[1:]}
    assert by_time == {"0400": 67, "0800": 50, "1200": 33, "1600": 16, "2000": 33, "2400": 50}
    assert by_time == TABLES.fog.pct_by_time


@pytest.mark.rule("bismarck", "17.4", "17.5")
def test_the_points_of_the_cards_are_those_of_the_lists() -> None:
    british, german = TABLES.victory.british, TABLES.victory.german
    paid = {name: SHIPS[ship_number(name)].loss_points for name in ("Bismarck", "Prinz Eugen", "WP1", "Belchen")}
    assert list(paid.values()) == [
        british[key] for key in ("bismarck_sunk", "prinz_eugen_sunk", "german_submarine_sunk", "oiler_sunk")
    ]
    paid = {name: SHIPS[ship_number(name)].loss_points for name in ("WS8B", "Britannic", "SG1", "DF1", "SL1")}
    keys = ("ws8b_ship_sunk", "britannic_sunk", "british_submarine_sunk", "destroyer_sunk", "slow_convoy_ship_sunk")
    assert list(paid.values()) == [german[key] for key in keys]


@pytest.mark.rule("bismarck", "13.32", "17.1", "17.4", "17.5")
@pytest.mark.parametrize(
    ("row", "wrong", "says"),
    [
        ("1600 = 16", "1600 = 61", "fog.pct_by_time.1600: should be 16, not 61: a match goes by calendar.csv"),
        ("bismarck_sunk = 60", "bismarck_sunk = 66", "british.bismarck_sunk: should be 60, not 66: .* by ships.csv"),
        ("destroyer_sunk = 4", "destroyer_sunk = 5", "german.destroyer_sunk: should be 4, not 5: .* by ships.csv"),
        ("last_turn = 30", "last_turn = 20", "victory.end.last_turn: should be 30, not 20: .* by calendar.csv"),
        ("_rolls = 5", "_rolls = 9", "torpedo_bomber_rolls: should be 5, not 9: .* by the option torpedo_bomber_rolls"),
        ("_failed = 10", "_failed = 20", "mission_failed: should be 10, not 20: .* the option failed_mission_points"),
        ('becomes = "ms_1"', 'becomes = "ms_2"', "bismarck_sunk_becomes: should be ms_1, not ms_2: .* by rule 16.81"),
    ],
)
def test_a_figure_of_an_owner_that_the_match_would_not_go_by_is_refused(
    tmp_path: Path, row: str, wrong: str, says: str
) -> None:
    text = (DATA / "tables.toml").read_text(encoding="utf-8")
    assert text.count(row) == 1
    (tmp_path / "tables.toml").write_text(text.replace(row, wrong), encoding="utf-8")
    line = text[: text.index(row)].count("\n") + 1
    with pytest.raises(BadData, match=rf"tables\.toml:{line}: .*{says}"):
        load_tables(tmp_path / "tables.toml")
