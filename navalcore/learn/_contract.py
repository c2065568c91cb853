"""The promise of an observation: arrays distinguish all that views distinguish, but for fields the marks leave out."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from navalcore._rules.field_marks import Harmless, Slots
from navalcore._rules.hints import ClassShape, DictShape, HintShape, Maybe, Plain, Several, TupleShape
from navalcore._rules.terms import View
from navalcore.learn._encoding import Encoder
from navalcore.learn._games import GameOrId


def told_by(view: View) -> Mapping[str, Hashable]:
    """The content of a view, by field: bags without an order, and no harmless texts."""
    shapes = ClassShape(type(view), type(view)).fields
    return {name: _told(shape, getattr(view, name)) for name, shape in shapes.items()}


def _told(shape: HintShape, value: Any, marks: tuple[Any, ...] = ()) -> Hashable:
    marks = (*marks, *shape.marks)
    passed = tuple(mark for mark in marks if not isinstance(mark, Slots))
    match shape:
        case Maybe(inner=inner):
            return None if value is None else ("", _told(inner, value, marks))
        case Plain(cls=cls) if issubclass(cls, str):
            return None if any(isinstance(mark, Harmless) for mark in marks) else str(value)
        case ClassShape(fields=inside):
            return tuple(_told(each, getattr(value, name)) for name, each in inside.items())
        case TupleShape(items=items):
            return tuple(_told(each, one, passed) for each, one in zip(items, value, strict=True))
        case DictShape(key=key, item=item):
            return _bag((_told(key, one, passed), _told(item, held, passed)) for one, held in value.items())
        case Several(item=item):
            told = (_told(item, one, passed) for one in value)
            in_places = any(isinstance(mark, Slots) and not mark.by for mark in marks)
            return tuple(told) if in_places else _bag(told)
    return value  # type: ignore[no-any-return]  # numbers, flags and words


def _bag(told: Iterator[Hashable]) -> Hashable:
    return tuple(sorted(map(repr, told)))


class Collisions:
    """Writes views as arrays, and finds two that differ and have the same array."""

    def __init__(self, game: GameOrId) -> None:
        self._encoder = Encoder.of(game)
        self._known: dict[bytes, View] = {}

    def field_of(self, view: View) -> str:
        """The first field in which the view differs from an earlier one of the same array; empty if there is none."""
        before = self._known.setdefault(self._encoder(view).tobytes(), view)
        if before == view:
            return ""
        said = told_by(before)
        return next((name for name, each in told_by(view).items() if said[name] != each), "")
