"""Options as data: their kind, their key, and the places they name."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Any, ClassVar, TypeVar, dataclass_transform

from navalcore._misfits import told_of_misfits
from navalcore.components._declared import DeclaredPlaces, placed, written
from navalcore.components._events import Kinded, word_for
from navalcore.components._places import Place
from navalcore.errors import BadData

K = TypeVar("K", bound=Kinded)

_identities: dict[type, tuple[str, ...]] = {}
_PLAIN = {str: "text", int: "number", bool: "answer"}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Option(Kinded):
    """The base of the option classes of a game: frozen dataclasses whose ``str`` is their notation.

    The fields say everything about the choice, in words and numbers that mean the same in every match of the game. A
    field that is there only for the notation, or that does not distinguish options, is declared with
    ``field(compare=False)``. One that means something to the rules alone, such as an index, is not sent if its hint is
    ``Annotated[int, Field(exclude=True)]`` with pydantic's ``Field``; it needs a default.

    A class that is declared with its text needs no decorator and no methods::

        class Attack(Option, text="{card} on the {target}", places={"subject": "card/{card:id}", "target": "{target}"}):
            card: Tactical
            target: Target

    Between braces is the name of a field, or of an attribute of one (``{boat.name}``). With ``:id`` its value is
    written as in the id of a place (see :func:`~navalcore.components.place_id`), with anything else as ``format`` would
    write it. A field that is marked with :class:`~navalcore.rules.worded` says itself how it is written.

    Args:
        text: its notation; left out where the class writes ``__str__`` itself.
        places: by part, the id of the place, or a function that makes one of the option. An empty id is left out.

    Attributes:
        kind: a stable word for the class, made from its name (``PlayCard`` is a ``play_card``) unless it sets one.
        keyed: the word with which its key begins, where that is not its kind.
    """

    __slots__ = ()

    reserved: ClassVar[frozenset[str]] = frozenset({"kind", "key", "places", "keyed"})
    keyed: ClassVar[str] = ""
    """The word with which its key begins, where that is not its kind. Keys are in saves: a kind that has been made two
    keeps its key in both, as nothing offers both at once.
    """

    def __init_subclass__(cls, *, text: str = "", places: DeclaredPlaces | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not text and places is None:
            return
        dataclass(frozen=True)(cls)
        if text:
            setattr(cls, "__str__", written(cls, text))  # noqa: B010 - mypy refuses a method that is assigned
        if places is not None:
            setattr(cls, "places", placed(cls, places))  # noqa: B010

    @property
    def key(self) -> str:
        """The same text for the same action in every match of the game, and another for every other action."""
        return _key(self, self.keyed or self.kind)

    @property
    def places(self) -> tuple[Place, ...]:
        """The regions and pieces that the option names, each with its part, as :func:`~navalcore.rules.places` makes
        them; empty for an act without a place.
        """
        return ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        if cls is Option:
            raise BadData(
                "a view cannot show an Option without saying which; name the classes: Move | Fire, for example"
            )
        return handler(source)


def kind_of(option: object) -> str:
    """The kind of an option, whether it is an :class:`Option` or a plain value."""
    return kind_of_class(type(option))


def kind_of_class(cls: type) -> str:
    """The kind of all options (or events) of a class."""
    if issubclass(cls, Kinded):
        return cls.kind
    return _PLAIN.get(cls) or word_for(cls.__name__)


def key_of(option: object) -> str:
    """The key of an option, whether it is an :class:`Option` or a plain value."""
    if isinstance(option, Option):
        return option.key
    kind = kind_of(option)
    return _key(option, kind) if is_dataclass(option) else f"{kind}/{_part(option)}"


def _key(option: object, kind: str) -> str:
    return "/".join([kind, *[_part(getattr(option, name)) for name in identity_of(type(option))]])


def places_of(option: object) -> tuple[Place, ...]:
    """The places that an option names; a plain value names none."""
    return option.places if isinstance(option, Option) else ()


@told_of_misfits
def types_in(module: Any, base: type[K]) -> tuple[type[K], ...]:
    """The classes that a module defines and that derive from ``base``, in the order of their definition. Set
    ``Game.option_types`` and ``event_types`` to them where all classes of a kind are in one module. Classes from which
    others in the module derive are left out as mere bases.

    Args:
        module: the module, loaded.
        base: the class they derive from; it is not among the result.

    Raises:
        BadData: there is nothing in ``module`` to look in.
    """
    if not hasattr(module, "__dict__"):
        raise BadData(f"types are looked for in a module, such as sys.modules[__name__], not in {module!r}")
    found = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, base) and each.__module__ == module.__name__
    ]
    return tuple(each for each in found if not any(other is not each and issubclass(other, each) for other in found))


def identity_of(cls: type) -> tuple[str, ...]:
    """The fields that distinguish one option of a class from another."""
    found = _identities.get(cls)
    if found is None:
        found = tuple(each.name for each in fields(cls) if each.compare) if is_dataclass(cls) else ()
        _identities[cls] = found
    return found


def _part(value: object) -> str:
    """A value as part of a key, in which ``/`` and ``,`` separate."""
    if isinstance(value, Enum):
        value = value.value
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ",".join(map(_part, value)) or "()"
    if is_dataclass(value):
        return key_of(value).replace("%", "%25").replace("/", "%2F").replace(",", "%2C")
    text = str(value).replace("%", "%25").replace("/", "%2F").replace(",", "%2C")
    return "%2D" if text == "-" else text
