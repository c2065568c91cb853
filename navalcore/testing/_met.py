"""The parts of a game that the matches of the kit have met, gathered match by match for the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from navalcore._match.match import AnyGame
from navalcore._rules.replacing import Filters, methods_that_change
from navalcore.testing._reached import Lines, unreached
from navalcore.testing._report import Coverage
from navalcore.testing._settings import option_values
from navalcore.testing._trial import Playthrough, Trial


@dataclass
class Met:
    """Gathers what trials met into the coverage of a report."""

    covered: Coverage
    lines: Lines = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)

    def note(self, trial: Trial) -> None:
        """Take note of a trial that was looked at; its match is then let go."""
        played: Playthrough | None = trial.__dict__.pop("played", None)
        if played is None:
            return
        covered = self.covered
        covered.steps += played.steps
        covered.rules += played.rules
        covered.choices += len(played.choices)
        covered.offered += trial.placed.offered
        covered.placed += trial.placed.placed
        covered.endings_of_bots += trial.ended_by_bots
        covered.endings[played.ending if played.ended else "(none)"] += 1
        self.kinds += played.kinds
        for file, reached in played.lines.items():
            self.lines.setdefault(file, set()).update(reached)

    def finish(self, trials: Sequence[Trial]) -> None:
        """Say what none of the trials met."""
        game = trials[0].game
        self.covered.rules_unreached, self.covered.lines_unreached = unreached(game, self.lines)
        self._find_unused_filters(game)
        self._order_steps(game, trials)

    def _find_unused_filters(self, game: AnyGame) -> None:
        changes = [change for variant in game.variants for _, change in methods_that_change(type(variant))]
        filters = [each.kind for each in changes if isinstance(each, Filters)]
        self.covered.filters_unused = [kind for kind in filters if not self.kinds[kind]]

    def _order_steps(self, game: AnyGame, trials: Sequence[Trial]) -> None:
        covered = self.covered
        names: dict[str, None] = {}
        for trial in trials:
            terms = game.terms(trial.scenario, trial.options)
            steps = [step.name for step in game.sequence_of_play(terms)]
            names |= dict.fromkeys(steps)
            covered.steps[steps[0]] += covered.steps.pop("(first)", 0)
            for name in option_values(game):
                value = getattr(terms.options, name)
                covered.options.setdefault(name, Counter())[str(value)] += 1
        covered.unreached = [name for name in names if not covered.steps[name]]
        covered.steps = Counter({name: covered.steps[name] for name in names if covered.steps[name]})
