"""Trials: random matches that the checks look at, each determined by scenario, options and seed."""

from __future__ import annotations

import copy
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ValidationError

from navalcore._match.match import AnyGame, AnyMatch, Match, driver_of
from navalcore._misfits import fault_of
from navalcore._play import submission
from navalcore._play.line import Reseed
from navalcore._rules.decision import CHANCE, SPECTATOR, UMPIRE, Decision
from navalcore._rules.option import kind_of
from navalcore._rules.play import ModifierProvider
from navalcore._rules.state import canonical_json, digest
from navalcore._saves.entries import fingerprint_in_words
from navalcore.bots import make_bots, seat
from navalcore.bots._makers import answer_of
from navalcore.components._chance import SeededChance
from navalcore.components._events import Event
from navalcore.components._model_errors import in_words
from navalcore.testing._reached import Lines, noting_lines
from navalcore.testing._watchdog import Watchdog

MOMENTS: Final = 12
"""Places of a match at which a check takes a close look."""
DIGEST_EVERY: Final = 10
"""Choices between two state digests of a random match."""
LOOKED_AT: Final = 1_000
"""Choices of a match that are looked at closely; what comes later is played to its end and no more."""
PLAYED_AGAIN: Final = 3
"""How often a match is played again to find out whether it is the same."""
TEXTS: Final = 20
"""Options of a decision whose words are compared."""

Mood: TypeAlias = Literal["random", "first", "last", "bots", "forms", "stubborn"]
"""How a match is played: mostly at random, by first or last options, bots or forms; or by one order of preference."""


class NotCarriedOut(Exception):
    """Nothing is there for the check to look at; says why, as a clause that begins with "as"."""


class CheckFailed(Exception):
    """The fault in the game: what was expected, what was found, and after which choices."""

    def __init__(self, expected: str, found: str, at: AnyMatch | Sequence[int] | None = None) -> None:
        super().__init__(f"expected {expected}; found {found}")
        self.expected = expected
        self.found = found
        self.choices = at.choices() if isinstance(at, Match) else None if at is None else list(at)


def require(holds: bool, expected: str, found: object, at: AnyMatch | Sequence[int] | None = None) -> None:
    """Report what was found unless the condition holds."""
    if not holds:
        raise CheckFailed(expected, str(found), at)


@contextmanager
def required(expected: str, at: AnyMatch | Sequence[int] | None = None) -> Iterator[None]:
    """Report anything that is raised in the block."""
    try:
        yield
    except CheckFailed:
        raise
    except ValidationError as error:
        raise CheckFailed(expected, in_words(error), at) from None
    except Exception as error:
        raise CheckFailed(expected, fault_of(error), at) from None


def written_in(into: list[str]) -> Callable[[Event], None]:
    """A listener that writes down what it hears."""
    return lambda event: into.append(repr(event))


def broken_laws(game: AnyGame, state: Any, terms: Any) -> list[str]:
    """The fault in a state by the game's own invariants, and contacts with things that cannot be where they are."""
    lost = [
        f"it is at {place!r}, where {contact} says it cannot be"
        for contact, place in game.contacts(state)
        if place not in contact.places
    ]
    return [*game.invariants(state, terms), *lost]


def asked(match: AnyMatch) -> Decision:
    """The first question in a match that is not over."""
    decision = match.decision
    assert decision is not None
    return decision


def asked_of(decision: Decision | None) -> tuple[object, ...] | None:
    """The decision as the role that is asked sees it."""
    return None if decision is None else (decision.role, decision.prompt, decision.rule, tuple(decision.texts))


@dataclass
class Playthrough:
    """One random match, move by move."""

    choices: list[int] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)  # fingerprints of decisions
    digests: dict[int, str] = field(default_factory=dict)  # of the state, by number of choices, now and then
    error: BaseException | None = None
    choosing: str = ""  # the option on which the rules raised the error
    ended: bool = False
    steps: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)  # how often each section asked for a choice
    broken: list[tuple[int, str, str]] = field(default_factory=list)  # choices before, step and invariant
    ending: str = ""
    modified: Counter[str] = field(default_factory=Counter)  # how often each section asked for modifiers
    kinds: Counter[str] = field(default_factory=Counter)  # of the decisions
    roles: Counter[str] = field(default_factory=Counter)  # how often each was asked
    lines: Lines = field(default_factory=dict)  # of the game's own that were carried out

    @property
    def fingerprint(self) -> str:
        """The same for two matches that asked the same questions and went through the same states."""
        return digest(canonical_json([self.asked, {str(at): value for at, value in self.digests.items()}]))


class _NotingModifiers(dict[str, ModifierProvider]):
    """The modifier providers of a game, noting for which sections they are asked for."""

    def __init__(self, providers: Mapping[str, ModifierProvider], asked: Counter[str]) -> None:
        super().__init__(providers)
        self.asked = asked

    def __bool__(self) -> bool:
        return True

    def get(self, rule: str, default: Any = None) -> Any:
        self.asked[rule] += 1
        return super().get(rule, default)


@dataclass
class Placed:
    """How many options name a place."""

    offered: Counter[str] = field(default_factory=Counter)
    """Options offered, by kind."""
    placed: Counter[str] = field(default_factory=Counter)
    """Those that name a place, by kind."""

    def note(self, decision: Decision) -> None:
        """Count the options of one decision."""
        for option in decision.options:
            kind = kind_of(option)
            self.offered[kind] += 1
            if decision.places_of(option):
                self.placed[kind] += 1

    @property
    def share(self) -> float:
        """The share of all options that name a place."""
        return self.placed.total() / max(1, self.offered.total())

    @property
    def acts(self) -> dict[str, int]:
        """The kinds of which no option names a place, with how often they were offered."""
        return {kind: number for kind, number in sorted(self.offered.items()) if not self.placed[kind]}

    @property
    def share_without_acts(self) -> float:
        """The share of options that name a place among those of the other kinds."""
        others = self.offered.total() - sum(self.acts.values())
        return self.placed.total() / max(1, others)

    def __str__(self) -> str:
        if not self.offered:
            return "no options looked at"
        acts = ", ".join(f"{kind} ({number})" for kind, number in self.acts.items())
        return f"{self.share:.1%} of {self.offered.total()} options" + (f"; kinds without any: {acts}" if acts else "")


@dataclass(frozen=True)
class Trial:
    """One match to look at."""

    game: AnyGame
    """The game."""
    number: int
    """Its number, from 0."""
    scenario: str
    """The scenario's id."""
    options: Mapping[str, Any]
    """The options that differ from the default."""
    seed: str
    """The seed of its chance and of the random choices."""
    max_choices: int
    """How long it may last."""
    script: tuple[int, ...] | None = None
    """The choices to make instead of random ones, as indices that come round again; the match stops with them."""
    mood: Mood = "random"
    """How random choices are made."""
    placed: Placed = field(default_factory=Placed, init=False, compare=False, repr=False)
    """How many of its options name a place, as far as a check has looked."""
    ended_by_bots: Counter[str] = field(default_factory=Counter, init=False, compare=False, repr=False)
    """How it ended where the game's own bots played it instead."""

    def stream(self, name: str) -> SeededChance:
        """Chance for the kit's own use, apart from the match's."""
        return SeededChance.from_seed(f"kit {self.seed}").stream(name)

    def start(self, game: AnyGame | None = None, **arguments: Any) -> AnyMatch:
        """The match before its first choice; arguments as for :meth:`Game.new_match`."""
        return (game or self.game).new_match(self.scenario, seed=self.seed, options=self.options, **arguments)

    def world(self, match: AnyMatch, role: str, name: str) -> Any:
        """A state that looks the same to the role as the match's, imagined by the chance of this name."""
        return self.game.determinize(match.state, role, self.stream(name), match.setup.terms)

    @cached_property
    def played(self) -> Playthrough:
        """The match played at random; played once."""
        lines: Lines = {}
        with noting_lines(self.game, lines):
            found = self.play()
        found.lines = lines
        return found

    def play(self, on_event: Callable[[Event], None] | None = None) -> Playthrough:
        """Play the match to its end, to an error, until it has lasted too long, or until its script is over."""
        found = Playthrough()
        match: AnyMatch | None = None
        text = ""
        try:
            match = self.start(self._watched(found), on_event=on_event)
            player = RandomPlayer(self)
            while (decision := match.decision) is not None and match.count < self.max_choices:
                found.rules[decision.rule] += 1
                found.kinds[decision.kind] += 1
                found.roles[decision.role] += 1
                if decision.role != CHANCE:
                    self.game.check_player(decision.role)
                if match.count == LOOKED_AT:
                    sys.settrace(None)  # long matches would take too long
                if match.count <= LOOKED_AT:
                    found.asked.append(fingerprint_in_words(decision))
                    if match.count % DIGEST_EVERY == 0:
                        found.digests[match.count] = match.digest
                text = ""
                if self.script is None:
                    choice = player.pick(match, decision)
                elif match.count < len(self.script):
                    choice = self.script[match.count] % len(decision.options)
                else:
                    break
                found.choices.append(choice)
                text = str(decision.options[choice])
                match.choose(choice)
                Watchdog.beat()
            found.digests[match.count] = match.digest
        except Exception as error:
            found.error = error
            found.choosing = text
            found.choices = found.choices[: match.count] if match is not None else []
        if match is not None and match.outcome is not None:
            found.ended = True
            found.ending = match.outcome.ending or match.outcome.reason
        return found

    @property
    def line(self) -> list[int]:
        """The choices that are looked at closely."""
        return self.played.choices[:LOOKED_AT]

    def _watched(self, found: Playthrough) -> AnyGame:
        """A copy of the game that notes what happens in ``found``, and asks for the invariants after every step."""
        before = ""

        def look(state: Any, terms: Any) -> None:
            nonlocal before
            found.steps[before or "(first)"] += 1
            before = state.phase
            if len(found.broken) < 5:
                found.broken += [(len(found.choices), state.phase, law) for law in broken_laws(self.game, state, terms)]

        watched = watched_game(self.game, look)
        watched.modifiers = _NotingModifiers(self.game.modifiers, found.modified)  # type: ignore[misc]
        return watched

    def moments(self, count: int = MOMENTS, *, end: bool = False, **arguments: Any) -> Iterator[AnyMatch]:
        """The match at up to ``count`` of its decisions, spread out, and with ``end`` at its end; to be looked at."""
        choices = self.line
        places = {place * len(choices) // count for place in range(count)} if choices else set()
        match = self.start(**arguments)
        for place, choice in enumerate(choices):
            if place in places:
                yield match
            match.choose(choice)
        if end if match.over else self.script is not None:
            yield match  # its end, or the place that a script leads to

    def questions(self, count: int = MOMENTS, **arguments: Any) -> Iterator[tuple[AnyMatch, Decision]]:
        """The same, each with the decision that is asked there first."""
        for match in self.moments(count, **arguments):
            if match.decision is not None:
                yield match, match.decision

    def after(self, choices: Sequence[int], **arguments: Any) -> AnyMatch:
        """The match after these choices."""
        match = self.start(**arguments)
        for choice in choices:
            match.choose(choice)
        return match

    @property
    def onlookers(self) -> list[str]:
        """All who can look at the match - the roles, the spectator, the umpire."""
        return [*self.game.roles, SPECTATOR, UMPIRE]

    def choose_at_random(self, match: AnyMatch, name: str, most: int) -> None:
        """Up to ``most`` random choices, the same for the same name."""
        below = self.stream(name).below
        for _ in range(most):
            if match.decision is None:
                return
            match.choose(below(len(match.decision.options)))


class RandomPlayer:
    """Makes the choices of a trial, by chance and in its mood."""

    def __init__(self, trial: Trial) -> None:
        self.below = trial.stream("choices").below
        self.mood = trial.mood
        self.bots = make_bots(trial.game, None, trial.seed) if trial.mood == "bots" else {}
        self.ranks: dict[str, int] = {}
        self.order = SeededChance.from_seed(f"stubborn {trial.number // 2}")
        self.best = min if trial.number % 2 == 0 else max

    def pick(self, match: AnyMatch, decision: Decision) -> int:
        """The index of the choice."""
        if self.mood == "stubborn":
            return self.preferred(decision)
        often = 10 if self.mood == "forms" else 4
        if self.mood == "random" or decision.role == CHANCE or self.below(often) == 0:
            return self._at_random(decision)
        if self.mood == "bots":
            bot = self.bots[decision.role]
            seat(match, {decision.role: bot})  # the match may be a fork of the one it was asked in before
            return decision.index(answer_of(bot, match, decision))
        return len(decision.options) - 1 if self.mood == "last" else 0

    def _at_random(self, decision: Decision) -> int:
        if self.mood != "forms" or decision.role == CHANCE:
            return self.below(len(decision.options))
        kinds: dict[str, list[int]] = {}
        for index, option in enumerate(decision.options):
            kinds.setdefault(kind_of(option), []).append(index)
        places = list(kinds.values())[self.below(len(kinds))]
        return places[self.below(len(places))]

    def preferred(self, decision: Decision) -> int:
        """The first or last option of the kind that is preferred."""
        ranks = [(self.rank(kind_of(option)), index) for index, option in enumerate(decision.options)]
        return self.best(ranks)[1]

    def rank(self, kind: str) -> int:
        """Where a kind of options comes in the order, the same whenever it is met."""
        if kind not in self.ranks:
            self.ranks[kind] = self.order.stream(kind).below(1_000_000)
        return self.ranks[kind]


def watched_game(game: AnyGame, look: Callable[[Any, Any], None]) -> AnyGame:
    """A copy of a game that shows the state and the terms as each step begins: the engine then asks for the outcome."""
    watched = copy.copy(game)

    def outcome(state: Any, terms: Any) -> Any:
        look(state, terms)
        return game.outcome(state, terms)

    watched.outcome = outcome  # type: ignore[method-assign]
    return watched


class MatchState(NamedTuple):
    """The values that must be the same for two matches that are said to be at one point."""

    digest: str
    choices: int
    number: int
    role: str
    prompt: str
    options: int
    texts: tuple[str, ...]
    outcome: object


def state_of(match: AnyMatch) -> MatchState:
    """Where a match is; of many options the first are looked at."""
    decision = match.decision
    if decision is None:
        return MatchState(match.digest, match.count, -1, "", "", 0, (), match.outcome)
    options = decision.options
    texts = tuple(str(option) for option in options[:TEXTS])
    question = decision.number, decision.role, decision.prompt, len(options), texts
    return MatchState(match.digest, match.count, *question, match.outcome)


def step_again(match: AnyMatch, change: Callable[[Any], Any]) -> AnyMatch | None:
    """The step under way again from a changed copy of its first state; None if the same choices are not possible."""
    fork = match.fork()
    try:
        driver_of(fork).try_again(change)
    except Exception:
        return None
    return fork


def redealt_here(match: AnyMatch, role: str, seed: str) -> AnyMatch:
    """A fork that redraws everything hidden from the role; the role asked in it keeps the options of the match."""
    fork = match.fork()
    submission.reseed(driver_of(fork), Reseed.to(seed, fork.count, role))
    return fork


MOST_TOLD: Final = 4
"""How many differences are listed; the number of the others follows."""


def differences(expected: Any, found: Any) -> str:
    """The fields in which two values of one kind differ, each by its path."""
    told = [
        f"{path.removeprefix('.') or 'it'} is {other!r} instead of {one!r}"
        for path, one, other in _differing(expected, found, "")
    ]
    more = [f"{len(told) - MOST_TOLD} more"] if len(told) > MOST_TOLD else []
    return "; ".join([*told[:MOST_TOLD], *more])


def another_order(expected: Any, found: Any, path: str = "") -> str:
    """Where a dictionary of two equal values has its keys in another order; empty if none has."""
    parts, others = parts_of(expected) or {}, parts_of(found) or {}
    if [*parts] != [*others]:
        found_keys, keys = (", ".join(key.strip("[]") for key in each) for each in (others, parts))
        return f"{path.removeprefix('.')} has the keys {found_keys} instead of {keys}"
    return next(filter(None, (another_order(parts[each], others[each], path + each) for each in parts)), "")


def _differing(expected: Any, found: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if expected == found:
        return
    parts, others = parts_of(expected), parts_of(found)
    if type(expected) is not type(found) or parts is None or others is None or parts.keys() != others.keys():
        yield path, expected, found
        return
    nested = [each for name, part in parts.items() for each in _differing(part, others[name], f"{path}{name}")]
    yield from nested or [(path, expected, found)]


def parts_of(value: Any) -> dict[str, Any] | None:
    """The parts of a value, by the way to reach them; None if it has none."""
    if isinstance(value, BaseModel):
        return {f".{name}": getattr(value, name) for name in type(value).model_fields}
    if is_dataclass(value):
        return {f".{field.name}": getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return {f"[{str(key)!r}]": part for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return {f"[{number}]": part for number, part in enumerate(value)}
    return None
