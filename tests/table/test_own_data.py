"""Data files of a person's own in a browser: kept, refused where they cannot be read, laid over at the next start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from navalcore.table._own_data import OwnData
from tests.table.memory import MemoryStore
from tests.table.test_local import Page, run

GAME = Path(__file__).parents[2] / "games" / "aa50_subwar"
ZONES = (GAME / "data" / "world_zones.csv").read_text(encoding="utf-8")
OWN = ZONES.replace("40 Sea Zone,0,reconstructed", "40 Sea Zone,5,your own")


def page_with(store: Any, folder: Path) -> Page:
    """A page whose worker keeps own data."""
    page = Page(store)
    page.local._own_data = OwnData(store, folder)
    return page


def test_files_are_kept_told_and_taken_off_again(tmp_path: Path) -> None:
    async def test() -> None:
        store = MemoryStore()
        page = page_with(store, tmp_path)
        assert (await page.ask("games", "aa50_subwar", "data"))["own"] == {}
        kept = await page.ask("games", "aa50_subwar", "data", body={"files": {"world_zones.csv": OWN}})
        assert kept["own"] == {"world_zones.csv": OWN}
        assert {"world.toml", "world_zones.csv", "world_1941.csv"} <= set(kept["files"])
        again = page_with(store, tmp_path)  # another visit
        assert (await again.ask("games", "aa50_subwar", "data"))["own"] == {"world_zones.csv": OWN}
        assert (await again.ask("games", "aa50_subwar", "data", body={"files": {}}))["own"] == {}

    run(test)


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("zones_of_the_world.csv", OWN, "has no data file of this name"),
        ("world_zones.csv", "id,depth\nsz1,3\n", "has no column 'depth'"),
        ("world_zones.csv", "", "its first line names the columns"),
        ("world.toml", "[power", "world.toml:1: is not valid TOML at column 7: the name of a table should be closed"),
        ("world.toml", "deep = " + "[" * 5000, "world.toml: is nested too deep"),
        ("chart.json", "{", "chart.json:1: is not valid JSON"),
        ("chart.json", "[" * 100_000, "chart.json: is nested too deep"),
        ("world_zones.csv", "id," + "x" * 200_000, "cannot be read: field larger than"),
    ],
)
def test_what_cannot_be_such_a_file_is_refused_and_what_was_kept_stays(
    tmp_path: Path, name: str, text: str, wrong: str
) -> None:
    async def test() -> None:
        page = page_with(MemoryStore(), tmp_path)
        await page.ask("games", "aa50_subwar", "data", body={"files": {"world_zones.csv": OWN}})
        refused = await page.ask("games", "aa50_subwar", "data", body={"files": {name: text}})
        assert refused["code"] == "bad_data"
        assert wrong in refused["message"]
        assert (await page.ask("games", "aa50_subwar", "data"))["own"] == {"world_zones.csv": OWN}
        assert (await page.ask("games", "nowhere", "data"))["code"] == "unknown_game"

    run(test)


def test_the_next_start_lays_them_over_before_a_game_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text(OWN, encoding="utf-8")
    code = """
import asyncio, sys
from pathlib import Path
from navalcore.table._own_data import OwnData
from tests.table.memory import MemoryStore
store = MemoryStore()
folder = Path(sys.argv[1])
store._rows["data aa50_subwar world_zones.csv"] = (folder / "own.csv").read_text(encoding="utf-8")
asyncio.run(OwnData(store, folder / "laid").lay_over())
from navalcore_games.aa50_subwar.theatre import waters
print(waters("world_1941").zones["sz40"].convoy_limit)
"""
    told = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert told.stdout.strip() == "5", told.stderr
