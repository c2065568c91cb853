"""Environments: the peers' own tests, and what those do not look at."""

import copy
import pickle
import re
import warnings
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import navalcore as nc
from navalcore._rules.decision import Decision
from navalcore.errors import BadData, UnknownName
from navalcore.learn import (
    GymEnv,
    PettingZooEnv,
    PettingZooParallelEnv,
    Policy,
    ShapedByEvaluation,
    register_with_gymnasium,
    vector_env,
)

GAMES = ("uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war")
ADVICE = ("We recommend agents", "Observation is not a NumPy array", "Observation space for each agent probably")


def quietly(test, *arguments, **named):
    """Run a peer's test; what it warns of, but for its advice on names and on dictionaries, is a failure."""
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        test(*arguments, **named)
    assert [str(each.message) for each in remarks if not str(each.message).startswith(ADVICE)] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_aec_environment_keeps_petting_zoos_contract(name):
    env = PettingZooEnv(name, longest=60)
    quietly(api_test, env, num_cycles=30)
    quietly(seed_test, lambda: PettingZooEnv(name, longest=60), num_cycles=30)
    assert env.possible_agents == [seat.role for seat in nc.load(name).seats() if seat.taken_by == "person"]


@pytest.mark.parametrize("name", ["uboat_cards", "bismarck"])
def test_the_parallel_environment_keeps_petting_zoos_contract(name):
    env = PettingZooParallelEnv(name, longest=60)
    quietly(parallel_api_test, env, num_cycles=30)
    assert len(env.possible_agents) == 2


@pytest.mark.parametrize("name", GAMES)
def test_the_gymnasium_environment_keeps_its_contract(name):
    first, *others = [seat.role for seat in nc.load(name).seats() if seat.taken_by == "person"]
    env = GymEnv(name, first, opponents=dict.fromkeys(others, "random"))
    quietly(check_env, env, skip_render_check=True)
    assert env.action_masks().dtype == np.bool_


def walk(env, seed, steps):
    """What a seeded walk by the masks comes to, agent by agent, through several matches."""
    draw = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        if not env.agents:
            env.reset()
        observation, reward, over, cut, _ = env.last()
        action = None if over or cut else draw.choice(np.flatnonzero(observation["action_mask"]))
        yield env.agent_selection, observation["observation"].tobytes(), reward, over, action
        env.step(action)


def test_a_seed_gives_the_same_matches_one_after_another_and_another_seed_others():
    one, same, other = (list(walk(PettingZooEnv("tonnage_war"), seed, 600)) for seed in (3, 3, 4))
    assert one == same != other
    assert sum(over for *_, over, _ in one) >= 2, "the walk went on into a second match"


def test_environments_do_not_share_dice():
    alone = list(walk(PettingZooEnv("uboat_cards"), 9, 120))
    first, second = walk(PettingZooEnv("uboat_cards"), 9, 120), walk(PettingZooEnv("uboat_cards"), 9, 120)
    interleaved = [step for pair in zip(first, second, strict=True) for step in pair]
    assert interleaved[::2] == interleaved[1::2] == alone


def test_a_deep_copy_goes_on_alike_and_leaves_what_it_was_copied_from_alone():
    env = PettingZooEnv("uboat_cards")
    env.reset(seed=1)
    copied = copy.deepcopy(env)
    for each in (copied, env):  # the copy first: the original then still meets the same dice
        for _ in range(40):
            each.step(np.flatnonzero(each.observe(each.agent_selection)["action_mask"])[-1])
    assert copied.table.match.digest == env.table.match.digest
    assert copied.table.match.count == env.table.match.count == 40


@pytest.mark.parametrize("name", ["uboat_cards", "bismarck"])
def test_a_mask_shows_in_nobody_elses_observation(name):
    env = PettingZooEnv(name)
    env.reset(seed=1)
    looked = 0
    for _ in islice(env.agent_iter(), 60):
        asked = set(env.table.match.decisions)
        for agent in env.agents:
            assert env.observe(agent)["action_mask"].any() == (agent in asked)
        looked += len(asked) < len(env.agents)
        env.step(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])
    assert name == "bismarck" or looked


def test_what_one_has_chosen_in_secret_does_not_change_what_the_other_observes():
    env = PettingZooEnv("bismarck")
    env.reset(seed=1)
    for _ in range(2000):
        decisions = env.table.match.decisions
        if len(decisions) == 2:
            break
        env.step(min(env.table.ids(decisions[env.agent_selection])))
    first, second = decisions
    before = env.observe(second)
    env.step(np.flatnonzero(env.observe(first)["action_mask"])[-1])
    assert second in env.table.match.decisions
    assert all(np.array_equal(before[part], env.observe(second)[part]) for part in before)


def test_rewards_go_to_the_seat_that_earned_them():
    for seed in range(3):
        env = PettingZooEnv("uboat_cards")
        env.reset(seed=seed)
        total = dict.fromkeys(env.agents, 0.0)
        draw = np.random.default_rng(seed)
        for agent in env.agent_iter():
            _, reward, over, _, _ = env.last(observe=False)
            total[agent] += reward
            env.step(None if over else draw.choice(env.table.ids(env.table.match.decisions[agent])))
        assert env.table.match.outcome is not None
        winner = env.table.match.outcome.winner
        assert total == {agent: 1.0 if agent == winner else -1.0 for agent in total}


def test_an_illegal_action_loses_the_match_and_is_never_played():
    env = PettingZooEnv("uboat_cards")
    env.reset(seed=1)
    sinner, other = env.agent_selection, next(each for each in env.agents if each != env.agent_selection)
    before = env.table.match.digest
    env.step(int(np.flatnonzero(env.observe(sinner)["action_mask"] == 0)[0]))
    assert env.rewards == {sinner: -1.0, other: 0.0}
    assert all(env.terminations.values())
    assert env.infos[sinner] == {"illegal_action": True}
    assert env.table.match.digest == before


def test_whoever_of_several_sends_an_illegal_action_loses_and_is_told_so():
    env = PettingZooParallelEnv("bismarck")
    observations, _ = env.reset(seed=1)
    while len(env.table.match.decisions) < 2:
        observations, *_ = env.step({agent: int(each["action_mask"].argmax()) for agent, each in observations.items()})
    sinner, other = env.table.match.decisions
    digest = env.table.match.digest
    legal = int(observations[other]["action_mask"].argmax())
    _, rewards, over, _, infos = env.step({sinner: -1, other: legal})
    assert (rewards[sinner], rewards[other]) == (-1.0, 0.0)
    assert infos == {agent: {"illegal_action": True} if agent == sinner else {} for agent in infos}
    assert all(over.values())
    assert env.table.match.digest == digest, "the other's action was not played either"


@pytest.mark.parametrize("make", [PettingZooEnv, PettingZooParallelEnv, partial(GymEnv, role="uboat")])
def test_an_environment_shows_its_board_as_text_if_it_is_to_and_nothing_otherwise(make):
    shown, silent = make("uboat_cards", render_mode="ansi"), make("uboat_cards")
    for env in (shown, silent):
        env.reset(seed=1)
    assert silent.render() is None
    assert "wolf pack" in shown.render().lower()


def test_an_illegal_action_in_gymnasium_ends_the_episode_with_a_loss():
    env = GymEnv("uboat_cards", "convoy")
    _, info = env.reset(seed=1)
    *_, reward, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, over, cut, info["illegal_action"]) == (-1.0, True, False, True)
    with pytest.raises(BadData, match="call reset"):
        env.step(0)


def test_an_episode_of_the_longest_length_is_cut_off_and_neither_won_nor_lost():
    env = GymEnv("uboat_cards", "convoy", longest=3)
    for seed in (1, 2):
        _, info = env.reset(seed=seed)
        ended = []
        for _ in range(3):
            _, reward, over, cut, info = env.step(np.flatnonzero(info["action_mask"])[0])
            ended.append((reward, over, cut))
        assert ended == [(0.0, False, False), (0.0, False, False), (0.0, False, True)]
        with pytest.raises(BadData, match="call reset"):
            env.step(0)


def test_together_means_both_sides_orders_go_in_with_one_step():
    env = PettingZooParallelEnv("bismarck")
    observations, _ = env.reset(seed=1)
    while len(env.table.match.decisions) < 2:
        observations, *_ = env.step({agent: int(each["action_mask"].argmax()) for agent, each in observations.items()})
    count = env.table.match.count
    env.step({agent: int(each["action_mask"].argmax()) for agent, each in observations.items()})
    assert env.table.match.count == count + 2


def test_bots_take_the_other_seats_and_the_trained_role_takes_turns():
    env = GymEnv("uboat_cards", ("uboat", "convoy"), skip_forced=True)
    roles = []
    for _ in range(4):
        _, info = env.reset(seed=None)
        roles.append(info["role"])
        assert isinstance(env.decision, Decision)
        assert env.decision.role == info["role"]
        assert len(env.decision.options) > 1
    assert roles == ["uboat", "convoy"] * 2


def options_met(skip_forced: bool) -> list[int]:
    """How many options the trained role has at each decision of an episode that it is asked."""
    env = GymEnv("uboat_cards", "uboat", skip_forced=skip_forced)
    _, info = env.reset(seed=1)
    met, over = [], False
    while not over:
        assert env.decision is not None
        met.append(len(env.decision.options))
        _, _, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    return met


def test_decisions_with_one_option_are_asked_unless_they_are_to_be_skipped_and_the_others_always():
    asked = options_met(skip_forced=False)
    assert 1 in asked
    assert options_met(skip_forced=True) == [options for options in asked if options > 1]


def test_shaping_adds_up_to_the_result_less_the_first_estimate():
    env = ShapedByEvaluation(GymEnv("uboat_cards", "uboat", opponents={"convoy": "random"}))
    _, info = env.reset(seed=2)
    begun, total, over = env._potential, 0.0, False
    while not over:
        _, reward, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        total += reward
    assert total == pytest.approx(info["result"] - begun)
    assert abs(info["result"]) == 1.0


def test_what_gymnasium_makes_is_shaped_too_and_the_environment_of_something_else_is_refused():
    register_with_gymnasium()
    made = gymnasium.make("navalcore/UboatCards-v1", role="uboat", opponents={"convoy": "random"}, scenario="short")
    rewards: list[list[float]] = []
    for env in (ShapedByEvaluation(made), ShapedByEvaluation(made.unwrapped)):
        _, info = env.reset(seed=2)
        rewards.append([])
        for _ in range(20):
            _, reward, _, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
            rewards[-1].append(reward)
    assert rewards[0] == rewards[1]
    assert any(rewards[0])
    with pytest.raises(BadData, match="is not an environment of a game"):
        ShapedByEvaluation(gymnasium.make("CartPole-v1"))


def test_a_game_that_estimates_nothing_is_not_shaped(monkeypatch):
    monkeypatch.setattr("navalcore_games.uboat_cards.face.UboatCardsFace.evaluate", lambda *_: None)
    env = ShapedByEvaluation(GymEnv("uboat_cards", "uboat", opponents={"convoy": "random"}, scenario="short"))
    _, info = env.reset(seed=2)
    over = False
    while not over:
        _, reward, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        assert reward == info["result"]


def test_many_environments_run_in_processes_of_their_own():
    env = vector_env(2, "uboat_cards", "uboat", opponents={"convoy": "random"})
    try:
        observations, info = env.reset(seed=5)
        assert observations.shape[0] == 2
        assert not np.array_equal(observations[0], observations[1]), "each has a seed of its own"
        _, rewards, *_ = env.step(np.array([mask.argmax() for mask in info["action_mask"]]))
        assert rewards.shape == (2,)
    finally:
        env.close()


def test_several_environments_that_gymnasium_makes_never_wait_with_an_empty_mask():
    register_with_gymnasium()
    several = gymnasium.make_vec("navalcore/UboatCards-v1", num_envs=3, role="uboat", scenario="short", longest=5)
    seen, info = several.reset(seed=5)
    assert len({each.tobytes() for each in seen}) == 3, "each has a seed of its own"
    for step in range(1, 13):
        assert info["action_mask"].any(axis=1).all()
        *_, cut, info = several.step(info["action_mask"].argmax(axis=1))
        assert cut.all() == (step % 5 == 0)


def test_strangers_are_refused():
    with pytest.raises(UnknownName, match="admiral"):
        GymEnv("uboat_cards", "admiral")
    with pytest.raises(BadData, match="comsubsowespac decides nothing"):
        GymEnv("silent_war", "comsubsowespac")
    with pytest.raises(BadData, match="bots play every role"):
        PettingZooEnv("uboat_cards", bots={"uboat": "random", "convoy": "random"})


@pytest.mark.parametrize("action", [-1, 22, 10**30], ids=repr)
def test_a_number_that_is_not_offered_is_an_illegal_action_in_every_environment(action):
    taken, parallel, trained = (
        PettingZooEnv("uboat_cards"),
        PettingZooParallelEnv("uboat_cards"),
        GymEnv("uboat_cards", "uboat"),
    )
    taken.reset(seed=1)
    taken.step(action)
    assert taken.infos["uboat"] == {"illegal_action": True}
    parallel.reset(seed=1)
    assert parallel.step(dict.fromkeys(parallel.agents, action))[1] == {"uboat": -1.0, "convoy": 0.0}
    trained.reset(seed=1)
    assert trained.step(action)[1:3] == (-1.0, True)
    assert taken.table.match.count == parallel.table.match.count == trained.table.match.count == 0


@pytest.mark.parametrize("action", [None, 0.0, 2.5, float("nan"), "0", [1, 2]], ids=repr)
def test_what_is_no_whole_number_is_refused_in_every_environment_and_the_match_goes_on(action):
    made: list[tuple[Any, bool]] = [
        (PettingZooEnv("uboat_cards"), False),
        (PettingZooParallelEnv("uboat_cards"), True),
        (GymEnv("uboat_cards", "uboat"), False),
    ]
    for env, together in made:
        env.reset(seed=1)
        with pytest.raises(BadData, match=re.escape(f"a whole one, and not as {action!r}")):
            env.step({"uboat": action} if together else action)
        assert env.table.match.count == 0
        legal = env.table.ids(env.table.match.decision)[0]
        env.step({"uboat": legal} if together else legal)
        assert env.table.match.count > 0


def test_an_environment_that_is_not_under_way_says_so():
    taken, parallel = PettingZooEnv("uboat_cards"), PettingZooParallelEnv("uboat_cards", longest=1)
    with pytest.raises(BadData, match="call reset"):
        taken.step(0)
    with pytest.raises(BadData, match="call reset"):
        taken.observe("uboat")
    for observe in (True, False):
        with pytest.raises(BadData, match="no agent is left to act: call reset"):
            taken.last(observe)
    taken.reset(seed=1)
    taken.step(-1)  # it loses at once; then both have the last word
    for _ in range(2):
        assert taken.last()[2]
        taken.step(None)
    with pytest.raises(BadData, match="no agent is left to act: call reset"):
        taken.last()
    with pytest.raises(BadData, match="call reset"):
        parallel.step({"uboat": 0})
    seen, _ = parallel.reset(seed=1)
    _, rewards, over, cut, _ = parallel.step({agent: int(each["action_mask"].argmax()) for agent, each in seen.items()})
    assert (set(rewards.values()), set(over.values()), set(cut.values())) == ({0.0}, {False}, {True})
    with pytest.raises(BadData, match="call reset"):
        parallel.step({"uboat": 0})


def test_nobody_but_an_agent_observes():
    env = PettingZooEnv("uboat_cards", bots={"convoy": "random"})
    env.reset(seed=1)
    for stranger in ("convoy", nc.UMPIRE, nc.SPECTATOR, "admiral"):
        with pytest.raises(UnknownName, match="the agents are uboat"):
            env.observe(stranger)
    assert env.observe("uboat")["action_mask"].any()


def test_an_environment_can_be_pickled_in_the_middle_of_a_match():
    env = PettingZooEnv("uboat_cards", bots={"convoy": "random"})
    env.reset(seed=1)
    env.step(int(env.observe("uboat")["action_mask"].argmax()))
    kept = pickle.loads(pickle.dumps(env))
    for each in (kept, env):
        for _ in range(20):
            each.step(int(each.observe("uboat")["action_mask"].argmax()))
    assert kept.table.match.digest == env.table.match.digest
    assert np.array_equal(kept.observe("uboat")["observation"], env.observe("uboat")["observation"])


def test_a_match_cannot_be_cut_short_before_it_begins_and_an_empty_list_of_opponents_is_refused():
    for make in (lambda: PettingZooEnv("uboat_cards", longest=0), lambda: GymEnv("uboat_cards", "uboat", longest=-1)):
        with pytest.raises(BadData, match="longest"):
            make()
    with pytest.raises(BadData, match="no opponent is named for convoy"):
        GymEnv("uboat_cards", "uboat", opponents={"convoy": []})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"opponents": {"uboat": "random"}}, "uboat is the only role that is trained"),
        ({"opponents": {"convoy": "nobody"}}, "nobody"),
        ({"opponents": {"convoy": ["random", 5]}}, "neither the name of a bot nor a bot"),
        ({"opponents": "random"}, "given by role"),
        ({"game": 5}, "neither a game nor the id"),
        ({"role": None}, "None"),
        ({"encoder": 5}, "does not write the views"),
        ({"render_mode": "rgb_array"}, "render_mode"),
        ({"longest": 1.5}, "longest is None or a number of choices, whole and 1 or more, not 1.5"),
        ({"game": "bismarck", "role": "british", "scenario": "solitaire", "opponents": {"german": "random"}}, "german"),
    ],
)
def test_an_environment_that_cannot_be_meant_so_is_refused_when_it_is_made(wrong, said):
    with pytest.raises((BadData, UnknownName), match=said):
        GymEnv(**({"game": "uboat_cards", "role": "uboat"} | wrong))


@pytest.mark.parametrize("env", [PettingZooEnv, PettingZooParallelEnv])
def test_a_table_of_agents_is_refused_likewise(env):
    for wrong in (
        {"bots": {"uboat": 5}},
        {"bots": {"uboat": ["easy", "hard"]}},
        {"bots": "random"},
        {"render_mode": "rgb_array"},
        {"longest": True},
    ):
        with pytest.raises(BadData):
            env("uboat_cards", **wrong)
    with pytest.raises(UnknownName):
        env("uboat_cards", bots={"uboat": "nobody"})
    for look in (env.observation_space, env.action_space):
        with pytest.raises(UnknownName, match="the agents are uboat, convoy"):
            look(env("uboat_cards"), "admiral")


def test_a_seed_is_a_whole_number_and_one_of_numpy_is_the_same():
    env = GymEnv("uboat_cards", "uboat")
    strange: tuple[Any, ...] = (-1, 1.5, "x")
    for wrong in strange:
        with pytest.raises(BadData, match=r"None or a number, (whole and )?0 or more"):
            env.reset(seed=wrong)
        with pytest.raises(BadData, match=r"None or a number, (whole and )?0 or more"):
            PettingZooEnv("uboat_cards").reset(wrong)
    alike: tuple[Any, ...] = (3, np.int64(3))
    first, again = (env.reset(seed=seed)[0] for seed in alike)
    assert np.array_equal(first, again)


def test_a_shallow_copy_shares_no_dice_either():
    env = PettingZooEnv("uboat_cards", bots={"convoy": "random"})
    env.reset(seed=4)
    twin = copy.copy(env)
    before = env.last()[0]["observation"].tobytes()
    for _ in range(6):
        twin.step(int(twin.last()[0]["action_mask"].argmax()))
    assert env.last()[0]["observation"].tobytes() == before != twin.last()[0]["observation"].tobytes()


def test_a_vector_of_environments_says_what_is_wrong_before_it_starts_processes():
    with pytest.raises(BadData, match="a number of environments, 1 or more"):
        vector_env(0, "uboat_cards", "uboat")
    with pytest.raises(UnknownName):
        vector_env(2, "uboat_cards", "admiral")


def test_the_tables_are_shown_as_petting_zoo_wants_it():
    render_test(lambda render_mode=None: PettingZooEnv("uboat_cards", scenario="short", render_mode=render_mode))


def test_every_game_is_registered_with_gymnasium_under_an_id_and_says_what_a_policy_was_trained_with():
    register_with_gymnasium()
    register_with_gymnasium()
    assert {f"navalcore/{name}-v1" for name in ("UboatCards", "TonnageWar", "SilentWar")} <= gymnasium.registry.keys()
    env = gymnasium.make("navalcore/UboatCards-v1", scenario="short")
    roles = [env.reset(seed=1)[1]["role"], env.reset()[1]["role"]]
    assert roles == ["uboat", "convoy"]
    assert env.spec is not None
    assert env.spec.id == "navalcore/UboatCards-v1"
    told = env.unwrapped.metadata
    policy = Policy.load(Path(__file__).parents[2] / "examples" / "learn" / "uboat_cards.zip")
    assert (told["rules"], told["actions"], told["observations"]) == ("1.0", policy.actions, policy.entries)


@pytest.mark.parametrize("game", nc.games())
def test_an_environment_that_is_made_by_its_id_alone_trains_every_role_that_decides(game):
    register_with_gymnasium()
    env = gymnasium.make(f"navalcore/{game.title().replace('_', '')}-v1")
    made: Any = env.unwrapped
    assert made.roles == tuple(seat.role for seat in nc.load(game).seats() if seat.taken_by == "person")
    assert env.reset(seed=1)[1]["role"] == made.roles[0]


def test_a_person_reads_the_table_after_every_step(capsys):
    env = GymEnv("uboat_cards", "uboat", scenario="short", render_mode="human")
    _, info = env.reset(seed=1)
    begun = capsys.readouterr().out
    env.step(int(info["action_mask"].argmax()))
    assert "discard" in begun.lower()
    assert capsys.readouterr().out not in ("", begun)
    assert env.render() is None


@pytest.mark.parametrize("processes", [False, True])
def test_a_vector_of_environments_never_asks_for_an_action_where_none_is_legal(processes):
    envs = vector_env(2, "uboat_cards", "uboat", scenario="short", longest=3, processes=processes)
    _, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(10):
        masks = infos["action_mask"]
        assert masks.any(1).all()
        _, _, over, cut, infos = envs.step(masks.argmax(1))
        ended += int((over | cut).sum())
    envs.close()
    assert ended >= 4
