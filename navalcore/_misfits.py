"""Faults in one sentence: arguments that do not fit, and where the code of a stranger failed."""

from __future__ import annotations

import collections.abc
import inspect
import sys
import types
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields
from functools import wraps
from inspect import BoundArguments, Parameter, Signature
from itertools import islice
from numbers import Integral, Real
from operator import index
from pathlib import Path
from typing import Annotated, Any, Final, Literal, ParamSpec, TypeVar, Union, cast, get_args, get_origin

from navalcore.errors import BadData, NavalCoreError

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

TOLD: Final = "__told_of_misfits__"
"""The mark of a function that is so already."""
LONGEST: Final = 60
"""The most characters that are shown of a value."""
_INNER: Final = ("rules", "components", "boards", "odds", "bots", "learn")
DOORS: Final = ("navalcore", *(f"navalcore.{door}" for door in _INNER))
"""Where the types are found that a module names for a type checker alone."""
LOOKED_AT: Final = 1000
"""So many things in a sequence are looked at; the function would have failed on one of the first."""
_PASSED_BY: Final = sys.stdlib_module_names | {"navalcore", "pluggy", "pydantic"}
"""Packages in which no fault of a game can be."""
_WORDS: Final[Mapping[Any, str]] = {
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    str: "text",
    type(None): "None",
    Path: "a path",
    Callable: "something to call",
}


def fault_of(error: BaseException) -> str:
    """The error in words, with the last line of a game, a bot or another plug-in that was carried out before it."""
    told, trace = "", error.__traceback__
    while trace is not None:
        if str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0] not in _PASSED_BY:
            told = f" ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}{told}"


def told_of_misfits(function: Callable[P, R], name: str = "") -> Callable[P, R]:
    """The function; where it fails on an argument that its annotations exclude, BadData says which."""
    # Nothing is looked at before the function has failed, so calls that succeed stay as they were.
    if hasattr(function, TOLD):
        return function
    where = name or function.__qualname__.removesuffix(".__init__")

    if inspect.iscoroutinefunction(function):

        @wraps(function)
        async def call(*args: Any, **named: Any) -> Any:
            try:
                return await function(*args, **named)
            except Exception as error:
                _tell(function, where, args, named, error)
                raise

    elif inspect.isgeneratorfunction(function):

        @wraps(function)
        def call(*args: Any, **named: Any) -> Any:
            try:
                return (yield from function(*args, **named))
            except Exception as error:
                _tell(function, where, args, named, error)
                raise

    else:

        @wraps(function)
        def call(*args: Any, **named: Any) -> Any:
            try:
                return function(*args, **named)
            except Exception as error:
                _tell(function, where, args, named, error)
                raise

    setattr(call, TOLD, True)
    return cast(Callable[P, R], call)


def _tell(
    function: Callable[..., Any], where: str, args: tuple[Any, ...], named: Mapping[str, Any], error: Exception
) -> None:
    """Raise BadData if the error is not ours and comes of an argument that does not fit."""
    if isinstance(error, NavalCoreError):
        return
    misfit = _misfit(function, args, named)
    if misfit is None and isinstance(error, RecursionError) and any(map(_is_too_deep, (*args, *named.values()))):
        misfit = "what is given has too many levels"
    if misfit is not None:
        raise BadData(f"{where}: {misfit}") from error


def _is_too_deep(value: object) -> bool:
    try:
        repr(value)
    except RecursionError:
        return True
    except Exception:
        return False
    return False


def told_when_made(cls: type[T]) -> type[T]:
    """The class, of which to make an instance is :func:`told_of_misfits`."""
    cls.__init__ = told_of_misfits(cls.__init__, cls.__name__)  # type: ignore[method-assign]
    return cls


def told_in_methods(cls: type[T]) -> type[T]:
    """The class, each of whose public methods is :func:`told_of_misfits`, and its making too."""
    for name, each in list(vars(cls).items()):
        if name.startswith("_"):
            continue
        if isinstance(each, types.FunctionType):
            setattr(cls, name, told_of_misfits(each, f"{cls.__name__}.{name}"))
        elif isinstance(each, classmethod | staticmethod):
            setattr(cls, name, type(each)(told_of_misfits(each.__func__, f"{cls.__name__}.{name}")))
    return told_when_made(cls) if "__init__" in vars(cls) else cls


def checked_when_made(cls: type[T]) -> type[T]:
    """The class, whose arguments are looked at first: it would take a misfit and do something else."""
    made = cls.__init__

    @wraps(made)
    def init(self: T, *args: Any, **named: Any) -> None:
        if (misfit := _misfit(made, (self, *args), named)) is not None:
            raise BadData(f"{cls.__name__}: {misfit}")
        made(self, *args, **named)

    cls.__init__ = init  # type: ignore[method-assign, assignment]
    setattr(init, TOLD, True)
    return cls


def refuse_misfits(made: object) -> None:
    """Raise BadData for the first field of a dataclass that does not fit."""
    # For classes made so often that they look first whether anything may be wrong.
    given = [getattr(made, each.name) for each in fields(made) if each.init]  # type: ignore[arg-type]
    if (misfit := _misfit(type(made).__init__, (made, *given), {})) is not None:
        raise BadData(f"{type(made).__name__}: {misfit}")


def whole(what: str, given: object, least: int = 0) -> int:
    """A given number, if it is whole and not too small; BadData, which begins with ``what`` it is, if not."""
    try:
        number = None if isinstance(given, bool) else index(given)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or number < least:
        wanted = "whole and " if number is None else ""
        raise BadData(f"{what}, {wanted}{least} or more, not {shown(given, repr, LONGEST)}")
    return number


def _misfit(function: Callable[..., Any], args: tuple[Any, ...], named: Mapping[str, Any]) -> str | None:
    """The first argument that does not fit, in words; None if all do, or if that cannot be told."""
    try:
        signature = inspect.signature(function)
        bound = signature.bind(*args, **named)
    except (TypeError, ValueError):
        return None
    hints = {name: _hint(function, each.annotation) for name, each in signature.parameters.items()}
    for name, value, hint in _given(signature, bound, hints):
        if not fits(hint, value):
            return f"{name} should be {in_words(hint)}, not {shown(value, repr, LONGEST)}"
    return None


def _hint(function: Callable[..., Any], annotation: object) -> Any:
    """The type that an annotation names; any, if its names are there for a type checker alone."""
    if annotation is Parameter.empty:
        return Any
    if not isinstance(annotation, str):
        return annotation
    known = inspect.unwrap(function).__globals__
    try:
        return eval(annotation, known, _Elsewhere(known))
    except (NameError, AttributeError, TypeError):
        return Any


class _Elsewhere(dict[str, Any]):
    """The names that a module has for a type checker alone, so that they are not there when it runs."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self._known = known

    def __missing__(self, name: str) -> Any:
        homes = () if name in self._known else (collections.abc, *map(sys.modules.get, DOORS))
        for home in homes:
            if home is not None and name in getattr(home, "__all__", ()):
                return getattr(home, name)
        raise KeyError(name)


def _given(
    signature: Signature, bound: BoundArguments, hints: Mapping[str, Any]
) -> Iterable[tuple[str, object, object]]:
    for name, given in bound.arguments.items():
        kind = signature.parameters[name].kind
        each = (
            given if kind is Parameter.VAR_POSITIONAL else given.values() if kind is Parameter.VAR_KEYWORD else [given]
        )
        yield from ((name, value, hints.get(name, Any)) for value in each)


def shown(given: object, write: Callable[[object], str] = str, longest: int = 200) -> str:
    """A given value, as a message shows it: cut where it is long."""
    try:
        text = write(given)
    except ValueError:  # Python writes no whole numbers of more than some thousand digits
        return "a number of thousands of digits"
    except RecursionError:
        return f"a {type(given).__name__} of thousands of levels"
    except Exception:  # a stranger wrote the class
        return f"a {type(given).__name__}"
    return text if len(text) <= longest else f"{text[:longest]}..."


def fits(hint: Any, value: object) -> bool:
    """Whether a value fits an annotation; True where that cannot be told."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return fits(inner[0], value)
    if origin in (Union, types.UnionType):
        return any(fits(each, value) for each in inner)
    if origin is Literal:
        return value in inner
    if origin is type:
        return isinstance(value, type)
    if origin is not None:
        return _fits(origin, value) and _holds(origin, inner, value)
    return value is None if hint is None else _fits(hint, value)


def _fits(kind: Any, value: object) -> bool:
    if kind in (int, float):
        return isinstance(value, Integral if kind is int else Real)
    if not isinstance(kind, type):  # a type variable, or Any
        return True
    try:
        return isinstance(value, kind)
    except TypeError:  # a protocol of which only a type checker can say what keeps it
        return True


def _holds(origin: Any, inner: tuple[Any, ...], value: object) -> bool:
    """Whether what a collection holds fits, too."""
    if not inner or not isinstance(value, Collection):
        return True
    if isinstance(value, str):  # whose letters are texts, but who meant those?
        return False
    if isinstance(value, Mapping):
        return all(fits(inner[0], key) and fits(inner[-1], each) for key, each in islice(value.items(), LOOKED_AT))
    if origin is tuple and inner[-1] is not Ellipsis:
        return len(value) == len(inner) and all(map(fits, inner, value))
    return all(fits(inner[0], each) for each in islice(value, LOOKED_AT))


def in_words(hint: Any) -> str:
    """An annotation in words: ``a whole number or None``, ``a list of str``."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return in_words(inner[0])
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(in_words(each) for each in inner))
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if hint is None or hint in _WORDS or origin in _WORDS:
        return _WORDS[type(None) if hint is None else origin or hint]
    own = getattr(origin or hint, "__name__", str(hint))
    held = [each for each in inner if isinstance(each, type)]
    of = f" of {held[-1].__name__}" if held and issubclass(origin, Collection) else ""
    word = own.lower() if (origin or hint).__module__ in ("builtins", "collections.abc") else own
    return f"{'an' if word[0] in 'aeiouAEIOU' else 'a'} {word}{of}"
