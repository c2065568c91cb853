"""The pace of OpenSpiel against the same card game written straight on: ``python -m benchmarks.openspiel_pace``.

Both play random choices through OpenSpiel's interface, one right after the other, in processor time. The written game
has no information states; the second figure asks ours for the digest of one at every decision. The third is what a
clone costs, as a multiple of a clone of the written game; the last says how much slower decisions are late in a match
of Silent War than early.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import Any

import pyspiel

from benchmarks.peers.openspiel import WolfPackGame
from navalcore.learn import register_with_openspiel

PAIRS, DECISIONS, CLONES = 7, 2000, 300


def played(game: Any, seed: int, decisions: int, asked: bool = False) -> tuple[float, Any]:
    """Seconds for so many random decisions, and the state reached."""
    draw, made, began = Random(seed), 0, process_time()
    state = game.new_initial_state()
    while made < decisions:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            results, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw.choices(results, weights)[0])
        else:
            if asked:
                state.information_state_string()
            actions = state.legal_actions()
            state.apply_action(actions[draw.randrange(len(actions))])
            made += 1
    return process_time() - began, state


def cloned(game: Any) -> float:
    """Seconds for clones of a state that has been played on a while."""
    _, state = played(game, 1, 100)
    state.clone()
    began = process_time()
    for _ in range(CLONES):
        state.clone()
    return process_time() - began


def late_by_early(decisions: int = 1000) -> float:
    """What a decision of a campaign costs after three thousand of them, as a multiple of what it costs at first."""
    game = pyspiel.load_game("navalcore(game=silent_war,scenario=campaign_wp1)")
    draw, made = Random(2), 0
    seconds: list[float] = []
    state = game.new_initial_state()
    began = process_time()
    while len(seconds) < 3 and not state.is_terminal():
        actions = state.legal_actions()
        made += not state.is_chance_node()
        state.apply_action(actions[draw.randrange(len(actions))])
        if made == decisions:
            seconds.append(process_time() - began)
            began, made = process_time(), 0
    return seconds[-1] / seconds[0]


def main() -> None:
    """Measure and print."""
    register_with_openspiel()
    ours, theirs = pyspiel.load_game("navalcore(game=uboat_cards)"), WolfPackGame()
    plain = [played(ours, seed, DECISIONS)[0] / played(theirs, seed, DECISIONS)[0] for seed in range(PAIRS)]
    print(f"a decision: {median(plain):.1f} times the written game", flush=True)
    told = pyspiel.load_game("navalcore(game=uboat_cards,memory=digest)")
    told.heard = True
    digests = [played(told, seed, DECISIONS, True)[0] / played(theirs, seed, DECISIONS)[0] for seed in range(PAIRS)]
    print(f"with a digest of the information state at each: {median(digests):.1f} times", flush=True)
    print(f"a clone: {median(cloned(ours) / cloned(theirs) for _ in range(PAIRS)):.1f} times", flush=True)
    print(f"late in a campaign by early: {late_by_early():.2f}", flush=True)


if __name__ == "__main__":
    main()
