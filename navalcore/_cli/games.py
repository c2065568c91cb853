"""``navalcore games``: what is installed."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from navalcore import AnyGame, Manifest
from navalcore._cli.arguments import AsJson, argument, option
from navalcore._cli.common import settings_of
from navalcore._cli.output import Output
from navalcore.bots import bot_names
from navalcore.rules import Plugins, discover


def games(
    context: typer.Context,
    game: Annotated[str | None, argument("[GAME]", "Tell of this game alone, its options and bots too.")] = None,
    strict: Annotated[bool, option("--strict", "Exit with status 1 if a plug-in is broken.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the installed games, and plug-ins that cannot be loaded.

    The list is made of what the games say of themselves without their rules. Name one to be told of its options and
    bots as well.

    Examples::

        navalcore games
        navalcore games uboat_cards
        navalcore games --json
        navalcore games --strict                for a script that has installed a game
        navalcore --plugin my_game games
    """
    settings = settings_of(context)
    plugins = discover(settings.plugins)
    if game is not None:
        found = settings.game(game)
        listed = [_described(Manifest.of(found), plugins) | _details(found, settings.plugins)]
    else:
        listed = [_described(manifest, plugins) for _, manifest in sorted(plugins.games.items())]
    broken = [
        {"name": report.name, "distribution": report.distribution, "error": report.error} for report in plugins.broken
    ]
    if as_json:
        settings.out.document({"games": listed, "broken": broken})
    else:
        for entry in listed:
            _print(settings.out, entry)
        for report in plugins.broken:
            settings.out.line((str(report), "bad"))
    if strict and broken:
        raise typer.Exit(1)


def _described(manifest: Manifest, plugins: Plugins) -> dict[str, Any]:
    """What is known of a game without its rules."""
    return {
        "id": manifest.id,
        "title": manifest.title,
        "version": manifest.version,
        "summary": manifest.summary,
        "roles": [{"id": role, "title": manifest.role_title(role)} for role in manifest.roles],
        "scenarios": [{"id": name, "title": title} for name, title in manifest.scenarios.items()],
        "variants": [
            {"id": f"{manifest.id}:{name}", "title": variant.title}
            for name, variant in plugins.variants_of(manifest.id).items()
        ],
    }


def _details(game: AnyGame, plugins: tuple[str, ...]) -> dict[str, Any]:
    """What only the game itself can tell."""
    return {
        "scenarios": [
            {"id": name, "title": scenario.title, "note": scenario.note} for name, scenario in game.scenarios.items()
        ],
        "options": option_list(game),
        "bots": bot_names(game, plugins),
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
    if entry["summary"]:
        out.line(f"  {entry['summary']}")
    for each in entry["roles"]:
        out.line(("  role      ", "faint"), f"{each['id']}: {each['title']}")
    for each in entry["scenarios"]:
        out.line(("  scenario  ", "faint"), f"{each['id']}: {each['title']}")
    for each in entry.get("options", ()):
        others = [str(value) for value in each["values"] or () if value != each["default"]]
        choice = f" (or {', '.join(others)})" if others else ""
        out.line(("  option    ", "faint"), f"{each['name']}={each['default']}{choice}")
    for each in entry["variants"]:
        out.line(("  variant   ", "faint"), f"{each['id']}: {each['title']}")
    if entry.get("bots"):
        out.line(("  bots      ", "faint"), ", ".join(entry["bots"]))
