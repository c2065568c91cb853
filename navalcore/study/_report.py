"""The luck and decision report: what the dice gave and took, and where a search would have chosen otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from time import perf_counter
from typing import Any, Final

from navalcore._face.face import face_of
from navalcore._match.match import Game, Match
from navalcore._misfits import told_in_methods, whole
from navalcore._rules.decision import CHANCE
from navalcore._saves.entries import ChanceEntry, results_of
from navalcore.bots import Budget, SearchBot, seat
from navalcore.bots._playouts import Playouts
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData, UnknownName
from navalcore.study._crossroads import PlayedMatch, ProbingChance, Stretch

SAMPLES: Final = 4
"""How often what follows a result is drawn, where more chance comes before the next decision."""
MOST_WAYS: Final = 40
"""A result with more ways than this is judged by this many of them, evenly spread."""
PLAYOUTS: Final = 8
"""Playouts that judge a position of a game that has no estimate of its own."""
FEW_WAYS: Final = 8
"""Of a result that was drawn to be looked at, at most so many ways are judged, evenly spread, each once."""
FEW_PLAYOUTS: Final = 2
"""Playouts that judge a position where courses are limited."""
CLEARLY: Final = 2.0
"""A choice is questioned if another was found better by so many standard errors."""


@dataclass(frozen=True, slots=True)
class Luck:
    """One chance result."""

    number: int
    """How many choices were made before it."""
    what: str
    """The die or draw and its result."""
    why: str
    """Its purpose."""
    rule: str
    """The section that called for it."""
    chance: float
    """The exact chance of this result."""
    before: Mapping[str, float]
    """The worth of the match to each role before it."""
    after: Mapping[str, float]
    """The worth of the match to each role after it."""

    def swing(self, role: str) -> float:
        """The gain or loss that it brought ``role``, in chances of winning from -1 to 1."""
        return self.after[role] - self.before[role]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A choice that a search would have made otherwise."""

    number: int
    """The number of the decision."""
    role: str
    """Whose it was."""
    prompt: str
    """The question."""
    rule: str
    """The section that asked."""
    chosen: str
    """The option chosen."""
    better: str
    """The option that the search would have chosen."""
    cost: float
    """By how much that was better."""
    error: float
    """The standard error of the cost."""
    playouts: int
    """How many playouts the search made."""


@told_in_methods
@dataclass(frozen=True, slots=True)
class LuckReport:
    """The findings about a match."""

    game: str
    """The game's id."""
    scenario: str
    """The scenario's id."""
    roles: tuple[str, ...]
    """The roles it speaks about."""
    outcome: str | None
    """How the match ended, or None."""
    judged: str
    """How positions were judged."""
    luck: tuple[Luck, ...]
    """Every chance result that could have been another, in order."""
    doubts: tuple[Doubt, ...]
    """Every choice a search would have made otherwise, in order."""
    searched: int
    """How many decisions were searched."""
    course: tuple[tuple[int, Mapping[str, float]], ...]
    """The worth of the match to each role, by the number of choices made."""
    results: tuple[int, int] = (0, 0)
    """How many chance results there were, and of how many it was looked what luck was in them. All of them, unless
    courses were limited: then they were drawn at random."""

    def total_luck(self, role: str) -> float:
        """The gain of ``role`` from all chance results together, in chances of winning; estimated, if not all of them
        were looked at.

        Raises:
            UnknownName: the report does not speak about that role.
        """
        self._check(role)
        every, looked_at = self.results
        return sum(each.swing(role) for each in self.luck) * (every / looked_at if looked_at else 1)

    def luck_error(self, role: str) -> float:
        """The standard error of the :meth:`total_luck` of ``role``, from the results that were not looked at.

        Raises:
            UnknownName: the report does not speak about that role.
        """
        self._check(role)
        every, looked_at = self.results
        if looked_at in (0, every):
            return 0.0
        swings = [each.swing(role) for each in self.luck]
        mean = sum(swings) / looked_at  # results that could not have been others swing nothing
        square = sum((swing - mean) ** 2 for swing in swings) + (looked_at - len(swings)) * mean**2
        return every * sqrt(square / max(1, looked_at - 1) / looked_at * (1 - looked_at / every))

    def turning_points(self, role: str, most: int = 5) -> list[Luck]:
        """The chance results that changed most for ``role``, the greatest first, at most ``most`` of them.

        Raises:
            UnknownName: the report does not speak about that role.
        """
        self._check(role)
        return sorted(self.luck, key=lambda each: -abs(each.swing(role)))[:most]

    def _check(self, role: str) -> None:
        if role not in self.roles:
            raise UnknownName(f"the report speaks about {', '.join(self.roles)}, not about '{role}'")

    def to_json(self) -> dict[str, Any]:
        """The report as JSON-ready data."""
        return {
            "game": self.game,
            "scenario": self.scenario,
            "outcome": self.outcome,
            "judged": self.judged,
            "roles": {
                role: {
                    "luck": self.total_luck(role),
                    "luck_error": self.luck_error(role),
                    "rolls": [_luck_json(each, role) for each in self.luck],
                    "turning_points": [_luck_json(each, role) for each in self.turning_points(role)],
                    "doubts": [asdict(each) for each in self.doubts if each.role == role],
                    "course": [[number, worth[role]] for number, worth in self.course],
                }
                for role in self.roles
            },
            "decisions_searched": self.searched,
            "results": self.results[0],
            "results_looked_at": self.results[1],
        }


def _luck_json(luck: Luck, role: str) -> dict[str, Any]:
    return {
        "number": luck.number,
        "what": luck.what,
        "why": luck.why,
        "rule": luck.rule,
        "chance": luck.chance,
        "expected": luck.before[role],
        "after": luck.after[role],
        "swing": luck.swing(role),
    }


class Judge:
    """Says what a position is worth to each role: by its outcome, the game's estimate, or the mean of playouts."""

    def __init__(self, game: Game[Any, Any, Any], playouts: int | None = None, *, few: bool = False) -> None:
        self._game = game
        self._face = face_of(game)
        self._playouts = playouts
        self._else = FEW_PLAYOUTS if few else PLAYOUTS
        self._chance = SeededChance.from_seed("judge")

    @property
    def described(self) -> str:
        """How positions are judged, in a few words."""
        if self._playouts is None:
            return f"by the game's own estimate, else by {self._else} playouts"
        return f"by {self._playouts} playouts" if self._playouts else "by the game's own estimate"

    def price(self, match: Match[Any, Any, Any]) -> int:
        """How many playouts it takes to judge a position of a match."""
        if self._playouts:
            return self._playouts
        values = [self._face.evaluate(match.state, role, match.setup.terms) for role in self._game.roles]
        return self._else if None in values else 0

    def worth(self, match: Match[Any, Any, Any]) -> dict[str, float]:
        """The worth of a match to each role."""
        roles = self._game.roles
        if match.outcome is None and not self._playouts:
            values = {role: self._face.evaluate(match.state, role, match.setup.terms) for role in roles}
            if all(value is not None for value in values.values()):
                return {role: value for role, value in values.items() if value is not None}
        playouts = Playouts(match, self._chance, perf_counter, None)
        if match.outcome is not None:
            return playouts.worth(match)
        found = []
        for number in range(self._playouts or self._else):
            playouts.begin(number)
            found.append(playouts.finish(match.fork(seed=f"judge {number}")))
        return _mean(found)


def _mean(worths: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {role: sum(worth[role] for worth in worths) / len(worths) for role in worths[0]}


def report(
    match: Match[Any, Any, Any],
    *,
    role: str | None = None,
    budget: Budget | None = None,
    playouts: int | None = None,
    courses: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> LuckReport:
    """Look at a match from its beginning to where it is, with the umpire's eyes.

    Args:
        match: the match; it is not changed.
        role: speak about this role only; None: about all.
        budget: what the search may spend on each decision; None: decisions are not searched.
        playouts: judge positions by so many playouts; None: by the game's own estimate, if it has one.
        courses: judge by about so many playouts in all, if the game has no estimate. Then not every chance result is
            looked at but some, drawn at random, and totals have an error; None: as many as it takes.
        progress: called with the number of decisions done and the number in all.

    Raises:
        UnknownName: no such role.
        BadData: a role's report of a match that is not over, which would show that role what is hidden; fewer than 0
            playouts or courses.
    """
    work = reporting(match, role=role, budget=budget, playouts=playouts, courses=courses)
    while True:
        try:
            done, of = next(work)
        except StopIteration as end:
            found: LuckReport = end.value
            return found
        if progress is not None:
            progress(done, of)


def reporting(
    match: Match[Any, Any, Any],
    *,
    role: str | None = None,
    budget: Budget | None = None,
    playouts: int | None = None,
    courses: int | None = None,
) -> Generator[tuple[int, int], None, LuckReport]:
    """Report a match a piece at a time: yields how many decisions are done and how many there are, and returns the
    report. Arguments are those of :func:`report`.

    Raises:
        UnknownName: no such role.
        BadData: a role's report of a match that is not over, which would show that role what is hidden; fewer than 0
            playouts or courses.
    """
    game = match.game
    for what, number in (("playouts", playouts), ("courses", courses)):
        if number is not None:
            whole(f"a report takes a number of {what}", number)
    roles = _roles_reported(match, role)
    judge, retold = Judge(game, playouts), PlayedMatch(match)
    looked_at = _looked_at(match, retold, judge, courses)
    if looked_at is not None:
        judge = Judge(game, playouts, few=True)
    every = sum(len(stretch.results) for stretch in retold.stretches)
    apart = 1 if looked_at is None else -(-len(retold) * FEW_WAYS // max(1, len(looked_at)))
    luck: list[Luck] = []
    doubts: list[Doubt] = []
    course: list[tuple[int, Mapping[str, float]]] = []
    searched = 0
    bots = {each: SearchBot(each, SeededChance.from_seed(f"report {each}"), budget) for each in roles}
    for done, (stretch, before) in enumerate(retold):
        if before is not None:
            if done % apart == 0:
                course.append((stretch.number, judge.worth(before)))
            if budget is not None and _open_choice(before, roles):
                searched += 1
                doubts += _doubts(before, stretch, bots)
        for place in range(len(stretch.results)):
            if looked_at is None or (done, place) in looked_at:
                luck += _luck_of(retold, stretch, place, before, judge, sampled=looked_at is not None)
                yield done, len(retold)
        yield done + 1, len(retold)
    last = retold.stretches[-1]
    if match.decision is not None and match.decision.role == CHANCE:  # what people will roll is anybody's guess
        came = [each.value for each in last.results]
        course.append((match.count, _worth_after(retold, last, before, judge, came, SAMPLES)))
    else:
        course.append((match.count, judge.worth(match)))
    ending = str(match.outcome) if match.outcome is not None else None
    return LuckReport(
        game.id, match.setup.scenario.id, roles, ending, judge.described, tuple(luck), tuple(doubts), searched,
        tuple(course), (every, every if looked_at is None else len(looked_at)),
    )  # fmt: skip


def _roles_reported(match: Match[Any, Any, Any], role: str | None) -> tuple[str, ...]:
    """The roles that a report speaks about: the one that is named, or all."""
    roles = tuple(match.game.roles)
    if role is None:
        return roles
    if match.game.check_role(role) not in roles:
        raise BadData(f"a report speaks about a role that plays: {', '.join(roles)}, not {role}")
    if not match.over:
        raise BadData(
            "the match is not over: a report for one role would show what is hidden from it; without a role it is for "
            "the umpire's eyes"
        )
    return (role,)


def _looked_at(
    match: Match[Any, Any, Any], retold: PlayedMatch, judge: Judge, courses: int | None
) -> Collection[tuple[int, int]] | None:
    """The chance results that are looked at, by stretch and place; None: all of them."""
    price = judge.price(match) if courses is not None else 0
    if courses is None or not price:
        return None
    places = [(number, place) for number, each in enumerate(retold.stretches) for place in range(len(each.results))]
    ways = [min(MOST_WAYS, len(results_of(entry.die))) for each in retold.stretches for entry in each.results]
    if price * SAMPLES * sum(ways) <= courses:
        return None
    most = max(1, courses // (FEW_WAYS * FEW_PLAYOUTS + FEW_PLAYOUTS))
    chance = SeededChance.from_seed("looked at")
    return {places.pop(chance.below(len(places))) for _ in range(min(most, len(places)))}


def _open_choice(match: Match[Any, Any, Any], roles: Sequence[str]) -> bool:
    decision = match.decision
    return decision is not None and decision.role in roles and len(decision.options) > 1


def _doubts(match: Match[Any, Any, Any], stretch: Stretch, bots: Mapping[str, SearchBot]) -> Iterator[Doubt]:
    """The doubt about the choice that was made at a decision, if there is one."""
    decision, choice = match.decision, stretch.choice
    assert decision is not None
    assert choice is not None
    bot = bots[decision.role]
    seat(match, {decision.role: bot})
    race = bot.think(decision.bare())
    cost, error = race.lead(race.best, choice.pick)
    if race.best != choice.pick and cost > CLEARLY * error:
        yield Doubt(
            stretch.number, str(decision.role), choice.prompt, choice.rule, choice.text,
            str(decision.options[race.best]), cost, error, race.playouts,
        )  # fmt: skip


def _luck_of(
    retold: PlayedMatch,
    stretch: Stretch,
    place: int,
    before: Match[Any, Any, Any] | None,
    judge: Judge,
    *,
    sampled: bool,
) -> Iterator[Luck]:
    """The luck in a chance result of a stretch, if it could have been another."""
    came, entry = [each.value for each in stretch.results], stretch.results[place]
    source = ProbingChance(came[: place + 1], SeededChance.from_seed("probe"))
    retold.otherwise(stretch, before, source)
    draw = source.probe.draw
    if draw is None or len(draw.values) < 2:
        return
    every = list(zip(draw.values, draw.weights, strict=True))
    own, own_chance = every[draw.texts.index(entry.text)]
    some = every[:: -(-len(every) // (FEW_WAYS if sampled else MOST_WAYS))]
    worths = {
        value: _worth_after(retold, stretch, before, judge, [*came[:place], value], 1 if sampled else SAMPLES)
        for value in {own, *(value for value, _ in some)}
    }
    total = sum(chance for _, chance in some)
    expected = {
        role: sum(float(chance / total) * worths[value][role] for value, chance in some) for role in retold.game.roles
    }
    yield Luck(stretch.number, _said(entry), entry.why, entry.rule, float(own_chance), expected, worths[own])


def _worth_after(
    retold: PlayedMatch, stretch: Stretch, before: Match[Any, Any, Any] | None, judge: Judge, given: Sequence[int],
    samples: int,
) -> dict[str, float]:  # fmt: skip
    """The worth of the match at the next decision, if chance begins with ``given`` after this one."""
    found = []
    for sample in range(samples):
        source = ProbingChance(given, SeededChance.from_seed(f"after {stretch.number} {sample}"))
        found.append(judge.worth(retold.otherwise(stretch, before, source)))
        if not source.probe.further:
            break
    return _mean(found)


def _said(entry: ChanceEntry) -> str:
    return f"{entry.die}: {entry.text}"
