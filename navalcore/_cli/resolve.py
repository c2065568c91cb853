"""``navalcore resolve``: rules for a real board, one procedure after the other, with real dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

import navalcore as nc
from navalcore import CHANCE, AnyGame, AnyMatch, Decision
from navalcore._cli import common
from navalcore._cli.answering import faces_in, is_die, roll_here
from navalcore._cli.common import Settings, TermsGiven, argument, option, options_given, pairs, save_of, settings_of
from navalcore._cli.events import EventLog, digest, print_line
from navalcore._cli.grammar import nearest
from navalcore._cli.journals import Journals
from navalcore._cli.keyboard import Keyboard
from navalcore._cli.odds import print_expected, print_outcomes
from navalcore._cli.output import Output
from navalcore._cli.outputs import kept_file
from navalcore._cli.seats import ALL, seats_for
from navalcore._cli.session import TerminalSession
from navalcore.components import DiceRolled, listed
from navalcore.errors import BadData, Diverged, IncompatibleSave, NavalCoreError, NotOffered, UnknownGame, UnknownName
from navalcore.rules import ChoiceMade, Companion, companion_in

VARIANT = "companion"
"""The variant of a game that is its companion."""

MOST = 20
"""Answers that are all listed with a question."""
FEW = 6
"""How many are listed of more."""

NOT_KEPT = "nothing is kept of this evening, and --save FILE would keep it elsewhere"
"""The note where the folder of the journals cannot be written to."""

MOST_DIGITS = 9
"""No die has a face of more digits."""


@dataclass
class Request:
    """The settings that the command line asks for."""

    procedure: str = ""
    given: dict[str, str] = field(default_factory=dict)
    faces: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    seeded: bool = False


@dataclass
class Evening:
    """Where an evening is kept, and how it begins if it is a new one."""

    save: Path | None
    new: bool
    scenario: str | None
    options: dict[str, str]

    @property
    def another(self) -> str:
        """How another evening begins where this one cannot continue as it is asked for."""
        return "choose another file" if self.save is not None else "begin another evening with --new"


def resolve(
    context: typer.Context,
    game: common.GameName,
    procedure: Annotated[
        str | None, argument("[PROCEDURE]", "The procedure to resolve; asked for if left out, and listed with --json.")
    ] = None,
    given: Annotated[
        list[str] | None, argument("[FIELD=VALUE]", "Values for its form; the rest is as it was last.")
    ] = None,
    dice: Annotated[
        list[str] | None, option("--dice FACES", "Faces already rolled, in order, as in 3,6,2; may be repeated.")
    ] = None,
    answer: Annotated[
        list[str] | None,
        option("--answer WORDS", "An owner's next answer, or a card that was drawn; may be repeated."),
    ] = None,
    roll: Annotated[bool, option("--roll", "Roll all dice here; without it people roll them.")] = False,
    odds: Annotated[bool, option("--odds", "Show the chances of the procedure, and begin nothing.")] = False,
    save: Annotated[
        Path | None, kept_file("--save FILE", "Keep the evening in this file, or continue it.", "evening.jsonl")
    ] = None,
    new: Annotated[bool, option("--new", "Begin another evening: without marks.")] = False,
    scenario: common.ScenarioName = None,
    option: common.OptionPairs = None,
    as_json: common.AsJson = False,
) -> None:
    """Resolve rules for people at a real board: one procedure, or an evening of them.

    It asks for each die and for each choice of an owner, keeps marks from one procedure to the next, and continues
    where it was left. Several faces may be typed at once; what is not used is told at once.

    Examples::

        navalcore resolve aa50_subwar
        navalcore resolve aa50_subwar hunt zone=sz8 destroyers=2 submarines=1
        navalcore resolve aa50_subwar hunt zone=sz8 --dice 3,6
        navalcore resolve aa50_subwar hunt zone=sz8 destroyers=3 --odds
        navalcore resolve aa50_subwar raid zone=sz62 raiders=us convoys=japan --roll --json
        navalcore resolve aa50_subwar --save evening.jsonl --dice 4
    """
    settings = settings_of(context)
    found = _companion_of(settings.game, game)
    companion = companion_in(found)
    request = Request("", pairs(given, "FIELD=VALUE"), _faces(dice), list(answer or ()), roll)
    if procedure is not None:
        request.procedure = nearest(procedure, [each.name for each in companion.procedures])
    person = not as_json and Keyboard().terminal
    if procedure is None and not (person or request.faces or request.answers or roll or save or odds):
        for name, value in (("--new", new), ("--scenario", scenario), ("--option", option)):
            if value:
                raise BadData(f"{name}: name the procedure that the evening begins with")
        _list(settings.out, found, companion, as_json=as_json)
        return
    check_form(companion, request)
    evening = Evening(save, new, TermsGiven(scenario).scenario_of(found), options_given(option, found))
    if odds:
        _tell_odds(settings.out, found, companion, request, evening, as_json=as_json)
        return
    _go_on(settings, found, companion, request, evening, as_json=as_json)


def _go_on(
    settings: Settings, found: AnyGame, companion: Companion, request: Request, evening: Evening, *, as_json: bool
) -> None:
    """Carry out what is asked for in the evening, and continue it where a person is at a terminal."""
    save, out = evening.save, settings.out
    journals = None if save is not None else Journals(found.id)
    log = EventLog()
    match, path = _evening(found, journals, evening, log)
    if request.procedure and match.state.phase == "resolve":
        asked = match.decision.prompt if match.decision else ""
        raise BadData(f"a procedure is under way: {asked} Answer first, or {evening.another}")
    check_fit(companion, match, request)
    if save is not None:
        match.record_to(save)
    elif journals is not None:
        path = journals.begin(match, path, otherwise=NOT_KEPT)
    try:
        log.skip((*found.roles, nc.UMPIRE))
        try:
            unused = _carry_out(match, request, "" if path is None else "; what came before it is kept")
        except NavalCoreError:
            if not as_json:
                _tell(out, match, log, ())  # what came before the fault is kept, so it is told
            raise
        waiting = match.decision if match.state.phase == "resolve" else None
        if as_json:
            out.document(_document(match, request, log, unused, waiting, path))
            return
        _tell(out, match, log, unused)
        if Keyboard().terminal:
            seats = seats_for(found, (ALL,), {}, settings.plugins)
            TerminalSession(match, seats, out, log, path, settings.plugins, of_itself=save is None).run()
        elif waiting is not None:
            asked = f"{waiting.prompt} [{waiting.rule}]" if waiting.rule else waiting.prompt
            out.line((asked, "question"), *((" ", (told, "faint")) if (told := _offered(waiting)) else ()))
            name = found.id.partition(":")[0]
            kept = f" --save {save}" if save else ""
            given = "--dice FACES" if _is_roll(waiting) else "--answer WORDS"
            if path is None:
                out.line((f"Give the same line once more, with {given} added to it.", "faint"))
            else:
                out.line((f"Continue with: navalcore resolve {name}{kept} {given}", "faint"))
    finally:
        match.stop_recording()
        if journals is not None and path is not None:
            journals.close(path, match)


def _tell_odds(
    out: Output, found: AnyGame, companion: Companion, request: Request, evening: Evening, *, as_json: bool
) -> None:
    """The chances of a procedure, given the kept figures."""
    if not request.procedure:
        raise BadData("--odds: name the procedure whose chances are wanted")
    if request.faces or request.answers or request.seeded:
        raise BadData("--odds: begins nothing; leave out --dice, --answer and --roll")
    kept = _kept(evening.save, None if evening.save is not None else Journals(found.id), new=evening.new)
    if kept is not None:
        match = _continued(found, kept, evening)
    else:
        match = found.new_match(evening.scenario, options=evening.options, chance="physical", undo="free")
    check_fit(companion, match, request)
    asked = next(each for each in companion.procedures if each.name == request.procedure)
    values = companion.laid_out(match.state, asked) | request.given
    odds = companion.odds(found, match.setup.terms, asked.name, values, match.state)
    if as_json:
        out.document(odds.to_json(found.id, asked.name, values))
        return
    out.title(asked.title)
    print_outcomes(out, odds)
    print_expected(out, odds)


def check_form(companion: Companion, request: Request) -> None:
    """Read the fields of the form, and refuse those that it does not have, before anything is begun."""
    if request.given and not request.procedure:
        raise BadData(f"{next(iter(request.given))}: name the procedure whose field it is")
    for procedure in companion.procedures:
        if procedure.name == request.procedure:
            fields = [each.name for each in procedure.fields]
            request.given = procedure.kept({nearest(name, fields): value for name, value in request.given.items()})
            return
    if request.procedure:
        names = ", ".join(each.name for each in companion.procedures)
        raise UnknownName(f"there is no procedure '{request.procedure}'; there are {names}")


def check_fit(companion: Companion, match: AnyMatch, request: Request) -> None:
    """Refuse a request that the kept figures rule out, before anything is changed."""
    for procedure in companion.procedures:
        if procedure.name != request.procedure:
            continue
        values = companion.laid_out(match.state, procedure) | request.given
        if misfit := procedure.misfit(match.state, values):
            raise BadData(f"{procedure.name}: {misfit}")


def _companion_of(load: Any, name: str) -> AnyGame:
    """The companion of a game, named as the game or with its variant."""
    if ":" in name:
        found: AnyGame = load(name)
        return found
    found = load(name)  # enough of its id will do
    try:
        companion: AnyGame = load(f"{found.id}:{VARIANT}")
    except UnknownName:
        raise UnknownGame(f"{found.id} has no companion for a real board") from None
    return companion


def _faces(dice: Sequence[str] | None) -> list[str]:
    faces = [face for text in dice or () for face in text.replace(",", " ").split()]
    for face in faces:
        if not face.isdecimal() or len(face) > MOST_DIGITS:
            raise BadData(f"--dice {face[:MOST_DIGITS]}: faces are whole numbers, as in 3,6,2")
    return faces


def _kept(save: Path | None, journals: Journals | None, *, new: bool) -> Path | None:
    """The file of the evening to continue; None if another begins."""
    if journals is not None:
        return None if new else next((each.path for each in journals.unfinished()), None)
    assert save is not None
    there = save.exists() and bool(save.stat().st_size)
    if new and there:
        raise BadData(f"{save}: holds an evening already; choose another file, or leave out --new")
    return save if there else None


def _continued(game: AnyGame, kept: Path, evening: Evening, **how: Any) -> AnyMatch:
    """An evening that is kept; an error says how another begins if this one cannot continue as it is asked for."""
    found = save_of(kept, game)
    given = game.parse_options(evening.options).model_dump(mode="json", exclude_unset=True)
    asked = {f"--option {name}": (value, found.header.options.get(name)) for name, value in given.items()}
    asked["--scenario"] = (evening.scenario or found.header.scenario, found.header.scenario)
    for name, (wanted, known) in asked.items():
        if wanted != known:
            why = f"the evening that is kept has {known}, not {wanted}"
            raise BadData(f"{name}: {why}; leave it out, or {evening.another}")
    try:
        return nc.load_match(found, game, **how)
    except (Diverged, IncompatibleSave) as error:
        why = str(error).removeprefix(f"{kept}: ")
        raise type(error)(f"{kept}: cannot be continued, {evening.another}: {why}") from None


def _evening(game: AnyGame, journals: Journals | None, evening: Evening, log: EventLog) -> tuple[AnyMatch, Path | None]:
    """The evening to continue with, or a new one, and the file that it is kept in already or is to be kept in."""
    kept = _kept(evening.save, journals, new=evening.new)
    if kept is not None:
        return _continued(game, kept, evening, on_event=log.add), kept
    seats = dict.fromkeys(game.roles, "person")
    match = game.new_match(
        evening.scenario, options=evening.options, chance="physical", undo="free", seats=seats, on_event=log.add
    )  # fmt: skip
    return match, evening.save


def _carry_out(match: AnyMatch, request: Request, so_far: str) -> list[str]:
    """Ask for the procedure, fill in its form, give rolls and answers; the faces not used. ``so_far`` is for errors."""
    if request.procedure:
        if match.state.desk.procedure != request.procedure:
            match.choose(f"ask_for/{request.procedure}")
        for name, value in request.given.items():
            if match.state.desk.values[name] != value:
                match.choose(f"fill/{name}/{value}")
        if match.state.phase == "fill":
            match.choose("begin")
    faces = list(request.faces)
    answers = list(request.answers)
    while (asked := match.decision) is not None and match.state.phase == "resolve":
        if faces and _is_roll(asked):
            try:
                faces = faces_in(match, faces)
            except NotOffered as error:
                raise BadData(f"--dice: {error}{so_far}") from None
        elif request.seeded and _is_roll(asked):
            roll_here(match)
        elif answers and not _is_roll(asked):
            match.choose(_answered(asked, answers[0]))
            del answers[0]
        else:
            break
    if answers:
        why = "a die is to be rolled first" if match.state.phase == "resolve" else "nothing more was asked"
        raise BadData(f"--answer {answers[0]}: {why}{so_far}")
    return faces


def _answered(asked: Decision, words: str) -> int:
    """The option that an answer means; an error puts the question again."""
    try:
        return asked.read(words)
    except NotOffered:
        raise NotOffered(f"--answer {words}: {asked.prompt} {_offered(asked)}", asked.texts) from None


def _is_roll(asked: Decision) -> bool:
    """Whether people are asked for the face of a die, and not for an answer or a draw."""
    return asked.role == CHANCE and is_die(asked)


def _offered(asked: Decision) -> str:
    """The possible answers; of many cards and counters the first."""
    texts = asked.texts
    if _is_roll(asked):
        return ""  # the question says which faces the die has
    if len(texts) <= MOST:
        return f"One of: {listed(texts)}."
    return f"Give --answer WORDS, one of {len(texts)}: {'; '.join(texts[:FEW])}; ... (--json lists all)"


def _tell(out: Output, match: AnyMatch, log: EventLog, unused: Sequence[str]) -> None:
    """Show the events so far, and the marks."""
    told = [event for event in log.news_for(nc.UMPIRE) if not isinstance(event, ChoiceMade)]
    for line in digest(told, nc.UMPIRE, match.game):
        print_line(out, line)
    if unused:
        why = "Another question comes first" if match.state.phase == "resolve" else "No more dice were to be rolled"
        out.line((f"Not used: {listed(list(unused))}. {why}.", "bad"))
    for mark in match.view(nc.UMPIRE).marks:
        out.line(("  ", "faint"), mark.text)


def _document(
    match: AnyMatch, request: Request, log: EventLog, unused: Sequence[str], waiting: Decision | None, path: Path | None
) -> dict[str, Any]:
    """The same as JSON."""
    told = [e for e in log.news_for(nc.UMPIRE) if not e.detail and not isinstance(e, ChoiceMade | DiceRolled)]
    results = [event for event in told if event.kind == "resolved"]
    return {
        "game": match.game.id,
        "procedure": request.procedure,
        "result": getattr(results[-1], "result", None) if results and waiting is None else None,
        "log": [{"rule": event.rule, "text": str(event)} for event in told],
        "waiting": None
        if waiting is None
        else {"role": waiting.role, "prompt": waiting.prompt, "rule": waiting.rule, "options": waiting.texts},
        "unused": list(map(int, unused)),
        "marks": [each.text for each in match.view(nc.UMPIRE).marks],
        "save": None if path is None else str(path),
    }


def _list(out: Output, game: AnyGame, companion: Companion, *, as_json: bool) -> None:
    """The procedures with the fields of their forms."""
    if as_json:
        out.document(
            {
                "game": game.id,
                "procedures": [
                    {"name": each.name, "title": each.title, "rule": each.rule, "form": each.model.model_json_schema()}
                    for each in companion.procedures
                ],
            }
        )
        return
    for each in companion.procedures:
        out.line((each.name, "title"), f"  {each.title}", (f"  [{each.rule}]", "rule"))
        for entry in each.fields:
            values = list(entry.titles)
            known = f"{values[0]} to {values[-1]}" if entry.number else ", ".join(values[:8])
            more = "" if entry.number or len(values) < 9 else ", ..."
            out.line(f"  {entry.name}={entry.default}", (f"  {entry.text} ({known}{more})", "faint"))
