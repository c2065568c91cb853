"""Game: rules that can be played. It makes matches, so it stands above them, and the rules' contract beneath."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar, get_args

from navalcore.components.chance import Chance, SeededChance
from navalcore.components.events import Event
from navalcore.engine.chance import PhysicalChance, commitment
from navalcore.engine.game import Rules
from navalcore.engine.match import Match
from navalcore.engine.setup import Setup, seed_text
from navalcore.engine.terms import ChanceKind, Options, UndoPolicy, View
from navalcore.errors import BadData

S = TypeVar("S")
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)


class Game(Rules[S, O, V]):
    """One game: its rules (:class:`~navalcore.engine.game.Rules` says what they are), and matches of it."""

    def new_match(
        self,
        scenario: str | None = None,
        *,
        seed: int | str | None = None,
        options: Mapping[str, Any] | O | None = None,
        chance: Chance | Literal["seeded", "physical"] = "seeded",
        undo: UndoPolicy = "barrier",
        on_event: Callable[[Event], None] | None = None,
        history: bool = False,
    ) -> Match[S, O, V]:
        """Start a match.

        Args:
            scenario: its id; the default scenario if left out.
            seed: the seed of the chance stream; a fresh unguessable one if left out.
            options: the game's options by name, or its options model.
            chance: ``"seeded"``, ``"physical"`` (a person rolls and draws), or a source such as a script.
            undo: ``"barrier"`` (no taking back once new information came out) or ``"free"``.
            on_event: told everything that happens, from the set-up on (later listeners use ``match.events``).
            history: keep everything that is told from the set-up on, for the events of :meth:`Match.snapshot`.

        Raises:
            UnknownName: no such scenario.
            BadData: an option that does not exist, an impossible value, or an empty seed.
        """
        text = secrets.token_hex(16) if seed is None else seed_text(seed)
        kind: ChanceKind = "recorded"
        source: Chance
        if isinstance(chance, PhysicalChance):
            kind, source = "physical", chance.detached()
        elif isinstance(chance, Chance):
            source = chance
        elif chance == "seeded":
            kind, source = "seeded", SeededChance.from_seed(text)
        elif chance == "physical":
            kind, source = "physical", PhysicalChance()
        else:
            raise BadData(f"chance is 'seeded', 'physical' or a chance source, not {chance!r}")
        if undo not in get_args(UndoPolicy):
            raise BadData(f"undo is 'barrier' or 'free', not {undo!r}")
        terms = self.terms(scenario, options)
        setup = Setup(self, terms.scenario, terms.options, text, commitment(text), kind, undo)
        return Match(setup, source, on_event=on_event, history=history)


def begin_again(setup: Setup[S, O, V], chance: Chance) -> Match[S, O, V]:
    """A match with the game, scenario and options of another, from its beginning, with chance from a source: to be
    told again with results that are known, or with others.
    """
    known = "retold"
    return Match(
        Setup(setup.game, setup.scenario, setup.options, known, commitment(known), "recorded", "barrier"), chance
    )
