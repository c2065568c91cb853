"""Game: rules that can be played. It makes matches, so it depends on them, and they on the rules' contract."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

from navalcore._match.match import Match
from navalcore._play.chance import PhysicalChance
from navalcore._play.commitments import fresh_salt, seeded
from navalcore._play.setup import Setup, seed_text
from navalcore._rules.game import Rules
from navalcore._rules.terms import ChanceKind, O, S, UndoPolicy, V
from navalcore._saves.recorder import Recorder
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.errors import BadData

_SALT: Final = re.compile("[0-9a-f]{32}")


class Game(Rules[S, O, V]):
    """One game: its rules (``Rules`` says what they are), and matches of it."""

    def new_match(
        self,
        scenario: str | None = None,
        *,
        seed: int | str | None = None,
        salt: str | None = None,
        options: Mapping[str, Any] | O | None = None,
        chance: Chance | Literal["seeded", "committed", "physical"] = "seeded",
        undo: UndoPolicy = "barrier",
        on_event: Callable[[Event], None] | None = None,
        history: bool = False,
        recorded: bool = False,
    ) -> Match[S, O, V]:
        """Start a match.

        Args:
            scenario: its id; the default scenario if left out.
            seed: the seed of the chance stream; a fresh unguessable one if left out.
            salt: what the seed is committed to with, 32 hexadecimal digits; fresh if left out. Seed and salt of an
                earlier match give that match its commitment again.
            options: the game's options by name, or its options model.
            chance: ``"seeded"`` (the same seed gives the same results), ``"committed"`` (from seed and salt together,
                so that even a short seed cannot be found from the results it has given), ``"physical"`` (a person rolls
                and draws), or a source such as a script.
            undo: ``"barrier"`` (no undo once new information came out) or ``"free"``.
            on_event: told everything that happens, from the set-up on (later listeners use ``match.events``).
            history: keep everything that is told from the set-up on, for the events of :meth:`Match.snapshot`.
            recorded: note everything on a tape in memory from the set-up on, so that :meth:`Match.save`,
                :meth:`Match.dumps`, :meth:`Match.tape` and the beginning of a journal need not play the match again.
                Every choice then takes longer, so it pays for a match that is saved more than once.

        Raises:
            UnknownName: no such scenario.
            BadData: an option that does not exist, an impossible value, an empty seed, or something that is not a salt.
        """
        text = secrets.token_hex(16) if seed is None else seed_text(seed)
        if undo not in get_args(UndoPolicy):
            raise BadData(f"undo is 'barrier' or 'free', not {undo!r}")
        if salt is not None and not _SALT.fullmatch(str(salt)):
            raise BadData("a salt is 32 hexadecimal digits; leave it out for a fresh one")
        terms = self.terms(scenario, options)
        kind: ChanceKind = "recorded"
        source: Chance
        if isinstance(chance, PhysicalChance):
            kind, source = "physical", chance.detached()
        elif isinstance(chance, Chance):
            source = chance
        elif chance == "seeded" or chance == "committed":
            salt = salt or fresh_salt()
            setup = Setup(self, terms.scenario, terms.options, chance, undo, text, salt)
            return _begun(setup, seeded(text, salt, chance), on_event, history, recorded)
        elif chance == "physical":
            kind, source = "physical", PhysicalChance()
        else:
            raise BadData(f"chance is 'seeded', 'committed', 'physical' or a chance source, not {chance!r}")
        setup = Setup(self, terms.scenario, terms.options, kind, undo)
        return _begun(setup, source, on_event, history, recorded)


def _begun(
    setup: Setup[S, O, V],
    source: Chance,
    on_event: Callable[[Event], None] | None,
    history: bool,
    recorded: bool,
) -> Match[S, O, V]:
    recorder = Recorder.of(setup) if recorded else None
    return Match(setup, source, recorder=recorder, on_event=on_event, history=history)


def begin_again(setup: Setup[S, O, V], chance: Chance) -> Match[S, O, V]:
    """A match with the game, scenario and options of another, from its beginning, with chance from a source: to play
    it again with known results, or with others.
    """
    return Match(Setup(setup.game, setup.scenario, setup.options, "recorded"), chance)


AnyGame: TypeAlias = Game[Any, Any, Any]
