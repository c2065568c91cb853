"""``navalcore games``, plug-ins of strangers, and what the command as a whole promises."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, create_model

import navalcore as nc
from navalcore._cli.games import option_list, option_words
from tests.cli.conftest import DUEL, Command, process
from tests.plugins.test_strangers import install


def test_an_installed_stranger_appears_and_a_broken_one_is_named_with_its_error(tmp_path: Path) -> None:
    install("stranger", tmp_path)
    install("broken_stranger", tmp_path)
    ran = process("games", path=[tmp_path])
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert "stranger_game  A stranger's game  (rules 0.3)" in lines
    wrong = "RuntimeError: the charts went overboard (broken_stranger.py:3)"
    assert f"plug-in broken_stranger of broken-stranger is broken: {wrong}" in lines
    assert any(line.startswith("uboat_cards  ") for line in lines), "the others still work"
    listed = json.loads(process("games", "--json", path=[tmp_path]).out)
    assert ("stranger_game", "A stranger's game", "0.3") in [
        (g["id"], g["title"], g["version"]) for g in listed["games"]
    ]
    assert listed["broken"] == [{"name": "broken_stranger", "distribution": "broken-stranger", "error": wrong}]


def test_a_game_that_keeps_no_contract_is_refused_by_name_when_it_is_to_be_played(tmp_path: Path) -> None:
    install("stranger", tmp_path)
    assert process("play", "stranger_game", path=[tmp_path]).error()[0] == "broken_plugin"


def test_a_plugin_in_the_current_folder_is_found_by_its_name_only_if_named() -> None:
    with_it = process("--plugin", "duel", "games", "--json", cwd=DUEL)
    without = process("games", "--json", cwd=DUEL)
    assert "duel" in [game["id"] for game in json.loads(with_it.out)["games"]]
    assert "duel" not in [game["id"] for game in json.loads(without.out)["games"]]


@pytest.mark.parametrize("command", [("games",), ("play", "nothing")])
def test_a_plugin_named_on_the_command_line_that_is_not_there_ends_it_by_name(
    navalcore: Command, command: tuple[str, ...]
) -> None:
    code, message = navalcore("--plugin", "no_such_module", *command).error()
    assert code == "broken_plugin"
    assert "no_such_module: there is no module of this name" in message


def test_one_game_as_json_holds_roles_scenarios_options_and_bots(duel: Command) -> None:
    (game,) = json.loads(duel("games", "duel", "--json").out)["games"]
    assert game == {
        "id": "duel",
        "title": "Duel",
        "version": "1.0",
        "summary": "",
        "roles": [{"id": "red", "title": "red ship"}, {"id": "blue", "title": "blue ship"}],
        "scenarios": [{"id": "calm", "title": "Calm sea", "note": "Nothing moves but the ships."}],
        "options": [
            {
                "name": "hard",
                "default": False,
                "values": [True, False],
                "least": None,
                "greatest": None,
                "text": "Whether a hit needs a 6.",
            }
        ],
        "bots": ["random", "easy", "standard", "hard", "search"],
        "levels": {
            "easy": "takes any option",
            "standard": "tries its options out, 40 times a decision",
            "hard": "tries its options out, 200 times a decision",
            "random": "takes any option",
            "search": "tries its options out in imagined matches, and takes its time",
        },
        "variants": [],
    }
    assert "  option    hard=False (or True)" in duel("games", "duel").out.splitlines()


def test_the_version_and_the_help_are_printed_on_request(navalcore: Command) -> None:
    assert navalcore("--version").out.startswith("navalcore ")
    assert navalcore().out == navalcore("--help").out


@pytest.mark.parametrize(
    "command",
    ["games", "play", "simulate", "replay", "verify", "rules", "odds", "render", "check", "new", "schema"],
)
def test_every_command_explains_itself_with_examples(navalcore: Command, command: str) -> None:
    ran = navalcore(command, "--help")
    assert ran.status == 0
    examples = [line.strip() for line in ran.out.splitlines() if line.strip().startswith("navalcore ")]
    assert examples, "examples keep their lines"
    assert all(f" {command} " in f"{example} " for example in examples)


@pytest.mark.parametrize(
    ("annotation", "default", "told"),
    [
        (Annotated[int, Field(ge=0, le=6)], 3, "figure=3 (0 to 6)"),
        (Annotated[int, Field(ge=1, le=100)] | None, None, "figure=None (or 1 to 100)"),
        (Annotated[int, Field(gt=1, lt=6)], 4, "figure=4 (2 to 5)"),
        (Annotated[int, Field(gt=1, lt=6)] | None, None, "figure=None (or 2 to 5)"),
        (Annotated[int, Field(ge=2)], 4, "figure=4 (at least 2)"),
        (Annotated[int, Field(le=9)], 4, "figure=4 (at most 9)"),
        (int, 4, "figure=4"),
        (Literal[10, 20], 10, "figure=10 (or 20)"),
    ],
)
def test_an_option_that_is_a_number_says_what_it_can_be(annotation: Any, default: Any, told: str) -> None:
    options: type[nc.Options] = create_model("Figures", __base__=nc.Options, figure=(annotation, default))
    game: Any = SimpleNamespace(options_class=options)
    (found,) = option_list(game)
    assert option_words(found) == told
