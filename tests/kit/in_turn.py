"""The conformance kit as the tests of games use it: every match is played, and each check is made in one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from navalcore._match.match import AnyGame
from navalcore.testing import CHECKS, CheckReport, check_game, find_game
from navalcore.testing._fuzz import ALWAYS
from navalcore.testing._settings import settings_of
from tests.conftest import TIMES_AS_LONG


def check_in_turn(
    game: AnyGame | str,
    matches: int,
    *,
    scenarios: Sequence[str] | None = None,
    options: dict[str, object] | None = None,
    only: Sequence[str] = tuple(CHECKS),
    max_choices: int | None = None,
) -> CheckReport:
    """As ``check_game`` with as many matches of the same settings. The checks of every match are those of fuzz; of the
    others each is made in one match, in turn. With ``NAVALCORE_FUZZ`` all are made in all matches.
    """
    found = find_game(game)
    if TIMES_AS_LONG:
        return check_game(
            found, matches=matches, scenarios=scenarios, options=options, only=only, max_choices=max_choices
        )
    settings, least = settings_of(found, scenarios, options)
    number = max(matches, least)
    others = [name for name in only if name not in ALWAYS]
    reports = []
    for each in range(number):
        scenario, values = settings[each % len(settings)]
        checks = [*(name for name in ALWAYS if name in only), *others[each::number]]
        wanted = {"scenarios": [scenario], "options": values, "only": checks, "max_choices": max_choices}
        reports.append(check_game(found, matches=1, seed=f"kit-{each}", **wanted))  # type: ignore[arg-type]
    return merged(reports)


def merged(reports: Sequence[CheckReport]) -> CheckReport:
    """One report of several."""
    first, *others = reports
    for other in others:
        first.matches += other.matches
        first.failures += other.failures
        first.skipped |= other.skipped
        first.ran = dict(Counter(first.ran) + Counter(other.ran))
        covered, more = first.coverage, other.coverage
        covered.unreached = [step for step in covered.unreached if step in more.unreached]
        covered.steps += more.steps
        for name, values in more.options.items():
            covered.options[name] = covered.options.get(name, Counter()) + values
    return first
