"""What crosses to a front end: options, events and snapshots as JSON, both ways, and their schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import zip_longest
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_type_hints
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ConfigDict, Field, SerializeAsAny, TypeAdapter, ValidationError, create_model

from navalcore._play.setup import Setup
from navalcore._rules.decision import Decision
from navalcore._rules.events import ChoiceMade, MatchEnded, Undone
from navalcore._rules.game import Rules
from navalcore._rules.option import key_of, kind_of, kind_of_class, places_of
from navalcore._rules.terms import Outcome, View
from navalcore._wire.history import History
from navalcore.components._dice import DiceRolled
from navalcore.components._events import Event
from navalcore.components._model_errors import quoted
from navalcore.components._places import Move, Place, PlacePart
from navalcore.components._roles import UMPIRE
from navalcore.errors import BadData
from navalcore.odds._answers import Method, OptionOdds

PROTOCOL: Final = 1
"""The version of what is sent. It changes when a field goes or comes to mean something else, not when one is added."""

ENGINE_EVENTS: Final[tuple[type[Event], ...]] = (ChoiceMade, Undone, MatchEnded, DiceRolled)
"""What is told in every game, beside the game's own events."""

_CODECS: WeakKeyDictionary[Rules[Any, Any, Any], Codec] = WeakKeyDictionary()
_PLAIN: Final = (str, int, bool)
_OF_EVENTS: Final = ("rule", "to", "places")
"""Fields of events that are sent beside the others."""


class _Sent(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True
    )


class _Made(BaseModel):
    """Of classes that are made without source text: nobody is to look for their docstrings in all calling modules."""

    model_config = ConfigDict(use_attribute_docstrings=False)


class OutcomeData(_Sent):
    """How a match ended."""

    winner: str | None
    """The role that won; null: nobody."""
    reason: str
    """A sentence for people."""
    rule: str
    """The section that ends the match."""
    scores: dict[str, int]
    """The final figures by name."""
    ending: str
    """A short stable word for the way it ended."""

    @property
    def outcome(self) -> Outcome:
        """The outcome itself."""
        return Outcome(self.winner, self.reason, self.rule, self.scores, self.ending)


class ProspectData(_Sent):
    """One thing that may come of an option, as it is sent."""

    text: str
    """What would be told, without what is told in any case."""
    kinds: tuple[str, ...]
    """The kinds of these events."""
    probability: float
    """Its chance."""
    fraction: str | None
    """The same exactly, such as ``1/6``; null where it is sampled."""
    standard_error: float
    """How far the probability may be off."""
    ending: OutcomeData | None
    """How the match ends by it, or null."""


class OddsData(_Sent):
    """What may come of an option until the next decision, as it is sent to the role that is asked."""

    method: Method
    """Whether every result of chance was looked at, or some."""
    outcomes: tuple[ProspectData, ...]
    """What may come of it, the likeliest first."""
    always: tuple[str, ...]
    """What is told whatever comes of it."""
    happens: dict[str, float]
    """For each kind of event the chance that one is told."""
    expected: dict[str, float]
    """For each kind of event the mean number of them; under ``kind.field`` the mean of a figure."""
    imagined: bool
    """Whether what is hidden had to be imagined."""
    worlds: int
    """How many worlds were imagined."""
    courses: int
    """How many courses of chance were looked at."""
    waiting: bool
    """Whether nothing comes of it before other roles have chosen too."""


class PlaceData(_Sent):
    """A place or piece of the board that an option, an event or a decision names."""

    place: str
    """Its id, such as ``zone/6``."""
    part: PlacePart = Field(alias="as")
    """What it is to the act."""


class MoveData(_Sent):
    """A piece that an event moves on the board."""

    piece: str
    """Its id."""
    start: str = Field(alias="from")
    """The id of the place it leaves; empty if it comes from off the board."""
    end: str = Field(alias="to")
    """The id of the place it reaches; empty if it leaves the board."""
    count: int
    """How many equal pieces move."""
    way: tuple[str, ...]
    """The places it passes in between."""


class OptionData(_Sent):
    """An option as it is sent."""

    index: int
    """What to answer with."""
    kind: str
    """The word for what sort of option it is."""
    key: str
    """The same for the same action in every match of the game."""
    fields: dict[str, Any]
    """What it says, by name."""
    text: str
    """What people call it."""
    places: tuple[PlaceData, ...]
    """What of the board it names, each with its part."""
    chances: OddsData | None = None
    """What may come of it; null where the odds were not asked for."""


class DecisionData(_Sent):
    """A decision as it is sent to the role that takes it."""

    kind: str
    """The word for what is asked."""
    prompt: str
    """The question."""
    rule: str
    """The section that asks."""
    secret: bool
    """Whether others learn neither the question nor the answer."""
    number: int
    """Sent back with the answer, so that a late or doubled one is refused."""
    fields: dict[str, Any]
    """What the prompt says besides the kind, by name."""
    places: tuple[PlaceData, ...]
    """What of the board it is about, each with its part."""
    options: tuple[SerializeAsAny[OptionData], ...]
    """Every legal answer."""


class EventData(_Sent):
    """An event as one role was told it."""

    n: int
    """Its number among the events that the role was told; the first is 1."""
    kind: str
    """The word for what happened."""
    rule: str
    """The section it follows, or nothing."""
    to: tuple[str, ...] | None
    """The roles that were told; null: everybody."""
    text: str
    """The sentence for people."""
    detail: bool
    """Whether only somebody who follows every step wants to hear of it."""
    places: tuple[PlaceData, ...]
    """What of the board it is about, each with its part."""
    moves: tuple[MoveData, ...]
    """The pieces that it moves on the board."""
    fields: dict[str, Any]
    """What it says, by name."""


class Snapshot(_Sent):
    """Everything that one seat is sent: all it may know of the match at this moment, and nothing else."""

    protocol: int
    """The version of this message."""
    game: str
    """The game's id."""
    rules: str
    """The version of its rules."""
    scenario: str
    """The scenario's id."""
    options: dict[str, Any]
    """The options the match is played with, by name."""
    role: str
    """Whose snapshot it is."""
    number: int
    """How many choices the role has made."""
    view: SerializeAsAny[View]
    """What the role sees on the table."""
    decision: SerializeAsAny[DecisionData] | None
    """What the role is asked, or null."""
    waiting_for: tuple[str, ...]
    """The roles that the match waits for; ``chance`` where a person rolls or draws."""
    told: int
    """How many events the role has been told: hand it in as ``since`` next time."""
    events: tuple[SerializeAsAny[EventData], ...]
    """What the role was told since."""
    may_undo: bool
    """Whether the role may take back its last choice now."""
    outcome: OutcomeData | None
    """How the match ended, or null."""


class Moment(NamedTuple):
    """Where a match stands, for one role."""

    view: View
    """The role's."""
    made: int
    """How many choices it has made."""
    decisions: Mapping[str, Decision]
    """What each role is asked now."""
    outcome: Outcome | None
    """How the match ended, or None."""
    may_undo: bool
    """Whether the role may take back its last choice."""
    chances: Sequence[OptionOdds] = ()
    """What may come of each option of its decision, if that was asked for."""


class Codec:
    """The codec of one game.

    Raises:
        BadData: two classes of options or events have one kind, or a class is neither an enum nor a dataclass.
    """

    def __init__(self, game: Rules[Any, Any, Any]) -> None:
        self._title, self._id, self._version, self._view_class = game.title, game.id, game.version, game.view_class
        self.options = {kind_of_class(cls): _Fields(cls, ()) for cls in game.option_types}
        events = (*ENGINE_EVENTS, *game.event_types)
        self.events = {cls.kind: _Fields(cls, _OF_EVENTS) for cls in events}
        self._of = {each.cls: each for each in (*self.options.values(), *self.events.values())}
        if len(self._of) != len(game.option_types) + len(events) or self.options.keys() & self.events.keys():
            kinds = [kind_of_class(cls) for cls in (*game.option_types, *events)]
            twice = sorted({kind for kind in kinds if kinds.count(kind) > 1})
            raise BadData(f"{game.id} has several classes of options or events of the kind {', '.join(twice)}")

    def option(self, index: int, option: object, chances: OptionOdds | None = None) -> OptionData:
        """An option as it is sent, with its odds if they were asked for."""
        return OptionData.model_construct(
            index=index,
            kind=kind_of(option),
            key=key_of(option),
            fields=self._fields(option).dump(option),
            text=str(option),
            places=_sent_places(places_of(option)),
            chances=None if chances is None else _odds(chances),
        )

    def decision(self, decision: Decision, chances: Sequence[OptionOdds] = ()) -> DecisionData:
        """A decision as it is sent to the role that takes it, with the odds of its options if they were asked for."""
        return DecisionData.model_construct(
            kind=decision.kind,
            prompt=decision.prompt,
            rule=decision.rule,
            secret=decision.secret,
            number=decision.number,
            fields=dict(decision.fields),
            places=_sent_places(decision.places),
            options=tuple(
                self.option(index, option, odds)
                for index, (option, odds) in enumerate(zip_longest(decision.options, chances))
            ),
        )

    def event(self, number: int, event: Event) -> EventData:
        """An event as it is sent."""
        return EventData.model_construct(
            n=number,
            kind=event.kind,
            rule=event.rule,
            to=event.to,
            text=str(event),
            detail=event.detail,
            places=_sent_places(event.places),
            moves=_sent_moves(event.moves),
            fields=self._fields(event).dump(event),
        )

    def snapshot(
        self, setup: Setup[Any, Any, Any], role: str, moment: Moment, history: History | None, since: int | None
    ) -> Snapshot:
        """What a seat is sent of a match at a moment: see :meth:`Match.snapshot
        <navalcore.Match.snapshot>`.
        """
        if since is not None and history is None:
            raise BadData("this match keeps no history of its events: start or load it with history=True")
        if since is not None and (type(since) is not int or since < 0):
            raise BadData(f"since is a number of events, 0 or more, not {since!r}")
        decisions = moment.decisions
        decision = next(iter(decisions.values()), None) if role is UMPIRE else decisions.get(role)
        told = 0 if history is None else history.told_to(role)
        news = () if history is None or since is None else history.since(role, since if since <= told else 0)
        return Snapshot.model_construct(
            protocol=PROTOCOL,
            game=self._id,
            rules=self._version,
            scenario=setup.scenario.id,
            options=setup.options.model_dump(mode="json"),
            role=str(role),
            number=moment.made,
            view=moment.view,
            decision=None if decision is None else self.decision(decision, moment.chances),
            waiting_for=tuple(map(str, decisions)),
            told=told,
            events=tuple(self.event(number, event) for number, event in news),
            may_undo=moment.may_undo,
            outcome=None if moment.outcome is None else OutcomeData(**moment.outcome.to_json()),
        )

    def to_json(self, value: object) -> dict[str, Any]:
        """An option, an event or the odds of an option as JSON-ready data."""
        if isinstance(value, OptionOdds):
            return _odds(value).model_dump(mode="json")
        if isinstance(value, Event):
            return self.event(0, value).model_dump(mode="json", exclude={"n"})
        return self.option(0, value).model_dump(mode="json", exclude={"index", "chances"})

    def from_json(self, data: Mapping[str, Any]) -> Any:
        """The option or event that :meth:`to_json` was given; its kind and fields are enough."""
        if not isinstance(data, Mapping):
            raise BadData(f"an option or event of {self._id} is an object with a kind and fields, not {quoted(data)}")
        kind, values = data.get("kind"), data.get("fields", {})
        if isinstance(kind, str) and kind in self.options:
            return self.options[kind].load(values)
        if isinstance(kind, str) and kind in self.events:
            named = {name: data[name] for name in ("rule", "to", "places") if data.get(name) is not None}
            return self.events[kind].load(values, named)
        known = ", ".join((*self.options, *self.events))
        raise BadData(f"{self._id} has no option or event of the kind {kind!r}; it has {known}")

    def _fields(self, value: object) -> _Fields:
        found = self._of.get(type(value))
        if found is None:
            found = self._of[type(value)] = _Fields(type(value), _OF_EVENTS if isinstance(value, Event) else ())
        return found

    def snapshot_class(self) -> type[Snapshot]:
        """The model of this game's snapshots: its view, its options and its events by their kinds."""
        name = "".join(part.capitalize() for part in self._id.replace(":", "_").replace("+", "_").split("_"))
        make: Any = create_model
        options = [
            make(
                f"{each.name}Option",
                __base__=(OptionData, _Made),
                __doc__=each.summary,
                kind=(Literal[kind], ...),
                fields=(each.model, ...),
            )
            for kind, each in self.options.items()
        ]
        # A person's rolls and draws are plain numbers and texts, in every game.
        plain = {"number": int, "text": str}
        options += [
            make(
                f"{_Fields(cls, ()).name}Option",
                __base__=(OptionData, _Made),
                __doc__="A roll or draw that a person makes.",
                kind=(Literal[kind], ...),
                fields=(_Fields(cls, ()).model, ...),
            )
            for kind, cls in plain.items()
            if kind not in self.options
        ]
        events = [
            make(
                f"{each.name}Event",
                __base__=(EventData, _Made),
                __doc__=each.summary,
                kind=(Literal[kind], ...),
                fields=(each.model, ...),
            )
            for kind, each in self.events.items()
        ]
        decision = make(
            f"{name}Decision",
            __base__=(DecisionData, _Made),
            __doc__=DecisionData.__doc__,
            options=(_many_of(options), ...),
        )
        made: type[Snapshot] = make(
            f"{name}Snapshot",
            __base__=(Snapshot, _Made),
            __doc__=f"{Snapshot.__doc__} Of {self._title}.",
            view=(self._view_class, ...),
            decision=(decision | None, ...),
            events=(_many_of(events), ...),
        )
        return made

    def schema(self) -> dict[str, Any]:
        """The JSON Schema (draft 2020-12) of this game's snapshots, with its view, its options and its events."""
        found = self.snapshot_class().model_json_schema(mode="serialization")
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


_PLACES: Final = TypeAdapter(tuple[PlaceData, ...])


def _sent_places(places: Iterable[Place]) -> tuple[PlaceData, ...]:
    return tuple(PlaceData.model_construct(place=place, part=part) for place, part in places)


def _sent_moves(moves: Iterable[Move]) -> tuple[MoveData, ...]:
    return tuple(
        MoveData.model_construct(piece=each.piece, start=each.start, end=each.end, count=each.count, way=each.way)
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
    )


class _Fields:
    """The fields of one class of options or events, to and from JSON."""

    def __init__(self, cls: type, without: tuple[str, ...]) -> None:
        self.cls = cls
        self.name = cls.__name__
        self.summary = (cls.__doc__ or "").split("\n\n")[0]
        self._whole = is_dataclass(cls)
        if self._whole:
            hints = get_type_hints(cls)
            named: dict[str, Any] = {each.name: (hints[each.name], ...) for each in fields(cls)}
            for name in without:
                named.pop(name, None)
        else:
            named = {"value": (cls if issubclass(cls, Enum | int | str) else str, ...)}
        self._names = tuple(named)
        make: Any = create_model
        self.model: type[BaseModel] = make(
            f"{self.name}Fields", __config__=ConfigDict(extra="forbid", frozen=True), **named
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
        try:
            read = self.model.model_validate(values)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise BadData(f"these are not fields of {self.name}: {where}: {first['msg']}") from None
        found = {name: getattr(read, name) for name in self._names}
        if not self._whole:
            return found["value"]
        others = dict(named or {})
        if isinstance(others.get("to"), list):
            others["to"] = tuple(others["to"])
        if "places" in others:
            sent = others.pop("places")
            if "places" in self._held:
                others["places"] = tuple(Place(each.place, each.part) for each in _PLACES.validate_python(sent))
        return self.cls(**found, **others)


def _many_of(models: Iterable[Any]) -> Any:
    """Any number of the models, told apart by their kind."""
    found = tuple(models)
    one: Any = found[0] if len(found) == 1 else Annotated[Union[found], Field(discriminator="kind")]  # noqa: UP007
    return tuple[one, ...]


def codec(game: Rules[Any, Any, Any]) -> Codec:
    """The codec of a game, made when it is first wanted."""
    found = _CODECS.get(game)
    if found is None:
        found = _CODECS[game] = Codec(game)
    return found
