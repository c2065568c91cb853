"""The data files of a game as charts: what they hold, and where they say that their figures come from."""

from pathlib import Path

import pytest

from navalcore._face.chart_files import NAMES_SHOWN, chart_files


def told(tmp_path: Path, name: str, text: str) -> tuple[str, str]:
    """The label and the summary of a data file of a game."""
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "data" / name).write_text(text, encoding="utf-8")
    return next((chart.label, chart.summary) for chart in chart_files(tmp_path) if chart.name == name)


@pytest.mark.parametrize(
    ("name", "text", "label", "summary"),
    [
        ("a.toml", 'source = "exact"\n[hits]\n2 = 1', "exact", "hits"),
        ("b.toml", '[hits]\nsource = "exact"\n[misses]\nsource = "historical"', "exact, historical", "hits, misses"),
        ("c.toml", '[[rows]]\nsource = "historical"\n[[rows]]\nx = 1', "historical", "rows"),
        ("d.toml", 'source = "page 3 of the book"\nx = 1', "the game's", "figures"),
        ("e.json", '{"rows": [{"source": "exact"}]}', "exact", "rows"),
        ("f.json", "[1, 2]", "the game's", "figures"),
        ("g.csv", "ship,speed\nHood,31\nKGV,28", "the game's", "2 rows of ship, speed"),
    ],
)
def test_a_chart_is_told_with_its_parts_and_every_source_that_it_names(
    tmp_path: Path, name: str, text: str, label: str, summary: str
) -> None:
    assert told(tmp_path, name, text) == (label, summary)


def test_of_many_parts_the_first_are_named_and_the_others_counted(tmp_path: Path) -> None:
    parts = [f"part_{number}" for number in range(NAMES_SHOWN + 2)]
    _, some = told(tmp_path, "some.toml", "\n".join(f"[{part}]" for part in parts[:NAMES_SHOWN]))
    _, many = told(tmp_path, "many.toml", "\n".join(f"[{part}]" for part in parts))
    assert some == ", ".join(parts[:NAMES_SHOWN])
    assert many == f"{some} and 2 more"
