"""Offers: what may be chosen, and why something else may not, told by one function of plain values."""

from collections.abc import Iterator

import pytest

from navalcore.errors import RuleError
from navalcore.rules import Option, Play, Refusal, choose, no, offers, rule

asked: list[tuple[str, int]] = []


class Lay(Option, text="lay {card}"):
    """Lay a card."""

    card: str


@offers
@rule("3")
def cards(held: str, contact: int) -> Iterator[Lay]:
    """The cards that may be laid."""
    asked.append((held, contact))
    for card in ("stalk", "torpedo"):
        if card not in held:
            yield no(Lay(card), "3", "you do not hold it")
        else:
            yield Lay(card) if contact or card != "torpedo" else no(Lay(card), "3.1", "it needs a contact")


@offers(kept=False)
def everything(values: list[str]) -> Iterator[Lay]:
    for value in values:
        yield Lay(value)


def test_what_is_left_out_is_told_by_the_function_that_says_what_is_offered() -> None:
    decision = next(choose("wolf", "Which card?", cards("stalk torpedo", 0), "3"))
    assert decision.options == (Lay("stalk"),)
    assert decision.why_not("lay torpedo") == Refusal("lay torpedo", "3.1", "it needs a contact")
    assert decision.why_not("lay stalk") is None
    assert [str(each) for each in cards("stalk", 1).refusals] == ["lay torpedo: you do not hold it (3)"]


def test_what_was_yielded_is_kept_for_equal_values() -> None:
    first = cards("stalk", 7)
    before = len(asked)
    assert cards("stalk", 7) is first
    assert len(asked) == before


def test_a_function_keeps_its_name_and_its_words() -> None:
    assert (getattr(cards, "__name__", ""), cards.__doc__) == ("cards", "The cards that may be laid.")


@pytest.mark.parametrize("value", [["stalk"], Play(None, None, None)])  # type: ignore[arg-type]
def test_what_could_change_is_refused_where_offers_are_kept(value: object) -> None:
    with pytest.raises(RuleError, match=r"cards keeps what it offers.*kept=False"):
        cards(value, 0)  # type: ignore[arg-type]


def test_without_keeping_it_may_be_given_anything() -> None:
    values = ["stalk"]
    assert everything(values) == (Lay("stalk"),)
    values.append("dive")
    assert len(everything(values)) == 2
