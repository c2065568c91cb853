"""Everything sent to seats: snapshots and what is in them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, Field, SerializeAsAny

from navalcore._misfits import shown
from navalcore._rules.terms import Outcome, View
from navalcore.errors import BadData
from navalcore.odds._answers import Method

PROTOCOL: Final = 2
"""The version of the protocol. It changes when a field goes or its meaning changes, not when one is added."""


class _Sent(BaseModel):
    """Part of a message: a reader passes over fields that it does not know, since later releases may add some."""

    model_config = ConfigDict(
        frozen=True, extra="ignore", use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True
    )


S = TypeVar("S", bound=_Sent)


def constructed(of: type[S], /, **fields: Any) -> S:
    """A message made of all of its fields in order, unchecked: five times as quick as ``model_construct``."""
    made = of.__new__(of)
    _set(made, "__dict__", fields)
    _set(made, "__pydantic_fields_set__", set(fields))
    _set(made, "__pydantic_extra__", None)
    _set(made, "__pydantic_private__", None)
    return made


_set: Final = object.__setattr__


class OutcomeData(_Sent):
    """The end of a match."""

    winner: str | None
    """The role that won; null: none."""
    reason: str
    """A sentence for people."""
    rule: str
    """The section that ends the match."""
    scores: dict[str, int]
    """The final figures by name."""
    ending: str
    """A short stable word for the way it ended."""
    returns: dict[str, float] = Field(default_factory=dict)
    """Its worth to each role of the game, from -1 (lost) to 1 (won); 0.2.0 sent none."""

    @property
    def outcome(self) -> Outcome:
        """The outcome itself."""
        return Outcome(self.winner, self.reason, self.rule, self.scores, self.ending, self.returns)


class ProspectData(_Sent):
    """One thing that may come of an option, as it is sent."""

    text: str
    """The news that there would be, without the news that there is in any case."""
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
    """The possible results of an option until the next decision, as sent to the role that is asked."""

    method: Method
    """Whether every result of chance was looked at, or some."""
    outcomes: tuple[ProspectData, ...]
    """The possible results, the likeliest first."""
    always: tuple[str, ...]
    """The news that is certain."""
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
    ranges: dict[str, tuple[float, float]] = Field(default_factory=dict)
    """Filled where the role chooses on before anything comes of it. For each sentence it has the least and the most
    chance that it is told, over the ways to choose on, the likeliest first.
    """
    range_errors: dict[str, float] = Field(default_factory=dict)
    """How far the ranges that were sampled may be off, by the sentence."""
    ways: int = 0
    """How many ways to choose on were looked at, or 0 where the role does not choose on."""
    every_way: bool = True
    """Whether these are all the ways."""
    basis: str = ""
    """How sure the figures are, in a few words."""


class PlaceData(_Sent):
    """A place or piece of the board that an option, an event or a decision names."""

    place: str
    """Its id, such as ``zone/6``."""
    part: str = Field(alias="as")
    """Its part in the act: ``subject``, ``from``, ``to``, ``target`` or ``at``; later releases may have other words."""


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


class SummandData(_Sent):
    """One number of a sum."""

    text: str
    """Its reason."""
    value: int
    """The number."""
    rule: str
    """The section it follows, or nothing."""


class FactData(_Sent):
    """Something that is known at the table about an option before it is taken."""

    name: str
    """A stable word for the fact."""
    kind: str
    """The kind of its value: ``chance``, ``count``, ``mean`` or ``total``; later releases may have other words."""
    value: float
    """The chance from 0 to 1, or the number."""
    fraction: str | None
    """Of a chance or a mean the same exactly, such as ``7/10``; else null."""
    text: str
    """The text for people, with the figure."""
    rule: str
    """The section it follows, or nothing."""
    summands: tuple[int, ...]
    """Of a total what it is the sum of, as numbers in the list ``summands`` of the decision."""
    places: tuple[PlaceData, ...]
    """The parts of the board that it is about besides the option's own places; of a way its places in order."""


class OptionData(_Sent):
    """An option as it is sent."""

    index: int
    """The number to answer with."""
    kind: str
    """A stable word for the sort of option."""
    key: str
    """The same for the same action in every match of the game."""
    fields: dict[str, Any]
    """Its contents, by name."""
    text: str
    """Its text for people."""
    places: tuple[PlaceData, ...]
    """The parts of the board that it names, each with its part."""
    group: str
    """The heading under which it is shown where many are offered."""
    meaning: str
    """Its meaning, where its text is a letter or a word that a new player cannot know; or nothing."""
    warning: str
    """A warning to a player before it is taken; or nothing."""
    facts: tuple[int, ...] = ()
    """The facts known at the table about it, the most important first, as numbers in the list ``facts`` of the
    decision.
    """
    chances: OddsData | None = None
    """The odds of its possible results; null where the odds were not asked for."""


class DecisionData(_Sent):
    """A decision as it is sent to the role that takes it."""

    kind: str
    """A stable word for the question."""
    prompt: str
    """The question."""
    rule: str
    """The section that asks."""
    secret: bool
    """Whether others learn neither the question nor the answer."""
    number: int
    """Sent back with the answer, so that a late or doubled one is refused."""
    fields: dict[str, Any]
    """The contents of the prompt besides the kind, by name."""
    places: tuple[PlaceData, ...]
    """The parts of the board that it is about, each with its part."""
    options: tuple[SerializeAsAny[OptionData], ...]
    """Every legal answer."""
    facts: tuple[FactData, ...] = ()
    """The facts known at the table about some of the options, each fact once; options name it by its number, from 0."""
    summands: tuple[SummandData, ...] = ()
    """The numbers that add up to the totals among the facts, each once; facts name it by its number, from 0."""


class EventData(_Sent):
    """An event as one role was told it."""

    n: int
    """Its number among the events that the role was told; the first is 1."""
    kind: str
    """A stable word for the event."""
    rule: str
    """The section it follows, or nothing."""
    to: tuple[str, ...] | None
    """The roles that were told; null: all."""
    text: str
    """The sentence for people."""
    detail: bool
    """Whether it is a detail, for people who follow every step."""
    places: tuple[PlaceData, ...]
    """The parts of the board that it is about, each with its part."""
    moves: tuple[MoveData, ...]
    """The pieces that it moves on the board."""
    fields: dict[str, Any]
    """Its contents, by name."""


class SceneData(_Sent):
    """The name of a scene of a board: anyone who has not seen it asks for it, once."""

    id: str
    """Its id, such as ``chart``."""
    digest: str
    """Names its content: equal digests, equal scenes."""


class BoardData(_Sent):
    """The board as one role sees it: see :class:`navalcore.boards.Board`."""

    scenes: tuple[SceneData, ...]
    """The scenes it is on, the foremost first."""
    pieces: tuple[dict[str, Any], ...]
    """The pieces on them; those of one region in the order in which they are stacked, the lowest first."""
    traces: tuple[dict[str, Any], ...]
    """Courses and arrows."""
    tints: tuple[dict[str, Any], ...]
    """Regions in another colour."""


class Snapshot(_Sent):
    """Everything that one seat receives: all it may know of the match at this moment, and nothing else."""

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
    titles: dict[str, str]
    """The roles and their names for people."""
    seats: dict[str, str]
    """Who sits where, by role: ``person``, ``bot:NAME`` or ``nobody``."""
    role: str
    """Whose snapshot it is."""
    number: int
    """How many choices the role has made."""
    view: SerializeAsAny[View]
    """The table as the role sees it."""
    board: BoardData | None
    """The same as a board: its scenes by digest, and what is on them; null in a game without one."""
    decision: SerializeAsAny[DecisionData] | None
    """The question to the role, or null."""
    waiting_for: tuple[str, ...]
    """The roles that the match waits for; ``chance`` where a person rolls or draws."""
    told: int
    """How many events the role has been told: hand it in as ``since`` next time."""
    events: tuple[SerializeAsAny[EventData], ...]
    """The events that the role has heard of since."""
    may_undo: bool
    """Whether the role may take back its last choice now."""
    outcome: OutcomeData | None
    """How the match ended, or null."""

    @cached_property
    def _written_fields(self) -> dict[str, Any]:
        """Fields of the view that were compared, JSON-ready: the next snapshot is compared with them too."""
        return {}

    def changes(self, before: Snapshot) -> dict[str, Any]:
        """The changes since ``before``, an earlier snapshot of the same seat, JSON-ready: the new events, and of the
        other fields those that differ. Of the view there are only the fields that differ, and under ``items`` only
        the items that differ of lists and mappings that are otherwise as they were.

        A client that has the earlier snapshot as JSON puts each field in the place of the earlier one;
        of the view: each field, then each item. Of the board there are only the fields that differ, and instead of
        ``pieces``, under ``at``, the pieces of each region where something has changed.

        Raises BadData if ``before`` is something else.

        >>> import navalcore as nc
        >>> match = nc.load("uboat_cards").new_match(seed=17, history=True)
        >>> before = match.snapshot("uboat", since=0)
        >>> match.choose("discard Sonar")
        >>> changed = match.snapshot("uboat", since=before.told).changes(before)
        >>> sorted(changed), sorted(changed["view"])
        (['board', 'decision', 'events', 'may_undo', 'number', 'told', 'view'], ['discard_size', 'discards', 'uboat'])
        """
        if (
            not isinstance(before, Snapshot)
            or (before.role, before.game) != (self.role, self.game)
            or type(before.view) is not type(self.view)
        ):
            given = f"one of {before.role} in {before.game}" if isinstance(before, Snapshot) else shown(before, repr)
            wanted = f"the changes of {self.role} in {self.game} are those since an earlier snapshot of the same seat"
            raise BadData(f"{wanted}, not since {given}")
        now, then = self.__dict__, before.__dict__
        names = type(self).model_fields
        differing = {name for name in names if now[name] is not then[name] and now[name] != then[name]}
        found = self.model_dump(
            mode="json",
            include=(differing - ({"view"} if before.board is None else {"view", "board"})) | {"told", "events"},
        )
        if "view" in differing:
            found |= _changed_view(self, before)
        if before.board is not None and "board" in differing:
            found["board"] = None if self.board is None else _changed_board(self.board, before.board)
        return found


def _changed_board(board: BoardData, before: BoardData) -> dict[str, Any]:
    """The fields of a board that differ, and what is where something differs."""
    names = {name for name in ("scenes", "traces", "tints") if getattr(board, name) != getattr(before, name)}
    sent = board.model_dump(mode="json", include=names)
    now, then = _by_region(board), _by_region(before)
    changed = {region: now.get(region, []) for region in {**then, **now} if now.get(region) != then.get(region)}
    return {**sent, "at": changed} if changed else sent


def _by_region(board: BoardData) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for piece in board.pieces:
        found.setdefault(piece["at"], []).append(piece)
    return found


def _changed_view(now: Snapshot, before: Snapshot) -> dict[str, Any]:
    """The fields of a view that differ, and the items that differ of its lists and mappings."""
    kind, seen_now, seen_then = type(now.view), now.view.__dict__, before.view.__dict__
    differing = {name for name in kind.model_fields if seen_now[name] != seen_then[name]}
    view, was = now._written_fields, before._written_fields
    view |= {name: value for name, value in was.items() if name not in differing}
    for written, seen in ((was, before.view), (view, now.view)):
        if missing := differing - written.keys():
            written |= seen.model_dump(mode="json", include=missing)
    fields: dict[str, Any] = {}
    items: dict[str, Any] = {}
    for name in [name for name in view if name in differing and view[name] != was[name]]:
        listed = isinstance(getattr(now.view, name), tuple | list | Mapping) or name in _in_another_form(kind)
        found = _changed_items(view[name], was[name]) if listed else {}
        (items if found else fields)[name] = found or view[name]
    return {key: found for key, found in (("view", fields), ("items", items)) if found}


@cache
def _in_another_form(view: type[View]) -> frozenset[str]:
    """The fields that a mark of theirs writes as something else, of which the items are those in JSON."""
    schema: Any = view.__pydantic_core_schema__
    while "fields" not in schema:
        schema = schema["schema"]
    found = set()
    for name, field in schema["fields"].items():
        while "schema" in field and "serialization" not in field:
            field = field["schema"]
        if "serialization" in field:
            found.add(name)
    return frozenset(found)


def _changed_items(now: Any, then: Any) -> dict[Any, Any]:
    """The items that differ of two lists or mappings of one shape, by place or key; none if they differ everywhere."""
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        found = {place: new for place, (new, old) in enumerate(zip(now, then, strict=True)) if new != old}
    elif isinstance(now, dict) and isinstance(then, dict) and now.keys() == then.keys():
        found = {key: new for key, new in now.items() if new != then[key]}
    else:
        return {}
    return found if len(found) < len(now) else {}
