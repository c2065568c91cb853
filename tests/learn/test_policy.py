"""Trained policies: files that run on NumPy alone, and bots that play by them."""

import io
import itertools
import json
import math
import re
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import navalcore as nc
import navalcore.learn
from navalcore.bots import make_bots, play_out, seat
from navalcore.bots._makers import bot_maker
from navalcore.errors import BadData, BrokenPlugin
from navalcore.learn import ActionSpace, Encoder, Policy, PolicyBot


@pytest.fixture(scope="module")
def game():
    return nc.load("uboat_cards")


def layers(game, seed=1, hidden=8):
    draw, encoder, space = np.random.default_rng(seed), Encoder.of(game), ActionSpace(game)
    sizes = [encoder.size, hidden, space.n]
    return [
        (draw.normal(size=(wide, given)).astype(np.float32), draw.normal(size=wide).astype(np.float32))
        for given, wide in itertools.pairwise(sizes)
    ]


def test_a_policy_takes_what_is_offered_and_has_the_highest_score(game):
    biased = np.zeros(ActionSpace(game).n, np.float32)
    wanted = ["discard_card/Sonar", "discard_card/Water", "pass"]  # the last is seldom offered beside the others
    for score, key in enumerate(reversed(wanted), start=1):
        biased[ActionSpace(game).keys.index(key)] = score
    bot = PolicyBot(game, Policy.of(game, [(np.zeros((biased.size, Encoder.of(game).size), np.float32), biased)]))
    match = game.new_match("short", seed=1)
    looked = 0
    while match.decision is not None and match.count < 100:
        decision = match.decision
        offered = [decision.key(option) for option in decision.options]
        chosen = decision.key(bot.decide(match.view(decision.role), decision))
        best = [key for key in wanted if key in offered]
        if best:
            assert chosen == best[0]
            looked += 1
        match.choose(chosen)
    assert looked > 10


def test_a_saved_policy_gives_the_same_scores_and_plays_by_its_name(game, tmp_path):
    policy = Policy.of(game, layers(game), note="made at random")
    path = tmp_path / "mine.zip"
    policy.save(path)
    loaded = Policy.load(path)
    view = game.new_match(seed=1).view("uboat")
    assert np.array_equal(policy.scores(Encoder.of(game)(view)), loaded.scores(Encoder.of(game)(view)))
    assert (loaded.note, loaded.version) == ("made at random", game.version)
    match = game.new_match("short", seed=2)
    play_out(match, make_bots(game, {"uboat": str(path), "convoy": "random"}, seed=1))
    assert match.over
    policy.save(tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == path.read_bytes(), "a file says what the policy is and nothing else"


def test_the_scores_are_those_of_layers_with_tanh_between(game):
    (first, once), (second, twice) = layers(game)
    observation = np.linspace(-1, 1, first.shape[1], dtype=np.float32)
    by_hand = second.astype(float) @ np.tanh(first.astype(float) @ observation + once) + twice
    scores = Policy.of(game, [(first, once), (second, twice)]).scores(observation)
    assert scores == pytest.approx(by_hand, rel=1e-4, abs=1e-4)


def test_a_policy_scores_one_observation_of_its_own_size_and_says_so_of_anything_else(game):
    policy, wide = Policy.of(game, layers(game)), Encoder.of(game).size
    assert policy.scores(np.zeros(wide, np.float32)).shape == (ActionSpace(game).n,)
    wrong = [np.zeros(shape, np.float32) for shape in (wide + 1, wide - 1, (), (wide, 1), (1, wide))]
    for array in wrong:
        with pytest.raises(BadData, match=re.escape(f"of shape ({wide},)") + ".*" + re.escape(f"shape {array.shape}")):
            policy.scores(array)
    others: tuple[Any, ...] = ([0.0] * wide, None, game.new_match(seed=1).view("uboat"))
    for strange in others:
        with pytest.raises(BadData, match=f"not a {type(strange).__name__}"):
            policy.scores(strange)


def test_a_policy_that_cannot_be_written_says_where_and_leaves_what_was_there(game, tmp_path):
    policy = Policy.of(game, layers(game))
    paths: tuple[Any, ...] = (tmp_path / "missing" / "mine.zip", tmp_path, "mine\0.zip", 5)
    for path in paths:
        with pytest.raises(BadData, match=r"cannot be (written|the name of a file)") as refused:
            policy.save(path)
        assert str(path) in str(refused.value) or repr(path) in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_who_stops_while_a_policy_is_written_keeps_the_one_before(game, tmp_path, monkeypatch):
    def stopped(path, content):
        with path.open("wb") as file:
            file.write(content[:100])
        raise KeyboardInterrupt

    path = tmp_path / "mine.zip"
    Policy.of(game, layers(game), note="before").save(path)
    monkeypatch.setattr(Path, "write_bytes", stopped)
    with pytest.raises(KeyboardInterrupt):
        Policy.of(game, layers(game), note="after").save(path)
    assert Policy.load(path).note == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["mine.zip"]


def test_a_policy_for_another_game_or_other_observations_is_refused(game, tmp_path):
    policy = Policy.of(game, layers(game))
    policy.save(tmp_path / "cards.zip")
    with pytest.raises(BadData, match="trained for uboat_cards and cannot play tonnage_war"):
        bot_maker(nc.load("tonnage_war"), str(tmp_path / "cards.zip"))
    with pytest.raises(BadData, match="layer 1 of the policy"):
        Policy.of(game, [(np.zeros((22, 5), np.float32), np.zeros(22, np.float32))])
    with pytest.raises(BadData, match="activation"):
        Policy.of(game, layers(game), activation="sine")


@pytest.mark.parametrize("content", [b"", b"no archive"])
def test_what_is_not_a_policy_is_refused_by_the_name_of_the_file(game, tmp_path, content):
    path = tmp_path / "strange.zip"
    path.write_bytes(content)
    with pytest.raises(BadData, match=r"strange\.zip is not a policy"):
        bot_maker(game, str(path))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("policy.json", "{}")
    with pytest.raises(BadData, match=r"strange\.zip is not a policy"):
        Policy.load(path)
    with pytest.raises(BadData, match=r"nowhere\.zip: cannot be read: No such file"):
        bot_maker(game, "nowhere.zip")


def test_a_policy_without_layers_is_none_whatever_its_file_says_of_the_actions(game, tmp_path):
    path = tmp_path / "hollow.zip"
    Policy.of(game, layers(game)).save(path)
    with zipfile.ZipFile(path) as archive:
        about = json.loads(archive.read("policy.json"))
    np.savez(tmp_path / "none.npz")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("policy.json", json.dumps(about | {"actions": ""}))
        archive.write(tmp_path / "none.npz", "weights.npz")
    with pytest.raises(BadData, match=r"hollow\.zip is not a policy: it has no layer"):
        Policy.load(path)
    with pytest.raises(BadData, match="at least one layer"):
        Policy.of(game, [])


def test_a_new_key_at_the_end_of_the_table_leaves_a_trained_policy_valid(game, monkeypatch):
    policy = Policy.of(game, layers(game))
    before = ActionSpace(game)
    monkeypatch.setattr("navalcore.learn._actions.read_table", lambda path: (game.version, (*before.keys, "surrender")))
    assert ActionSpace(game).n == before.n + 1
    bot = PolicyBot(game, policy)
    decision = game.new_match(seed=1).decision
    assert decision is not None
    assert 0 <= bot.decide(game.new_match(seed=1).view(decision.role), decision) < len(decision.options)


def test_a_file_with_anything_else_than_finite_numbers_and_words_is_refused(game, tmp_path):
    path, encoder, space = tmp_path / "strange.zip", Encoder.of(game), ActionSpace(game)
    weights, biases = np.zeros((space.n, encoder.size), np.float32), np.zeros(space.n, np.float32)
    Policy.of(game, [(weights, biases)]).save(path)
    with zipfile.ZipFile(path) as archive:
        about, packed = json.loads(archive.read("policy.json")), archive.read("weights.npz")
    single = io.BytesIO()
    np.save(single, weights)

    def arrays(one, other):
        made = io.BytesIO()
        np.savez(made, weights_0=one, biases_0=other)
        return made.getvalue()

    strange = [
        ("5", packed),
        ("null", packed),
        ("[" * 100_000, packed),
        (json.dumps(about | {"activation": ["tanh"]}), packed),
        (json.dumps(about), b""),
        (json.dumps(about), single.getvalue()),
        (json.dumps(about), packed[:120] + bytes(40) + packed[160:]),
        (json.dumps(about), arrays(weights * np.nan, biases)),
        (json.dumps(about), arrays(weights.astype(str), biases)),
        (json.dumps(about), arrays(weights.astype(complex), biases)),
        (json.dumps(about), arrays(weights, biases[None])),
    ]
    for words, numbers in strange:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("policy.json", words)
            archive.writestr("weights.npz", numbers)
        with pytest.raises(BadData):
            bot_maker(game, str(path))
    assert bot_maker(game, "random")


def test_without_numpy_the_bot_of_a_policy_says_what_to_install(game, monkeypatch):
    monkeypatch.setattr("navalcore.bots._makers.find_spec", lambda name: None)
    with pytest.raises(BrokenPlugin, match=r"a policy \(my.zip\) needs NumPy: pip install 'navalcore\[learn\]'"):
        bot_maker(game, "my.zip")


def test_without_its_extra_what_is_imported_from_the_package_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "navalcore.learn._gym", raising=False)
    monkeypatch.delitem(vars(navalcore.learn), "GymEnv", raising=False)
    with pytest.raises(ModuleNotFoundError, match=r"GymEnv needs gymnasium: pip install 'navalcore\[learn\]'"):
        navalcore.learn.GymEnv("uboat_cards", ["uboat"])


def judging(game, towards=1.0, hidden=8):
    """A policy that has learned to estimate: the chance is better the more the role's side has sunk."""
    encoder = Encoder.of(game)
    weights = np.zeros((1, encoder.size), np.float32)
    weights[0, encoder.names.index("uboat.sunk")] = towards
    return Policy.of(game, layers(game, hidden=hidden), worth=[(weights, np.zeros(1, np.float32))])


def test_an_estimate_is_the_logistic_function_of_its_score(game):
    policy, view = judging(game, towards=2.0), game.new_match(seed=1).view("uboat")
    sunk = view.model_copy(update={"uboat": replace(view.uboat, sunk=3)})
    encoder = Encoder.of(game)
    assert policy.evaluate(encoder(view)) == 0.5
    assert policy.evaluate(encoder(sunk)) == pytest.approx(1 / (1 + math.exp(-2 * math.log(4))), abs=1e-6)
    assert Policy.of(game, layers(game)).evaluate(encoder(view)) is None


def test_what_a_policy_estimates_is_in_its_file_and_older_files_are_written_as_before(game, tmp_path):
    view = game.new_match(seed=1).view("uboat")
    sunk = Encoder.of(game)(view.model_copy(update={"uboat": replace(view.uboat, sunk=3)}))
    judging(game).save(tmp_path / "judging.zip")
    assert Policy.load(tmp_path / "judging.zip").evaluate(sunk) == judging(game).evaluate(sunk)
    formats = []
    for name, policy in (("judging", judging(game)), ("plain", Policy.of(game, layers(game)))):
        policy.save(tmp_path / f"{name}.zip")
        with zipfile.ZipFile(tmp_path / f"{name}.zip") as archive:
            formats.append(json.loads(archive.read("policy.json"))["format"])
    assert formats == [2, 1]


def test_an_estimate_that_is_no_single_number_is_refused(game):
    two = (np.zeros((2, Encoder.of(game).size), np.float32), np.zeros(2, np.float32))
    with pytest.raises(BadData, match="estimate is one number, not 2"):
        Policy.of(game, layers(game), worth=[two])


def test_a_search_by_a_policy_judges_the_next_turn_by_what_the_policy_has_learned(game, tmp_path):
    encoder, path = Encoder.of(game), tmp_path / "certain.zip"
    always = (np.zeros((1, encoder.size), np.float32), np.array([1.0], np.float32))
    Policy.of(game, layers(game), worth=[always]).save(path)
    match = game.new_match(seed=5)
    bots = make_bots(game, {"uboat": f"search:40:{path}"}, seed=0)
    seat(match, bots)
    searching: Any = bots["uboat"]
    race = searching.think(match.decision)
    told = {round(value, 6) for values in race.values for value in values}
    assert told == {round(1 / (1 + math.exp(-1)), 6)}, "nobody can have won by the next turn"


def test_a_search_by_a_policy_that_is_not_there_is_refused_by_name(game):
    with pytest.raises(BadData, match=r"nowhere\.zip: cannot be read: No such file"):
        make_bots(game, {"uboat": "search:40:nowhere.zip"})


def test_layers_of_any_precision_are_taken_and_rounded(game: Any) -> None:
    weights = np.full((ActionSpace(game).n, Encoder.of(game).size), 0.1)
    biases = np.zeros(ActionSpace(game).n, np.float32)
    policy = Policy.of(game, [(weights, biases)])  # mypy holds the annotation to it
    assert policy.layers[0][0].dtype == np.float32
