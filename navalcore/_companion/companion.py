"""Companion: a game's procedures for a real board, as something that is played, saved and shown like a match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar, Final

from navalcore._companion.desk import (
    BEGIN,
    END_EVENING,
    EVENTS,
    OPTIONS,
    WEIGH,
    AskedFor,
    AskFor,
    CompanionView,
    Desk,
    FieldView,
    Fill,
    Mark,
    ProcedureView,
    Resolved,
    TakenOff,
    TakeOff,
)
from navalcore._companion.kept import kept_of, take_off
from navalcore._companion.procedures import FormField, StandAlone, named
from navalcore._match.match import AnyGame
from navalcore._misfits import told_of_misfits
from navalcore._rules.decision import About, Decision, Flow, Group, choose
from navalcore._rules.offering import Refusal
from navalcore._rules.option import Option
from navalcore._rules.play import Play
from navalcore._rules.terms import Outcome, Step, Terms, View
from navalcore._rules.variants import Variant
from navalcore.components._chance import Chance, SeededChance
from navalcore.components._events import Event
from navalcore.components._sentences import counted
from navalcore.errors import BadData
from navalcore.odds._answers import Odds
from navalcore.odds._exact import odds_of

TABLE: Final = "table"
"""The one role of every companion: all who sit at the real board."""
PATHS: Final = 300
"""Courses that a procedure may take at most where its chances are worked out exactly by carrying it out."""
SAMPLES: Final = 200
"""How often it is carried out where it may take more."""


class Companion(Variant):
    """A game next to its real board: people ask for one procedure after the other and roll their own dice, and the
    companion keeps its marks. It is a variant in its own right, so it has all that a match has: saves, undo, a log,
    odds, dice by hand, a page.

    A subclass names its :attr:`manifest`, its :attr:`procedures` and a :attr:`state_class` derived from the game's with
    a field ``desk: Desk = field(default_factory=Desk)`` and the marks it keeps, which :meth:`marks` puts into words.
    """

    stands_alone = True
    endless = "an evening continues until the table ends it"
    roles: ClassVar[Mapping[str, str]] = {TABLE: "the table"}
    procedures: ClassVar[tuple[StandAlone[...], ...]] = ()
    """The procedures that may be asked for, the most wanted first."""
    figure_files: ClassVar[tuple[str, ...]] = ()
    """The data files whose figures a group may replace for its own evening, by name; :meth:`figures` reads them."""
    view_class = CompanionView
    option_types: ClassVar[tuple[type[Option], ...]] = OPTIONS
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    sides: ClassVar[Mapping[str, str]] = {}
    """The names of the game's roles at the table, for questions that are put to one of them."""

    def marks(self, state: Any) -> Iterable[Mark]:  # noqa: ARG002
        """The marks kept from one question to the next, in words; by default none.

        Args:
            state: the state, which the method only reads.
        """
        return ()

    def figures(self, files: Mapping[str, str]) -> Mapping[str, Any]:
        """Read a group's own data files into fields of the state with which an evening begins.

        Args:
            files: their texts by name.

        Raises:
            BadData: a file holds no figures that an evening could have, or cannot be read.
        """
        raise BadData(f"{next(iter(files), 'this game')}: a companion of {self.game} takes no files of your own")

    def sequence_of_play(self, steps: Sequence[Step], terms: Terms[Any]) -> Sequence[Step]:  # noqa: ARG002
        """Ask for a procedure, fill in its form, carry it out."""
        return (
            Step("ask", self._ask, "Ask for a procedure"),
            Step("fill", self._fill, "Fill in its form"),
            Step("resolve", self._resolve, "Carry it out"),
        )

    def outcome(self, state: Any, terms: Terms[Any]) -> Outcome | None:  # noqa: ARG002
        """The evening is over when its people say so."""
        desk: Desk = state.desk
        if not desk.over:
            return None
        return Outcome(None, f"The evening is over after {counted(desk.runs, 'question')}.", ending="evening_over")

    def settle(self, state: Any, terms: Terms[Any]) -> None:  # noqa: ARG002
        """Refuse a state with unknown procedures, impossible values or impossible marks."""
        desk: Desk = state.desk
        for mark in self.marks(state):  # what cannot be put into words is refused, too
            if mark.count < 0:
                raise BadData(f"{mark.text}: a number on the board is at least 0")
        if desk.runs < 0:
            raise BadData(f"desk.runs: should be at least 0, not {desk.runs}")
        held: list[tuple[str, Mapping[str, str]]] = [*desk.last.items(), *((name, {}) for name in desk.recent)]
        held += [(desk.procedure, desk.values)] if desk.procedure else []
        for name, values in held:
            named(self.procedures, name).filled(values)
        if desk.procedure:
            asked = named(self.procedures, desk.procedure)
            desk.values = {each.name: each.default for each in asked.fields} | desk.values
            if state.phase == "resolve" and (misfit := asked.misfit(state, desk.values)):
                raise BadData(f"{asked.name}: {misfit}")
        elif state.phase != "ask":
            raise BadData(f"there is no procedure to {state.phase}")

    def face(self) -> str | type[Any]:
        """The face of every companion."""
        return "navalcore._companion.face:CompanionFace"

    def seen_alone(self, game: AnyGame, state: Any, role: str, terms: Terms[Any]) -> View:
        """The form, what may be asked for, and the marks."""
        desk: Desk = state.desk
        asked = named(self.procedures, desk.procedure) if desk.procedure else None
        return CompanionView(
            role=role,
            procedure=desk.procedure,
            title=asked.title if asked else "",
            form=tuple(
                FieldView(each.name, each.text, value, each.titles.get(value, value), each.number)
                for each in (asked.fields if asked else ())
                for value in (desk.values.get(each.name, each.default),)
            ),
            misfit=asked.misfit(state, desk.values) if asked and state.phase == "fill" else None,
            weighed=asked is not None and not asked.sure and (desk.weighed or not asked.odds_when_asked),
            assumes=asked.assumes if asked else "",
            procedures=tuple(
                ProcedureView(each.name, each.title, each.rule, _in_words(each, desk.last.get(each.name, {})))
                for each in self.in_order(desk)
            ),
            marks=tuple(self.marks(state)),
            runs=desk.runs,
            kept=kept_of(game, state, terms) if state.phase == "fill" else {},
        )

    def in_order(self, desk: Desk) -> list[StandAlone[...]]:
        """The procedures of the companion, the last used first and those never used in the order of :attr:`procedures`.

        Args:
            desk: the desk of the evening, which lists the procedures used recently.
        """
        used = [named(self.procedures, name) for name in desk.recent]
        return [*used, *(each for each in self.procedures if each not in used)]

    # ---- steps -------------------------------------------------------------------------------------------------------

    def _ask(self, play: Play[Any, Any]) -> Flow[str | None]:
        options = self._others(play.state)
        answer = yield from choose(TABLE, "What do you resolve?", options, kind="ask")
        return self._asked(play, answer)

    def _fill(self, play: Play[Any, Any]) -> Flow[str | None]:
        desk: Desk = play.state.desk
        asked = named(self.procedures, desk.procedure)
        misfit = asked.misfit(play.state, desk.values)
        options: list[Option] = [
            *([] if misfit else [BEGIN]),
            *([WEIGH] if asked.odds_when_asked and not desk.weighed and not misfit else []),
            *_fillings(asked),
            *self._others(play.state),
        ]
        answer = yield from choose(
            TABLE, f"{asked.title}: does the form say what you mean?", options, asked.rule,
            lambda: [Refusal(str(BEGIN), asked.rule, str(misfit))] if misfit else [], "form",
            about=About({"procedure": asked.name, **desk.values}),
        )  # fmt: skip
        desk.weighed = answer is WEIGH
        if isinstance(answer, Fill):
            desk.values[answer.field] = answer.value
        if isinstance(answer, Fill) or answer is WEIGH:
            return "fill"
        return None if answer is BEGIN else self._asked(play, answer)

    def _others(self, state: Any) -> list[Option]:
        """The procedures that may be asked for besides that of the form."""
        desk: Desk = state.desk
        others = [AskFor(each.name, each.title) for each in self.in_order(desk) if each.name != desk.procedure]
        marks = [TakeOff(each.key, each.text) for each in self.marks(state) if each.key]
        return [*others, *marks, END_EVENING]

    def _asked(self, play: Play[Any, Any], answer: Option) -> str:
        """The step that follows when a procedure was asked for, a mark was taken off, or the evening was ended."""
        state, desk = play.state, play.state.desk
        if isinstance(answer, TakeOff):
            take_off(state, answer.mark)
            play.tell(TakenOff, answer.words)
            return str(state.phase)
        if not isinstance(answer, AskFor):
            desk.over = True
            return "ask"
        asked = named(self.procedures, answer.procedure)
        if desk.procedure:
            desk.last[desk.procedure] = dict(desk.values)  # a form that is left for another is found as it was
        self._lay_out(state, asked)
        at_once = not asked.fields and not asked.misfit(state, desk.values)
        return "resolve" if at_once else "fill"

    def _lay_out(self, state: Any, asked: StandAlone[...]) -> None:
        state.desk.values = self.laid_out(state, asked)
        state.desk.procedure = asked.name

    def laid_out(self, state: Any, asked: StandAlone[...]) -> dict[str, str]:
        """The contents of the form of a procedure once it is asked for. They are those it has now, or else the values
        that follow from the marks and those it had last.

        Args:
            state: the state, from whose marks values may follow.
            asked: the procedure that is asked for.
        """
        desk: Desk = state.desk
        if desk.procedure == asked.name:
            return dict(desk.values)
        last = desk.last.get(asked.name, {})
        return {
            each.name: kept if (kept := last.get(each.name, each.default)) in each.titles else each.default
            for each in asked.fields
        } | asked.known(state)

    def _resolve(self, play: Play[Any, Any]) -> Flow[str | None]:
        desk: Desk = play.state.desk
        asked = named(self.procedures, desk.procedure)
        values = dict(desk.values)
        words = {each.name.replace("_", " "): each.titles[values[each.name]] for each in asked.fields}
        play.tell(AskedFor, asked.title, words, rule=asked.rule)
        result = yield from self._at_the_table(play, asked(play, **asked.filled(values)))
        if result:
            play.tell(Resolved, asked.title, result, rule=asked.rule)
        desk.last[asked.name] = values
        desk.recent = [asked.name, *(name for name in desk.recent if name != asked.name)]
        desk.runs += 1
        desk.procedure, desk.values = "", {}
        if not asked.fields:
            return "ask"
        self._lay_out(play.state, asked)  # the same again is what people want most
        return "fill"

    def _at_the_table(self, play: Play[Any, Any], flow: Flow[Any]) -> Flow[Any]:
        """A procedure of the game whose questions are all put to the table, and whose news all hear."""
        answer: Any = None
        while True:
            try:
                asked: Any = flow.send(answer)
            except StopIteration as stopped:
                _in_the_open(play)
                return stopped.value
            _in_the_open(play)
            if isinstance(asked, Group):
                for each in asked.flows.values():
                    yield from self._at_the_table(play, each)
                answer = None
            else:
                answer = yield self._put(asked)

    def _put(self, asked: Decision) -> Decision:
        """A question, put to the table with the name of the side whose it is."""
        side = self.sides.get(asked.role, "")

        def prompt() -> str:
            return f"{side}: {asked.prompt}" if side else asked.prompt

        return Decision(TABLE, prompt, asked.options, asked.rule, asked._reasons, asked.kind, about=asked._subject)

    # ---- chances -----------------------------------------------------------------------------------------------------

    def odds(
        self, game: AnyGame, terms: Terms[Any], procedure: str, values: Mapping[str, str], kept: Any = None
    ) -> Odds:
        """The chances of a procedure, given the kept figures. The procedure works them out itself, or copies of the
        state find them when it is carried out, with each question answered by its first option. That is exact where few
        courses are possible, and otherwise sampled. The notes of the answer say what it assumes of the owners.

        Args:
            game: the game as this companion varies it.
            terms: those of the match.
            procedure: its name.
            values: what its form holds.
            kept: the state that it begins with, which stays as it is; None: that of an evening that begins.

        Raises:
            BadData: there is no such procedure, or it cannot be carried out with these values.
        """
        asked = named(self.procedures, procedure)
        arguments = asked.filled(values)
        start = game.initial_state(terms) if kept is None else kept

        def begun(chance: Chance) -> Play[Any, Any]:
            return Play(game.states.copy(start), terms.options, chance, scenario=terms.scenario)

        def carried_out(chance: Chance) -> Flow[str]:
            play = begun(chance)
            result = yield from self._at_the_table(play, asked(play, **arguments))
            return result or "nothing"

        if asked.odds is not None:
            found = asked.odds(begun(SeededChance.from_seed(0)), **arguments)
        else:
            found = odds_of(carried_out, budget=PATHS, samples=SAMPLES)
        return replace(found, notes=(*found.notes, asked.assumes)) if asked.assumes else found


@told_of_misfits
def companion_in(game: AnyGame) -> Companion:
    """The companion that a game is as its variants change it, such as ``nc.load("aa50_subwar:companion")``.

    Args:
        game: the game with its variants, loaded.

    Raises:
        BadData: it is none.
    """
    for variant in reversed(game.variants):
        if isinstance(variant, Companion):
            return variant
    raise BadData(f"{game.id} is not a companion; a game that has one is named with it, as in aa50_subwar:companion")


def _in_the_open(play: Play[Any, Any]) -> None:
    """Events that are secret in a match are reported to all at the table."""
    play.told[:] = [replace(event, to=None) if event.to is not None else event for event in play.told]


@cache
def _fillings(asked: StandAlone[...]) -> tuple[Fill, ...]:
    """Every value that a field of a form may have; asked for at every step of the form, so they are made once."""
    return tuple(
        Fill(each.name, value, each.name.replace("_", " "), shown)
        for each in asked.fields
        for value, shown in each.titles.items()
    )


def _in_words(asked: StandAlone[...], values: Mapping[str, str]) -> str:
    """The contents of a form, in a line: "Sz62, 2 destroyers, 1 submarine, escape"."""
    held = [(each, value) for each in asked.fields if (value := values.get(each.name, "0")) not in ("0", "no")]
    return ", ".join(_held(each, value) for each, value in held)


def _held(field: FormField, value: str) -> str:
    """A value of a form in a few words: a thing whose name is a plural is counted."""
    name = field.name.replace("_", " ")
    if value == "yes":
        return name
    if not field.number:
        return field.titles.get(value, value)
    return counted(int(value), name.removesuffix("s")) if name.endswith("s") and " " not in name else f"{name} {value}"
