"""The check of values that a view leaves out: the worlds imagined for a role redraw them, or they are harmless."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, partial
from itertools import islice
from typing import Any, Final, NamedTuple

from navalcore._match.match import AnyMatch
from navalcore._rules.decision import CHANCE
from navalcore._rules.events import ChoiceMade
from navalcore._saves.entries import fingerprint_in_words
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.testing._registry import check
from navalcore.testing._trial import RandomPlayer, Trial, parts_of, require
from navalcore.testing._values import STEP, Item, Path, pattern_of, values_of

LOOKED_AT: Final = 24
"""Places of a match whose state is looked at."""
DEALT_AT: Final = 12
"""Of these, those from which other worlds are imagined."""
WORLDS: Final = 4
"""How many worlds at each."""
OTHERS: Final = 3
"""Matches from other seeds, which show the values that are dealt once and then stay as they are."""
OPENING: Final = 40
"""Choices made in each of them."""
EVIDENCE: Final = 3
"""Places at which something must have been met before it is said to be neither shown nor redrawn."""
MORE_WORLDS: Final = 12
"""How many worlds where a value is not what it mostly is."""
MOST_UNUSUAL: Final = 6
"""At how many such places."""
TRIES: Final = 3
"""Other values put in the place of a value, at each place."""

ABSENT: Final = object()
"""Represents what is not there in another world."""


def _at(state: Any, path: Path) -> Any:
    for step in path:
        state = state[step.key] if isinstance(step, Item) else getattr(state, step)
    return state


def put(state: Any, path: Path, value: Any) -> None:
    """Put another value in a state's place of that path."""
    last, holder, old = path[-1], _at(state, path[:-1]), _at(state, path)
    if isinstance(old, list | dict):
        value = type(old)(value)
    if isinstance(last, Item):
        holder[last.key] = value
    else:
        setattr(holder, last, value)


@dataclass
class Observed:
    """The values seen in the states of a match, and in the beginnings of others."""

    states: list[Any] = field(default_factory=list)
    flat: list[dict[Path, Any]] = field(default_factory=list)  # the values of these states
    others: list[tuple[dict[Path, Any], dict[Path, Any]]] = field(default_factory=list)  # early and late in each
    alike: dict[str, dict[Hashable, None]] = field(
        default_factory=dict
    )  # values of all paths reported alike; of lists items

    def note(self, state: Any) -> dict[Path, Any]:
        """Take note of a state's values."""
        flat = values_of(state)
        for path, value in flat.items():
            holder = self.alike.setdefault(pattern_of(path), {})
            holder |= dict.fromkeys(value) if _is_list(state, path) else {value: None}
        return flat

    @property
    def varying(self) -> dict[str, list[Path]]:
        """The paths at which values change, or were dealt otherwise in another match, by their names in reports."""
        met: dict[Path, set[Any]] = {}
        for flat in self.flat:
            for path, value in flat.items():
                met.setdefault(path, set()).add(value)
        for early, late in self.others:
            for path, values in met.items():
                if path in early and early[path] == late.get(path):
                    values.add(early[path])
        found: dict[str, list[Path]] = {}
        for path, values in met.items():
            if len(values) > 1:
                found.setdefault(pattern_of(path), []).append(path)
        return found


def _is_list(state: Any, path: Path) -> bool:
    return isinstance(_at(state, path), list)


def _observe(trial: Trial) -> Observed:
    copy = trial.game.states.copy
    seen = Observed()
    for match in trial.moments(LOOKED_AT):
        state = copy(match.state)
        seen.states.append(state)
        seen.flat.append(seen.note(state))
    for number in range(OTHERS):
        other = trial.game.new_match(trial.scenario, seed=f"{trial.seed} other {number}", options=trial.options)
        early = seen.note(other.state)
        trial.choose_at_random(other, f"other {number}", OPENING)
        seen.others.append((early, seen.note(other.state)))
    return seen


def _redealt(trial: Trial, seen: Observed, role: str) -> set[str]:
    """The fields that are redrawn for a role at some of the places."""
    found: set[str] = set()
    few = max(1, len(seen.states) // DEALT_AT)
    for number in range(0, len(seen.states), few):
        real = seen.flat[number]
        worlds = _worlds(trial, seen, role, number)
        for path in real:
            pattern = pattern_of(path)
            if pattern not in found and _changes(seen, number, path, worlds):
                found.add(pattern)
    return found


def _worlds(trial: Trial, seen: Observed, role: str, number: int, count: int = WORLDS) -> list[dict[Path, Any]]:
    game, terms = trial.game, trial.game.terms(trial.scenario, trial.options)
    chance = trial.stream(f"unseen {number} {role}")
    return [values_of(game.determinize(seen.states[number], role, chance, terms)) for _ in range(count)]


def _changes(seen: Observed, number: int, path: Path, worlds: Sequence[dict[Path, Any]]) -> bool:
    """Whether a value differs from the state, or from one world to another."""
    value = seen.flat[number][path]
    others = [world.get(path, ABSENT) for world in worlds]
    # That redeal sorts a list changes nothing; that it puts it in another order in every world does.
    is_list = isinstance(value, tuple) and _is_list(seen.states[number], path)
    changed = Counter(others[0]) != Counter(value) if is_list and others[0] is not ABSENT else others[0] != value
    return changed or any(other != others[0] for other in others)


def _redealt_after_all(
    trial: Trial, seen: Observed, role: str, path: Path, worlds: Callable[[int], list[dict[Path, Any]]]
) -> bool:
    """Whether redeal changes a value where it is unusual, or overwrites another that is put in its place."""
    game, terms = trial.game, trial.game.terms(trial.scenario, trial.options)
    values = [flat[path] for flat in seen.flat if path in flat]
    usual = Counter(values).most_common(1)[0][0] if values else None
    unusual = [n for n, flat in enumerate(seen.flat) if path in flat and flat[path] != usual][:MOST_UNUSUAL]
    if any(_changes(seen, n, path, worlds(n)) for n in unusual):
        return True
    stream = trial.stream(f"overwritten {role} {path}")
    for number in unusual:
        for copied in _with_others(trial, seen, number, path, stream):
            try:
                world = game.determinize(copied, role, stream, terms)
            except Exception:
                continue  # a state that cannot be
            if values_of(world).get(path, ABSENT) != values_of(copied)[path]:
                return True
    return False


def _with_others(trial: Trial, seen: Observed, number: int, path: Path, stream: Chance) -> Iterator[Any]:
    """Copies of a state with other values in one place."""
    state = seen.states[number]
    alike = list(seen.alike[pattern_of(path)])
    for other in _others(seen.flat[number][path], alike, stream.below, _is_list(state, path)):
        copied = trial.game.states.copy(state)
        put(copied, path, other)
        yield copied


def _shown(trial: Trial, seen: Observed, role: str, path: Path) -> bool | None:
    """Whether a role's view shows something of a value; None if it was not met often enough to say."""
    game, terms = trial.game, trial.game.terms(trial.scenario, trial.options)
    stream = trial.stream(f"put {role} {path}")
    met = 0
    for number, state in enumerate(seen.states):
        if path not in seen.flat[number]:
            continue
        copies = list(_with_others(trial, seen, number, path, stream))
        met += bool(copies)
        for copied in copies:
            try:
                if game.view(copied, role, terms) != game.view(state, role, terms):
                    return True
            except Exception:
                return True  # the view looks at it, and what it found there does not fit
    return False if met >= EVIDENCE else None


def _shown_in_sum(
    trial: Trial, seen: Observed, role: str, pattern: str, paths: Sequence[Path], redealt: set[str]
) -> bool:
    """Whether a value may change places with another without a change of the role's view, and no redeal moves it. The
    view then shows the sum of both, such as the counters in the cup and on the map together. A thing of which another
    field is redealt is redealt: its place may stay if its card is another one.
    """
    record = pattern.rpartition(".")[0]
    if record and any(each.rpartition(".")[0] == record for each in redealt):
        return False
    stream = trial.stream(f"exchanged {role} {pattern}")
    return any(_stays_unseen(trial, seen, role, path, stream) for path in paths[:EVIDENCE])


def _stays_unseen(trial: Trial, seen: Observed, role: str, path: Path, stream: Chance) -> bool:
    game, terms = trial.game, trial.game.terms(trial.scenario, trial.options)
    unseen = shown = 0
    for number, state in enumerate(seen.states):
        for copied in islice(_exchanged(trial, seen, number, path, stream), TRIES):
            try:
                if game.view(copied, role, terms) != game.view(state, role, terms):
                    continue
                worlds = [values_of(game.determinize(copied, role, stream, terms)) for _ in range(WORLDS)]
            except Exception:
                continue  # a state that cannot be
            if _as_a_set(copied) == _as_a_set(state):
                continue
            value = values_of(copied)[path]
            if any(world.get(path, ABSENT) != value for world in worlds):
                return False
            unseen += 1
            break
        else:
            shown += 1
        if unseen == EVIDENCE or shown == LOOKED_AT // EVIDENCE:
            break
    return unseen == EVIDENCE


def _exchanged(trial: Trial, seen: Observed, number: int, path: Path, stream: Chance) -> Iterator[Any]:
    """Copies of a state in which a piece has changed places with one of the same kind elsewhere."""
    state, flat = seen.states[number], seen.flat[number]
    here = _pieces(state, flat, path)
    others = [other for other in flat if here and other != path and seen.alike[pattern_of(other)].keys() & {*here}]
    while others:
        other = others.pop(stream.below(len(others)))
        one = here[stream.below(len(here))]
        if there := [each for each in _pieces(state, flat, other) if each != one]:
            copied = trial.game.states.copy(state)
            two = there[stream.below(len(there))]
            for at, old, new in ((path, one, two), (other, two, one)):
                put(copied, at, _instead(flat[at], old, new) if _is_list(state, at) else new)
            yield copied


def _pieces(state: Any, flat: dict[Path, Any], path: Path) -> Sequence[Any]:
    """The texts and enums at a place, which may be pieces; numbers are more often amounts."""
    if path not in flat or pattern_of(path) == STEP:
        return ()
    value = flat[path]
    return [each for each in (value if _is_list(state, path) else (value,)) if isinstance(each, str | Enum)]


def _instead(items: tuple[Any, ...], old: Any, new: Any) -> tuple[Any, ...]:
    place = items.index(old)
    return (*items[:place], new, *items[place + 1 :])


def _as_a_set(value: Any) -> str:
    """The content of a state, without the order of its lists."""
    if isinstance(value, dict):
        return repr(sorted((repr(key), _as_a_set(part)) for key, part in value.items()))
    if isinstance(value, list):
        return repr(sorted(map(_as_a_set, value)))
    held = None if isinstance(value, Enum | str) else parts_of(value)
    return repr(value if held is None else [(name, _as_a_set(part)) for name, part in held.items()])


def _others(value: Any, alike: Sequence[Any], below: Any, is_list: bool) -> list[Any]:
    """Some other values for a place: of a list with one item exchanged, because how long it is may well be public."""
    found = []
    for _ in range(TRIES):
        if is_list:
            choices = [each for each in alike if value and each not in value] or [e for e in alike if value]
            if choices:
                place = below(len(value))
                found.append((*value[:place], choices[below(len(choices))], *value[place + 1 :]))
        elif choices := [each for each in alike if each != value]:
            found.append(choices[below(len(choices))])
    return [other for other in found if other != value]


@check(trials=6, shrinks=0)
def what_is_not_shown_is_redealt(trial: Trial) -> None:
    """A field that varies in the state is shown in a role's view, or ``redeal`` redraws it for that role: otherwise a
    bot that imagines worlds knows something hidden. A value that reveals nothing bears the mark :func:`harmless
    <navalcore.rules.harmless>`. Where a game says that it hides nothing, all that chance or another role decides is
    told to every role before it is asked again.
    """
    if trial.game.hides_nothing:
        _all_is_told(trial)
        return
    seen = _observe(trial)
    found = []
    for role in trial.game.roles:
        redealt = _redealt(trial, seen, role)
        worlds = cache(partial(_worlds, trial, seen, role, count=MORE_WORLDS))
        unseen = []
        for pattern, paths in seen.varying.items():
            if pattern == STEP:
                continue
            hidden = [] if pattern in redealt else [p for p in paths if _shown(trial, seen, role, p) is False]
            if pattern not in redealt and _shown_in_sum(trial, seen, role, pattern, paths, redealt):
                unseen.append(pattern)
                continue
            if hidden and not any(
                _redealt_after_all(trial, seen, role, path, worlds) for path in hidden[:MOST_UNUSUAL]
            ):
                unseen.append(pattern)
        if unseen:
            found.append(f"for {trial.game.the_role(role)} neither is done with {', '.join(sorted(unseen))}")
    expected = "what varies in the state to be shown in a role's view, to be redealt for it, or to be marked harmless"
    require(not found, expected, "; ".join(found))


def _all_is_told(trial: Trial) -> None:
    """In a game that hides nothing a role's choices and what it was told lead to one state."""
    for role in trial.game.roles:
        for pattern, choices in untold(trial, role).items():
            expected = f"{trial.game.the_role(role)} to be told all that changes the state, as nothing is hidden"
            require(False, expected, f"{pattern} differs after two rolls or choices that are told alike", choices)


BRANCHED_AT: Final = 60
"""Places of a match at which something is decided in two ways."""
LONGEST: Final = 600
"""Choices of the match in which such places are looked for."""
ROLLS: Final = 200
"""Rolls and choices of others after which a role is taken not to be asked again."""


class Branched(NamedTuple):
    """The news that a role was told until it was asked again, and the state by then."""

    told: tuple[str, ...]
    view: Any
    asked: object
    values: dict[str, Any]


def untold(trial: Trial, role: str) -> dict[str, tuple[int, ...]]:
    """The parts of the state, with the choices, that differ where a die or choice was decided in two ways unseen."""
    found: dict[str, tuple[int, ...]] = {}
    match = trial.start(chance="physical")
    player, below, looked = RandomPlayer(trial), trial.stream(f"open {role}").below, 0
    while (decision := match.decision) is not None and match.count < LONGEST and looked < BRANCHED_AT:
        many = len(decision.options)
        if decision.role != role and many > 1:
            looked += 1
            one = below(many)
            first, second = (_after(match, role, index) for index in (one, (one + 1 + below(many - 1)) % many))
            if first[:3] == second[:3]:
                paths = first.values.keys() | second.values.keys()
                differing = {path for path in paths if first.values.get(path) != second.values.get(path)}
                for path in differing - {STEP}:
                    found.setdefault(path, tuple(match.choices()))
        match.choose(player.pick(match, decision))
    return found


def _after(match: AnyMatch, role: str, index: int) -> Branched:
    """A role's knowledge once something was decided in one way, and the state."""
    told: list[Event] = []
    fork = match.fork()
    fork.events.subscribe(told.append, role=role)
    fork.choose(index)
    for _ in range(ROLLS):
        if fork.decision is None or fork.decision.role == role:
            break
        fork.choose(0)
    # That a person typed a result in is left out: no person does where dice are not real.
    heard = (event for event in told if not isinstance(event, ChoiceMade) or event.role != CHANCE)
    texts = tuple(f"{event.kind} {event}" for event in heard)
    asked = None if fork.decision is None else fingerprint_in_words(fork.decision)
    values: dict[str, Any] = {}
    for path, value in values_of(fork.state).items():
        values.setdefault(pattern_of(path), []).append((path, value))
    return Branched(texts, fork.view(role), asked, values)
