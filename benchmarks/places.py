"""How much of a match can be found on the board by ids: options, events, decisions and dice with places, for each game.

Run: python -m benchmarks.places [GAME ...]
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import navalcore as nc
from benchmarks.sample import MATCHES
from navalcore._face.face import face_of
from navalcore.boards import Board
from navalcore.components import DiceRolled
from navalcore.rules import Event
from navalcore.testing._checks_boards import difference, lying, not_told

CHOICES: Final = 600
FROM_THE_LIBRARY: Final = frozenset({"choice_made", "match_ended", "undone"})


@dataclass
class Tally:
    """What was found in the matches of one game, by kind: how many there were, and how many of them had places."""

    options: Counter[str] = field(default_factory=Counter)
    placed_options: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    placed_decisions: Counter[str] = field(default_factory=Counter)
    told_decisions: Counter[str] = field(default_factory=Counter)
    """Decisions with fields."""
    events: Counter[str] = field(default_factory=Counter)
    placed_events: Counter[str] = field(default_factory=Counter)
    rolls: Counter[str] = field(default_factory=Counter)
    """Rolls of dice, by their rule."""
    placed_rolls: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    changed: int = 0
    """Changes on the boards of all who look on."""
    untold: int = 0
    """Those of them that no event explains."""

    def compare(self, before: Board | None, after: Board | None, events: list[Event]) -> None:
        """Count what has changed on a board, and what of it was not told."""
        if before is not None and after is not None:
            regions = {region.id for scene in before.scenes for region in scene.regions}
            self.changed += len(difference(lying(before, regions), lying(after, regions)))
            self.untold += len(not_told(before, after, events))

    def decide(self, decision: nc.Decision) -> None:
        """Count a decision and its options."""
        self.decisions[decision.kind] += 1
        self.placed_decisions[decision.kind] += bool(decision.places)
        self.told_decisions[decision.kind] += bool(decision.fields)
        for option in decision.options:
            self.options[type(option).__name__] += 1
            self.placed_options[type(option).__name__] += bool(decision.places_of(option))

    def hear(self, event: Event) -> None:
        """Count a roll, or an event of the game."""
        if isinstance(event, DiceRolled):
            self.rolls[event.rule] += 1
            self.placed_rolls[event.rule] += bool(event.places)
        elif event.kind not in FROM_THE_LIBRARY:
            self.events[event.kind] += 1
            self.placed_events[event.kind] += bool(event.places or event.moves)
            self.moves += len(event.moves)


def measure(game_id: str, scenarios: Iterable[str | None], choices: int = CHOICES) -> Tally:
    """Matches of a game played by its bots, so many choices of each."""
    game, tally = nc.load(game_id), Tally()
    for seed, scenario in enumerate(scenarios, 1):
        match = game.new_match(scenario, seed=seed)
        match.events.subscribe(tally.hear, Event, role=nc.UMPIRE)
        told: list[Event] = []
        match.events.subscribe(told.append, Event, role=nc.UMPIRE)
        onlookers = (*game.roles, nc.SPECTATOR, nc.UMPIRE)
        bots = nc.make_bots(game, seed=seed)
        while (decision := match.decision) is not None and match.count < choices:
            tally.decide(decision)
            before = {role: board_of(match, role) for role in onlookers}
            told.clear()
            match.choose(bots[decision.role].decide(match.view(decision.role), decision))
            for role, board in before.items():
                seen = [event for each in told if (event := each.seen_by(role)) is not None]
                tally.compare(board, board_of(match, role), seen)
    return tally


def board_of(match: nc.Match[Any, Any, Any], role: str) -> Board | None:
    """The board as somebody sees it."""
    return face_of(match.game).board(match.view(role))


def share(part: Counter[str], whole: Counter[str]) -> float:
    """How much of the whole has places; all of nothing has."""
    return part.total() / whole.total() if whole else 1.0


def lacking(part: Counter[str], whole: Counter[str]) -> str:
    """The kinds of which some have no places, with their numbers, the most frequent first."""
    without = Counter({kind: number - part[kind] for kind, number in whole.items() if number > part[kind]})
    return ", ".join(f"{kind} {number}" for kind, number in without.most_common()) or "none"


def main() -> None:
    """Print the shares of every game, and what has no places."""
    games: dict[str, list[str | None]] = {}
    for name, scenario in MATCHES.items():
        games.setdefault(name.split()[0], []).append(scenario)
    wanted = sys.argv[1:] or list(games)
    tallies = {game: measure(game, games[game]) for game in wanted}
    heads = [head for name in ("options", "events", "decisions", "rolls") for head in (name, "with places")]
    print(f"| {' | '.join(('game', *heads, 'moves', 'changes told'))} |")
    print(f"| --- |{' --: |' * 10}")
    for game, tally in tallies.items():
        of = {
            "options": (tally.placed_options, tally.options),
            "events": (tally.placed_events, tally.events),
            "decisions": (tally.placed_decisions, tally.decisions),
            "rolls": (tally.placed_rolls, tally.rolls),
        }
        counted = [cell for part, whole in of.values() for cell in (str(whole.total()), f"{share(part, whole):.1%}")]
        told = f"{1 - tally.untold / max(1, tally.changed):.1%}"
        print(f"| {' | '.join((game, *counted, str(tally.moves), told))} |")
    for game, tally in tallies.items():
        print(f"\n{game} without places:")
        print(f"  options: {lacking(tally.placed_options, tally.options)}")
        print(f"  events: {lacking(tally.placed_events, tally.events)}")
        print(f"  decisions: {lacking(tally.placed_decisions, tally.decisions)}")
        print(f"  rolls: {lacking(tally.placed_rolls, tally.rolls)}")


if __name__ == "__main__":
    main()
