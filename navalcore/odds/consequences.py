"""What may come of an option: the answer of :meth:`Match.odds <navalcore.engine.match.Match.odds>`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, sqrt
from statistics import stdev
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from navalcore.components.dice import DiceRolled
from navalcore.components.events import Event
from navalcore.engine.events import ChoiceMade
from navalcore.engine.terms import Outcome

Share: TypeAlias = Fraction | float
"""A chance or a mean: a fraction where it is exact."""
Method: TypeAlias = Literal["exact", "sampled"]

MOST: Final = 24
"""More outcomes than this are told by the number of events of each kind; of more of those the least likely are one."""
NOTHING: Final = "nothing to report"
OTHERS: Final = "something else"
Headline: TypeAlias = tuple[str, str]
"""The kind and the headline of an event."""
Ending: TypeAlias = tuple[str | None, str, str] | None
"""How a match ends: winner, reason and ending; None if it goes on."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """One thing that may come of an option.

    Attributes:
        text: what would be told, without what is told in any case; equal sentences are counted.
        kinds: the kinds of these events, in the order of the text, each repeated as often as it is told.
        probability: its chance.
        fraction: the same, exactly; None where it is sampled.
        standard_error: how far the probability may be off; 0 where it is exact.
        ending: how the match ends by it, or None.
    """

    text: str
    kinds: tuple[str, ...]
    probability: float
    fraction: Fraction | None = None
    standard_error: float = 0.0
    ending: Outcome | None = None


@dataclass(frozen=True, slots=True)
class OptionOdds:
    """What may come of an option until the next decision, as far as the role that is asked can know.

    Attributes:
        option: the option's text.
        key: its key.
        role: who is asked.
        method: ``exact``: every result of chance was looked at, and if something hidden was imagined, all imagined
            worlds gave the same answer; else ``sampled``.
        outcomes: what may come of it, the likeliest first; their probabilities add up to 1.
        always: what is told whatever comes of it.
        happens: for each kind of event (details too, but no dice) the chance that at least one is told.
        expected: for each kind the mean number of events told; under ``kind.field`` the mean of a figure of it.
        imagined: whether what is hidden from the role had to be imagined.
        worlds: how many worlds were imagined.
        courses: how many courses of chance were looked at, in all worlds together.
        waiting: other roles choose at the same time, and nothing happens until they have chosen too.
    """

    option: str
    key: str
    role: str
    method: Method
    outcomes: tuple[Prospect, ...]
    always: tuple[str, ...]
    happens: Mapping[str, Share]
    expected: Mapping[str, Share]
    imagined: bool
    worlds: int
    courses: int
    waiting: bool = False

    @property
    def certain(self) -> bool:
        """Whether what is told does not depend on chance."""
        return self.method == "exact" and len(self.outcomes) == 1

    def chance_of(self, kind: str) -> Share:
        """The chance that an event of a kind is told; 0 of one that is not."""
        return self.happens.get(kind, Fraction(0))

    @property
    def basis(self) -> str:
        """What the figures rest on, in a few words."""
        if self.waiting:
            return "nothing happens until the others have chosen too"
        if not self.imagined:
            return "exact" if self.method == "exact" else f"sampled by {self.courses} courses"
        if self.method == "exact":
            return f"exact; the same in {self.worlds} imagined worlds"
        return f"sampled by {self.courses} courses in {self.worlds} imagined worlds"

    def __str__(self) -> str:
        each = (f"{outcome.probability:.1%} {outcome.text}" for outcome in self.outcomes)
        return f"{self.option}: {'; '.join(each)} ({self.basis})"


class Course(NamedTuple):
    """What one course of chance brings, as one role is told it.

    Attributes:
        headlines: of what happens, in the order of the telling.
        counted: the number of events by kind, and the sums of their figures by kind and field; details too, but no
            dice and choices.
        ending: how the match ends.
    """

    headlines: tuple[Headline, ...]
    counted: tuple[tuple[str, int], ...]
    ending: Ending


def course_of(told: Iterable[Event], role: str, outcome: Outcome | None) -> Course:
    """The course in which this was told, and the match ended so (None: it goes on)."""
    headlines: list[Headline] = []
    counted: Counter[str] = Counter()
    for each in told:
        event = each.seen_by(role)
        if event is None or isinstance(event, ChoiceMade | DiceRolled):
            continue
        counted[event.kind] += 1
        for name in event.figures:
            counted[f"{event.kind}.{name}"] += getattr(event, name) or 0
        if not event.detail:
            headlines.append((event.kind, event.headline))
    ending = None if outcome is None else (outcome.winner, outcome.reason, outcome.ending)
    return Course(tuple(headlines), tuple(sorted(counted.items())), ending)


World: TypeAlias = Mapping[Course, Share]
"""The courses that chance can take in a world, each with its chance."""
Told: TypeAlias = tuple[tuple[str, str, int], ...]
"""Kind, headline and number of each headline that tells a course from others."""


class Seen(NamedTuple):
    """What was found: worlds with the chance of every course in each.

    Attributes:
        method: whether the chances are all of them exact.
        worlds: the courses of each world with their chances; of samples, those of each sample.
        courses: how many were looked at.
        imagined: whether the worlds were imagined.
        endings: how the match ends, by what courses say of it.
        waiting: whether others have to choose first.
    """

    method: Method
    worlds: Sequence[World]
    courses: int
    imagined: bool
    endings: Mapping[Ending, Outcome]
    waiting: bool = False


def odds_of(seen: Seen, option: str, key: str, role: str) -> OptionOdds:
    """The answer made of what was found."""
    exact = seen.method == "exact"
    worlds = seen.worlds[:1] if exact else seen.worlds
    courses = list(dict.fromkeys(course for world in worlds for course in world))
    always, told = _named(courses)
    grouped: dict[tuple[frozenset[tuple[str, str, int]], Ending], list[Course]] = {}
    for course in courses:
        grouped.setdefault((frozenset(told[course]), course.ending), []).append(course)
    found = sorted(
        ((told[members[0]], members, *_share(members, worlds)) for members in grouped.values()),
        key=lambda each: -each[2],
    )
    outcomes = [
        Prospect(
            _sentence(headlines) or ("nothing else" if len(found) > 1 else _sentence(_counted(always)) or NOTHING),
            tuple(kind for kind, _, times in headlines for _ in range(times)),
            float(share),
            share if isinstance(share, Fraction) else None,
            error,
            None if members[0].ending is None else seen.endings[members[0].ending],
        )
        for headlines, members, share, error in found[:MOST]
    ]
    if len(found) > MOST:
        rest = [course for _, members, _, _ in found[MOST:] for course in members]
        share, error = _share(rest, worlds)
        outcomes.append(Prospect(OTHERS, (), float(share), share if isinstance(share, Fraction) else None, error))
    return OptionOdds(
        option,
        key,
        role,
        seen.method,
        tuple(outcomes),
        tuple(text for _, text in always),
        MappingProxyType(_happens(worlds)),
        MappingProxyType(_means(worlds)),
        seen.imagined,
        len(seen.worlds) if seen.imagined else 0,
        seen.courses,
        seen.waiting,
    )


def _share(members: Sequence[Course], worlds: Sequence[World]) -> tuple[Share, float]:
    """The chance of some courses, and its standard error: worlds that all say the same leave no doubt."""
    each = [sum((world[course] for course in members if course in world), Fraction(0)) for world in worlds]
    if len(each) == 1:
        return each[0], 0.0
    shares = [float(share) for share in each]
    return fsum(shares) / len(shares), stdev(shares) / sqrt(len(shares))


def _means(worlds: Sequence[World]) -> dict[str, Share]:
    """The mean of everything counted."""
    means: dict[str, Share] = {}
    for world in worlds:
        for course, chance in world.items():
            for name, number in course.counted:
                means[name] = means.get(name, 0) + chance * number
    return _of_each(means, worlds)


def _happens(worlds: Sequence[World]) -> dict[str, Share]:
    """For each kind of event the chance that one is told."""
    chances: dict[str, Share] = {}
    for world in worlds:
        for course, chance in world.items():
            for name, _ in course.counted:
                if "." not in name:
                    chances[name] = chances.get(name, 0) + chance
    return _of_each(chances, worlds)


def _of_each(sums: Mapping[str, Share], worlds: Sequence[World]) -> dict[str, Share]:
    return {name: float(sums[name]) / len(worlds) if len(worlds) > 1 else sums[name] for name in sorted(sums)}


def _named(courses: Sequence[Course]) -> tuple[tuple[Headline, ...], dict[Course, Told]]:
    """What is told in every course, and what tells each from others."""
    counters = {course: Counter(course.headlines) for course in courses}
    shared = Counter(courses[0].headlines)
    for counter in counters.values():
        shared &= counter
    told: dict[Course, Told] = {
        course: tuple((kind, text, times) for (kind, text), times in (counter - shared).items())
        for course, counter in counters.items()
    }
    if len(set(map(frozenset, told.values()))) > MOST:
        told = {course: _by_kind(each) for course, each in told.items()}
    return tuple(shared.elements()), told


def _by_kind(headlines: Told) -> Told:
    """The same by the mere number of events of each kind."""
    kinds: Counter[str] = Counter()
    for kind, _, times in headlines:
        kinds[kind] += times
    return tuple((kind, kind.replace("_", " "), times) for kind, times in sorted(kinds.items()))


def _counted(headlines: Sequence[Headline]) -> Told:
    return tuple((kind, text, times) for (kind, text), times in Counter(headlines).items())


def _sentence(headlines: Told) -> str:
    """Headlines as one text; equal ones are counted."""
    return "; ".join(text.rstrip(".") + (f" ({times} times)" if times > 1 else "") for _, text, times in headlines)
