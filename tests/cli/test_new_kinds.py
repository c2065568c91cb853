"""``navalcore new --kind``: a small game in one file plays, is checked, and is all there to read."""

import sys
from errno import ENOSPC
from importlib import import_module
from pathlib import Path

import pytest

import navalcore as nc
from navalcore._cli.new import make_kind
from navalcore._cli.outputs import write_file
from navalcore._rulebook.citing import _registered
from navalcore.bots import make_bots, play_out
from navalcore.errors import BadData
from navalcore.rules import schemas
from navalcore.testing import check_game
from tests.cli.conftest import Command

KINDS = ("cards", "hexes", "areas")


@pytest.fixture(params=KINDS)
def night_raid(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> nc.AnyGame:
    make_kind(request.param, tmp_path / "night_raid", "night_raid", "Night Raid", "Ann Example")
    monkeypatch.syspath_prepend(str(tmp_path / "night_raid"))
    # Neither another kind of this name nor a later test meets what is made here.
    for known in (sys.modules, _registered):
        monkeypatch.setitem(known, "night_raid", None)
        monkeypatch.delitem(known, "night_raid")
    game: nc.AnyGame = import_module("night_raid").NightRaid()
    return game


def test_a_small_game_goes_by_its_own_name_everywhere_and_is_150_lines_to_read(night_raid: nc.AnyGame) -> None:
    assert (night_raid.id, night_raid.title, night_raid.rulebook.source.designer) == (
        "night_raid",
        "Night Raid",
        "Ann Example",
    )
    files = {file.name: file.read_text(encoding="utf-8") for file in night_raid.folder.glob("*.*")}
    assert set(files) == {"night_raid.py", "night_raid.toml", "rulebook.toml", "test_night_raid.py"}
    assert not any("my_game" in text or "MyGame" in text or "My Game" in text for text in files.values())
    lines = files["night_raid.py"].splitlines()
    assert all(len(line) <= 120 for line in lines)
    assert sum(bool(line.strip()) for line in lines) <= 150


@pytest.mark.parametrize("night_raid", ["areas"], indirect=True)
def test_the_map_of_areas_shows_a_line_for_each_way_that_a_ship_may_take(night_raid: nc.AnyGame) -> None:
    board = nc.face_of(night_raid).board(night_raid.new_match(seed=1).view(nc.UMPIRE))
    assert board is not None
    scene = board.scenes[0]
    ways = {(region.id, near) for region in scene.regions for near in region.next}
    drawn = sum(shape.kind == "way" for shape in scene.shapes)
    assert ways
    assert 2 * drawn == len(ways)


def test_a_small_game_keeps_every_promise(night_raid: nc.AnyGame) -> None:
    report = check_game(night_raid, matches=2, max_choices=400, shrinking=False)
    left_out = [each for each in report.failures if each.check != "same_in_another_process"]
    assert left_out == [], report.text()  # another process would look for the file elsewhere


def test_the_tests_next_to_a_small_game_are_named_with_the_section_they_protect(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_kind("hexes", tmp_path / "marked_raid", "marked_raid", "Marked Raid", "Ann Example")
    monkeypatch.chdir(tmp_path / "marked_raid")
    section = navalcore("--plugin", "marked_raid", "rules", "marked_raid", "2").out
    assert "test_marked_raid.py" in section
    assert "no folder of tests" not in section


def test_rules_may_fail_on_an_option_of_another_role_that_an_imagined_world_does_not_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "chart_raid"
    make_kind("areas", folder, "chart_raid", "Chart Raid", "Ann Example")
    file, looked_up = folder / "chart_raid.py", 'CHART[dice.roll("d6", "the attack", "1"), str(traffic)]'
    rules = file.read_text().replace('dice.roll("d6", "the attack", "1") <= traffic + 1', looked_up)
    assert looked_up in rules
    chart = {"die": "d6", "type": "int", "columns": ["1", "2", "3"], "rows": {"1-3": [0, 1, 1], "4-6": [0, 0, 1]}}
    head, mark, tail = rules.partition("MAP = ")
    made = f"from navalcore.components import make_table\nCHART = make_table('attack', {chart!r})\n"
    file.write_text(head + made + mark + tail)
    monkeypatch.syspath_prepend(str(folder))
    report = check_game(import_module("chart_raid").ChartRaid(), matches=2, only=["events_hide_what_is_hidden"])
    assert report.ok, report.text()


def test_its_estimate_makes_the_bot_that_plays_it_by_default(night_raid: nc.AnyGame) -> None:
    from navalcore.bots import bot_names

    assert bot_names(night_raid)[0] == "standard"
    match = night_raid.new_match(list(night_raid.scenarios)[-1], seed=1)
    play_out(match, make_bots(night_raid, seed=1))
    assert match.over


def test_its_data_have_a_schema_and_a_wrong_figure_is_told_with_its_line(
    night_raid: nc.AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema = schemas(night_raid)["data"]
    assert "scenarios" in schema["properties"]
    scenario = schema["$defs"][schema["properties"]["scenarios"]["additionalProperties"]["$ref"].rpartition("/")[2]]
    assert "id" not in scenario["properties"]
    assert "title" in scenario["required"]
    data = night_raid.folder / "night_raid.toml"
    lines = data.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(("turns =", "nights =")))
    lines[at] = lines[at].partition("=")[0] + '= "many"'
    data.write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.delitem(sys.modules, "night_raid")
    with pytest.raises(BadData, match=rf"night_raid.toml:{at + 1}: scenarios\..*many"):
        import_module("night_raid")


def test_what_the_page_of_the_first_game_changes_is_there(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "first_game.md").read_text(encoding="utf-8")
    make_kind("cards", tmp_path / "night_raid", "night_raid", "Night Raid", "")
    code = (tmp_path / "night_raid" / "night_raid.py").read_text(encoding="utf-8")
    tests = (tmp_path / "night_raid" / "test_night_raid.py").read_text(encoding="utf-8")
    evaluate = page.partition("```python\n    def evaluate")[2].partition("```")[0]
    assert evaluate.strip() in code
    assert code.count('convoy != "smoke"') == 1  # the flare
    assert "hands: Annotated[dict[str, tuple[str, ...]], by_role]" in code  # what is broken for the kit
    assert '[("", "stalk", 0, [], (5, 1, 0))' in tests  # the list that has one more line
    assert len(page.split()) <= 1500


def test_a_game_that_cannot_be_written_whole_leaves_its_name_free_for_the_next_try(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        if path.suffix == ".toml":
            raise BadData(f"{path}: cannot be written") from OSError(ENOSPC, "No space left on device")
        write_file(path, text)

    line = ["new", "night_watch", "--kind", "cards", "--into", tmp_path]
    with monkeypatch.context() as disk:
        disk.setattr("navalcore._cli.new.write_file", full)
        assert navalcore(*line).error()[0] == "disk_full"
    assert list(tmp_path.iterdir()) == []
    assert navalcore(*line).status == 0


@pytest.mark.parametrize(("kind", "game"), [("areas", "sea"), ("hexes", "state"), ("cards", "step")])
def test_a_small_game_is_not_called_what_its_file_calls_something_else(kind: str, game: str, tmp_path: Path) -> None:
    with pytest.raises(BadData, match=f"its file has another {game.capitalize()}; try {game}_game"):
        make_kind(kind, tmp_path / game, game, "", "")
    assert not (tmp_path / game).exists()
    make_kind(kind, tmp_path / "my_game", "my_game", "", "")


def test_a_kind_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="there is no small game of this kind; there are areas, cards, hexes"):
        make_kind("hexagons", tmp_path / "x", "night_raid", "", "")


@pytest.mark.parametrize(
    ("kind", "old", "new", "told"),
    [
        ("cards", "[mix.convoy]", "[mix.convoi]", "mix.convoi: unknown key; did you mean convoy?"),
        ("cards", "zigzag = 4", f"zigzag = {10**20}", "mix.convoy.zigzag: should be at most 99"),
        ("hexes", 'z26 = "0102"', 'z29 = "0102"', "scenarios.squall.place.z29: 'z29' is not in ships; did you mean"),
        ("hexes", 'z26 = "0102"', 'z26 = "0504"', "scenarios.squall.place.z26: '0504' is not possible here"),
        ("hexes", 'islands = ["0504"', 'islands = ["9904"', "islands.0: '9904' is not possible here"),
        ("hexes", 'side = "german"', 'side = "grman"', "ships.z26.side: should be 'german' or 'british', not 'grman'"),
        ("areas", 'raider = "denmark_strait"', 'raider = "denmark"', "scenarios.breakout.raider: 'denmark' is not in"),
        ("areas", 'norfolk = "iceland"', 'norfolk = "icelnd"', "cruisers.norfolk: 'icelnd' is not in seas; did you"),
        ("areas", '"azores", "biscay"', '"azores", "bisky"', "ways.8.1: 'bisky' is not in seas; did you mean biscay?"),
    ],
)
def test_a_name_that_is_not_there_is_told_with_its_line_when_a_small_game_is_loaded(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, old: str, new: str, told: str
) -> None:
    name = f"{kind}_{sum(new.encode())}"  # what is broken is remembered by its name
    make_kind(kind, tmp_path / name, name, "", "")
    monkeypatch.chdir(tmp_path / name)
    data = Path(f"{name}.toml")
    text = data.read_text(encoding="utf-8")
    data.write_text(text.replace(old, new, 1), encoding="utf-8")
    line = 1 + text[: text.index(old)].count("\n")
    code, message = navalcore("--plugin", name, "play", name).error()
    assert code == "bad_data"
    assert f"{data.resolve()}:{line}: " in message
    assert told in message


def test_a_mistake_in_the_data_is_told_by_file_and_line_and_not_as_a_broken_plug_in(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_kind("hexes", tmp_path / "first_watch", "first_watch", "", "")
    monkeypatch.chdir(tmp_path / "first_watch")
    data = Path("first_watch.toml")
    text = data.read_text(encoding="utf-8")
    data.write_text(text.replace('title = "Z 26"', 'title = "Z 26', 1), encoding="utf-8")
    line = 1 + text[: text.index('title = "Z 26"')].count("\n")
    for command in (("play", "first_watch"), ("check", "first_watch"), ("schema", "first_watch", "data")):
        code, message = navalcore("--plugin", "first_watch", *command).error()
        assert code == "bad_data"
        assert message.startswith(f"{data.resolve()}:{line}: is not valid TOML")


def test_a_number_of_cards_below_0_is_told_with_its_line(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_kind("cards", tmp_path / "middle_watch", "middle_watch", "", "")
    monkeypatch.chdir(tmp_path / "middle_watch")
    data = Path("middle_watch.toml")
    text = data.read_text(encoding="utf-8")
    data.write_text(text.replace("torpedo = 4", "torpedo = -1", 1), encoding="utf-8")
    line = 1 + text[: text.index("torpedo = 4")].count("\n")
    message = navalcore("--plugin", "middle_watch", "play", "middle_watch").error()[1]
    assert message == f"{data.resolve()}:{line}: mix.wolf.torpedo: should be at least 0, not -1"


def test_a_game_of_this_folder_that_was_not_named_as_a_plug_in_is_told_how(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_kind("cards", tmp_path / "last_dogwatch", "last_dogwatch", "", "")
    monkeypatch.chdir(tmp_path / "last_dogwatch")
    code, message = navalcore("play", "last_dogwatch").error()
    assert (code, message.rpartition("; ")[2]) == (
        "unknown_game",
        "to use last_dogwatch of this folder, write navalcore --plugin last_dogwatch",
    )
