"""Decisions: how rules ask for a choice, and what a front end, a bot or a person answers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from types import GeneratorType
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from navalcore._misfits import shown, told_of_misfits
from navalcore._rules.offering import Offers, Refusal as Refusal
from navalcore._rules.option import key_of, kind_of, places_of
from navalcore._rules.words import meant, perhaps_meant, told_of_index, whole
from navalcore._rules.wrong_questions import SEQUENCES, asks_nothing, check_sequence, no_options
from navalcore.components._places import Place, completed
from navalcore.components._roles import SPECTATOR as SPECTATOR, UMPIRE as UMPIRE
from navalcore.components._typed import typed_number
from navalcore.errors import Ambiguous, NotOffered, RuleError

T = TypeVar("T")
R = TypeVar("R", bound=str)

CHANCE: Final = "chance"
"""The role of a roll or draw that a person makes at a real table (physical dice and cards)."""


Reasons: TypeAlias = Callable[[], Iterable[Refusal]] | tuple[Any, ...]
"""A function that lists the refusals of a decision when asked. It may be a function and its arguments in a tuple, which
costs next to nothing to make, for decisions in the innermost loops.
"""
Prompt: TypeAlias = str | Callable[[], str]


@dataclass(frozen=True, slots=True)
class About:
    """The content of a decision, for programs: everything in its prompt besides its kind."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    """Plain values by name: texts, numbers, yes or no, None, and tuples of these; what is on the board by its id."""
    places: tuple[Place, ...] = ()
    """The parts of the board that it is about, as :func:`~navalcore.rules.places` makes them."""


Subject: TypeAlias = About | Callable[[], About] | None
"""The subject of a decision, or a function that makes it on request."""

_NOTHING: Final = About()


class LineOfPlay(Protocol):
    """The choices of a match, counted."""

    count: int

    def chosen_by(self, role: str, made: int) -> int:
        """How many of the first ``made`` choices were the role's."""


class Decision:
    """One choice out of a finite list of legal options.

    :func:`choose` asks one. A procedure in an innermost loop, or one that wants the index of the answer, asks it
    itself: ``index = yield Decision(role, prompt, options, "8.5")``.

    Args:
        prompt: the question in words, or a function that makes it on request.
        reasons: lists on request the options left out, each with its reason.
        about: the content of the question as data, or a function that makes it on request: see :func:`choose`.

    Attributes:
        role: who decides (:data:`CHANCE` where a person rolls or draws for the match).
        options: the legal options, small immutable values whose ``str`` is their notation, unique here.
        rule: the section of the rules that asks.
        secret: hidden from the other roles until the rules reveal it.
        kind: a stable word for the question, such as ``buy``.
        number: how many choices its role had made before it (rolls made by hand count down from -1; -1 outside a
            match). Send it along with the role and the answer, and a double click is refused.
    """

    __slots__ = (
        "_about", "_keys", "_kind", "_line", "_listed", "_made", "_prompt", "_reasons", "options", "role", "rule",
        "secret",
    )  # fmt: skip

    def __init__(
        self,
        role: str,
        prompt: Prompt,
        options: Sequence[object],
        rule: str = "",
        reasons: Reasons | None = None,
        kind: str = "",
        secret: bool = False,
        about: Subject = None,
    ) -> None:
        self.role = role
        self._prompt = prompt
        self.options = options
        self.rule = rule
        self.secret = secret
        self._reasons = reasons
        self._kind = kind
        self._about = about
        self._keys: dict[str, int] | None = None
        self._listed: list[str] | None = None
        self._line: LineOfPlay | None = None
        self._made = -1

    @property
    def number(self) -> int:
        """The number of choices that the role had made before this one; counted when it is first read."""
        return self._made if self._line is None else self._line.chosen_by(self.role, self._made)

    @number.setter
    def number(self, number: int) -> None:
        self._line = None
        self._made = number

    def _asked_on(self, line: LineOfPlay) -> None:
        """Note that a match asks this now, at the end of its line of play."""
        self._line = line
        self._made = line.count

    @property
    def kind(self) -> str:
        """The kind of question, as a word for programs, without names, figures or places. If the rules give no kind, it
        is made from the kinds of the options.
        """
        return self._kind or ".".join(sorted({kind_of(option) for option in self.options}))

    @property
    def prompt(self) -> str:
        """The question, in a short sentence."""
        if isinstance(self._prompt, str):
            return self._prompt
        if not callable(self._prompt):
            kind = "text, or a function that makes it"
            raise RuleError(f"rule {self.rule}: a question is {kind}, not {shown(self._prompt, repr)}")
        return self._prompt()

    @property
    def fields(self) -> Mapping[str, Any]:
        """The names and figures of the prompt, as plain values by name: for programs, and for translations."""
        return self._subject().fields

    @property
    def places(self) -> tuple[Place, ...]:
        """The regions and pieces that the question is about, each with its part: the ship that an order is for, her
        square.
        """
        return self._subject().places

    def places_of(self, option: object) -> tuple[Place, ...]:
        """The regions and pieces that ``option``, one of this decision's, is about, as front ends receive them: those
        of the option and those of the question. ``to square/1621`` answers a question about the *Hood* in square
        1622, so she is its subject, and comes from there.
        """
        return completed(places_of(option), self.places)

    def _subject(self) -> About:
        about = self._about
        if about is None:
            return _NOTHING
        return about if isinstance(about, About) else about()

    @property
    def texts(self) -> list[str]:
        """The notation of every option, in order."""
        return [str(option) for option in self.options]

    def refusals(self, words: str = "", *, strictly: bool = False) -> list[Refusal]:
        """The options that this decision leaves out, and why; worked out only when asked.

        Args:
            words: give only the refusals that these words match or might match, as :meth:`read` reads words.
            strictly: leave out those that the words only might match, by letters from the middle of a word.
        """
        reasons = self._reasons
        if reasons is None:
            found = self.options.refusals if isinstance(self.options, Offers) else []
        elif isinstance(reasons, tuple):
            function, *arguments = reasons
            found = list(function(*arguments))
        else:
            found = list(reasons())
        if not words:
            return found
        fitting = meant if strictly else perhaps_meant
        return [found[index] for index in fitting(words, [refusal.text for refusal in found])]

    def matching(self, words: str) -> list[int]:
        """The indices of the options that ``words`` match or may still match; a front end shows them while a person
        types. Words that match nothing give an empty list.

        >>> import navalcore as nc
        >>> decision = nc.load("uboat_cards").new_match(seed=17).decision
        >>> [decision.texts[index] for index in decision.matching("onar")]
        ['discard Sonar']
        """
        return perhaps_meant(words, self.texts)

    def bare(self) -> Decision:
        """The decision as plain data, as bots receive it. Reasons that read the state are removed; those of offers,
        which are made of plain values, remain.
        """
        if self._reasons is None and isinstance(self._prompt, str) and not callable(self._about):
            self.number = self.number  # counted now: it no longer leads to what others chose
            return self
        about = None if self._about is None else self._subject()
        copy = Decision(self.role, self.prompt, self.options, self.rule, None, self._kind, self.secret, about)
        copy.number = self.number
        return copy

    def index(self, choice: object) -> int:
        """The index of ``choice``, which is given as an option, its index, its key, or its text (capitals and blanks do
        not matter). A key means its option, even if another option's text is the same.

        Raises:
            NotOffered: no such option is offered (``not_offered``; lists those that are).
        """
        if isinstance(choice, int) and not isinstance(choice, bool) and not self._offers(choice):
            if 0 <= choice < len(self.options):
                return choice
            raise self._not_offered(f"option {shown(choice)}")
        try:
            return self.options.index(choice)
        except Exception:  # not there, or nothing that can be compared with an option
            if isinstance(choice, str):
                if self._keys is None:  # forms have hundreds of options, and each is looked for by its key
                    keys = [(key, place) for place, key in enumerate(keys_of(self))]
                    self._keys = dict(reversed(keys))  # the first of equal keys counts
                if (place := self._keys.get(choice)) is not None:
                    return place
                if found := whole(choice, self.texts):
                    return found[0]
            raise self._not_offered(f"'{shown(choice)}'", told_of_index(choice, len(self.options))) from None

    def read(self, choice: object, numbers: Sequence[int] = ()) -> int:
        """The index of a choice as a person types it. The choice may be anything that :meth:`index` accepts, or the
        number under which the option was shown. It may also be the beginning of the option's text, or words that begin
        words of it, if no other option has them.

        Args:
            choice: the words or number that the person typed.
            numbers: the number that each option was shown with, where they are chosen by numbers.

        Raises:
            NotOffered: no option matches (``not_offered``; lists those that are offered).
            Ambiguous: several options match, or the words are only a piece of a word of one (``ambiguous``; lists
                them).
        """
        # Programs give an index, or one of the options themselves: neither has to be compared with other options.
        if type(choice) is int:
            if 0 <= choice < len(self.options):
                return choice
        else:
            place = 0  # quicker than enumerate()
            for option in self.options:
                if option is choice:
                    return place
                place += 1  # noqa: SIM113
        return self._found(choice, numbers)

    def _found(self, choice: object, numbers: Sequence[int]) -> int:
        """The index that :meth:`read` returns where it has to compare options or read words."""
        try:
            return self.index(choice)
        except NotOffered:
            if not isinstance(choice, str):
                raise
            if numbers and choice.isdecimal():
                if (number := typed_number(choice)) in numbers:
                    return numbers.index(number)
                raise NotOffered(f"'{shown(choice)}' is not the number of an option", self.texts) from None
            texts = self.texts
            found = meant(choice, texts)
            if len(found) == 1:
                return found[0]
            legal = [texts[index] for index in found or perhaps_meant(choice, texts)]
            if not legal:
                raise
        raise Ambiguous(f"'{shown(choice)}' could be any of: {'; '.join(legal)}", legal)

    def why_not(self, choice: object) -> Refusal | None:
        """The reason why ``choice`` (an option, index, key or words) cannot be chosen here, with its rule; None if
        :meth:`read` takes it.
        """
        named = shown(choice)
        words = choice if isinstance(choice, str) else named
        try:
            self.read(choice)
            return None
        except Ambiguous as error:
            ambiguous, find = Refusal(named, self.rule, str(error)), whole
        except NotOffered:
            ambiguous, find = None, meant
        refusals = self.refusals()
        if found := find(words, [refusal.text for refusal in refusals]):
            return refusals[found[0]]
        question = f"{self.prompt}{told_of_index(choice, len(self.options))}"
        return ambiguous or Refusal(named, self.rule, f"it does not answer the question that is asked: {question}")

    def key(self, choice: object) -> str:
        """The key of the option ``choice`` (or of anything that :meth:`index` takes): the same for the same action in
        every match of the game.

        Raises:
            NotOffered: as :meth:`index`.
        """
        return key_of(self.options[self.index(choice)])

    def _offers(self, choice: int) -> bool:
        """Whether something that is a number too, such as a member of an ``IntEnum``, is an option itself."""
        return type(choice) is not int and any(option is choice for option in self.options)

    def _not_offered(self, what: str, advice: str = "") -> NotOffered:
        texts = self.texts
        shown = "; ".join(texts[:12]) + (f"; ... ({len(texts)} in all)" if len(texts) > 12 else "")
        where = f"in decision {self.number} ({self.prompt})" if self.number >= 0 else f"here ({self.prompt})"
        return NotOffered(f"{what} is not offered {where}{advice}. Legal: {shown}", texts)

    def _repr_html_(self) -> str:
        """The question and the options in a notebook."""
        options = "".join(f"<li>{escape(text)}</li>" for text in self.texts)
        asked = f"<p><b>{escape(self.role)}</b>: {escape(self.prompt)} [{escape(self.rule)}]</p>"
        return f"{asked}<ol start='0'>{options}</ol>"

    def __repr__(self) -> str:
        return f"<Decision {self.number} {self.role}: {self.prompt} [{len(self.options)} options] rule {self.rule}>"


def keys_of(decision: Decision) -> list[str]:
    """The key of each option, made when it is first asked for."""
    if decision._listed is None:
        decision._listed = [key_of(option) for option in decision.options]
    return decision._listed


Flow: TypeAlias = Generator[Decision, int, T]
"""A rules procedure: it runs, asks, continues, and in the end returns a ``T``."""


def choose(
    role: str,
    prompt: Prompt,
    options: Sequence[T],
    rule: str = "",
    reasons: Reasons | None = None,
    kind: str = "",
    secret: bool = False,
    about: Subject = None,
) -> Flow[T]:
    """Ask ``role`` for one of ``options``; use as ``option = yield from choose(...)``.

    Args:
        role: who decides.
        prompt: the question, or a function that makes it on request.
        options: the legal options, at least one; those of an :func:`offers` function say themselves what is left out.
        rule: the section that asks.
        reasons: a function that lists the options left out, each with its reason; called only on request.
        kind: a stable word for the question, for programs: lower case, dots and underscores, no figures; made from the
            kinds of the options if left out.
        secret: hide the question and the answer from the other roles.
        about: the content of the question besides its kind, as data, and the parts of the board that it names; or a
            function that makes it on request.

    Positional arguments are a little faster, for decisions in the innermost loops.
    """
    asked = Decision(role, prompt, options, rule, reasons, kind, secret, about)
    if options.__class__ not in SEQUENCES:
        check_sequence(asked)
    index = yield asked
    return options[index]


@told_of_misfits
def choose_if_several(
    role: str,
    prompt: Prompt,
    options: Sequence[T],
    rule: str = "",
    reasons: Reasons | None = None,
    kind: str = "",
    secret: bool = False,
    about: Subject = None,
) -> Flow[T]:
    """Return the only one of ``options`` without a question, or the one of several that ``role`` chooses.

    Arguments are as for :func:`choose`. Ask with :func:`choose` where a player should see that there is no choice.
    """
    if len(options) == 1:
        return options[0]
    return (yield from choose(role, prompt, options, rule, reasons, kind, secret, about))


class Group:
    """Procedures (``flows``, by role) that roles carry out at the same time; a decision has options, this none."""

    __slots__ = ("flows",)

    options: Final = ()

    def __init__(self, flows: Mapping[R, Flow[Any]]) -> None:
        for role, flow in flows.items():
            if type(flow) is not GeneratorType:
                raise RuleError(f"simultaneous choices take a procedure of {role} that asks, not {shown(flow, repr)}")
        self.flows: dict[str, Flow[Any]] = {role: _alone(role, flow) for role, flow in flows.items()}


@told_of_misfits
def together(flows: Mapping[R, Flow[T]]) -> Flow[dict[R, T]]:
    """Let several roles choose at the same time, unseen by each other; use as ``yield from together({...})``.

    Each role's procedure asks that role and no other, in as many decisions as it likes, and they may be answered in any
    order. When all have ended, their results are returned by role. Every question within is secret. A procedure must
    not read the values that another one of the group writes, report its acts to others, draw chance, reveal anything or
    begin a group of its own. Do that before or after. The engine refuses all but the first with a
    :class:`~navalcore.errors.RuleError`; the conformance kit finds the first. Choices belong in the state: a redeal
    cannot change what a procedure returns, so the kit refuses results too.

    Args:
        flows: each role's procedure. Programs that know one decision at a time are asked in this order.
    """
    results: Any = yield Group(flows)  # type: ignore[misc]  # the driver's own business: it sends the results
    answers: dict[R, T] = results
    return answers


def _alone(role: str, flow: Generator[Any, Any, T]) -> Flow[T]:
    """The procedure of one role in a group, held to asking that role alone."""
    reply: int | None = None
    while True:
        try:
            asked = flow.send(reply)
        except StopIteration as stop:
            result: T = stop.value
            return result
        if type(asked) is Group:
            raise RuleError(f"the procedure of {role} begins simultaneous choices within simultaneous choices")
        if not isinstance(asked, Decision):
            raise asks_nothing(flow, asked)
        if not asked.options:
            raise no_options(asked)
        if asked.role != role:
            raise RuleError(
                f"rule {asked.rule}: the procedure of {role} in simultaneous choices asks {asked.role}: {asked.prompt}"
            )
        asked.secret = True
        reply = yield asked
