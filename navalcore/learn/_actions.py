"""Action ids: a number for everything that can be chosen in a game, the same in every match of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from hashlib import blake2b
from operator import attrgetter, index as whole_number
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from navalcore._face.action_tables import read_table, table_of
from navalcore._face.face import face_of
from navalcore._match.match import AnyGame
from navalcore._misfits import told_when_made, whole
from navalcore._rules.decision import Decision
from navalcore._rules.option import identity_of, key_of
from navalcore.errors import BadData, NotOffered
from navalcore.learn._games import GameOrId, game_of

HASHED: Final = 8192
"""How many ids there are in the action space of a game whose vocabulary is open."""


def place_of(action: Any, ids: Sequence[int]) -> int | None:
    """Which of these ids an action is, by its place, or None; BadData if it is not a whole number."""
    try:
        return ids.index(whole_number(action))
    except TypeError:
        raise BadData(f"what is chosen is given as its number, a whole one, and not as {action!r}") from None
    except ValueError:
        return None


class _KnownClass(NamedTuple):
    """The options of one class whose ids are known: the fields that distinguish them, and the ids by these fields."""

    fields_of: Callable[[Any], Any]
    ids: dict[Any, int]


def _fields_of(cls: type[Any]) -> Callable[[Any], Any]:
    """A function that gives the fields of an option, so that it is looked up without its own slow hash."""
    names = identity_of(cls)
    return attrgetter(*names) if names else type if is_dataclass(cls) else lambda option: option


@told_when_made
class ActionSpace:
    """The action ids of a game.

    A game that lists its keys (:meth:`Face.action_keys <navalcore.rules.Face.action_keys>`) has a closed vocabulary.
    The id of an option is the line of its key in the file ``actions.txt`` in the folder of the game's code. A game that
    a variant changes has ``actions.VARIANT.txt``. A line never changes its place, and new keys are at the end, so a
    trained policy stays valid. Any other game has an open vocabulary: keys are hashed into ``size`` ids, the same on
    every machine. Two keys may then share an id, which :attr:`collisions` counts. Within one decision the later of two
    such options takes the next free id, so each option can always be chosen.

    Args:
        game: the game or its id.
        size: how many ids an open vocabulary is hashed into; of no account to a closed one.

    Attributes:
        game: the game.
        n: how many ids there are.
        closed: whether every key is listed.
        keys: the key of each id of a closed vocabulary; empty for an open one.
        version: the rules version that a closed vocabulary was frozen for; of an open one the game's.

    Raises:
        BadData: the game's table is missing or damaged, or was frozen for other rules; the size is below 1; or what is
            given is neither a game nor an id.
        UnknownGame: no game of that id is installed.
    """

    def __init__(self, game: GameOrId, size: int = HASHED) -> None:
        whole("the size of an action space is a number", size, 1)
        game = game_of(game)
        self.game: AnyGame = game
        self.closed: bool = face_of(game).action_keys() is not None
        self.keys: tuple[str, ...] = ()
        self.version: str = game.version
        self._ids: dict[type[Any], _KnownClass] = {}
        self._known: dict[int, set[str]] = defaultdict(set)
        if self.closed:
            self.version, self.keys = read_table(table_of(game))
            if self.version != game.version:
                raise BadData(
                    f"{table_of(game)} was frozen for rules version {self.version}, and {game.id} has {game.version}: "
                    f"freeze it again with python -m navalcore.learn {game.id}"
                )
        self.n: int = len(self.keys) if self.closed else size
        self._places = {key: place for place, key in enumerate(self.keys)}

    @property
    def collisions(self) -> int:
        """Of an open vocabulary: how many of the keys met so far share their id with one met before."""
        return sum(len(keys) - 1 for keys in self._known.values())

    @property
    def met(self) -> int:
        """Of an open vocabulary: how many different keys have been met so far."""
        return sum(map(len, self._known.values()))

    def id_of_key(self, key: str) -> int:
        """The id of ``key``, from 0 to ``n - 1``. In an open vocabulary it is the one that the key has unless another
        option of the decision took it.

        Raises:
            BadData: the table has no such key.
        """
        if not self.closed:
            place = int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big") % self.n
            self._known[place].add(key)
            return place
        try:
            return self._places[key]
        except KeyError:
            raise BadData(
                f"the action table of {self.game.id} (rules {self.version}) has no key '{key}': freeze it again with "
                f"python -m navalcore.learn {self.game.id}"
            ) from None

    def id_of(self, option: object) -> int:
        """The id of ``option``, as :meth:`id_of_key` gives it for its key."""
        cls = option.__class__
        fields_of, known = self._ids.get(cls) or self._ids.setdefault(cls, _KnownClass(_fields_of(cls), {}))
        looks = fields_of(option)
        found = known.get(looks)
        if found is None:
            found = known[looks] = self.id_of_key(key_of(option))
        return found

    def ids(self, decision: Decision) -> list[int]:
        """The id of each option of ``decision``, in the order of the options; no two are the same.

        Raises:
            BadData: an option is not in the table, or there are more options than ids.
        """
        known = self._ids
        try:
            ids = [(kind := known[option.__class__])[1][kind[0](option)] for option in decision.options]
        except KeyError:
            ids = [self.id_of(option) for option in decision.options]
        except AttributeError:
            if isinstance(decision, Decision):
                raise
            raise BadData(f"action ids are those of the options of a Decision, not of {decision!r}") from None
        if not self.closed and len(set(ids)) < len(ids):
            ids = self._apart(ids)
        return ids

    def _apart(self, ids: Sequence[int]) -> list[int]:
        if len(ids) > self.n:
            raise BadData(f"a decision has {len(ids)} options and the action space {self.n} ids; make it larger")
        taken: set[int] = set()
        found = []
        for wanted in ids:
            while wanted in taken:
                wanted = (wanted + 1) % self.n
            taken.add(wanted)
            found.append(wanted)
        return found

    def mask(self, ids: Sequence[int] = ()) -> NDArray[np.int8]:
        """An array of ``n`` numbers: 1 for each of the ``ids``, 0 elsewhere.

        Raises:
            BadData: there is no such id.
        """
        mask = bytearray(self.n)
        if ids and not 0 <= min(ids) <= max(ids) < self.n:
            raise BadData(f"the ids of {self.game.id} are 0 to {self.n - 1}, not {min(ids)} to {max(ids)}")
        for place in ids:
            mask[place] = 1
        return np.frombuffer(mask, np.int8)

    def index(self, decision: Decision, action: int) -> int:
        """The index of the option of ``decision`` whose id is ``action``.

        Raises:
            NotOffered: none has it. BadData: it is not a whole number.
        """
        ids = self.ids(decision)
        place = place_of(action, ids)
        if place is None:
            known = self.closed and place_of(action, range(self.n)) is not None
            named = f" ({self.keys[action]})" if known else ""
            legal = ", ".join(map(str, sorted(ids)))
            raise NotOffered(
                f"action {action}{named} is not offered in '{decision.prompt}'; offered are {legal}", decision.texts
            )
        return place

    def __repr__(self) -> str:
        return f"<ActionSpace of {self.game.id} {self.version}: {self.n} ids, {'closed' if self.closed else 'hashed'}>"


def frozen(game: AnyGame) -> str:
    """The text of a game's action table as it should be: the keys there are in their places, and new ones last."""
    listed = face_of(game).action_keys()
    if listed is None:
        raise BadData(f"{game.id} does not list its keys, so they are hashed and there is nothing to freeze")
    path = table_of(game)
    old = read_table(path)[1] if path.exists() else ()
    return "\n".join([f"rules {game.version}", *dict.fromkeys([*old, *listed])]) + "\n"
