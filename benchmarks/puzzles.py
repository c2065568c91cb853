"""Puzzles: finds positions among bots' matches in which one choice is best, and proves those that the games have.

    python -m benchmarks.puzzles find uboat_cards --minutes 5 --into found   # candidates, as JSON files
    python -m benchmarks.puzzles measure uboat_cards --worlds 800           # new figures into the puzzles' files
    python -m benchmarks.puzzles prove                                      # every puzzle of every game, again

A choice is worth what it brings on average where bots play on after it, in worlds that are all the same for every
choice: what the role does not know is drawn at random, and the dice have the same seeds. The best choice leads every
wrong one by the margin, even where two standard errors of the paired difference are taken off. ``measure`` and
``prove`` play worlds that did not choose the puzzle.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

import navalcore as nc
from navalcore import AnyGame, AnyMatch
from navalcore._rules.option import key_of
from navalcore.bots import make_bots
from navalcore.errors import NavalCoreError
from navalcore.study import puzzles

FIRST, SECOND, AGAIN = 5, 20, 60
"""Worlds of a first look, of a second, and of a proof."""
SURE: Final = 3.5
"""Standard errors by which a candidate's best leads the next."""
ERRORS: Final = 2
"""Standard errors that are taken off a lead before it is compared with the margin."""
LOOKED_AT: Final = 0.3
"""The share of decisions that are looked at where all kinds are wanted, so that they come from all of a match."""
A_KIND: Final = 3
"""No more candidates of one kind of decision than these."""


@dataclass(frozen=True)
class Measure:
    """What choices of a game are compared by."""

    words: str
    margin: float
    worth: Callable[[AnyMatch, str], float]
    ends: Callable[[Any, Any], bool]
    """Whether a state, compared with the one at the choice, is far enough to be judged."""
    scenarios: Sequence[str | None] = (None,)
    digits: int = 1
    worlds: int = 200
    """Worlds of a candidate."""
    sections: tuple[str, ...] = ("",)
    """How the sections begin whose decisions are looked at."""
    least: int = 2
    """No fewer options than these."""
    most: int = 12
    """No more options than these; there are more where points are spread."""


def _chance(match: AnyMatch, role: str) -> float:
    """The chance to win, in percent: by the outcome, or by the estimate that the game's search bots use."""
    outcome = match.outcome
    if outcome is not None:
        return 50.0 if outcome.winner is None else 100.0 * (outcome.winner == role)
    worth = nc.face_of(match.game).evaluate(match.state, role, match.setup.terms)
    assert worth is not None
    return 100.0 * worth


def _atlantic(match: AnyMatch, role: str) -> float:
    from navalcore_games.aa50_subwar.game import scores_of

    scores = scores_of(match.state)
    lead = scores["axis"] - scores["allies"]
    return float(lead if role == "axis" else -lead)


def _bismarck(match: AnyMatch, role: str) -> float:
    points = {str(side): value for side, value in match.state.points.items()}
    return float(points[role] - sum(value for side, value in points.items() if side != role))


def _shadowed(match: AnyMatch, role: str) -> float:
    units = [*match.state.ships, *match.state.planes]
    return 100.0 * any(unit.hunt.value == "following" for unit in units) if role == "british" else 0.0


def _patrol(match: AnyMatch, role: str) -> float:  # noqa: ARG001 - as the others
    outcome = match.outcome
    lost = outcome is not None and outcome.ending == "lost"
    return 0.0 if lost else float(match.state.tonnage)


def _never(_now: Any, _then: Any) -> bool:
    return False


def _four_turns_on(now: Any, then: Any) -> bool:
    return bool(now.turn >= then.turn + 4)


def _eight_turns_on(now: Any, then: Any) -> bool:
    return bool(now.turns >= then.turns + 8 or (now.game, now.round) != (then.game, then.round))


def _next_round(now: Any, then: Any) -> bool:
    return bool(now.round != then.round)


def _shadows_done(now: Any, _then: Any) -> bool:
    return not now.phase.startswith("shadow")


def _next_week(now: Any, then: Any) -> bool:
    return bool(now.turn != then.turn)


def _two_turns_on(now: Any, then: Any) -> bool:
    return bool(now.turn >= then.turn + 2)


PATROLS: Final = ("swordfish_1941", "wahoo_1943", "tang_1944", "silversides_1942", "rasher_1944")
PATROL_SCENARIOS: Final = [f"patrol_{name}" for name in PATROLS]
MEASURES: Final = {
    "uboat_cards": (
        Measure("chance to win, in percent, as it is estimated four turns later", 4, _chance, _four_turns_on),
    ),
    "tonnage_war": (
        Measure("chance to win, in percent, as it is estimated eight turns later", 4, _chance, _eight_turns_on),
    ),
    "aa50_subwar": (Measure("lead in IPC when the round ends", 2, _atlantic, _next_round),),
    "bismarck": (
        Measure(
            "lead in victory points two turns later",
            1,
            _bismarck,
            _two_turns_on,
            worlds=60,
            sections=("10", "11", "16"),
        ),
        Measure(
            "chance that a shadow holds, in percent",
            10,
            _shadowed,
            _shadows_done,
            digits=0,
            sections=("10",),
            least=3,
            most=20,
        ),
    ),
    "silent_war": (
        Measure("thousand tons brought home", 0.7, _patrol, _never, PATROL_SCENARIOS, 2, 150),
        Measure(
            "thousand tons when the week ends, and none if the boat is lost",
            0.7,
            _patrol,
            _next_week,
            PATROL_SCENARIOS,
            2,
            sections=("14", "28"),
            most=28,
        ),
    ),
}
"""The measures of each game, the usual one first."""


def finished(match: AnyMatch, role: str, key: str, measure: Measure, seed: str) -> float:
    """What a choice comes to in one world: the bots play on after it."""
    then = match.state
    anchor = _Anchor(then)
    match.choose(key, role=role)
    bots = make_bots(match.game, dict.fromkeys(match.game.roles), seed)
    for _ in range(4000):
        decision = match.decision
        if decision is None or measure.ends(match.state, anchor):
            break
        bot = bots[decision.role]
        match.choose(bot.decide(match.view(decision.role), decision.bare()), role=decision.role)
    return measure.worth(match, role)


class _Anchor:
    """The few fields of the state at the choice that measures look at."""

    def __init__(self, state: Any) -> None:
        for name in ("round", "turn", "turns", "game"):
            setattr(self, name, getattr(state, name, None))


def values(
    match: AnyMatch, role: str, keys: Sequence[str], measure: Measure, worlds: Iterator[str]
) -> dict[str, list[float]]:
    """What each choice comes to in each world."""
    found: dict[str, list[float]] = {key: [] for key in keys}
    for seed in worlds:
        for key in keys:
            world = match.fork(seed=seed, as_seen_by=role)
            found[key].append(finished(world, role, key, measure, seed))
    return found


def lead(found: dict[str, list[float]]) -> tuple[str, str, float, float]:
    """The best, the next, by how much it leads, and the standard error of that."""
    best, second = sorted(found, key=lambda key: -fmean(found[key]))[:2]
    gaps = [a - b for a, b in zip(found[best], found[second], strict=True)]
    error = stdev(gaps) / len(gaps) ** 0.5 if len(gaps) > 1 else float("inf")
    return best, second, fmean(gaps), error


def seeds(word: str, first: int, count: int) -> Iterator[str]:
    """Seeds of so many worlds."""
    return (f"{word} {number}" for number in range(first, first + count))


class Finder:
    """Looks for candidates in one game: decisions of the wanted kinds, or of all.

    With ``beaten`` only those in which the bot that plays the match chooses wrongly.
    """

    def __init__(self, game: AnyGame, measure: Measure, into: Path, start: int, wanted: Sequence[str], beaten: bool):
        self.game, self.measure, self.into, self.wanted, self.beaten = game, measure, into, wanted, beaten
        self.number = start
        self.kinds: Counter[str] = Counter()
        self.pick = Random(start)
        into.mkdir(parents=True, exist_ok=True)

    def find(self, minutes: float) -> None:
        """Write candidates among the matches of the game's bots to files."""
        end = time.monotonic() + 60 * minutes
        while time.monotonic() < end:
            scenario = self.measure.scenarios[self.number % len(self.measure.scenarios)]
            match = self.game.new_match(scenario, seed=f"puzzles {self.number}")
            bots = make_bots(self.game, dict.fromkeys(self.game.roles), f"puzzles {self.number}")
            self.number += 1
            while match.decision is not None and time.monotonic() < end:
                decision = match.decision
                chosen = bots[decision.role].decide(match.view(decision.role), decision.bare())
                if self.looked_at(match, decision.options[chosen] if isinstance(chosen, int) else chosen):
                    break
                match.choose(chosen, role=decision.role)

    def looked_at(self, match: AnyMatch, chosen: object) -> bool:
        """Whether a candidate was found where a match stands and a bot chooses this."""
        assert match.decision is not None
        role, decision = match.decision.role, match.decision
        kind = f"{role}/{decision.kind}"
        fits = self.measure.least <= len(decision.options) <= self.measure.most
        fits = fits and decision.rule.startswith(self.measure.sections)
        fits = fits and (not self.wanted or decision.kind in self.wanted)
        looked_at = 1 if self.wanted else LOOKED_AT
        if not fits or self.kinds[kind] >= A_KIND or self.pick.random() >= looked_at:
            return False
        try:
            found = self.candidate(match, role, key_of(chosen) if self.beaten else "")
        except NavalCoreError as error:
            if "imagin" not in str(error):
                print("passed over:", error, file=sys.stderr)
            return False
        if found:
            self.kinds[kind] += 1
            print(f"{match.game.id} {kind}: {decision.prompt} The bot's own choice: {chosen}", flush=True)
        return found

    def candidate(self, match: AnyMatch, role: str, beaten: str) -> bool:
        """Whether one choice of a role, and not the beaten one, is best here by the margin; it is written then."""
        decision, measure = match.decisions[role], self.measure
        keys = [key_of(option) for option in decision.options]
        for look, count in (("first", FIRST), ("second", SECOND)):
            best, _, gap, error = lead(values(match, role, keys, measure, seeds(look, 0, count)))
            if gap < measure.margin or gap < error or best == beaten:
                return False
        found = values(match, role, keys, measure, seeds("world", 0, measure.worlds))
        best, _, gap, error = lead(found)
        if gap < measure.margin or gap < SURE * error:
            return False
        name = f"{self.number}_{decision.kind}_{match.count}"
        puzzle = _written(match, role, measure, found, best)
        (self.into / f"{name}.json").write_text(json.dumps(puzzle, ensure_ascii=False), encoding="utf-8")
        print(f"{name}: {best}, by {gap:.2f} +- {error:.2f}", flush=True)
        return True


def _written(
    match: AnyMatch, role: str, measure: Measure, found: Mapping[str, Sequence[float]], best: str
) -> dict[str, Any]:
    """The puzzle as its file has it, with words still to be written."""
    decision = match.decisions[role]
    answers = _figures(decision.texts, measure, found, best)
    return {
        "title": decision.prompt, "text": ", ".join(map(str, _headline(match, role))), "why": "?", "hint": "?",
        "role": role, "rules": [decision.rule], "position": match.position(), "version": match.game.version,
        "measure": measure.words, "margin": measure.margin, "worlds": measure.worlds, "answers": answers,
    }  # fmt: skip


def _figures(
    texts: Sequence[str], measure: Measure, found: Mapping[str, Sequence[float]], best: str
) -> dict[str, dict[str, Any]]:
    """What a file says of each answer."""
    answers = {}
    for (key, each), text in zip(found.items(), texts, strict=True):
        gaps = [a - b for a, b in zip(found[best], each, strict=True)]
        answers[key] = {"text": text, "worth": round(fmean(each), measure.digits),
                        "behind": round(fmean(gaps), measure.digits),
                        "error": round(stdev(gaps) / len(gaps) ** 0.5, 2)}  # fmt: skip
    return answers


def _headline(match: AnyMatch, role: str) -> Sequence[str]:
    return nc.face_of(match.game).headline(match.view(role))


def measured(game: AnyGame, names: Sequence[str], worlds: int) -> None:
    """Play fresh worlds of puzzles, of all if none is named, and write their figures into their files."""
    for puzzle in puzzles(game):
        if names and puzzle.id not in names:
            continue
        measure = next(each for each in MEASURES[game.id] if each.words == puzzle.measure)
        match = game.position(puzzle.position, seed="measured")
        decision = match.decisions[puzzle.role]
        keys = [key_of(option) for option in decision.options]
        found = values(match, puzzle.role, keys, measure, seeds("measured", 0, worlds))
        best = max(found, key=lambda key: fmean(found[key]))
        file = game.folder / "puzzles" / f"{puzzle.id}.json"
        data = json.loads(file.read_text(encoding="utf-8"))
        data |= {"version": game.version, "worlds": worlds, "answers": _figures(decision.texts, measure, found, best)}
        file.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        told = ", ".join(f"{each['text']} {each['behind']:g} +- {each['error']:g}" for each in data["answers"].values())
        print(f"{game.id} {puzzle.id}: {told}", flush=True)


def prove(games: Sequence[str], worlds: int) -> int:
    """Play fresh worlds of every puzzle; prints each with its lead, and returns how many fail."""
    failed = 0
    for game in map(nc.load, games):
        for puzzle in puzzles(game):
            measure = next(each for each in MEASURES[game.id] if each.words == puzzle.measure)
            match = game.position(puzzle.position, seed="proof")
            keys = [key_of(option) for option in match.decisions[puzzle.role].options]
            found = values(match, puzzle.role, keys, measure, seeds("proof", 0, worlds))
            best, _, gap, error = lead(found)
            right = best in puzzle.right and keys == list(puzzle.answers) and gap - ERRORS * error > 0
            right = right and puzzle.version == game.version
            failed += not right
            print(
                f"{'holds' if right else 'FAILS'} {game.id} {puzzle.id}: best by {gap:.2f} +- {error:.2f}", flush=True
            )
    return failed


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("find", "measure", "prove"))
    parser.add_argument("games", nargs="*", default=list(MEASURES))
    parser.add_argument("--only", nargs="*", default=(), help="ids of the puzzles that are measured")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--worlds", type=int, default=AGAIN)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--measure", type=int, default=0, help="which of the game's measures, 0 for the usual one")
    parser.add_argument("--margin", type=float, default=0, help="if more than the measure's")
    parser.add_argument("--beaten", action="store_true", help="only where the bot's own choice is wrong")
    parser.add_argument("--kinds", nargs="*", default=(), help="kinds of decision, such as escort_turn")
    parser.add_argument("--into", type=Path, default=Path("found"))
    given = parser.parse_args()
    if given.what == "prove":
        return min(prove(given.games, given.worlds), 1)
    for name in given.games:
        if given.what == "measure":
            measured(nc.load(name), given.only, given.worlds)
            continue
        measure = MEASURES[name][given.measure]
        measure = replace(measure, margin=max(given.margin, measure.margin))
        Finder(nc.load(name), measure, given.into / name, given.start, given.kinds, given.beaten).find(given.minutes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
