"""A game's description of the data that crosses to front ends, and its face, made when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakKeyDictionary

from navalcore._plugins.manifest import resolve
from navalcore._rules.game import Rules
from navalcore._rules.terms import O, S, V
from navalcore._wire.codec import UNSHOWN, Shown, codec
from navalcore._wire.messages import Snapshot
from navalcore._wire.schema import schema_of
from navalcore._wire.typescript import typescript


class SentGame(Rules[S, O, V]):
    """The rules of a game, and what is sent of its matches."""

    def to_json(self, value: object) -> dict[str, Any]:
        """The option, event or odds of an option in ``value`` as JSON-ready data, as a snapshot has it.

        >>> import navalcore as nc
        >>> game = nc.load("uboat_cards")
        >>> sent = game.to_json(game.new_match(seed=17).decision.options[2])
        >>> sent["kind"], sent["key"], sent["fields"], sent["text"]
        ('discard_card', 'discard_card/Sonar', {'card': 'card/sonar', 'side': 'uboat'}, 'discard Sonar')
        """
        return codec(self).to_json(value)

    def from_json(self, data: Mapping[str, Any]) -> Any:
        """The option or event that :meth:`to_json` was given. Of ``data`` its ``kind`` and ``fields`` are enough.
        Raises BadData for anything else.

        >>> import navalcore as nc
        >>> sent = {"kind": "discard_card", "fields": {"card": "Sonar", "side": "uboat"}}
        >>> nc.load("uboat_cards").from_json(sent)
        DiscardCard(card=<Card.SONAR: 'Sonar'>, side=<Side.UBOAT: 'uboat'>)
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
        It is open: a message may have more fields, and options and events of other kinds, as later releases add some.

        >>> import navalcore as nc
        >>> nc.load("uboat_cards").wire_schema()["title"]
        'UboatCardsSnapshot'
        """
        return schema_of(codec(self))

    def wire_types(self) -> str:
        """The same as a TypeScript module: an interface for each thing that is sent.

        >>> import navalcore as nc
        >>> "export interface UboatCardsSnapshot" in nc.load("uboat_cards").wire_types()
        True
        """
        note = f"What a seat of {self.title} is sent. Made by: navalcore schema {self.id} types"
        return typescript(self.wire_schema(), note)


_FACES: Final[WeakKeyDictionary[Rules[Any, Any, Any], Shown]] = WeakKeyDictionary()


def shown_of(game: Rules[Any, Any, Any]) -> Shown:
    """The face of a game, whose module is imported now; BrokenPlugin if there is none where the game says it is."""
    found = _FACES.get(game)
    if found is None:
        made = resolve(game.face) if isinstance(game.face, str) and game.face else game.face
        found = _FACES[game] = made(game) if made else UNSHOWN
    return found
