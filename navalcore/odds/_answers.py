"""The answer to a question of odds: one typed result, exact or sampled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from math import sqrt
from typing import Any, Final, Literal, TypeAlias, TypeVar

from navalcore._misfits import told_in_methods
from navalcore._rules.terms import Outcome
from navalcore.components._model_errors import closest
from navalcore.errors import BadData, UnknownName
from navalcore.odds._statistics import share_error, share_interval

T = TypeVar("T")
Share: TypeAlias = Fraction | float
"""A chance or an expected value: a fraction where it is exact."""
Method: TypeAlias = Literal["exact", "sampled"]
CHOOSES_ON: Final = "depends on your next choices"


def named(value: object) -> str:
    """The name of a result by default: yes and no, or its text."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


@told_in_methods
@dataclass(frozen=True)
class Odds:
    """The answer to an odds question."""

    method: Method
    """``exact`` or ``sampled``."""
    outcomes: Mapping[str, Share]
    """The chance of each outcome by name, as fractions if exact."""
    marginals: Mapping[str, Mapping[str, Share]] = field(default_factory=dict)
    """Where outcomes are joint: for each part, the chance of each of its results."""
    expected: Mapping[str, Share] = field(default_factory=dict)
    """Expected values by name."""
    standard_error: Mapping[str, float] = field(default_factory=dict)
    """The standard error of each outcome's chance (sampled), by outcome."""
    notes: tuple[str, ...] = ()
    """Remarks for people."""
    samples: int = 0
    """How many runs a sampled answer rests on."""

    @classmethod
    def of(
        cls,
        chances: Mapping[T, Fraction] | Mapping[T, int],
        *,
        name: Callable[[T], object] = named,
        names: Iterable[str] = (),
        parts: Mapping[str, Callable[[T], object]] | None = None,
        expected: Mapping[str, Callable[[T], int | Fraction]] | None = None,
        notes: tuple[str, ...] = (),
        sampled: bool = False,
    ) -> Odds:
        """The answer made of the results of a procedure.

        Args:
            chances: the exact chance of every result, or (``sampled``) how often each came up.
            name: the name of a result's outcome; results of one name are one outcome.
            names: outcomes to list first and in this order, the impossible ones too.
            parts: the name of each part of joint results.
            expected: numbers of a result whose means are wanted.
            notes: remarks for people.
            sampled: whether ``chances`` are counts of a sample.

        Raises:
            BadData: chances that do not add up to 1, or a sample of nothing.
        """
        total = sum(chances.values())
        if min(chances.values(), default=0) < 0 or (not total if sampled else total != 1):
            wanted = "counts of one run at least" if sampled else "exact chances that add up to 1"
            given = ", ".join(map(str, chances.values())) or "nothing"
            raise BadData(f"odds are made of {wanted}, none of them below 0, not of {given}")
        samples = int(total) if sampled else 0
        shares = {result: Fraction(chance, samples or 1) for result, chance in chances.items()}
        outcomes = dict.fromkeys(names, Fraction(0)) | _added(shares, name)
        marginals = {part: _added(shares, read) for part, read in (parts or {}).items()}
        means = {
            quantity: sum((share * read(result) for result, share in shares.items()), Fraction(0))
            for quantity, read in (expected or {}).items()
        }
        if not sampled:
            return cls("exact", outcomes, marginals, means, notes=notes)
        return cls(
            "sampled",
            _floats(outcomes),
            {part: _floats(each) for part, each in marginals.items()},
            _floats(means),
            {outcome: share_error(int(share * samples), samples) for outcome, share in outcomes.items()},
            notes,
            samples,
        )

    # ---- asking it ---------------------------------------------------------------------------------------------------

    def part(self, name: str | None = None) -> Mapping[str, Share]:
        """The chances of the outcomes, or of the part ``name`` of them where they are joint.

        Raises:
            UnknownName: there is no such part; lists those there are.
        """
        if name is None:
            return self.outcomes
        if name not in self.marginals:
            raise UnknownName(f"these odds have no part '{name}'; they have {', '.join(self.marginals) or 'none'}")
        return self.marginals[name]

    def numbers(self, part: str | None = None) -> dict[int, Share]:
        """The chances by number, from the lowest up, where the outcomes (or those of ``part``) are whole numbers.

        Raises:
            BadData: some are not; names one, and the parts that there are.
            UnknownName: there is no such part.
        """
        found: dict[int, Share] = {}
        for name, chance in self.part(part).items():
            try:
                found[int(name)] = chance
            except ValueError:
                numeric = ", ".join(each for each in self.marginals if all(map(_is_number, self.marginals[each])))
                raise BadData(
                    f"'{name}' is not a whole number, so these odds have no mean, quantiles or tails; "
                    f"parts that have are: {numeric or 'none'}"
                ) from None
        return dict(sorted(found.items()))

    def mean(self, part: str | None = None) -> Share:
        """The expected number of the outcomes, or of a ``part`` of them; raises as :meth:`numbers` does."""
        return sum((number * chance for number, chance in self.numbers(part).items()), Fraction(0))

    def deviation(self, part: str | None = None) -> float:
        """The standard deviation of the number that the outcomes, or a ``part`` of them, are; raises as :meth:`numbers`
        does.
        """
        mean = self.mean(part)
        return sqrt(sum(chance * (number - mean) ** 2 for number, chance in self.numbers(part).items()))

    def at_least(self, number: int, part: str | None = None) -> Share:
        """The chance of ``number`` or more, in the outcomes or a ``part`` of them; raises as :meth:`numbers` does.

        >>> Odds("exact", {"0": Fraction(1, 4), "1": Fraction(1, 2), "2": Fraction(1, 4)}).at_least(1)
        Fraction(3, 4)
        """
        return sum((chance for each, chance in self.numbers(part).items() if each >= number), Fraction(0))

    def at_most(self, number: int, part: str | None = None) -> Share:
        """The chance of ``number`` or less, in the outcomes or a ``part`` of them; raises as :meth:`numbers` does."""
        return sum((chance for each, chance in self.numbers(part).items() if each <= number), Fraction(0))

    def quantile(self, share: float, part: str | None = None) -> int:
        """The least number that is not exceeded with a chance of at least ``share``: 0.5 for the median. The number is
        that of the outcomes, or of a ``part`` of them.

        Raises:
            BadData: ``share`` is not between 0 and 1, or as :meth:`numbers`.
        """
        if not 0 <= share <= 1:
            raise BadData(f"a quantile is for a share from 0 to 1, not {share}")
        numbers = {number: chance for number, chance in self.numbers(part).items() if chance}
        reached: Share = Fraction(0)
        for number, chance in numbers.items():
            reached += chance
            if reached >= share:
                return number
        return max(numbers)  # sampled shares may add up to a little less than 1

    def interval(self, outcome: str) -> tuple[float, float]:
        """The 95 % interval of the chance of ``outcome``: the chance itself, twice, if it is exact.

        Raises:
            UnknownName: there is no such outcome.
            BadData: a sampled answer that does not say how many runs it rests on.
        """
        if outcome not in self.outcomes:
            raise UnknownName(f"these odds have no outcome '{outcome}'; they have {', '.join(self.outcomes)}")
        chance = float(self.outcomes[outcome])
        if self.method == "exact":
            return chance, chance
        if not self.samples:
            raise BadData("these sampled odds do not say how many samples they rest on, so they have no interval")
        return share_interval(round(chance * self.samples), self.samples)

    # ---- showing it --------------------------------------------------------------------------------------------------

    def to_json(self, game: str, question: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The answer in the form that ``navalcore odds --json`` prints for every game.

        Args:
            game: the id of the game.
            question: the name of the question.
            parameters: its parameters by name.
        """
        answer: dict[str, Any] = {
            "game": game,
            "question": question,
            "parameters": dict(parameters),
            "method": self.method,
            "outcomes": {name: _figure(chance) for name, chance in self.outcomes.items()},
            "marginals": {
                part: {name: _figure(chance) for name, chance in odds.items()} for part, odds in self.marginals.items()
            },
            "expected": {name: float(value) for name, value in self.expected.items()},
        }
        if self.standard_error:
            answer["standard_error"] = dict(self.standard_error)
        if self.samples:
            answer["samples"] = self.samples
            answer["interval"] = {name: list(self.interval(name)) for name in self.outcomes}
        if self.notes:
            answer["notes"] = list(self.notes)
        return answer

    def precision(self, outcome: str) -> str:
        """The precision of the chance of ``outcome``: its fraction, or its standard error and 95 % interval.

        Raises:
            UnknownName: there is no such outcome.
        """
        if outcome not in self.outcomes:
            raise UnknownName(f"there is no outcome '{outcome}'; {closest(outcome, self.outcomes)}")
        chance = self.outcomes[outcome]
        if isinstance(chance, Fraction):
            return f"{chance.numerator}/{chance.denominator}"
        text = f"± {self.standard_error.get(outcome, 0):.2%}"
        if self.samples:
            low, high = self.interval(outcome)
            text += f" ({low:.2%} to {high:.2%})"
        return text

    @property
    def precision_title(self) -> str:
        """The title of the figure that :meth:`precision` returns."""
        if self.method == "exact":
            return "fraction"
        return "standard error (95 % interval)" if self.samples else "standard error"

    def markdown(self) -> str:
        """The answer as Markdown tables."""
        rows = [[name, percent(chance), self.precision(name)] for name, chance in self.outcomes.items()]
        blocks = [table(["outcome", "chance", self.precision_title], rows)]
        for part, chances in self.marginals.items():
            blocks.append(table([part, "chance"], [[name, percent(chance)] for name, chance in chances.items()]))
        if self.expected:
            blocks.append(
                table(["expected", "value"], [[name, f"{float(v):.4g}"] for name, v in self.expected.items()])
            )
        return "\n\n".join([*blocks, *self.notes])

    def plot(self, title: str = "Odds", part: str | None = None) -> str:
        """The chances as bars, SVG text, with their 95 % intervals where they are sampled.

        Of many outcomes the likeliest are drawn, and one bar for all others.

        Args:
            title: its heading.
            part: the part to draw where outcomes are joint.

        Raises:
            UnknownName: there is no such part.
        """
        from navalcore.odds._charts import bars

        intervals = {name: self.interval(name) for name in self.outcomes} if self.samples and part is None else {}
        return bars(title, self.part(part), intervals)

    def _repr_svg_(self) -> str:
        return self.plot()

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{percent(chance)}</td><td>{escape(self.precision(name))}</td></tr>"
            for name, chance in self.outcomes.items()
        )
        means = "".join(f"<p>expected {escape(name)}: {float(value):.4g}</p>" for name, value in self.expected.items())
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        head = f"<tr><th>outcome</th><th>chance</th><th>{self.precision_title}</th></tr>"
        return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>{means}{notes}"


@dataclass(frozen=True, kw_only=True)
class OptionOdds(Odds):
    """The possible results of an option until the next decision, as far as the role that is asked can know.

    ``outcomes`` are the sentences that the log would have, the likeliest first, without those that it has in any case;
    equal sentences are counted. ``marginals`` give for each kind of event (details too, but no dice) the chance of at
    least one. ``expected`` is the mean number of events of each kind, and under ``kind.field`` the mean of a figure. It
    is exact if every result of chance was looked at and, where something hidden was imagined, all imagined worlds gave
    the same answer. A world so rare that none of them is like it may differ, and :attr:`basis` says so.
    """

    option: str
    """The option's text."""
    key: str
    """Its key."""
    role: str
    """Who is asked."""
    always: tuple[str, ...]
    """The news that is certain."""
    kinds: Mapping[str, tuple[str, ...]]
    """For each outcome the kinds of its events, in the order of its text, each as often as it is told."""
    endings: Mapping[str, Outcome]
    """How the match ends, by the outcomes that end it."""
    imagined: bool
    """Whether what is hidden from the role had to be imagined."""
    worlds: int
    """How many worlds were imagined."""
    courses: int
    """How many courses of chance were looked at, in all worlds together."""
    waiting: bool = False
    """Other roles choose at the same time, and nothing happens until they have chosen too."""
    ranges: Mapping[str, tuple[Share, Share]] = field(default_factory=dict)
    """Filled where the role chooses on before anything comes of the option. For each sentence that chance has a say in,
    it has the least and the most chance that it is told, over the ways to choose on, the likeliest first.
    """
    range_errors: Mapping[str, float] = field(default_factory=dict)
    """The standard error of the ranges that were sampled, by the sentence: the larger of its two ends."""
    ways: int = 0
    """How many ways to continue choosing were looked at."""
    every_way: bool = True
    """Whether these are all the ways. If not, there may be lesser and greater chances than the ranges say."""

    @property
    def certain(self) -> bool:
        """Whether the events depend neither on chance nor on the role's next choice."""
        return self.method == "exact" and len(self.outcomes) == 1 and not self.ways

    @property
    def uneventful(self) -> bool:
        """Whether no result of chance causes an event before the next decision."""
        return self.certain and not self.always and not any(self.kinds.values()) and not self.endings

    def chance_of(self, kind: str) -> Share:
        """The chance of an event of this ``kind`` (``event.kind``); 0 for a kind that cannot occur."""
        return self.marginals[kind]["yes"] if kind in self.marginals else Fraction(0)

    @property
    def basis(self) -> str:
        """The basis of the figures, in a few words."""
        if self.waiting:
            return "nothing happens until the others have chosen too"
        if self.ways:
            return f"{self.method}; {chosen_on_in_words(self.ways, self.every_way)}"
        if not self.imagined:
            return "exact" if self.method == "exact" else f"sampled by {self.courses} courses"
        if self.method == "exact":
            return f"exact in each of {self.worlds} imagined worlds; a rare one may differ"
        return f"sampled by {self.courses} courses in {self.worlds} imagined worlds"

    def __str__(self) -> str:
        each = (text if self.ways else f"{float(chance):.1%} {text}" for text, chance in self.outcomes.items())
        return f"{self.option}: {'; '.join(each)} ({self.basis})"


def figures(least: Share, most: Share) -> str:
    """A range of chances as people read it: ``10 to 33.3 %``, or ``25 %`` where both ends are the same."""
    low, high = (f"{float(100 * chance):.3g}" for chance in (least, most))
    return f"{high} %" if low == high else f"{low} to {high} %"


def chosen_on_in_words(ways: int, every: bool) -> str:
    """How many ways to continue choosing the figures of an option rest on."""
    looked_at = f"all {ways} ways to choose were" if every else f"{ways} of the ways to choose were"
    return f"{CHOOSES_ON}: {'the one way to choose was' if every and ways == 1 else looked_at} looked at"


def percent(chance: Share) -> str:
    """A chance as people read it."""
    return f"{float(chance):.2%}"


def _added(chances: Mapping[T, Fraction], read: Callable[[T], object]) -> dict[str, Fraction]:
    """The chances of the values read off results: numbers in their order, everything else as it first comes."""
    found: dict[object, Fraction] = {}
    for result, chance in chances.items():
        value = read(result)
        found[value] = found.get(value, Fraction(0)) + chance
    order = list(found)
    if all(isinstance(value, int) for value in order):
        order.sort()
    return {named(value): found[value] for value in order}


def _is_number(text: str) -> bool:
    return text.lstrip("+-").isdecimal()


def _floats(figures: Mapping[str, Fraction]) -> dict[str, Share]:
    return {name: float(figure) for name, figure in figures.items()}


def _figure(chance: Share) -> dict[str, Any]:
    if isinstance(chance, Fraction):
        return {"fraction": f"{chance.numerator}/{chance.denominator}", "probability": float(chance)}
    return {"probability": chance}


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table with its figures on the right."""
    lines = [[cell.replace("|", "\\|") for cell in row] for row in (header, *rows)]
    lines.insert(1, ["---", *["--:"] * (len(lines[0]) - 1)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
