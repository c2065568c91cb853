"""Lookup tables: every total covered exactly once or the table is refused with file, line and key."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given, strategies as st
from pydantic import BaseModel

from navalcore.components import LookupTable, Span, load_tables, load_toml, make_table
from navalcore.components._dice import parse_dice
from navalcore.components._tables import parse_span
from navalcore.errors import BadData, UnknownName

GOOD = """[meta]
game = "example"

[contact]
title = "Contact | Table"
rule = "13.1"
source = "reconstructed"
die = "d10z"
clamp = true
columns = ["early", "late"]
types = { early = "str", late = "int" }
monotonic = { late = "rising" }
[contact.rows]
"0-5" = ["C1", 1]
"6" = ["C2", 2]
"7+" = ["TF", 2]
"""


def tables(tmp_path, text=GOOD):
    path = tmp_path / "tables.toml"
    path.write_text(text)
    return path, load_tables(path)


@pytest.mark.parametrize(
    ("text", "low", "high", "shown"),
    [
        ("5", 5, 5, "5"),
        ("+2", 2, 2, "2"),
        ("-2", -2, -2, "-2"),
        ("1-3", 1, 3, "1-3"),
        ("-3--1", -3, -1, "-3 to -1"),
        ("-3-2", -3, 2, "-3 to 2"),
        ("-3 to 2", -3, 2, "-3 to 2"),
        ("1..3", 1, 3, "1-3"),
        ("7+", 7, inf, "7 or more"),
        (">=-7", -7, inf, "-7 or more"),
        ("0-", -inf, 0, "0 or less"),
        ("-1-", -inf, -1, "-1 or less"),
        ("<=0", -inf, 0, "0 or less"),
    ],
)
def test_ranges_are_read_as_people_write_them(text, low, high, shown):
    span = parse_span(text)
    assert span == (low, high)
    assert str(span) == shown


def test_a_range_without_ends_is_any():
    assert str(Span(-inf, inf)) == "any"


@pytest.mark.parametrize("text", ["", "a", "1-2-3", "<=1-3", ">=3+", "--", "1,2", "1.5"])
def test_what_is_no_range_is_refused_with_the_legal_forms(text):
    with pytest.raises(BadData, match="is not a range of rolls; write"):
        parse_span(text)


def test_a_range_that_runs_backwards_is_refused_with_the_right_one():
    with pytest.raises(BadData, match="'3-1' runs backwards; write the lower number first, \"1-3\""):
        parse_span("3-1")


def test_a_table_is_read_with_its_cells_and_details(tmp_path):
    _, loaded = tables(tmp_path)
    assert list(loaded) == ["contact"]
    table = loaded["contact"]
    assert [table[total, "early"] for total in range(10)] == ["C1"] * 6 + ["C2"] + ["TF"] * 3
    assert [table[total, "late"] for total in (0, 5, 6, 7)] == [1, 1, 2, 2]
    assert table[-4, "early"] == "C1", "totals below the first row use it because the table clamps"
    assert table[25, "early"] == "TF"
    assert table.columns == ("early", "late")
    assert [row.span for row in table] == [(0, 5), (6, 6), (7, inf)]
    assert (table[6, "early"], table[6, "late"]) == ("C2", 2)
    assert len(table) == 3
    assert (table.title, table.rule, table.source, table.die) == (
        "Contact | Table",
        "13.1",
        "reconstructed",
        "d10z",
    )
    assert repr(table) == "<LookupTable contact: 3 rows, columns early, late>"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('"6" =', '"6-7" =', 16, "contact.rows.7+: covers 7 again; 6-7 already does"),
        ('"6" =', '"5-6" =', 15, "contact.rows.5-6: covers 5 again; 0-5 already does"),
        ('"6" =', '"-9-20" =', 14, "contact.rows.0-5: covers 0-5 again; -9 to 20 already does"),
        ('"7+" =', '"8+" =', 16, "contact.rows.8+: nothing covers 7 before it; widen one or add another"),
        ('"7+" =', '"7" =', 16, "contact.rows.7: nothing covers 8-9 after it; add a row or widen one"),
        ('"0-5" =', '"2-5" =', 14, "contact.rows.2-5: nothing covers 0-1 before it; add a row or widen one"),
        ('"6" =', '"six" =', 15, "contact.rows.six: 'six' is not a range of rolls"),
        ('["C1", 1]', '["C1"]', 14, "contact.rows.0-5: has 1 cells; the columns are early, late"),
        (
            '["C1", 1]',
            '["C1", "1"]',
            14,
            "contact.rows.0-5.1: the cell of column late is a text, '1'; its type is int",
        ),
        ('["C1", 1]', '["C1", true]', 14, "contact.rows.0-5.1: the cell of column late is true or false"),
        ('["C1", 1]', '["C1",\n 1.5]', 15, "contact.rows.0-5.1: the cell of column late is a number, 1.5"),
        ('["C1", 1]', '"C1"', 14, "contact.rows.0-5: must be a list of cells for the columns early, late"),
        ('"TF", 2]', '"TF", 1]', 16, "contact.rows.7+: column late is declared rising, but 1 comes after 2"),
        ('late = "rising"', 'late = "up"', 12, "contact.monotonic: 'up' must be one of rising, falling"),
        (
            'late = "rising"',
            'last = "rising"',
            12,
            "contact.monotonic.last: there is no such column; did you mean late?",
        ),
        ('late = "rising"', 'early = "rising"', 12, "contact.monotonic: column early holds no numbers"),
        ('die = "d10z"', 'dye = "d10z"', 8, "contact.dye: unknown key; did you mean die?"),
        ('die = "d10z"', 'die = "10"', 8, "contact.die: '10' is not a dice specification; legal are d6"),
        ('die = "d10z"', "die = 10", 8, "contact.die: is a whole number; it must be a text"),
        ('die = "d10z"', 'span = "9-0"', 8, "contact.span: the range '9-0' runs backwards"),
        ('die = "d10z"', "", 4, 'contact: needs die = "d6", or span = "1-6" for the totals it must cover'),
        (
            '"reconstructed"',
            '"guessed"',
            7,
            "contact.source: 'guessed' must be one of exact, historical, reconstructed",
        ),
        ("clamp = true", "clamp = 1", 9, "contact.clamp: is a whole number; it must be true or false"),
        ('["early", "late"]', '["early", "early"]', 10, "contact.columns: names a column twice"),
        ('["early", "late"]', '"early"', 10, "contact.columns: must be a list of names"),
        (
            'late = "int"',
            'late = "integer"',
            11,
            "contact.types.late: 'integer' is not a type; legal are int, float",
        ),
        (', late = "int"', "", 11, "contact.types: column late has no type"),
        ('late = "int"', 'late = "int", lost = "int"', 11, "contact.types.lost: there is no such column"),
        (
            "types = {",
            'type = "int"\ntypes = {',
            4,
            'contact: needs type = "..." or a type for each column in types',
        ),
        ("[contact.rows]", "[contact.cells]", 13, "contact.cells: unknown key"),
    ],
)
def test_a_broken_table_is_refused_with_file_line_key_and_remedy(tmp_path, old, new, line, message):
    assert GOOD.count(old) == 1
    path = tmp_path / "tables.toml"
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(BadData) as error:
        load_tables(path)
    assert str(error.value).startswith(f"{path}:{line}: {message}")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"die": "d6", "type": "int"}, "t.rows: must be a table of rows by range"),
        ({"die": "d6", "type": "int", "rows": {}}, "t.rows: must be a table of rows by range"),
        ({"die": "d6", "type": "int", "by_column": {"a": {"1-6": 1}}}, "t.by_column: unknown key"),
        ({"die": "d6", "types": 3, "rows": {"1-6": 1}}, "t.types: must be a table of types by column"),
        (
            {"die": "d6", "type": "int", "rows": {"1-6": "x"}},
            "t.rows.1-6: the cell is a text, 'x'; its type is int",
        ),
        (3, "t: is a whole number, not a lookup table"),
    ],
)
def test_a_broken_mapping_is_refused_with_its_key(data, message):
    with pytest.raises(BadData) as error:
        make_table("t", data)
    assert str(error.value).startswith(message)


dice = st.sampled_from(["d6", "d10", "d10z", "2d6", "3d4"])


@st.composite
def partitions(draw: st.DrawFn, low: int, high: int) -> list[tuple[int, int]]:
    """The totals from ``low`` to ``high`` cut into ranges."""
    cuts = sorted(draw(st.sets(st.integers(low + 1, high), max_size=6)))
    starts = [low, *cuts]
    return [(start, after - 1) for start, after in zip(starts, [*cuts, high + 1], strict=True)]


def key(low: int, high: int, style: int) -> str:
    if low == high and style:
        return str(low)
    return f"{low}{['-', '..', ' to '][style]}{high}"


@given(st.data(), dice)
def test_every_result_of_the_die_finds_the_cell_of_its_range(data, die):
    spec = parse_dice(die)
    ranges = data.draw(partitions(spec.number * spec.low, spec.number * spec.high))
    style = data.draw(st.integers(0, 2))
    order = data.draw(st.permutations(range(len(ranges))))
    rows = {key(ranges[number][0], ranges[number][1], style): number for number in order}
    table = make_table("t", {"die": die, "type": "int", "rows": rows})
    for total in range(spec.number * spec.low, spec.number * spec.high + 1):
        (expected,) = [number for number, (low, high) in enumerate(ranges) if low <= total <= high]
        assert table[total] == table[total, "result"] == expected
    for beyond in (spec.number * spec.low - 1, spec.number * spec.high + 1):
        with pytest.raises(BadData, match=f"table t has no row for {beyond}; its rows are for"):
            table[beyond]


@given(st.data(), dice)
def test_leaving_out_any_row_or_doubling_any_total_is_noticed(data, die):
    spec = parse_dice(die)
    ranges = data.draw(partitions(spec.number * spec.low, spec.number * spec.high))
    victim = data.draw(st.sampled_from(ranges))
    rows = {key(low, high, 0): 0 for low, high in ranges}
    total = data.draw(st.integers(*victim))
    doubled = {**rows, f">={total}" if total == spec.number * spec.high else key(total, total, 2): 1}
    if len(doubled) > len(rows):
        with pytest.raises(BadData, match="again"):
            make_table("t", {"die": die, "type": "int", "rows": doubled})
    del rows[key(victim[0], victim[1], 0)]
    if rows:
        with pytest.raises(BadData, match="nothing covers"):
            make_table("t", {"die": die, "type": "int", "rows": rows, "clamp": True})


def test_open_rows_and_clamping_reach_as_far_as_they_say():
    opened = make_table("t", {"span": "<=5", "type": "str", "rows": {"0-": "low", "1-5": "high"}})
    assert (opened[-100], opened[0], opened[1]) == ("low", "low", "high")
    with pytest.raises(BadData, match=r"no row for 6; its rows are for 5 or less \(clamp = true"):
        opened[6]
    clamped = make_table("t", {"span": "<=5", "clamp": True, "type": "str", "rows": {"1-5": "high"}})
    assert clamped[-100] == clamped[100] == "high"
    rising = make_table("t", {"span": "1+", "clamp": True, "type": "str", "rows": {"1-5": "high"}})
    assert rising[100] == "high"
    with pytest.raises(BadData, match="nothing covers 0 or less before it"):
        make_table("t", {"span": "<=5", "type": "str", "rows": {"1-5": "high"}})
    with pytest.raises(BadData, match="nothing covers 6 or more after it"):
        make_table("t", {"span": "1+", "type": "str", "rows": {"1-5": "high"}})
    with pytest.raises(BadData, match="covers 5 or more again; 1 or more already does"):
        make_table("t", {"span": "1+", "type": "str", "rows": {"1+": "high", "5+": "higher"}})


def test_whole_numbers_are_fine_where_numbers_are_asked_and_stay_numbers():
    table = make_table("t", {"die": "d2", "type": "float", "rows": {"1": 1, "2": 0.5}, "monotonic": "falling"})
    assert table[1] == 1.0
    assert type(table[1]) is float


def test_unknown_or_missing_columns_are_named_with_those_there_are(tmp_path):
    table = tables(tmp_path)[1]["contact"]
    with pytest.raises(UnknownName, match=r"has no column 'lade'; did you mean late\?"):
        table[3, "lade"]
    with pytest.raises(UnknownName, match="needs a column: early, late"):
        table[3]


def test_what_is_no_table_is_refused_and_meta_is_none(tmp_path):
    path = tmp_path / "mixed.toml"
    path.write_text('hand = 5\n[meta]\ngame = "example"\n')
    with pytest.raises(BadData, match=rf"^{path}:1: hand: is a whole number, not a lookup table"):
        load_tables(path)
    path.write_text('[meta]\ngame = "example"\n')
    assert load_tables(path) == {}


class _Charts(BaseModel):
    speed: int
    weather: LookupTable[str]
    others: dict[str, LookupTable[str]] = {}


def test_a_table_within_a_file_of_other_data_is_read_and_proved_as_any_other(tmp_path) -> None:
    path = tmp_path / "charts.toml"
    text = 'speed = 3\n[weather]\ndie = "d6"\ntype = "str"\nrows = { "1-2" = "calm", "3-6" = "gale" }\n'
    path.write_text(text)
    assert [load_toml(path).model(_Charts).weather[roll] for roll in (2, 3)] == ["calm", "gale"]
    path.write_text(text.replace("3-6", "4-6"))
    with pytest.raises(BadData, match=r"charts.toml:2: weather: rows.4-6: nothing covers 3 before it; widen one"):
        load_toml(path).model(_Charts)


def test_a_table_in_a_model_is_named_by_its_title_or_its_field_when_it_is_read_wrongly(tmp_path) -> None:
    path = tmp_path / "charts.toml"
    table = 'die = "d6"\ntype = "str"\nrows = { "1-2" = "calm", "3-6" = "gale" }\n'
    path.write_text(f'speed = 3\n[weather]\n{table}[others.fog]\ntitle = "Fog Chart"\n{table}')
    charts = load_toml(path).model(_Charts)
    with pytest.raises(BadData, match="table weather has no row for 9"):
        charts.weather[9]
    with pytest.raises(UnknownName, match="table Fog Chart has no column 'far'"):
        charts.others["fog"][3, "far"]
