"""Names and signatures of two releases: what would break for those who import from the doors.

Griffe finds what is gone and what cannot be called as before. What it does not look at is compared here: types,
the errors that are raised, the order of fields, and what those who write games must implement.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import griffe

from tests.releases.listing import read
from tests.releases.types import fits

WRITTEN_BY_OTHERS: Final = frozenset(("Bot", "Face", "Game", "Variant"))
"""Classes that games and plug-ins derive from; so are those with abstract methods, and protocols. The library calls
their methods, so a method may not even be handed more than before, and none may come that must be there."""

BY_US: Final = (griffe.BreakageKind.RETURN_CHANGED_TYPE, griffe.BreakageKind.ATTRIBUTE_CHANGED_VALUE)
"""What Griffe reports and is compared here in more detail."""


def broken_names(before: Path, now: Path) -> list[str]:
    """What breaks from one listing to another, in sentences."""
    old, new = read(before), read(now)
    found = [_sentence(each) for each in griffe.find_breaking_changes(old, new) if each.kind not in BY_US]
    for module, door in _doors(old):
        if door in new.members or not door:
            later = new[door] if door else new
            found += [each for name in module.members for each in _compare(module, later, name)]
            gone = set(module.exports or ()) - set(later.exports or ())
            found += [f"{module.path}.{name}: is no longer in __all__" for name in gone if name in later.members]
    return sorted(dict.fromkeys(found))


def _doors(package: griffe.Module) -> Iterator[tuple[Any, str]]:
    yield package, ""
    yield from ((member, name) for name, member in package.members.items() if isinstance(member, griffe.Module))


def _sentence(breakage: griffe.Breakage) -> str:
    """What Griffe found, as one sentence."""
    named = breakage.as_dict()
    old, new = (_value(named[key]) for key in ("old_value", "new_value"))
    kind = breakage.kind.value[0].lower() + breakage.kind.value[1:]
    values = f": {old} before, {new} now" if old and new else f": {old or new}" if old or new else ""
    return f"{breakage.obj.path}: {kind}{values}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return str(value.get("name", ""))
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _compare(old: Any, new: Any, name: str) -> Iterator[str]:
    before, after = old.members[name], new.members.get(name)
    if after is None or before.is_module or name == "__all__":
        return  # Griffe's
    if before.is_alias:
        if not after.is_alias or before.target_path == after.target_path:
            return  # compared where it is written out
        before = before.final_target
    after = after.final_target if after.is_alias else after
    if before.kind != after.kind:
        return
    if before.is_class:
        yield from _compare_classes(before, after)
    elif before.is_function:
        yield from _compare_functions(before, after, by_others=before.parent.name == "hooks")
    elif before.is_attribute:
        yield from _compare_attributes(before, after)


def _compare_classes(before: griffe.Class, after: griffe.Class) -> Iterator[str]:
    by_others = _is_written_by_others(before)
    for name, member in before.members.items():
        later = after.members.get(name)
        if isinstance(member, griffe.Function) and isinstance(later, griffe.Function):
            yield from _compare_functions(member, later, by_others)
        elif isinstance(member, griffe.Attribute) and isinstance(later, griffe.Attribute):
            yield from _compare_attributes(member, later)
    come = [name for name in after.members if name not in before.members]
    if by_others:
        for name in come:
            if "abstractmethod" in _marks(after.members[name]) or "Protocol" in _bases(after):
                yield f"{before.path}.{name}: is new and must be implemented"
    if "NamedTuple" in _bases(before) and (now := _fields(after)) != (then := _fields(before)):
        yield f"{before.path}: its fields were {', '.join(then)} and are {', '.join(now)}, so it unpacks otherwise"


def _compare_functions(before: griffe.Function, after: griffe.Function, by_others: bool) -> Iterator[str]:
    for parameter in before.parameters:
        if parameter.name not in after.parameters:
            continue
        then, now = str(parameter.annotation or "Any"), str(after.parameters[parameter.name].annotation or "Any")
        if not fits(then, now) or (by_others and now != then):
            yield f"{before.path}({parameter.name}): took {then}, takes {now}"
    if by_others and not before.name.startswith("__"):
        handed = [each.name for each in after.parameters if each.name not in before.parameters]
        if handed:
            yield f"{before.path}: is handed {', '.join(handed)} too, which those who wrote one do not expect"
    then, now = str(before.returns or "Any"), str(after.returns or "Any")
    if then != "Any" and not (fits(now, then) and now != "Any"):
        yield f"{before.path}: gave {then}, gives {now}"
    elif by_others and not fits(then, now):
        yield f"{before.path}: had to give {then}, has to give {now}"
    yield from _compare_errors(before, after)


def _compare_errors(before: griffe.Function, after: griffe.Function) -> Iterator[str]:
    """An error that takes the place of another must be one of its kind."""
    then, now = _raised(before), _raised(after)
    for gone in sorted(then - now):
        yield f"{before.path}: raised {gone}, raises {', '.join(sorted(now)) or 'no error that is named'}"


def _raised(function: griffe.Function) -> set[str]:
    """The errors named in the listing, with what they derive from: who catches that catches them too."""
    said = function.docstring.value.removeprefix("Raises ").split(", ") if function.docstring else []
    errors: Any = function.package.members.get("errors")
    known = {name: _bases(error) for name, error in (errors.members if errors else {}).items() if error.is_class}
    return {base for name in said for base in {name, *known.get(name, ())} if base != "Exception"}


def _compare_attributes(before: griffe.Attribute, after: griffe.Attribute) -> Iterator[str]:
    then, now = str(before.annotation or "Any"), str(after.annotation or "Any")
    if then != "Any" and not (fits(now, then) and now != "Any"):
        yield f"{before.path}: was {then}, is {now}"
    values = (before.value, after.value)
    if before.value is not None and len({*map(str, values)}) > 1:
        yield f"{before.path}: was {values[0]}, is {values[1] or 'without a value'}"


def _is_written_by_others(cls: griffe.Class) -> bool:
    bases = _bases(cls)
    return (
        cls.name in WRITTEN_BY_OTHERS
        or "Protocol" in bases
        or any("abstractmethod" in _marks(member) for member in cls.members.values())
    )


def _bases(cls: Any) -> list[str]:
    return [str(base).split("[")[0] for base in cls.bases]


def _fields(cls: griffe.Class) -> list[str]:
    made: Any = cls.members["__init__"]
    return [each.name for each in made.parameters][1:]


def _marks(member: Any) -> list[str]:
    return [str(each.value) for each in getattr(member, "decorators", ())]
