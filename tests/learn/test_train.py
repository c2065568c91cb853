"""The program that trains policies, where the extra `train` is installed."""

import csv
from typing import Any

import pytest

pytest.importorskip("sb3_contrib", reason="the extra `train` is not installed")

from sb3_contrib import MaskablePPO

from examples.learn import train
from navalcore.learn import Policy


@pytest.fixture
def command(monkeypatch):
    def given(*words):
        monkeypatch.setattr("sys.argv", ["train.py", *map(str, words)])

    return given


def test_a_policy_is_trained_against_a_population_and_lies_beside_its_curve(command, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(train, "HELD_OUT_MATCHES", 2)
    out = tmp_path / "own.zip"
    command(
        *["tonnage_war", "--opponent", "standard", "script", "--plugin", "benchmarks.escort_script"],
        *["--imitate", "counter", "--imitated", 1, "--held-out", "boats", "--environments", 1, "--steps", 512],
        *["--width", 8, "--epochs", 1, "--out", out],
    )
    train.main()
    note = Policy.load(out).note
    assert "against standard and script" in note
    assert note.endswith("after 1 matches of 'counter', 512 steps")
    with out.with_suffix(".csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {int(row["steps"]) for row in rows} == {512}
    assert all(0 <= float(row["won"]) + float(row["drawn"]) <= 1 for row in rows)
    said = capsys.readouterr().out
    assert f"{out}: the policy" in said
    assert "decided matches won against boats" in said


def test_a_policy_goes_on_from_where_it_was(command, tmp_path, monkeypatch):
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    quick = ["uboat_cards", "--environments", 1, "--epochs", 1, "--steps", 512]
    command(*quick, "--width", 8, "--out", first)
    train.main()
    began: list[Any] = []
    learn = MaskablePPO.learn

    def watched(model, *rest):
        layers = Policy.of_maskable_ppo("uboat_cards", model).layers
        began.extend((weights.copy(), biases.copy()) for weights, biases in layers)
        return learn(model, *rest)

    monkeypatch.setattr(MaskablePPO, "learn", watched)
    command(*quick, "--from", first, "--imitated", 1, "--out", second)
    train.main()
    earlier, later = Policy.load(first), Policy.load(second)
    for (weights, biases), (kept, same) in zip(earlier.layers, began, strict=True):
        assert (weights == kept).all()
        assert (biases == same).all()
    assert any((weights != other).any() for (weights, _), (other, _) in zip(earlier.layers, later.layers, strict=True))
    assert later.note == f"{earlier.note}; then masked PPO of sb3-contrib against standard, seed 1, 512 steps"


def test_minutes_alone_are_not_cut_short_by_steps(command):
    command("uboat_cards", "--minutes", 10)
    assert train.arguments().steps is None
    command("uboat_cards")
    assert train.arguments().steps == train.STEPS


def test_training_ends_when_its_minutes_are_over(command, tmp_path):
    command("uboat_cards", "--minutes", 0.001, "--environments", 1, "--width", 8, "--out", tmp_path / "own.zip")
    train.main()
    assert (tmp_path / "own.zip").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--opponent", "nobody"], "no bot 'nobody'"),
        (["--held-out", "nobody"], "no bot 'nobody'"),
        (["--imitate", "nobody"], "no bot 'nobody'"),
        (["--from", "nowhere.zip"], "nowhere.zip: cannot be read"),
        (["--from", "own.zip", "--imitate", "standard"], "does not go with --imitate"),
        (["--opponent", "nowhere.zip"], "nowhere.zip: cannot be read"),
        (["--role", "captain"], "no role 'captain'"),
        (["--role", "uboat", "--worth", "10"], "does not go with --role"),
        (["--out", "nowhere/own.zip"], "there is no folder nowhere"),
    ],
)
def test_wrong_arguments_are_refused_before_training(command, capsys, words, said):
    command("uboat_cards", *words)
    with pytest.raises(SystemExit):
        train.arguments()
    assert said in capsys.readouterr().err
