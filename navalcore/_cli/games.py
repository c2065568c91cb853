"""``navalcore games``, ``charts`` and ``schema``: what is installed, its charts, and the schemas of its data files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from navalcore import AnyGame, Manifest, face_of, games as installed_games
from navalcore._cli import common
from navalcore._cli.common import Settings, TermsGiven, argument, option, settings_of
from navalcore._cli.grammar import nearest
from navalcore._cli.output import Output, progress_bar
from navalcore._cli.outputs import Force, check_outputs, write_file, written
from navalcore.bots import bot_names, level_notes
from navalcore.components import listed
from navalcore.errors import BadData, UnknownName
from navalcore.rules import Plugins, discover, schemas


def games(
    context: typer.Context,
    game: Annotated[str | None, argument("[GAME]", "Describe this game alone, its options and bots too.")] = None,
    strict: Annotated[bool, option("--strict", "Exit with status 1 if a plug-in is broken.")] = False,
    as_json: common.AsJson = False,
) -> None:
    """List the installed games, and plug-ins that cannot be loaded.

    The list comes from the games' own descriptions and loads no rules. Name a game to see its options and bots as well.

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
        entries = [_described(Manifest.of(found), plugins) | _details(found, settings.plugins)]
    else:
        entries = [_described(manifest, plugins) for _, manifest in sorted(plugins.games.items())]
    broken = [
        {"name": report.name, "distribution": report.distribution, "error": report.error} for report in plugins.broken
    ]
    if as_json:
        settings.out.document({"games": entries, "broken": broken})
    else:
        for entry in entries:
            _print(settings.out, entry)
        for report in plugins.broken:
            settings.out.line((str(report), "bad"))
    if strict and broken:
        raise typer.Exit(1)


def _described(manifest: Manifest, plugins: Plugins) -> dict[str, Any]:
    """The facts known of a game without its rules."""
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
    """Facts that only the game itself knows."""
    return {
        "scenarios": [
            {"id": name, "title": scenario.title, "note": scenario.note} for name, scenario in game.scenarios.items()
        ],
        "options": option_list(game),
        "bots": bot_names(game, plugins),
        "levels": level_notes(game),
    }


def option_list(game: AnyGame) -> list[dict[str, Any]]:
    """A game's options: name, default, the values or bounds that it takes, and what it does."""
    defaults = game.options_class().model_dump(mode="json")
    properties = game.options_class.model_json_schema()["properties"] if defaults else {}
    found = []
    for name, default in defaults.items():
        schema = properties[name]
        values = schema.get("enum") or ([True, False] if schema.get("type") == "boolean" else None)
        least, greatest = _bounds(schema)
        bounds = {"least": least, "greatest": greatest}
        found.append(
            {"name": name, "default": default, "values": values, **bounds, "text": schema.get("description", "")}
        )
    return found


def _bounds(schema: dict[str, Any]) -> tuple[Any, Any]:
    """The least and the greatest number that an option can be; None where there is no bound."""
    number = next((each for each in schema.get("anyOf", ()) if "minimum" in each or "maximum" in each), schema)
    return number.get("minimum"), number.get("maximum")


def option_words(each: dict[str, Any]) -> str:
    """An option with its default, and what else it can be."""
    least, greatest, default = each["least"], each["greatest"], each["default"]
    if least is not None and greatest is not None:
        others = f" ({'or ' if default is None else ''}{least} to {greatest})"
    elif least is not None or greatest is not None:
        others = f" (at least {least})" if greatest is None else f" (at most {greatest})"
    else:
        values = [str(value) for value in each["values"] or () if value != default]
        others = f" (or {', '.join(values)})" if values else ""
    return f"{each['name']}={default}{others}"


def _print(out: Output, entry: dict[str, Any]) -> None:
    out.line((entry["id"], "title"), f"  {entry['title']}", (f"  (rules {entry['version']})", "faint"))
    if entry["summary"]:
        out.line(f"  {entry['summary']}")
    for each in entry["roles"]:
        out.line(("  role      ", "faint"), f"{each['id']}: {each['title']}")
    for each in entry["scenarios"]:
        out.line(("  scenario  ", "faint"), f"{each['id']}: {each['title']}")
    for each in entry.get("options", ()):
        out.line(("  option    ", "faint"), option_words(each))
    for each in entry["variants"]:
        out.line(("  variant   ", "faint"), f"{each['id']}: {each['title']}")
    if entry.get("bots"):
        out.line(("  bots      ", "faint"), ", ".join(entry["bots"]))
    for level, note in entry.get("levels", {}).items():
        out.line(("  level     ", "faint"), f"{level}: {note}")


def charts(
    context: typer.Context,
    game: common.GameName,
    data_pack: common.DataPack = None,
    option: common.OptionPairs = None,
    as_json: common.AsJson = False,
) -> None:
    """List the charts of a game: which are exact, which are reconstructions, and which are your own.

    Every file is read and checked to the last cell; a mistake is reported with file, line and key.

    Examples::

        navalcore charts silent_war
        navalcore charts silent_war --data-pack my_charts
        navalcore --data tonnage_war=my_values charts tonnage_war
    """
    settings = settings_of(context)
    found = settings.game(game)
    options = found.parse_options(TermsGiven(option=option, data_pack=data_pack).options_of(found))
    used = face_of(found).charts_used(options)
    if as_json:
        settings.out.document({"game": found.id, "charts": [asdict(chart) for chart in used]})
        return
    if not used:
        settings.out.line(f"{found.title} has no charts in files that an owner might replace.")
        return
    settings.out.table(["chart", "label", "holds"], [[chart.name, chart.label, chart.summary] for chart in used])
    folders = dict.fromkeys(chart.folder for chart in used)
    rebuilt = sum("reconstructed" in chart.label for chart in used)
    settings.out.line()
    if rebuilt:
        settings.out.line(f"{rebuilt} of {len(used)} are reconstructions, in whole or in part.")
    how = "--data-pack FOLDER" if "data_pack" in found.options_class.model_fields else f"--data {found.id}=FOLDER"
    settings.out.line(f"They are in {listed(list(folders))}; copy one, change it, and use the copy with {how}.")


def schema(
    context: typer.Context,
    what: Annotated[str | None, argument("[KIND or GAME]", "rulebook, table, or a game's id.")] = None,
    kind: Annotated[str | None, argument("[KIND]", "A kind of file of that game.")] = None,
    into: Annotated[Path | None, option("--into FOLDER", "Write every schema into this folder.")] = None,
    as_json: common.AsJson = False,
    force: Force = False,
) -> None:
    """Print the JSON Schema of a kind of data file, or list the kinds there are.

    An editor with a schema at hand completes names and marks mistakes while you type. For TOML many editors
    read a first line such as #:schema ./schemas/tonnage_war.scenario.json

    Examples::

        navalcore schema                         the kinds of files there are
        navalcore schema rulebook                the schema of rulebook.toml
        navalcore schema tonnage_war scenario    the schema of a scenario of Tonnage War
        navalcore schema tonnage_war wire        the schema of what a match sends to a front end
        navalcore schema tonnage_war types       the same as TypeScript types
        navalcore schema --into schemas          every schema as a file
    """
    settings = settings_of(context)
    if what is not None:
        what = nearest(what, [*schemas(), *installed_games(settings.plugins)])
    if into is not None:
        _write_all(settings, into, _found(settings, what, kind), force, as_json)
    elif what is None:
        _list(settings, as_json)
    elif kind == "types":
        game = settings.game(what)
        types = game.wire_types().rstrip()
        settings.out.done(as_json, {"game": game.id, "types": types}, types)
    elif kind is None and what not in schemas():
        game = settings.game(what)
        raise UnknownName(f"name a kind of file of {game.id} too; it has {', '.join(schemas(game)) or 'none'}")
    else:
        (document,) = _found(settings, what, kind).values()
        settings.out.document(document)


def _found(settings: Settings, what: str | None = None, kind: str | None = None) -> dict[str, dict[str, Any]]:
    """The schemas by the names of their files: all, those of a game, or the one of a kind."""
    if kind is None and what in schemas():
        return {what: schemas()[what]}
    found, games = {} if what else schemas(), [what] if what else sorted(installed_games(settings.plugins))
    with progress_bar("schemas: games", len(games)) as progress:
        for done, name in enumerate(games):
            progress(done)
            found |= _of_game(settings.game(name), kind)
    return found


def _of_game(game: AnyGame, kind: str | None) -> dict[str, dict[str, Any]]:
    """The schemas of a game, or the one of a kind, by the names of their files."""
    known = schemas(game)
    kind = None if kind is None else nearest(kind, known)
    if kind not in (None, *known):
        raise UnknownName(f"{game.id} has no schema '{kind}'; there are {', '.join(known)} and types")
    return {f"{game.id}.{each}": schema for each, schema in known.items() if kind in (None, each)}


def _list(settings: Settings, as_json: bool) -> None:
    titles = {name.replace(".", " "): document["title"] for name, document in _found(settings).items()}
    if as_json:
        settings.out.document({"schemas": [{"name": name, "title": title} for name, title in titles.items()]})
        return
    for name, title in titles.items():
        settings.out.line((f"{name:34}", "title"), title)


def _write_all(
    settings: Settings, folder: Path, documents: Mapping[str, Mapping[str, Any]], force: bool, as_json: bool
) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"{folder}: cannot be made: {error.strerror}") from None
    found = {folder / f"{name}.json": document for name, document in documents.items()}
    check_outputs(*found, force=force)
    for path, document in found.items():
        write_file(path, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        if not as_json:
            settings.out.line(str(path))
    if as_json:
        settings.out.document(written(*found))
