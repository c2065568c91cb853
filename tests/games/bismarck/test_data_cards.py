"""Every cell of the ship and plane data cards and of the turn record chart, copied from the printed cards."""

import pytest

from navalcore_games.bismarck.cards import PLANES, SHIPS, ShipCard
from navalcore_games.bismarck.turns import TURNS

# Name, search in move and in patrol mode, shadow strength, squares (on turn 1), fuel capacity, midships, firepower,
# knots, torpedoes, victory points, start square and mode. "2 4" midships of the slow convoys are 24 (BIS-R54).
SHIP_CARDS = """
Hood | 1/1 4/3 4/3 2 7 6 22 31 1 28 1622 M
K George V | 1/1 4/3 4/3 2 8 7 28 29 0 32 1825 X
P of Wales | 1/1 4/3 4/3 2 8 7 20 29 0 32 1622 M
Ramilles | 1/1 3/2 3/2 1 6 5 24 19 0 16 2911 C
Renown | 1/1 4/2 4/2 2 6 5 16 28 0 20 0000 Y
Repulse | 1/1 4/2 4/2 2 6 5 16 28 1 20 2125 X
Rodney | 1/1 3/3 3/3 1 6 6 28 21 1 24 2023 F
Ark Royal | 1/1 1/1 - 2 9 3 0 31 0 48 0000 Y
Victorious | 1/1 1/1 - 2 8 4 0 32 0 40 1825 X
Arethusa | 1/1 4/3 5/4 2 8 2 4 32 1 8 1519 M
Aurora | 1/1 4/3 5/4 2 8 2 4 32 1 8 1825 X
Birmingham | 1/1 4/2 4/2 2 7 2 8 32 1 8 1521 P
Cairo | 1/1 4/3 4/3 2 8 1 4 29 0 8 2024 M
Dorsetshire | 1/1 4/2 4/2 2 8 2 10 32 1 12 0000 U
Edinburgh | 1/1 4/3 5/4 2 8 2 8 32 1 8 3019 P
Galatea | 1/1 4/3 5/4 2 8 2 4 32 1 8 1825 X
Hermione | 1/1 4/3 5/4 2 8 2 8 33 1 8 1825 X
Kenya | 1/1 4/3 4/2 2 7 2 8 33 1 8 1825 X
Manchester | 1/1 4/3 4/2 2 7 2 8 32 1 8 1420 P
Norfolk | 1/1 4/2 4/2 2 8 2 10 32 1 12 1117 P
Sheffield | 1/1 4/2 4/2 2 7 2 8 32 1 8 0000 Y
Suffolk | 1/1 4/3 5/4 2 8 2 10 31 1 12 1317 M
DF1 | 1/1 1/1 5/4 2 20 6 0 35 6 24 1622 M
DF2 | 1/1 1/1 5/4 2 20 6 0 35 6 24 1825 X
DF3 | 1/1 1/1 5/4 2 20 6 0 35 6 24 0000 Y
WS8B | 1/1 1/1 - 1 - 5 - 12 - 80 2024 F
Britannic | 1/1 1/1 - 1 - 1 - 12 - 8 2023 F
SL1 | 1/1 1/1 - 1 - 24 - 8 - 48 2016 C
SL2 | 1/1 1/1 - 1 - 24 - 8 - 48 2112 C
SL3 | 1/1 1/1 - 1 - 24 - 8 - 48 2418 C
SL4 | 1/1 1/1 - 1 - 24 - 8 - 48 2413 C
SL5 | 1/1 1/1 - 1 - 24 - 8 - 48 2911 C
SG1 | 2/1 3/2 4/3 1 - 3 - 12 4 12 1627 P
SG2 | 2/1 3/2 4/3 1 - 3 - 12 4 12 2525 P
Bismarck | 1/1 4/3 - 2(4) 9 10 34 29 0 60 1528 M
Prinz Eugen | 1/1 4/3 - 2(4) 7 3 10 32 2 20 1528 M
Belchen | 1/1 1/1 - 1 - 1 - 15 - 4 1511 M
Hamburg | 1/1 1/1 - 1 - 1 - 15 - 4 2914 M
Lotheringen | 1/1 1/1 - 1 - 1 - 15 - 4 1611 M
WP1 | 3/2 4/4 4/3 1 - 3 - 12 4 12 1812 P
WP2 | 3/2 4/4 4/3 1 - 3 - 12 4 12 1913 P
WP3 | 3/2 4/4 4/3 1 - 3 - 12 4 12 2719 P
WP4 | 3/2 4/4 4/3 1 - 3 - 12 4 12 2822 P
"""

# Name, search in move or attack and in patrol or reconnaissance mode, shadow strength, squares and endurance in both.
# "62" in four rows is 6 and 2 (BIS-R15).
PLANE_CARD = """
R Reykjavik | 2/1 4/2 4/3 6 2 5 5
R Scapa Flow 1 | 2/1 4/2 4/3 6 2 5 5
R Scapa Flow 2 | 2/1 4/2 4/3 6 2 5 5
L Scapa Flow | 2/1 4/2 - 6 7 2 2
R Plymouth 1 | 2/1 4/2 4/3 6 2 5 5
R Plymouth 2 | 2/1 4/2 4/3 6 2 5 5
L Plymouth | 2/1 4/2 - 6 7 2 2
R Ulster 1 | 2/1 4/2 4/3 6 2 5 5
R Ulster 2 | 2/1 4/2 4/3 6 2 5 5
L Ulster | 2/1 4/2 - 6 7 2 2
T Victorious | 2/1 4/2 - 5 5 1 2
T Ark Royal 1 | 0/0 4/2 - 5 5 1 2
T Ark Royal 2 | 0/0 4/2 - 5 5 1 2
T Ark Royal 3 | 0/0 4/2 - 5 5 1 2
"""

OFF_THE_MAP, NOT_YET_ACTIVE = "0000", "XYU"


def rows(card: str) -> list[tuple[str, list[str]]]:
    lines = [line.partition(" | ") for line in card.strip().splitlines()]
    return [(name, cells.split()) for name, _, cells in lines]


def pair(figures: tuple[int, int] | None) -> str:
    return "-" if figures is None else f"{figures[0]}/{figures[1]}"


def cell(figure: int | None) -> str:
    return "-" if figure is None else str(figure)


def cells_of(card: ShipCard) -> list[str]:
    squares = str(card.speed) if card.first_speed == card.speed else f"{card.speed}({card.first_speed})"
    figures = (card.fuel, card.midships, card.firepower, card.knots, card.torpedoes, card.vp)
    return [pair(card.move_search), pair(card.patrol_search), pair(card.shadow), squares, *map(cell, figures)]


@pytest.mark.rule("bismarck", "Data-A", "Data-B", "3.0")
def test_every_cell_of_the_ship_data_cards_is_as_printed() -> None:
    printed = rows(SHIP_CARDS)
    assert [name for name, _ in printed] == [card.id for card in SHIPS]
    assert {name: cells[:-2] for name, cells in printed} == {card.id: cells_of(card) for card in SHIPS}
    for (name, cells), card in zip(printed, SHIPS, strict=True):
        square, mode = cells[-2:]
        assert (card.square, card.mode) == (
            None if square == OFF_THE_MAP else int(square),
            None if mode in NOT_YET_ACTIVE else mode,
        ), name


@pytest.mark.rule("bismarck", "Data-B", "8.71.1", "8.71.2", "8.72.1", "8.72.2", "8.73.1", "8.73.2")
def test_every_cell_of_the_plane_data_card_is_as_printed() -> None:
    for (name, cells), card in zip(rows(PLANE_CARD), PLANES, strict=True):
        search = [pair(figures) for figures in (card.move_search, card.patrol_search, card.shadow)]
        flight = (card.move_squares, card.patrol_squares, card.move_endurance, card.patrol_endurance)
        assert (name, cells) == (card.id, [*search, *map(str, flight)])


@pytest.mark.rule("bismarck", "Calendar")
def test_every_turn_of_the_turn_record_chart_has_its_date_and_time() -> None:
    hours = ["1200", "1600", "2000", "2400", "0400", "0800"]
    assert [turn.time for turn in TURNS[1:]] == hours * 5
    dates = [("May 22", 3), ("May 23", 6), ("May 24", 6), ("May 25", 6), ("May 26", 6), ("May 27", 3)]
    assert [turn.date for turn in TURNS[1:]] == [date for date, turns in dates for _ in range(turns)]
