"""``navalcore games``: what is installed."""

from __future__ import annotations

from typing import Any

import typer

from navalcore.bots import bot_names
from navalcore.cli.common import AnyGame, AsJson, settings_of
from navalcore.cli.output import Output
from navalcore.engine.start import Game
from navalcore.plugins import BrokenPluginReport, discover


def games(context: typer.Context, as_json: AsJson = False) -> None:
    """List the installed games, and plug-ins that cannot be loaded.

    Examples::

        navalcore games
        navalcore games --json
        navalcore --plugin my_game games
    """
    settings = settings_of(context)
    plugins = discover(settings.plugins)
    listed: list[dict[str, Any]] = []
    broken = [
        {"name": report.name, "distribution": report.distribution, "error": report.error} for report in plugins.broken
    ]
    for name, game in sorted(plugins.games.items()):
        try:
            listed.append(_described(game, settings.plugins))
        except Exception as error:  # a game of a stranger may fail in any way; the others are still listed
            broken.append({"name": name, "distribution": None, "error": f"{type(error).__name__}: {error}"})
    if as_json:
        settings.out.document({"games": listed, "broken": broken})
        return
    for entry in listed:
        _print(settings.out, entry)
    for fault in broken:
        report = BrokenPluginReport(str(fault["name"]), fault["distribution"], str(fault["error"]), "")
        settings.out.line((str(report), "bad"))


def _described(game: object, plugins: tuple[str, ...]) -> dict[str, Any]:
    entry: dict[str, Any] = {name: str(getattr(game, name)) for name in ("id", "title", "version")}
    if isinstance(game, Game):
        entry |= _details(game, plugins)
    return entry


def _details(game: AnyGame, plugins: tuple[str, ...]) -> dict[str, Any]:
    return {
        "roles": [{"id": str(role), "title": game.role_title(role)} for role in game.roles],
        "scenarios": [
            {"id": name, "title": scenario.title, "note": scenario.note} for name, scenario in game.scenarios.items()
        ],
        "options": option_list(game),
        "bots": bot_names(game, plugins),
        "variants": [
            {"id": f"{game.id}:{name}", "title": variant.title}
            for name, variant in discover(plugins).variants_of(game.id).items()
        ],
    }


def option_list(game: AnyGame) -> list[dict[str, Any]]:
    """A game's options: name, default, the values it can take where they are few, and what it does."""
    defaults = game.options_class().model_dump(mode="json")
    properties = game.options_class.model_json_schema()["properties"] if defaults else {}
    found = []
    for name, default in defaults.items():
        schema = properties[name]
        values = schema.get("enum") or ([True, False] if schema.get("type") == "boolean" else None)
        found.append({"name": name, "default": default, "values": values, "text": schema.get("description", "")})
    return found


def _print(out: Output, entry: dict[str, Any]) -> None:
    out.line((entry["id"], "title"), f"  {entry['title']}", (f"  (rules {entry['version']})", "faint"))
    for role in entry.get("roles", ()):
        out.line(("  role      ", "faint"), f"{role['id']}: {role['title']}")
    for scenario in entry.get("scenarios", ()):
        out.line(("  scenario  ", "faint"), f"{scenario['id']}: {scenario['title']}")
    for option in entry.get("options", ()):
        others = [str(value) for value in option["values"] or () if value != option["default"]]
        choice = f" (or {', '.join(others)})" if others else ""
        out.line(("  option    ", "faint"), f"{option['name']}={option['default']}{choice}")
    for variant in entry.get("variants", ()):
        out.line(("  variant   ", "faint"), f"{variant['id']}: {variant['title']}")
    if entry.get("bots"):
        out.line(("  bots      ", "faint"), ", ".join(entry["bots"]))
