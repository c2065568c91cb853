"""How a variant says what it changes in the middle of a game's rules: procedures, and what decisions offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from inspect import getmembers_static
from typing import Any, Final, NamedTuple, TypeVar

from navalcore._rulebook.citing import registering_change
from navalcore.errors import BadData

F = TypeVar("F", bound=Callable[..., Any])

_MARK: Final = "_changes_of_rules"


class Replaces(NamedTuple):
    """The procedure that a method marked with :func:`replaces` takes the place of."""

    section: str
    of: str


class Filters(NamedTuple):
    """The decisions that a method marked with :func:`filters` looks through."""

    kind: str


def replaces(section: str, of: str = "") -> Callable[[F], F]:
    """Decorator: this method of a :class:`~navalcore.rules.Variant` takes the place of a procedure of the game.

    Its arguments are the original procedure, then all arguments of that procedure. It may call the original, before or
    after its own code, or not at all::

        @replaces("14.41", of="re_attack_wanted")
        def once(self, original: Procedure, play: Play, combat: Combat, number: int) -> Flow[bool]:
            return False if number == 2 else (yield from original(play, combat, number))

    Args:
        section: a section that the procedure carries out, as its ``@rule`` says.
        of: the procedure's name; it may be left out where the section has one procedure only.

    Raises:
        BadData: the section is not a text.
    """
    if not isinstance(section, str) or not section:
        raise BadData(f'@replaces({section!r}) names no section; write its number as text: @replaces("8.5", of="hunt")')
    register = registering_change(section)

    def marked(method: F) -> F:
        setattr(register(method), _MARK, (*changes_in(method), Replaces(section, of)))
        return method

    return marked


def filters(kind: str) -> Callable[[F], F]:
    """Decorator: this method of a :class:`~navalcore.rules.Variant` removes or reorders options of decisions.

    Its arguments are the play and the options. It yields the options that stay, in order, and :func:`no` for each that
    it removes. One option at least has to stay::

        @filters("again")
        def tired(self, play: Play, options: Sequence[Option]) -> Iterator[Option]:
            for option in options:
                yield no(option, "H1", "the crew is tired") if option == RE_ATTACK else option

    Args:
        kind: the kind of the decisions (``match.decision.kind``).
    """

    def marked(method: F) -> F:
        setattr(method, _MARK, (*changes_in(method), Filters(kind)))
        return method

    return marked


def filtered_kinds(variants: Iterable[object]) -> frozenset[str]:
    """The kinds of the decisions that variants strike options out of."""
    changes = (change for variant in variants for _, change in methods_that_change(type(variant)))
    return frozenset(change.kind for change in changes if isinstance(change, Filters))


def changes_in(method: object) -> tuple[Replaces | Filters, ...]:
    """The marks of a method."""
    return getattr(method, _MARK, ())


def methods_that_change(variant: type) -> Iterator[tuple[Callable[..., Any], Replaces | Filters]]:
    """The marked methods of a class of variants, as functions, each with its mark."""
    for _, method in getmembers_static(variant, callable):
        for change in changes_in(method):
            yield method, change
