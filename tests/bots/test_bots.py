"""Bots: found by name, given views and bare decisions, refused when they are none."""

import sys
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._plugins import discovery as plugins
from navalcore.bots import LEVELS, Bot, RandomBot, _makers, bot_names, bot_print, make_bot, make_bots, play_out
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData, BrokenPlugin, NotOffered, RuleError, UnknownName
from navalcore.rules import Flow, Play, Step, choose
from tests.bots.parlour import Parlour

GAME = nc.load("uboat_cards")


class Stubborn(Bot[Any]):
    """A stranger's bot: always the first option; keeps what it was shown."""

    game = "uboat_cards"
    name = "stubborn"

    def __init__(self, role: str, chance: SeededChance) -> None:
        self.role = role
        self.shown: list[Any] = []

    def decide(self, view: Any, decision: nc.Decision) -> object:
        self.shown.append((view, decision))
        return decision.options[0]


class NoBot:
    """Says it is a bot, and is none."""

    game = "*"
    name = "wooden"

    def __init__(self, role: str, chance: SeededChance) -> None:
        self.role = role


@pytest.fixture
def offered(monkeypatch, tmp_path):
    """A module of a stranger that offers both."""
    (tmp_path / "strange_bots.py").write_text(
        "from navalcore.rules import hookimpl\n"
        "from tests.bots.test_bots import NoBot, Stubborn\n"
        "@hookimpl\ndef navalcore_bots():\n    return [Stubborn, NoBot]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    plugins.reset()
    yield ["strange_bots"]
    plugins.reset()


def test_the_games_own_bots_come_first_then_the_levels_then_random_and_search():
    assert bot_names(GAME) == ["sensible", "keen", *LEVELS, "random", "search"]


def test_a_strangers_bot_can_be_named_and_plays(offered):
    assert bot_names(GAME, offered) == ["sensible", "keen", *LEVELS, "random", "search", "wooden", "stubborn"]
    bots = make_bots(GAME, {"uboat": "stubborn", "convoy": None}, seed=0, plugins=offered)
    match = GAME.new_match(seed=1)
    play_out(match, bots, limit=40)
    bot: Any = bots["uboat"]
    shown = bot.shown
    assert shown
    for view, decision in shown:
        assert view.convoy.hand is None, "a bot is given its role's view"
        assert decision.role == "uboat"
        assert decision._reasons is None, "and a decision without the reasons that could see the state"


def test_a_bot_that_is_none_is_refused_by_name(offered):
    with pytest.raises(BrokenPlugin, match="'wooden' of a plug-in is a NoBot"):
        make_bot(GAME, "uboat", "wooden", SeededChance.from_seed(1), offered)


def test_unknown_bots_and_roles_are_refused_with_what_there_is():
    with pytest.raises(UnknownName, match="it has sensible, keen, easy, standard, hard, random"):
        make_bot(GAME, "uboat", "genius", SeededChance.from_seed(1))
    with pytest.raises(UnknownName, match="it has uboat, convoy"):
        make_bots(GAME, {"raider": "random"})


def test_bots_of_one_seed_play_the_same_match_and_each_role_has_its_own_chance():
    ends = []
    for _ in range(2):
        match = GAME.new_match(seed=5)
        play_out(match, make_bots(GAME, {"uboat": "random", "convoy": "random"}, seed=9), limit=200)
        ends.append(match.digest)
    assert ends[0] == ends[1]
    twins = make_bots(GAME, {"uboat": "random", "convoy": "random"}, seed=9)
    decision = nc.Decision("uboat", "?", range(1000))
    assert twins["uboat"].decide(None, decision) != twins["convoy"].decide(None, decision)


def test_nobody_has_a_bot_but_the_roles_that_are_named() -> None:
    assert list(make_bots(GAME)) == list(GAME.roles)
    assert list(make_bots(GAME, {"convoy": "sensible"})) == ["convoy"]
    assert list(make_bots(GAME, {"convoy": None})) == ["convoy"]
    assert make_bots(GAME, {}) == {}


def test_bots_without_a_seed_cannot_be_foretold() -> None:
    decision = nc.Decision("uboat", "?", range(10**9))
    answers = {make_bots(GAME, {"uboat": "random"})["uboat"].decide(nc.View(), decision) for _ in range(8)}
    assert len(answers) == 8


def test_play_out_stops_at_a_role_without_a_bot_and_at_its_limit():
    match = GAME.new_match(seed=5)
    play_out(match, {"uboat": RandomBot(SeededChance.from_seed(1))})
    assert match.decision is not None
    assert match.decision.role == "convoy"
    before = match.count
    play_out(match, make_bots(GAME, seed=0), limit=3)
    assert match.count == before + 3


def test_a_match_does_not_stop_in_silence_where_the_rules_ask_a_role_that_is_not_there(monkeypatch):
    def hunt(play: Play[Any, Any]) -> Flow[None]:
        yield from choose("hunter", "Where?", ("north", "south"), "3.1")

    monkeypatch.setattr(Parlour, "sequence_of_play", lambda *_: [Step("shoot", hunt)])
    match = Parlour().new_match("wager", seed="1")
    with pytest.raises(RuleError, match=r"rule 3\.1 asks 'hunter' 'Where\?', and there is no such role; there are red"):
        play_out(match, {role: RandomBot(SeededChance.from_seed(role)) for role in ("red", "blue")})


def test_an_answer_that_is_no_option_and_a_roll_that_no_bot_can_make_are_refused():
    class Wrong(Bot[Any]):
        def decide(self, view: Any, decision: nc.Decision) -> object:
            return "surrender"

    match = GAME.new_match(seed=5)
    with pytest.raises(NotOffered, match="surrender"):
        play_out(match, {"uboat": Wrong()})
    with pytest.raises(BadData, match="waits for a person's roll"):
        play_out(GAME.new_match(chance="physical"), make_bots(GAME, seed=0))


def test_an_error_of_the_library_that_a_bot_raises_is_passed_on_and_any_other_names_the_bot() -> None:
    class Faulty(RandomBot):
        def __init__(self, error: Exception) -> None:
            self.error = error

        def decide(self, view: Any, decision: Any) -> int:
            raise self.error

    match = nc.load("uboat_cards").new_match(seed=1)
    assert match.decision is not None
    role = match.decision.role
    with pytest.raises(BadData, match=r"^no chart$"):
        play_out(match, {role: Faulty(BadData("no chart"))})
    with pytest.raises(BrokenPlugin, match=rf"Faulty of {role} failed on '.*': ZeroDivisionError: by nought"):
        play_out(match, {role: Faulty(ZeroDivisionError("by nought"))})


@pytest.mark.parametrize("installed", [True, False])
def test_a_policy_s_file_is_a_bot_where_numpy_is_and_named_with_what_to_install_where_it_is_not(
    installed: bool, monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    monkeypatch.setattr(_makers, "find_spec", lambda name: object() if installed else None)
    monkeypatch.setattr(_makers, "resolve", lambda target: lambda game, file: f"bot of {file}")
    game = nc.load("uboat_cards")
    if installed:
        assert _makers.bot_maker(game, "mine.zip") == "bot of mine.zip"
    else:
        with pytest.raises(BrokenPlugin, match=r"pip install 'navalcore\[learn\]'"):
            _makers.bot_maker(game, "mine.zip")


PLUGIN = """
from navalcore.rules import BotManifest, hookimpl
@hookimpl
def navalcore_bots(): return [BotManifest(game="uboat_cards", name="timid", bot="{module}:Timid")]
"""
TIMID = """
from navalcore.bots import Bot
{more}
class Timid(Bot):
    def __init__(self, role, chance): pass
    def decide(self, view, decision): return {choice}
"""


def printed(folder, monkeypatch, files):
    """The fingerprint of the bot ``timid`` of a plug-in ``timid_plugin`` of these files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    plugins.reset()
    found = bot_print(GAME, "timid", ["timid_plugin"])
    plugins.reset()
    for name in [name for name in sys.modules if name.startswith("timid_")]:
        del sys.modules[name]
    return found


def test_a_bot_that_a_manifest_names_has_another_fingerprint_when_its_code_has_changed(monkeypatch, tmp_path):
    plugin = {"timid_plugin.py": PLUGIN.format(module="timid_bot")}
    first = printed(tmp_path, monkeypatch, plugin | {"timid_bot.py": TIMID.format(more="", choice="0")})
    assert printed(tmp_path, monkeypatch, {}) == first
    assert printed(tmp_path, monkeypatch, {"timid_bot.py": TIMID.format(more="", choice="-1")}) != first


def test_what_the_bot_of_a_plug_in_uses_of_its_package_is_in_its_fingerprint(monkeypatch, tmp_path):
    whole = {
        "timid_plugin/__init__.py": PLUGIN.format(module="timid_plugin.bot"),
        "timid_plugin/bot.py": TIMID.format(more="from timid_plugin.taste import CHOICE", choice="CHOICE"),
        "timid_plugin/taste.py": "CHOICE = 0",
    }
    first = printed(tmp_path, monkeypatch, whole)
    assert printed(tmp_path, monkeypatch, {}) == first
    assert printed(tmp_path, monkeypatch, {"timid_plugin/taste.py": "CHOICE = -1"}) != first


def test_a_search_by_a_policy_has_a_fingerprint_of_the_policy_and_of_the_code_that_searches(monkeypatch):
    policy = Path(__file__).parents[2] / "examples/learn/uboat_cards.zip"
    alone, by_it = bot_print(GAME, str(policy)), bot_print(GAME, f"search:20:{policy}")
    assert by_it != alone
    monkeypatch.setattr(_makers, "_code_in", lambda folder: [policy])
    assert bot_print(GAME, str(policy)) == alone
    assert bot_print(GAME, f"search:20:{policy}") != by_it


GAME_OF_ONE_FILE = """
from navalcore.rules import hookimpl
from navalcore_games.uboat_cards.game import UboatCards
class Cards(UboatCards):
    id = "cards_of_one_file"
@hookimpl
def navalcore_games(): return [Cards]
"""


def test_a_program_beside_a_game_of_one_file_has_no_part_in_the_fingerprints_of_its_bots(monkeypatch, tmp_path):
    game_file, other = tmp_path / "cards_of_one_file.py", tmp_path / "my_analysis.py"
    game_file.write_text(GAME_OF_ONE_FILE)
    monkeypatch.syspath_prepend(tmp_path)
    plugins.reset()
    game = nc.load("cards_of_one_file", ("cards_of_one_file",))
    first = bot_print(game, "random", ("cards_of_one_file",))
    other.write_text("print('what a match')")
    assert bot_print(game, "random", ("cards_of_one_file",)) == first
    game_file.write_text(GAME_OF_ONE_FILE + "    turns = 4\n")
    assert bot_print(game, "random", ("cards_of_one_file",)) != first
    plugins.reset()
