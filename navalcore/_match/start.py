"""Game: rules that can be played. It makes matches, so it depends on them, and they on the rules' contract."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeVar, get_args

from navalcore._match.match import Match
from navalcore._play.chance import PhysicalChance
from navalcore._play.commitments import fresh_salt, seeded
from navalcore._play.setup import Setup, seed_text
from navalcore._rules.game import Rules
from navalcore._rules.terms import ChanceKind, Options, UndoPolicy, View
from navalcore._saves.recorder import Recorder
from navalcore._wire.wire import Snapshot, codec
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.errors import BadData

S = TypeVar("S")
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)

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

    def to_json(self, value: object) -> dict[str, Any]:
        """An option, an event or the odds of an option as JSON-ready data, as a snapshot has it.

        >>> import navalcore as nc
        >>> game = nc.load("uboat_cards")
        >>> sent = game.to_json(game.new_match(seed=17).decision.options[2])
        >>> sent["kind"], sent["key"], sent["fields"], sent["text"]
        ('discard_card', 'discard_card/Sonar', {'card': 'Sonar'}, 'discard Sonar')
        """
        return codec(self).to_json(value)

    def from_json(self, data: Mapping[str, Any]) -> Any:
        """The option or event that :meth:`to_json` was given; its kind and fields are enough. Raises BadData for
        anything else.

        >>> import navalcore as nc
        >>> nc.load("uboat_cards").from_json({"kind": "discard_card", "fields": {"card": "Sonar"}})
        DiscardCard(card=<Card.SONAR: 'Sonar'>)
        """
        return codec(self).from_json(data)

    def snapshot_class(self) -> type[Snapshot]:
        """The model of this game's snapshots, for programs that read them: what it reads has the view, the options and
        the events as the game's own types.

        >>> import navalcore as nc
        >>> game = nc.load("uboat_cards")
        >>> text = game.new_match(seed=17).snapshot("uboat").model_dump_json()
        >>> game.snapshot_class().model_validate_json(text).decision.options[2].fields.card
        <Card.SONAR: 'Sonar'>
        """
        return codec(self).snapshot_class()

    def wire_schema(self) -> dict[str, Any]:
        """The JSON Schema (draft 2020-12) of this game's snapshots, with its view, its options and its events.

        >>> import navalcore as nc
        >>> nc.load("uboat_cards").wire_schema()["title"]
        'UboatCardsSnapshot'
        """
        return codec(self).schema()


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
