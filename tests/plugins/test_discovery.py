"""Plug-ins are loaded one by one: what breaks the contract is reported by name, and the others work."""

import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from types import ModuleType

import pytest

from navalcore._plugins.contracts import ANY_GAME
from navalcore._plugins.discovery import discover, reset
from navalcore._plugins.hooks import hookimpl
from navalcore._plugins.installed import Plugins
from navalcore.errors import UnknownGame

Install = Callable[..., None]


@dataclass(frozen=True)
class Game:
    id: str
    title: str = "A game"
    version: str = "1"


@dataclass(frozen=True)
class Variant:
    game: str
    id: str
    title: str = "A variant"


@dataclass(frozen=True)
class Bot:
    game: str
    name: str


class _Distribution(metadata.Distribution):
    """An installed distribution of that name, with nothing in it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def read_text(self, filename: str) -> str | None:
        return f"Name: {self._name}\nVersion: 1\n" if filename == "METADATA" else None

    def locate_file(self, path: object) -> None:  # type: ignore[override]
        return None


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a plug-in: its name, its hooks, and its distribution's name if it is not the same."""
    entries: list[metadata.EntryPoint] = []
    monkeypatch.setattr(metadata, "entry_points", lambda *, group: entries if group == "navalcore" else [])
    reset()

    def install_plugin(name: str, *hooks: Callable[..., object], distribution: str | None = None) -> None:
        module = ModuleType(f"laid_{name}_{distribution}")
        for hook in hooks:
            setattr(module, hook.__name__, hook)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        entry = metadata.EntryPoint(name, module.__name__, "navalcore")
        vars(entry)["dist"] = _Distribution(distribution or name)
        entries.append(entry)

    yield install_plugin
    reset()


def games(*offered: object) -> Callable[..., object]:
    @hookimpl
    def navalcore_games() -> list[object]:
        return list(offered)

    return navalcore_games


def variants(*offered: object) -> Callable[..., object]:
    @hookimpl
    def navalcore_variants() -> list[object]:
        return list(offered)

    return navalcore_variants


def bots(*offered: object) -> Callable[..., object]:
    @hookimpl
    def navalcore_bots() -> list[object]:
        return list(offered)

    return navalcore_bots


def errors(plugins: Plugins) -> dict[str, str]:
    return {report.name: report.error for report in plugins.broken}


def test_games_of_all_plugins_are_found_by_id(install: Install) -> None:
    convoy, raider, duel = Game("convoy"), Game("raider"), Game("duel")
    install("one", games(convoy, raider))
    install("two", games(duel))
    plugins = discover()
    assert list(plugins.games) == ["convoy", "raider", "duel"]
    assert plugins.games["raider"].title == "A game"
    assert plugins.game("raider") is raider
    assert plugins.broken == []


def test_a_game_class_is_made_into_a_game(install: Install) -> None:
    class Convoy:
        id, title, version = "convoy", "Convoy", "1"

    install("one", games(Convoy))
    assert isinstance(discover().game("convoy"), Convoy)


def test_a_hook_may_be_a_generator(install: Install) -> None:
    @hookimpl
    def navalcore_games() -> Iterator[Game]:
        yield Game("convoy")

    install("one", navalcore_games)
    assert list(discover().games) == ["convoy"]


def test_variants_and_bots_belong_to_their_game(install: Install) -> None:
    fog = Variant("convoy", "fog")
    install("one", variants(fog, Variant("raider", "fog")))
    own, every = Bot("convoy", "random"), Bot(ANY_GAME, "random")
    install("two", bots(own, every, Bot(ANY_GAME, "search"), Bot("raider", "bold")))
    plugins = discover()
    assert plugins.variants_of("convoy") == {"fog": fog}
    assert plugins.variants_of("duel") == {}
    assert plugins.bots_of("convoy") == {"random": own, "search": Bot(ANY_GAME, "search")}
    assert plugins.bots_of("duel") == {"random": every, "search": Bot(ANY_GAME, "search")}


def test_what_was_found_is_remembered_until_reset(install: Install) -> None:
    install("one", games(Game("convoy")))
    first = discover()
    install("two", games(Game("raider")))
    assert discover() is first
    reset()
    assert list(discover().games) == ["convoy", "raider"]


def _raising() -> Callable[..., object]:
    @hookimpl
    def navalcore_bots() -> list[object]:
        raise ValueError("no bot\naboard")

    return navalcore_bots


def _returning(result: object) -> Callable[..., object]:
    @hookimpl
    def navalcore_games() -> object:
        return result

    return navalcore_games


def _wrong_arguments() -> Callable[..., object]:
    @hookimpl
    def navalcore_games(match: object) -> list[object]:
        return []

    return navalcore_games


def _unknown_hook() -> Callable[..., object]:
    @hookimpl
    def navalcore_gamez() -> list[object]:
        return []

    return navalcore_gamez


def _unmarked() -> Callable[..., object]:
    def navalcore_games() -> list[object]:
        return []

    return navalcore_games


class _Unmakeable:
    def __init__(self, fleet: object) -> None: ...


@pytest.mark.parametrize(
    ("hook", "error"),
    [
        pytest.param(_raising(), "ValueError: no bot aboard", id="raises"),
        pytest.param(_returning(None), "navalcore_games() returned None; it must return a list", id="nothing"),
        pytest.param(_returning("convoy"), "navalcore_games() returned 'convoy'; it must return", id="text"),
        pytest.param(_returning({"a": 1}), "navalcore_games() returned {'a': 1}; it must", id="mapping"),
        pytest.param(_returning(Game("convoy")), "navalcore_games() returned Game(", id="not in a list"),
        pytest.param(games("convoy"), "gave 'convoy', whose id is not a text but None", id="no game"),
        pytest.param(games(Game("")), "whose id is not a text but ''", id="empty id"),
        pytest.param(games(Game("the convoy")), "whose id 'the convoy' has spaces", id="id with spaces"),
        pytest.param(games(Game("c", version=2)), "whose version is not a text but 2", id="version no text"),  # type: ignore[arg-type]
        pytest.param(games(_Unmakeable), "TypeError: ", id="class that needs arguments"),
        pytest.param(variants(Game("fog")), "navalcore_variants() gave Game(", id="variant of no game"),
        pytest.param(bots(Game("fog")), "navalcore_bots() gave Game(", id="bot without a name"),
        pytest.param(_wrong_arguments(), "PluginValidationError: ", id="wrong arguments"),
        pytest.param(_unknown_hook(), "PluginValidationError: ", id="unknown hook"),
        pytest.param(_unmarked(), "it has no hook; mark functions", id="forgot the mark"),
        pytest.param(games(Game("c"), Game("c")), 'it offers the game "c" twice', id="twice the same"),
    ],
)
def test_a_plugin_that_breaks_the_contract_is_named_and_the_others_work(
    install: Install, hook: Callable[..., object], error: str
) -> None:
    install("bad", hook)
    install("good", games(Game("raider")))
    plugins = discover()
    assert list(plugins.games) == ["raider"]
    (report,) = plugins.broken
    assert (report.name, report.distribution) == ("bad", "bad")
    assert error in report.error
    assert "\n" not in report.error
    assert "Traceback" in report.traceback


def test_a_wrong_argument_is_named(install: Install) -> None:
    install("bad", _wrong_arguments())
    assert "match" in errors(discover())["bad"]


def test_a_plugin_with_one_broken_hook_offers_nothing(install: Install) -> None:
    install("bad", games(Game("convoy")), _raising())
    assert discover().games == {}


@pytest.mark.parametrize("failure", [ImportError("no such chart"), SystemExit(3)])
def test_a_plugin_that_cannot_be_imported_is_named(
    install: Install, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    def load(entry: metadata.EntryPoint) -> object:
        if entry.name == "bad":
            raise failure
        return sys.modules[entry.value]

    monkeypatch.setattr(metadata.EntryPoint, "load", load)
    install("bad")
    install("good", games(Game("raider")))
    plugins = discover()
    assert list(plugins.games) == ["raider"]
    assert list(errors(plugins)) == ["bad"]
    assert errors(plugins)["bad"].startswith(f"{type(failure).__name__}: {failure}")


@pytest.mark.parametrize(
    ("hook", "what"),
    [
        (games(Game("convoy")), 'game "convoy"'),
        (variants(Variant("convoy", "fog")), 'variant "fog" of game "convoy"'),
        (bots(Bot("convoy", "bold")), 'bot "bold" for game "convoy"'),
    ],
)
def test_of_two_plugins_that_offer_the_same_the_second_by_name_is_broken(
    install: Install, hook: Callable[..., object], what: str
) -> None:
    install("zulu", hook)
    install("alpha", hook)
    expected = f"it offers the {what}, which plug-in alpha of alpha offers already"
    assert errors(discover()) == {"zulu": expected}


def test_nobody_takes_the_place_of_the_librarys_own_games(install: Install) -> None:
    own, false = Game("convoy"), Game("convoy")
    install("alpha", games(false))
    install("zulu", games(own), distribution="navalcore")
    plugins = discover()
    assert plugins.game("convoy") is own
    assert list(errors(plugins)) == ["alpha"]


def test_modules_named_by_hand_come_last_and_only_where_named(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("laid_by_hand")
    vars(module)["navalcore_games"] = games(Game("duel"))
    monkeypatch.setitem(sys.modules, "laid_by_hand", module)
    install("zulu", games(Game("convoy")))
    assert list(discover(["laid_by_hand"]).games) == ["convoy", "duel"]
    assert list(discover().games) == ["convoy"]


def test_a_module_named_by_hand_that_does_not_exist_is_named(install: Install) -> None:
    (report,) = discover(["no_such_module_here"]).broken
    assert str(report) == (
        "plug-in no_such_module_here is broken: ModuleNotFoundError: No module named 'no_such_module_here'"
    )


def test_an_installed_plugin_named_by_hand_as_well_is_taken_once(install: Install) -> None:
    install("one", games(Game("convoy")))
    plugins = discover(["laid_one_None"])
    assert list(plugins.games) == ["convoy"]
    assert plugins.broken == []


def test_an_unknown_game_is_refused_with_the_installed_the_nearest_and_the_broken(install: Install) -> None:
    install("one", games(Game("silent_war"), Game("bismarck")))
    install("two", _raising())
    with pytest.raises(UnknownGame) as refused:
        discover().game("silent_wer")
    assert str(refused.value).startswith(
        'no game "silent_wer" is installed; did you mean silent_war?; installed are: bismarck, silent_war; '
        "plug-in two of two is broken: ValueError: no bot aboard (test_discovery.py:"
    )


def test_an_unknown_game_is_refused_where_none_is_installed(install: Install) -> None:
    with pytest.raises(UnknownGame, match='no game "convoy" is installed; installed are: none'):
        discover().game("convoy")


def test_a_broken_plugin_is_logged_once_and_without_its_traceback(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    install("bad", _raising())
    with caplog.at_level(logging.WARNING, "navalcore._plugins"):
        discover()
        discover()
        discover(["sys"])
    logged = [record for record in caplog.records if "bad" in record.getMessage()]
    (message,) = [record.getMessage() for record in logged]
    assert message.startswith("plug-in bad of bad is broken: ValueError: no bot aboard (test_discovery.py:")
    assert [record.exc_info for record in logged] == [None]


class Needy(Game):
    """A game made for another time."""

    requires_navalcore = ">=99"

    def __init__(self) -> None:
        raise AssertionError("a game that does not fit is not even made")


@pytest.mark.parametrize(
    ("offered", "needs", "error"),
    [
        pytest.param(Game("convoy"), ">=99", "it needs navalcore >=99, and this is ", id="plug-in"),
        pytest.param(Game("convoy"), "latest", "it has requires_navalcore = 'latest'; write it like", id="no version"),
        pytest.param(Game("convoy"), 2, "it has requires_navalcore = 2; write it as text", id="no text"),
        pytest.param(Needy, None, "its game ", id="game"),
    ],
)
def test_a_plugin_that_needs_another_navalcore_is_named_and_the_others_work(
    install: Install, offered: object, needs: object, error: str
) -> None:
    install("bad", games(offered))
    vars(sys.modules["laid_bad_None"])["requires_navalcore"] = needs
    install("good", games(Game("raider")))
    plugins = discover()
    assert list(plugins.games) == ["raider"]
    assert error in errors(plugins)["bad"]


def test_a_plugin_that_fits_this_navalcore_is_used(install: Install) -> None:
    install("one", games(Game("convoy")))
    vars(sys.modules["laid_one_None"])["requires_navalcore"] = ">=0.1,<99"
    assert list(discover().games) == ["convoy"]


@pytest.mark.parametrize(
    ("requirement", "usable"),
    [
        ("navalcore>=99", False),
        ("navalcore[test]>=0.1", True),
        ("navalcore-charts>=99", True),
        ("Navalcore<0.0", False),
    ],
)
def test_what_a_distribution_requires_is_asked_before_its_plugin_is_imported(
    install: Install, monkeypatch: pytest.MonkeyPatch, requirement: str, usable: bool
) -> None:
    monkeypatch.setattr(_Distribution, "requires", ["rich>=13", requirement])
    install("one", games(Game("convoy")))
    plugins = discover()
    assert list(plugins.games) == (["convoy"] if usable else [])
    if not usable:
        monkeypatch.setattr(metadata.EntryPoint, "load", lambda entry: pytest.fail("it was imported"))
        reset()
        assert "its distribution needs navalcore" in errors(discover())["one"]
