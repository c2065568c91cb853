"""Manifests: what a plug-in says of a game, so that no rules are imported before they are wanted."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._cli.app import COMMANDS
from navalcore._plugins.discovery import discover, reset
from navalcore._plugins.manifest import BotManifest, Manifest
from navalcore.errors import BrokenPlugin

MODULES = """
import sys, json
print(json.dumps(sorted(name for name in sys.modules if name.split('.')[0] in ('navalcore_games', 'pydantic'))))
"""

MARK = "from navalcore.rules import BotManifest, Manifest, VariantManifest, hookimpl\n"
PLUGIN = """
@hookimpl
def navalcore_games():
    calm = {{"calm": "Calm"}}
    return [Manifest(id="{id}", title="{title}", version="{version}", roles={roles}, scenarios=calm, game="{game}")]
"""


def modules_after(code: str) -> set[str]:
    """The modules of games, and pydantic, that a fresh Python has loaded after some code."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{MODULES}"], capture_output=True, text=True, timeout=60, check=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


PACKAGES = {
    "navalcore_games",
    *(f"navalcore_games.{name}" for name in ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")),
}


def test_to_list_the_games_no_rules_are_imported() -> None:
    code = "import navalcore as nc; [(m.title, m.roles, m.scenarios, m.summary) for m in nc.games().values()]"
    assert modules_after(code) == PACKAGES


def test_to_tell_of_variants_no_rules_are_imported() -> None:
    found = "discover().variants_of('tonnage_war')['autumn_1940']"
    code = f"from navalcore._plugins.discovery import discover; print({found}.title)"
    assert modules_after(code) == PACKAGES


def test_the_command_that_lists_games_imports_no_rules() -> None:
    code = "from navalcore._cli.app import run; run(['games', '--json'])"
    assert {name for name in modules_after(code) if name.startswith("navalcore_games")} == PACKAGES


def test_a_game_is_loaded_without_the_rules_of_another_and_without_its_face() -> None:
    code = "import navalcore as nc; nc.load('uboat_cards').new_match(seed=1).choose(0)"
    loaded = {name for name in modules_after(code) if name.startswith("navalcore_games")} - PACKAGES
    assert loaded
    assert {name.split(".")[1] for name in loaded} == {"uboat_cards"}
    assert not {name.rpartition(".")[2] for name in loaded} & {"face", "bots", "odds", "render"}


def all_modules_after(code: str) -> set[str]:
    """All modules that a fresh Python has loaded after some code."""
    code += "\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_a_game_loads_no_library_that_only_other_users_need() -> None:
    loaded = all_modules_after("import navalcore as nc; nc.load('uboat_cards').new_match(seed=1).choose(0)")
    theirs = {"allpairspy", "click", "hypothesis", "networkx", "platformdirs", "pytest", "rich", "sqlalchemy", "typer"}
    assert {"navalcore_games.uboat_cards.game", "navalcore", "pydantic"} <= loaded
    assert not loaded & theirs


def test_a_command_loads_no_other() -> None:
    loaded = all_modules_after("from navalcore._cli.app import run; run(['games', '--json'])")
    commands = {f"navalcore._cli.{module}" for module in COMMANDS.values()}
    assert loaded & commands == {"navalcore._cli.games"}


@pytest.mark.parametrize("game", sorted(name.partition(".")[2] for name in PACKAGES if "." in name))
def test_the_rules_of_a_game_import_neither_bots_nor_odds_nor_pictures(game: str) -> None:
    loaded = modules_after(f"import navalcore as nc; nc.load('{game}')")
    faces = ("navalcore.bots", "navalcore.study", "navalcore.boards", "navalcore._face")
    assert f"navalcore_games.{game}.game" in loaded
    assert not [name for name in loaded if name.startswith(faces)]


# ---- strangers --------------------------------------------------------------------------------------------------


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lays a plug-in module where Python finds it, and forgets it afterwards."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(name: str, text: str = PLUGIN, **fields: Any) -> str:
        given = {
            "title": "A strange game",
            "id": name,
            "version": "1.0",
            "roles": {"red": "red", "blue": "blue"},
            "game": "nowhere:Game",
            **fields,
        }
        (tmp_path / f"{name}.py").write_text(MARK + text.format(**given), encoding="utf-8")
        return name

    yield make
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)
    reset()


@pytest.mark.parametrize(
    ("game", "error"),
    [
        ("no_such_rules:Game", "no_such_rules cannot be imported: ModuleNotFoundError"),
        ("navalcore._match.match:NoSuchGame", "navalcore._match.match has no NoSuchGame"),
        ("navalcore._match.match:Game", "cannot be made: TypeError"),
    ],
)
def test_a_manifest_whose_game_cannot_be_loaded_is_named_when_it_is_and_breaks_nobody(
    lay: Any, game: str, error: str
) -> None:
    lay("sunken", game=game)
    assert nc.games(["sunken"])["sunken"].title == "A strange game", "it is listed: nothing was imported"
    for _ in range(2):
        with pytest.raises(BrokenPlugin, match=f"plug-in sunken is broken: .*{error}"):
            nc.load("sunken", ["sunken"])
    assert [report.name for report in discover(["sunken"]).broken] == ["sunken"], "reported once"
    assert nc.load("uboat_cards", ["sunken"]).id == "uboat_cards"


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"title": "Pond"}, "its manifest says title 'Pond', tests.engine.conftest:Lagoon 'Lagoon'"),
        ({"version": "2.0"}, "its manifest says version '2.0', tests.engine.conftest:Lagoon '2.1'"),
        (
            {"version": "2.1", "roles": {"red": "red"}},
            "its manifest says roles red, tests.engine.conftest:Lagoon red, blue",
        ),
    ],
)
def test_a_game_that_is_not_what_its_manifest_says_is_refused(
    lay: Any, monkeypatch: pytest.MonkeyPatch, fields: dict[str, Any], error: str
) -> None:
    from tests.engine.conftest import Lagoon

    monkeypatch.setattr(Lagoon, "version", "2.1")
    lay("lagoon", game="tests.engine.conftest:Lagoon", **{"title": "Lagoon", **fields})
    with pytest.raises(BrokenPlugin, match=error):
        nc.load("lagoon", ["lagoon"])


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"game": "my_game.game"}, "'my_game.game' is not of the form module:Class"),
        ({"roles": {}}, "without roles or scenarios"),
        ({"id": "two words"}, "id 'two words' has spaces"),
    ],
)
def test_a_broken_manifest_is_reported_by_the_name_of_its_plug_in(lay: Any, fields: dict[str, Any], error: str) -> None:
    lay("torn", **fields)
    plugins = discover(["torn"])
    (report,) = [each for each in plugins.broken if each.name == "torn"]
    assert error in report.error
    assert "uboat_cards" in plugins.games


def test_games_and_classes_offered_themselves_are_plug_ins_as_in_0_1_0(lay: Any) -> None:
    text = """
from navalcore_games.uboat_cards.game import UboatCards
class Old(UboatCards):
    id, title, version = "{id}", "An old hand", "0.9"
@hookimpl
def navalcore_games():
    return [Old{made}]
"""
    for name, made in (("made", "()"), ("a_class", "")):
        lay(name, text, made=made)
        assert (nc.games([name])[name].title, nc.games([name])[name].version) == ("An old hand", "0.9")
        game = nc.load(name, [name])
        assert (game.id, type(game).__name__) == (name, "Old")
        assert nc.load(name, [name]) is game
        assert game.new_match(seed=1).decision is not None


def test_a_variant_and_a_bot_are_imported_when_they_are_wanted(lay: Any) -> None:
    from navalcore.bots import bot_names, make_bots

    lay(
        "fleet_variant",
        "from navalcore.rules import Variant\nclass Fog(Variant):\n    manifest = __import__('fleet').FOG\n",
    )
    lay("fleet_bot", "from navalcore.bots import RandomBot\ndef Timid(role, chance):\n    return RandomBot(chance)\n")
    lay(
        "fleet",
        """
FOG = VariantManifest(game="uboat_cards", id="fog", title="fog", variant="fleet_variant:Fog")
@hookimpl
def navalcore_variants(): return [FOG]
@hookimpl
def navalcore_bots(): return [BotManifest(game="uboat_cards", name="timid", bot="fleet_bot:Timid")]
""",
    )
    game = nc.load("uboat_cards", ["fleet"])
    assert "timid" in bot_names(game, ["fleet"])
    assert isinstance(discover(["fleet"]).bots_of("uboat_cards")["timid"], BotManifest)
    assert not {"fleet_variant", "fleet_bot"} & set(sys.modules)
    assert nc.load("uboat_cards:fog", ["fleet"]).title.endswith(": fog")
    bots = make_bots(game, {"uboat": "timid"}, plugins=["fleet"])
    assert type(bots["uboat"]).__name__ == "RandomBot"


def test_a_bot_of_others_that_cannot_be_made_is_refused_with_the_arguments_it_is_given(lay: Any) -> None:
    from navalcore.bots import make_bots

    lay(
        "bare_bot", "from navalcore.bots import Bot\nclass Bare(Bot):\n    def decide(self, view, decision): return 0\n"
    )
    lay(
        "bare",
        "@hookimpl\ndef navalcore_bots(): return [BotManifest(game='uboat_cards', name='bare', bot='bare_bot:Bare')]\n",
    )
    with pytest.raises(BrokenPlugin, match="'bare' cannot be made with its role and a source of chance: TypeError"):
        make_bots(nc.load("uboat_cards"), {"uboat": "bare"}, plugins=["bare"])


def test_a_game_takes_id_title_version_roles_and_face_from_its_manifest() -> None:
    manifest = Manifest(
        id="skiff", title="Skiff", version="3", roles={"mate": "the mate"}, scenarios={"a": "A"}, game="x:Y", face="x:Z"
    )

    class Skiff(nc.Game[Any, Any, Any]):
        pass

    class Named(Skiff):
        pass

    Named.manifest = manifest
    taken: Any = type("Taken", (Skiff,), {"manifest": manifest})
    assert (taken.id, taken.title, taken.version, taken.roles) == ("skiff", "Skiff", "3", ("mate",))
    assert (taken.role_titles, taken.face) == ({"mate": "the mate"}, "x:Z")
