"""Branches of a saved match: a tree in one file, each branch a whole match that verifies, and what becomes of them."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import navalcore as nc
from navalcore.bots import make_bots, play_out
from navalcore.errors import BadData, DamagedTape, UnknownName
from navalcore.study._branches import Branches, _difference, compare_branches
from tests.engine.conftest import verified


def a_match(choices: int = 20, **arguments):
    match = nc.load("uboat_cards").new_match("short", seed=4, **arguments)
    play_out(match, make_bots(match.game, seed=1), limit=choices)
    return match


def others(match) -> int:
    """An option that the match did not take at its current decision."""
    assert len(match.decision.options) > 1
    return len(match.decision.options) - 1


@pytest.fixture
def tree() -> Branches:
    """main with 20 choices; bold, which leaves it after 8 and makes 3; late, which leaves bold with other dice."""
    tree = Branches.begin(a_match(), "as it was played")
    tree.fork("main", "bold", at=8, comment="attack at once")
    match = tree.match("bold")
    for _ in range(3):
        assert match.decision is not None
        match.choose(len(match.decision.options) - 1)
    tree.keep("bold", match)
    tree.fork("bold", "late", seed=9)
    return tree


def test_a_branch_keeps_the_choices_before_it_and_goes_its_own_way(tree: Branches) -> None:
    main, bold = tree.match("main"), tree.match("bold")
    assert bold.choices()[:8] == main.choices()[:8]
    assert (main.count, bold.count) == (20, 11)
    assert (
        tree.parts_at("bold")
        == len([1 for one, other in zip(main.choices(), bold.choices(), strict=False) if one == other])
        or bold.choices()[8] != main.choices()[8]
    )
    assert tree["bold"].comment == "attack at once"
    assert tree.children("main") == ["bold"]
    assert tree.children("bold") == ["late"]


def test_a_branch_without_a_seed_meets_the_same_dice_and_one_with_a_seed_others(tree: Branches) -> None:
    tree.fork("main", "same", at=8)
    tree.fork("main", "other", at=8, seed="another sea")
    main, same, other = (tree.match(name) for name in ("main", "same", "other"))
    for match in (same, other):
        for pick in main.choices()[8:10]:
            assert match.decision is not None
            match.choose(min(pick, len(match.decision.options) - 1))
    drawn = [[entry.value for entry in match.tape() if entry.kind == "chance"] for match in (main, same, other)]
    assert drawn[0][: len(drawn[1])] == drawn[1]
    assert drawn[2] != drawn[1]


def test_a_tree_is_the_same_after_writing_and_reading(tree: Branches, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    tree.write(path)
    again = Branches.read(path)
    assert again.names == ["main", "bold", "late"]
    assert [again[name] for name in again.names] == [tree[name] for name in tree.names]
    assert again.match("late").digest == tree.match("late").digest


def test_a_branch_in_the_file_holds_only_what_it_does_not_share(tree: Branches, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    tree.write(path)
    main, bold, late = json.loads(path.read_text())["branches"]
    assert (main["shared"], len(main["lines"])) == (0, len(tree["main"].lines))
    assert bold["shared"] + len(bold["lines"]) == len(tree["bold"].lines)
    assert bold["shared"] > 8
    assert [json.loads(line)["kind"] for line in late["lines"]] == ["reseed"]


def test_a_parent_that_is_played_on_or_taken_back_leaves_its_branches_whole(tree: Branches, tmp_path: Path) -> None:
    before = tree.match("late").digest
    match = nc.load("uboat_cards").new_match("short", seed=4, salt=tree.match("main").setup.salt)
    play_out(match, make_bots(match.game, seed=1), limit=2)
    tree.keep("main", match)
    tree.write(tmp_path / "tree.json")
    again = Branches.read(tmp_path / "tree.json")
    assert again["main"].choices == 2
    assert again.parts_at("bold") == 2
    assert again.match("late").digest == before


def test_a_branch_saved_by_itself_is_an_ordinary_save(tree: Branches, tmp_path: Path) -> None:
    tree.save("late", tmp_path / "late.jsonl")
    assert verified(tmp_path / "late.jsonl").count == 11


def test_a_match_with_physical_dice_can_be_branched(tmp_path: Path) -> None:
    match = nc.load("uboat_cards").new_match("short", chance="physical")
    while match.decision is not None and match.decision.role == "chance":
        match.choose(0)
    match.choose(0)
    tree = Branches.begin(match)
    tree.fork("main", "otherwise", at=0)
    tree.write(tmp_path / "tree.json")
    decision = Branches.read(tmp_path / "tree.json").match("otherwise").decision
    assert decision is not None
    assert decision.role == "uboat"


def test_what_cannot_be_done_is_said(tree: Branches) -> None:
    with pytest.raises(BadData, match=r"branch bold has 11 choices: .* 0 to 11 of them, not after 12"):
        tree.fork("bold", "x", at=12)
    with pytest.raises(BadData, match="a branch 'bold' already"):
        tree.fork("main", "bold")
    with pytest.raises(BadData, match="'a b' is not a name"):
        tree.fork("main", "a b")
    with pytest.raises(UnknownName, match="no branch 'x'; there are main, bold, late"):
        tree.fork("x", "y")
    with pytest.raises(BadData, match="another beginning"):
        tree.keep("bold", nc.load("uboat_cards").new_match("short", seed=5))
    imagined = a_match().fork(seed=1, as_seen_by="uboat")
    with pytest.raises(BadData, match="cannot be saved"):
        Branches.begin(imagined)


def test_a_file_that_is_wrong_is_refused_with_the_branch(tree: Branches, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    tree.write(path)
    right = path.read_text()

    def wrong(change) -> None:
        document = json.loads(right)
        change(document)
        path.write_text(json.dumps(document))
        Branches.read(path)

    with pytest.raises(BadData, match="branch bold: its parent 'x' does not come before"):
        wrong(lambda document: document["branches"][1].update(parent="x"))
    with pytest.raises(BadData, match="branch bold: shares 999 lines"):
        wrong(lambda document: document["branches"][1].update(shared=999))
    with pytest.raises(BadData, match="branch bold: the first branch, and no other"):
        wrong(lambda document: document["branches"][1].update(parent=None))
    with pytest.raises(BadData, match="branch main: is not a name, or comes twice"):
        wrong(lambda document: document["branches"][1].update(name="main"))
    with pytest.raises(BadData, match="holds no branch"):
        wrong(lambda document: document.update(branches=[]))
    with pytest.raises(BadData, match="has format 7"):
        wrong(lambda document: document.update(navalcore_branches=7))
    with pytest.raises(BadData, match=r"is not a tree of branches: branches.1.lines: is missing"):
        wrong(lambda document: document["branches"][1].pop("lines"))
    with pytest.raises(DamagedTape, match=r"branch bold, line \d+: does not fit its digest"):
        wrong(lambda document: document["branches"][1]["lines"].pop(0))
    for text in ("", "[]", "ahoy", '{"navalcore_branches": 1}'):
        path.write_text(text)
        with pytest.raises(BadData, match="is not a tree of branches"):
            Branches.read(path)
    path.write_text('{"navalcore": 5}\n{"kind": "choice"}\n')  # a save, which is taken for a tree
    with pytest.raises(
        BadData, match="and cannot be read from line 2, column 1 on; navalcore branch start makes a tree"
    ):
        Branches.read(path)
    with pytest.raises(BadData, match="cannot be read"):
        Branches.read(tmp_path / "none.json")


# ---- what becomes of them ------------------------------------------------------------------------------------------


def test_branches_are_compared_on_the_same_seeds_whatever_the_number_of_processes(tree: Branches) -> None:
    compared = compare_branches(tree, ["main", "bold"], matches=6, seed=3)
    assert compared == compare_branches(tree, ["main", "bold"], matches=6, seed=3, jobs=2)
    for summed in compared.values():
        assert summed["matches"] == 6
        assert sum(wins["count"] for wins in summed["wins"].values()) + summed["draws"]["count"] == 6
    assert compared["main"]["against"]["uboat"] == {"difference": 0, "low": 0, "high": 0}
    shares = [compared[name]["wins"]["uboat"]["share"] for name in ("main", "bold")]
    assert compared["bold"]["against"]["uboat"]["difference"] == pytest.approx(shares[1] - shares[0])


def test_branches_that_stand_at_the_same_place_have_the_same_future(tree: Branches) -> None:
    tree.fork("main", "twin")
    compared = compare_branches(tree, ["main", "twin"], matches=5)
    assert compared["twin"]["scores"] == compared["main"]["scores"]
    assert compared["twin"]["against"]["uboat"]["difference"] == 0


def test_a_branch_that_is_over_has_one_future(tree: Branches) -> None:
    tree.fork("main", "end")
    match = tree.match("end")
    play_out(match, make_bots(match.game, seed=2))
    tree.keep("end", match)
    summed = compare_branches(tree, ["end"], matches=4)["end"]
    assert match.outcome is not None
    assert summed["wins"][match.outcome.winner]["count"] == 4


def test_what_a_role_does_not_know_can_be_imagined(tree: Branches) -> None:
    seen = compare_branches(tree, ["main"], matches=8, as_seen_by="uboat")
    assert seen["main"]["matches"] == 8
    assert seen != compare_branches(tree, ["main"], matches=8)
    with pytest.raises(UnknownName, match="no role 'admiral'"):
        compare_branches(tree, ["main"], as_seen_by="admiral")
    with pytest.raises(BadData, match="at least one match"):
        compare_branches(tree, matches=0)


def test_the_interval_between_two_branches_stays_among_the_differences_there_can_be() -> None:
    def won(*winners: str) -> list[Any]:
        return [SimpleNamespace(winner=winner) for winner in winners]

    split = _difference(won("red", "blue"), won("blue", "red"), "red")
    assert split["difference"] == 0
    assert -1 < split["low"] < 0 < split["high"] < 1
    swept = _difference(won("red", "red"), won("blue", "blue"), "red")
    assert swept["difference"] == swept["high"] == 1
    assert 0 < swept["low"] < 1
