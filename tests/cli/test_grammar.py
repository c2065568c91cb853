"""What holds for every command line: help, names that need not be exact, options given once, errors as JSON."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from inspect import Parameter, cleandoc, signature
from pathlib import Path
from typing import Annotated, Any

import pytest
from typer.main import get_command

import navalcore as nc
from navalcore._cli.app import COMMANDS, command_line, run
from navalcore._cli.grammar import GROUPS, MOVED_OPTIONS, with_groups
from tests.cli.conftest import Command


def test_the_help_lists_every_command_in_one_of_four_groups_with_its_whole_summary(navalcore: Command) -> None:
    shown = navalcore("-h").out
    assert [line for line in shown.splitlines() if line in ("Play:", "Look up:", "Analyse:", "Make:")] == [
        f"{group}:" for group in GROUPS
    ]
    assert {name for names in GROUPS.values() for name in names} == COMMANDS.keys()
    assert "..." not in shown.partition("Play:")[2]


@pytest.mark.parametrize("group", ["matches", "table", "branch"])
def test_the_help_of_a_group_lists_its_commands_with_their_whole_summaries(group: str, navalcore: Command) -> None:
    listed = navalcore(group, "--help").out.partition("Commands:")[2]
    for command in import_module(f"navalcore._cli.{group}").COMMANDS.values():
        summary = " ".join(cleandoc(command.__doc__).split()).partition(". ")[0]
        assert summary in " ".join(listed.split())


@pytest.mark.parametrize("line", ["help play", "play -h", "play --help"])
def test_a_command_explains_itself_however_it_is_asked(line: str, navalcore: Command) -> None:
    assert "Play a match" in navalcore(*line.split()).out


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_is_one_line(option: str, navalcore: Command) -> None:
    assert navalcore(option).out.startswith("navalcore ")


@pytest.mark.parametrize("name", ["uboat-cards", "Uboat_Cards", "uboat"])
def test_a_game_may_be_written_otherwise_or_begun(name: str, navalcore: Command) -> None:
    assert navalcore("odds", name, "opening_hand").out == navalcore("odds", "uboat_cards", "opening-hand").out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("check Uboat-Cards -n 1 --only Outc --scenario SHORT --option Clear-Scope=opponent", "keeps every promise"),
        ("check uboat --questions -n 1 --scenario Short", "discard"),
        ("fuzz uboat -n 1 --scenario Short --option seq=alternating --failures faults", "found nothing in 1 matches"),
        ("games aa50:Companion", "aa50_subwar:companion"),
        ("resolve AA50 Hunt --scenario Board-1942 --roll", "Submarine hunt"),
        ("simulate uboat -n 1 --jobs 1 --option Sequence=alternating", "sequence=alternating"),
        ("simulate uboat -n 1 --jobs 1 --vary Sequence=alternating,draws_first", "each value of sequence"),
        ("perft uboat Short 1 --option Sequence=alternating", "lines: "),
        ("odds uboat Hand -p Deck=mirror", "deck=mirror"),
        ("odds uboat hand --compare Deck=mirror", "deck=mirror"),
        ("odds bismarck salvos -p salvos=3 --compare Salvos=2 --part Knots-lost", "salvos=2"),
        ("schema Uboat Wire", "$schema"),
        ("schema Rule", "$schema"),
        ("render uboat --theme Colour-Blind -o -", "<svg"),
        ("render silent --picture Camp -o -", "<svg"),
        ("new ships --kind Hex", "a game in one file"),
        ("branch comment tree.json Main new", "branch main: new"),
        ("branch new tree.json other --of MAIN", "leaves main"),
        ("branch compare tree.json MAIN -n 1 --role UBOAT", "The rest of each branch"),
        ("evaluate Easy uboat -n 1 --against Rand", "random"),
    ],
)
def test_one_reader_of_names_serves_every_command(
    line: str, told: str, navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if "tree.json" in line:
        navalcore("play", "uboat_cards", "--save", "match.jsonl", "--seed", 1, typed=["quit"])
        navalcore("branch", "start", "tree.json", "match.jsonl")
    ran = navalcore(*line.split())
    assert (ran.status, told in ran.out) == (0, True), ran


def test_an_option_of_the_rules_is_not_given_twice_by_two_ways_of_writing_it(navalcore: Command) -> None:
    twice = ("--option", "sequence=alternating", "--option", "Sequence=draws_first")
    assert "sequence is given twice" in navalcore("simulate", "uboat_cards", "-n", 1, *twice).error()[1]


def test_a_name_that_may_mean_several_is_refused_with_them(navalcore: Command) -> None:
    code, told = navalcore("play", "aa50_subwar", "--scenario", "atlantic").error()
    assert code == "ambiguous"
    assert "atlantic_1941" in told


def test_a_bot_without_a_role_plays_every_other(navalcore: Command, tmp_path: Path) -> None:
    save = tmp_path / "match.jsonl"
    navalcore("play", "uboat_cards", "--role", "convoy", "--bot", "easy", "--save", save, typed=["quit"])
    assert json.loads(save.read_text(encoding="utf-8").splitlines()[0])["seats"] == {
        "uboat": "bot:easy",
        "convoy": "person",
    }
    told = navalcore("play", "uboat_cards", "--bot", "easy", "--bot", "hard").error()[1]
    assert "easy plays every other role already" in told


@pytest.mark.parametrize(
    "line", ["simulate uboat_cards -n 1 --seed 1 --seed 2", "simulate uboat_cards -n 1 --vary a=1,2 --vary b=1,2"]
)
def test_an_option_given_twice_is_refused_and_never_dropped(line: str, navalcore: Command) -> None:
    assert "times; give it once" in navalcore(*line.split()).error()[1]


def _places(command: Any, *words: str) -> Iterator[Any]:
    """Each argument and option of a command, or of those in it, that is a file or a folder."""
    for word, each in getattr(command, "commands", {}).items():
        yield from _places(each, *words, word)
    hints = {} if command.callback is None else signature(command.callback).parameters
    before: list[str] = []
    for parameter in command.params:
        is_option = parameter.param_type_name == "option"
        place = max(parameter.opts, key=len) if is_option else parameter.metavar
        if parameter.name in hints and "Path" in str(hints[parameter.name].annotation):
            line = [*words, *([place] if is_option else before), ""]
            yield pytest.param(line, place, id=" ".join((*words, place)))
        before += [] if is_option else ["x"]


@pytest.mark.parametrize(("line", "place"), list(_places(get_command(command_line()))))
def test_an_empty_name_of_a_file_is_refused_by_the_name_of_its_place(
    line: list[str], place: str, navalcore: Command
) -> None:
    """It would mean the folder that the command is called in, where a script forgot to fill a variable."""
    assert navalcore(*line).error()[1].startswith((f"{place} '': name a file", f"{place} '': name a folder"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("table prune --finished 1 --database", "--database '': name a database, or leave it out"),
        ("serve --database", "--database '': name a database, or leave it out"),
        ("check", "GAME_OR_MODULE '': name a game or a module"),
        ("check --upgrade", "GAME_OR_MODULE '': name a game or a module"),
        ("fuzz uboat_cards --until", "--until '': name a figure and its number, or leave it out"),
        ("resolve aa50_subwar", "PROCEDURE '': name a procedure, or leave it out"),
    ],
)
def test_an_empty_text_is_not_what_is_meant_where_nothing_is_given(line: str, said: str, navalcore: Command) -> None:
    """The usual database would be pruned, for one."""
    assert navalcore(*line.split(), "").error() == ("bad_data", said)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("games nothing --json", "unknown_game"),
        ("rules uboat_cards U99 --json", "unknown_name"),
        ("odds uboat_cards nothing --json", "unknown_name"),
        ("simulate uboat_cards --json", "usage"),
    ],
)
def test_with_json_an_error_is_one_document_too(line: str, code: str, navalcore: Command) -> None:
    ran = navalcore(*line.split())
    assert ran.status == 2
    assert json.loads(ran.out)["error"]["code"] == code == ran.error()[0]


def test_a_command_that_has_moved_says_what_to_write(navalcore: Command) -> None:
    code, told = navalcore("rulings", "uboat_cards").error()
    assert (code, "write navalcore rules GAME --rulings" in told) == ("usage", True)


@pytest.mark.parametrize("line", MOVED_OPTIONS)
def test_an_option_that_has_another_name_now_says_which(line: str, navalcore: Command) -> None:
    code, told = navalcore(*line.split()).error()
    assert (code, f"write {MOVED_OPTIONS[line]}" in told) == ("usage", True), told


@pytest.mark.parametrize("line", ["matches export 1 a.jsonl", "branch save t b a.jsonl", "table backup a.jsonl"])
def test_a_file_to_write_that_is_named_without_its_option_is_refused_with_it(line: str, navalcore: Command) -> None:
    code, told = navalcore(*line.split()).error()
    assert (code, "-o a.jsonl" in told) == ("usage", True), told


OF_TWO_KINDS = {"--dice", "--upgrade"}
"""Options with one value here and another there: the kind of dice, or faces; a plug-in to check, or a project."""
HELD_IN_EVERY_COMMAND = {
    "--bot": "[ROLE=]NAME",
    "--data-pack": "FOLDER",
    "--database": "URL",
    "--failures": "FOLDER",
    "--into": "FOLDER",
    "--jobs": "J",
    "--journal": "FILE",
    "--option": "NAME=VALUE",
    "--output": "FILE",
    "--plot": "FILE.svg",
    "--role": "R",
    "--save": "FILE",
    "--scenario": "S",
    "--seed": "N",
}
"""An idea each, with what follows its name."""


def leaves(group: Any) -> Iterator[Any]:
    for command in group.commands.values():
        yield from leaves(command) if hasattr(command, "commands") else (command,)


@pytest.fixture(scope="module")
def parameters() -> list[Any]:
    return [each for command in leaves(get_command(command_line())) for each in command.params]


def test_an_option_has_the_same_value_in_every_command(parameters: list[Any]) -> None:
    values: dict[str, set[str | None]] = {}
    for each in parameters:
        for name in each.opts if each.param_type_name == "option" else ():
            values.setdefault(name, set()).add(each.metavar)
    assert {name: values[name] for name in HELD_IN_EVERY_COMMAND} == {
        name: {value} for name, value in HELD_IN_EVERY_COMMAND.items()
    }
    assert {name for name, known in values.items() if len(known) > 1} == OF_TWO_KINDS


def test_what_is_counted_has_the_same_short_name(parameters: list[Any]) -> None:
    counts = [each.opts for each in parameters if "--matches" in each.opts or "--deals" in each.opts]
    assert len(counts) == 6
    assert all("-n" in names for names in counts)


def test_a_saved_match_to_read_is_save_and_no_file_to_write_goes_without_an_option(parameters: list[Any]) -> None:
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    assert {each.metavar for each in arguments if "saved match" in each.help and each.metavar != "POSITION"} == {"SAVE"}
    assert [each.help for each in arguments if each.metavar == "FILE"] == ["The file of the backup."]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("simulate uboat_cards -n 0", "it should be at least 1, not '0'"),
        ("simulate uboat_cards -n two", "it should be a whole number, not 'two'"),
        ("serve --port 70000", "it should be at most 65535, not '70000'"),
        ("fuzz uboat_cards --minutes nan", "it should be a number, not 'nan'"),
        ("fuzz uboat_cards --minutes 1000000.5", "it should be at most 1000000, not '1000000.5'"),
        ("report m.jsonl --seconds-per-decision soon", "it should be a number, not 'soon'"),
        ("play uboat_cards --dice wooden", "'--dice': 'wooden' is not one of 'seeded', 'physical'"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused_in_our_words(line: str, wanted: str, navalcore: Command) -> None:
    code, told = navalcore(*line.split()).error()
    assert (code, wanted in told) == ("usage", True), told


def test_plain_lines_can_be_asked_for(navalcore: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")  # restored after the test
    assert navalcore("--plain", "games").out == navalcore("games").out


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("bord", "is board the command you mean?"),
        ("quit now", "quit takes no 'now'"),
        ("undo many", "does not say how many choices"),
        ("undo 0", "does not say how many choices"),
        ("undo 10000", "does not say how many choices"),
        ("odds discard", "could be any of"),
        ("odds nonsense", "is neither an option nor an odds question"),
        ("help orders", "let a bot answer for you"),
        ("glossary nonsense", "no term of the game has 'nonsense'"),
        ("roll", "the program rolls and draws in this match"),
    ],
)
def test_a_player_is_told_what_a_line_was_taken_for(typed: str, told: str, navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", "--seed", 1, typed=[typed, "quit"])
    assert told in ran.out


@pytest.mark.parametrize(("typed", "left"), [("undo", 1), ("undo 1", 1), ("undo 2", 0)])
def test_undo_takes_back_as_many_choices_as_it_says(typed: str, left: int, navalcore: Command, tmp_path: Path) -> None:
    save = tmp_path / "match.jsonl"
    line = ["play", "uboat_cards", "--role", "uboat", "--seed", 3, "--save", save, "--free-undo"]
    navalcore(*line, typed=["1", "1", typed, "quit"])
    own = [entry for entry in nc.read_save(save).entries if entry.kind == "choice" and entry.role == "uboat"]
    assert len(own) == left


@pytest.mark.parametrize(
    ("shell", "words", "found"),
    [
        ("bash", "navalcore play ub", "uboat_cards"),
        ("zsh", "navalcore play ub", "uboat_cards"),
        ("fish", "navalcore play ub", "uboat_cards"),
        ("bash", "navalcore sim", "simulate"),
        ("bash", "navalcore play --fr", "--free-undo"),
        ("bash", "navalcore matches re", "resume"),
    ],
)
def test_the_shell_completes_commands_options_and_games(
    shell: str, words: str, found: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {
        "_NAVALCORE_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
        "_TYPER_COMPLETE_ARGS": words,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        run([])
    told = capsys.readouterr().out
    assert found in told
    assert "tonnage_war" not in told


OFFERED = {
    "navalcore play silent_war --scenario patrol_w": ["patrol_wahoo_1943"],
    "navalcore play uboat_cards --role ": ["uboat", "convoy", "all", "spectator"],
    "navalcore play uboat_cards --bot ha": ["hard"],
    "navalcore evaluate hard uboat_cards --against k": ["keen"],
    "navalcore --plugin duel play du": ["duel"],
    "navalcore --plugin duel play duel --role b": ["blue"],
    "navalcore replay SAVE --role c": ["convoy"],
    "navalcore render uboat_cards --theme d": ["dark"],
    "navalcore play uboat_cards --option cons": ["consecutive_turns=true", "consecutive_turns=false"],
    "navalcore evaluate hard tonnage_war --against w": ["wary"],
    "navalcore check uboat_cards --only inv": ["invariants"],
    "navalcore perft bismarck two": ["two_player"],
    "navalcore odds uboat_cards hand": ["hand"],
    "navalcore play nothing --scenario ": [],
}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("words", OFFERED)
def test_the_shell_offers_the_values_of_the_game_that_the_line_names(
    shell: str,
    words: str,
    navalcore: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    save = tmp_path / "match.jsonl"
    if "SAVE" in words:
        navalcore("play", "uboat_cards", "--save", save, typed=["quit"])
    asked = {
        "_NAVALCORE_COMPLETE": f"complete_{shell}",
        **({"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))} if shell == "bash" else {}),
        "_TYPER_COMPLETE_ARGS": words,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    for name, value in asked.items():
        monkeypatch.setenv(name, value.replace("SAVE", str(save)))
    with pytest.raises(SystemExit):
        run([])
    told = capsys.readouterr()
    offers = {"bash": r"^(\S+)$", "zsh": r'^(?:_arguments.*\(\()?"([^"]+)"', "fish": r"^([^\t\n]+)"}[shell]
    assert told.err == ""
    assert re.findall(offers, told.out, re.MULTILINE) == OFFERED[words]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("navalcore play uboat_cards --bot convoy = ha", ["hard"]),
        ("navalcore play uboat_cards --role = c", ["convoy"]),
        ("navalcore play uboat_cards --option discard_pile =", ["open", "closed"]),
        ("navalcore play silent_war : mine_laying --scenario patrol_w", ["patrol_wahoo_1943"]),
    ],
)
def test_bash_is_given_the_last_part_of_a_word_that_it_takes_for_several(
    words: str, found: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_NAVALCORE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words.replace(" ", "\n"))
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    with pytest.raises(SystemExit):
        run([])
    assert capsys.readouterr().out.split() == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("navalcore render uboat_cards --th", "--theme"),
        ("navalcore simulate uboat_cards --seed 1 --seed 2 --js", "--json"),
        ("navalcore replay '' --ro", ""),
        ("navalcore rulings uboat_cards --", ""),
    ],
)
def test_the_shell_completes_a_line_that_would_be_refused_and_writes_no_error_into_it(
    words: str, found: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_NAVALCORE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    with pytest.raises(SystemExit):
        run([])
    shown = capsys.readouterr()
    assert shown.err == ""
    assert found in shown.out.split() or not found


def test_switches_for_all_commands_may_come_after_the_command(navalcore: Command) -> None:
    assert navalcore("odds", "uboat_cards", "--plain").out == navalcore("--plain", "odds", "uboat_cards").out
    assert "'--plain'" in navalcore("odds", "uboat_cards", "--", "--plain").error()[1]


@dataclass(frozen=True)
class Weather:
    wind: int
    fog: Annotated[bool, "dense or none"] = False


def test_a_group_of_options_is_an_option_for_each_field_and_reaches_the_command_whole() -> None:
    heard = []

    def sail(ship: str, weather: Weather, crew: int = 3) -> None:
        heard.append((ship, weather, crew))

    shown = signature(with_groups(sail)).parameters
    assert list(shown) == ["ship", "wind", "fog", "crew"]
    assert shown["fog"].annotation == Annotated[bool, "dense or none"]
    assert [each.default for each in shown.values()] == [Parameter.empty, Parameter.empty, False, 3]
    with_groups(sail)(ship="Hood", wind=5, fog=True, crew=1)
    assert heard == [("Hood", Weather(5, True), 1)]


def test_two_groups_cannot_have_an_option_of_one_name() -> None:
    @dataclass(frozen=True)
    class Sea:
        wind: int = 0

    def sail(weather: Weather, sea: Sea) -> None: ...

    sail.__annotations__ = {"weather": Weather, "sea": Sea}
    with pytest.raises(ValueError, match="duplicate parameter name: 'wind'"):
        with_groups(sail)
