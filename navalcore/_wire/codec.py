"""Options, events and snapshots as JSON, both ways, for one game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, asdict, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from typing import Annotated, Any, Final, Literal, Protocol, Union, cast, get_args, get_origin, get_type_hints
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ConfigDict, Discriminator, Tag, TypeAdapter, ValidationError, create_model
from pydantic.fields import FieldInfo

from navalcore._rules.decision import CHANCE, Decision, keys_of
from navalcore._rules.events import ChoiceMade, MatchEnded, Undone
from navalcore._rules.facts import Fact
from navalcore._rules.game import Rules
from navalcore._rules.option import key_of, kind_of, kind_of_class, places_of
from navalcore._rules.terms import Terms
from navalcore._wire.messages import (
    BoardData,
    DecisionData,
    EventData,
    FactData,
    MoveData,
    OddsData,
    OptionData,
    OutcomeData,
    PlaceData,
    ProspectData,
    SceneData,
    Snapshot,
    SummandData,
    constructed,
)
from navalcore.boards._description import Board
from navalcore.components._dice import DiceRolled
from navalcore.components._events import Event
from navalcore.components._model_errors import in_words, quoted
from navalcore.components._places import Move, Place, PlacePart, completed
from navalcore.errors import BadData
from navalcore.odds._answers import OptionOdds

ENGINE_EVENTS: Final[tuple[type[Event], ...]] = (ChoiceMade, Undone, MatchEnded, DiceRolled)
"""The events of every game, besides the game's own."""

_CODECS: WeakKeyDictionary[Rules[Any, Any, Any], Codec] = WeakKeyDictionary()
_PLAIN: Final = (str, int, bool)
PLAIN_OPTIONS: Final[Mapping[str, type]] = {"number": int, "text": str}
"""The options by which a person's roll or draw is chosen, in every game."""
_OTHER: Final = "other"
_SHOWN: Final = ("group", "meaning", "warning", "facts")
_OF_EVENTS: Final = ("rule", "to", "places")
"""Fields of events that are sent besides the others."""


class Shown(Protocol):
    """The part of a game that people see, its :class:`~navalcore.rules.Face`; here of a game with texts alone."""

    def group_of(self, view: Any, option: object) -> str:  # noqa: ARG002
        """The heading under which an option is listed."""
        return kind_of(option).replace("_", " ")

    def meaning(self, view: Any, option: object) -> str:  # noqa: ARG002
        """The meaning of an option whose text does not say enough."""
        return ""

    def warning(self, view: Any, option: object) -> str:  # noqa: ARG002
        """A warning to a player before an option is taken."""
        return ""

    def facts(self, view: Any, decision: Decision, terms: Any) -> Sequence[Sequence[Fact]]:  # noqa: ARG002
        """The facts known about each option of a decision; or nothing."""
        return ()

    def board(self, view: Any) -> Any:  # noqa: ARG002
        """The board, or None."""
        return None


class _Unshown(Shown):
    """Of a game without a face."""


UNSHOWN: Final[Shown] = _Unshown()


class Codec:
    """The codec of one game; raises BadData if two classes of options or events have one kind."""

    def __init__(self, game: Rules[Any, Any, Any]) -> None:
        self.title, self.id, self.version, self.view_class = game.title, game.id, game.version, game.view_class
        self.options_class = game.options_class
        self.titles = {str(role): game.role_title(role) for role in game.roles}
        self.scenarios = tuple(game.scenarios)
        self.options = {kind_of_class(cls): _Fields(cls, ()) for cls in game.option_types}
        events = (*ENGINE_EVENTS, *game.event_types)
        self.events = {cls.kind: _Fields(cls, _OF_EVENTS) for cls in events}
        self._of = {each.cls: each for each in (*self.options.values(), *self.events.values())}
        if len(self._of) != len(game.option_types) + len(events) or self.options.keys() & self.events.keys():
            kinds = [kind_of_class(cls) for cls in (*game.option_types, *events)]
            twice = sorted({kind for kind in kinds if kinds.count(kind) > 1})
            raise BadData(f"{game.id} has several classes of options or events of the kind {', '.join(twice)}")

    def option(
        self,
        index: int,
        option: object,
        chances: OptionOdds | None = None,
        facts: Sequence[int] = (),
        shown: Shown = UNSHOWN,
        view: Any = None,
        asked: tuple[Place, ...] = (),
        key: str = "",
    ) -> OptionData:
        """An option as it is sent, with the numbers of its facts and its odds; ``asked`` are its question's places."""
        return constructed(
            OptionData,
            index=index,
            kind=kind_of(option),
            key=key or key_of(option),
            fields=self._fields(option).dump(option),
            text=str(option),
            places=_sent_places(tuple(completed(places_of(option), asked))),
            group=shown.group_of(view, option),
            meaning=shown.meaning(view, option),
            warning=shown.warning(view, option),
            facts=tuple(facts),
            chances=None if chances is None else _odds(chances),
        )

    def decision(
        self,
        decision: Decision,
        chances: Sequence[OptionOdds] = (),
        shown: Shown = UNSHOWN,
        view: Any = None,
        terms: Terms[Any] | None = None,
    ) -> DecisionData:
        """A decision as it is sent to the role that takes it, with the odds of its options if they were asked for."""
        facts = _SentFacts()
        asked = decision.places
        numbers = [facts.numbers(each) for each in shown.facts(view, decision, terms)]
        return constructed(
            DecisionData,
            kind=decision.kind,
            prompt=decision.prompt,
            rule=decision.rule,
            secret=decision.secret,
            number=decision.number,
            fields=dict(decision.fields),
            places=_sent_places(tuple(asked)),
            options=tuple(
                self.option(index, option, odds, known or (), shown, view, asked, key)
                for index, (option, key, odds, known) in enumerate(
                    zip_longest(decision.options, keys_of(decision), chances, numbers)
                )
            ),
            facts=tuple(facts.facts),
            summands=tuple(facts.summands),
        )

    def event(self, number: int, event: Event) -> EventData:
        """An event as it is sent."""
        return constructed(
            EventData,
            n=number,
            kind=event.kind,
            rule=event.rule,
            to=event.to,
            text=self._sentence(event),
            detail=event.detail,
            places=_sent_places(tuple(event.places)),
            moves=_sent_moves(event.moves),
            fields=self.fields_of(event),
        )

    def _sentence(self, event: Event) -> str:
        """The text of an event for people: who chose is called by the title of the role."""
        if not isinstance(event, ChoiceMade | Undone) or event.role == CHANCE:
            return str(event)
        who = self.titles.get(event.role, event.role)
        return f"{who[:1].upper()}{who[1:]}{' takes back' if isinstance(event, Undone) else ''}: {event.text}"

    def fields_of(self, thing: object) -> dict[str, Any]:
        """The fields of an option or event as they are sent."""
        return self._fields(thing).dump(thing)

    def to_json(self, value: object) -> dict[str, Any]:
        """An option, an event or the odds of an option as JSON-ready data."""
        if isinstance(value, OptionOdds):
            return _odds(value).model_dump(mode="json")
        if isinstance(value, Event):
            return self.event(0, value).model_dump(mode="json", exclude={"n"})
        return self.option(0, value).model_dump(mode="json", exclude={"index", "chances", *_SHOWN})

    def from_json(self, data: Mapping[str, Any]) -> Any:
        """The option or event that :meth:`to_json` was given; its kind and fields are enough."""
        if not isinstance(data, Mapping):
            raise BadData(f"an option or event of {self.id} is an object with a kind and fields, not {quoted(data)}")
        kind, values = data.get("kind"), data.get("fields", {})
        if isinstance(kind, str) and kind in self.options:
            return self.options[kind].load(values)
        if isinstance(kind, str) and kind in self.events:
            named = {name: data[name] for name in ("rule", "to", "places") if data.get(name) is not None}
            return self.events[kind].load(values, named)
        known = ", ".join((*self.options, *self.events))
        raise BadData(f"{self.id} has no option or event of the kind {kind!r}; it has {known}")

    def _fields(self, value: object) -> _Fields:
        found = self._of.get(type(value))
        if found is None:
            found = self._of[type(value)] = _Fields(type(value), _OF_EVENTS if isinstance(value, Event) else ())
        return found

    @property
    def snapshot_title(self) -> str:
        """The name of the class of this game's snapshots."""
        return "".join(part.capitalize() for part in re.split("[_:+]", self.id)) + "Snapshot"

    def snapshot_class(self) -> type[Snapshot]:
        """The model of this game's snapshots; what is of an unknown kind is read as plain option or event."""
        make: Any = create_model
        options = _many_of(OptionData, {kind: self.option_fields(kind) for kind in self.kinds_of_options()})
        events = _many_of(EventData, self.events)
        decision = make(
            self.snapshot_title.replace("Snapshot", "Decision"), __base__=(DecisionData, _Made), options=(options, ...)
        )
        made: type[Snapshot] = make(
            self.snapshot_title,
            __base__=(Snapshot, _Made),
            __doc__=f"{Snapshot.__doc__} Of {self.title}.",
            view=(self.view_class, ...),
            decision=(decision | None, ...),
            events=(events, ...),
        )
        return made

    def kinds_of_options(self) -> tuple[str, ...]:
        """The kinds of options that may be offered, a person's rolls and draws among them."""
        return tuple(dict.fromkeys((*self.options, *PLAIN_OPTIONS)))

    def option_fields(self, kind: str) -> _Fields:
        """The fields of a kind of options."""
        found = self.options.get(kind)
        return _Fields(PLAIN_OPTIONS[kind], ()) if found is None else found


_PLACES: Final = TypeAdapter(tuple[PlaceData, ...])


@lru_cache(maxsize=4096)
def _sent_places(places: tuple[Place, ...]) -> tuple[PlaceData, ...]:
    return tuple(constructed(PlaceData, place=place, part=part) for place, part in places)


class _SentFacts:
    """The facts of a decision as they are sent, and the summands of its sums: equal ones once, each with its number."""

    def __init__(self) -> None:
        self.facts: dict[FactData, int] = {}
        self.summands: dict[SummandData, int] = {}

    def numbers(self, facts: Iterable[Fact]) -> list[int]:
        """The numbers of the facts about one option."""
        return [self.facts.setdefault(self._sent(fact), len(self.facts)) for fact in facts]

    def _sent(self, fact: Fact) -> FactData:
        exact = isinstance(fact.value, Fraction)
        terms = [constructed(SummandData, **asdict(each)) for each in fact.summands]
        return constructed(
            FactData,
            name=fact.name,
            kind=fact.kind,
            value=float(fact.value) if exact else int(fact.value),
            fraction=f"{fact.value.numerator}/{fact.value.denominator}" if exact else None,
            text=str(fact),
            rule=fact.rule,
            summands=tuple([self.summands.setdefault(each, len(self.summands)) for each in terms]),
            places=_sent_places(tuple(fact.places)),
        )


def sent_board(board: Board | None) -> BoardData | None:
    if board is None:
        return None
    return constructed(
        BoardData,
        scenes=tuple(constructed(SceneData, id=each.id, digest=each.digest) for each in board.scenes),
        pieces=tuple(each.to_json() for each in board.pieces),
        traces=tuple(each.to_json() for each in board.traces),
        tints=tuple(each.to_json() for each in board.tints),
    )


def _sent_moves(moves: Iterable[Move]) -> tuple[MoveData, ...]:
    return tuple(
        constructed(MoveData, piece=each.piece, start=each.start, end=each.end, count=each.count, way=each.way)
        for each in moves
    )


def _odds(odds: OptionOdds) -> OddsData:
    """The odds of an option as they are sent."""
    return OddsData(
        method=odds.method,
        outcomes=tuple(
            ProspectData(
                text=text,
                kinds=odds.kinds[text],
                probability=float(chance),
                fraction=odds.precision(text) if odds.method == "exact" else None,
                standard_error=odds.standard_error.get(text, 0.0),
                ending=OutcomeData(**odds.endings[text].to_json()) if text in odds.endings else None,
            )
            for text, chance in odds.outcomes.items()
        ),
        always=odds.always,
        happens={kind: float(odds.chance_of(kind)) for kind in odds.marginals},
        expected={name: float(mean) for name, mean in odds.expected.items()},
        imagined=odds.imagined,
        worlds=odds.worlds,
        courses=odds.courses,
        waiting=odds.waiting,
        ranges={text: (float(least), float(most)) for text, (least, most) in odds.ranges.items()},
        range_errors=dict(odds.range_errors),
        ways=odds.ways,
        every_way=odds.every_way,
        basis=odds.basis,
    )


class _Fields:
    """The fields of one class of options or events, to and from JSON."""

    def __init__(self, cls: type, without: tuple[str, ...]) -> None:
        self.cls = cls
        self.name = cls.__name__
        self.summary = (cls.__doc__ or "").split("\n\n")[0]
        self._whole = is_dataclass(cls)
        if self._whole:
            hints = get_type_hints(cls, include_extras=True)
            named: dict[str, Any] = {
                each.name: (hints[each.name], ...) for each in fields(cls) if not _unsent(each, hints[each.name])
            }
            for name in without:
                named.pop(name, None)
        else:
            named = {"value": (cls if issubclass(cls, Enum | int | str) else str, ...)}
        self._names = tuple(named)
        make: Any = create_model
        self.model: type[BaseModel] = make(
            f"{self.name}Fields", __config__=ConfigDict(extra="ignore", frozen=True), **named
        )
        self._dump: Callable[..., Any] = TypeAdapter(cls).dump_python if self._whole else self._dump_value
        self._without = set(without) or None
        self._held = {each.name for each in fields(cls)} if self._whole else set()

    def dump(self, value: object) -> dict[str, Any]:
        """The fields as JSON-ready data."""
        dumped: dict[str, Any] = self._dump(value, mode="json", exclude=self._without)
        return dumped

    def _dump_value(self, value: object, **_how: object) -> dict[str, Any]:
        if isinstance(value, Enum):
            value = value.value
        return {"value": value if isinstance(value, _PLAIN) else str(value)}

    def load(self, values: Any, named: Mapping[str, Any] | None = None) -> Any:
        """The option or event with these fields."""
        if isinstance(values, Mapping) and (unknown := values.keys() - {*self._names}):
            known = ", ".join(self._names) or "none"
            raise BadData(f"{self.name} has no field {', '.join(sorted(map(str, unknown)))}; its fields: {known}")
        try:
            read = self.model.model_validate(values)
        except ValidationError as error:
            raise BadData(f"these are not fields of {self.name}: {in_words(error)}") from None
        found = {name: getattr(read, name) for name in self._names}
        if not self._whole:
            return found["value"]
        others = dict(named or {})
        if isinstance(others.get("to"), list):
            others["to"] = tuple(others["to"])
        if "places" in others:
            sent = others.pop("places")
            if "places" in self._held:
                others["places"] = tuple(
                    Place(each.place, cast("PlacePart", each.part)) for each in _PLACES.validate_python(sent)
                )
        return self.cls(**found, **others)


def _unsent(own: Field[Any], hint: Any) -> bool:
    """Whether a field is the game's own: ``Annotated[int, Field(exclude=True)]``, with a default."""
    marks = get_args(hint) if get_origin(hint) is Annotated else ()
    if not any(isinstance(mark, FieldInfo) and mark.exclude for mark in marks):
        return False
    if own.default is MISSING:
        raise BadData(f"the field {own.name} is not sent, so it needs a default")
    return True


class _Made(BaseModel):
    """Of classes that are made without source text: do not look for their docstrings in all calling modules."""

    model_config = ConfigDict(use_attribute_docstrings=False)


def _many_of(base: type[OptionData] | type[EventData], known: Mapping[str, _Fields]) -> Any:
    """Any number of options or events, told apart by their kind; one of an unknown kind is a plain ``base``."""
    make: Any = create_model
    word = "Option" if base is OptionData else "Event"
    models = [
        Annotated[
            make(
                f"{each.name}{word}",
                __base__=(base, _Made),
                __doc__=each.summary,
                kind=(Literal[kind], ...),
                fields=(each.model, ...),
            ),
            Tag(kind),
        ]
        for kind, each in known.items()
    ]

    def kind_in(value: Any) -> str:
        kind = value.get("kind") if isinstance(value, Mapping) else getattr(value, "kind", None)
        return str(kind) if kind in known else _OTHER

    one: Any = Annotated[Union[(*models, Annotated[base, Tag(_OTHER)])], Discriminator(kind_in)]
    return tuple[one, ...]


def codec(game: Rules[Any, Any, Any]) -> Codec:
    """The codec of a game, made when it is first wanted."""
    found = _CODECS.get(game)
    if found is None:
        found = _CODECS[game] = Codec(game)
    return found
