"""Tapes of batch matches played again in the engine: ``python -m benchmarks.batch_tapes [--matches 10000]``.

Options, draws and results are compared at every step, and the observation at every eighth decision. The matches are of
four sets of options that between them take every value the rules have.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import navalcore as nc
from navalcore.learn import ActionSpace, ChanceNodes, Encoder, batch

TERMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("standard", {}),
    ("short", {"sequence": "alternating", "consecutive_turns": True}),
    ("short", {"clear_scope": "opponent", "harass_timing": "free_in_action", "discard_pile": "closed"}),
    ("mirror", {"harass_timing": "any_discard"}),
)
SIDE_BY_SIDE = 64
LOOK_EVERY = 8


class Replayer:
    """Plays tapes of one set of terms in the engine."""

    def __init__(self, scenario: str, options: dict[str, Any]) -> None:
        self.game = nc.load("uboat_cards")
        self.first = ChanceNodes(self.game, scenario, options, heard=False)
        self.space, self.encoder = ActionSpace(self.game), Encoder.of(self.game)
        self.cards = [key.partition("/")[2] for key in self.space.keys if key.startswith("discard_card/")]
        self.decisions = 0

    def replay(self, tape: list[int], steps: list[Any], winner: int) -> None:
        """Play a tape, and compare; AssertionError where something differs."""
        nodes, place = self.first.fresh(heard=False), 0
        for entry in tape:
            if entry < 0:
                assert nodes.draw is not None
                nodes.choose(nodes.draw.texts.index(self.cards[-1 - entry]))
                continue
            side, mask, seen = steps[place]
            decision = nodes.decision
            assert decision is not None
            assert decision.role == self.game.roles[side]
            assert sorted(self.space.ids(decision)) == np.flatnonzero(mask).tolist()
            if place % LOOK_EVERY == 0:
                assert self.encoder(nodes.view(decision.role)).tobytes() == seen.tobytes()
            nodes.choose(self.space.index(decision, entry))
            place += 1
        assert place == len(steps)
        assert nodes.outcome is not None
        assert nodes.outcome.winner == self.game.roles[winner]
        self.decisions += place


def ended_matches(scenario: str, options: dict[str, Any], seed: int) -> Any:
    """Matches of a batch as they end, without end: steps, tape and winner."""
    made = batch("uboat_cards", SIDE_BY_SIDE, scenario=scenario, options=options, seed=seed, taped=True)
    draw = np.random.default_rng(seed)
    under_way: list[list[Any]] = [[] for _ in range(SIDE_BY_SIDE)]
    while True:
        masks, observations, sides = made.masks(), made.observations(), made.sides
        for match, steps in enumerate(under_way):
            seen = observations[match].copy() if len(steps) % LOOK_EVERY == 0 else None
            steps.append((int(sides[match]), masks[match].copy(), seen))
        scores = draw.random(masks.shape) * masks
        scores[:, 0] *= 0.2  # whoever seldom passes and throws Water away is through sooner
        scores[:, -1] *= 9
        _, over = made.step(scores.argmax(1))
        for match, (tape, winner) in zip(np.flatnonzero(over).tolist(), made.ended, strict=True):
            yield under_way[match], tape, winner
            under_way[match] = []
        made.ended.clear()


def main() -> None:
    """Replay, and print how far it has come."""
    parser = argparse.ArgumentParser(description="Tapes of batch matches played again in the engine.")
    parser.add_argument("--matches", type=int, default=10_000)
    asked = parser.parse_args()
    replayers = [Replayer(*terms) for terms in TERMS]
    ending = [ended_matches(*terms, seed) for seed, terms in enumerate(TERMS)]
    for done in range(asked.matches):
        which = 1 if done % 50 == 1 else (0, 2, 3)[done % 3]  # of consecutive turns few matches end at random
        steps, tape, winner = next(ending[which])
        replayers[which].replay(tape, steps, winner)
        if (done + 1) % 500 == 0:
            decisions = sum(each.decisions for each in replayers)
            print(f"{done + 1} matches, {decisions:,} decisions: all the same", flush=True)


if __name__ == "__main__":
    main()
