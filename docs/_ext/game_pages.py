"""Directives for the pages of games: everything in them comes from the game itself, so that it cannot drift.

Each takes a game's id as its first argument; their docstrings say the rest. What the library refuses (a choice that is
not offered, an unknown card) fails the build.

==================  ================================================================================
``{notice}``        designer, year and notice of rights
``{doors}``         the game's four pages, with their lengths
``{rulebook}``      every numbered section, with its rulings, its code and its tests
``{rulings}``       the number of every ruling, leading to the rule where it stands
``{charts}``        tables of the game's data under their labels: exact, historical or reconstructed
``{sequence}``      the sequence of play as a diagram
``{options}``       the options with their values
``{modifiers}``     the sections that take modifiers from a variant
``{scenarios}``     the scenarios, or one of their tables
``{board}``         a picture of the table after some choices of the bots
``{opening}``       a match told choice by choice, with comments, pictures and links to the rules
``{oddstable}``     answers of an odds question, side by side, as a table and a picture
``{simulated}``     results of committed simulations, with the commands that repeat them
``{simulation}``    a small simulation played while the page is built, as a picture
``{places}``        how many options name a place on the board's picture, and which kinds name none
==================  ================================================================================

The role ``{rule}`` links to a section or ruling: ``{rule}`uboat_cards U9```.
"""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from match_pages import MATCH_DIRECTIVES, MATCH_OPTIONS
from page_text import GameDirective, RuleRole, code, keep_drawn, linked, plain, table, typed
from rule_pages import RULE_DIRECTIVES
from sphinx.application import Sphinx

from navalcore._face.face import face_of
from navalcore.boards import pieces_svg, scene_svg
from navalcore.bots import make_bots, play_out
from navalcore.errors import UnknownName
from navalcore.odds import Odds
from navalcore.odds._charts import stacked
from navalcore.study._charts import results_svg
from navalcore.study._plan import Plan
from navalcore.study._simulate import simulate
from navalcore.study._summary import summary
from navalcore.testing._trial import Placed


def count_places(game: Any, choices: int, seed: int = 1) -> Placed:
    """How many options name a place: of those offered in random play, ``choices`` choices in each scenario."""
    placed, pick = Placed(), random.Random(seed)
    for name in game.scenarios:
        match = game.new_match(name, seed=seed)
        while not match.over and match.count < choices:
            for decision in match.decisions.values():
                placed.note(decision)
            assert match.decision is not None
            match.choose(pick.randrange(len(match.decision.options)))
    return placed


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


class OddsTable(GameDirective):
    """``{oddstable} GAME QUESTION``: a row for each line of the body, which sets the question's parameters.

    A line reads ``name=value; name=value``; ``:label:`` names a column for each of them, with commas between. With
    ``:plot:`` (its title) the chances are drawn as bars too. Where outcomes are joint, ``:marginal:`` names the part
    whose chances are shown.
    """

    required_arguments = 2
    option_spec: ClassVar = dict.fromkeys(("label", "plot", "marginal"), directives.unchanged)

    def make(self) -> list[nodes.Node]:
        labels = [each.strip() for each in self.options.get("label", "").split(",") if each.strip()]
        answers = list(self._answers(labels))
        outcomes = list(dict.fromkeys(name for _, odds in answers for name in odds.outcomes))
        expected = list(dict.fromkeys(name for _, odds in answers for name in odds.expected))
        rows = [
            [*values, *(_percent(odds, name) for name in outcomes), *(_mean(odds, name) for name in expected)]
            for values, odds in answers
        ]
        head = [*labels, *map(_words, outcomes), *(f"mean {_words(name)}" for name in expected)]
        made = self.markdown(table(head, rows, numbers=len(labels)))
        if title := self.options.get("plot"):
            bars = {", ".join(values): odds.outcomes for values, odds in answers}
            made.append(self.figure(stacked(title, bars, outcomes), title))
        return made

    def _answers(self, labels: list[str]) -> Iterator[tuple[list[str], Odds]]:
        wanted = self.arguments[1]
        question = next((each for each in face_of(self.game).questions() if each.name == wanted), None)
        if question is None:
            raise UnknownName(f"{self.game.id} has no question {wanted}")
        for line in filter(None, self.content):
            parameters = dict(part.strip().split("=", 1) for part in line.split(";"))
            if len(parameters) != len(labels):
                raise self.error(f"oddstable: '{line}' has {len(parameters)} parameters, ':label:' {len(labels)}")
            odds = question.ask(parameters)[1]
            part = self.options.get("marginal")
            values = [YES_NO.get(value, _words(value)) for value in parameters.values()]
            yield values, replace(odds, outcomes=odds.marginals[part]) if part else odds


YES_NO = {"true": "yes", "false": "no"}


def _words(name: str) -> str:
    """A name of a parameter or an outcome as words."""
    return plain(name.replace("_", " "))


def _percent(odds: Odds, name: str) -> str:
    chance = odds.outcomes.get(name, Fraction(0))
    if name in odds.standard_error:
        return f"{float(chance):.1%} ± {odds.standard_error[name]:.1%}"
    return "–" if chance == 0 else "<\N{NO-BREAK SPACE}0.1%" if chance < 0.001 else f"{float(chance):.1%}"


def _mean(odds: Odds, name: str) -> str:
    return f"{float(odds.expected[name]):.2f}" if name in odds.expected else ""


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
    options = "".join(f" --option {name}={typed(value)}" for name, value in data["options"].items())
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
        board = face_of(self.game).board(match.view(self.game.roles[0]))
        assert board is not None
        kilobytes = [len(layer.encode()) / 1000 for layer in (scene_svg(board.scenes[0]), pieces_svg(board))]
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
    directives_of_games: dict[str, Any] = {
        **RULE_DIRECTIVES, **MATCH_DIRECTIVES, "scenarios": Scenarios, "oddstable": OddsTable,
        "simulated": Simulated, "simulation": Simulation, "places": Places,
    }  # fmt: skip
    for name, directive in directives_of_games.items():
        app.add_directive(name, directive)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
