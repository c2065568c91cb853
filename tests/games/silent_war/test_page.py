"""The tables of the page are made of the data, each under the label of its file."""

from collections import Counter

from navalcore._rulebook.tables import table_named
from navalcore_games.silent_war.data_pack.loading import labels
from navalcore_games.silent_war.game import SilentWar
from navalcore_games.silent_war.reference import TABLES


def made(name: str) -> str:
    """A table as Markdown."""
    return table_named(TABLES, name).make()


def test_a_table_stands_under_the_label_of_its_file(charts) -> None:
    label = {name: text for name, text, _ in labels(charts.pack)}
    assert table_named(TABLES, "ULTRA").standing == "Exact (``ultra.toml``)."
    assert table_named(TABLES, "engagement").standing == "Exact, reconstructed (``engagement.toml``)."
    assert made("labels").count("\n") == len(label) + 1


def test_tables_read_as_the_charts_are_read(charts) -> None:
    values, _, counts = made("TDC markers").splitlines()
    cells = zip(values.strip("| ").split(" | "), counts.strip("| ").split(" | "), strict=True)
    assert {int(value): int(count) for value, count in cells} == Counter(charts.tdc_pool)
    fremantle = next(line for line in made("bases").splitlines() if line.startswith("| Fremantle"))
    base = charts.bases[charts.base_index["fremantle"]]
    assert f"| {base.capacity} | {'/'.join(map(str, base.repair_numbers[1:]))} |" in fremantle
    assert "Southeast Indian Ocean" in fremantle


def test_what_a_patrol_is_judged_by_is_named_with_its_unit() -> None:
    assert SilentWar().score_title("tonnage") == "thousand tons sunk"


def test_boats_and_bases_of_the_scenarios_have_their_names_and_not_those_of_the_data() -> None:
    rows = [line.strip("| ").split(" | ") for line in made("scenarios").splitlines()[2:]]
    boats = {scenario.strip("`"): boat for scenario, *_, boat in rows}
    assert boats["patrol_tang_1944"] == "Tang from Pearl Harbor"
    assert boats["campaign_full"] == "all in service"


def test_no_table_for_people_shows_an_id_of_the_data(charts) -> None:
    """Once the War Mix had rows such as "n asahi" and "no tdc", and a skipper the boat "Sealion Ii"."""
    kinds = [line.split("|")[1].strip() for line in made("war mix").splitlines()[2:]]
    assert kinds[:4] == ["merchant ship of 1 or 2 thousand tons", "merchant ship of 3 to 5 thousand tons",
                         "merchant ship of 6 thousand tons or more", "Asahi"]  # fmt: skip
    assert "counter that gives no TDC" in kinds
    assert "| Eli T. Reich | US | Sealion (II) |" in made("skippers")
    assert "| Leslie W. A. Bennington | British | Tally-Ho |" in made("skippers")
    assert "| Yamato in |" in made("reinforcements")
    assert "| British | T | 21 |" in made("classes")
    for name in ("boats", "classes", "skippers", "enemy submarines"):
        assert not {"us", "dutch", "british", "japanese", "german", "italian"} & set(made(name).split(" "))
    for name in ("transit events", "counterattack"):
        assert " rtb" not in made(name)


def cells(name: str) -> list[list[str]]:
    """The rows of a table without its head."""
    return [line.strip("| ").split(" | ") for line in made(name).splitlines()[2:]]


ULTRA = """
East China Sea S. Philippine Sea; Empire Pacific Gilberts; S. China Sea 1 Bonins; S. China Sea 2 N. Philippine Sea;
Kuriles Banda Sea; Solomons Bismarck Sea; Marianas Coral Sea; Carolines Aleutians; Marshalls Java Sea; North Pacific;
Sea of Japan Solomons; East China Sea Marianas; Empire Pacific Coral Sea; S. China Sea 2 Banda Sea;
Kuriles East China Sea; Bismarck Sea S. China Sea 1; Aleutians Bonins; S. Philippine Sea Java Sea;
Bismarck Sea S. China Sea 2; N. Philippine Sea;
Yellow Sea Bonins; S. China Sea 2 S. Philippine Sea; Empire Pacific Bismarck Sea; Java Sea Solomons; Kuriles Carolines;
S. China Sea 1 E. China Sea; Marianas S. Philippine Sea; Bonins S. China Sea 2; E. China Sea;
Sea of Japan N. Philippine Sea;
Sea of Japan Kuriles; East China Sea Yellow Sea; Marianas S. Philippine Sea; S. China Sea 2; Empire Pacific;
Yellow Sea; Bonins; S. China Sea 1; N. Philippine Sea; Sea of Japan"""
"""The ULTRA Table as it is printed in 7.1, War Period by War Period."""
TORPEDOES = {
    "-2 to -1": (70, 75, 80, 85, 90, 95, 100, 105, 110, 115),
    "-1 to +0": (270, 280, 290, 300, 310, 320, 330, 340, 350, 360),
    "+0 to +1": (450, 460, 470, 485, 500, 515, 530, 540, 550, 560),
    "+1 to +2": (1040, 1050, 1065, 1080, 1100, 1120, 1140, 1160, 1175, 1190),
}
"""The Torpedo Improvement Table of 6.0: ships sunk for a die of 9, 8 and so on down to 0."""


def test_the_tables_that_the_source_prints_are_the_same_cell_by_cell() -> None:
    printed = ULTRA.replace("S. ", "South ").replace("N. ", "North ").replace("E. ", "East ")
    named = [" ".join(each.split()) for each in printed.split(";")]
    assert [(die, areas.replace(",", "")) for die, areas in cells("ULTRA")] == [
        (f"WP{n // 10 + 1}, {n % 10}", areas) for n, areas in enumerate(named)
    ]
    assert {row[0]: row[1:] for row in cells("torpedo improvement")} == {
        value: [f"{ships}: {9 - n}" for n, ships in enumerate(lines)] for value, lines in TORPEDOES.items()
    }
    assert cells("weather") == [["0", "X", "X", "0", "0", "1", "1", "2", "3", "2", "1", "0"]], "7.2"
    assert cells("storms") == [
        ["0-1", "Marshalls", "Marianas 0-2, East China Sea 3-6, Aleutians 7-9"],
        ["2-4", "Marianas", "East China Sea 0-2, Empire Pacific 3-6, North Pacific 7-9"],
        ["5-7", "Carolines", "North Philippine Sea 0-2, South Philippine Sea 3-6, Bonins 7-9"],
        ["8", "North Philippine Sea", "South China Sea 1 0-2, Empire Pacific 3-6, Kuriles 7-9"],
        ["9", "South Philippine Sea", "South China Sea 2 0-2, East China Sea 3-6, Empire Pacific 7-9"],
    ]
    assert [row[1:] for row in cells("engagement")[:3]] == [
        ["C1", "2 1 . .", "3 2 . .", "4 3 . .", "5 3 4 ."],
        ["C2", "3 2 . .", "4 3 2 .", "5 4 3 2", "5 4 3 2"],
        ["TF", "1 2 2 2", "1 2 3 3", "2 3 3 4", "3 3 4 5"],
    ], "29.0"


def test_a_table_of_bare_figures_says_in_its_head_what_they_are() -> None:
    for name in ("engagement", "war mix"):
        assert made(name).splitlines()[0].endswith(": A B C D |"), "the cups"
    assert "die or less in Boxes 1/2/3" in made("bases")
    assert "stays out on this or less" in made("endurance")
    assert "first die, cause; by second die" in made("transit events")
