"""Game: what a game module provides, and what it gets for it."""

from __future__ import annotations

import inspect
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from navalcore.components.chance import Chance, SeededChance
from navalcore.components.roles import looking_role
from navalcore.engine.chance import PhysicalChance, commitment
from navalcore.engine.decision import UMPIRE, Decision
from navalcore.engine.state import StateType
from navalcore.engine.terms import ChanceKind, Options, Outcome, Scenario, Step, UndoPolicy, View
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

DRAWN: Final = 0.25
"""What a draw is worth where a win is worth 1: who plays to win takes some risk to avoid one."""


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
    def view(self, state: S, role: str) -> V:
        """What ``role`` may know: one of :attr:`roles`, ``SPECTATOR``, or ``UMPIRE``, who sees everything (and whom
        nothing else is: ask ``role is UMPIRE``).
        """

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

    def role_title(self, role: str) -> str:
        """What people call a role; the umpire and the spectator have names too."""
        return self.role_titles.get(role, role.replace("_", " "))

    def check_role(self, role: str) -> str:
        """The role itself, if it is one that may look at the match: one of :attr:`roles`, ``SPECTATOR`` or ``UMPIRE``.

        Raises:
            UnknownName: it is not, or nobody is named; says what would be right.
        """
        return looking_role(role, self.roles, self.id)

    def check_imagining(self, role: str) -> str:
        """The role itself, if there may be something it does not know: any that may look but the umpire.

        Raises:
            UnknownName: it is not; says what would be right.
        """
        if role is UMPIRE:
            raise UnknownName("the umpire knows everything, so there is nothing to imagine; leave as_seen_by out")
        return self.check_role(role)

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
        first = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        known = self.options_class.model_fields
        if not name:
            return f"options of {self.id}: {first['msg'].removeprefix('Value error, ')}"
        if name not in known:
            return f"{self.id} has no option '{name}'; it has {', '.join(known) or 'none'}"
        return f"option {name} of {self.id}: {first['msg']} (given: {first['input']!r})"

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
