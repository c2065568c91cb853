"""Kinds: the stable words by which programs distinguish classes of events and options."""

from __future__ import annotations

import re
from inspect import get_annotations
from typing import Any, ClassVar

from navalcore.errors import BadData

_BEGINNING = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def word_for(name: str) -> str:
    """The word for the name of a class: ``use_b_dienst`` for ``UseBDienst``."""
    return _BEGINNING.sub("_", name).lower()


class Kinded:
    """Something whose class has a stable word for programs."""

    __slots__ = ()

    kind: ClassVar[str] = ""
    """The word, made from the name of the class (``PlayCard`` is a ``play_card``) unless the class sets it."""
    reserved: ClassVar[frozenset[str]] = frozenset({"kind"})
    """Names that no field may have, as they mean something else."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, hint in get_annotations(cls).items():
            if name in cls.reserved and "ClassVar" not in str(hint):
                raise BadData(
                    f"{cls.__module__}.{cls.__qualname__} has a field '{name}', which means something else in every "
                    "option and event: give the field another name"
                )
        if "kind" not in cls.__dict__:
            cls.kind = word_for(cls.__name__)
