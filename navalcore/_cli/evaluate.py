"""``navalcore evaluate``: a bot or policy on fixed deals; and ``dataset``: matches of bots as rows of decisions."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from navalcore._cli import common
from navalcore._cli.common import TermsGiven, argument, need, option, settings_of
from navalcore._cli.grammar import nearest
from navalcore._cli.output import Output, progress_bar
from navalcore._cli.outputs import Force, check_outputs, kept_file, output, write_file, written
from navalcore._cli.seats import bots_everywhere
from navalcore.bots import bot_names
from navalcore.errors import BadData
from navalcore.rules import markdown_table

if TYPE_CHECKING:
    from navalcore.learn import Evaluation

NEEDED = ("numpy", "greenlet")


def evaluate(
    context: typer.Context,
    player: Annotated[str, argument("PLAYER", "The file of a policy (*.zip), or the name of a bot.")],
    game: Annotated[str | None, argument("[GAME]", "The game; the file of a policy knows its own.")] = None,
    against: Annotated[
        list[str] | None, option("--against BOT", "An opponent; may be repeated. random and all levels if left out.")
    ] = None,
    deals: Annotated[int, common.how_many("-n --deals N", "Deals for each opponent, played once in each role.")] = 100,
    jobs: common.Jobs = 1,
    as_json: common.AsJson = False,
    card: Annotated[Path | None, output("--card FILE.md", "Write a card of the player.", ".md")] = None,
    leaderboard: Annotated[
        Path | None, kept_file("--leaderboard FILE", "Add the figures to this leaderboard.", "board.json")
    ] = None,
    by: Annotated[str, option("--by NAME", "Whose player it is, for the leaderboard.")] = "",
    source: Annotated[str, option("--source PLACE", "Where others find it, for the leaderboard.")] = "",
    force: Force = False,
) -> None:
    """Evaluate a policy or bot: fixed deals, every level, every role, and how far it is from the solved miniatures.

    The same player and deals give the same figures on every machine, so a line of a leaderboard can be checked.

    Examples::

        navalcore evaluate my_policy.zip
        navalcore evaluate hard tonnage_war --against standard -n 50
        navalcore --plugin my_bots evaluate script tonnage_war --against hard
        navalcore evaluate my_policy.zip --card my_policy.md
        navalcore evaluate my_policy.zip --leaderboard board.json --by "A. Reader" --source my_policy.zip
    """
    need("navalcore evaluate", "learn", *NEEDED)
    from navalcore import learn

    settings = settings_of(context)
    if leaderboard is not None and not (by.strip() and source.strip()):
        raise BadData("--leaderboard wants --by and --source: whose player it is, and where others find it")
    check_outputs(card, force=force, as_json=as_json)
    if leaderboard is not None and leaderboard.exists():
        learn.read_leaderboard(leaderboard)  # a wrong file is told of before the matches
    found = None if game is None else settings.game(game)
    known = [] if found is None else bot_names(found, settings.plugins)
    player, against = nearest(player, known), [nearest(name, known) for name in against or ()]
    with progress_bar("evaluation: matches") as progress:
        told = learn.evaluate(
            player, found, against=against, deals=deals, jobs=jobs, plugins=settings.plugins, progress=progress
        )
    if leaderboard is not None:
        today = datetime.now(UTC).date().isoformat()
        learn.add_to_leaderboard(leaderboard, learn.LeaderboardEntry(by, today, source, told))
    if card is not None:
        note = learn.Policy.load(player).note if player.endswith(".zip") and not player.startswith("search:") else ""
        write_file(card, card_of(told, note))
    if as_json:
        settings.out.document(told.to_json() | written(card, leaderboard))
    else:
        _print(settings.out, told)


def _rows(told: Evaluation) -> list[list[object]]:
    from navalcore.learn import SeatTally

    rows: list[list[object]] = []
    for against, tallies in told.by_opponent().items():
        for each in [*tallies, *([SeatTally.added(tallies)] if len(tallies) > 1 else [])]:
            low, high = each.interval
            share = f"{each.share:.1%} ({low:.0%} to {high:.0%})".replace("%", " %")
            rows.append([against, each.role, each.won, each.drawn, each.lost, share])
    return rows


_HEADER = ["against", "role", "won", "drawn", "lost", "share of the decided, with its 95 % interval"]


def _print(out: Output, told: Evaluation) -> None:
    out.title(f"{told.player} plays {told.game} {told.rules}")
    out.fields(("deals", told.deals), ("protocol", told.protocol), ("fingerprint", told.player_print))
    out.line()
    out.table(_HEADER, _rows(told))
    if told.exploitability:
        out.line()
        out.table(["miniature", "exploitability"], [[name, f"{gap:.4f}"] for name, gap in told.exploitability.items()])


def card_of(told: Evaluation, note: str) -> str:
    """A card of a player in Markdown: what it is, what it was trained with, what it can do, and what it is not for."""
    protocol = f"protocol {told.protocol}, {told.deals} deals for each opponent, once in each role"
    facts = [
        ("rules", told.rules),
        ("digest of the action table", f"`{told.actions}`"),
        ("digest of the observations", f"`{told.observations or 'none'}`"),
        ("fingerprint", f"`{told.player_print}`"),
        ("evaluation", protocol),
    ]
    blocks = [
        f"# {told.player}",
        f"A player of `{told.game}`.{f' It was made so: {note}.' if note else ''}",
        markdown_table(["", ""], facts),
        markdown_table(_HEADER, _rows(told)),
    ]
    if told.exploitability:
        gaps = [(name, f"{gap:.4f}") for name, gap in told.exploitability.items()]
        blocks.append(markdown_table(["miniature", "exploitability"], gaps))
    blocks.append(
        "It is meant for research and as an opponent. The figures hold for the default scenario and options;\n"
        "it has not been measured under others. They say nothing of how it fares against people."
    )
    return "\n\n".join(blocks) + "\n"


def dataset(
    context: typer.Context,
    game: common.GameName,
    matches: Annotated[int, common.how_many("-n --matches N", "How many matches.")],
    out: Annotated[Path, output("-o --output FILE", "The Parquet file to write.", ".parquet", ".pq", packed=True)],
    terms: TermsGiven,
    bot: common.BotPairs = None,
    observations: Annotated[
        bool, typer.Option("--observations", help="Also write each view as an array; the file is many times as large.")
    ] = False,
    card: Annotated[Path | None, output("--card FILE.md", "Write a card of the data.", ".md")] = None,
    jobs: common.Jobs = 1,
    as_json: common.AsJson = False,
    force: Force = False,
) -> None:
    """Write matches between bots as Parquet, a row for each decision: what was known, legal, chosen, and won.

    The same seed gives the same rows. The file has the game, the rules, the bots and the digests in its metadata.

    Examples::

        navalcore dataset uboat_cards -n 4000 --seed 1 --output cards.parquet
        navalcore dataset tonnage_war -n 500 --bot standard --output war.parquet --card war.md
    """
    need("navalcore dataset", "learn", *NEEDED)
    from navalcore import learn

    settings = settings_of(context)
    found = settings.game(game)
    check_outputs(out, card, force=force, as_json=as_json)
    bots = bots_everywhere(bot, found, settings.plugins)
    plan = terms.plan(found, bots, "0" if terms.seed is None else terms.seed, settings.plugins)
    with progress_bar(f"{found.id}: matches", matches, rate=True) as progress:
        rows = learn.write_decisions(plan, matches, out, observed=observations, jobs=jobs, progress=progress)
    if card is not None:
        told = learn.read_metadata(out)
        write_file(card, data_card(told, out.name, rows, before=settings.words, observed=observations))
    if as_json:
        figures = {"game": found.id, "matches": matches, "decisions": rows, "seed": plan.seed}
        settings.out.document(figures | written(out, card))
    else:
        settings.out.fields(("file", out), ("matches", matches), ("decisions", f"{rows:,}"), ("seed", plan.seed))


def data_card(
    told: Mapping[str, Any], name: str, rows: int, *, before: Sequence[str] = (), observed: bool = False
) -> str:
    """A card of a data set in Markdown: what it is, how it is made again, and what its columns say."""
    bots, options = told["bots"], told["options"]
    words = ["navalcore", *before, "dataset", told["game"]]
    words += ["-n", f"{told['matches']}", "--seed", told["seed"], "--scenario", told["scenario"]]
    words += [word for option, value in options.items() for word in ("--option", f"{option}={value}")]
    words += [word for role, bot in bots.items() for word in ("--bot", f"{role}={bot}")]
    words += [*(["--observations"] if observed else []), "--output", name]
    facts = [
        ("navalcore", told["navalcore"]),
        ("rules", told["rules"]),
        ("options", f"`{json.dumps(options)}`"),
        *((f"bot of {role}", f"{bot}, `{told['bot_prints'][role]}`") for role, bot in bots.items()),
        ("digest of the action table", f"`{told['actions']}`"),
        ("digest of the observations", f"`{told['observations'] or 'none'}`"),
    ]
    blocks = [
        f"# {name}",
        f"{rows:,} decisions of {told['matches']} matches between bots of `{told['game']}`.",
        f"```sh\n{shlex.join(words)}\n```",
        markdown_table(["", ""], facts),
        markdown_table(["column", "what it says"], [(f"`{column}`", text) for column, text in told["columns"].items()]),
        "No person took part. The choices are those of the bots named above, and no better.",
    ]
    return "\n\n".join(blocks) + "\n"
