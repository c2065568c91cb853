"""Which sections of a rule book play has reached: by procedures marked ``@rule``, by decisions, by events."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import CodeType, FrameType, TracebackType
from typing import Any

from navalcore._rulebook.citing import citations
from navalcore._rulebook.model import Rulebook, Section
from navalcore.components._events import Event


class Reached:
    """Sections reached so far; as a context manager it traces the procedures that are carried out, which is slow."""

    def __init__(self, rulebook: Rulebook, packages: Iterable[str]) -> None:
        self.rulebook = rulebook
        self.numbers: set[str] = set()
        self._entered: set[CodeType] = set()
        self._known: set[CodeType] = set()
        self._before: Any = None
        self._cited: dict[tuple[str, str], set[str]] = {}
        for number, places in (found for package in packages for found in citations(package).items()):
            for place in places:
                file = str(getattr(sys.modules[place.module], "__file__", ""))
                self._cited.setdefault((file, place.qualname), set()).add(number)

    def __enter__(self) -> None:
        self._before = sys.gettrace()
        sys.settrace(self._note)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.settrace(self._before)
        for code in self._entered - self._known:
            self.numbers |= self._sections_of(code)
        self._known |= self._entered

    def _note(self, frame: FrameType, what: str, detail: Any) -> Callable[..., Any] | None:  # noqa: ARG002
        self._entered.add(frame.f_code)
        return None

    def _sections_of(self, code: CodeType) -> set[str]:
        """What a function, the function around it or its class cites."""
        parts = code.co_qualname.split(".")
        names = (".".join(parts[:length]) for length in range(1, len(parts) + 1))
        return {number for name in names for number in self._cited.get((code.co_filename, name), ())}

    def hear(self, event: Event) -> None:
        """Note the section an event follows."""
        self.numbers.add(event.rule)

    def add(self, numbers: Iterable[str]) -> None:
        """Note sections, such as those that asked for a choice."""
        self.numbers |= set(numbers)

    @property
    def missing(self) -> list[Section]:
        """The binding sections that were not reached, in the order of the rule book."""
        return [s for s in self.rulebook.sections if s.binding and s.number not in self.numbers]

    @property
    def binding(self) -> int:
        """How many sections bind the game."""
        return sum(section.binding for section in self.rulebook.sections)
