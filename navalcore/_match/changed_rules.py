"""The rules that variants change: procedures found and replaced, options of decisions struck out or reordered."""

from __future__ import annotations

import sys
from ast import AST, Call, Constant, Name, parse, walk
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial, wraps
from inspect import Parameter, getsource, isgeneratorfunction, signature, unwrap
from re import fullmatch
from types import FunctionType, GeneratorType, MethodType
from typing import Any, NamedTuple, TypeAlias

from navalcore._match.linking import Linker, Make, named
from navalcore._rulebook.citing import Citation, loaded_procedures
from navalcore._rulebook.model import Rulebook
from navalcore._rules.decision import Decision, Group, Refusal
from navalcore._rules.game import Rules
from navalcore._rules.offering import No
from navalcore._rules.option import kind_of_class
from navalcore._rules.play import Play
from navalcore._rules.replacing import Filters, Replaces, methods_that_change
from navalcore._rules.terms import Procedure, Step
from navalcore._rules.variants import Variant
from navalcore.components._model_errors import closest
from navalcore.components._sentences import listed
from navalcore.errors import BrokenPlugin, RuleError

Filter: TypeAlias = Callable[[Play[Any, Any], Sequence[Any]], Iterable[Any]]


class Replaced(NamedTuple):
    """A procedure that a variant takes the place of."""

    variant: Variant
    change: Replaces
    procedure: Any
    method: Any


class ChangedRules:
    """The changes of a game's variants in its rules; BrokenPlugin if one changes nothing, or two the same thing."""

    def __init__(self, game: Rules[Any, Any, Any], variants: Sequence[Variant]) -> None:
        self.replaced: list[Replaced] = []
        self.filters: dict[str, list[tuple[Variant, Filter]]] = {}
        for variant in variants:
            for method, change in methods_that_change(type(variant)):
                if isinstance(change, Filters):
                    _check_kind(game, variant, change.kind)
                    self.filters.setdefault(change.kind, []).append((variant, MethodType(method, variant)))
                else:
                    self._add(game, variant, method, change)
        self._linker = self._linked(game, variants) if self.replaced else None

    def _add(self, game: Rules[Any, Any, Any], variant: Variant, method: Any, change: Replaces) -> None:
        procedure = _procedure(game, variant, change)
        for other in self.replaced:
            if other.procedure is procedure:
                both = "twice" if other.variant is variant else f"and so does '{other.variant.id}'"
                raise BrokenPlugin(
                    f"the variant '{variant.id}' replaces {procedure.__name__} (section {change.section}), {both}; "
                    "leave one of the two out"
                )
        _check_fits(variant, method, procedure)
        self.replaced.append(Replaced(variant, change, procedure, method))

    def _linked(self, game: Rules[Any, Any, Any], variants: Sequence[Variant]) -> Linker:
        wanted: dict[FunctionType, Make] = {each.procedure: partial(self._instead, each) for each in self.replaced}
        classes = [cls for cls in type(game).__mro__ if cls.__module__.startswith(game.package)]
        return Linker(classes, [type(variant) for variant in variants], _packages(game, variants), wanted)

    def _instead(self, replaced: Replaced, original: FunctionType) -> Callable[..., Any]:
        """The variant's method in the shape of the procedure that it takes the place of."""
        linker = self._linker
        method = replaced.method if linker is None else linker.linked(replaced.method)
        called = partial(method, replaced.variant, original)
        if not isgeneratorfunction(original) or isgeneratorfunction(method):
            return wraps(original)(lambda *given, **named: called(*given, **named))

        @wraps(original)
        def flow(*given: Any, **named: Any) -> Generator[Any, Any, Any]:
            result = called(*given, **named)
            return (yield from result) if isinstance(result, GeneratorType) else result

        return flow

    # ---- what the varied game is made of ------------------------------------------------------------------------

    def members(self, base: type, package: str) -> dict[str, Any]:
        """The methods of the game's class that reach what is changed, made again."""
        found: dict[str, Any] = {}
        linker = self._linker
        for cls in reversed(base.__mro__) if linker is not None else ():
            if cls.__module__.startswith(package):
                for name, value in vars(cls).items():
                    if linker is not None and (linked := linker.linked(value)) is not value:
                        found[name] = linked
                    else:
                        found.pop(name, None)
        return found

    def step(self, step: Step) -> Step:
        """A step that carries out what the variants have made of its procedure."""
        linked: Step = step if self._linker is None else self._linker.linked(step)
        if not self.filters:
            return linked
        return Step(linked.name, _filtering(linked.procedure, self.filters), linked.title, linked.rule, linked.once)

    def told_in(self, rulebook: Rulebook) -> Rulebook:
        """The rule book, in which each section says what a variant has made of it."""
        changes: dict[str, str] = {}
        for each in self.replaced:
            said = f"In the variant {each.variant.title}: {_first_line(each.method) or 'it is played differently.'}"
            changes[each.change.section] = " ".join(filter(None, (changes.get(each.change.section), said)))
        return rulebook.with_changes(changes) if changes else rulebook


def _check_kind(game: Rules[Any, Any, Any], variant: Variant, kind: str) -> None:
    """Refuse to filter decisions of a kind that is neither made of options of the game nor named in its code."""
    options = {kind_of_class(each) for each in (*game.option_types, *variant.option_types)}
    if not options or options.issuperset(kind.split(".")):
        return
    modules = [each for name, each in sys.modules.items() if f"{name}.".startswith(f"{game.package}.")]
    sources = [getsource(module) for module in modules if getattr(module, "__file__", None)]
    if not any(f'"{kind}"' in source for source in sources):
        named = {each for source in sources for each in _kinds_asked(parse(source))}
        raise BrokenPlugin(
            f"the variant '{variant.id}' filters decisions of the kind {kind!r}, and {game.id} has none; "
            f"{closest(kind, {*options, *named})}"
        )


def _kinds_asked(source: AST) -> Iterator[str]:
    """The kinds of decisions that code names: as ``kind=`` or as an argument of its place in ``Decision``."""
    place = list(signature(Decision).parameters).index("kind")
    for call in walk(source):
        if isinstance(call, Call):
            given = [each.value for each in call.keywords if each.arg == "kind"]
            if isinstance(call.func, Name) and call.func.id == Decision.__name__:
                given += call.args[place : place + 1]
            found = (each.value for value in given for each in walk(value) if isinstance(each, Constant))
            yield from (each for each in found if isinstance(each, str) and fullmatch("[a-z_.]+", each))


def _procedure(game: Rules[Any, Any, Any], variant: Variant, change: Replaces) -> FunctionType:
    """The procedure that a variant means."""
    cited = loaded_procedures([game.package]).get(change.section, [])
    found = [each for each in cited if change.of in ("", each.qualname.rpartition(".")[2])]
    what = f"the variant '{variant.id}' replaces {change.of or 'the procedure'} of section {change.section}"
    if not found:
        names = listed([each.qualname for each in cited]) if cited else "none"
        raise BrokenPlugin(f"{what}, which {game.id} does not have; procedures of the section: {names}")
    if len(found) > 1:
        names = listed([f"'{each.qualname}'" for each in found])
        raise BrokenPlugin(f"{what}, and the section has several; name one with of=: {names}")
    procedure = _function(found[0])
    if procedure is None:
        raise BrokenPlugin(f"{what}, which is {found[0].module}.{found[0].qualname}; only functions can be replaced")
    return procedure


def _function(place: Citation) -> FunctionType | None:
    found = unwrap(getattr(sys.modules[place.module], place.qualname, print))
    return found if isinstance(found, FunctionType) else None


def _packages(game: Rules[Any, Any, Any], variants: Sequence[Variant]) -> list[str]:
    return [game.package, *(type(variant).__module__ for variant in variants)]


def _check_fits(variant: Variant, method: FunctionType, procedure: FunctionType) -> None:
    """Refuse a method that cannot be called as the procedure is."""
    given = [each.kind for each in list(signature(method).parameters.values())[2:]]
    asked = [each.kind for each in signature(procedure).parameters.values()]
    if given != asked and Parameter.VAR_POSITIONAL not in given:
        names = ", ".join(["self", "original", *signature(procedure).parameters])
        raise BrokenPlugin(
            f"the variant '{variant.id}' replaces {procedure.__name__} by {method.__qualname__}, which takes other "
            f"arguments; it should take ({names})"
        )
    asks = isgeneratorfunction(procedure) or "Flow" in str(procedure.__annotations__.get("return", ""))
    if isgeneratorfunction(method) and not asks:
        raise BrokenPlugin(
            f"the variant '{variant.id}' replaces {named(procedure)}, which asks no question, by "
            f"{method.__qualname__}, which does (it has a yield)"
        )


def _first_line(method: FunctionType) -> str:
    return (method.__doc__ or "").strip().partition("\n")[0]


def _filtering(procedure: Procedure, filters: Mapping[str, list[tuple[Variant, Filter]]]) -> Procedure:
    """A step's procedure whose decisions offer what filters leave."""

    @wraps(procedure)
    def filtering(play: Play[Any, Any]) -> Generator[Any, Any, Any]:
        result = procedure(play)
        return (yield from _filtered(result, play, filters)) if isinstance(result, GeneratorType) else result

    return filtering


def _filtered(
    flow: Generator[Any, Any, Any], play: Play[Any, Any], filters: Mapping[str, list[tuple[Variant, Filter]]]
) -> Generator[Any, Any, Any]:
    reply: Any = None
    while True:
        try:
            asked = flow.send(reply)
        except StopIteration as stop:
            return stop.value
        if type(asked) is Group:
            asked.flows = {role: _filtered(each, play, filters) for role, each in asked.flows.items()}
            reply = yield asked
        elif asked.options and (used := filters.get(asked.kind)):
            left = _left(asked, play, used)
            reply = asked.options.index(left.options[(yield left)])
        else:
            reply = yield asked


def _said(variant: Variant, method: Filter) -> str:
    return f"the filter {getattr(method, '__name__', '')} of the variant '{variant.id}'"


def _left(asked: Decision, play: Play[Any, Any], filters: Sequence[tuple[Variant, Filter]]) -> Decision:
    """A decision with the options that filters leave, in their order; the others are refused."""
    options, refused = list(asked.options), list[Refusal]()
    for variant, method in filters:
        before, options = options, []
        found = method(play, tuple(before))
        if not isinstance(found, Iterable):
            raise RuleError(f"{_said(variant, method)} returns {found!r}; a filter yields the options that stay")
        for each in found:
            if isinstance(each, No):
                refused.append(each.refusal)
            elif each in before:
                options.append(each)
            else:
                raise RuleError(f"the variant '{variant.id}' offers '{each}' in {asked.kind}; a filter adds no options")
        told = {refusal.text for refusal in refused} | set(map(str, options))
        silent = [str(each) for each in before if str(each) not in told]
        refused += [Refusal(text, asked.rule, f"{variant.title} leaves it out") for text in silent]
        if not options:
            raise RuleError(f"the variant '{variant.id}' leaves no option of {asked.kind}: {asked.prompt}")
    left = copy(asked)
    left.options, left._kind = options, asked.kind
    left._reasons = lambda: [*refused, *asked.refusals()]
    return left
