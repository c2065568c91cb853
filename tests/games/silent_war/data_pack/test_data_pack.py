"""The data pack: every file read, labelled, checked; an owner's charts laid over it."""

import shutil

import pytest

from navalcore.errors import BadData
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.loading import CSV_FILES, OWN, OWN_SCENARIOS, TOML_FILES, labels, load_pack
from navalcore_games.silent_war.data_pack.printed import ESCORTS


@pytest.fixture
def folder(tmp_path):
    """An owner's folder with one file changed: ``change(file, old, new)`` returns the folder's path."""

    def change(name, old, new):
        source = OWN_SCENARIOS if name == "scenarios.toml" else OWN / name
        text = source.read_text(encoding="utf-8")
        assert old in text
        (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        return str(tmp_path)

    return change


def line_of(name, text):
    source = OWN_SCENARIOS if name == "scenarios.toml" else OWN / name
    return next(n for n, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1) if text in line)


@pytest.mark.rule("silent_war", "2.2")
def test_every_file_of_the_pack_is_read_and_labelled():
    pack = load_pack()
    assert {path.stem for path in OWN.glob("*.toml")} | {"scenarios"} == set(TOML_FILES)
    assert {path.name for path in OWN.glob("*.csv")} == set(CSV_FILES)
    words = {word for _, label, _ in labels(pack) for word in label.split("+")}
    assert words == {"exact", "historical", "reconstructed"}
    by_name = {name: label for name, label, _ in labels(pack)}
    assert (by_name["counterattack.toml"], by_name["ultra.toml"]) == ("reconstructed", "exact")


def test_an_owners_chart_replaces_ours_and_is_named_as_such(folder):
    where = folder("general_asw.toml", "wp3 = 4", "wp3 = 2")
    assert load_charts(where).general_asw[3] == 2
    assert load_charts().general_asw[3] == 4
    assert ("general_asw.toml", "owner's chart") in [(name, label) for name, label, _ in labels(load_pack(where))]


def test_a_match_is_played_with_the_owners_charts(folder, game):
    where = folder("scenarios.toml", "torpedo_value = -2\nsubmarine", "torpedo_value = 2\nsubmarine")
    match = game.new_match("patrol_swordfish_1941", seed=1, options={"data_pack": where})
    assert match.state.torpedo == 2


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("contact.toml", '"C1", "C1"', '"C1", "C9"', "results"),
        ("area_activity.toml", '"green"]', '"grey"]', "wp1"),
        ("area_activity.toml", '"white", "green"]', '"green", "white"]', "must rise from white to red"),
        ("endurance.toml", "A = [6, 6, 6, 7, 7]", "A = [6, 6, 6, 7]", "number.A"),
        ("general_asw.toml", "wp3 = 4", "wp9 = 4", "wp9"),
        ("attack_results.toml", "sunk_from = 3", "sunk_from = 4", "one more than damaged_to"),
        ("attack_results.toml", "tonnage_min = 5", "tonnage_min = 6", "nothing covers 5 before it"),
        ("counterattack.toml", "difference_min = 3", "difference_min = 4", "nothing covers 3 before it"),
        ("transit_events.toml", "roll = 4", "roll = 5", "row 4 is wanted"),
        (
            "map.toml",
            '"north_pacific", "aleutians", "marshalls"',
            '"north_pacific", "aleutian", "marshalls"',
            "did you mean",
        ),
        ("map.toml", '"aleutians", "marshalls", "gilberts"', '"aleutians", "gilberts"', "no route back"),
        ("scenarios.toml", 'submarine = "swordfish"', 'submarine = "swordfisch"', "did you mean swordfish"),
        ("war_mix.toml", "combat_event = [1, 1, 1, 1]", "combat_event = [2, 1, 1, 1]", "war_mix.toml"),
        ("tdc.toml", '"+3" = 4', '"+4" = 4', "-3 to +3"),
        ("ultra.toml", "max_ultra_areas = 3", "max_ultra_areas = many", "not valid TOML"),
        ("ultra.toml", '"east_china_sea", "s_philippine_sea"', '"east_china_see", "s_philippine_sea"', "did you mean"),
        ("engagement.toml", "low = [3, 2, 0, 0]", "low = [-3, 2, 0, 0]", "should be at least 0, not -3"),
        ("weather.toml", "jan = 0", "jan = 10", "formation_number.jan"),
        ("weather.toml", "die_min = 3\ndie_max = 6", "die_min = 4\ndie_max = 6", "nothing covers 3 before it"),
        ("torpedo_improvement.toml", "[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]", "[9, 8, 7]", "3 numbers for 10 lines"),
        ("reinforcements.toml", 'submarine = "s_37"', 'submarine = "s_73"', "there is no submarine 's_73'"),
        ("reinforcements.toml", 'submarine = "s_46"', 'submarine = "s_45"', "s_45 is there already, in line"),
        ("reinforcements.toml", 'month = "1942-05"', 'month = "1942-04"', "1942-04 is there already, in line"),
        ("scenarios.toml", 'place_in = "broom"', 'place_in = "closet"', "forces.place_in"),
        ("scenarios.toml", 'manila = ["s_36"', 'manilla = ["s_36"', "did you mean manila"),
        ("war_events.toml", 'd10 = ["fall_of_manila"', 'd10 = ["fall_of_manilla"', "did you mean fall_of_manila"),
    ],
)
def test_a_wrong_cell_is_refused_with_file_line_and_key(folder, name, old, new, says):
    where = folder(name, old, new)
    with pytest.raises(BadData) as caught:
        load_pack(where)
    message = str(caught.value)
    assert says in message
    assert f"{name}:" in message
    line = int(message.split(f"{name}:")[1].split(":")[0])
    assert says in ("no route back",) or abs(line - line_of(name, old.splitlines()[0])) <= 9, "near the change"


def test_a_wrong_cell_of_a_csv_file_is_refused_with_line_and_column(folder):
    where = folder(
        "submarines.csv",
        "spearfish,Spearfish,SS-190,us,Sargo,W/S,manila,2,",
        "spearfish,Spearfish,SS-190,us,Sargo,W/S,manila,fast,",
    )
    with pytest.raises(BadData, match=rf"submarines.csv:{line_of('submarines.csv', 'spearfish,')}:speed"):
        load_pack(where)


def test_a_folder_that_is_not_there_or_a_file_of_another_name_is_refused(tmp_path):
    with pytest.raises(BadData, match="no such folder"):
        load_pack(str(tmp_path / "nowhere"))
    (tmp_path / "wether.toml").write_text("", encoding="utf-8")
    with pytest.raises(BadData, match=r"did you mean weather\.toml"):
        load_pack(str(tmp_path))


def test_the_whole_pack_may_be_copied_and_laid_over_itself(tmp_path):
    for path in (*OWN.iterdir(), OWN_SCENARIOS):
        shutil.copy(path, tmp_path)
    assert len(load_pack(str(tmp_path)).laid_over) == len(TOML_FILES) + len(CSV_FILES)


@pytest.mark.rule("silent_war", "2.1-a", "2.1-b", "2.1-c", "2.1-d")
def test_the_map_holds_what_the_rules_say_of_it(charts):
    areas = {area.id: area for area in charts.areas}
    number = {area.id: n for n, area in enumerate(charts.areas)}
    assert number["solomons"] in areas["coral_sea"].neighbours
    assert charts.base_index["pearl_harbor"] in areas["hawaiian_islands"].bases
    assert all(a.neighbours for a in charts.areas)
    zones = {zone.id: zone for zone in charts.zones}
    assert zones["guadalcanal"].areas == (number["solomons"],)
    assert all(zone.areas for zone in charts.zones)
    assert areas["east_china_sea"].reds[2] == 3
    assert {area.group for area in charts.areas} >= {"Empire", "Indochina", "North Pac", "South Pac"}
    reached: set[int] = set()
    edge = {0}
    while edge:
        reached |= edge
        edge = {neighbour for area in edge for neighbour in charts.areas[area].neighbours} - reached
    assert len(reached) == len(charts.areas), "the map is connected"


@pytest.mark.rule("silent_war", "2.3-A1", "2.3-A3", "28.21")
def test_boats_have_their_ratings(charts):
    boat = charts.boats[charts.boat_index["spearfish"]]
    assert (boat.attack, boat.defense, boat.tactical) == (6, 3, 4)
    assert sum(card.boat_class == "Early Gato" for card in charts.boats) == 10
    assert charts.boats[charts.boat_index["argonaut"]].crash_dive is None
    assert all(1 <= card.speed <= 9 and card.endurance in "ABCD" for card in charts.boats)


@pytest.mark.rule("silent_war", "2.3-B1a", "2.3-B1b", "2.3-B5")
def test_ships_have_their_types_and_values(charts):
    kinds = {ship.type for ship in charts.ships}
    assert kinds >= {
        "BB",
        "BV",
        "CV",
        "CA",
        "AC",
        "CL",
        "DD",
        "DE",
        "GB",
        "AH",
        "AO",
        "AGT",
        "AF",
        "AR",
        "AP",
        "AT",
        "M",
    }
    for ship in charts.ships:
        assert ship.asw in range(5)
        assert not (ship.zed and ship.asw)
        assert ship.merchant == (
            ship.type in {"M", "AC", "AF", "AH", "AGT", "AM", "AO", "AP", "AR", "AT", "GB", "MA", "AX"}
        )
        if ship.aircraft:
            assert ship.defense == ship.tonnage == 0
    assert {"DD", "DE"} == ESCORTS


@pytest.mark.rule("silent_war", "2.3-B2")
def test_the_sixteen_named_ships_leave_the_game_for_good(charts):
    named = {ship.name for ship in charts.ships[: charts.first_ijn] if ship.unique}
    assert named == {
        *("Akagi", "Kaga", "Hiryu", "Shokaku", "Shinano", "Taiho", "Yamato", "Musashi", "Ise"),
        *("Asahi", "Izumo", "Asahi Maru", "Kiku Maru", "Akashi", "Erimo", "Iro"),
    }


@pytest.mark.rule("silent_war", "25.0")
def test_there_are_twenty_four_super_skippers_two_of_them_allied(charts):
    assert len(charts.skippers) == 24
    assert sum(skipper.nation != "us" for skipper in charts.skippers) == 2
    assert {"whitaker", "morton", "o_kane", "klakring"} <= {skipper.id for skipper in charts.skippers}


@pytest.mark.rule("silent_war", "21.0", "21.1")
def test_the_bases_are_those_of_the_rules(charts):
    major = {base.name for base in charts.bases if not base.forward and base.areas}
    assert major == {"Pearl Harbor", "Manila", "Subic Bay", "Fremantle", "Brisbane", "Dutch Harbor", "Trincomalee"}
    forward = {base.name for base in charts.bases if base.forward}
    assert forward == {"Surabaya", "Midway", "Majuro", "Mios Woendi", "Saipan", "Guam"}
