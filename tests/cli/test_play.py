"""``navalcore play``: a session at the keyboard, here typed by a script."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import navalcore as nc
from navalcore import Decision, Option, read_save
from navalcore._cli.events import EventLog
from navalcore._cli.keyboard import Keyboard
from navalcore._cli.menu import names_option
from navalcore._cli.odds import _short
from navalcore._cli.output import Output
from navalcore._cli.seats import seats_for
from navalcore._cli.session import TerminalSession
from navalcore._saves.entries import ChoiceEntry
from navalcore._saves.journal import JournalWriter
from navalcore.errors import NotWritten
from tests.cli.conftest import Command


@dataclass(frozen=True)
class MadeOption(Option):
    """An option whose key is another word than its text."""

    word: str
    text: str

    @property
    def key(self) -> str:
        return self.word

    def __str__(self) -> str:
        return self.text


def choices(path: Path) -> list[tuple[str, str]]:
    """Who chose what in a saved match."""
    return [(entry.role, entry.text) for entry in read_save(path).entries if isinstance(entry, ChoiceEntry)]


def lines_after(out: str, prompt: str) -> list[str]:
    """The lines printed after what was typed, up to the next prompt."""
    lines = out.splitlines()
    start = lines.index(f"> {prompt}") + 1
    end = next(i for i in range(start, len(lines)) if lines[i].startswith(">"))
    return lines[start:end]


def test_a_whole_match_is_played_by_hand(navalcore: Command, tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    ran = navalcore("play", "uboat_cards", "--seed", "3", "--save", file, typed=["1"] * 1000)
    assert (ran.status, ran.err) == (0, "")
    assert "The match is over. The " in ran.out
    assert "The seed was 3." in ran.out
    assert navalcore("verify", file).status == 0


def test_an_answer_may_be_a_number_the_words_or_an_unmistakable_beginning(duel: Command, tmp_path: Path) -> None:
    typed = ["2", "QUICK  shot", "star", "l"]
    duel("play", "duel", "--seed", "1", "--option", "hard=true", "--save", tmp_path / "m", typed=typed)
    mine = [text for role, text in choices(tmp_path / "m") if role == "red"]
    assert mine == ["starboard", "quick shot", "starboard", "log"]


def test_what_is_no_answer_gets_one_clear_line_and_the_question_stands(duel: Command, tmp_path: Path) -> None:
    typed = ["starboard", "aimed shot", "0", "4", "fire the guns", "/fire", "qu"]
    ran = duel("play", "duel", "--seed", "1", "--save", tmp_path / "m", typed=typed)
    assert ran.status == 0
    assert lines_after(ran.out, "aimed shot") == ["aimed shot: an aimed shot needs a course to port (DUEL-R1) (D2)"]
    for wrong in ("0", "4", "fire the guns"):
        expected = f"'{wrong}' is not offered; type a number from 1 to 2, words of an option, or help"
        assert lines_after(ran.out, wrong) == [expected]
    assert lines_after(ran.out, "/fire") == ["there is no command 'fire'; help lists the commands"]
    assert choices(tmp_path / "m")[:2] == [("red", "starboard"), ("red", "quick shot")]


@pytest.mark.parametrize(
    ("game", "word", "said"),
    [
        ("uboat_cards", "", "is not offered"),
        ("uboat_cards", "why ", "does not answer the question"),
        ("bismarck", "QN ", "ILLEGAL"),
        ("silent_war", "week ", "week takes a number of weeks"),
        ("silent_war", "month ", "month takes a number of months"),
    ],
)
def test_a_number_of_thousands_of_digits_is_answered_like_any_that_will_not_do(
    navalcore: Command, game: str, word: str, said: str
) -> None:
    answer = word + "9" * 5000
    ran = navalcore("play", game, "--seed", "3", typed=[answer])
    assert ran.status == 0
    assert said in "".join(lines_after(ran.out, answer))


def test_why_takes_a_part_of_what_is_left_out_and_the_number_of_what_is_not(navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", "--seed", "3", typed=["why Torpedo", "why 2", "why 7"])
    assert lines_after(ran.out, "why Torpedo") == [
        "discard Torpedo: the wolf pack holds no Torpedo (U6)",
        "play Torpedo: cards are played in the action phase (U7)",
    ]
    assert lines_after(ran.out, "why 2") == ["discard Dive: it can be chosen now."]
    assert "7: it does not answer the question" in lines_after(ran.out, "why 7")[0]


def test_a_file_name_in_quotes_is_that_name_and_the_way_back_may_be_typed_into_a_shell(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = navalcore("play", "uboat_cards", "--seed", "3", typed=["1", 'save "my match.jsonl"', "1", "quit"])
    assert len(choices(tmp_path / "my match.jsonl")) == 1
    assert "as it was after 1 choice; resume it with --save 'my match.jsonl'." in ran.out


def test_a_beginning_that_fits_several_options_is_refused_with_them(navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", "--seed", "3", typed=["discard D"])
    assert lines_after(ran.out, "discard D") == [
        "'discard D' could be any of:",
        "  1  discard Depth Charges",
        "  2  discard Dive",
    ]


def test_why_names_the_rule_against_an_option_or_all_that_is_left_out(duel: Command) -> None:
    ran = duel("play", "duel", typed=["why port", "starboard", "why aimed", "why", "why abandon ship"])
    reason = "aimed shot: an aimed shot needs a course to port (DUEL-R1) (D2)"
    assert lines_after(ran.out, "why port") == ["port: it can be chosen now."]
    assert lines_after(ran.out, "why aimed") == [reason]
    assert lines_after(ran.out, "why") == [f"  {reason}"]
    assert lines_after(ran.out, "why abandon ship")[0].startswith("abandon ship: it does not answer the question")


def test_undo_takes_back_a_choice_and_asks_again_but_not_past_a_die(duel: Command, tmp_path: Path) -> None:
    typed = ["undo", "port", "undo", "starboard", "quick shot", "undo"]
    ran = duel("play", "duel", "--option", "hard=true", "--seed", "1", "--save", tmp_path / "m", typed=typed)
    answers = [line for line in ran.out.splitlines() if line.startswith("  Red ship takes back: port")]
    assert len(answers) == 1
    assert "no choice has been made yet: there is nothing to take back" in ran.out
    assert ran.out.count("Red ship: Lay your course") == 3, "at first, after the undo, and in the second turn"
    assert "cannot be taken back" in ran.out
    assert choices(tmp_path / "m")[:2] == [("red", "starboard"), ("red", "quick shot")]


def test_a_word_that_is_an_option_is_the_option_and_with_a_slash_the_command(duel: Command, tmp_path: Path) -> None:
    ran = duel("play", "duel", "--seed", "1", "--save", tmp_path / "m", typed=["port", "/log", "log"])
    assert lines_after(ran.out, "/log") == ["  Red ship: port  [D1]"]
    assert choices(tmp_path / "m")[:2] == [("red", "port"), ("red", "log")]


def test_the_commands_show_what_they_promise(duel: Command) -> None:
    typed = [
        "view",
        "rule D2",
        "rule D9",
        "rule",
        "odds questions",
        "odds luck",
        "range far",
        "RANGE near",
        "help",
        "/?",
        "",
    ]
    ran = duel("play", "duel", typed=typed)
    assert lines_after(ran.out, "view")[1] == "Turn 1, own course not laid"
    shown = lines_after(ran.out, "rule D2")
    assert shown[:2] == ["D2  Fire  (rule)", "Then it fires with one die, or keeps its log."]
    assert "  Decision: Yes." in shown
    assert 'no section "D9"' in lines_after(ran.out, "rule D9")[0]
    assert lines_after(ran.out, "rule")[:3] == ["D1        Course", "D2        Fire", "D3        End"]
    assert lines_after(ran.out, "odds questions") == ["duel has no odds questions."]
    assert lines_after(ran.out, "odds luck")[0].startswith("'luck' is neither an option nor an odds question; odds ")
    assert lines_after(ran.out, "range far") == ["Range in turn 1: far"]
    assert lines_after(ran.out, "RANGE near") == ["Range in turn 1: near"], "capitals do not matter"
    helped = "\n".join(lines_after(ran.out, "help"))
    for command in ("why", "undo", "board", "log", "odds", "rule", "save", "help", "quit", "range"):
        assert f"\n  {command} " in f"{helped} "
    assert lines_after(ran.out, "/?") == lines_after(ran.out, "help")
    assert "Red ship: Lay your course  [D1]" in lines_after(ran.out, ""), "Enter asks again"


def test_odds_can_be_asked_in_the_middle_of_a_match(navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", typed=["odds opening-hand card='Near Miss'", "odds opening-hand card='"])
    assert "exact; card=Near Miss, deck=standard" in ran.out
    assert "odds opening-hand card=': a quotation mark or backslash in it is alone; close it" in ran.out


def test_save_writes_the_match_but_never_over_something_else(
    duel: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("diary.txt").write_text("Dear diary", encoding="utf-8")
    typed = ["port", "save", "save a.jsonl", "log", "save a.jsonl", "save diary.txt", "save no/where.jsonl"]
    ran = duel("play", "duel", "--seed", "1", typed=typed)
    assert lines_after(ran.out, "save") == ["to which file? Write, for example: save match.jsonl"]
    assert choices(Path("a.jsonl"))[:2] == [("red", "port"), ("red", "log")], "an older save is replaced"
    assert Path("diary.txt").read_text(encoding="utf-8") == "Dear diary"
    assert "diary.txt: exists and is not a saved match; choose another name" in ran.out
    assert "no/where.jsonl: cannot be written" in ran.out
    ran = duel("play", "duel", "--save", "b.jsonl", typed=["save", "save b.jsonl", "port"])
    assert ran.out.count("Every choice is already kept in b.jsonl.") == 2
    assert choices(Path("b.jsonl")) == [("red", "port")], "the journal went on"


def test_save_replaces_an_earlier_save_of_the_match_and_no_other(
    duel: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert duel("play", "duel", "--seed", "1", typed=["port", "save other.jsonl"]).status == 0
    other = Path("other.jsonl").read_bytes()
    ran = duel("play", "duel", "--seed", "1", typed=["save mine.jsonl", "port", "save mine.jsonl", "save other.jsonl"])
    assert ran.out.count("Saved to mine.jsonl.") == 2
    assert "other.jsonl: holds another match, or more of this one; choose another name" in ran.out
    assert Path("other.jsonl").read_bytes() == other


def test_the_end_of_the_input_leaves_with_a_sentence_and_the_match_kept(duel: Command, tmp_path: Path) -> None:
    ran = duel("play", "duel", "--save", tmp_path / "m", typed=["port"])
    assert ran.status == 0
    assert ran.out.splitlines()[-1] == (
        f"Goodbye. The match is kept in {tmp_path / 'm'}; resume it with the same command."
    )
    assert duel("play", "duel", typed=["quit"]).out.splitlines()[-1].startswith("Goodbye. The match was not kept")


def test_a_match_that_was_saved_is_not_said_to_be_lost(duel: Command, tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    last = duel("play", "duel", typed=["port", f"save {file}", "quit"]).out.splitlines()[-1]
    assert last == f"Goodbye. The match is saved in {file}; resume it with --save {file}."
    before = duel("play", "duel", typed=[f"save {tmp_path / 'early'}", "port", "quit"]).out.splitlines()[-1]
    assert "saved in" in before
    assert "as it was after 0 choices" in before


def test_a_kept_match_goes_on_where_it_stopped(duel: Command, tmp_path: Path) -> None:
    file = tmp_path / "m"
    duel("play", "duel", "--seed", "1", "--option", "hard=true", "--save", file, typed=["port", "log"])
    before = choices(file)
    ran = duel("play", "duel", "--save", file, typed=["/log", "starboard"])
    assert f"Continuing the match in {file}, after {len(before)} choices" in ran.out
    assert "  Red ship: log  [D2]" in lines_after(ran.out, "/log")
    assert choices(file)[: len(before) + 1] == [*before, ("red", "starboard")]
    again = duel("play", "duel", "--seed", "1", "--option", "hard=true", "--save", file)
    assert again.status == 0, "what agrees with the file is no contradiction"


@pytest.mark.parametrize("contradiction", ["--seed 2", "--option hard=true", "--dice physical"])
def test_a_kept_match_is_not_continued_as_something_else(duel: Command, tmp_path: Path, contradiction: str) -> None:
    file = tmp_path / "m"
    duel("play", "duel", "--seed", "1", "--save", file, typed=["port"])
    kept = file.read_bytes()
    code, message = duel("play", "duel", "--save", file, *contradiction.split()).error()
    assert code == "bad_data"
    assert contradiction.split()[0] in message
    assert duel("play", "uboat_cards", "--save", file).error()[0] == "bad_data"
    assert file.read_bytes() == kept


def test_a_finished_match_is_shown_and_not_played_on(duel: Command, tmp_path: Path) -> None:
    first = duel("play", "duel", "--seed", "1", "--save", tmp_path / "m", typed=["1"] * 20)
    assert "The match is over. " in first.out
    again = duel("play", "duel", "--save", tmp_path / "m")
    assert again.status == 0
    assert "The match is over. " in again.out


def test_bots_for_every_role_are_watched_and_play_as_in_a_simulation(navalcore: Command, tmp_path: Path) -> None:
    bots = ["--bot", "uboat=random", "--bot", "convoy=sensible"]
    ran = navalcore("play", "uboat_cards", "--seed", "8", *bots)
    assert ran.status == 0
    assert ">" not in ran.out, "nothing is asked"
    draws = re.compile(r"The convoy draws [A-Z0-9].*  \[U")
    assert draws.search(ran.out), "the umpire sees the cards drawn"
    onlooker = navalcore("play", "uboat_cards", "--seed", "8", "--role", "spectator", *bots)
    assert "The convoy draws 5 cards.  [U3]" in onlooker.out
    assert not re.search(r"The convoy draws (?!a card|\d cards)", onlooker.out)
    assert ran.out.splitlines()[-4:] == onlooker.out.splitlines()[-4:]


def test_the_first_role_without_a_bot_is_yours_unless_you_name_another(duel: Command) -> None:
    long = ["--option", "hard=true", "--seed", "1"]
    assert "Red ship: Lay your course" in duel("play", "duel").out
    assert "Blue ship: Lay your course" in duel("play", "duel", "--bot", "red=random", *long).out
    assert "Blue ship: Lay your course" in duel("play", "duel", "--role", "blue", *long).out


def test_two_people_share_a_keyboard_and_each_sees_only_their_own_secrets(duel: Command) -> None:
    typed = ["port", "log", "starboard", "/log"]
    ran = duel("play", "duel", "--role", "all", typed=typed)
    blue = ran.out[ran.out.index("Blue ship: Lay your course") :]
    assert "Turn 1, own course not laid" in ran.out
    assert "Red ship: log  [D2]" in ran.out, "red's open choice is news for blue"
    assert "Red ship: port" not in ran.out, "red's secret course is not"
    assert "Blue ship: starboard" in blue, "blue's own log holds blue's secret"
    named = duel("play", "duel", "--role", "blue", "--role", "red", typed=typed)
    assert named.out == ran.out


def test_text_in_a_pipe_is_plain(navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", "--seed", "3", typed=["1", "odds opening-hand"])
    assert ran.out.isascii()
    assert "\x1b" not in ran.out


def test_a_bot_gives_its_simultaneous_orders_while_the_person_before_it_thinks(
    navalcore: Command, tmp_path: Path
) -> None:
    navalcore("play", "bismarck", "--role", "british", "--seed", "1", "--save", tmp_path / "m", typed=["quit"])
    assert {role for role, _ in choices(tmp_path / "m")} == {"german"}


def test_odds_alone_shows_every_option_and_odds_with_a_number_what_may_come_of_that_one(navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", "--seed", "17", typed=["odds", "odds 3", "odds 99"])
    table = lines_after(ran.out, "odds")
    assert table[0].split("  ")[-1].strip() == "what may come of it"
    assert " ".join(table[4].split()) == "3 discard Sonar The wolf pack discards Sonar"
    one = lines_after(ran.out, "odds 3")
    assert one[:2] == ["discard Sonar", "exact in each of 24 imagined worlds; a rare one may differ"]
    assert " ".join(one[4].split()) == "The wolf pack discards Sonar 100.00% 1"
    assert lines_after(ran.out, "odds 99")[0].startswith("'99' is neither an option nor an odds question; odds alone")


def test_odds_of_all_options_end_with_whole_sentences_and_never_look_alike_where_they_differ() -> None:
    first, last = "The cruiser hits the destroyer amidships", "The destroyer sinks at once with all hands aboard"
    many = f"{first}; In Sz6 the fleet stays; The fleet turns for home; {last}"
    assert _short([many]) == [f"{first}; in Sz6 the fleet stays; ..."]
    other = many.replace("sinks", "burns")
    assert [text.rpartition("; ")[2] for text in _short([many, other])] == [
        "the destroyer sinks at once with all hands aboard",
        "the destroyer burns at once with all hands aboard",
    ]


def test_odds_are_one_line_where_all_options_have_the_same(navalcore: Command) -> None:
    ran = navalcore("play", "bismarck", "--role", "british", "--seed", "5", typed=["odds", "quit"])
    told = lines_after(ran.out, "odds")
    assert told[0] == "Every option until the next decision: nothing to report"
    assert "what may come of it" not in ran.out


def test_control_characters_in_an_answer_are_not_repeated_to_the_terminal(navalcore: Command) -> None:
    out = navalcore("play", "uboat_cards", "--seed", "5", typed=["\x1b[2J\x07water\x00"]).out
    assert not set(out) & {"\x1b", "\x07", "\x00"}
    assert "'[2J water' is not offered" in out


def test_the_whole_text_or_the_key_of_an_option_goes_before_a_command_of_that_name() -> None:
    decision = Decision("red", "Which?", ["log", "undo it", "quit now"])
    assert names_option(decision, "LOG")
    assert not names_option(decision, "undo"), "the beginning of a text is not enough"
    assert names_option(Decision("red", "Which?", [MadeOption("undo", "take it back")]), "undo")


def test_a_match_is_played_from_a_position_kept_and_gone_on_with(navalcore: Command, tmp_path: Path) -> None:
    file, save = tmp_path / "sixth.toml", tmp_path / "kept.jsonl"
    file.write_text(
        'at = "uboat_action"\n[set.seats.uboat]\nrow = ["Periscope", "Torpedo"]\n'
        'hand = ["Transport", "Dive", "Water"]\nsunk = 5\n'
    )
    begun = navalcore("play", "uboat_cards", "--position", file, "--seed", "1", "--save", save, typed=["quit"])
    assert "play Transport" in begun.out
    ended = navalcore("play", "uboat_cards", "--save", save, typed=["play Transport"])
    assert "The wolf pack wins: 6 of 6 Transports destroyed in 1 turn, against 0 of 4 U-boats." in ended.out
    refused = navalcore("play", "uboat_cards", "--position", file, "--scenario", "short").error()
    assert refused[0] == "bad_data"
    file.write_text('at = "somewhere"')
    assert "no step 'somewhere'" in navalcore("play", "uboat_cards", "--position", file).error()[1]


def test_who_plays_alone_may_take_back_a_die_where_the_save_says_so(navalcore: Command, tmp_path: Path) -> None:
    plain, free = tmp_path / "plain.jsonl", tmp_path / "free.jsonl"
    typed = ["1", "1", "undo", "undo", "quit"]
    kept = navalcore("play", "uboat_cards", "--role", "uboat", "--seed", "3", "--save", plain, typed=typed)
    assert "cannot be taken back" in kept.out, "the second choice was followed by a draw"
    ran = navalcore("play", "uboat_cards", "--role", "uboat", "--seed", "3", "--save", free, "--free-undo", typed=typed)
    assert "cannot be taken back" not in ran.out
    assert "Anything may be taken back here; the save says so." in ran.out
    assert [read_save(file).header.undo for file in (plain, free)] == ["barrier", "free"]
    assert [role for role, _ in choices(free) if role == "uboat"] == []


def test_several_at_the_keyboard_take_nothing_back_beyond_the_rules(navalcore: Command) -> None:
    _, message = navalcore("play", "uboat_cards", "--role", "all", "--free-undo", typed=["quit"]).error()
    assert message == "--free-undo is for one person against bots: others would see their secrets taken back"


class Typist(Keyboard):
    """Types these lines, at a terminal or not, and leaves."""

    def __init__(self, typed: list[str], terminal: bool) -> None:
        super().__init__()
        self.terminal, self._typed = terminal, typed

    def ask(self, who: str = "", words: Sequence[str] = (), told: Callable[[str], str] | None = None) -> str:
        if not self._typed:
            raise EOFError
        return self._typed.pop(0)


@pytest.mark.parametrize(
    ("terminal", "typed", "made"),
    [(False, 1, 1), (True, 1, 0), (True, 2, 1)],
    ids=["a script", "a person once", "a person twice"],
)
def test_what_warns_has_to_be_chosen_once_more_at_a_terminal(
    terminal: bool, typed: int, made: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = nc.load("uboat_cards").new_match(seed=17)
    monkeypatch.setattr(type(nc.face_of(match.game)), "warning", lambda self, view, option: f"Beware of {option}!")
    keyboard = Typist(["discard Sonar"] * typed, terminal)
    seats = seats_for(match.game, ["uboat"], {"convoy": "easy"})
    TerminalSession(match, seats, Output(), EventLog(), None, keyboard=keyboard, autopass=False).run()
    out = capsys.readouterr().out
    assert match.count == made
    assert out.count("Beware of discard Sonar!") == 1
    assert ("Choose discard Sonar once more if you mean it." in out) is terminal


def test_undo_of_more_than_was_chosen_takes_all_back_says_so_and_asks_the_first_question_again(
    navalcore: Command,
) -> None:
    line = ["play", "uboat_cards", "--seed", "3", "--no-autopass", "--free-undo", "--bot", "convoy=hard"]
    first = navalcore(*line, typed=["quit"]).out
    question = next(text for text in first.splitlines() if text.startswith("  1 "))
    ran = navalcore(*line, typed=["1", "1", "undo 40", "quit"])
    assert "and no further: no choice has been made yet" in ran.out
    assert question in ran.out.rpartition("and no further")[2]


def test_ctrl_c_while_nobody_is_asked_ends_with_the_status_of_a_stop(
    navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: TerminalSession) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(TerminalSession, "_turn", stopped)
    assert navalcore("play", "uboat_cards", "--role", "spectator").status == 130
    assert navalcore("play", "uboat_cards").status == 0


def test_a_bot_s_choice_that_cannot_be_written_can_be_tried_again_and_the_match_saved_elsewhere(
    tmp_path: Path, navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, elsewhere, full = tmp_path / "match.jsonl", tmp_path / "elsewhere.jsonl", [True, True]
    write = JournalWriter.__call__

    def on_a_full_disk(writer: JournalWriter, text: str) -> None:
        if '"role":"convoy"' in text and full:
            full.pop()
            raise NotWritten("no room on the disk; make room and try again")
        write(writer, text)

    monkeypatch.setattr(JournalWriter, "__call__", on_a_full_disk)
    typed = ["1", "1", f"save {elsewhere}", "dance", "", "", "quit"]
    ran = navalcore("play", "uboat_cards", "--seed", "3", "--no-autopass", "--save", journal, typed=typed)
    assert (ran.status, ran.out.count("no room on the disk"), ran.out.count("Enter tries again")) == (0, 2, 4)
    assert "'dance' has to wait" in ran.out
    kept = choices(journal)
    assert [role for role, _ in choices(elsewhere)] == ["uboat", "uboat"]
    assert kept[:2] == choices(elsewhere)
    assert kept[2][0] == "convoy"
