"""``navalcore odds``: a game's odds questions and their answers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

import typer

from navalcore.analysis.odds import Odds, Question
from navalcore.cli.common import AnyGame, AsJson, GameName, pairs, settings_of
from navalcore.cli.output import Output
from navalcore.errors import UnknownName


def odds(
    context: typer.Context,
    game: GameName,
    question: Annotated[
        str | None, typer.Argument(metavar="[QUESTION]", help="Which one; all are listed without it.")
    ] = None,
    parameter: Annotated[
        list[str] | None, typer.Option("--parameter", "-p", metavar="NAME=VALUE", help="A parameter; may be repeated.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question about chances, or list the questions.

    Examples::

        navalcore odds uboat_cards
        navalcore odds uboat_cards opening-hand
        navalcore odds uboat_cards opening-hand -p deck=official100 --json
    """
    settings = settings_of(context)
    found = settings.game(game)
    if question is None:
        listed = [_described(each) for each in found.questions()]
        if as_json:
            settings.out.document({"game": found.id, "questions": listed})
        else:
            print_questions(settings.out, found)
        return
    asked = find_question(found, question)
    understood, answer = asked.ask(pairs(parameter, "-p"))
    parameters = understood.model_dump(mode="json")
    if as_json:
        settings.out.document(answer.to_json(found.id, asked.name, parameters))
    else:
        print_odds(settings.out, asked, parameters, answer)


def find_question(game: AnyGame, name: str) -> Question[Any]:
    """An odds question by name.

    Raises:
        UnknownName: the game has none of that name; lists those it has.
    """
    questions = {question.name: question for question in game.questions()}
    if name not in questions:
        raise UnknownName(f"{game.id} has no odds question '{name}'; it has {', '.join(questions) or 'none'}")
    return questions[name]


def _described(question: Question[Any]) -> dict[str, Any]:
    schema = question.parameters_class.model_json_schema()
    parameters = [
        {"name": name, "default": each.get("default"), "text": each.get("description", "")}
        for name, each in schema.get("properties", {}).items()
    ]
    return {"name": question.name, "title": question.title, "parameters": parameters}


def print_questions(out: Output, game: AnyGame) -> None:
    """List the questions with their parameters."""
    entries = [_described(question) for question in game.questions()]
    if not entries:
        out.line(f"{game.id} has no odds questions.")
    for entry in entries:
        out.line((entry["name"], "title"), f"  {entry['title']}")
        for parameter in entry["parameters"]:
            text = " ".join(parameter["text"].split())
            out.line(("  -p ", "faint"), f"{parameter['name']}={parameter['default']}", (f"  {text}", "faint"))


def print_odds(out: Output, question: Question[Any], parameters: Mapping[str, Any], answer: Odds) -> None:
    """The answer as tables."""
    out.title(question.title)
    given = ", ".join(f"{name}={value}" for name, value in parameters.items())
    out.line((f"{answer.method}" + (f"; {given}" if given else ""), "faint"))
    errors = answer.standard_error
    header = ["outcome", "chance", *(["standard error"] if errors else ["fraction"])]
    rows = [
        [name, f"{float(chance):.2%}", f"{errors[name]:.2%}" if name in errors else _fraction(chance)]
        for name, chance in answer.outcomes.items()
    ]
    out.table(header, rows)
    for part, chances in answer.marginals.items():
        out.line()
        out.table([part, "chance"], [[name, f"{float(chance):.2%}"] for name, chance in chances.items()])
    for name, value in answer.expected.items():
        out.line(f"expected {name}: {float(value):.4g}")
    for note in answer.notes:
        out.line((note, "faint"))


def _fraction(chance: Fraction | float) -> str:
    return f"{chance.numerator}/{chance.denominator}" if isinstance(chance, Fraction) else ""
