"""Encoders: views as arrays of numbers, by a function that is made once of the view's type hints."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from itertools import compress
from operator import attrgetter, ne
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from navalcore._misfits import shown, told_when_made
from navalcore._rules.field_marks import Values
from navalcore._rules.hints import ClassShape
from navalcore._rules.terms import View
from navalcore.errors import BadData
from navalcore.learn._games import GameOrId, game_of
from navalcore.learn._patches import Patch, fields_of
from navalcore.learn._writers import Compiler

_MOST_KEPT: Final = 16
"""Of how many roles an encoder remembers the view that it wrote last."""


class _Written:
    """The last view of a role that was written: the values of its fields, and the exact sums of their entries."""

    def __init__(self, fields: int, size: int) -> None:
        self.values: list[Any] = [_UNWRITTEN] * fields
        self.sums = np.zeros(size)
        self.numbers: memoryview[float] = memoryview(self.sums)  # type: ignore[arg-type]  # a buffer


_UNWRITTEN: Final = object()
_CHANGING: Final = dict, list


def check_view_class(view_class: object, encoder: str) -> None:
    """Refuse what is not a class of views where an encoder is made of one."""
    if not isinstance(view_class, type) or not issubclass(view_class, View):
        raise BadData(f"{shown(view_class, repr)} is not a class of views; for those of a game give {encoder}.of(game)")


@told_when_made
class Encoder:
    """Turns views of one class into arrays of 32-bit numbers.

    What the type hints say is written one after another. There is a flag for each value that may be None, and an entry
    for each member of an enumeration or of a mark :class:`~navalcore.rules.Categorical`. A number is written as
    :func:`squashed` gives it. A table of known things (a dictionary by enumeration, or a field marked
    :class:`~navalcore.rules.Slots`) has a place for each thing. Anything else of several items is a bag: how many there
    are, and the sum of their entries. Where that would not distinguish two bags there is also a ``:mix``, the sum of a
    fingerprint of each item. A text has a vocabulary (``Categorical``), or is marked :func:`~navalcore.rules.harmless`,
    as it says nothing that other fields do not, and is left out.

    Args:
        view_class: the class of the views, such as ``game.view_class``.
        words: vocabularies of text fields by their path, such as ``{"phase": ["deal", "draw"]}``.

    Attributes:
        names: what each entry is, such as ``uboat.hand.Torpedo``.
        size: how many entries there are.

    Raises:
        BadData: it is not a class of views, or a field has a type that cannot be written as numbers. Or a field is a
            text of no known vocabulary that is not marked as harmless.
    """

    def __init__(self, view_class: type[View], words: Mapping[str, Values] | None = None) -> None:
        check_view_class(view_class, "Encoder")
        compiler = Compiler(words or {})
        fields = dict(fields_of(compiler, ClassShape(view_class, view_class)))
        self._patches: tuple[Patch, ...] = tuple(fields.values())
        self._places = range(len(fields))
        self._values = attrgetter(*fields, "__class__", "__class__")  # two more, so that it always gives a tuple
        self._written: dict[object, _Written] = {}
        self.view_class = view_class
        self._words = dict(words or {})
        self.names: tuple[str, ...] = tuple(compiler.names)
        self.size: int = len(self.names)

    @classmethod
    def of(cls, game: GameOrId) -> Encoder:
        """The encoder of a game's views, which knows the names of its roles and of the steps of all its scenarios.

        Args:
            game: the game or its id.

        Raises:
            UnknownGame: no game of that id is installed. BadData: it is neither a game nor an id.
        """
        game = game_of(game)
        steps = {step.name: None for name in game.scenarios for step in game.sequence_of_play(game.terms(name))}
        return cls(game.view_class, {"role": game.roles, "phase": tuple(steps), "scenario": tuple(game.scenarios)})

    def __call__(self, view: View) -> NDArray[np.float32]:
        """The view as one flat array.

        Raises:
            BadData: it is a view of another class.
        """
        if not isinstance(view, self.view_class):
            raise BadData(f"this encoder writes a {self.view_class.__name__}, and was given a {type(view).__name__}")
        role = getattr(view, "role", None)
        # Taken out while it is in use: another thread that writes the same role meanwhile begins with an empty one.
        written = self._written.pop(role, None) or _Written(len(self._patches), self.size)
        before, numbers = written.values, written.numbers
        values = self._values(view)
        for place in compress(self._places, map(ne, values, before)):
            value = values[place]
            self._patches[place](numbers, value, before[place])
            before[place] = value.copy() if isinstance(value, _CHANGING) else value
        found = written.sums.astype(np.float32)
        if len(self._written) >= _MOST_KEPT:
            self._written.clear()
        self._written[role] = written
        return found

    @cached_property
    def parts(self) -> Mapping[str, slice]:
        """The place of each field of the view in the flat array."""
        found: dict[str, slice] = {}
        for place, name in enumerate(self.names):
            field = name[: re.search(r"\W|$", name).start()]  # type: ignore[union-attr]  # it finds the end at least
            found[field] = slice(found[field].start if field in found else place, place + 1)
        return found

    def arrays(self, view: View) -> dict[str, NDArray[np.float32]]:
        """An array for each field of ``view``, by the field's name; joined in order they are the observation."""
        flat = self(view)
        return {field: flat[where] for field, where in self.parts.items()}

    def __reduce__(self) -> tuple[type[Encoder], tuple[type[View], dict[str, Values]]]:
        return Encoder, (self.view_class, self._words)

    def __repr__(self) -> str:
        return f"<Encoder of {self.view_class.__name__}: {self.size} entries>"
