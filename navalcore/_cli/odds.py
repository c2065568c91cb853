"""``navalcore odds``, and odds asked in a match: of its options, or of any question, filled in from the match."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Timer
from typing import Annotated, Any, Final

import typer

from navalcore import AnyGame, AnyMatch, Decision, face_of
from navalcore._cli.common import AsJson, GameName, argument, option, pairs, settings_of
from navalcore._cli.grammar import nearest, words_in
from navalcore._cli.output import Output, print_note
from navalcore._cli.outputs import Force, check_outputs, output, write_file, written
from navalcore.errors import Ambiguous, BadData, NotOffered, UnknownName
from navalcore.odds import Comparison, Odds, OptionOdds, Question

JOINT: Final = "joint"
"""The word that asks for joint outcomes."""
LIKELIEST: Final = 3
"""The most outcomes shown of an option when all options are shown."""
LONG: Final = 3.0
"""Seconds after which it is said that an answer takes long."""
SHORT: Final = 80
"""A longer outcome is cut after a sentence before that."""


@dataclass(frozen=True)
class OddsForm:
    """How an answer is shown."""

    part: Annotated[str | None, option("--part PART", "The part to draw or compare where outcomes are joint.")] = None
    plot: Annotated[Path | None, output("--plot FILE.svg", "Draw the chances in this file.", ".svg")] = None
    markdown: Annotated[bool, option("--markdown", "Print the answer as Markdown tables.")] = False
    joint: Annotated[bool, option("--joint", "Print joint outcomes too, not only their parts.")] = False
    force: Force = False
    as_json: AsJson = False

    def check(self) -> None:
        """Refuse what cannot be written, or not in one answer."""
        check_outputs(self.plot, force=self.force, as_json=self.as_json)
        if self.as_json and self.markdown:
            raise BadData("--json and --markdown are two forms of the answer; choose one")


def odds(
    context: typer.Context,
    game: GameName,
    question: Annotated[str | None, argument("[QUESTION]", "The question; all are listed if left out.")] = None,
    parameter: Annotated[list[str] | None, option("-p --parameter NAME=VALUE", "A parameter; may be repeated.")] = None,
    compare: Annotated[
        list[str] | None,
        option(
            "--compare NAME=VALUE",
            "Also show the answer with this parameter changed (several: a=1;b=2); may be repeated.",
        ),
    ] = None,
    *,
    shown: OddsForm,
) -> None:
    """Answer a question about chances, or list the questions.

    Examples::

        navalcore odds uboat_cards
        navalcore odds uboat_cards opening-hand
        navalcore odds uboat_cards opening-hand -p deck=mirror --json
        navalcore odds tonnage_war convoy-attack -p crew=N --compare crew=R --compare crew=A
        navalcore odds bismarck salvos -p salvos=20 --part midships_lost --plot salvos.svg
        navalcore odds uboat_cards hand -p deck=my_deck.toml
        navalcore --data silent_war=mine odds silent_war patrol -p scenario=my_patrol -p samples=20
    """
    settings = settings_of(context)
    out, found = settings.out, settings.game(game)
    if question is not None:
        asked = find_question(found, question)
        given = pairs(parameter, "-p", asked.parameters_class.model_fields)
        _answer(out, found, asked, given, compare or (), shown)
    elif shown.as_json:
        out.document({"game": found.id, "questions": [_described(each) for each in face_of(found).questions()]})
    else:
        print_questions(out, found)


def _answer(
    out: Output, game: AnyGame, asked: Question[Any], given: dict[str, Any], compare: Sequence[str], shown: OddsForm
) -> None:
    """Show the answer to a question, or the answers with some parameters changed side by side."""
    shown.check()
    answer: Comparison | Odds
    if compare:
        known = asked.parameters_class.model_fields
        changes = [pairs(text.split(";"), "--compare", known) for text in compare]
        answer = asked.compare(changes, given)
        part = _part_meant(shown.part, *answer.answers.values())
        answer = answer.part(part)
        draw = partial(answer.plot, asked.title)
    else:
        understood, answer = asked.ask(given)
        given = understood.model_dump(mode="json")
        part = _part_meant(shown.part, answer)
        answer.part(part)
        draw = partial(answer.plot, _title(asked, given), part)
    if shown.plot is not None:
        write_file(shown.plot, draw() + "\n")
    if shown.as_json:
        out.document(answer.to_json(game.id, asked.name, given) | written(shown.plot))
    elif shown.markdown:
        out.block(answer.markdown())
    elif isinstance(answer, Odds):
        print_odds(out, asked, given, answer, shown.joint)
    else:
        out.title(asked.title)
        out.table(["outcome", *answer.answers], answer.rows())


def _part_meant(name: str | None, *answers: Odds) -> str | None:
    """The part of joint outcomes that a name means."""
    return None if name is None else nearest(name, dict.fromkeys(part for each in answers for part in each.marginals))


def find_question(game: AnyGame, name: str) -> Question[Any]:
    """An odds question by name."""
    questions = {question.name: question for question in face_of(game).questions()}
    name = nearest(name, questions)
    if name not in questions:
        raise UnknownName(f"{game.id} has no odds question '{name}'; it has {', '.join(questions) or 'none'}")
    return questions[name]


def _described(question: Question[Any]) -> dict[str, Any]:
    return {"name": question.name, "title": question.title, "parameters": question.described()}


def print_questions(out: Output, game: AnyGame) -> None:
    """List the questions with their parameters."""
    entries = [_described(question) for question in face_of(game).questions()]
    if not entries:
        out.line(f"{game.id} has no odds questions.")
    for entry in entries:
        out.line((entry["name"], "title"), f"  {entry['title']}")
        for parameter in entry["parameters"]:
            text = parameter["text"].replace("``", "") + (f" ({parameter['allowed']})" if parameter["allowed"] else "")
            default = "" if parameter["default"] is None else parameter["default"]
            out.line(("  -p ", "faint"), f"{parameter['name']}={default}", (f"  {text}", "faint"))


def print_odds(
    out: Output, question: Question[Any], parameters: Mapping[str, Any], answer: Odds, joint: bool = False
) -> None:
    """The answer as tables: where outcomes are joint, their parts, and the outcomes themselves if wanted."""
    out.title(question.title)
    given = _given(parameters)
    out.line((f"{answer.method}" + (f"; {given}" if given else ""), "faint"))
    for part, chances in answer.marginals.items():
        rows = [[name, f"{float(chance):.2%}"] for name, chance in chances.items() if chance]
        out.table([part.replace("_", " "), "chance"], rows)
        _print_impossible(out, chances)
        if out.plain:  # a table on a terminal has a line of its own beneath it
            out.line()
    if joint or not answer.marginals:
        print_outcomes(out, answer)
        _print_impossible(out, answer.outcomes)
    print_expected(out, answer)
    if answer.marginals and not joint:
        number = sum(1 for chance in answer.outcomes.values() if chance)
        out.line((f"{number} joint outcomes: --joint shows them, in a match odds {question.name} joint", "faint"))


def print_outcomes(out: Output, answer: Odds) -> None:
    """The outcomes that may come, with their chances, as a table."""
    rows = [
        [name, f"{float(chance):.2%}", answer.precision(name)] for name, chance in answer.outcomes.items() if chance
    ]
    out.table(["outcome", "chance", answer.precision_title], rows)


def print_expected(out: Output, answer: Odds) -> None:
    """The means, and the notes on the answer."""
    for name, value in answer.expected.items():
        out.line(f"expected {name.replace('_', ' ')}: {float(value):.4g}")
    for note in answer.notes:
        out.line((note, "faint"))


def _print_impossible(out: Output, chances: Mapping[str, Any]) -> None:
    never = [name for name, chance in chances.items() if not chance]
    if never:
        out.line((f"never: {', '.join(never)}", "faint"), hang=2)


def print_option(out: Output, odds: OptionOdds) -> None:
    """The possible results of one option, as a table."""
    out.title(odds.option)
    out.line((odds.basis, "faint"))
    if odds.always and len(odds.outcomes) > 1:
        out.line(f"In any case: {' '.join(odds.always)}")
    error = odds.standard_error
    rows = [
        [text, f"{float(chance):.2%}", f"{error[text]:.2%}" if error else str(chance)]
        for text, chance in odds.outcomes.items()
    ]
    if odds.ways:
        _print_ranges(out, odds)
        return
    out.table(["outcome", "chance", odds.precision_title], rows)
    for name, mean in odds.expected.items():
        kind, _, figure = name.partition(".")
        if figure and mean:
            out.line(f"expected {figure} ({kind.replace('_', ' ')}): {float(mean):.4g}")


def _print_ranges(out: Output, odds: OptionOdds) -> None:
    """The least and the most chance of each sentence, over the ways in which the role may choose on."""
    shown = "about {:.0%}" if odds.range_errors else "{:.2%}"
    found = "" if odds.every_way else " found"
    rows = [
        [text, *(shown.format(float(chance)) for chance in ends), f"{odds.range_errors.get(text, 0.0):.1%}"]
        for text, ends in odds.ranges.items()
    ] or [[next(iter(odds.outcomes)), "", "", ""]]
    titles = ["as you choose next", f"least{found}", f"most{found}", "standard error"]
    columns = len(titles) if odds.range_errors else len(titles) - 1
    out.table(titles[:columns], [row[:columns] for row in rows])


def print_options(out: Output, table: Sequence[OptionOdds], numbers: Sequence[int]) -> None:
    """The possible results of every option, each by its number: the likeliest outcomes."""
    rows = []
    for number, odds in zip(numbers, table, strict=True):
        likely = list(odds.outcomes)
        short = _short(likely[:LIKELIEST])
        told = [f"{_chance(odds, likely[at])} {outcome}" for at, outcome in enumerate(short)]
        text = "; ".join(told) if len(likely) > 1 else likely[0] if odds.ways else _short(likely)[0]
        left = len(likely) - LIKELIEST
        rows.append([str(number), odds.option, text + (f"; and {left} more" if left > 0 else "")])
    if len(rows) > 1 and len({text for *_, text in rows}) == 1 and all(len(odds.outcomes) == 1 for odds in table):
        out.line(f"Every option until the next decision: {rows[0][-1]}")
        return
    out.table(["", "option", "what may come of it"], rows)


def _chance(odds: OptionOdds, text: str) -> str:
    """The chance of an outcome; one that is sampled with its standard error."""
    error = odds.standard_error.get(text, 0.0)
    chance = f"{float(odds.outcomes[text]):.0%}"
    return f"about {chance} (± {error:.0%})" if odds.method == "sampled" else chance


def _short(texts: Sequence[str]) -> list[str]:
    """Outcomes cut after whole sentences, and not at all where two would look the same."""
    whole = [_joined(text.split("; ")) for text in texts]
    cut = [_first_of(text.split("; ")) for text in texts]
    return cut if len(set(cut)) == len(cut) else whole


def _first_of(sentences: Sequence[str]) -> str:
    """As many of an outcome's first sentences as are short enough, one at least."""
    many = len(sentences)
    while many > 1 and len(_joined(sentences[:many])) > SHORT:
        many -= 1
    return _joined(sentences[:many]) + ("; ..." if many < len(sentences) else "")


def _joined(sentences: Sequence[str]) -> str:
    return "; ".join([*sentences[:1], *map(_within, sentences[1:])])


def _within(sentence: str) -> str:
    """A sentence that follows another in a line."""
    return re.sub("^(?:The|A|An|In) ", lambda begun: begun[0].lower(), sentence)


def _given(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in parameters.items() if value is not None)


def _title(question: Question[Any], parameters: Mapping[str, Any]) -> str:
    given = _given(parameters)
    return f"{question.title} ({given})" if given else question.title


class OddsCommand:
    """Answers the questions of a ``viewer`` behind the command ``odds``, and uses only the viewer's knowledge."""

    def __init__(self, out: Output, match: AnyMatch, viewer: str) -> None:
        self._out, self._match, self._viewer = out, match, viewer
        self._face = face_of(match.game)

    def ask(self, decision: Decision, numbers: Sequence[int], argument: str) -> None:
        """Answer one line; Ctrl-C stops an answer that takes long, and not the match."""
        waiting = Timer(LONG, print_note, ["the odds are being worked out; Ctrl-C stops that, and not the match"])
        waiting.daemon = True
        waiting.start()
        try:
            self._answer_line(decision, numbers, argument)
        except KeyboardInterrupt:
            self._out.line("Stopped.")
        finally:
            waiting.cancel()

    def _answer_line(self, decision: Decision, numbers: Sequence[int], argument: str) -> None:
        word = argument.partition(" ")[0]
        questions = {question.name for question in self._face.questions()}
        if word == "questions":
            print_questions(self._out, self._match.game)
        elif word in questions or "=" in argument:
            self._answer(argument)
        elif argument:
            index = self._meant(decision, numbers, argument)
            print_option(self._out, self._match.odds(index, role=decision.role))
        else:
            print_options(self._out, self._match.odds_table(role=decision.role), numbers)

    def _meant(self, decision: Decision, numbers: Sequence[int], words: str) -> int:
        """The option that odds are asked of."""
        try:
            return decision.read(words, numbers)
        except Ambiguous:
            raise
        except NotOffered:
            raise BadData(
                f"'{words}' is neither an option nor an odds question; odds alone shows the options, odds questions "
                "the questions"
            ) from None

    def _answer(self, argument: str) -> None:
        name, *parameters = words_in(argument, f"odds {argument}")
        question = find_question(self._match.game, name)
        known = question.parameters_class.model_fields
        typed = pairs([each for each in parameters if each != JOINT], "odds", known)
        understood, answer = question.ask(self._known_of(question) | typed)
        print_odds(self._out, question, understood.model_dump(mode="json"), answer, JOINT in parameters)

    def _known_of(self, question: Question[Any]) -> dict[str, Any]:
        """The parameters of a question that the match has: its scenario, its options, and what its game says."""
        setup = self._match.setup
        known: dict[str, Any] = {"scenario": setup.scenario.id, **setup.options.model_dump(mode="json")}
        known |= self._face.known(self._match.view(self._viewer), setup.terms)
        own = f"{question.name}."
        known |= {name.removeprefix(own): value for name, value in known.items() if name.startswith(own)}
        allowed = question.parameters_class.model_fields
        return {name: value for name, value in known.items() if name in allowed and _fits(question, name, value)}


def _fits(question: Question[Any], name: str, value: object) -> bool:
    """Whether a question takes what the match has under a parameter's name."""
    try:
        question.parameters_class.model_validate({name: value})
    except ValueError:
        return False
    return True
