"""The full-screen terminal, driven by Textual's own pilot."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.widgets import OptionList, RichLog, Static

import navalcore as nc
from navalcore._cli.screen import check_screen
from navalcore._cli.screen.app import HandOver, MatchScreen, TextPage
from navalcore._cli.screen.drawing import UNLIT, Spot, draw
from navalcore._cli.screen.reading import lit_for, naming, read_line
from navalcore._cli.seats import seats_for
from navalcore._session import players
from navalcore.bots._makers import answer_of
from navalcore.errors import BadData, NotWritten

Doing = Callable[[Any, MatchScreen], Awaitable[None]]


def on_screen(match: nc.AnyMatch, people: tuple[str, ...], doing: Doing, size: tuple[int, int] = (120, 40)) -> None:
    """Open the screen, wait until somebody is asked, and do something."""

    async def run() -> None:
        screen = MatchScreen(match, people)
        async with screen.run_test(size=size) as pilot:
            await until(pilot, lambda: bool(screen.offered) or isinstance(screen.screen, HandOver))
            await doing(pilot, screen)

    asyncio.run(run())


async def until(pilot: Any, true: Callable[[], bool]) -> None:
    """Wait for a state."""
    for _ in range(2000):
        if true():
            return
        await pilot.pause(0.005)
    raise AssertionError("it never came true")


async def type_in(pilot: Any, words: str) -> None:
    """Type a line."""
    pilot.app.line.value = words
    pilot.app.line.focus()
    await pilot.press("enter")
    await pilot.pause()


def card_match(**seats: str) -> nc.AnyMatch:
    return nc.load("uboat_cards").new_match("short", seed=17, seats=seats or {"convoy": "bot:standard"})


def told(screen: MatchScreen, pane: str = "told") -> str:
    return str(screen.query_one(f"#{pane}", Static).render())


def seat_of(screen: MatchScreen, role: str) -> nc.Snapshot:
    return screen.snapshots[role]


# ---- the board ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", nc.games())
def test_whatever_an_option_names_can_be_pointed_at_on_the_board(game: str) -> None:
    """In as few cells as an old terminal has, and wherever it lies: on one of the board's scenes."""
    match = nc.load(game).new_match(seed=3)
    bots, face = nc.make_bots(match.game, seed=3), nc.face_of(match.game)
    for _ in range(12):
        if (decision := match.decision) is None:
            break
        snapshot = match.snapshot(decision.role)
        assert snapshot.decision is not None
        board = face.board(snapshot.view)
        assert board is not None
        spots = {spot for scene in board.scenes for spot in draw(board, scene, 80, 20).spots}
        for option in snapshot.decision.options:
            named = [spot for spot in spots if naming([option], [spot])]
            assert named or not option.places, f"{option.text} is nowhere on the board"
        lit = lit_for(snapshot.decision.options, [], snapshot.decision.places)
        placed = any(option.places for option in snapshot.decision.options)
        assert not placed or any(lit.light(spot) for spot in spots)
        match.choose(bots[decision.role].decide(match.view(decision.role), decision))


def test_a_board_is_drawn_with_letters_that_say_whose_and_what_and_how_many() -> None:
    match = card_match()
    board = nc.face_of(match.game).board(match.view("uboat"))
    assert board is not None
    drawn = draw(board, board.scenes[0], 120, 40)
    for words in ("Transports sunk", "The convoy's row", "Depth Charges", "#x5"):
        assert words in drawn.text
    column, row = drawn.spots[Spot("card/sonar", "hand/uboat")]
    assert drawn.at(column, row) == Spot("card/sonar", "hand/uboat")
    assert not any(cell.light for line in draw(board, board.scenes[0], 120, 40, UNLIT).cells for cell in line)


def test_each_row_of_a_chart_has_a_line_on_a_small_terminal_and_the_arrows_scroll_to_it() -> None:
    match = nc.load("bismarck").new_match(seed=3, seats={"german": "bot:easy"})

    async def look(pilot: Any, screen: MatchScreen) -> None:
        chart = screen.chart
        assert chart.drawing is not None
        lines = iter(chart.drawing.text.splitlines())  # a row after the row before it
        assert [row for row in range(11, 31) if not any(line.startswith(str(row)) for line in lines)] == []
        chart.lit, chart.cursor = UNLIT, None
        for _ in range(20):
            await pilot.press("down")
        await until(pilot, lambda: 0 < chart.scroll_offset.y == chart.max_scroll_y)

    on_screen(match, ("british",), look, size=(80, 24))


# ---- playing ---------------------------------------------------------------------------------------------------------


def test_a_click_on_a_card_plays_it_and_undo_takes_it_back() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        drawing, before = screen.chart.drawing, seat_of(screen, "uboat")
        assert drawing is not None
        column, row = drawing.spots[Spot("card/sonar", "hand/uboat")]
        await pilot.click("#chart", offset=(column, row))
        await until(pilot, lambda: seat_of(screen, "uboat").number == before.number + 1)
        assert "discards Sonar" in "\n".join(line.text for line in screen.query_one("#log", RichLog).lines)
        await pilot.press("f8")
        await until(pilot, lambda: seat_of(screen, "uboat").number == before.number)

    match = nc.load("uboat_cards").new_match("short", seed=17, undo="free", seats={"convoy": "bot:standard"})
    on_screen(match, ("uboat",), play)


def test_the_cursor_goes_over_what_is_lit_and_enter_chooses() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        await pilot.press("1", "2")
        assert screen.line.value == "12", "whatever is typed goes into the line"
        await pilot.press("escape")
        first = screen.chart.cursor
        await pilot.press("right")
        second = screen.chart.cursor
        assert first != second
        assert second is not None
        assert "discard" in told(screen)
        (only,) = naming(screen.offered, [second])
        await pilot.press("enter")
        await until(pilot, lambda: seat_of(screen, "uboat").number == 1)
        assert screen.logs["uboat"][-1].n >= 1
        assert any(only.text.removeprefix("discard ") in event.text for event in screen.logs["uboat"])

    on_screen(card_match(), ("uboat",), play, size=(80, 24))


def test_the_board_is_drawn_larger_and_smaller_up_to_both_ends() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        def width() -> int:
            assert screen.chart.drawing is not None
            return screen.chart.drawing.width

        widths = [width()]
        for _ in range(5):
            await pilot.press("plus")
            widths.append(width())
        assert widths == sorted(widths)
        assert widths[0] < widths[1] < widths[-1] == widths[-2]
        for _ in range(6):
            await pilot.press("minus")
        assert width() == widths[0]

    on_screen(card_match(), ("uboat",), play)


def test_several_answers_are_typed_ahead_and_all_count_or_none() -> None:
    match = nc.load("bismarck").new_match(seed=3)
    role = match.game.roles[0]

    async def play(pilot: Any, screen: MatchScreen) -> None:
        number = seat_of(screen, role).number
        await type_in(pilot, "hood m nowhere")
        assert seat_of(screen, role).number == number
        assert told(screen)
        await type_in(pilot, "hood m e stop")
        await until(pilot, lambda: seat_of(screen, role).number > number)
        assert "ship/hood" in seat_of(screen, role).view.model_dump(mode="json")["ordered"]

    on_screen(match, (role,), play)


def test_a_number_and_enter_that_come_at_once_choose_by_the_number_and_not_by_the_cursor() -> None:
    match = card_match()

    async def play(pilot: Any, screen: MatchScreen) -> None:
        asked = seat_of(screen, "uboat").decision
        assert asked is not None
        wanted = asked.options[-1]
        for key, character in ((str(len(asked.options)), str(len(asked.options))), ("enter", "\r")):
            screen.post_message(Key(key, character))  # as a slow line delivers them: one read, two keys
        await until(pilot, lambda: seat_of(screen, "uboat").number > asked.number)
        chosen = [each.fields["key"] for each in screen.logs["uboat"] if each.kind == "choice_made"]
        assert chosen[:1] == [wanted.key]
        assert screen.line.value == ""

    on_screen(match, ("uboat",), play)


def test_numbers_typed_ahead_are_those_of_each_list() -> None:
    match = nc.load("bismarck").new_match(seed=3)
    role = match.game.roles[0]
    words, tried = list[str](), match.fork()
    for index in (1, 2):  # the second unit of its list, the third order of its own
        decision = tried.decisions[role]
        words.append(decision.key(index))
        tried.choose(index, role=role)
    asked = match.decisions[role]
    assert read_line(match, role, "2 3").keys == tuple(words)
    assert read_line(match, role, "2 999").keys == ()
    assert match.decisions[role] is asked, "nothing is chosen"


def test_the_line_tells_odds_rules_and_why_not_beside_the_board() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        await type_in(pilot, "rule U6")
        assert told(screen, "rule").startswith("U6 ")
        await type_in(pilot, "odds sonar")
        await until(pilot, lambda: "sonar" in told(screen, "odds"))
        await type_in(pilot, "why pass")
        await until(pilot, lambda: "ass" in told(screen, "rule"))
        await type_in(pilot, "rule gibberish")
        assert "gibberish" in told(screen)
        await type_in(pilot, "nonsense")
        assert "nonsense" in told(screen)
        assert seat_of(screen, "uboat").number == 0

    on_screen(card_match(), ("uboat",), play)


def test_the_line_says_why_something_happened_and_what_can_be_handed_to_a_bot() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        await type_in(pilot, "discard sonar")
        await until(pilot, lambda: seat_of(screen, "uboat").number > 0)
        await type_in(pilot, "how discards sonar")
        assert told(screen, "rule").splitlines()[:2] == [
            "The wolf pack discards Sonar.  [U6]",
            "Wolf pack chose: discard Sonar  [U6]",
        ]
        await type_in(pilot, "orders")
        await until(pilot, lambda: "orders turn: the rest of this turn" in told(screen, "rule"))

    on_screen(card_match(), ("uboat",), play)


def test_what_a_game_tells_on_command_is_shown_instead_of_the_board_until_it_is_closed() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        await type_in(pilot, "help sonar")
        await until(pilot, lambda: isinstance(screen.screen, TextPage))
        assert "Sonar" in str(screen.screen.query_one(Static).render())
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(screen.screen, TextPage))
        await type_in(pilot, "cards harass")
        await until(pilot, lambda: isinstance(screen.screen, TextPage))
        assert "Cat and Mouse" in str(screen.screen.query_one(Static).render())
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(screen.screen, TextPage))
        assert seat_of(screen, "uboat").number == 0, "the key that closes it chooses nothing"
        await type_in(pilot, "help none such")
        assert "no term of the game has 'none such'" in told(screen)

    on_screen(card_match(), ("uboat",), play)


def test_who_has_chosen_sees_the_log_and_no_odds_of_the_question_before() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        await type_in(pilot, "odds sonar")
        await until(pilot, lambda: "sonar" in told(screen, "odds"))
        assert screen.panes.active == "odds-pane"
        await type_in(pilot, "discard sonar")
        await until(pilot, lambda: seat_of(screen, "uboat").number > 0)
        await until(pilot, lambda: screen.panes.active == "log-pane")
        assert told(screen, "odds") == ""

    on_screen(card_match(), ("uboat",), play)


def test_nothing_of_a_player_stays_on_the_screen_that_is_handed_over() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        assert isinstance(screen.screen, HandOver), "nobody looks before somebody is asked"
        await pilot.press("enter")
        await until(pilot, lambda: bool(screen.offered))
        asked = screen.viewer
        other = next(role for role in screen.people if role != asked)
        while screen.viewer == asked:  # the choice may be under way while a page is opened
            doing = asyncio.ensure_future(screen.choose(screen.offered[0]))
            screen.show_page("cards of the first player")
            await doing
            await pilot.pause()
            if isinstance(screen.screen, TextPage):
                await pilot.press("escape")
        await until(pilot, lambda: isinstance(screen.screen, HandOver))
        assert not [each for each in screen.screen_stack if isinstance(each, TextPage)]
        await pilot.press("a", "f4", "escape")
        screen.say("as an answer does that comes late")
        screen.blank()
        assert isinstance(screen.screen, HandOver), "Enter alone goes on"
        base = screen.screen_stack[0]
        assert base.query_one("#options", OptionList).option_count == 0
        assert screen.chart.board is None
        assert not base.query_one("#log", RichLog).lines
        await pilot.press("enter")
        await until(pilot, lambda: screen.chart.board is not None)
        assert screen.viewer == other
        assert "hand" in str(seat_of(screen, other).decision)

    on_screen(card_match(uboat="person", convoy="person"), ("uboat", "convoy"), play)


def test_a_match_is_played_to_its_end_and_says_how_it_ended() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        await type_in(pilot, "orders match")
        await until(pilot, lambda: seat_of(screen, "uboat").outcome is not None)
        outcome = seat_of(screen, "uboat").outcome
        assert outcome is not None
        await until(pilot, lambda: outcome.reason in told(screen, "question"))

    on_screen(card_match(), ("uboat",), play)


def test_a_match_whose_last_choice_is_taken_back_is_played_on_and_ends_again() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        def over() -> bool:
            return seat_of(screen, "comsubpac").outcome is not None

        await type_in(pilot, "orders match")
        await until(pilot, over)
        await until(pilot, lambda: "option" not in told(screen))
        await type_in(pilot, "undo")
        await until(pilot, lambda: not over() and bool(screen.offered))
        assert "Ctrl+Q leaves" not in told(screen, "question")
        await type_in(pilot, "orders match")
        await until(pilot, lambda: over() and "Ctrl+Q leaves" in told(screen, "question"))

    on_screen(nc.load("silent_war").new_match("patrol_swordfish_1941", seed=5), ("comsubpac",), play)


def test_a_refusal_is_read_to_its_last_word() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        await type_in(pilot, f"undo {'all of it ' * 8}")
        words = screen.query_one("#told", Static)

        def read() -> str:
            return " ".join(" ".join(words.render_line(y).text for y in range(words.size.height)).split())

        await until(pilot, lambda: read().endswith("write undo, or undo 3"))

    on_screen(card_match(), ("uboat",), play, size=(80, 24))


def test_undo_takes_back_as_many_choices_as_are_named_and_no_command_ignores_a_word() -> None:
    async def play(pilot: Any, screen: MatchScreen) -> None:
        def number() -> int:
            return seat_of(screen, "british").number

        begun = number()
        await type_in(pilot, "hood m ne")
        await until(pilot, lambda: number() == begun + 3)
        await type_in(pilot, "undo 2")
        await until(pilot, lambda: number() == begun + 1)
        await type_in(pilot, "undo 5")
        await until(pilot, lambda: number() == begun)
        await type_in(pilot, "undo all")
        assert "does not say how many" in told(screen)
        await type_in(pilot, "quit now")
        assert "quit alone leaves" in told(screen)

    match = nc.load("bismarck").new_match(seed=3, seats={"german": "bot:easy"})
    on_screen(match, ("british",), play)


def test_a_bot_that_cannot_go_on_is_told_of_and_enter_lets_it_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    full = [True]

    def answer(*given: Any) -> Any:
        if full:
            raise NotWritten("no room on the disk; make room and try again")
        return answer_of(*given)

    monkeypatch.setattr(players, "answer_of", answer)

    def fewer(screen: MatchScreen, asked: int) -> bool:
        return len(screen.offered) < asked  # each card thrown away is one fewer to choose from

    async def play(pilot: Any, screen: MatchScreen) -> None:
        while screen.offered:
            asked = len(screen.offered)
            await type_in(pilot, screen.offered[0].text)
            await until(pilot, partial(fewer, screen, asked))
        await until(pilot, lambda: "make room" in told(screen, "question"))
        assert "Enter tries again" in told(screen)
        full.clear()
        await pilot.press("enter")
        await until(pilot, lambda: bool(screen.offered))

    on_screen(card_match(), ("uboat",), play)


def test_a_match_is_saved_from_the_screen_and_over_nothing_else(tmp_path: Path) -> None:
    file, other = tmp_path / "evening.jsonl", tmp_path / "diary.txt"
    other.write_text("mine", encoding="utf-8")

    async def play(pilot: Any, screen: MatchScreen) -> None:
        await type_in(pilot, screen.offered[0].text)
        await type_in(pilot, f"save {other}")
        await until(pilot, lambda: "is not a saved match" in told(screen))
        await type_in(pilot, "save")
        await until(pilot, lambda: "to which file?" in told(screen))
        await type_in(pilot, f"save {file}")
        await until(pilot, lambda: "Saved to" in told(screen))
        assert screen.saved is not None
        assert nc.read_save(file).count == screen.saved[1] > 0

    on_screen(card_match(), ("uboat",), play)
    assert other.read_text(encoding="utf-8") == "mine"


# ---- what it needs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", ["board", "line"])
def test_ctrl_c_leaves_the_screen(at: str) -> None:
    async def doing(pilot: Any, screen: MatchScreen) -> None:
        if at == "line":
            screen.line.focus()
        await pilot.press("ctrl+c")
        await until(pilot, lambda: not screen.is_running)
        assert not screen.is_running

    on_screen(card_match(), ("uboat",), doing)


@pytest.mark.parametrize(
    ("extra", "elsewhere", "plain", "bots", "says"),
    [
        (False, "", False, {}, "navalcore\\[terminal\\]"),
        (True, "stdin", False, {}, "needs a terminal"),
        (True, "stdout", False, {}, "needs a terminal"),
        (True, "stderr", False, {}, "needs a terminal"),  # where Textual draws
        (True, "", True, {}, "needs a terminal"),
        (True, "", False, {"convoy": "exec:./bot"}, "no programs"),
    ],
)
def test_a_screen_that_cannot_be_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, extra: bool, elsewhere: str, plain: bool, bots: Mapping[str, str], says: str
) -> None:
    monkeypatch.setattr("navalcore._cli.common.find_spec", lambda _: object() if extra else None)
    if not extra:
        monkeypatch.setitem(sys.modules, "textual", None)  # other tests have loaded it
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda there=stream != elsewhere: there)
    seats = seats_for(nc.load("uboat_cards"), ["uboat"], bots)
    with pytest.raises(BadData, match=says):
        check_screen(seats, plain)
