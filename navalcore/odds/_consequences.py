"""The events of one path of chance after an option, as one role is told them; the odds of an option made of many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, count
from math import fsum, sqrt
from statistics import stdev
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from navalcore._rules.events import ChoiceMade
from navalcore._rules.terms import Outcome
from navalcore.components._dice import DiceRolled
from navalcore.components._events import Event
from navalcore.odds._answers import CHOOSES_ON, Method, OptionOdds, Share, chosen_on_in_words, figures

MOST_OUTCOMES: Final = 24
"""More outcomes than this are told by the number of events of each kind; of more of those the least likely are one."""
MOST_TOLD: Final = 4
"""The number of likely sentences shown of an option after which the role chooses again."""
NOTHING: Final = "nothing to report"
ASK_ALONE: Final = "the odds of this option alone say more"
NO_CHANCE: Final = "chance has no say before the next decision of another role"
OTHERS: Final = "something else"
Headline: TypeAlias = tuple[str, str]
"""The kind and the headline of an event."""
Ending: TypeAlias = tuple[str | None, str, str] | None
"""How a match ends: winner, reason and ending; None if it continues."""


class Consequence(NamedTuple):
    """The events that one path of chance brings, as one role is told it."""

    headlines: tuple[Headline, ...]
    """The headlines of the events, in their order."""
    counted: tuple[tuple[str, int], ...]
    """The number of events by kind, and the sums of their figures by kind and field; no dice and choices."""
    ending: Ending
    """How the match ends."""


def consequence_of(told: Iterable[Event], role: str, outcome: Outcome | None) -> Consequence:
    """The consequence in which this was told, and the match ended so (None: it continues)."""
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
    return Consequence(tuple(headlines), tuple(sorted(counted.items())), ending)


Chances: TypeAlias = Mapping[Consequence, Share]
"""The consequences that an option can have in a world, each with its chance."""
Headlines: TypeAlias = tuple[tuple[str, str, int], ...]
"""Kind, headline and number of each headline that distinguishes a consequence from others."""


class Enumeration(NamedTuple):
    """The consequences that were found."""

    method: Method
    """Whether the chances are all of them exact."""
    worlds: Sequence[Chances]
    """Those of each world with their chances; of samples, those of each sample."""
    courses: int
    """How many courses of chance were looked at."""
    imagined: bool
    """Whether the worlds were imagined."""
    endings: Mapping[Ending, Outcome]
    """How the match ends, by the ending that consequences name."""
    waiting: bool = False
    """Whether others have to choose first."""


def option_odds(found: Enumeration, option: str, key: str, role: str) -> OptionOdds:
    """The answer that follows from an enumeration."""
    worlds = found.worlds[:1] if found.method == "exact" else found.worlds
    every = list(dict.fromkeys(each for world in worlds for each in world))
    always, told = _told_apart(every)
    grouped: dict[tuple[frozenset[tuple[str, str, int]], Ending], list[Consequence]] = {}
    for each in every:
        grouped.setdefault((frozenset(told[each]), each.ending), []).append(each)
    ranked = sorted(((*_share(alike, worlds), alike) for alike in grouped.values()), key=lambda group: -group[0])
    outcomes: dict[str, Share] = {}
    errors: dict[str, float] = {}
    kinds: dict[str, tuple[str, ...]] = {}
    endings: dict[str, Outcome] = {}
    for share, error, (first, *_) in ranked[:MOST_OUTCOMES]:
        text = _sentence(told[first]) or ("nothing else" if len(ranked) > 1 else _sentence(_counted(always)) or NOTHING)
        ending = None if first.ending is None else found.endings[first.ending]
        text = _named(text, ending, outcomes)
        outcomes[text], errors[text] = share, error
        kinds[text] = tuple(kind for kind, _, times in told[first] for _ in range(times))
        if ending is not None:
            endings[text] = ending
    if len(ranked) > MOST_OUTCOMES:
        text = _named(OTHERS, None, outcomes)
        rest = [each for _, _, alike in ranked[MOST_OUTCOMES:] for each in alike]
        outcomes[text], errors[text] = _share(rest, worlds)
        kinds[text] = ()
    return OptionOdds(
        found.method,
        MappingProxyType(outcomes),
        MappingProxyType(_happens(worlds)),
        MappingProxyType(_means(worlds)),
        MappingProxyType({} if found.method == "exact" else errors),
        option=option,
        key=key,
        role=role,
        always=tuple(text for _, text in always),
        kinds=MappingProxyType(kinds),
        endings=MappingProxyType(endings),
        imagined=found.imagined,
        worlds=len(found.worlds) if found.imagined else 0,
        courses=found.courses,
        waiting=found.waiting,
    )


def ranged(odds: OptionOdds, ways: Sequence[Enumeration], every: bool) -> OptionOdds:
    """The odds of an option after which the role chooses on: of each sentence the least and the most chance of it."""
    if not ways:
        return odds
    each = [_told_by(way) for way in ways]
    found = {text: [told[text][0] if text in told else Fraction(0) for told in each] for told in each for text in told}
    left = {text: (min(shares), max(shares)) for text, shares in found.items() if not {0, 1}.issuperset(shares)}
    ranges = dict(sorted(left.items(), key=lambda item: (-item[1][1], item[0])))
    sampled = any(way.method == "sampled" for way in ways)
    errors = [max(told[text][1] for told in each if text in told) for text in ranges]
    parts = [
        f"{text.rstrip('.')}: {'about ' if sampled else ''}{figures(*ends)}{f' ± {100 * error:.2g}' if error else ''}"
        for (text, ends), error in zip(ranges.items(), errors, strict=True)
    ]
    more = [f"and {len(parts) - MOST_TOLD} more"] if len(parts) > MOST_TOLD else []
    first = CHOOSES_ON if every else chosen_on_in_words(len(ways), every)
    text = "; ".join([first, *(parts[:MOST_TOLD] or [NO_CHANCE]), *more])
    return replace(
        odds,
        method="exact" if every and not sampled else "sampled",
        outcomes=MappingProxyType({text: Fraction(1)}),
        kinds=MappingProxyType({text: ()}),
        ranges=MappingProxyType(ranges),
        range_errors=MappingProxyType({text: error for text, error in zip(ranges, errors, strict=True) if error}),
        ways=len(ways),
        every_way=every,
        courses=odds.courses + sum(way.courses for way in ways),
    )


def chosen_on(odds: OptionOdds) -> OptionOdds:
    """The odds of an option after which the role chooses on, which is not looked at."""
    text = f"{CHOOSES_ON}; {ASK_ALONE}"
    return replace(odds, outcomes=MappingProxyType({text: Fraction(1)}), kinds=MappingProxyType({text: ()}))


def _told_by(found: Enumeration) -> dict[str, tuple[Share, float]]:
    """The chance of a sentence, with its standard error, for each of them."""
    worlds = found.worlds[:1] if found.method == "exact" else found.worlds
    telling: dict[str, dict[Consequence, None]] = {}
    for consequence in chain.from_iterable(worlds):
        for _, text in consequence.headlines:
            telling.setdefault(text, {})[consequence] = None
    return {text: _share(tuple(alike), worlds) for text, alike in telling.items()}


def _named(text: str, ending: Outcome | None, taken: Collection[str]) -> str:
    """The text itself; where another outcome reads alike, with how the match ends too, and a number if need be."""
    ended = "the match continues" if ending is None else ending.reason
    names = chain((text, f"{text}; {ended}"), (f"{text} ({number})" for number in count(2)))
    return next(name for name in names if name not in taken)


def _share(alike: Sequence[Consequence], worlds: Sequence[Chances]) -> tuple[Share, float]:
    """The chance of some consequences, and its standard error: worlds that all say the same leave no doubt."""
    each = [sum((world[one] for one in alike if one in world), Fraction(0)) for world in worlds]
    if len(each) == 1:
        return each[0], 0.0
    shares = [float(share) for share in each]
    return fsum(shares) / len(shares), stdev(shares) / sqrt(len(shares))


def _means(worlds: Sequence[Chances]) -> dict[str, Share]:
    """The mean of everything counted."""
    means: dict[str, Share] = {}
    for world in worlds:
        for consequence, chance in world.items():
            for name, number in consequence.counted:
                means[name] = means.get(name, 0) + chance * number
    return _of_each(means, worlds)


def _happens(worlds: Sequence[Chances]) -> dict[str, Mapping[str, Share]]:
    """For each kind of event the chance that one is told, and that none is."""
    chances: dict[str, Share] = {}
    for world in worlds:
        for consequence, chance in world.items():
            for name, _ in consequence.counted:
                if "." not in name:
                    chances[name] = chances.get(name, 0) + chance
    return {kind: {"no": 1 - chance, "yes": chance} for kind, chance in _of_each(chances, worlds).items()}


def _of_each(sums: Mapping[str, Share], worlds: Sequence[Chances]) -> dict[str, Share]:
    return {name: float(sums[name]) / len(worlds) if len(worlds) > 1 else sums[name] for name in sorted(sums)}


def _told_apart(every: Sequence[Consequence]) -> tuple[tuple[Headline, ...], dict[Consequence, Headlines]]:
    """The news that there is in every case, and what distinguishes each consequence from others."""
    counters = {each: Counter(each.headlines) for each in every}
    shared = Counter(every[0].headlines)
    for counter in counters.values():
        shared &= counter
    told: dict[Consequence, Headlines] = {
        each: _counted((counter - shared).elements()) for each, counter in counters.items()
    }
    if len(set(map(frozenset, told.values()))) > MOST_OUTCOMES:
        told = {each: _by_kind(headlines) for each, headlines in told.items()}
    return tuple(shared.elements()), told


def _by_kind(headlines: Headlines) -> Headlines:
    """The same by the mere number of events of each kind."""
    kinds: Counter[str] = Counter()
    for kind, _, times in headlines:
        kinds[kind] += times
    return tuple((kind, kind.replace("_", " "), times) for kind, times in sorted(kinds.items()))


def _counted(headlines: Iterable[Headline]) -> Headlines:
    return tuple((kind, text, times) for (kind, text), times in Counter(headlines).items())


def _sentence(headlines: Headlines) -> str:
    """Headlines as one text; equal ones are counted."""
    return "; ".join(text.rstrip(".") + _repeated(times) for _, text, times in headlines)


def _repeated(times: int) -> str:
    return "" if times == 1 else " (twice)" if times == 2 else f" ({times} times)"
