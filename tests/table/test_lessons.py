"""Lessons at the table: each answer is a request that says all before it, and the page goes through them by clicks."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

import navalcore as nc
from navalcore.components import DiceRolled
from navalcore.errors import BadData, NotOffered, UnknownName
from navalcore.study import LessonRun, lessons
from navalcore.table._lessons import LessonWay, lesson_lines, lesson_state
from tests.table.client import GENEROUS, table
from tests.table.people import needs_chromium

GAME = nc.load("uboat_cards")
FIRST = "1_find_attack_sink"
WAY = ["play_card/Periscope", "discard_card/Water", "play_card/Torpedo", "discard_card/Water", "play_card/Transport"]


def test_a_lesson_goes_on_from_the_right_answers_before() -> None:
    state = lesson_state(GAME, FIRST, LessonWay(answers=tuple(WAY[:2]), tried=WAY[2]))
    assert state["verdict"] is not None
    assert state["verdict"]["good"]
    assert (state["step"], state["steps"]) == (4, 5)
    assert state["ask"] == "What do you throw away this time?"


@pytest.mark.parametrize(
    ("game", "lesson", "last"), [("uboat_cards", FIRST, "pass"), ("tonnage_war", "1_contact", "discard")]
)
def test_discards_and_passes_stand_last_in_a_lesson_too(game: str, lesson: str, last: str) -> None:
    texts = [option["text"] for option in lesson_state(nc.load(game), lesson, LessonWay())["options"]]
    weak = [text.startswith(last) for text in texts]
    assert True in weak
    assert weak == sorted(weak)


def test_many_dice_and_own_choices_are_no_news() -> None:
    lesson = lessons(nc.load("bismarck"))[4]
    first, second = (next(iter(step.good)) for step in lesson.step if step.ask and step.text[:2] in ("Fi", "Ea"))
    run = LessonRun(nc.load("bismarck"), lesson)
    happened = [*run.answer(first).events, *run.answer(second).events]
    assert sum(isinstance(event, DiceRolled) for event in happened) > 34
    told = lesson_state(nc.load("bismarck"), lesson.id, LessonWay(answers=(first,), tried=second))["verdict"]
    assert told is not None
    assert told["events"] == ["King George V loses 2 firepower. (4 times)"]


def test_a_wrong_answer_is_told_and_the_question_stays() -> None:
    state = lesson_state(GAME, FIRST, LessonWay(tried="play_card/Dive"))
    assert state["verdict"] == {
        "good": False,
        "text": "Dive would clear the table. Nothing is there yet, so the card would be wasted.",
        "events": ["The wolf pack plays Dive: nothing leaves the table."],
    }
    assert state["ask"] == "Which card begins the chain?"


def test_choices_that_a_lesson_makes_for_the_reader_are_not_told_as_news() -> None:
    """Three units are turned up for the reader, who hears what they are and not that somebody chose them."""
    war = nc.load("silent_war")
    way = LessonWay(answers=("take_column/B",), tried="take_posture/aggressive")
    verdict = lesson_state(war, "2_an_attack", way)["verdict"]
    assert verdict is not None
    assert [event for event in verdict["events"] if not event.startswith("Wahoo")] == []
    assert "Wahoo reveals #3 B AO 6t." in verdict["events"]


def test_the_end_is_told_when_everything_is_answered() -> None:
    state = lesson_state(GAME, FIRST, LessonWay(answers=tuple(WAY)))
    assert "six of them win the match" in state["end"]
    assert state["options"] == []


def test_scenes_that_the_page_has_are_not_sent_again() -> None:
    first = lesson_state(GAME, FIRST, LessonWay())
    assert first["stills"]
    again = lesson_state(GAME, FIRST, LessonWay(known=tuple(first["stills"])))
    assert again["stills"] == {}
    assert again["board"] == first["board"]


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownName, match="no lesson 'x'"):
        lesson_state(GAME, "x", LessonWay())
    with pytest.raises(NotOffered):
        lesson_state(GAME, FIRST, LessonWay(tried="play_card/Sonar"))


def test_only_the_last_answer_may_be_wrong() -> None:
    """Each wrong one is shown in a copy of the match, so a request may not have thirty of them."""
    with pytest.raises(BadData, match="play_card/Dive is not right"):
        lesson_state(GAME, FIRST, LessonWay(answers=("play_card/Dive",) * 30))


def test_whoever_asks_for_lessons_pays_for_the_work(sqlite: str) -> None:
    async def ask() -> None:
        path = f"/games/uboat_cards/lessons/{FIRST}"
        async with table(sqlite, replace(GENEROUS, work=0, work_at_once=0.001)) as at:
            assert (await at.post(path, {"answers": WAY[:2]}, status=200))["step"] == 3
            assert (await at.post(path, {}, status=429))["code"] == "too_many"

    asyncio.run(ask())


def test_a_body_that_is_no_way_through_a_lesson_is_refused(sqlite: str) -> None:
    wrong: list[Any] = [[], {"answers": "x"}, {"answers": ["x"] * 31}, {"answers": ["x" * 401]}, {"tried": 1}, {"x": 1}]

    async def ask() -> None:
        path = f"/games/uboat_cards/lessons/{FIRST}"
        async with table(sqlite) as at:
            for body in wrong:
                assert (await at.post(path, body, status=422))["message"]
            assert (await at.post(path, {"tried": "x"}, status=409))["code"] == "not_offered"

    asyncio.run(ask())


def test_a_worked_example_is_played_on_and_a_line_of_its_log_tells_its_sum(sqlite: str) -> None:
    async def play() -> None:
        async with table(sqlite) as at:
            match = await at.begin("tonnage_war", {"uboat": "me", "escort": "bot"}, example="one_escort")
            state = await match.state("uboat")
            option = next(o for o in state["snapshot"]["decision"]["options"] if o["text"] == "answer with evade +4")
            await match.act(
                "uboat", act="choose", keys=[option["key"]], decision=state["snapshot"]["decision"]["number"]
            )
            told = (await match.act("uboat", act="log"))["said"]
            tried = next(event for event in told if event["kind"] == "detection_tried")
            said = (await match.act("uboat", act="how", event=tried["n"]))["said"]
            assert {(each["text"], each["value"], each["rule"]) for each in said} >= {
                ("evade value", 10, "8.5"), ("HF/DF", 2, "7.3.5"), ("evade card", 4, "7.2.4"),
            }  # fmt: skip
            assert (await match.act("uboat", act="how", event=999))["error"]["code"] == "unknown_name"
            wrong = {"game": "tonnage_war", "example": "nothing", "seats": {"uboat": {"by": "me"}}}
            assert (await at.post("/matches", wrong, status=404))["code"] == "unknown_name"

    asyncio.run(play())


@needs_chromium
def test_a_reader_plays_on_from_a_worked_example(visit: Any) -> None:
    page = visit("/learn/uboat_cards/near_miss")
    page.get_by_text("takes one card at random").first.wait_for()
    page.locator("#play-on").click()
    page.get_by_role("button", name="play Near Miss").first.wait_for()


@needs_chromium
def test_a_reader_goes_through_a_lesson_by_clicks_and_it_is_remembered(visit: Any) -> None:
    page = visit("/learn/uboat_cards")
    page.locator("h1", has_text=GAME.title).wait_for()
    page.get_by_role("link", name=lesson_lines(GAME)[0]["title"]).click()
    page.locator('.choose[data-key="play_card/Dive"]').wait_for()
    told = page.locator(".lesson-side .told").all_inner_texts()
    page.locator('.choose[data-key="play_card/Dive"]').click()
    page.get_by_text("Nothing has changed. Try again.").wait_for()
    assert told == page.locator(".lesson-side .told").all_inner_texts() != [], "whoever tries again can read it again"
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("A boat finds its target before it fires.").wait_for()
    for at, key in enumerate(WAY, start=1):
        page.locator(f'.choose[data-key="{key}"]').click()
        if at < len(WAY):
            page.locator(f'[aria-label="Question {at + 1} of {len(WAY)}"]').wait_for()
    page.get_by_text("six of them win the match").wait_for()
    page.get_by_role("link", name="More lessons").click()
    page.get_by_text("· done").wait_for()


@needs_chromium
def test_a_lesson_that_is_loaded_again_goes_on_where_it_was_and_leads_to_the_next_when_it_is_done(visit: Any) -> None:
    page = visit(f"/learn/uboat_cards/{FIRST}")
    for at, key in enumerate(WAY, start=1):
        page.locator(f'.choose[data-key="{key}"]').click()
        if at == 3:
            page.locator('[aria-label="Question 4 of 5"]').wait_for()
            page.reload()
        if at < len(WAY):
            page.locator(f'[aria-label="Question {at + 1} of {len(WAY)}"]').wait_for()
    page.get_by_role("link", name=f"Next: {lesson_lines(GAME)[1]['title']}").click()
    page.locator('.choose[data-key="play_card/Dive"]').click()
    page.locator('[aria-label="Question 2 of 2"]').wait_for()
    page.get_by_role("button", name="Begin again").click()
    page.locator('[aria-label="Question 1 of 2"]').wait_for()
    assert page.locator('[aria-label="Question 2 of 2"]').count() == 0


@needs_chromium
def test_the_words_on_the_board_of_a_lesson_can_be_read(visit: Any) -> None:
    page = visit("/learn/silent_war/1_out_and_search")
    for name in ("Coral Sea", "Brisbane", "Wahoo"):
        word = page.locator(".lesson-picture text", has_text=name).first
        word.wait_for(state="visible")
        assert word.bounding_box()["height"] > 9


PRESSED = """(place) => {
    const at = [...document.querySelectorAll(`.lesson-picture [data-place="${place}"]`)].at(-1).getBoundingClientRect();
    return [at.x + at.width / 2, at.y + at.height / 2];
}"""
"""Where a place of the board of a lesson is pressed."""


@needs_chromium
@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, {"width": 390, "height": 844}])
def test_a_press_on_the_board_of_a_lesson_lists_the_answers_about_a_place_or_gives_the_only_one(
    visit: Any, viewport: Any
) -> None:
    page = visit("/learn/bismarck/2_search", viewport=viewport)
    page.locator('.choose[data-key="set_mode/P"]').click()
    page.locator('[aria-label="Question 2 of 4"]').wait_for()
    page.mouse.click(*page.evaluate(PRESSED, "square/1119"))
    page.get_by_role("button", name="All 143 answers").wait_for()
    assert sorted(each.split()[0] for each in page.locator(".choose").all_inner_texts()) == ["M", "P"]
    page.get_by_role("button", name="All 143 answers").click()
    page.locator('.choose[data-key="set_mode/B"]').wait_for()
    page.goto(page.url.replace("2_search", "1_a_whole_order"))
    page.locator(".choose").first.wait_for()
    page.mouse.click(*page.evaluate(PRESSED, "ship/hood"))
    page.get_by_text("Hood is seven squares away.").wait_for()


@needs_chromium
def test_at_the_end_of_a_lesson_the_focus_is_on_what_is_said(visit: Any) -> None:
    page = visit(f"/learn/uboat_cards/{FIRST}")
    for at, key in enumerate(WAY, start=1):
        page.locator(f'.choose[data-key="{key}"]').press("Enter")
        if at < len(WAY):
            page.locator(f'[aria-label="Question {at + 1} of {len(WAY)}"]').wait_for()
    page.wait_for_function("() => document.activeElement.textContent.includes('six of them win the match')")


@needs_chromium
def test_in_a_low_window_the_question_of_a_lesson_stands_beside_its_board(visit: Any) -> None:
    page = visit("/learn/bismarck/1_a_whole_order", viewport={"width": 640, "height": 400})
    page.locator(".choose").first.wait_for()
    board, side = (page.locator(each).bounding_box() for each in (".lesson-board", ".lesson-side"))
    assert side["x"] >= board["x"] + board["width"]
    assert min(board["height"], side["height"]) > 300
