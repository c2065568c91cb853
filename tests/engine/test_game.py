"""What a game makes of the options it is given."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import pytest
from pydantic import model_validator

from navalcore import UMPIRE, Options
from navalcore.errors import BadData
from navalcore_games.uboat_cards.game import UboatCards


class Rules(Options):
    """Options of every common kind."""

    die: Literal[10, 20] = 10
    """Which die."""
    storm: bool = False
    """Whether it blows."""
    rounds: int = 4
    """How many rounds."""
    mode: Literal["short", "long"] = "short"
    """How long."""

    @model_validator(mode="after")
    def _together(self) -> "Rules":
        if self.storm and self.mode == "long":
            raise ValueError("a storm does not last: storm and mode=long exclude each other")
        return self


class Stormy(UboatCards):
    """The card game with other options."""

    options_class = Rules  # type: ignore[assignment]


def test_every_kind_of_option_may_be_typed_as_text():
    typed: Options = Stormy().parse_options(
        {"die": "20", "storm": "true", "rounds": "3", "mode": "long"} | {"storm": "false"}
    )
    assert typed == Rules(die=20, storm=False, rounds=3, mode="long")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"die": "12"}, "option die of uboat_cards: should be 10 or 20, not '12'"),
        ({"rounds": "many"}, "option rounds of uboat_cards"),
        ({"fog": "true"}, "has no option 'fog'; it has die, storm, rounds, mode"),
        ({"storm": "true", "mode": "long"}, "options of uboat_cards: a storm does not last"),
    ],
)
def test_an_impossible_option_is_refused_with_what_would_be_right(options, message):
    with pytest.raises(BadData, match=message):
        Stormy().parse_options(options)


@pytest.mark.parametrize(
    ("title", "alone", "in_a_sentence"),
    [
        ("the Allies", "Allies", "the Allies"),
        ("Britain", "Britain", "Britain"),
        ("wolf pack", "wolf pack", "the wolf pack"),
    ],
)
def test_a_role_brings_its_own_article(title: str, alone: str, in_a_sentence: str) -> None:
    class Titled(UboatCards):
        role_titles: ClassVar[Mapping[Any, str]] = {"uboat": title}

    assert (Titled().role_title("uboat"), Titled().the_role("uboat")) == (alone, in_a_sentence)
    assert Titled().the_role(UMPIRE) == "the umpire"


@pytest.mark.parametrize(
    ("role", "alone", "in_a_sentence"), [("red", "Red", "Red"), ("wolf_pack", "wolf pack", "the wolf pack")]
)
def test_a_role_without_a_title_is_known_by_its_id_and_a_colour_is_a_name(
    role: str, alone: str, in_a_sentence: str
) -> None:
    class Untitled(UboatCards):
        role_titles: ClassVar[Mapping[Any, str]] = {}

    assert (Untitled().role_title(role), Untitled().the_role(role)) == (alone, in_a_sentence)


def test_a_score_is_called_as_the_game_calls_it_or_after_its_role_or_by_its_name() -> None:
    class Scored(UboatCards):
        role_titles: ClassVar[Mapping[Any, str]] = {"uboat": "the wolf pack"}
        score_titles: ClassVar[Mapping[str, str]] = {"t_sunk": "tons sunk"}

    titles = [Scored().score_title(name) for name in ("t_sunk", "uboat", "ships_sunk")]
    assert titles == ["tons sunk", "wolf pack", "ships sunk"]
