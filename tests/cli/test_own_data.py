"""``navalcore --data GAME=FOLDER``: an owner's or a variant's data in place of a game's, in a process of its own."""

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copy

import pytest

from navalcore._cli.common import Settings
from navalcore._cli.odds import odds as odds_command
from navalcore._cli.output import Output
from navalcore_games.bismarck.game import Bismarck
from navalcore_games.silent_war.data_pack.loading import OWN
from navalcore_games.tonnage_war.values import VALUES_FILE
from tests.cli.conftest import Command, process

MODULE = """
from navalcore.rules import Variant
from navalcore.rules import VariantManifest, hookimpl

HARD = VariantManifest(game="tonnage_war", id="hard", title="Harder hulls", variant="harder:Harder", data="harder_data")

@hookimpl
def navalcore_variants():
    return [HARD]

class Harder(Variant):
    manifest = HARD
"""


def ran(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    line = [sys.executable, "-m", "navalcore", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with unit values of an owner: the first unit attacks with 9 more."""
    folder = tmp_path / "harder_data"
    folder.mkdir()
    text = VALUES_FILE.read_text(encoding="utf-8")
    assert "attack = " in text
    (folder / VALUES_FILE.name).write_text(text.replace("attack = ", "attack = 1", 1), encoding="utf-8")
    return folder


def test_a_command_for_the_same_games_begins_with_all_that_was_said_before_the_command() -> None:
    settings = Settings(("raid",), Output(), data=("raid=mine", "bismarck=mine"))
    assert settings.words == ["--plugin", "raid", "--data", "raid=mine", "--data", "bismarck=mine"]


def test_unit_values_of_an_owner_are_listed_as_his_and_played_by(mine: Path, tmp_path: Path) -> None:
    listed = json.loads(ran(tmp_path, "--data", f"tonnage_war={mine}", "charts", "tonnage_war", "--json").stdout)
    labels = {chart["name"]: chart["label"] for chart in listed["charts"]}
    assert labels.pop(VALUES_FILE.name) == "your own"
    assert set(labels.values()) == {"the game's"}
    simulate = ("simulate", "tonnage_war", "-n", "2", "--seed", "1", "--jobs", "1", "--json")
    bots = ("--bot", "uboat=random", "--bot", "escort=random")
    own, theirs = ran(tmp_path, "--data", f"tonnage_war={mine}", *simulate, *bots), ran(tmp_path, *simulate, *bots)
    assert own.returncode == theirs.returncode == 0, own.stderr + theirs.stderr
    assert own.stdout != theirs.stdout


def test_a_chart_of_silent_war_laid_over_ours_is_listed_as_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    copy(OWN / "general_asw.toml", tmp_path / "mine")
    listed = json.loads(ran(tmp_path, "--data", "silent_war=mine", "charts", "silent_war", "--json").stdout)
    charts = {chart["name"]: chart for chart in listed["charts"]}
    assert charts["general_asw.toml"]["label"] == "your own"
    assert charts["general_asw.toml"]["folder"] == str(tmp_path / "mine")
    assert charts["ultra.toml"]["label"] == "exact"


def test_a_variant_may_bring_data_files_and_its_saves_say_so(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "harder.py").write_text(MODULE)
    version, attack, base = program(
        tmp_path,
        "import navalcore as nc",
        "match = nc.load('tonnage_war:hard', ['harder']).new_match(seed=1)",
        "print(match.game.version)",
        "from navalcore_games.tonnage_war.values import UNITS",
        "print(next(iter(UNITS.values())).attack)",
        "try: nc.load('tonnage_war')",
        "except nc.NavalCoreError as error: print(error)",
    )
    assert "+data." in version
    assert int(attack) >= 10
    assert base == "tonnage_war: this process plays tonnage_war by the data of its variant 'hard'; play it in another"


def program(folder: Path, *lines: str) -> list[str]:
    """The lines that a program printed that was run in a folder."""
    path = f"{Path(__file__).parents[2]}{os.pathsep}{folder}"
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=folder, env={**os.environ, "PYTHONPATH": path},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


def test_a_match_is_not_continued_by_other_data_than_it_was_begun_with(mine: Path, tmp_path: Path) -> None:
    """A save made under an owner's data, one of a variant under them, and one without, each read with and without."""
    play = [
        "for game in ('tonnage_war', 'tonnage_war:autumn_1940'):",
        "    match = nc.load(game).new_match(seed=1); match.choose(0)",
        "    match.save(sys.argv[0] + game.partition(':')[2])",
        "    print(nc.load(game).version)",
    ]
    look = [
        "for name in ('ours', 'theirs', 'oursautumn_1940', 'theirsautumn_1940'):",
        "    try: print(nc.load_match(name).count)",
        "    except nc.NavalCoreError as error: print(f'{error.code} {error}')",
    ]
    over = f"nc.lay_data_over('tonnage_war', {str(mine)!r})"
    begin = ["import sys, navalcore as nc"]
    plain, _ = program(tmp_path, *begin, "sys.argv[0] = 'ours'", *play)
    marked, marked_variant = program(tmp_path, *begin, "sys.argv[0] = 'theirs'", over, *play)
    assert marked.startswith(f"{plain}+data.")
    assert marked_variant.startswith(f"{marked} "), "a variant's version follows that of the game and its data"
    digest = marked.partition("+data.")[2]
    without = program(tmp_path, *begin, *look)
    needed = (
        f"({digest}), and here there are none; name the folder with those files: navalcore --data tonnage_war=FOLDER"
    )
    assert [line if line == "1" else needed in line for line in without] == ["1", True, "1", True]
    under = program(tmp_path, *begin, over, *look)
    assert [line if line == "1" else "leave out --data" in line for line in under] == [True, "1", True, "1"]
    assert all(line.startswith("incompatible_save ") for line in (without[1], without[3], under[0], under[2]))


def test_a_match_under_an_owner_s_data_is_played_by_them_in_worker_processes_too(mine: Path, tmp_path: Path) -> None:
    simulate = ("simulate", "tonnage_war:autumn_1940", "-n", "4", "--seed", "1", "--json")
    bots = ("--bot", "uboat=random", "--bot", "escort=random")
    data = ("--data", f"tonnage_war={mine}")
    one, two = (ran(tmp_path, *data, *simulate, *bots, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert one.stdout == two.stdout


def test_data_for_a_game_that_is_not_there_or_does_not_fit_is_refused(mine: Path, tmp_path: Path) -> None:
    for given, message in [
        (f"nowhere={mine}", "there is no game 'nowhere'"),
        (f"bismarck={mine}", f"{VALUES_FILE.name}: the game has no data file of this name"),
    ]:
        done = ran(tmp_path, "--data", given, "games")
        assert done.returncode == 2
        assert message in done.stderr


def test_a_game_of_one_file_says_that_its_data_are_its_own_files(tmp_path: Path) -> None:
    ran(tmp_path, "new", "raid", "--kind", "cards")
    refused = ran(tmp_path / "raid", "--plugin", "raid", "--data", "raid=.", "play", "raid")
    assert refused.returncode
    assert "raid is a single file" in refused.stderr
    assert "change its own data files" in refused.stderr


def test_the_scenario_of_ones_own_on_the_page_is_played_and_asked_about_as_the_page_says(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    section = (root / "docs" / "play.md").read_text(encoding="utf-8").partition("## A scenario of your own")[2]
    toml = section.partition("```toml\n")[2].partition("```")[0]
    shipped = root / "games" / "silent_war" / "scenarios" / "scenarios.toml"
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / shipped.name).write_text(f"{shipped.read_text(encoding='utf-8')}\n{toml}", encoding="utf-8")
    lines = section.partition("```console\n")[2].partition("```")[0].splitlines()
    play, odds = (process(*line.split()[2:], typed="q\n", cwd=tmp_path) for line in lines)
    assert play.status == 0, play.err
    assert "Swordfish tries again" in play.out
    assert "Swordfish: ready, Pearl Harbor" in play.out
    assert odds.status == 0, odds.err
    assert "scenario=my_patrol" in odds.out
    assert "expected ships: 0\n" not in odds.out, "the boat reaches no enemy"
    assert lines[1].removeprefix("$ ") in " ".join((inspect.getdoc(odds_command) or "").split()), (
        "the help of odds has it too"
    )


@pytest.mark.parametrize(
    ("game", "file"),
    [("aa50_subwar", "atlantic.toml"), ("bismarck", "scenarios.toml"), ("silent_war", "scenarios.toml")],
)
def test_a_game_that_takes_no_scenario_by_its_path_says_what_to_write_instead(
    navalcore: Command, game: str, file: str
) -> None:
    code, message = navalcore("play", game, "--scenario", "mine.toml").error()
    assert code == "unknown_name"
    assert f"navalcore --data {game}=FOLDER play {game} --scenario ID" in message
    named = Path(message.partition("Copy ")[2].partition(" into")[0])
    assert (named.name, named.is_file()) == (file, True)
    unknown = navalcore("play", game, "--scenario", "mine").error()[1]
    assert "--data" not in unknown, "only who names a file is told of files"


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "told"),
    [
        ("tonnage_war", "scenarios/halifax_228.toml", "contact = 11", f"contact = {10**20}", "should be at most 10000"),
        ("uboat_cards", "scenarios/standard.toml", "TORPEDO = ", "TORPEDO = 9999999", "a count is from 0 to 10000"),
        ("aa50_subwar", "scenarios/atlantic.toml", "setup_1941", "setup_1940", "did you mean setup_1942.csv"),
        ("aa50_subwar", "scenarios/atlantic.toml", "owner_1941", "owner_1940", "owners: should be 'owner_1941', "),
        (
            "silent_war",
            "scenarios/scenarios.toml",
            '"s_36"',
            '"s_3600"',
            "there is no submarine 's_3600'; did you mean",
        ),
        ("bismarck", "data/ships.csv", "28,1622,M", "28,9999,M", "start_square: 9999 is not on the map"),
        ("bismarck", "data/planes.csv", "carrier:Ark Royal", "carrier:Arc Royal", "did you mean Ark Royal?"),
    ],
)
def test_a_figure_or_name_that_cannot_be_is_told_with_its_line_when_an_owner_s_file_is_read(
    tmp_path: Path, game: str, file: str, old: str, new: str, told: str
) -> None:
    text = (Path(__file__).parents[2] / "games" / game / file).read_text(encoding="utf-8")
    assert old in text
    own = tmp_path / Path(file).name
    own.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = ran(
        tmp_path, "--data", f"{game}={tmp_path}", "play", game, "--seed", "1", "--bot", "random", "--role", "spectator"
    )
    assert done.returncode != 0
    assert done.stderr.startswith(f"navalcore: error [bad_data]: {own}:"), done.stderr
    assert told in done.stderr


def test_the_first_fuel_and_the_first_weather_of_an_owner_are_what_a_match_begins_with(tmp_path: Path) -> None:
    """They are options too, whose default is that of the files."""
    data = Path(inspect.getfile(Bismarck)).parent / "data"
    for name, row, mine in (("ships.csv", ",2,4,9,7,", ",2,4,9,8,"), ("map.toml", "\n13 = 5\n", "\n13 = 1\n")):
        text = (data / name).read_text(encoding="utf-8")
        assert text.count(row) == 1
        (tmp_path / name).write_text(text.replace(row, mine), encoding="utf-8")
    begun = "import navalcore as nc; nc.lay_data_over('bismarck', '.'); view = nc.load('bismarck').new_match().view"
    shown = "print(next(iter(view('german').ships.values())).fuel, view('german').visibility[:3])"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    line = [sys.executable, "-c", f"{begun}; {shown}"]
    printed = subprocess.run(line, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
    assert printed == "8 (3, 4, 1)\n"
