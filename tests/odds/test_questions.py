"""Odds questions: typed functions with a name, and what their parameters refuse, in all installed games."""

from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

import navalcore as nc
from navalcore.errors import BadData
from navalcore.odds import Choice, Odds, Question, WholeNumber, exact, question

QUESTIONS = {
    f"{name} {asked.name}": (name, asked) for name in nc.games() for asked in nc.face_of(nc.load(name)).questions()
}
SOON = 30.0
"""Seconds in which a refusal has to come."""
LONGEST_ERROR = 2000
"""Characters: the names of fifty areas fit into it, a text of a hundred thousand does not."""
FREE_TEXT = ("uboat_cards win-rate", "seed")
"""Any short text will do for it."""


@question("salvo")
def salvo(
    guns: Annotated[int, Field(ge=1, le=4)] = 2,
    needed: Annotated[Literal[5, 6], WholeNumber] = 6,
    port: Annotated[str, Choice("port", lambda: ("Brest", "Kiel"))] = "Kiel",
    from_: Literal["bow", "stern"] = "bow",
) -> Odds:
    """Does any gun hit?

    Every gun rolls one die.

    Args:
        guns: how many guns.
        needed: a gun hits on so much or
            more.
        port: where she comes from.
        from_: which turret.

    Raises:
        Nothing: at all.
    """
    assert port
    assert from_
    return Odds.of(exact(lambda chance: any(chance.roll(1, 6) >= needed for _ in range(guns))))


def test_a_question_is_described_by_its_function() -> None:
    assert (salvo.name, salvo.title) == ("salvo", "Does any gun hit?")
    assert salvo.described() == [
        {"name": "guns", "default": 2, "text": "how many guns.", "allowed": "1 to 4"},
        {"name": "needed", "default": 6, "text": "a gun hits on so much or more.", "allowed": "5, 6"},
        {"name": "port", "default": "Kiel", "text": "where she comes from.", "allowed": ""},
        {"name": "from", "default": "bow", "text": "which turret.", "allowed": "bow, stern"},
    ]


def test_the_title_is_the_first_line_and_a_description_goes_on_over_further_lines() -> None:
    @question("barrage")
    def barrage(guns: Annotated[int, Field(ge=1, le=9)] = 2) -> Odds:
        """How many guns hit?

        What is said here is for whoever reads the code.

        Args:
            guns: how many,
                note: those that are out of order
                do not count.
        """
        raise AssertionError(guns)

    assert barrage.title == "How many guns hit?"
    (told,) = barrage.described()
    assert told["text"] == "how many, note: those that are out of order do not count."


def test_a_question_is_asked_with_texts_or_called_with_typed_arguments() -> None:
    parameters, odds = salvo.ask({"guns": "1", "needed": "5", "from": "stern"})
    assert parameters.model_dump(mode="json") == {"guns": 1, "needed": 5, "port": "Kiel", "from": "stern"}
    assert str(odds.outcomes["yes"]) == "1/3"
    assert salvo(1, 5, from_="stern") == odds
    assert salvo.ask()[1] == salvo()
    with pytest.raises(BadData, match="parameter guns of salvo: should be 1 to 4, not 5"):
        salvo(5)


def test_a_question_that_returns_no_odds_is_told_so() -> None:
    @question("bare")
    def bare() -> Any:
        """What comes up?"""
        return exact(lambda chance: chance.roll(1, 2))

    with pytest.raises(BadData, match=r"question bare returns .*; it should return Odds, as of Odds\.of\(\)"):
        bare.ask()


def test_one_of_some_names_is_read_as_the_words_of_an_answer() -> None:
    ports = Choice("port", lambda: {"a": "Brest", "b": "Brest roads", "c": "Kiel", "d": "Kiel canal"})
    assert [ports.check(typed) for typed in ("a", "C", "brest", "ROADS", "kiel c")] == ["a", "c", "a", "b", "d"]
    with pytest.raises(ValueError, match="there is no port 'ki'"):
        ports.check("ki")
    assert salvo.ask({"from": "STERN"})[1] == salvo(from_="stern")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"guns": "1_0"}, "parameter guns of salvo: should be a whole number in plain figures, not '1_0'"),
        ({"guns": "nan"}, "parameter guns of salvo: should be 1 to 4, not 'nan'"),
        ({"guns": 10**6000}, "parameter guns of salvo: should be 1 to 4, not a number of thousands of digits"),
        ({"needed": "4"}, "parameter needed of salvo: should be 5 or 6, not 4"),
        ({"port": "Rome"}, "there is no port 'Rome'; there are Brest, Kiel"),
        ({"port": "R" * 5000}, "there is no port 'R{59}\\.\\.\\."),
        ({"from_": "bow"}, "salvo has no parameter 'from_'; it has guns, needed, port, from"),
    ],
)
def test_a_refused_parameter_is_named_with_what_would_be_right(given: Mapping[str, Any], words: str) -> None:
    with pytest.raises(BadData, match=words) as refused:
        salvo.ask(given)
    assert len(str(refused.value)) < 250


def no_type(guns=1) -> Odds:  # type: ignore[no-untyped-def, unused-ignore]
    """Does it hit?

    Args:
        guns: how many.
    """
    raise AssertionError(guns)


def no_description(guns: int = 1) -> Odds:
    """Does it hit?"""
    raise AssertionError(guns)


def no_default(guns: int) -> Odds:
    """Does it hit?

    Args:
        guns: how many.
    """
    raise AssertionError(guns)


def no_title(guns: int = 1) -> Odds:
    raise AssertionError(guns)


def described_in_vain() -> Odds:
    """Does it hit?

    Args:
        guns: how many.
    """
    raise AssertionError


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (no_type, "parameter guns has no type"),
        (no_description, "parameter guns has no description under Args"),
        (no_default, "parameter guns has no default"),
        (no_title, "no_title: the first line of its docstring"),
        (described_in_vain, "its Args describe guns, which is not a parameter"),
    ],
)
def test_what_a_function_leaves_out_is_an_error_where_the_question_is_made(function: Any, words: str) -> None:
    with pytest.raises(BadData, match=words):
        question("hit")(function)


def impossible(where: tuple[str, str], schema: Mapping[str, Any]) -> Iterator[object]:
    """Values that no parameter of this schema takes."""
    kinds = [each for each in schema.get("anyOf", [schema]) if each.get("type") != "null"]
    assert len(kinds) == 1, f"{where} takes one kind of value, or nothing"
    (kind,) = kinds
    yield from ("", [], {}, [1, 2], {"a": 1}, "x" * 100_000, object())
    if "anyOf" not in schema:
        yield None
    if "enum" in kind:
        yield from ("no such word", "nan", -(10**9), str(10**400), 3.5)
    elif kind["type"] == "boolean":
        yield from ("perhaps", "nan", 7, -1)
    elif kind["type"] == "integer":
        assert "minimum" in kind, f"{where} has a least number"
        assert {"maximum", "exclusiveMaximum"} & set(kind), f"{where} has a greatest number"
        most = kind["maximum"] if "maximum" in kind else kind["exclusiveMaximum"] - 1
        for number in (kind["minimum"] - 1, most + 1, -(10**30), 10**30):
            yield from (number, str(number))
        yield from ("nan", "inf", "-inf", "1e400", "many", "1942-13", float("nan"), float("inf"), kind["minimum"] + 0.5)
        yield from (10**5000, "9" * 5000, "1_0")
    else:
        assert kind["type"] == "string", f"{where} is a text"
        yield from (1.5, float("nan"))
        if where != FREE_TEXT:
            yield from (
                " ",
                ",",
                ":",
                "no such thing",
                "nan",
                "-1",
                "\u0661",
                "1942-13",
                "1942-00",
                "99999999",
                "\0",
                "2:1:1",
            )
            yield from (99_999_999, "\u0661")


def answered(asked: Question[Any], parameter: str, value: object, what: str) -> None:
    """Ask; a failure names the value by what it is, as some are too long to print."""
    asked.ask({parameter: value})
    pytest.fail(f"{parameter} was answered with {what}")


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_parameter_of_every_question_refuses_what_is_out_of_range_or_malformed(name: str) -> None:
    asked: Question[Any] = QUESTIONS[name][1]
    for parameter, schema in asked.parameters_class.model_json_schema()["properties"].items():
        for number, value in enumerate(impossible((name, parameter), schema)):
            begun = perf_counter()
            with pytest.raises(BadData) as refused:
                answered(asked, parameter, value, f"impossible value {number}, a {type(value).__name__}")
            assert parameter in str(refused.value)
            assert len(str(refused.value)) < LONGEST_ERROR
            assert perf_counter() - begun < SOON


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_says_what_it_takes_and_is_answered_by_default(name: str) -> None:
    asked: Question[Any] = QUESTIONS[name][1]
    assert asked.title.endswith("?")
    described = {each["name"]: each for each in asked.described()}
    parameters, odds = asked.ask({})
    understood = parameters.model_dump(mode="json")
    assert {each: described[each]["default"] for each in described} == understood
    assert all(each["text"].endswith((".", ")", "?")) for each in described.values())
    assert float(sum(odds.outcomes.values())) == pytest.approx(1)
    assert asked.ask({each: str(value) for each, value in understood.items() if value is not None})[1] == odds
