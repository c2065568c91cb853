"""The code's side of the register: ``@rule`` says which sections a procedure carries out."""

from __future__ import annotations

import pkgutil
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

from navalcore._misfits import fault_of
from navalcore.errors import BadData, BrokenPlugin

_Cited = TypeVar("_Cited", bound=Callable[..., object])


class Citation(NamedTuple):
    """A place in code or tests that cites a section."""

    number: str
    """The section's number."""
    module: str
    """The module's dotted name."""
    qualname: str
    """The function or class in it, such as ``Convoy.disrupt``; ``(module)`` if all of it is meant."""
    file: str
    """The file, from the folder the module is imported from, such as ``games/uboat_cards/combat.py``."""
    line: int
    """The line, counted from 1."""


Register: TypeAlias = dict[str, dict[Citation, None]]  # by module; a dict keeps the order and drops repeats

_registered: Register = {}
_modified: Register = {}
_changes: set[Citation] = set()
"""The citations of variants' methods that take the place of a procedure."""


def rule(*numbers: str) -> Callable[[_Cited], _Cited]:
    """Decorator: the function or class carries out the sections of these numbers of its game's rule book.

    It returns what it decorates, unchanged. Raises BadData if no number is given or one is not text.

    Args:
        numbers: the numbers of the sections, such as ``"8.5"``; one or more.
    """
    return _registering(_registered, "rule", numbers)


def takes_modifiers(*numbers: str) -> Callable[[_Cited], _Cited]:
    """Decorator: the function takes modifiers for the sections of these numbers, so a variant may change them.

    It belongs on a function that rolls with modifiers (``play.dice.roll(spec, why, rule, modifiers)``) or passes them
    through ``play.modified(rule, modifiers)``. It returns what it decorates, unchanged. Raises BadData like
    :func:`rule`.

    Args:
        numbers: the numbers of the sections, one or more.
    """
    return _registering(_modified, "takes_modifiers", numbers)


def registering_change(number: str) -> Callable[[_Cited], _Cited]:
    """As :func:`rule`, for another decorator that cites one section; called by it and by nothing between."""
    return _registering(_registered, "replaces", (number,), depth=3, noting=_changes)


def modifier_sections(packages: Sequence[str]) -> dict[str, list[Citation]]:
    """The sections that take modifiers in the loaded code of these packages, by number, each with its places."""
    return _by_number(_modified, packages)


def loaded_procedures(packages: Sequence[str]) -> dict[str, list[Citation]]:
    """The procedures in the loaded code of these packages that carry out each section, by number."""
    return _by_number(_registered, packages)


def _by_number(register: Register, packages: Sequence[str]) -> dict[str, list[Citation]]:
    found: dict[str, list[Citation]] = {}
    for package in packages:
        for citation in _below(register, package):
            if citation not in (places := found.setdefault(citation.number, [])):
                places.append(citation)
    return found


def _registering(
    register: Register,
    decorator: str,
    numbers: tuple[str, ...],
    depth: int = 2,
    noting: set[Citation] | None = None,
) -> Callable[[_Cited], _Cited]:
    if not numbers or not all(isinstance(number, str) and number for number in numbers):
        raise BadData(
            f'@{decorator}{numbers!r} names no section; write the numbers as text: @{decorator}("8.5", "8.5.1")'
        )
    frame = sys._getframe(depth)
    module = str(frame.f_globals["__name__"])
    file = from_import_root(Path(frame.f_code.co_filename), module)
    line = frame.f_lineno

    def registered(cited: _Cited) -> _Cited:
        qualname = getattr(cited, "__qualname__", None)
        if qualname is None:
            raise BadData(f"{file}:{line}: @{decorator} belongs on a function or class, not on {cited!r}")
        places = register.setdefault(module, {})
        for number in numbers:
            place = Citation(number, module, qualname, file, line)
            places[place] = None
            if noting is not None:
                noting.add(place)
        return cited

    return registered


def citations(package: str) -> dict[str, list[Citation]]:
    """All citations by ``@rule`` in a package, which is imported, by number; its variants have their own books."""
    name, _ = parts_of(package)
    _import_all(name, leaving_out=f"{name}.variants")
    found = _by_number(_registered, [package])
    return {number: sorted(found[number], key=lambda place: (place.file, place.line)) for number in sorted(found)}


def _below(register: Register, package: str) -> Iterator[Citation]:
    """Everything registered in a package and below it, its subpackage ``variants`` left out."""
    name, variant = parts_of(package)
    variants = f"{name}.variants"
    for module, places in register.items():
        if (module == name or module.startswith(name + ".")) and not module.startswith(variants):
            yield from (place for place in places if played(place, variant))


def parts_of(package: str) -> tuple[str, str]:
    """The name of a package; and, where it is the module of a variant that is played, the variant's class."""
    name, _, variant = package.partition(":")
    return name, variant


def played(place: Citation, variant: str) -> bool:
    """Whether a place counts where one variant of its module is played: other variants of it change nothing."""
    return not variant or place not in _changes or place.qualname.startswith(f"{variant}.")


@cache
def _modules_of_extras() -> frozenset[str]:
    """The modules that only extras of this library need, such as NumPy, by the name of their distribution."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        needed = requires("navalcore") or ()
    except PackageNotFoundError:
        return frozenset()
    found = (re.match(r"[\w.-]+", each) for each in needed if "extra ==" in each)
    return frozenset(each[0].lower().replace("-", "_") for each in found if each)


def _import_all(name: str, leaving_out: str = "") -> None:
    try:
        module = import_module(name)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name in _modules_of_extras():
            return  # the game does without what this module is for, and so do those who have not installed it
        message = f"module {name} cannot be imported: {fault_of(error)}"
        raise BrokenPlugin(message) from error
    for submodule in submodules(list(getattr(module, "__path__", ()))):
        if submodule != "__main__" and f"{name}.{submodule}" != leaving_out:
            _import_all(f"{name}.{submodule}")


def submodules(folders: list[str]) -> Iterator[str]:
    """Names of the modules in the folders, with the folders of Python files that have no ``__init__.py``."""
    listed = {found.name for found in pkgutil.iter_modules(folders)}
    for folder in map(Path, folders):
        if folder.is_dir():
            listed |= {
                inner.name for inner in folder.iterdir() if inner.name.isidentifier() and any(inner.glob("*.py"))
            }
    yield from sorted(listed)


def from_import_root(file: Path, module: str) -> str:
    depth = module.count(".") + (2 if file.name == "__init__.py" else 1)
    return "/".join(file.parts[-depth:])
