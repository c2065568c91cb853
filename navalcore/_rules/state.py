"""State as plain data: copying it fast, writing it as JSON, digesting it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from navalcore._misfits import told_when_made
from navalcore._rules.conversion import copy_of
from navalcore.components._model_errors import mistakes
from navalcore.errors import BadData

if TYPE_CHECKING:
    from pydantic import TypeAdapter

S = TypeVar("S")


def canonical_json(value: object) -> str:
    """JSON with sorted keys and no spaces: the same text for the same value, everywhere."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """A short stable fingerprint: 128 bits of BLAKE2b, as 32 hexadecimal digits."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()


@told_when_made
class StateType(Generic[S]):
    """The engine's knowledge about one class of states.

    Args:
        cls: the class: a dataclass of the kinds of fields that a state may have.

    Raises:
        BadData: a field has a type a state may not hold (a set, an engine object, a function); names class and field.
    """

    def __init__(self, cls: type[S]) -> None:
        self.cls = cls
        self.copy: Callable[[S], S] = copy_of(cast(Any, cls))

    @cached_property
    def _adapter(self) -> TypeAdapter[S]:
        from pydantic import TypeAdapter

        return TypeAdapter(self.cls)

    def to_json(self, state: S) -> Any:
        """Return ``state`` as JSON-ready data (dicts, lists, strings, numbers).

        Raises:
            BadData: a field holds what its type does not allow.
        """
        try:
            return self._adapter.dump_python(state, mode="json", warnings="error")
        except ValueError:
            written = self._adapter.dump_json(state, warnings="none")
            self._made(lambda: self._adapter.validate_json(written, strict=True))
            raise

    def from_json(self, data: Any) -> S:
        """The state that :meth:`to_json` made ``data`` of.

        Raises:
            BadData: the data does not describe a state of this class.
        """
        return self._made(lambda: self._adapter.validate_python(data))

    def _made(self, make: Callable[[], S]) -> S:
        try:
            return make()
        except ValueError as error:
            from pydantic import ValidationError

            found = mistakes(error)[0] if isinstance(error, ValidationError) else error
            raise BadData(f"this is not a state of {self.cls.__qualname__}: {found}") from error

    def digest(self, state: S) -> str:
        """A fingerprint of the whole of ``state``: equal states have equal ones, on every machine."""
        return digest(canonical_json(self.to_json(state)))
