"""Every cell of the tables that the rules print whole: Torpedo Improvement, ULTRA, Weather, the Engagement Table of the
first edition (6, 7.1, 7.2, 29). The tables below are the printed ones.
"""

import pytest

TORPEDOES = {
    -2: "70 75 80 85 90 95 100 105 110 115",
    -1: "270 280 290 300 310 320 330 340 350 360",
    0: "450 460 470 485 500 515 530 540 550 560",
    1: "1040 1050 1065 1080 1100 1120 1140 1160 1175 1190",
}
"""Ships sunk by the level to be improved; the die rolls beside them are 9 to 0."""

ULTRA = {
    1: """East China Sea, S. Philippine Sea | Empire Pacific, Gilberts | S. China Sea 1, Bonins
        | S. China Sea 2, N. Philippine Sea | Kuriles, Banda Sea | Solomons, Bismarck Sea | Marianas, Coral Sea
        | Carolines, Aleutians | Marshalls, Java Sea | North Pacific""",
    2: """Sea of Japan, Solomons | East China Sea, Marianas | Empire Pacific, Coral Sea | S. China Sea 2, Banda Sea
        | Kuriles, East China Sea | Bismarck Sea, S. China Sea 1 | Aleutians, Bonins | S. Philippine Sea, Java Sea
        | Bismarck Sea, S. China Sea 2 | N. Philippine Sea""",
    3: """Yellow Sea, Bonins | S. China Sea 2, S. Philippine Sea | Empire Pacific, Bismarck Sea | Java Sea, Solomons
        | Kuriles, Carolines | S. China Sea 1, East China Sea | Marianas, S. Philippine Sea | Bonins, S. China Sea 2
        | East China Sea | Sea of Japan, N. Philippine Sea""",
    4: """Sea of Japan, Kuriles | East China Sea, Yellow Sea | Marianas, S. Philippine Sea | S. China Sea 2
        | Empire Pacific | Yellow Sea | Bonins | S. China Sea 1 | N. Philippine Sea | Sea of Japan""",
}
"""By War Period the OpAreas of each die roll, 0 to 9."""

FORMATION = "0 X X 0 0 1 1 2 3 2 1 0"
"""January to December."""

STORMS = {
    "0-1 Marshalls": ("Marianas", "East China Sea", "Aleutians"),
    "2-4 Marianas": ("East China Sea", "Empire Pacific", "North Pacific"),
    "5-7 Carolines": ("N. Philippine Sea", "S. Philippine Sea", "Bonins"),
    "8-8 N. Philippine Sea": ("S. China Sea 1", "Empire Pacific", "Kuriles"),
    "9-9 S. Philippine Sea": ("S. China Sea 2", "East China Sea", "Empire Pacific"),
}
"""Where a storm forms, by die roll, and where it goes in its second week on 0-2, 3-6 and 7-9."""

ENGAGEMENT = {
    "C1": "2 1 . . | 3 2 . . | 4 3 . . | 5 3 4 .",
    "C2": "3 2 . . | 4 3 2 . | 5 4 3 2 | 5 4 3 2",
    "TF": "1 2 2 2 | 1 2 3 3 | 2 3 3 4 | 3 3 4 5",
}
"""Sparse, Low, Moderate and High: counters from the cups A to D, a dot for "no draw"."""


def full(name):
    """The name of an OpArea without the abbreviations of the tables."""
    return name.strip().replace("S. China", "South China").replace("S. Ph", "South Ph").replace("N. Ph", "North Ph")


@pytest.mark.rule("silent_war", "6.0-T")
def test_each_cell_of_the_torpedo_improvement_table(charts):
    assert set(charts.improvement) == set(TORPEDOES)
    for level, ships in TORPEDOES.items():
        assert list(charts.improvement[level]) == list(zip(map(int, ships.split()), range(9, -1, -1), strict=True))


@pytest.mark.rule("silent_war", "7.1-T")
@pytest.mark.parametrize("period", [1, 2, 3, 4])
def test_each_cell_of_the_ultra_table(charts, period):
    printed = [[full(name) for name in cell.split(",")] for cell in ULTRA[period].split("|")]
    assert [[charts.areas[area].name for area in cell] for cell in charts.ultra[period]] == printed


@pytest.mark.rule("silent_war", "7.2-T")
def test_each_month_of_the_weather_event_formation_numbers(charts):
    assert list(charts.formation) == [None if number == "X" else int(number) for number in FORMATION.split()]


@pytest.mark.rule("silent_war", "7.2-T")
def test_each_cell_of_the_tables_of_where_storms_form_and_go(charts):
    forms, goes = [], {}
    for row, ways in STORMS.items():
        dice, _, place = row.partition(" ")
        first, last = map(int, dice.split("-"))
        forms += [full(place)] * (last + 1 - first)
        goes[full(place)] = [full(way) for way, rolls in zip(ways, (3, 4, 3), strict=True) for _ in range(rolls)]
    assert [charts.areas[area].name for area in charts.storm_location] == forms
    moves = charts.storm_move.items()
    assert {charts.areas[area].name: [charts.areas[way].name for way in ways] for area, ways in moves} == goes


@pytest.mark.rule("silent_war", "29.0")
def test_each_cell_of_the_engagement_table_of_the_first_edition(charts):
    for kind, row in ENGAGEMENT.items():
        printed = [[int(number.replace(".", "0")) for number in cell.split()] for cell in row.split("|")]
        assert [list(charts.engagement[0][kind][level]) for level in (1, 2, 3, 4)] == printed


@pytest.mark.rule("silent_war", "28.5")
def test_the_numbers_of_the_early_way_into_war_period_4_and_what_it_takes(charts):
    early = charts.early_war_period_4
    assert (early.ships_sunk, early.tonnage_sunk_kt) == (860, 3800)
    assert tuple(early.roll_needed_from_that_month[:3]) == (9, 8, 7)
    assert charts.transitions[4].months[0] == "1944-06"
    assert charts.transitions[4].roll_needed[0] == 9
