"""Linking: functions of a game made again from the same code, so that they call what a variant puts in their place."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from dis import get_instructions, opmap
from functools import cached_property, lru_cache, partial
from types import CellType, CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Any, Final, NamedTuple, TypeAlias

from navalcore.errors import BrokenPlugin

_DEEPEST: Final = 4
"""How far containers within containers are searched for functions."""
_CACHED: Final = type(lru_cache(lambda: None))
_STORE_GLOBAL: Final = opmap["STORE_GLOBAL"]

Make: TypeAlias = Callable[[FunctionType], Callable[..., Any]]
"""Makes what is in place of a function out of the function as it was, linked itself."""


class Linker:
    """The functions made again for one game and its variants; methods of classes ``apart`` only the engine calls."""

    def __init__(
        self,
        classes: Sequence[type],
        apart: Sequence[type],
        packages: Sequence[str],
        wanted: Mapping[FunctionType, Make],
    ) -> None:
        self._packages = tuple(packages)
        self._wanted = wanted
        self._found: dict[int, tuple[Any, tuple[FunctionType, ...]]] = {}
        self._functions: dict[FunctionType, None] = {}
        self._methods: dict[FunctionType, type] = {}
        self._seen: set[str] = set()
        self._look([cls.__module__ for cls in (*classes, *apart)], frozenset(apart))
        self._reaching = self._reached()
        self._refuse_what_cannot_be_linked(classes)
        self._globals: dict[str, dict[str, Any]] = {}
        self._made: dict[FunctionType, FunctionType] = {}
        self._instead: dict[FunctionType, Callable[..., Any]] = {}
        self._swapped: dict[int, tuple[Any, Any]] = {}

    # ---- what reaches what --------------------------------------------------------------------------------------

    def _holds(self, module: str | None) -> bool:
        return module is not None and any(
            module == package or module.startswith(f"{package}.") for package in self._packages
        )

    def _look(self, waiting: list[str], apart: frozenset[type]) -> None:
        """Note the functions of all modules that the game and its variants are made of, and of no others."""
        while waiting:
            name = waiting.pop()
            if name in self._seen or not self._holds(name) or name not in sys.modules:
                continue
            self._seen.add(name)
            for value in list(vars(sys.modules[name]).values()):
                if isinstance(value, ModuleType):
                    waiting.append(value.__name__)
                elif isinstance(value, type):
                    waiting.append(value.__module__)
                    if value.__module__ == name and value not in apart:
                        self._methods.update((each, value) for each in self._own(vars(value).values()))
                else:
                    waiting.extend(str(each.__module__) for each in self._functions_of(value))
                    self._functions.update(dict.fromkeys(self._own([value])))

    def _own(self, values: Iterable[Any]) -> Iterator[FunctionType]:
        """The functions in values that are the game's or a variant's."""
        return (each for value in values for each in self._functions_of(value) if self._holds(each.__module__))

    def _functions_of(self, value: Any) -> tuple[FunctionType, ...]:
        """The functions that a value is or holds; looked for once."""
        kind = type(value)
        if kind is FunctionType:
            return (value,)
        if _holder(kind) is _NO_HOLDER:
            return ()
        found = self._found.get(id(value))
        if found is None:
            found = self._found[id(value)] = value, tuple(_functions_in(value))
        return found[1]

    def _reached(self) -> set[FunctionType]:
        """The functions that reach a changed one, directly or through others."""
        users: dict[FunctionType, list[FunctionType]] = {}
        for function in (*self._functions, *self._methods):
            for used in set(self._used_by(function)):
                users.setdefault(used, []).append(function)
        reached, waiting = set(self._wanted), list(self._wanted)
        while waiting:
            new = [user for user in users.get(waiting.pop(), ()) if user not in reached]
            reached.update(new)
            waiting.extend(new)
        return reached

    def _used_by(self, function: FunctionType) -> Iterator[FunctionType]:
        """The functions that a function names, directly, in a container, or in a module."""
        known, names = function.__globals__, set(_names(function.__code__))
        for name in names:
            value = known.get(name)
            if isinstance(value, ModuleType):
                if self._holds(value.__name__):
                    yield from self._own(vars(value).get(each) for each in names)
            elif value is not None:
                yield from self._functions_of(value)
        for cell in function.__closure__ or ():
            yield from self._functions_of(_content(cell))
        yield from self._functions_of(function.__defaults__)

    def _refuse_what_cannot_be_linked(self, classes: Sequence[type]) -> None:
        for function in (*self._functions, *self._methods):
            if any(imported in self._reaching for imported in self._imported_within(function)):
                raise BrokenPlugin(
                    f"{named(function)} imports what the variant changes inside the function; "
                    "import it at the head of its module"
                )
        for function in self._reaching:
            cls = self._methods.get(function)
            if cls is not None and not any(cls in each.__mro__ for each in classes):
                raise BrokenPlugin(
                    f"{named(function)} calls what the variant changes, and no copy of a method can be made; only "
                    "functions and the methods of the game itself can"
                )
            if _sets_globals(function.__code__):
                raise BrokenPlugin(f"{named(function)} calls what the variant changes, and it sets a global variable")

    def _imported_within(self, function: FunctionType) -> Iterator[FunctionType]:
        """The functions that a function imports when it is called."""
        names = set(_names(function.__code__))
        package = function.__module__.rpartition(".")[0]
        for name in names - function.__globals__.keys():
            paths = {name, f"{package}.{name}"} & self._seen
            for path in paths if paths and _imports(function.__code__, name) else ():
                yield from self._own(vars(sys.modules[path]).get(each) for each in names)

    # ---- making anew --------------------------------------------------------------------------------------------

    def linked(self, value: Any) -> Any:
        """The value as the variant has it: the same if it reaches nothing that is changed."""
        if isinstance(value, FunctionType):
            if value in self._wanted:
                return self._changed(value)
            return self._anew(value) if value in self._reaching else value
        if isinstance(value, ModuleType):
            used = self._holds(value.__name__) and any(
                each in self._reaching for each in vars(value).values() if isinstance(each, FunctionType)
            )
        else:
            used = any(function in self._reaching for function in self._functions_of(value))
        if not used:
            return value
        found = self._swapped.get(id(value))
        if found is None:
            found = self._swapped[id(value)] = value, self._copied(value)
        return found[1]

    def _copied(self, value: Any) -> Any:
        """A copy of a container, with everything in it linked."""
        if isinstance(value, ModuleType):
            return _LinkedModule(value.__name__, self._module(value.__name__, vars(value)))
        holder = _holder(type(value))
        return holder.filled(value, [self.linked(each) for each in holder.parts(value)])

    def _changed(self, function: FunctionType) -> Callable[..., Any]:
        """The replacement of a function; made once, though the function may name itself."""
        original = self._anew(function)
        if function not in self._instead:
            self._instead[function] = self._wanted[function](original)
        return self._instead[function]

    def _anew(self, function: FunctionType) -> FunctionType:
        """A function of the same code with linked globals."""
        found = self._made.get(function)
        if found is None:
            cells = function.__closure__ or ()
            closure = tuple(CellType() for _ in cells)
            known = self._module(function.__module__, function.__globals__)
            found = self._made.get(function)  # the module may have led here
            if found is not None:
                return found
            found = FunctionType(function.__code__, known, function.__name__, None, closure)
            self._made[function] = found
            found.__dict__.update(function.__dict__)
            found.__kwdefaults__, found.__annotations__ = function.__kwdefaults__, function.__annotations__
            found.__qualname__, found.__doc__ = function.__qualname__, function.__doc__
            found.__defaults__ = self.linked(function.__defaults__)
            for mine, theirs in zip(closure, cells, strict=True):
                if (content := _content(theirs)) is not None:
                    mine.cell_contents = self.linked(content)
        return found

    def _module(self, name: str, known: Mapping[str, Any]) -> dict[str, Any]:
        """The globals of a module, linked; noted before they are filled in, as modules name one another."""
        found = self._globals.get(name)
        if found is None:
            found = self._globals[name] = dict(known)
            for each, value in known.items():
                found[each] = self.linked(value)
        return found


class _LinkedModule(ModuleType):
    """A module as functions that were made again see it."""

    def __init__(self, name: str, known: Mapping[str, Any]) -> None:
        super().__init__(name)
        self._known = known

    def __getattr__(self, name: str) -> Any:
        if name in self._known:
            return self._known[name]
        raise AttributeError(name)


def _names(code: CodeType) -> Iterator[str]:
    """The global names and attributes that code and the functions in it use."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)


def _imports(code: CodeType, name: str) -> bool:
    """Whether code imports a module by this name."""
    return any(each.opname == "IMPORT_NAME" and each.argval == name for each in get_instructions(code)) or any(
        _imports(each, name) for each in code.co_consts if isinstance(each, CodeType)
    )


def _sets_globals(code: CodeType) -> bool:
    return _STORE_GLOBAL in code.co_code[::2] or any(
        _sets_globals(each) for each in code.co_consts if isinstance(each, CodeType)
    )


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # it is empty still
        return None


class _Holder(NamedTuple):
    """The parts of a container or of a decorator, and the same with others in their places."""

    parts: Callable[[Any], Iterable[Any]]
    filled: Callable[[Any, list[Any]], Any]


_NO_HOLDER: Final = _Holder(lambda _: (), lambda value, _: value)
_WRAPPED: Final = _Holder(lambda value: (value.__func__,), lambda value, parts: type(value)(*parts))
_TABLE: Final = _Holder(dict.values, lambda value, parts: dict(zip(value, parts, strict=True)))
_ITEMS: Final = _Holder(iter, lambda value, parts: getattr(value, "_make", type(value))(parts))
_FIELDS: Final = _Holder(
    lambda value: [getattr(value, each.name, None) for each in fields(value) if each.init],
    lambda value, parts: replace(
        value, **dict(zip((each.name for each in fields(value) if each.init), parts, strict=True))
    ),
)
_HOLDERS: Final[dict[type, _Holder]] = {
    partial: _Holder(
        lambda value: (value.func, *value.args),
        lambda value, parts: partial(parts[0], *parts[1:], **value.keywords),
    ),
    _CACHED: _Holder(
        lambda value: (value.__wrapped__,), lambda value, parts: lru_cache(**value.cache_parameters())(parts[0])
    ),
    staticmethod: _WRAPPED,
    classmethod: _WRAPPED,
    property: _Holder(
        lambda value: (value.fget, value.fset, value.fdel),
        lambda value, parts: property(parts[0], parts[1], parts[2], value.__doc__),
    ),
    cached_property: _Holder(lambda value: (value.func,), lambda _, parts: cached_property(*parts)),
    MappingProxyType: _Holder(
        lambda value: value.values(), lambda value, parts: MappingProxyType(dict(zip(value, parts, strict=True)))
    ),
    dict: _TABLE,
    **dict.fromkeys((tuple, list, set, frozenset), _ITEMS),
}


def _holder(cls: type) -> _Holder:
    """How to look into values of a class; found out once for each."""
    found = _HOLDERS.get(cls)
    if found is None:
        base = next((each for each in (dict, tuple, list, set, frozenset) if issubclass(cls, each)), None)
        found = _HOLDERS[base] if base is not None else _FIELDS if is_dataclass(cls) else _NO_HOLDER
        _HOLDERS[cls] = found
    return found


def _functions_in(value: Any, depth: int = _DEEPEST) -> Iterator[FunctionType]:
    """The functions that a value is or holds."""
    if type(value) is FunctionType:
        yield value
    elif depth:
        for each in _holder(type(value)).parts(value):
            yield from _functions_in(each, depth - 1)


def named(function: FunctionType) -> str:
    """A function by its module and name, for messages."""
    return f"{function.__module__}.{function.__qualname__}"
