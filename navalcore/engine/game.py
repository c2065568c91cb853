"""Game: what a game module provides, and what it gets for it."""

from __future__ import annotations

import inspect
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, Self, TypeAlias, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator

from navalcore.components.chance import Chance, SeededChance
from navalcore.components.model_errors import mistakes
from navalcore.engine.chance import PhysicalChance, commitment
from navalcore.engine.decision import SPECTATOR, Decision, Flow
from navalcore.engine.state import StateType
from navalcore.errors import BadData, UnknownName

if TYPE_CHECKING:
    from navalcore.analysis.odds import Question
    from navalcore.bots import Bot
    from navalcore.components.events import Event
    from navalcore.engine.match import Match
    from navalcore.engine.play import ModifierProvider
    from navalcore.engine.variants import Variant
    from navalcore.rulebook import Rulebook

S = TypeVar("S")
O = TypeVar("O", bound="Options")  # noqa: E741
V = TypeVar("V", bound="View")

UndoPolicy: TypeAlias = Literal["barrier", "free"]
ChanceKind: TypeAlias = Literal["seeded", "physical", "recorded"]


class Options(BaseModel):
    """A game's optional rules and switchable rulings: one field each, with a default and a description."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    @field_validator("*", mode="before")
    @classmethod
    def _as_typed(cls, value: Any, info: ValidationInfo) -> Any:
        """A number out of a few (``Literal[10, 20]``) may be typed as text, like every other option."""
        annotation = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, str) and get_origin(annotation) is Literal:
            return next((each for each in get_args(annotation) if str(each) == value), value)
        return value


class Scenario(BaseModel):
    """What a match starts from. Games add fields of their own.

    Attributes:
        id: the name used on the command line and in saves.
        title: its name for people.
        note: a sentence or a few about it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    title: str
    note: str = ""


class View(BaseModel):
    """Everything one role may know of a match and nothing else. Games add their fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    _names: ClassVar[set[str]]
    """The names of all fields, shared by the views that were given all of them."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls._names = set(cls.__pydantic_fields__)

    if not TYPE_CHECKING:  # to type checkers it has the signature that pydantic gives it

        @classmethod
        def model_construct(cls, _fields_set: set[str] | None = None, **values: Any) -> Self:
            """A view made of values that need no checking; the way for games to make theirs, as every decision of a bot
            needs one. Fastest when every field is given, in the order of the class.
            """
            names = cls._names
            if len(values) != len(names) or _fields_set is not None:
                return super().model_construct(_fields_set, **values)
            made = _new(cls)
            _set_values(made, values)
            _set_names(made, names)
            _set_extra(made, None)
            _set_private(made, None)
            return made

    def _repr_html_(self) -> str:
        """The fields in a notebook; ``game.board_svg(view)`` is the picture."""
        rows = [f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in self]
        return f"<table>{''.join(rows)}</table>"


# A view is made for every decision of a bot: what pydantic's own model_construct sets, by the shortest way.
_new = object.__new__
_set_values = BaseModel.__dict__["__dict__"].__set__
_set_names = BaseModel.__dict__["__pydantic_fields_set__"].__set__
_set_extra = BaseModel.__dict__["__pydantic_extra__"].__set__
_set_private = BaseModel.__dict__["__pydantic_private__"].__set__


DRAWN: Final = 0.25
"""What a draw is worth where a win is worth 1: who plays to win takes some risk to avoid one."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    Attributes:
        winner: the winning role, or None for a draw.
        reason: a sentence for people.
        rule: the section that ends the match.
        scores: the final figures by name (a role, a kind of loss).
        ending: a short stable word for the way it ended, for statistics.
    """

    winner: str | None
    reason: str
    rule: str = ""
    scores: Mapping[str, int] = field(default_factory=dict)
    ending: str = ""

    def to_json(self) -> dict[str, Any]:
        """The outcome as JSON-ready data."""
        return {
            "winner": self.winner,
            "reason": self.reason,
            "rule": self.rule,
            "scores": dict(self.scores),
            "ending": self.ending,
        }

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True, slots=True)
class Chart:
    """A file of charts.

    Attributes:
        name: of the file.
        label: where its figures come from: exact, historical, reconstructed, or an owner's.
        summary: what it holds.
        folder: where it lies.
    """

    name: str
    label: str
    summary: str
    folder: str


@dataclass(frozen=True, slots=True)
class Order(Generic[V]):
    """Something a player hands to a bot for a while (:mod:`navalcore.bots.orders`).

    Attributes:
        text: what it is, in the words it was given by.
        answer: takes the player's view, a decision of his and the bot; returns the answer, or None where the order does
            not cover the decision.
        lasting: whether it stays in force after a decision that it does not cover, until it is taken back.
    """

    text: str
    answer: Callable[[V, Decision, Bot[V]], object | None]
    lasting: bool = False


Procedure: TypeAlias = Callable[[Any], "Flow[str | None] | str | None"]
"""A step's procedure: takes the :class:`Play`; returns (or, as a generator, ends with) the name of the next step, or
None for the one that follows in the sequence of play."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the sequence of play.

    Attributes:
        name: what ``state.phase`` holds while it is carried out.
        procedure: the rules of it.
        title: its name for people.
        rule: its section.
        once: done at the start only (set-up), not again when the sequence comes round.
    """

    name: str
    procedure: Procedure
    title: str = ""
    rule: str = ""
    once: bool = False


class Game(ABC, Generic[S, O, V]):
    """One game: its roles, scenarios, sequence of play, views, bots, odds and pictures.

    A subclass sets the class attributes and writes the abstract methods; everything else has a working default.
    """

    id: ClassVar[str]
    """Short name, as in ``navalcore play ID``."""
    title: ClassVar[str]
    """Name for people."""
    version: ClassVar[str]
    """Version of the rules as coded; saves of another version are refused unless a migration is declared."""
    roles: ClassVar[tuple[str, ...]]
    """Every role that decides."""
    role_titles: ClassVar[Mapping[Any, str]] = {}
    """What people call the roles."""
    state_class: type[S]
    """The dataclass of the state; it has a field ``phase: str``."""
    options_class: type[O]
    """The pydantic model of the options."""
    requires_navalcore: ClassVar[str] = ""
    """The versions of navalcore it works with, such as ``">=0.2,<1"``; any if empty. With another version the plug-in
    that offers it is reported as broken.
    """
    longest_match: ClassVar[int] = 100_000
    """Choices after which a random match is taken to go on for ever, by the conformance kit and by fuzz."""
    rare_steps: ClassVar[frozenset[str]] = frozenset()
    """Steps that random play is not likely to reach; the conformance kit asks for all others."""
    migrations: ClassVar[Mapping[str, Callable[[list[dict[str, Any]]], list[dict[str, Any]]]]] = {}
    """For an earlier rules version: what turns the entries of its saves into entries of this version."""
    modifiers: ClassVar[Mapping[str, ModifierProvider]] = {}
    """For a section of the rules: what makes other modifiers of its modifiers. Games have none; variants bring them."""
    kit_patience: ClassVar[float] = 120.0
    """Seconds that one check of the conformance kit may take in one match; a game of very long matches needs more."""
    variants: ClassVar[tuple[Variant, ...]] = ()
    """The variants that made this game out of another; none for a game as it is."""

    @property
    @abstractmethod
    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios by id; the first is the default."""

    @abstractmethod
    def initial_state(self, scenario: Any, options: O) -> S:
        """The state before the first step. No chance here: dealing and placing at random belong to a step."""

    @abstractmethod
    def sequence_of_play(self, scenario: Any, options: O) -> Sequence[Step]:
        """The steps in the order of the rule book; after the last the first that is not ``once`` follows."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the match has ended, or None; asked after every step. ``state.phase`` is then the next step's."""

    @abstractmethod
    def view(self, state: S, role: str | None) -> V:
        """What ``role`` may know: one of :attr:`roles`, ``SPECTATOR``, or None for the umpire, who sees everything."""

    def redeal(self, state: S, role: str, chance: Chance) -> None:
        """Replace, in place, everything ``role`` does not know by something as likely for all it can tell.

        Change the contents of the state's containers, do not put new containers in their place: a step that is under
        way may hold on to them. Games without hidden information leave it as it is.
        """

    def invariants(self, state: S) -> Iterable[str]:  # noqa: ARG002
        """What is wrong with the state, a sentence each; nothing when all is well. Tests ask after every step."""
        return ()

    def length(self, state: S) -> int:
        """How long the match has lasted, in the game's own measure (turns as a rule); for statistics."""
        return int(getattr(state, "turn", 0))

    @property
    def rulebook(self) -> Rulebook:
        """The register of sections and rulings: ``rulebook.toml`` beside the game's module."""
        return self._rulebook

    @cached_property
    def _rulebook(self) -> Rulebook:
        from navalcore.rulebook import load_rulebook

        return load_rulebook(Path(inspect.getfile(type(self))).parent / "rulebook.toml")

    @property
    def package(self) -> str:
        """The package the game's code lives in, such as ``games.uboat_cards``."""
        return type(self).__module__.rpartition(".")[0] or type(self).__module__

    @property
    def rule_packages(self) -> list[str]:
        """Where its rules are: the package of the game, and the module of each variant that changed it."""
        return [self.package, *(type(variant).__module__ for variant in self.variants)]

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[V]]]:
        """The game's own bots by name: each makes a bot from its role and a stream of chance for its use. The first is
        the one people meet by default.
        """
        return {}

    def evaluate(self, state: S, role: str) -> float | None:  # noqa: ARG002
        """How good a match that is not over looks for ``role``: an estimate from 0 (lost) to 1 (won), or None where the
        game has none. It is the chance of winning, and :data:`DRAWN` times that of a draw.
        """
        return None

    def horizon(self, state: S) -> int | None:  # noqa: ARG002
        """How far a search bot asked at ``state`` looks ahead: to the first decision at this :meth:`length` or more,
        where it asks :meth:`evaluate`; None: to the end of the match.
        """
        return None

    def questions(self) -> Sequence[Question[Any]]:
        """The odds questions of ``navalcore odds``."""
        return ()

    def board_text(self, view: V) -> str:
        """The table as plain text, as seen in a view."""
        return view.model_dump_json(indent=2)

    def board_svg(self, view: V) -> str | None:  # noqa: ARG002
        """The table as an SVG picture, as seen in a view; None (its text board is shown instead) if it has none."""
        return None

    def data_models(self) -> Mapping[str, type[BaseModel]]:
        """The models of its TOML files by kind (``scenario``, ``map``, ...): ``navalcore schema`` makes JSON Schemas of
        them for the editors of those who write such files.
        """
        return {}

    def orders(self) -> Mapping[str, Callable[[V, str], Order[V]]]:
        """What a player may hand to a bot besides a choice, a phase, a turn or the match, by word: each makes an order
        of a view and the words that follow; the first line of its docstring is its help.
        """
        return {}

    def reports(self) -> Mapping[str, Callable[[Sequence[Event], V, str], str]]:
        """What a player may ask about what has happened, by command: each makes text of the events seen so far, a view
        and an argument.
        """
        return {}

    def pictures(self) -> Mapping[str, Callable[[V], str]]:
        """Pictures besides the board, by name: each makes SVG of a view."""
        return {}

    def charts_used(self, options: O) -> Sequence[Chart]:  # noqa: ARG002
        """The chart files a match with these options is played by, each with where its figures come from.

        Raises:
            BadData: an owner's file among them is not as it must be; file, line and key.
        """
        return ()

    def info_commands(self) -> Mapping[str, Callable[[V, str], str]]:
        """What a player may ask for besides the board, by command: each makes text of a view and an argument."""
        return {}

    @cached_property
    def states(self) -> StateType[S]:
        """Copying, JSON and digests of this game's states."""
        return StateType(self.state_class)

    def determinize(self, state: S, role: str, chance: Chance) -> S:
        """A new state drawn at random among those ``role`` cannot tell from this one."""
        twin = self.states.copy(state)
        self.redeal(twin, role, chance)
        return twin

    def role_title(self, role: str | None) -> str:
        """What people call a role; the umpire and the spectator have names too."""
        if role is None:
            return "umpire"
        return self.role_titles.get(role, role.replace("_", " "))

    def check_role(self, role: str | None) -> str | None:
        """The role itself, if it is one that may look at the match.

        Raises:
            UnknownName: it is not; lists those that are.
        """
        if role is None or role == SPECTATOR or role in self.roles:
            return role
        raise UnknownName(f"{self.id} has no role '{role}'; it has {', '.join(self.roles)} (and {SPECTATOR})")

    def scenario(self, name: str | None = None) -> Scenario:
        """A scenario by id, or the default one.

        Raises:
            UnknownName: there is none of that id; lists those there are.
        """
        if name is None:
            return next(iter(self.scenarios.values()))
        try:
            return self.scenarios[name]
        except KeyError:
            raise UnknownName(f"{self.id} has no scenario '{name}'; it has {', '.join(self.scenarios)}") from None

    def parse_options(self, options: Mapping[str, Any] | O | None = None) -> O:
        """The options model from a mapping (texts as typed on the command line will do).

        Raises:
            BadData: an unknown option or an impossible value; says which, and what would be right.
        """
        if isinstance(options, self.options_class):
            return options
        try:
            return self.options_class.model_validate(dict(options or {}))
        except ValidationError as error:
            raise BadData(self._option_error(error)) from None

    def _option_error(self, error: ValidationError) -> str:
        first = mistakes(error)[0]
        if first.unknown:
            known = ", ".join(self.options_class.model_fields)
            return f"{self.id} has no option '{first.key[0]}'; it has {known or 'none'}"
        return f"option {first.key[0]} of {self.id}: {first.message}" if first.key else f"options of {self.id}: {first}"

    def new_match(
        self,
        scenario: str | None = None,
        *,
        seed: int | str | None = None,
        options: Mapping[str, Any] | O | None = None,
        chance: Chance | Literal["seeded", "physical"] = "seeded",
        undo: UndoPolicy = "barrier",
        on_event: Callable[[Event], None] | None = None,
    ) -> Match[S, O, V]:
        """Start a match.

        Args:
            scenario: its id; the default scenario if left out.
            seed: the seed of the chance stream; a fresh unguessable one if left out.
            options: the game's options by name, or its options model.
            chance: ``"seeded"``, ``"physical"`` (a person rolls and draws), or a source such as a script.
            undo: ``"barrier"`` (no taking back once new information came out) or ``"free"``.
            on_event: told everything that happens, from the set-up on (later listeners use ``match.events``).

        Raises:
            UnknownName: no such scenario.
            BadData: an option that does not exist, an impossible value, or an empty seed.
        """
        from navalcore.engine.match import Match
        from navalcore.engine.setup import Setup

        text = secrets.token_hex(16) if seed is None else str(seed)
        if not text:
            raise BadData("the seed is empty; give a number or a word, or leave it out for a fresh one")
        kind: ChanceKind = "recorded"
        source: Chance
        if chance == "seeded":
            kind, source = "seeded", SeededChance.from_seed(text)
        elif chance == "physical":
            kind, source = "physical", PhysicalChance()
        elif isinstance(chance, Chance):
            source = chance
        else:
            raise BadData(f"chance is 'seeded', 'physical' or a chance source, not {chance!r}")
        chosen = self.scenario(scenario)
        setup = Setup(self, chosen, self.parse_options(options), text, commitment(text), kind, undo)
        return Match(setup, source, on_event=on_event)

    def steps(self, scenario: Any, options: O) -> tuple[dict[str, Step], dict[str, str]]:
        """The sequence of play as tables: step by name, and the name that follows each name.

        Raises:
            BadData: two steps of one name, or none that comes round.
        """
        sequence = list(self.sequence_of_play(scenario, options))
        by_name = {step.name: step for step in sequence}
        again = next((step.name for step in sequence if not step.once), None)
        if len(by_name) != len(sequence) or again is None:
            raise BadData(f"the sequence of play of {self.id} has a step name twice, or only steps that come once")
        names = [step.name for step in sequence]
        return by_name, dict(zip(names, [*names[1:], again], strict=True))

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.version}: {self.title}>"
