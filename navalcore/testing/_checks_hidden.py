"""Checks of hidden information: no role learns what is kept from it, by anything they are shown, told or asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from navalcore._match.match import AnyGame, AnyMatch, driver_of
from navalcore._play.undo import may_take_back
from navalcore._rules.decision import SPECTATOR, UMPIRE, Decision
from navalcore._rules.events import ChoiceMade, MatchEnded
from navalcore._rules.state import canonical_json
from navalcore.components._chance import Chance, SeededChance
from navalcore.components._dice import DiceRolled
from navalcore.components._events import Event
from navalcore.errors import NavalCoreError
from navalcore.testing._registry import check
from navalcore.testing._trial import (
    Trial,
    another_order,
    asked,
    asked_of,
    broken_laws,
    differences,
    redealt_here,
    require,
    required,
    step_again,
)

WORLDS = 3
"""How many other worlds each moment is compared with."""


@check()
def views_hide_what_is_hidden(trial: Trial) -> None:
    """A role sees the same in every world that looks the same to it, and the public sees no more than any role:
    ``view(determinize(state, role), role) == view(state, role)``. The keys of its dictionaries have the same order
    there. Worlds can be imagined for the spectator too.
    """
    game = trial.game
    for match in trial.moments():
        terms = match.setup.terms
        was_broken = broken_laws(game, match.state, terms)
        for role in (*game.roles, SPECTATOR):
            for world in range(WORLDS):
                copied = trial.world(match, role, f"world {match.count} {role} {world}")
                for onlooker in (role, SPECTATOR):
                    real, seen = match.view(onlooker), game.view(copied, onlooker, terms)
                    who = game.the_role(onlooker)
                    expected = f"{who} to see nothing that is hidden from {game.the_role(role)}"
                    require(seen == real, expected, f"in another world {differences(real, seen)}", match)
                    order = another_order(real, seen) if repr(seen) != repr(real) else ""
                    require(not order, f"{expected}, the order of keys included", f"in another world {order}", match)
                broken = [] if was_broken else broken_laws(game, copied, terms)
                require(not broken, f"a world imagined by the {role} to be a legal state", broken, match)


NOBODY: tuple[Any, ...] = (None, "", str(UMPIRE))
"""Values that a failed look-up or a request from outside may give for a role; none of it is the umpire."""


@check()
def the_umpire_is_asked_for_by_name(trial: Trial) -> None:
    """A viewer who is not named, or who calls itself the umpire by a mere text, sees no more than the public. Its view
    is the same in all worlds that look the same to a role. The game may also refuse to show that viewer anything.
    """
    game = trial.game
    for match in trial.moments():
        terms = match.setup.terms
        for role in game.roles:
            copied = trial.world(match, role, f"unnamed {match.count} {role}")
            for nobody in NOBODY:
                try:
                    real, seen = (game.view(state, nobody, terms) for state in (match.state, copied))
                except Exception:
                    continue
                expected = (
                    f"view(state, {nobody!r}, terms) to show no more than the public sees (rules know the umpire by "
                    "`role is UMPIRE`, not by `==` or `in`)"
                )
                require(seen == real, expected, f"in another world {differences(real, seen)}", match)


def _question(game: AnyGame, decision: Decision | None) -> tuple[object, ...] | None:
    """All of a decision that its onlooker is shown."""
    if decision is None:
        return None
    reasons = tuple(str(refusal) for refusal in decision.refusals())
    options = [canonical_json(game.to_json(option)) for option in decision.options]
    return decision.role, decision.kind, decision.prompt, decision.rule, tuple(options), reasons


@check()
def decisions_hide_what_is_hidden(trial: Trial) -> None:
    """In every world that looks the same to a role it is asked the same, with the same options and the same reasons for
    options left out. The part it sees of another's decision is the same too.
    """
    game = trial.game
    for match, decision in trial.questions():
        for role in game.roles:
            shown = match.decision_for(role)
            assert shown is not None
            asked, view = _question(game, shown), match.view(role)
            if role not in match.decisions:
                require(not shown.options, f"a decision of another without its options for {role}", shown.texts, match)
            for world in range(WORLDS):
                # From the step's beginning, because a decision that is already asked does not change any more.
                stream = trial.stream(f"world {match.count} {role} {world}")
                copied = step_again(match, partial(game.determinize, role=role, chance=stream, terms=match.setup.terms))
                if copied is None or copied.decision is None or copied.decision.role != decision.role:
                    continue
                if copied.view(role) == view and (other := _question(game, copied.decision_for(role))) != asked:
                    expected = f"{game.role_title(role)} to be shown the same in a world that looks the same to it"
                    require(False, f"{expected}: {asked}", other, match)


@check()
def events_hide_what_is_hidden(trial: Trial) -> None:
    """A role learns no more from events than from its view. The same choice and the same chance in two worlds that it
    sees the same before and after are reported to it in the same words. So are two set-ups that end in the same view,
    where one draw differs.

    What a die shows is public, and a choice is public or secret by itself. But a roll that is made only where
    something hidden is shows that it is there. Events addressed to the role are meant for it. An event that shows for a
    moment what the view does not keep says so: ``passing = True`` in its class. The roll for it may name the same thing
    in its words.
    """
    _compare_set_ups(trial)
    for match, decision in trial.questions(4 * 12):
        index = trial.stream(f"heard {match.count}").below(len(decision.options))
        for role in trial.game.roles:
            for world in range(WORLDS):
                _compare_worlds(trial, match, role, index, f"{match.count} {world}")


def _compare_worlds(trial: Trial, match: AnyMatch, role: str, index: int, seed: str) -> None:
    decision = asked(match)
    real = match.fork(seed=seed)
    imagined = redealt_here(match, role, seed)
    heard: list[list[_HeardEvent]] = [[], []]
    for copied, into in zip((real, imagined), heard, strict=True):
        copied.events.subscribe(_overheard(into, role), role=UMPIRE)
        try:
            copied.choose(index)
        except NavalCoreError:
            # The options of another's decision were made for the real world and may not exist in the imagined one.
            if decision.role == role:
                raise
            return
    if real.view(role) == imagined.view(role):
        _require_the_same(trial, role, heard, f"after '{decision.texts[index]}'", match)


def _require_the_same(trial: Trial, role: str, heard: Sequence[list[_HeardEvent]], when: str, match: AnyMatch) -> None:
    """Fail where a role heard something else in one of two worlds that look the same to it."""
    one, other = _kept(heard[0], heard[1]), _kept(heard[1], heard[0])
    if [each.words for each in one] != [each.words for each in other]:
        way_out = "`passing = True` in the event; or roll in every case"
        expected = f"{trial.game.the_role(role)} to hear no more than its view shows ({way_out})"
        require(False, expected, f"that {when} it hears {_heard_otherwise(one, other)}", match)


DRAWS: Final = 24
"""Draws of the set-up that are changed, each of them alone."""


class _ChangedDraw(Chance):
    """Draws from a source, of which the one with this number, from 1, has another result."""

    __slots__ = ("changed", "left", "source")

    def __init__(self, source: SeededChance, number: int, changed: list[str] | None = None) -> None:
        self.source, self.left = source, number
        self.changed = [] if changed is None else changed

    def below(self, n: int, why: str = "", rule: str = "") -> int:
        """The source's number, or the one after it."""
        found = self.source.below(n, why, rule)
        self.left -= 1
        if self.left != 0:
            return found
        self.changed.append(why)
        return (found + 1) % n

    def fork(self) -> _ChangedDraw:
        """A copy at the same place."""
        return _ChangedDraw(self.source.fork(), self.left, self.changed)


def _compare_set_ups(trial: Trial) -> None:
    """Compare what is reported during the set-up with set-ups in which one draw differs."""
    real, news, _ = _set_up(trial, 0)
    for draw in range(1, DRAWS + 1):
        other, elsewhere, reached = _set_up(trial, draw)
        if not reached:
            return
        for role, heard in news.items():
            if real.view(role) == other.view(role):
                _require_the_same(trial, role, (heard, elsewhere[role]), "during the set-up", real)


def _set_up(trial: Trial, draw: int) -> tuple[AnyMatch, dict[str, list[_HeardEvent]], bool]:
    """A match before its first choice, the news of each role, and whether the set-up came to this draw."""
    heard: dict[str, list[_HeardEvent]] = {role: [] for role in trial.game.roles}
    chance = _ChangedDraw(trial.stream("set-up"), draw)

    def hear(event: Event) -> None:
        for role, into in heard.items():
            _overheard(into, role)(event)

    match = trial.game.new_match(trial.scenario, options=trial.options, chance=chance, on_event=hear)
    return match, heard, bool(chance.changed)


def _heard_otherwise(real: Sequence[_HeardEvent], imagined: Sequence[_HeardEvent]) -> str:
    """The event that a role hears in the match and not in a world that looks the same to it, or there alone."""
    here = [each for each in real if each.words not in {other.words for other in imagined}]
    there = [each for each in imagined if each.words not in {other.words for other in real}]
    elsewhere = "in another world that looks the same to it"
    if not here and not there:
        counts = f"{len(real)} {'event' if len(real) == 1 else 'events'}", f"{len(imagined)}"
        return f"{counts[0]}, and {counts[1]} {elsewhere}, or the same in another order: {', '.join(map(str, real))}"
    if here and there and type(here[0].event) is type(there[0].event) and not here[0].rolled:
        return f"{here[0]}, and {elsewhere} {differences(here[0].event, there[0].event)}"
    return f"{here[0]}, and not {elsewhere}" if here else f"{there[0]} {elsewhere}, and not in this one"


class _HeardEvent(NamedTuple):
    """Something that a role heard, with the words by which it is compared."""

    event: Event
    words: str
    passing: bool = False

    @property
    def rule(self) -> str:
        """The section that it cites."""
        return self.event.rule

    @property
    def rolled(self) -> bool:
        """Whether it is a roll of dice."""
        return isinstance(self.event, DiceRolled)

    def __str__(self) -> str:
        return self.words if self.rolled else f"{type(self.event).__name__} '{self.event}'"


def _overheard(into: list[_HeardEvent], role: str) -> Callable[[Event], None]:
    """Notes what the role hears of the game's own events and of rolls, but no event meant for it."""

    def hear(event: Event) -> None:
        if isinstance(event, ChoiceMade | MatchEnded):
            return
        seen = event.seen_by(role)
        if seen is not None and (event.to is None or role not in event.to):
            words = f"a roll for {seen.why}" if isinstance(seen, DiceRolled) else repr(seen)
            into.append(_HeardEvent(seen, words, event.passing))

    return hear


def _kept(heard: Sequence[_HeardEvent], elsewhere: Sequence[_HeardEvent]) -> list[_HeardEvent]:
    """The news a role may compare: no passing events, and of a roll for one its rule alone."""
    here, there = ({(each.words, each.rule) for each in news if each.passing} for news in (heard, elsewhere))
    told_otherwise = {rule for _, rule in here ^ there}

    def kept(told: _HeardEvent) -> _HeardEvent:
        in_passing = told.rolled and any(f"{rule}.".startswith(f"{told.rule}.") for rule in told_otherwise)
        return told._replace(words=f"a roll by {told.rule}") if in_passing else told

    return [kept(each) for each in heard if not each.passing]


PAIRS: Final = 36
"""Public decisions of a match of which two options are compared."""
TAKEN_BACK: Final = 24
"""Choices of a match that may be taken back and are made again in other worlds."""
IMAGINED: Final = 4
"""In how many other worlds."""


class News(NamedTuple):
    """An event that a role heard: all that it says, the name of its class, and its words."""

    exact: str
    name: str
    words: str

    def among(self, others: Collection[News]) -> str:
        """Its words, or all that it says where those of others have the same words."""
        return self.exact if any(self.words == other.words for other in others) else f"{self.name} '{self.words}'"


class Heard(NamedTuple):
    """The news and questions to a role after a choice; ``passing`` events show for a moment what no view keeps."""

    heard: tuple[News, ...]
    passing: tuple[str, ...]
    asked: tuple[object, ...] | None


def _told(match: AnyMatch, index: int, role: str) -> Heard:
    """Make the choice, and give what the role hears and is then asked."""
    heard: list[News] = []
    passing: list[str] = []

    def hear(event: Event) -> None:
        if event.passing:
            passing.append(repr(event))
        else:
            heard.append(News(repr(event), type(event).__name__, str(event)))

    match.events.subscribe(hear, role=role)
    match.choose(index)
    return Heard(tuple(heard), tuple(passing), asked_of(match.decision_for(role)))


def _keeps_something(trial: Trial, match: AnyMatch, chooser: str, role: str) -> bool:
    """Whether the chooser sees something that is hidden from the role."""
    game, terms = trial.game, match.setup.terms
    worlds = (trial.world(match, role, f"hidden {world}") for world in range(2))
    return any(game.view(world, chooser, terms) != match.view(chooser) for world in worlds)


@check()
def secrets_are_marked(trial: Trial) -> None:
    """An open choice of another role shows in the view. Where it makes no difference to a role's view, it makes none to
    that role's news and questions either. Otherwise ``secret=True`` was forgotten, or the view shows too little. It may
    make a difference to a role that knows all its chooser knows, and where an event that is ``passing`` reports it.
    """
    game = trial.game
    for match, decision in trial.questions(PAIRS):
        if decision.secret or len(decision.options) < 2:
            continue
        stream = trial.stream(f"pair {match.count}")
        one = stream.below(len(decision.options))
        other = (one + 1 + stream.below(len(decision.options) - 1)) % len(decision.options)
        for role in game.roles:
            if role == decision.role:
                continue
            copies = match.fork(), match.fork()
            told = [_told(copied, index, role) for copied, index in zip(copies, (one, other), strict=True)]
            same = told[0] == told[1] or told[0].passing != told[1].passing
            if same or copies[0].view(role) != copies[1].view(role):
                continue
            if not any(_keeps_something(trial, copied, decision.role, role) for copied in copies):
                continue
            text = f"'{decision.texts[one]}' and '{decision.texts[other]}'"
            require(
                False,
                f"{text} to be told apart by {game.the_role(role)} in its view, or not at all "
                f"(where '{decision.prompt}' is asked, is secret=True missing, or what was chosen in the view"
                f"{_or_passing(told[0], told[1])}?): "
                f"{_unlike(told[0], told[1])}",
                _unlike(told[1], told[0]),
                match,
            )


def _unlike(one: Heard, other: Heard) -> str:
    """The news that there is in one case and not in the other."""
    heard = [news.among(other.heard) for news in one.heard if news not in other.heard]
    return f"hears {', '.join(heard)}" if heard else f"is asked {one.asked}"


def _or_passing(one: Heard, other: Heard) -> str:
    """A third way out: events of the game that say something else may be forgotten a moment later."""
    unlike = {*one.heard} ^ {*other.heard}
    names = sorted({news.name for news in unlike} - {ChoiceMade.__name__, DiceRolled.__name__})
    return f", or `passing = True` in {' and '.join(names)}" if names else ""


@check()
def nobody_peeks_by_undo(trial: Trial) -> None:
    """As long as a choice may be taken back, its maker is told, shown and asked the same in every world that looks the
    same to the maker. So is the role that is asked next: no role can look what a choice brings out and then choose
    something else.
    """
    for match, index in _open_choices(trial):
        decision = asked(match)
        role = decision.role
        real = match.fork()
        told = _told(real, index, role)
        view = real.view(role)
        for world, copied in enumerate(_worlds(trial, match, role)):
            expected = (
                f"what follows '{decision.texts[index]}' to be the same in every world the "
                f"{trial.game.role_title(role)} cannot distinguish from this one, as it may be taken back"
            )
            with required(f"{expected} (in world {world})", match):
                other = _told(copied, index, role)
            require(told == other, f"{expected}: {_unlike(told, other)}", _unlike(other, told), match)
            require(view == copied.view(role), expected, "another view", match)


def _open_choices(trial: Trial) -> Iterator[tuple[AnyMatch, int]]:
    """Choices that may be taken back, each with the match before it; those after which another is asked come first."""
    found: dict[int, bool] = {}
    # A match that somebody listens to knows of its last choice whether it may be taken back.
    match = trial.start(on_event=lambda _event: None)
    for choice in trial.line:
        decision = asked(match)
        # What several choose at the same time is looked at by the check of simultaneous choices.
        place, role, together = match.count, decision.role, driver_of(match).group is not None
        match.choose(choice)
        following = match.decision
        if following is None or together or driver_of(match).group is not None:
            continue
        if may_take_back(driver_of(match), role):
            found[place] = following.role != role
    below = trial.stream("open choices").below
    order = sorted(found, key=lambda place: (not found[place], below(1_000_000)))
    places = set(order[:TAKEN_BACK])
    match = trial.start()
    for place, choice in enumerate(trial.line):
        if place in places:
            yield match, choice
        match.choose(choice)


def _worlds(trial: Trial, match: AnyMatch, role: str) -> Iterator[AnyMatch]:
    """The match in worlds that look the same to the role, imagined now and from the step's beginning."""
    game, terms = trial.game, match.setup.terms
    asked, view = asked_of(match.decision_for(role)), match.view(role)
    for world in range(IMAGINED):
        stream = trial.stream(f"peek {match.count} {world}")
        if world % 2:
            copied = step_again(match, partial(game.determinize, role=role, chance=stream, terms=terms))
        else:
            copied = redealt_here(match, role, f"peek {world}")
        if copied is not None and asked_of(copied.decision_for(role)) == asked and copied.view(role) == view:
            yield copied
