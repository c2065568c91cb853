"""Train a policy by masked PPO (sb3-contrib) against the bots of a game, for a number of steps or minutes.

Minutes are those of processor time, so that other work on the machine makes no difference.

    python examples/learn/train.py uboat_cards --seed 1 --steps 600000 --out uboat_cards.zip

With several opponents it is trained against a population: each match takes one of them at random. A population may hold
policies (``*.zip``) and bots of plug-ins; those that are held out are played at the end only, on other deals::

    python examples/learn/train.py tonnage_war --opponent standard wary earlier.zip --plugin benchmarks.escort_script \\
        --held-out script hard --out tonnage_war.zip

A responder, which shows how much a bot can be exploited, is trained against that bot alone for a fixed time. It may
begin with that bot's own play::

    python examples/learn/train.py uboat_cards --opponent hard --imitate hard --minutes 10 --out answer_to_hard.zip

A policy goes on from where it was with ``--from``, by the same or another command. Its file does not hold the network
for values, so some matches of its own (``--imitated``) teach that one first::

    python examples/learn/train.py uboat_cards --from answer_to_hard.zip --opponent hard --minutes 5 --out further.zip

With ``--worth 600`` the policy also learns, from so many matches of its own, to tell the chance to win from what it
sees. A search bot then plays by it and judges by it: ``--bot uboat=search:60:uboat_cards.zip``.

Every 20,000 steps the policy is written, so training may be stopped at any time, with its curve next to it as CSV: the
share of the matches that it won and drew since the last line. In those matches it draws its actions by their scores; as
a bot it takes the best.

It needs the extra ``train``: ``pip install 'navalcore[train]'``.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from time import monotonic, process_time
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import navalcore as nc
from navalcore.bots import check_bots, make_bot, make_bots, play_out, seat
from navalcore.errors import NavalCoreError
from navalcore.learn import Encoder, GymEnv, Policy, PolicyBot, ShapedByEvaluation
from navalcore.odds import share_interval
from navalcore.rules import SeededChance

STEPS, MINUTES = 600_000, 60
WITHOUT_END = 10**12
"""As many steps as the minutes allow."""
EPOCHS = 10
"""How often the imitated matches are gone through."""
TELL_EVERY = 5.0
"""Seconds between two lines that say how far training has come."""
WORTH_EVERY = 17
"""Of so many decisions one is looked at by the network that estimates: neighbours are nearly the same."""
WORTH_WIDTH = 64
HELD_OUT_MATCHES = 200
"""Matches against each bot that is held out, half in each role."""


class Tells:
    """When it is time for a line that says how far something has come."""

    def __init__(self) -> None:
        self.told = monotonic()

    def due(self) -> bool:
        """Whether it is; the next is then due some seconds later."""
        if monotonic() - self.told < TELL_EVERY:
            return False
        self.told = monotonic()
        return True


class Curve(BaseCallback):
    """Writes down how matches ended, every so many of them, and keeps the policy; stops when the time is up."""

    def __init__(self, out: Path, game: Any, minutes: float, every: int, note: str) -> None:
        super().__init__()
        self.out, self.game, self.every, self.note = out, game, every, note
        self.seconds = 60 * minutes
        self.results: dict[str, list[float]] = defaultdict(list)
        self.next = every
        self.rows: list[list[object]] = []
        self.began: float | None = None
        self.tells = Tells()

    def _on_training_start(self) -> None:
        self.began, self.tells = process_time(), Tells()

    def spent(self) -> float:
        """Processor seconds since training began."""
        return 0.0 if self.began is None else process_time() - self.began

    def left(self) -> float:
        """The share of the minutes that is left, from 1 to 0."""
        return max(0.0, 1 - self.spent() / self.seconds)

    def _on_step(self) -> bool:
        for done, info in zip(self.locals["dones"], self.locals["infos"], strict=True):
            if done:
                self.results[info["role"]].append(float(info["result"]))
        if self.num_timesteps >= self.next:
            self.next += self.every
            self.keep()
        self.tell()
        return self.left() > 0

    def tell(self) -> None:
        """Say every few seconds how far it has come, and what was won since the last line of the curve."""
        if not self.tells.due():
            return
        rate = self.num_timesteps / self.spent()
        minutes = self.left() * self.seconds / 60
        won = [f"{role} {told(each)}" for role, each in sorted(self.results.items())]
        print(
            f"{self.num_timesteps:,} steps, {rate:,.0f} a processor second, at most {minutes:.1f} processor minutes "
            f"left; won {', '.join(won) or 'nothing yet'}",
            flush=True,
        )

    def _on_training_end(self) -> None:
        self.keep()

    def keep(self) -> None:
        """The next line of the curve, and the policy as it is."""
        for role, results in sorted(self.results.items()):
            won, drawn = (round(shared(results, result), 4) for result in (1, 0))
            self.rows.append([self.num_timesteps, role, len(results), won, drawn])
        self.results.clear()
        with self.out.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([["steps", "role", "matches", "won", "drawn"], *self.rows])
        made = Policy.of_maskable_ppo(self.game, self.model, f"{self.note}, {self.num_timesteps} steps")
        # Half as many digits make a file half as large, which plays the same.
        layers = [(short(weights), short(biases)) for weights, biases in made.layers]
        Policy.of(self.game, layers, made.activation, made.note).save(self.out)


def shared(results: list[float], result: int) -> float:
    """The share of matches that ended so: 1 won, 0 drawn."""
    return sum(each == result for each in results) / len(results)


def told(results: list[float]) -> str:
    """How many matches were won, and drawn if any were, in words."""
    drawn = shared(results, 0)
    return f"{shared(results, 1):.0%} of {len(results)}" + (f" ({drawn:.0%} drawn)" if drawn else "")


def short(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
    """Numbers with half their digits."""
    return numbers.astype(np.float16).astype(np.float32)


def go_on_from(model: MaskablePPO, policy: Policy, env: ShapedByEvaluation, asked: argparse.Namespace) -> None:
    """Give the network the weights of a policy. Then teach what the policy's play is worth, while its choices stay."""
    state = model.policy.state_dict()
    names = [*(f"mlp_extractor.policy_net.{2 * number}" for number in range(len(policy.layers) - 1)), "action_net"]
    for name, layer in zip(names, policy.layers, strict=True):
        for part, numbers in zip(("weight", "bias"), layer, strict=True):
            state[f"{name}.{part}"] = torch.as_tensor(numbers)
    model.policy.load_state_dict(state)
    own = [each for name, each in model.policy.named_parameters() if name.rpartition(".")[0] in names]
    for each in own:
        each.requires_grad_(False)
    imitate(model, env, asked)
    for each in own:
        each.requires_grad_(True)


def imitate(model: MaskablePPO, env: ShapedByEvaluation, asked: argparse.Namespace) -> None:
    """Teach the network what a bot would choose, and what its play is worth, before it learns by itself."""
    seen: list[Any] = []
    masks: list[Any] = []
    chosen: list[int] = []
    worth: list[float] = []
    expert, matches, seed, tells = asked.start or asked.imitate, asked.imitated, asked.seed, Tells()
    for number in range(matches):
        if tells.due():
            print(f"{number} of {matches} matches of {expert} seen, {len(chosen):,} choices", flush=True)
        observation, _ = env.reset(seed=seed if number == 0 else None)
        inner = env.game_env
        chance = SeededChance.from_seed(f"expert {seed} {number}")
        bot = make_bot(inner.table.match.game, inner.role, expert, chance, asked.plugin)
        seat(inner.table.match, {inner.role: bot})
        rewards: list[float] = []
        while (decision := inner.decision) is not None:
            index = decision.index(bot.decide(inner.table.match.view(inner.role), decision.bare()))
            seen.append(observation.astype(np.float16))  # half the memory: these are counts and their logarithms
            masks.append(np.packbits(env.action_masks()))
            chosen.append(inner.table.space.ids(decision)[index])
            observation, reward, *_ = env.step(np.int64(chosen[-1]))
            rewards.append(reward)
        later = 0.0
        for place in range(len(rewards) - 1, -1, -1):
            rewards[place] = later = rewards[place] + model.gamma * later
        worth += rewards
    inputs, wanted, values = np.array(seen), torch.as_tensor(chosen), torch.as_tensor(worth, dtype=torch.float32)
    legal, actions = np.array(masks), env.game_env.table.space.n
    optimizer = torch.optim.Adam(model.policy.parameters(), 1e-3)
    slower = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.02, EPOCHS)
    for epoch in range(EPOCHS):
        total, right = 0.0, 0
        for batch in torch.randperm(len(wanted)).split(512):
            rows = batch.numpy()
            mask = np.unpackbits(legal[rows], axis=1, count=actions).astype(bool)
            observed = torch.as_tensor(inputs[rows].astype(np.float32))
            estimate, likely, _ = model.policy.evaluate_actions(observed, wanted[batch], mask)
            loss = -likely.mean() + 0.5 * ((estimate.flatten() - values[batch]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total -= float(likely.detach().sum())
            right += int((likely.detach() > np.log(0.5)).sum())
        slower.step()
        count = len(wanted)
        print(f"imitating {expert}: epoch {epoch}, {total / count:.4f} nats a choice, {right / count:.1%}", flush=True)


def learn_worth(
    game: Any, roles: list[str], path: Path, opponents: dict[str, list[Any]], matches: int, seed: int
) -> None:
    """Teach the policy in a file to tell the chance to win, from matches that it plays, and write it anew."""
    policy, encoder = Policy.load(path), Encoder.of(game)
    own, stream = PolicyBot(game, policy), SeededChance.from_seed(f"worth {seed}")
    seen: list[Any] = []
    won: list[float] = []
    tells = Tells()
    for number in range(matches):
        if tells.due():
            print(f"{number} of {matches} matches played, to learn what they are worth", flush=True)
        role = roles[number % len(roles)]
        others = {other: opponents[other][stream.below(len(opponents[other]))] for other in roles if other != role}
        match = game.new_match(seed=f"worth {seed} {number // len(roles)}")
        whose: list[str] = []
        while not match.over:
            if match.count % WORTH_EVERY == 0:
                for each in roles:
                    seen.append(encoder(match.view(each)).astype(np.float16))
                    whose.append(each)
            play_out(match, {role: own, **others}, limit=1)
        won += [float(match.outcome.winner == each) for each in whose]
    inputs, results = torch.as_tensor(np.array(seen)), torch.as_tensor(won)
    learned = len(results) * 9 // 10  # the last matches are looked at only to see what has been learned
    sizes = [encoder.size, WORTH_WIDTH, WORTH_WIDTH, 1]
    linear = [torch.nn.Linear(wide, narrow) for wide, narrow in pairwise(sizes)]
    network = torch.nn.Sequential(linear[0], torch.nn.Tanh(), linear[1], torch.nn.Tanh(), linear[2])
    optimizer = torch.optim.AdamW(network.parameters(), 1e-3, weight_decay=1e-4)
    loss_of = torch.nn.functional.binary_cross_entropy_with_logits
    for epoch in range(EPOCHS // 2):
        for batch in torch.randperm(learned).split(512):
            loss = loss_of(network(inputs[batch].float()).flatten(), results[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            unseen = loss_of(network(inputs[learned:].float()).flatten(), results[learned:])
        print(f"worth: epoch {epoch}, {float(unseen):.4f} nats an unseen decision (a coin: 0.6931)", flush=True)
    worth = [(short(each.weight.detach().numpy()), short(each.bias.detach().numpy())) for each in linear]
    note = f"{policy.note}, and what it is worth from {matches} matches"
    Policy.of(game, policy.layers, policy.activation, note, worth).save(path)


def met(game: Any, roles: list[str], policy: Path, other: str, plugins: list[str]) -> str:
    """How the policy does against a bot that it was not trained against."""
    won = decided = 0
    tells = Tells()
    for number in range(HELD_OUT_MATCHES):
        if tells.due():
            print(f"{number} of {HELD_OUT_MATCHES} matches played against {other}", flush=True)
        role = roles[number % len(roles)]
        names = {**dict.fromkeys(game.roles, other), role: str(policy)}
        match = game.new_match(seed=f"held out {number // len(roles)}")
        play_out(match, make_bots(game, names, f"held out {number}", plugins))
        won += match.outcome.winner == role
        decided += match.outcome.winner is not None
    low, high = share_interval(won, decided)
    return f"held out: {won} of {decided} decided matches won against {other} ({low:.0%} to {high:.0%})"


def arguments() -> argparse.Namespace:
    """The arguments of the command line. What is wrong with them is said here, not after an hour of training."""
    parser = argparse.ArgumentParser(description="Train a policy by masked PPO against the bots of a game.")
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--role", default="", help="train this role alone; every role in turn if left out")
    parser.add_argument("--steps", type=int, help=f"{STEPS:,} if neither steps nor minutes are given")
    parser.add_argument("--minutes", type=float, help=f"of processor time, after imitation; {MINUTES} if left out")
    parser.add_argument("--opponent", nargs="+", default=["standard"], help="bots, of which each match takes one")
    parser.add_argument("--held-out", nargs="*", default=[], help="bots that are met at the end only")
    parser.add_argument("--plugin", nargs="*", default=[], help="modules of plug-ins with further bots")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--environments", type=int, default=8)
    parser.add_argument("--imitate", default="", help="a bot whose play is imitated first")
    parser.add_argument("--imitated", type=int, default=600, help="matches of that bot")
    parser.add_argument("--from", dest="start", default="", metavar="POLICY", help="a policy to go on from")
    parser.add_argument("--rate", type=float, default=3e-4, help="the learning rate; it falls to a tenth by the end")
    parser.add_argument("--discount", type=float, default=0.99)
    parser.add_argument("--entropy", type=float, default=0.005, help="what being undecided is worth")
    parser.add_argument("--epochs", type=int, default=6, help="how often what was played is learned from")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--change", type=float, default=None, help="how far (in KL) a policy moves before it plays on")
    parser.add_argument("--worth", type=int, default=0, help="matches from which the policy learns what it is worth")
    parser.add_argument("--out", type=Path, default=Path("policy.zip"))
    asked: argparse.Namespace = parser.parse_args()
    if asked.minutes is None and asked.steps is None:
        asked.steps = STEPS
    if asked.start and asked.imitate:
        parser.error("--from goes on from a policy, so it does not go with --imitate")
    if asked.role and asked.worth:
        parser.error("--worth is learned in both roles, so it does not go with --role")
    if not asked.out.parent.is_dir():
        parser.error(f"--out {asked.out}: there is no folder {asked.out.parent}")
    try:
        game: Any = nc.load(asked.game)
        role = asked.role or game.roles[0]
        for name in [*asked.opponent, *asked.held_out, *filter(None, (asked.imitate, asked.start))]:
            check_bots(game, {role: name}, asked.plugin)
    except NavalCoreError as error:
        parser.error(str(error))
    return asked


def main() -> None:
    """Train by the arguments of the command line."""
    asked = arguments()
    torch.set_num_threads(1)
    game = nc.load(asked.game)
    trainable = [seat.role for seat in game.seats() if seat.taken_by == "person"]
    roles = [asked.role] if asked.role else trainable
    stream = SeededChance.from_seed(f"opponents {asked.seed}")
    opponents = {
        role: [make_bot(game, role, name, stream.stream(f"{role} {name}"), asked.plugin) for name in asked.opponent]
        for role in trainable
        if asked.role != role
    }

    def make() -> ShapedByEvaluation:
        return ShapedByEvaluation(GymEnv(game, roles, opponents=opponents, skip_forced=True), asked.discount)

    note = f"masked PPO of sb3-contrib against {' and '.join(asked.opponent)}, seed {asked.seed}"
    if asked.imitate:
        note = f"{note}, after {asked.imitated} matches of '{asked.imitate}'"
    widths, earlier = [asked.width, asked.width], None
    if asked.start:
        earlier = Policy.load(asked.start).carried_over(Encoder.of(game))
        widths, note = [biases.size for _, biases in earlier.layers[:-1]], f"{earlier.note}; then {note}"
    curve = Curve(asked.out, game, asked.minutes or MINUTES, 20_000, note)
    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([make] * asked.environments),
        seed=asked.seed,
        n_steps=512,
        batch_size=asked.batch,
        n_epochs=asked.epochs,
        target_kl=asked.change,
        learning_rate=lambda left: asked.rate * (0.1 + 0.9 * (left if asked.steps else curve.left())),
        gamma=asked.discount,
        ent_coef=asked.entropy,
        policy_kwargs={"net_arch": widths},
        device="cpu",
    )
    if earlier is not None:
        go_on_from(model, earlier, make(), asked)
    elif asked.imitate:
        imitate(model, make(), asked)
    model.learn(asked.steps or WITHOUT_END, curve)
    print(f"{asked.out}: the policy; {asked.out.with_suffix('.csv')}: its curve", flush=True)
    if asked.worth:
        learn_worth(game, roles, asked.out, opponents, asked.worth, asked.seed)
    for other in asked.held_out:
        print(met(game, roles, asked.out, other, asked.plugin), flush=True)


if __name__ == "__main__":
    main()
