"""Rules: the contract between a game's rules and the engine."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, get_args, get_origin

from pydantic import ValidationError

from navalcore._plugins.manifest import Manifest
from navalcore._rulebook.citing import Citation, modifier_sections
from navalcore._rulebook.loading import load_rulebook
from navalcore._rulebook.model import Rulebook
from navalcore._rules.decision import UMPIRE
from navalcore._rules.play import ModifierProvider
from navalcore._rules.state import StateType
from navalcore._rules.terms import O, Outcome, S, Scenario, Seat, Step, Terms, V
from navalcore._rules.variants import Variant
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.components._fog import Contact
from navalcore.components._model_errors import mistakes
from navalcore.components._roles import looking_role, title_of, with_article, without_article
from navalcore.errors import BadData, UnknownName


class Rules(ABC, Generic[S, O, V]):
    """The part of a game that its rules must provide, and all that follows from it. Games derive from
    :class:`~navalcore.Game`, which can also start matches.

    A subclass names its manifest (or sets ``id``, ``title``, ``version`` and ``roles`` itself), sets ``state_class``
    and ``options_class``, and writes the abstract methods; everything else has a working default. Everything that
    people see of a game belongs to its :class:`~navalcore.rules.Face`.
    """

    manifest: ClassVar[Manifest | None] = None
    """Where id, title, version, roles and the face are taken from."""
    id: ClassVar[str]
    """Short name, as in ``navalcore play ID``."""
    title: ClassVar[str]
    """Name for people."""
    version: ClassVar[str]
    """Version of the rules as coded; saves of another version are refused unless a migration is declared."""
    roles: ClassVar[tuple[str, ...]]
    """Every role that decides."""
    role_titles: ClassVar[Mapping[Any, str]] = {}
    """The names of the roles for people: with their article ("the Allies"), or without one for a name ("Britain"). Each
    is a noun, as sentences want it: "the red squadron", not "red". A role without a title is known by its id.
    """
    score_titles: ClassVar[Mapping[str, str]] = {}
    """The names, for people, of scores of an outcome that are not named by a role, where the scores' own names do not
    say it.
    """
    face: ClassVar[str | type[Any]] = ""
    """Where its face is, as ``module:Class`` (or that class itself); empty: it has the face that every game has."""
    state_class: type[S]
    """The dataclass of the state; it has a field ``phase: str``."""
    options_class: type[O]
    """The pydantic model of the options."""
    view_class: type[V]
    """The model of the views; taken from the parameters of ``Game`` unless it is set."""
    option_types: ClassVar[tuple[type, ...]] = ()
    """The classes of all options of its decisions; :func:`~navalcore.rules.types_in` lists those of a module.
    """
    event_types: ClassVar[tuple[type[Event], ...]] = ()
    """The classes of all its events, except the engine's own."""
    requires_navalcore: ClassVar[str] = ""
    """The versions of navalcore it works with, such as ``">=0.2,<1"``; any if empty. With another version the plug-in
    that offers it is reported as broken.
    """
    order: ClassVar[Sequence[Step]] = ()
    """The sequence of play, where it is the same on all terms."""
    longest_match: ClassVar[int] = 100_000
    """Choices after which the conformance kit and fuzz assume that a random match continues for ever."""
    endless: ClassVar[str] = ""
    """Why a match may last for ever if all players want it to; empty if every match ends, which the kit then tries."""
    rare_steps: ClassVar[frozenset[str]] = frozenset()
    """Steps that random play is not likely to reach; the conformance kit asks for all others."""
    migrations: ClassVar[Mapping[str, Callable[[list[dict[str, Any]]], list[dict[str, Any]]]]] = {}
    """By earlier rules version: the function that turns the entries of its saves into entries of this version."""
    earlier_options: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """By earlier rules version: the values that options which came later have in its saves, which do not name them."""
    modifiers: ClassVar[Mapping[str, ModifierProvider]] = {}
    """By section of the rules: the function that changes its modifiers. Games have none; variants have them."""
    kit_patience: ClassVar[float] = 120.0
    """Seconds of the processor that a check of the conformance kit may take in a match; very long matches need more."""
    hides_nothing: ClassVar[bool] = False
    """Whether every result of chance and every choice is told to every role at once: then there is nothing to redeal.
    The conformance kit plays it with real dice and asks for proof."""
    lesson_folder: ClassVar[Path | None] = None
    """Where its lessons are, if that is not the folder ``lessons`` of its package."""
    variants: ClassVar[tuple[Variant, ...]] = ()
    """The variants that made this game out of another; none for a game as it is."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for base in cls.__dict__.get("__orig_bases__", ()):
            origin = get_origin(base)
            if isinstance(origin, type) and issubclass(origin, Rules) and "view_class" not in cls.__dict__:
                cls.view_class = get_args(base)[2]
        manifest = cls.__dict__.get("manifest")
        if manifest is not None:
            cls.id, cls.title, cls.version = manifest.id, manifest.title, manifest.version
            cls.roles, cls.role_titles = tuple(manifest.roles), manifest.roles
            cls.face = manifest.face or cls.face
            cls.requires_navalcore = manifest.requires_navalcore

    @property
    @abstractmethod
    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios by id; the first is the default."""

    @abstractmethod
    def initial_state(self, terms: Terms[O]) -> S:
        """The state before the first step. No chance here: dealing and placing at random belong to a step.

        Args:
            terms: the scenario and options of the match.
        """

    def sequence_of_play(self, terms: Terms[O]) -> Sequence[Step]:
        """The steps in the order of the rule book. After the last step comes the first one that is not ``once``. Those
        of :attr:`order` unless they depend on the terms.

        Args:
            terms: the scenario and options of the match.
        """
        return self.order

    @abstractmethod
    def outcome(self, state: S, terms: Terms[O]) -> Outcome | None:
        """The outcome of the match, or None. Called after every step, when ``state.phase`` names the next step.

        Args:
            state: the state, which the method only reads.
            terms: the scenario and options of the match.
        """

    def view(self, state: S, role: str, terms: Terms[O]) -> V:
        """Everything ``role`` may know: one of :attr:`roles`, ``SPECTATOR``, or ``UMPIRE``, who sees everything (test
        for the umpire with ``role is UMPIRE``). Without a method of its own a game's class of views says it all. Its
        fields are taken from the state as far as ``role`` may see them, and a field ``role`` says whose view it is.

        Args:
            state: the state, which the method only reads.
            terms: the scenario and options of the match.
        """
        given = {"role": role} if "role" in self.view_class.model_fields else {}
        return self.view_class.of(state, role, **given)

    def redeal(self, state: S, role: str, chance: Chance, terms: Terms[O]) -> None:
        """Replace, in place, everything ``role`` (one of :attr:`roles` or ``SPECTATOR``) does not know by something
        that is as likely, given the role's view. Everything that varies, is not in the role's view and is not changed
        here will be known to a bot that searches for the role.

        Change the contents of the state's containers, and do not put new containers in their place: a step that is
        under way may hold on to them. Games without hidden information need not override this.

        Args:
            state: a copy of the state, changed in place.
            role: the role that imagines.
            chance: the source of the draws.
            terms: the scenario and options of the match.
        """

    def invariants(self, state: S, terms: Terms[O]) -> Iterable[str]:
        """A sentence for each thing that is wrong with the state; none when all is well. Tests call it after every
        step.

        Args:
            state: the state, which the method only reads.
            terms: the scenario and options of the match.
        """
        return ()

    def contacts(self, state: S) -> Iterable[tuple[Contact[Any], Any]]:
        """The knowledge that sides have of things that hide, each with the place where the thing is. The conformance
        kit checks that it can be there, in the match and in every world that is imagined.

        Args:
            state: the state, which the method only reads.
        """
        return ()

    def numbers(self, state: S) -> Mapping[str, int]:
        """By id (``ship/hood``), the number by which a state calls a thing, for positions written by people.

        Args:
            state: the state, which the method only reads.
        """
        return {}

    def placed(self, given: Mapping[str, Any], state: S, terms: Terms[O]) -> Mapping[str, Any]:
        """The changes that the table ``set`` of a position file makes, in terms of the state's own fields. A game
        overrides this if people should be able to write it in another way. Raises BadData for changes that make no
        sense.

        Args:
            given: the table, as it is written.
            state: what it will be laid over.
            terms: those of the match.
        """
        return given

    def settle(self, state: S, terms: Terms[O]) -> None:
        """Bring the rest of a state into line, in place, after a position was laid over it. A deck loses the cards that
        have been dealt by the position, a count follows from the things counted.

        Args:
            state: the state, changed in place.
            terms: the scenario and options of the match.
        """

    def returns(self, outcome: Outcome) -> dict[str, float]:
        """The worth of an outcome to each role, for training: 1 to the winner, with the loss shared by the others so
        that the sum is zero. Where no role wins it is 0 to all. A game of one side against the rules overrides this.
        The table asks about an outcome with a winner alone, to know who is on one side.

        Args:
            outcome: the outcome of the match.
        """
        others = max(1, len(self.roles) - 1)
        if outcome.winner is None:
            return dict.fromkeys(self.roles, 0.0)
        return {role: 1.0 if role == outcome.winner else -1.0 / others for role in self.roles}

    def length(self, state: S) -> int:
        """How long the match has lasted, in the game's own measure (turns as a rule); for statistics.

        Args:
            state: the state, which the method only reads.
        """
        return int(getattr(state, "turn", 0))

    def taken_by(self, role: str, terms: Terms[O]) -> str:
        """Who takes the decisions of a role on these terms: ``person``, ``bot:NAME`` or ``nobody``.

        Args:
            role: one of :attr:`roles`.
            terms: the scenario and options of the match.
        """
        return "person"

    def seats(self, scenario: str | None = None, options: Mapping[str, Any] | O | None = None) -> tuple[Seat, ...]:
        """Who sits where in a match on these terms: for each role a person, a bot that the game provides, or no one.

        Args:
            scenario: the id of the scenario; the default one if left out.
            options: the game's options by name, or its options model; the defaults if left out.
        """
        terms = self.terms(scenario, options)
        return tuple(Seat(role, self.role_title(role), self.taken_by(role, terms)) for role in self.roles)

    @property
    def rulebook(self) -> Rulebook:
        """The register of sections and rulings: ``rulebook.toml`` next to the game's module."""
        return self._rulebook

    @cached_property
    def _rulebook(self) -> Rulebook:
        return load_rulebook(Path(inspect.getfile(type(self))).parent / "rulebook.toml")

    @property
    def package(self) -> str:
        """The package the game's code lives in, such as ``navalcore_games.uboat_cards``."""
        return type(self).__module__.rpartition(".")[0] or type(self).__module__

    @property
    def folder(self) -> Path:
        """Where its package is, with its ``data/`` and ``scenarios/``."""
        return Path(inspect.getfile(type(self))).resolve().parent

    @property
    def rule_packages(self) -> list[str]:
        """Where its rules are: the package of the game, and the module and class of each variant that changed it."""
        changed = (type(variant) for variant in self.variants)
        return [self.package, *(f"{variant.__module__}:{variant.__qualname__}" for variant in changed)]

    @property
    def modifier_sections(self) -> dict[str, list[Citation]]:
        """The sections that take modifiers from a variant, by number, each with the places that declare it with
        :func:`~navalcore.rules.takes_modifiers`.
        """
        return modifier_sections(self.rule_packages)

    @cached_property
    def states(self) -> StateType[S]:
        """Copying, JSON and digests of this game's states."""
        return StateType(self.state_class)

    def determinize(self, state: S, role: str, chance: Chance, terms: Terms[O]) -> S:
        """A new state drawn at random among those that look the same to ``role``. The given one is not changed.

        Args:
            state: the state as it is.
            role: the role that imagines: one of :attr:`roles` or ``SPECTATOR``.
            chance: the source of the draws.
            terms: the scenario and options of the match.
        """
        copied = self.states.copy(state)
        self.redeal(copied, role, chance, terms)
        return copied

    def role_title(self, role: str) -> str:
        """The name by which people know ``role``, without an article, such as ``wolf pack``; the umpire and the
        spectator have names too.
        """
        return without_article(self.role_titles.get(role, title_of(role)))

    def score_title(self, name: str) -> str:
        """The name by which people know the score ``name`` of an outcome."""
        return self.score_titles.get(name) or self.role_title(name)

    def the_role(self, role: str) -> str:
        """The name by which people know ``role`` within a sentence. Its title has its own article, a name such as
        Britain has none, and anything else that does not begin with a capital gets "the".
        """
        return with_article(self.role_titles.get(role, title_of(role)))

    def check_role(self, role: str) -> str:
        """Return ``role`` itself, if it may look at the match: one of :attr:`roles`, ``SPECTATOR`` or ``UMPIRE``.

        Raises:
            UnknownName: it may not; lists those that may.
        """
        return looking_role(role, self.roles, self.id)

    def check_player(self, role: object) -> str:
        """Return ``role`` itself, if it is one of :attr:`roles`: those that choose.

        Raises:
            UnknownName: it is not.
        """
        if isinstance(role, str) and role in self.roles and role is not UMPIRE:
            return role
        raise UnknownName(f"{self.id} has no role {str(role)!r} that plays; it has {', '.join(self.roles)}")

    def check_imagining(self, role: str) -> str:
        """Return ``role`` itself, if there may be something it does not know: any role that may look, except the
        umpire.

        Raises:
            UnknownName: it is the umpire, or no role of the game.
        """
        if role is UMPIRE:
            raise UnknownName("the umpire knows everything, so there is nothing to imagine; leave as_seen_by out")
        return self.check_role(role)

    def scenario(self, name: str | None = None) -> Scenario:
        """The scenario of the id ``name``; the default one if it is None.

        Raises:
            UnknownName: there is no such scenario; lists those there are.
        """
        if name is None:
            return next(iter(self.scenarios.values()))
        try:
            return self.scenarios[name]
        except (KeyError, TypeError):
            raise UnknownName(self._no_scenario(str(name))) from None

    def _no_scenario(self, name: str) -> str:
        """The advice for a scenario that is not there, or the file of one."""
        files = sorted((self.folder / "scenarios").glob("*.toml")) if name.endswith(".toml") else []
        if not files:
            return f"{self.id} has no scenario '{name}'; it has {', '.join(self.scenarios)}"
        base = self.id.partition(":")[0]
        return (
            f"{self.id} takes no scenario by its path (found: {name}). Copy {files[0]} into a folder of your own under "
            f"that name and write your scenario into it, with an id of its own. Then name the folder and the id: "
            f"navalcore --data {base}=FOLDER play {self.id} --scenario ID"
        )

    def parse_options(self, options: Mapping[str, Any] | O | None = None) -> O:
        """The options model made from ``options``: a mapping by name (texts as typed on the command line will do), or
        the model itself. None gives the defaults.

        Raises:
            BadData: there is no such option, or a value is impossible.
        """
        if isinstance(options, self.options_class):
            return options
        if options is not None and not isinstance(options, Mapping):
            raise BadData(f"options of {self.id} are given by name, as in {{'name': value}}, not as {options!r}")
        try:
            return self.options_class.model_validate(dict(options or {}))
        except ValidationError as error:
            raise BadData(self._option_error(error)) from None

    def terms(self, scenario: str | None = None, options: Mapping[str, Any] | O | None = None) -> Terms[O]:
        """The terms of a match on a scenario (the default one if left out) with these options.

        Args:
            scenario: the id of the scenario; the default one if left out.
            options: the game's options by name, or its options model; the defaults if left out.

        Raises:
            UnknownName: there is no such scenario.
            BadData: there is no such option, or a value is impossible.
        """
        if scenario is not None and not isinstance(scenario, str):
            raise UnknownName(f"a scenario of {self.id} is named by its id, not by {scenario!r}")
        return Terms(self.scenario(scenario), self.parse_options(options))

    def _option_error(self, error: ValidationError) -> str:
        first = mistakes(error)[0]
        if first.unknown:
            known = ", ".join(self.options_class.model_fields)
            return f"{self.id} has no option '{first.key[0]}'; it has {known or 'none'}"
        return f"option {first.key[0]} of {self.id}: {first.message}" if first.key else f"options of {self.id}: {first}"

    def steps(self, terms: Terms[O]) -> tuple[dict[str, Step], dict[str, str]]:
        """The sequence of play as tables: step by name, and the name that follows each name.

        Args:
            terms: the scenario and options of the match.

        Raises:
            BadData: there is no step, two have one name, or all of them come only once.
        """
        sequence = list(self.sequence_of_play(terms))
        by_name = {step.name: step for step in sequence}
        again = next((step.name for step in sequence if not step.once), None)
        if not sequence:
            raise BadData(f"{self.id} has no steps: set order to a tuple of Step, or write sequence_of_play")
        if len(by_name) != len(sequence) or again is None:
            raise BadData(f"the sequence of play of {self.id} has a step name twice, or only steps that come once")
        names = [step.name for step in sequence]
        return by_name, dict(zip(names, [*names[1:], again], strict=True))

    def __getstate__(self) -> dict[str, Any]:
        """A game is pickled without what it remembers."""
        of_class = type(self)
        return {
            name: value
            for name, value in self.__dict__.items()
            if not isinstance(getattr(of_class, name, None), cached_property)
        }

    def __copy__(self) -> Self:
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        return copied

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.version}: {self.title}>"
