"""The settings of a match."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple

from navalcore._play.chance import AnsweredChance, PhysicalChance, Result, ScriptedChance
from navalcore._play.commitments import RevealedSeed, fresh_salt, seeded
from navalcore._play.seating import seating
from navalcore._rules.game import Rules
from navalcore._rules.state import canonical_json
from navalcore._rules.terms import ChanceKind, O, Procedure, S, Scenario, Terms, UndoPolicy, V
from navalcore._rules.wrong_questions import wrong_result
from navalcore.components._chance import Chance
from navalcore.errors import BadData, BadRoll, SeedWithheld

_SALT: Final = re.compile("[0-9a-f]{32}")


def seed_text(seed: object) -> str:
    """A seed as a text: a number and its decimal text are the same seed."""
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise BadData(f"a seed is a whole number or a text, not {seed!r}")
    try:
        text = str(seed)
        text.encode()
    except ValueError:  # or a number that is too long for Python to write
        raise BadData("the seed has characters that no text has; give a word, or a number of fewer digits") from None
    if not text:
        raise BadData("the seed is empty; give a number or a word, or leave it out for a fresh one")
    return text


def chosen_chance(
    chance: object, seed: int | str | None, salt: str | None
) -> tuple[ChanceKind, tuple[str, str], Chance | None]:
    """The kind of chance that a new match was asked for with, its seed and salt, and its source if one was given."""
    text = secrets.token_hex(16) if seed is None else seed_text(seed)
    if salt is not None and not _SALT.fullmatch(str(salt)):
        raise BadData("a salt is 32 hexadecimal digits; leave it out for a fresh one")
    if isinstance(chance, PhysicalChance):
        return "physical", ("", ""), chance.detached()
    if isinstance(chance, Chance):
        return "recorded", ("", ""), chance
    if chance == "seeded" or chance == "committed":
        return chance, (text, salt or fresh_salt()), None
    if chance == "physical":
        return "physical", ("", ""), None
    raise BadData(f"chance is 'seeded', 'committed', 'physical' or a chance source, not {chance!r}")


class Beginning(NamedTuple):
    """The beginning of a match, in place of the game's own beginning."""

    state: dict[str, Any]
    """The state, JSON-ready."""
    results: tuple[Result, ...] = ()
    """The first results of chance."""

    @property
    def data(self) -> dict[str, Any]:
        """The same as a save has it."""
        results = [list(each) if isinstance(each, tuple) else each for each in self.results]
        return {"state": self.state, "results": results}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Beginning:
        """Read it from a save. Raises ValueError if it is something else."""
        if data.keys() != {"state", "results"} or (type(data["state"]), type(data["results"])) != (dict, list):
            raise ValueError("a position is a table with the keys state and results, and no others")
        results: tuple[Any, ...] = tuple(tuple(each) if isinstance(each, list) else each for each in data["results"])
        try:
            ScriptedChance(*results)
        except BadRoll as error:
            raise ValueError(str(error)) from None
        return cls(data["state"], results)


@dataclass(frozen=True)
class MatchSetup(Generic[O]):
    """The set-up of a match: all that it is played with besides the rules."""

    scenario: Scenario
    """The scenario."""
    options: O
    """The options."""
    chance: ChanceKind = "seeded"
    """Where chance results come from."""
    undo: UndoPolicy = "barrier"
    """Whether choices may be taken back after new information."""
    seed: str = ""
    """Of the chance results; empty where there is none, or it is withheld."""
    salt: str = ""
    """The salt of the commitment to the seed; empty likewise."""
    promised: str = ""
    """The commitment to a seed that is withheld."""
    seats: Mapping[str, str] | None = None
    """Who sits where, if that was arranged."""

    @cached_property
    def terms(self) -> Terms[O]:
        """The scenario and the options, as the rules are given them."""
        return Terms(self.scenario, self.options)


@dataclass(frozen=True)
class Setup(MatchSetup[O], Generic[S, O, V]):
    """The same with the rules; together with the tape it determines everything."""

    game: Rules[S, O, V] = field(kw_only=True)
    """The rules that are played."""
    position: Beginning | None = field(default=None, kw_only=True, repr=False)
    """The position from which it begins, if it has one of its own."""

    @cached_property
    def commitment(self) -> str:
        """The commitment to the seed; empty where there is none."""
        return self.revealed.commitment if self.seed else self.promised

    @property
    def revealed(self) -> RevealedSeed:
        """The seed with all that its commitment is bound to."""
        options = self.options.model_dump(mode="json")
        return RevealedSeed(
            self.seed, self.salt, self.game.id, self.game.version, self.scenario.id, options, self.chance, self.undo
        )

    @cached_property
    def seated(self) -> Mapping[str, str]:
        """Who sits where, for every role: ``person``, ``bot:NAME`` or ``nobody``."""
        return seating(self.game, self.terms, self.seats)

    @cached_property
    def sequence(self) -> dict[str, tuple[Procedure, str]]:
        """Of each step of the sequence of play the procedure, and the step that follows."""
        steps, following = self.game.steps(self.terms)
        return {name: (step.procedure, following[name]) for name, step in steps.items()}

    def reveal(self) -> RevealedSeed:
        """The same, where there is a seed to be shown."""
        if not self.commitment:
            raise SeedWithheld(f"chance in this match is {self.chance}: no seed is behind it")
        if not self.seed:
            raise SeedWithheld("the file this match was loaded from holds only the commitment to the seed")
        return self.revealed

    def first_state(self) -> S:
        """The state before the first step."""
        if self.position is None:
            state: Any = self.game.initial_state(self.terms)
            if not isinstance(state, self.game.state_class):
                raise wrong_result(self.game.id, "initial_state", state, self.game.state_class.__name__)
            return state
        return self.game.states.from_json(self.position.state)

    def source(self, answers: list[int]) -> Chance:
        """Where chance results come from at the start; where that is nothing else, from these answers."""
        if self.chance == "physical":
            return PhysicalChance(answers)
        if self.chance == "recorded" or not self.seed:
            return AnsweredChance(answers)
        stream = seeded(self.seed, self.salt, self.chance)
        return (
            ScriptedChance(*self.position.results, then=stream) if self.position and self.position.results else stream
        )

    @cached_property
    def size(self) -> int:
        """How many characters the first state takes when it is written down: how much there is to copy."""
        return len(canonical_json(self.game.states.to_json(self.first_state())))

    @cached_property
    def without_seed(self) -> Setup[S, O, V]:
        """The same, with the seed withheld: for forks that must not reveal what is hidden."""
        copied = replace(self, seed="", salt="", promised=self.commitment)
        copied.__dict__["sequence"] = self.sequence
        copied.__dict__["without_seed"] = copied
        return copied
