"""How the data files, settings, messages and passages on pages are read: each by what reads them for a user.

A reader is given the text of a block and an empty folder. It fails where the block is not what the page says it is.
``snippets.toml`` names the reader of each block.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from configparser import ConfigParser
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

import navalcore as nc
from navalcore._cli.common import Config
from navalcore._cli.new import make_kind
from navalcore._rulebook.loading import load_glossary
from navalcore.components import load_toml
from navalcore.errors import BadData
from navalcore.rules import schemas
from navalcore.testing import check_game
from tests.pages.commands import ROOT

Reader = Callable[[str, Path], None]
READERS: Final[dict[str, Reader]] = {}


def reads(reader: Reader) -> Reader:
    """Let ``snippets.toml`` name a reader."""
    READERS[reader.__name__] = reader
    return reader


def written(folder: Path, name: str, text: str) -> Path:
    """A file with a text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@reads
def position(text: str, folder: Path) -> None:
    """A match begins from it."""
    game = nc.load(tomllib.loads(text)["game"])
    assert game.position(written(folder, "position.toml", text), seed=1).decision is not None


@reads
def scenario_of_a_small_game(text: str, folder: Path) -> None:
    """It can be played by the name of its table."""
    game = small_game(folder, lambda data, code: (f"{data}\n{text}", code))
    (name,) = tomllib.loads(text)["scenarios"]
    assert game.new_match(name, seed=1).decision is not None


@reads
def broken_small_game(text: str, folder: Path) -> None:
    """The kit says so where the hands of a view have no mark."""
    marked, bare = "hands: Annotated[dict[str, tuple[str, ...]], by_role]", "hands: dict[str, tuple[str, ...]]"
    game = small_game(folder, lambda data, code: (data, code.replace(marked, bare)))
    first = re.fullmatch(r"navalcore: (\w+) has failed: (.*)\n", text)
    assert first is not None
    report = check_game(game, matches=1, only=[first[1]], shrinking=False)
    shown, *found = (
        re.sub(r"\[\d\]|'\w+'", "ANY", said) for said in (first[2], *(each.found for each in report.failures))
    )
    assert shown in found


def small_game(folder: Path, changed: Callable[[str, str], tuple[str, str]]) -> nc.AnyGame:
    """A game of ``navalcore new --kind cards``, its data and code changed."""
    place = folder / "small_game"
    make_kind("cards", place, "small_game", "", "")
    data, code = place / "small_game.toml", place / "small_game.py"
    new_data, new_code = changed(data.read_text(encoding="utf-8"), code.read_text(encoding="utf-8"))
    data.write_text(new_data, encoding="utf-8")
    code.write_text(new_code, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(place))
        game: nc.AnyGame = import_module("small_game").SmallGame()
    return game


@reads
def scenario_of_silent_war(text: str, folder: Path) -> None:
    """It comes after the game's own, in a file of the same name."""
    from navalcore_games.silent_war.data_pack.loading import OWN_SCENARIOS, load_pack

    own = OWN_SCENARIOS.read_text(encoding="utf-8")
    written(folder, OWN_SCENARIOS.name, f"{own}\n{text}")
    load_pack(str(folder))


@reads
def scenario_of_tonnage_war(text: str, folder: Path) -> None:
    """Its lines take the place of those of a scenario of the game, and the schema it names is written."""
    from navalcore_games.tonnage_war.convoys import load_scenario

    whole = (ROOT / "games" / "tonnage_war" / "scenarios" / "sc_7.toml").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("#:schema "):
            assert Path(line).name.removesuffix(".json") in {
                f"tonnage_war.{kind}" for kind in schemas(nc.load("tonnage_war"))
            }
        else:
            whole, changed = re.subn(rf"(?m)^{line.partition('=')[0]}=.*$", line, whole)
            assert changed == 1, line
    load_scenario(written(folder, "mine.toml", whole))


@reads
def chart_of_silent_war(text: str, folder: Path) -> None:
    """The game's own file has these lines."""
    from navalcore_games.silent_war.data_pack.loading import OWN

    assert text in (OWN / "general_asw.toml").read_text(encoding="utf-8")


@reads
def refused_chart_of_silent_war(text: str, folder: Path) -> None:
    """A slip is refused in these words."""
    from navalcore_games.silent_war.data_pack.loading import OWN, load_pack

    charts = folder / "my_charts"
    charts.mkdir()
    own = (OWN / "general_asw.toml").read_text(encoding="utf-8")
    written(charts, "general_asw.toml", own.replace("wp2 = 1", "wp2 = -3"))
    with pytest.raises(BadData) as refused:
        load_pack(str(charts))
    assert text == f"navalcore: error [{refused.value.code}]: {str(refused.value).removeprefix(f'{folder}/')}\n"


@reads
def glossary(text: str, folder: Path) -> None:
    """Words of a game."""
    assert load_glossary(written(folder, "glossary.toml", text))


@reads
def settings_of_a_player(text: str, folder: Path) -> None:
    """The settings of ``navalcore play``; the games, roles and bots in them are there."""
    settings = load_toml(written(folder, "config.toml", text)).model(Config)
    for name, role in settings.role.items():
        assert role in nc.load(name).roles
    assert settings.level in nc.bot_names(nc.load("uboat_cards"))


@reads
def settings_of_a_table(text: str, folder: Path) -> None:
    """The settings of ``navalcore serve``."""
    from navalcore.table import Limits

    assert Limits.read(written(folder, "table.toml", text)).hosts


@reads
def act(text: str, folder: Path) -> None:
    """A seat understands it and offers what it names; only the number of the decision may be another."""
    said = json.loads(text)
    match: nc.AnyMatch = nc.load("uboat_cards").new_match(seed=1)
    while (decision := match.decision) is not None:
        asked = match.snapshot(decision.role)
        assert asked.decision is not None
        if set(said["keys"]) <= {option.key for option in asked.decision.options}:
            said["decision"] = asked.number
            answer = json.loads(nc.Session(match).seat(decision.role).act_now(json.dumps(said)))
            assert answer["ok"], answer
            return
        match.choose(len(decision.options) - 1)
    raise AssertionError(f"no seat is ever offered {said['keys']}")


@reads
def unit(text: str, folder: Path) -> None:
    """A systemd unit; where systemd is installed, it knows every key."""
    parser = ConfigParser(interpolation=None, strict=True)
    parser.read_string(text)
    assert parser.sections() == ["Unit", "Service", "Install"]
    if program := shutil.which("systemd-analyze"):
        command = [program, "verify", str(written(folder, "navalcore.service", text))]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        unknown = [line for line in ran.stderr.splitlines() if str(folder) in line]
        assert unknown == []


NGINX: Final = re.compile(
    r"map|default|upstream|hash|server|server_name|listen|ssl_certificate|ssl_certificate_key|location|proxy_pass"
    r"|proxy_set_header|proxy_http_version|proxy_read_timeout|client_max_body_size"
)
"""The words with which nginx's lines on pages may begin."""
NGINX_HAS: Final = re.compile(r"uri|request_id|remote_addr|host|scheme|http_\w+")


@reads
def part_of_nginx(text: str, folder: Path) -> None:
    """What nginx's file of a site says: lines that nginx knows, in braces that close, with variables that are there."""
    depth = 0
    inside = [""]
    for line in filter(None, map(str.strip, text.splitlines())):
        assert line[-1] in "{};", line
        first, *words = line.rstrip("{;").split()
        if line == "}":
            depth -= 1
            inside.pop()
            continue
        assert NGINX.fullmatch(first) or inside[-1] == "map", line
        if line.endswith("{"):
            depth += 1
            inside.append(first)
        else:
            assert words, line
    assert depth == 0
    made = {*re.findall(r"map \$\w+ \$(\w+)", text), *re.findall(r"\(\?<(\w+)>", text)}
    assert [name for name in re.findall(r"\$(\w+)", text) if name not in made and not NGINX_HAS.fullmatch(name)] == []


def answers_to(text: str, *words: str) -> tuple[list[str], str]:
    """What is typed in a passage, and what a match prints if it is typed there."""
    typed = [re.split(r"\s{2,}", line[2:])[0] for line in text.splitlines() if line.startswith("> ")]
    command = [sys.executable, "-m", "navalcore", "play", *words, "--no-journal"]
    said = "".join(f"{line}\n" for line in [*typed, "quit"])
    ran = subprocess.run(command, cwd=ROOT, input=said, capture_output=True, text=True, timeout=90, check=True)
    return typed, ran.stdout


@reads
def orders_of_silent_war(text: str, folder: Path) -> None:
    """Orders that are all taken, and questions that are all answered, when the war begins."""
    typed, printed = answers_to(text, "silent_war", "--scenario", "campaign_full", "--seed", "7")
    for line in typed:
        answer = printed.partition(f"> {line}\n")[2].partition("\n")[0]
        taken = ("Ordered:", "Your orders", "A bot answers for you:", "boat ", "Gudgeon (")
        assert answer.startswith(taken), (line, answer)


@reads
def orders_of_the_card_game(text: str, folder: Path) -> None:
    """Orders, and what the program prints; dots are left out."""
    _, printed = answers_to(text, "uboat_cards", "--seed", "3")
    for passage in filter(str.strip, text.split("...")):
        assert passage.strip("\n") in printed, passage


@reads
def folders_of_a_game(text: str, folder: Path) -> None:
    """Every file and folder in it is one that some game has."""
    for line in text.splitlines()[1:]:
        for name in re.findall(r"[a-z_]+(?:\.py|\.toml|/)(?=\s|$)", line):
            assert list((ROOT / "games").glob(f"*/{name}")), name
