"""Directives for the pages of games: everything in them comes from the game itself, so that it cannot drift.

Each takes a game's id as its first argument; their docstrings say the rest. What the library refuses (a choice that is
not offered, an unknown card) fails the build.

==================  ================================================================================
``{notice}``        designer, year and notice of rights
``{rulebook}``      every numbered section, with its rulings, its code and its tests
``{rulings}``       every ruling: question, readings, decision, reason, option
``{sequence}``      the sequence of play as a diagram
``{options}``       the options with their values
``{scenarios}``     the scenarios, or one of their tables
``{board}``         a picture of the table after some choices of the bots
``{opening}``       a match told choice by choice, with comments, pictures and links to the rules
``{oddstable}``     answers of an odds question, side by side, as a table and a picture
``{chart}``         a table of the game's data under its label: exact, historical or reconstructed
``{simulated}``     results of committed simulations, with the commands that repeat them
``{simulation}``    a small simulation played while the page is built, as a picture
``{places}``        how many options name a place on the board's picture, and which kinds name none
==================  ================================================================================

The role ``{rule}`` links to a section or ruling: ``{rule}`uboat_cards U9```.
"""

import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args, get_origin

from docutils import nodes
from docutils.parsers.rst import directives
from page_text import GameDirective, RuleRole, cite, code, keep_drawn, linked, plain, sentences, steps_svg, table
from sphinx.application import Sphinx

from navalcore.analysis.bars import stacked
from navalcore.analysis.odds import Odds
from navalcore.analysis.plots import results_svg
from navalcore.analysis.simulate import Plan, simulate, summary
from navalcore.bots import Bot, make_bots, play_out
from navalcore.components.events import Event
from navalcore.engine.decision import UMPIRE
from navalcore.engine.terms import Step
from navalcore.errors import UnknownName
from navalcore.face import face_of
from navalcore.render import board_layers, board_svg
from navalcore.rulebook import Citation, coverage
from navalcore.testing.places import count_places

TESTS = Path(__file__).parents[2] / "tests"


class Notice(GameDirective):
    """``{notice} GAME``: who designed the game, and the notice of its rule book."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        source = self.game.rulebook.source
        return self.markdown(f"Designed by {plain(source.designer)}, {source.year}. {plain(source.notice)}")


class RulebookDirective(GameDirective):
    """``{rulebook} GAME``: a section of the page for every numbered section of the rules, anchored ``GAME-NUMBER``."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        game = self.game
        report = coverage(game.rulebook, game.rule_packages, TESTS)
        made: list[nodes.section] = []
        for entry in report.sections:
            section = entry.section
            lines = [f"*{section.kind.value.capitalize()}.* {linked(game.id, section.summary)}", ""]
            for ruling in game.rulebook.rulings_on(section.number):
                question, decision = linked(game.id, ruling.question), linked(game.id, ruling.decision)
                lines += [f"- {cite(game.id, ruling.id)}: {question} *{decision}*"]
            if entry.code:
                lines += ["", "Code: " + ", ".join(dict.fromkeys(map(self.code_link, entry.code))) + "."]
            made.append(self.section(section.number, f"{section.number} {section.title}", "\n".join(lines)))
            made[-1] += self.tests(entry.tests)
        return made

    def tests(self, places: Sequence[Citation]) -> list[nodes.Node]:
        """The tests of a section, folded away."""
        names = list(dict.fromkeys(place.qualname.removeprefix("test_").replace("_", " ") for place in places))
        if not names:
            return []
        head = f"<details class='tests'><summary>{len(names)} test{'s'[: len(names) > 1]}</summary>"
        inner = self.markdown("\n".join(f"- {plain(name)}" for name in names))
        return [nodes.raw("", head, format="html"), *inner, nodes.raw("", "</details>", format="html")]

    @staticmethod
    def code_link(place: Citation) -> str:
        """A link to the place in the reference; what the reference leaves out is only named."""
        name = place.module if place.qualname == "(module)" else f"{place.module}.{place.qualname}"
        shown = place.module if place.qualname == "(module)" else place.qualname
        if any(part.startswith("_") for part in name.split(".")):
            return code(name)
        return f"{{py:obj}}`{shown} <{name}>`"


class Rulings(GameDirective):
    """``{rulings} GAME``: a section of the page for every ruling, anchored ``GAME-RULING``."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        game = self.game.id
        made: list[nodes.section] = []
        for ruling in self.game.rulebook.rulings:
            on = ", ".join(cite(game, number) for number in ruling.sections)
            lines = [f"**{linked(game, ruling.question)}** (on {on})", ""]
            lines += [f"- {linked(game, reading)}" for reading in ruling.readings]
            lines += ["", f"*Decided:* {linked(game, ruling.decision)}", ""]
            lines += [f"*Because:* {linked(game, ruling.reason)}"]
            if ruling.option:
                lines += ["", f"*Option:* {code(ruling.option)}"]
            made.append(self.section(ruling.id, ruling.id, "\n".join(lines)))
        return made


class SequenceOfPlay(GameDirective):
    """``{sequence} GAME``: the steps of play in their order, each with its section; ``:scenario:`` chooses whose.

    ``:turns:`` names steps that come again and again before those after them do.
    """

    has_content = False
    option_spec: ClassVar = {"scenario": directives.unchanged, "turns": directives.unchanged}

    def make(self) -> list[nodes.Node]:
        game = self.game
        steps = game.sequence_of_play(game.terms(self.options.get("scenario")))
        title = f"{game.title}: the sequence of play"
        turns = self.options.get("turns", "").split()
        if unknown := set(turns) - {step.name for step in steps}:
            raise UnknownName(f"{game.id} has no step {', '.join(sorted(unknown))}")
        links = [f"{plain(step.title or step.name)} ({cite(game.id, step.rule)})" for step in steps if step.rule]
        figure = self.figure(
            steps_svg(title, steps, turns), f"The sections: {', '.join(links)}.", _steps_text(steps, turns)
        )
        return [figure]


def _steps_text(steps: Sequence[Step], turns: Sequence[str]) -> str:
    """The diagram for those who do not see it."""
    once = [step.title or step.name for step in steps if step.once]
    again = [step.title or step.name for step in steps if not step.once]
    repeated = [step.title or step.name for step in steps if step.name in turns]
    start = f"Once: {', '.join(once)}. Then, over" if once else "Over"
    within = f" Among these come again before the next: {', '.join(repeated)}." if repeated else ""
    return f"{start} and over: {', '.join(again)}.{within}"


class OptionsList(GameDirective):
    """``{options} GAME``: every option with its values (the default first), and what it does."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        lines: list[str] = []
        for name, option in self.game.options_class.model_fields.items():
            kind: Any = option.annotation
            values = get_args(kind) if get_origin(kind) is Literal else (True, False) if kind is bool else ()
            others = [value for value in values if value != option.default]
            shown = [f"{code(_typed(option.default))} (default)", *(code(_typed(value)) for value in others)]
            lines += [f"{code(name)}: {', '.join(shown)}", f": {linked(self.game.id, option.description or '')}", ""]
        return self.markdown("\n".join(lines))


class Modifiers(GameDirective):
    """``{modifiers} GAME``: the sections that take modifiers from a variant."""

    has_content = False

    def make(self) -> list[nodes.Node]:
        game = self.game
        sections = [section for section in game.rulebook.sections if section.number in game.modifier_sections]
        named = ", ".join(f"{plain(section.title)} ({cite(game.id, section.number)})" for section in sections)
        told = f"A variant may bring modifiers of its own to these sections: {named}."
        return self.markdown(told if sections else "No section of these rules takes modifiers from a variant.")


def _typed(value: object) -> str:
    """A value as typed on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Scenarios(GameDirective):
    """``{scenarios} GAME``: each scenario with its note, and with the fields named by ``:fields:``.

    ``{scenarios} GAME FIELD``: one table for a field that is a mapping, a column for each scenario. Lines of the body
    such as ``Sonar = exact`` fill a further column, headed by ``:standing:``; ``* = ...`` is for all other rows.
    """

    optional_arguments = 1
    option_spec: ClassVar = {"fields": directives.unchanged, "standing": directives.unchanged}

    def make(self) -> list[nodes.Node]:
        data = {name: scenario.model_dump(mode="json") for name, scenario in self.game.scenarios.items()}
        if len(self.arguments) > 1:
            return self.markdown(self._mapping(data, self.arguments[1]))
        lines = []
        for name, scenario in data.items():
            fields = [
                f"{key.capitalize()}: {_listed(scenario[key])}." for key in self.options.get("fields", "").split()
            ]
            lines.append(f"{plain(scenario['title'])} ({code(name)})")
            lines.append(f": {linked(self.game.id, ' '.join([scenario['note'], *fields]))}\n")
        return self.markdown("\n".join(lines))

    def _mapping(self, data: dict[str, dict[str, Any]], field: str) -> str:
        standing = dict(line.split(" = ", 1) for line in self.content if " = " in line)
        keys = list(dict.fromkeys(key for scenario in data.values() for key in scenario[field]))
        rows = [
            [plain(key), *(str(scenario[field].get(key, "")) for scenario in data.values())]
            + ([linked(self.game.id, standing.get(key, standing.get("*", "")))] if standing else [])
            for key in keys
        ]
        rows.append(
            ["*in all*", *(str(sum(each[field].values())) for each in data.values()), *([""] if standing else [])]
        )
        head = [field, *map(code, data), *([self.options["standing"]] if standing else [])]
        return table(head, rows)


def _listed(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return str(value)


def seat(directive: GameDirective) -> str:
    """Whose view a page shows: it has to be said, or a text about hidden cards stands beside a picture of them all."""
    if "role" not in directive.options:
        raise directive.error(f"{directive.name}: ':role:' is missing: the role the text speaks to, or 'umpire'")
    role: str = directive.options["role"]
    return UMPIRE if role == "umpire" else role


MATCH_OPTIONS = {"seed": directives.unchanged, "scenario": directives.unchanged, "role": directives.unchanged}


class Board(GameDirective):
    """``{board} GAME``: the table of match ``:seed:`` after ``:choices:`` choices of the game's default bots.

    ``:role:`` looks at it, the seat that the text beside the picture speaks to; ``umpire`` where the reader is meant to
    see everything. It is played in ``:scenario:``; ``:picture:`` names another of the game's
    pictures than its board; ``:alt:`` replaces the picture's own title as the text for those who do not see it. The
    body is the caption.
    """

    option_spec: ClassVar = {
        **MATCH_OPTIONS,
        "choices": directives.nonnegative_int,
        "picture": directives.unchanged,
        "alt": directives.unchanged,
    }

    def make(self) -> list[nodes.Node]:
        match = self.game.new_match(self.options.get("scenario"), seed=self.options.get("seed", "1943"))
        play_out(match, make_bots(self.game, seed=0), limit=self.options.get("choices", 0))
        view = match.view(seat(self))
        name = self.options.get("picture")
        svg = board_svg(self.game, view) if name is None else face_of(self.game).pictures()[name](view)
        return [self.figure(svg, " ".join(self.content), self.options.get("alt", ""))]


class Opening(GameDirective):
    """``{opening} GAME``: a real match, told and drawn as ``:role:`` knows it; ``umpire`` knows everything.

    ``:seed:`` and ``:scenario:`` start it; ``:bots:`` (``role=name``) names other bots than the default ones. Where
    charts may still be tuned, ``:wanted:`` takes the place of the seed: things that must be told, with semicolons
    between; the first seed whose match, played by the bots in ``:most:`` choices, tells them all is the one. The body
    is Markdown; lines of these forms, alone in their paragraph, act:

    - ``until: 14.11 14.12`` - the bots choose until one of these sections asks, or to the end;
    - ``choose: play Periscope`` - the current decision is answered so (an error if that is not offered);
    - ``bots: 3`` - the game's default bots make so many choices;
    - ``told: destroys`` - an error unless this was told since the last such line: pins comments to the match;
    - ``why: play Torpedo`` - the rules say why that cannot be chosen now;
    - ``board: caption`` - the table as the role sees it now.

    Every choice becomes a line of a list: who chose what by which rule, and what came of it.
    """

    option_spec: ClassVar = {
        **MATCH_OPTIONS,
        "bots": directives.unchanged,
        "wanted": directives.unchanged,
        "most": directives.nonnegative_int,
    }

    def make(self) -> list[nodes.Node]:
        self.told: list[Event] = []
        self.heard = ""
        self.role = seat(self)
        scenario = self.options.get("scenario")
        made: list[nodes.Node] = []
        seed = self.options.get("seed", "1943")
        if "wanted" in self.options:
            seed = self._telling_seed()
            command = f"$ navalcore play {self.game.id} --scenario {scenario} --seed {seed}"
            made += self.markdown(f"```console\n{command}\n```")
        self.match = self.game.new_match(scenario, seed=seed, on_event=self._hear)
        self.bots = self._bots()
        made += self._told_list()
        for paragraph in "\n".join(self.content).split("\n\n"):
            made += self._paragraph(paragraph.strip())
        return made

    def _bots(self) -> dict[str, Bot[Any]]:
        names = dict(part.split("=") for part in self.options.get("bots", "").split())
        return make_bots(self.game, names, seed=0)

    def _telling_seed(self) -> str:
        """The first seed whose match tells everything that is wanted."""
        wanted = [part.strip() for part in self.options["wanted"].split(";")]
        for seed in map(str, range(1, 500)):
            told: list[Event] = []
            match = self.game.new_match(self.options.get("scenario"), seed=seed, on_event=told.append)
            play_out(match, self._bots(), limit=self.options.get("most"))
            text = "\n".join(map(str, told))
            if match.over and all(each in text for each in wanted):
                return seed
        raise self.error(f"opening: no match of 500 tells {', '.join(wanted)}")

    def _hear(self, event: Event) -> None:
        seen = event.seen_by(self.role)
        if seen is not None:
            self.told.append(seen)
            self.heard += f"{seen}\n"

    def _paragraph(self, text: str) -> list[nodes.Node]:
        action, _, rest = text.partition(": ")
        match action:
            case "choose":
                return self.markdown("\n".join(self._choice(each.strip()) for each in rest.split(";")))
            case "bots":
                return self.markdown("\n".join(self._choice(None) for _ in range(int(rest))))
            case "until":
                return self.markdown("\n".join(self._choices_until(rest.split())))
            case "told":
                if rest not in self.heard:
                    raise self.error(f"opening: '{rest}' was not told. What was told: {self.heard}")
                self.heard = ""
                return []
            case "why":
                refusal = self.match.why_not(rest, role=None if self.role is UMPIRE else self.role)
                if refusal is None:
                    raise self.error(f"opening: '{rest}' can be chosen")
                reason = f"{linked(self.game.id, refusal.reason)} [{cite(self.game.id, refusal.rule)}]"
                return self.markdown(f"> Why not *{plain(rest)}*? Because {reason}.")
            case "board":
                return [self.figure(board_svg(self.game, self.match.view(self.role)), rest)]
        return self.markdown(text)

    def _choices_until(self, rules: Sequence[str]) -> Iterator[str]:
        while (decision := self.match.decision) is not None and decision.rule not in rules:
            yield self._choice(None)

    def _choice(self, choice: str | None) -> str:
        decision = self.match.decision
        if decision is None:
            raise self.error("opening: the match is over")
        if choice is None:
            play_out(self.match, self.bots, limit=1)
        else:
            self.match.choose(choice, role=None if self.role is UMPIRE else self.role)
        index = self.match.choices()[-1]
        seen = not decision.secret or self.role in (UMPIRE, decision.role)
        what = decision.texts[index] if seen else "a secret choice"
        lines = sentences(self.game, self.told)
        self.told.clear()
        who = self.game.role_title(decision.role)
        who = who[:1].upper() + who[1:]
        end = ":" if lines else "."
        return " ".join([f"- {plain(who)}, **{plain(what)}** [{cite(self.game.id, decision.rule)}]{end}", *lines])

    def _told_list(self) -> list[nodes.Node]:
        lines = sentences(self.game, self.told)
        self.told.clear()
        return self.markdown("\n".join(f"- {line}" for line in lines)) if lines else []


class OddsTable(GameDirective):
    """``{oddstable} GAME QUESTION``: a row for each line of the body, which sets the question's parameters.

    A line reads ``name=value; name=value``; ``:label:`` names the column of the values. With ``:plot:`` (its title)
    the chances are drawn as bars too. Where outcomes are joint, ``:marginal:`` names the part whose chances are shown.
    """

    required_arguments = 2
    option_spec: ClassVar = dict.fromkeys(("label", "plot", "marginal"), directives.unchanged)

    def make(self) -> list[nodes.Node]:
        answers = list(self._answers())
        outcomes = list(dict.fromkeys(name for _, odds in answers for name in odds.outcomes))
        expected = list(dict.fromkeys(name for _, odds in answers for name in odds.expected))
        rows = [
            [plain(label), *(_percent(odds, name) for name in outcomes), *(_mean(odds, name) for name in expected)]
            for label, odds in answers
        ]
        head = [self.options.get("label", ""), *map(plain, outcomes), *(f"mean {plain(name)}" for name in expected)]
        made = self.markdown(table(head, rows, numbers=1))
        if title := self.options.get("plot"):
            made.append(self.figure(stacked(title, {label: odds.outcomes for label, odds in answers}, outcomes), title))
        return made

    def _answers(self) -> Iterator[tuple[str, Odds]]:
        wanted = self.arguments[1]
        question = next((each for each in face_of(self.game).questions() if each.name == wanted), None)
        if question is None:
            raise UnknownName(f"{self.game.id} has no question {wanted}")
        for line in filter(None, self.content):
            parameters = dict(part.strip().split("=", 1) for part in line.split(";"))
            odds = question.ask(parameters)[1]
            part = self.options.get("marginal")
            yield ", ".join(parameters.values()), replace(odds, outcomes=odds.marginals[part]) if part else odds


def _percent(odds: Odds, name: str) -> str:
    chance = odds.outcomes.get(name, Fraction(0))
    if name in odds.standard_error:
        return f"{float(chance):.1%} ± {odds.standard_error[name]:.1%}"
    return "–" if chance == 0 else "<\N{NO-BREAK SPACE}0.1%" if chance < 0.001 else f"{float(chance):.1%}"


def _mean(odds: Odds, name: str) -> str:
    return f"{float(odds.expected[name]):.2f}" if name in odds.expected else ""


class Chart(GameDirective):
    """``{chart} GAME NAME``: a table of the game's ``reference`` module, under the label of the file it is made of."""

    required_arguments = 2
    final_argument_whitespace = True
    has_content = False

    def make(self) -> list[nodes.Node]:
        reference = importlib.import_module(f"{self.game.package}.reference")
        return self.markdown(reference.labelled_table(self.arguments[1]))


class Simulated(GameDirective):
    """``{simulated} GAME FOLDER``: results that ``navalcore simulate --json`` wrote into files of the folder.

    A line of the body reads ``file: what was played``; the commands that wrote the files follow the table.
    """

    required_arguments = 2

    def make(self) -> list[nodes.Node]:
        folder = Path(self.env.doc2path(self.env.docname)).parent / self.arguments[1]
        rows, commands = [], []
        for line in filter(None, self.content):
            name, _, what = line.partition(": ")
            data = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
            length = data["length"]
            turns = f"{length['median']:.0f} ({_range(length['quartile'], length['upper_quartile'])})"
            rows.append([linked(self.game.id, what), *(_share(data["wins"][role]) for role in self.game.roles), turns])
            commands.append(_command(data))
        titles = [f"{self.game.role_title(role)} wins" for role in self.game.roles]
        text = table(["", *titles, "length (middle half)"], rows, numbers=1)
        return self.markdown(text + "\n\n```console\n" + "\n".join(commands) + "\n```")


def _share(wins: Mapping[str, float]) -> str:
    return f"{wins['share']:.1%} ({_range(100 * wins['low'], 100 * wins['high'], 1)})"


def _range(low: float, high: float, places: int = 0) -> str:
    """From low to high, never broken over two lines."""
    return f"{low:.{places}f}\N{WORD JOINER}–\N{WORD JOINER}{high:.{places}f}"


def _command(data: Mapping[str, Any]) -> str:
    options = "".join(f" --option {name}={_typed(value)}" for name, value in data["options"].items())
    bots = "".join(f" --bot {role}={name}" for role, name in data["bots"].items())
    played = f"-n {data['matches']} --scenario {data['scenario']}{options}{bots} --seed {data['seed']}"
    return f"$ navalcore simulate {data['game']} {played} --json"


class Simulation(GameDirective):
    """``{simulation} GAME``: ``:matches:`` matches of the default bots, played now, as a picture.

    ``:scenario:`` and ``:seed:`` say which, ``:measure:`` what the histogram counts by. The body is the caption.
    """

    option_spec: ClassVar = {
        **MATCH_OPTIONS, "matches": directives.positive_int, "measure": directives.unchanged,
    }  # fmt: skip

    def make(self) -> list[nodes.Node]:
        plan = Plan(self.game.id, self.options.get("scenario"), seed=self.options.get("seed", "1943")).filled()
        records = simulate(plan, self.options["matches"])
        names = {role: self.game.role_title(role) for role in self.game.roles}
        title = f"{len(records)} matches of {self.game.title}"
        summed = summary(plan, records, self.game.roles)
        picture = results_svg(title, summed, records, names, self.options.get("measure", "length"))
        return [self.figure(picture, " ".join(self.content))]


class Places(GameDirective):
    """``{places} GAME``: how many of the options that are offered in random play, ``:choices:`` choices in each
    scenario, name a place on the board's picture; which kinds name none; what a choice costs in bytes.
    """

    has_content = False
    option_spec: ClassVar = {"choices": directives.positive_int}

    def make(self) -> list[nodes.Node]:
        placed = count_places(self.game, self.options.get("choices", 150))
        match = self.game.new_match(seed="1943")
        play_out(match, make_bots(self.game, seed=0), limit=40)
        board = board_layers(self.game, match.view(self.game.roles[0]))
        kilobytes = [len(layer.encode()) / 1000 for layer in (board.still, board.moving)]
        said = (
            f"Of {placed.offered.total():,} options offered in random play, {placed.share:.0%} name the place on the "
            f"picture that a player would point at; without those that are mere acts, {placed.share_without_acts:.0%}."
        )
        if placed.acts:
            said += f" The acts: {', '.join(map(code, placed.acts))}."
        layers = (
            f"{kilobytes[0]:.0f} KB stay the same for a whole match, {kilobytes[1]:.0f} KB may change with a choice"
        )
        return self.markdown(f"{said} Of the picture, {layers}.")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives and the role."""
    app.add_role("rule", RuleRole())
    app.connect("env-before-read-docs", keep_drawn)
    for name, directive in {
        "notice": Notice, "rulebook": RulebookDirective, "rulings": Rulings, "options": OptionsList,
        "modifiers": Modifiers,
        "sequence": SequenceOfPlay, "scenarios": Scenarios, "board": Board, "opening": Opening,
        "oddstable": OddsTable, "chart": Chart, "simulated": Simulated, "simulation": Simulation,
        "places": Places,
    }.items():  # fmt: skip
        app.add_directive(name, directive)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
