"""An owner's data files in place of a game's own."""

from pathlib import Path

import pytest
from pydantic import BaseModel

from navalcore.components import load_models, load_toml
from navalcore.components._laid_over import VARIABLE, data_digest, lay_over, overlay_of
from navalcore.components._tables import check_own_columns
from navalcore.errors import BadData


class Ship(BaseModel, extra="forbid"):
    id: str
    knots: int


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game's package with three data files."""
    monkeypatch.setenv(VARIABLE, "")
    folder = tmp_path / "game"
    for name, text in {
        "data/ships.toml": "[hood]\nknots = 31\n",
        "data/boats.csv": "id,knots\nU-47,17\n",
        "scenarios/first.toml": "turns = 5\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_a_file_of_the_owner_is_read_in_place_of_the_game_s_and_all_others_stay(game: Path, tmp_path: Path) -> None:
    own = tmp_path / "mine"
    own.mkdir()
    (own / "boats.csv").write_text("id,knots\nU-47,99\n")
    (own / "first.toml").write_text("turns = 9\n")
    lay_over(game, own)
    overlay = overlay_of(game)
    assert overlay is not None
    assert overlay.folder == str(own)
    assert load_models(game / "data" / "ships.toml", Ship) == [Ship(id="hood", knots=31)]
    assert load_models(game / "data" / "boats.csv", Ship) == [Ship(id="U-47", knots=99)]
    assert load_toml(game / "scenarios" / "first.toml").data == {"turns": 9}


def test_a_slip_in_an_owner_s_file_is_told_with_its_own_place(game: Path, tmp_path: Path) -> None:
    (tmp_path / "ships.toml").write_text("[hood]\nknots = 'fast'\n")
    lay_over(game, tmp_path)
    with pytest.raises(BadData) as found:
        load_models(game / "data" / "ships.toml", Ship)
    assert str(found.value).startswith(f"{tmp_path / 'ships.toml'}:2: hood.knots: ")


def test_a_column_that_the_rules_ask_for_by_name_is_missed_before_any_match(game: Path, tmp_path: Path) -> None:
    guns = '[guns]\ndie = "d6"\ntype = "int"\ncolumns = ["far", "near"]\nrows = { 1-5 = [0, 1], 6 = [1, 2] }\n'
    (game / "data" / "guns.toml").write_text(guns)
    own = tmp_path / "mine"
    own.mkdir()
    (own / "guns.toml").write_text(guns.replace('"near"', '"close"'))
    with pytest.raises(BadData) as found:
        check_own_columns(game, own)
    told = f"{own / 'guns.toml'}:4: guns.columns: needs the column near, which the rules ask for by name"
    assert str(found.value) == told
    wider = guns.replace('"near"', '"near", "point blank"').replace("1]", "1, 2]").replace("2] }", "2, 3] }")
    (own / "guns.toml").write_text(wider)
    check_own_columns(game, own)


def test_a_folder_that_does_not_fit_is_refused(game: Path, tmp_path: Path) -> None:
    with pytest.raises(BadData, match="there is no such folder"):
        lay_over(game, tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadData, match=r"none of the game's data files \(boats.csv, ships.toml, first.toml\)"):
        lay_over(game, tmp_path / "empty")
    (tmp_path / "empty" / "ship.toml").write_text("")
    with pytest.raises(BadData, match=r"no data file of this name; did you mean .*ships.toml"):
        lay_over(game, tmp_path / "empty")
    assert overlay_of(game) is None


def test_other_data_have_another_digest_and_the_game_s_own_have_none(game: Path, tmp_path: Path) -> None:
    assert data_digest(game) == ""
    digests = set()
    for turns in (5, 6, 6):
        (tmp_path / "first.toml").write_text(f"turns = {turns}\n")
        lay_over(game, tmp_path)
        digests.add(data_digest(game))
    assert len(digests) == 2


def test_files_that_change_after_they_were_laid_over_are_not_read(game: Path, tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text("turns = 6\n")
    lay_over(game, tmp_path)
    digest = data_digest(game)
    (tmp_path / "first.toml").write_text("turns = 7\n")
    for look in (data_digest, lambda folder: load_toml(folder / "scenarios" / "first.toml")):
        with pytest.raises(BadData, match="have changed since they were laid over the game's; start again"):
            look(game)
    (tmp_path / "first.toml").write_text("turns = 6\n")
    assert data_digest(game) == digest


def test_a_second_folder_does_not_quietly_take_the_place_of_the_first(game: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "first.toml").write_text("turns = 6\n")
    lay_over(game, tmp_path / "one")
    lay_over(game, tmp_path / "one")
    with pytest.raises(BadData, match=r"two: .*one is laid over this game already, and only one folder can be"):
        lay_over(game, tmp_path / "two")
    assert load_toml(game / "scenarios" / "first.toml").data == {"turns": 6}


def test_an_owners_files_are_read_where_a_variant_brings_its_own_too(game: Path, tmp_path: Path) -> None:
    mine, theirs, third = tmp_path / "mine", tmp_path / "theirs", tmp_path / "third"
    for folder, turns in ((mine, 6), (theirs, 7), (third, 8)):
        folder.mkdir()
        (folder / "first.toml").write_text(f"turns = {turns}\n")
    (theirs / "boats.csv").write_text("id,knots\nU-47,99\n")
    lay_over(game, mine)
    lay_over(game, theirs, "another")
    assert load_toml(game / "scenarios" / "first.toml").data == {"turns": 6}, "the owner's"
    assert load_models(game / "data" / "boats.csv", Ship) == [Ship(id="U-47", knots=99)], "the variant's"
    overlay = overlay_of(game)
    assert overlay is not None
    assert (overlay.folder, overlay.own, overlay.variant) == (str(theirs), str(mine), "another")
    with pytest.raises(BadData, match="mine is laid over this game already, and only one folder can be"):
        lay_over(game, third)
    (theirs / "boats.csv").write_text("id,knots\nU-47,98\n")
    with pytest.raises(BadData, match="changed since"):
        data_digest(game)
