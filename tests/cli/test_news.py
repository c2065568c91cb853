"""News: what a person is told of what happened since he was asked last."""

from dataclasses import dataclass
from typing import Any

import pytest

import navalcore as nc
from navalcore import Event
from navalcore._cli.events import EventLog, NewsLine, digest, print_sum
from navalcore._cli.output import Output
from navalcore._rules.events import ChoiceMade
from navalcore.bots import make_bots
from navalcore.components._dice import DiceRolled
from navalcore_games.bismarck.events import TurnBegan


@dataclass(frozen=True)
class Said(Event):
    """Any sentence."""

    kind = "said"
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def news(game_id: str, role: str, questions: int, scenario: str | None = None) -> list[list[NewsLine]]:
    """What a role is told before each of its questions, in a match of the bots."""
    log = EventLog()
    game = nc.load(game_id)
    match: Any = game.new_match(scenario, seed="3", on_event=log.add)
    bots = make_bots(game, seed="news")
    told: list[list[NewsLine]] = []
    while len(told) < questions and not match.over:
        if match.decision.role == role:
            told.append(digest(log.news_for(role), role, game))
        role_asked = match.decision.role
        match.choose(bots[role_asked].decide(match.view(role_asked), match.decision.bare()))
    return told


def texts(told: list[list[NewsLine]]) -> list[str]:
    return [line.text for lines in told for line in lines]


def test_the_weather_of_a_turn_is_a_line_and_not_twenty_dice() -> None:
    told = texts(news("bismarck", "british", 130))
    assert sum("weather of row" in text for text in told) == 0
    assert sum(text.startswith("The weather changes. From row 11 on, the visibility is ") for text in told) == 1
    assert any(text.endswith("units move; the map shows where they are.") for text in told)


def test_what_an_opponent_does_is_told_once() -> None:
    told = texts(news("aa50_subwar", "axis", 31))
    assert any(text.startswith("The British bomber flies from England to ") for text in told)
    assert not any("bomber (6 left) England > " in text for text in told)
    assert any(text.endswith("(twice)") for text in told)


def test_dice_are_news_only_where_nothing_else_tells_what_came_of_them() -> None:
    game = nc.load("uboat_cards")
    search = DiceRolled("d10z", (3,), "search", (), 3, rule="13.1")
    week = DiceRolled("d10z", (4,), "weather", (), 4, rule="13.2")
    spotted = TurnBegan(2, rule="13.1")
    assert digest([search, week], "uboat", game) == [
        NewsLine("Search: the d10 shows 3.", "13.1"),
        NewsLine("Weather: the d10 shows 4.", "13.2"),
    ]
    assert digest([search, spotted], "uboat", game) == [NewsLine(str(spotted), "13.1")]
    assert digest([week] * 20, "uboat", game) == []


def test_a_pool_of_dice_has_no_sum() -> None:
    pool = DiceRolled("2d6", (6, 4), "hits on 2 or less", (), 10, summed=False)
    assert str(pool) == "Hits on 2 or less: the 2d6 show 6 and 4."


def test_what_the_viewer_typed_is_no_news_and_what_another_chose_is_unless_an_event_says_it() -> None:
    game = nc.load("uboat_cards")
    own = ChoiceMade(role="uboat", prompt="", text="pass", asked="action", key="pass")
    others = ChoiceMade(role="convoy", prompt="", text="pass", asked="action", key="pass", rule="U13")
    assert digest([own, others], "uboat", game) == [NewsLine("Convoy: pass", "U13", "faint")]


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("The boat dives.", True),  # "dive", whatever its ending
        ("The boat dives away.", True),
        ("The sonar finds nothing.", False),
        ("", False),
    ],
)
def test_a_choice_is_said_by_a_sentence_with_half_of_its_words_or_more(sentence: str, says: bool) -> None:
    """Of the two words of the choice that say something, one is enough."""
    chosen = ChoiceMade(role="convoy", prompt="", text="dive and torpedo", asked="action", key="dive", rule="U13")
    game = nc.load("uboat_cards")
    told = [line.text for line in digest([chosen, Said(sentence)], "uboat", game)]
    assert ("Convoy: dive and torpedo" not in told) is says


def test_of_three_words_one_is_not_enough() -> None:
    chosen = ChoiceMade(role="convoy", prompt="", text="dive with torpedo ready", asked="action", key="d", rule="U13")
    told = [line.text for line in digest([chosen, Said("The boat dives.")], "uboat", nc.load("uboat_cards"))]
    assert "Convoy: dive with torpedo ready" in told


@pytest.mark.parametrize(
    ("happened", "left"),
    [
        ([Said("Open.")], []),
        ([Said("Open."), Said("Hidden.", to=("uboat",))], ["Open."]),  # the two have not seen the same
    ],
)
def test_what_two_at_the_keyboard_have_seen_alike_is_news_to_neither(happened: list[Said], left: list[str]) -> None:
    log = EventLog()
    for event in happened:
        log.add(event)
    log.news_for("uboat")
    log.share("uboat", "convoy")
    assert [str(told) for told in log.news_for("convoy")] == left


def test_draws_are_told_together() -> None:
    (first, *_) = news("uboat_cards", "uboat", 1)
    assert [line.text for line in first][1] == "The convoy draws 5 cards."
    assert len(first) == 3


def test_a_week_of_a_campaign_says_in_a_line_which_boats_are_ready() -> None:
    (first, *_) = news("silent_war", "comsubpac", 1, "campaign_wp2")
    assert len(first) <= 12
    assert sum(line.text.endswith(" more are ready for sea.") for line in first) == 1


def test_a_search_is_told_in_a_line_and_its_dice_are_left_to_the_log() -> None:
    told = [
        line for lines in news("silent_war", "comsubpac", 200, "campaign_wp2") for line in lines if line.rule == "13.1"
    ]
    assert not any(" shows " in line.text for line in told), "these are dice"
    assert any(line.text.endswith(" searches and makes no contact.") for line in told)
    assert any(" meets a C" in line.text for line in told)


def test_how_alone_says_that_the_dice_it_explains_are_older_than_the_last_news(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log, game = EventLog(), nc.load("uboat_cards")

    def how() -> list[str]:
        print_sum(Output(), game, log.seen_by("uboat"), news=len(log.last_news("uboat")))
        return capsys.readouterr().out.splitlines()

    log.add(DiceRolled("d6", (4,), "a search", (), 4))
    log.add(Said("The search finds the boat."))
    log.news_for("uboat")
    assert how()[0] == "  The search finds the boat."
    log.add(ChoiceMade(role="uboat", prompt="", text="dive", asked="action", key="d", rule=""))
    log.news_for("uboat")
    assert how()[0] == "  The search finds the boat.", "the viewer's own choice is no news"
    log.add(Said("Night falls."))
    log.news_for("uboat")
    assert how()[:2] == ["No line of the last news is about dice. An earlier one:", "  The search finds the boat."]
