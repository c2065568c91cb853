"""``navalcore simulate``: many matches between bots, and what they say."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Annotated, Any

import typer

from navalcore.analysis.simulate import Plan, as_csv, summary
from navalcore.analysis.simulate import simulate as run_plan
from navalcore.bots import bot_names, make_bots
from navalcore.cli.common import (
    AnyGame,
    AsJson,
    BotPairs,
    DataPack,
    GameName,
    OptionPairs,
    ScenarioName,
    Seed,
    option_pairs,
    pairs,
    settings_of,
    write_file,
)
from navalcore.cli.output import Output, progress_bar
from navalcore.errors import RuleError


def simulate(
    context: typer.Context,
    game: GameName,
    matches: Annotated[
        int, typer.Option("-n", "--matches", metavar="N", min=1, help="How many matches.", show_default=False)
    ],
    scenario: ScenarioName = None,
    option: OptionPairs = None,
    data_pack: DataPack = None,
    seed: Seed = None,
    bot: BotPairs = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="J", min=1, help="Processes; as many as processors if left out.")
    ] = None,
    as_json: AsJson = False,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Also write one row a match.")] = None,
) -> None:
    """Let bots play many matches and sum up.

    The summary has wins with 95 % intervals, lengths, endings and scores. The same seed gives the same matches,
    whatever the number of processes.

    Examples::

        navalcore simulate uboat_cards -n 1000
        navalcore simulate uboat_cards -n 1000 --seed 1 --bot convoy=random
        navalcore simulate uboat_cards -n 1000 --option sequence=alternating --json
    """
    settings = settings_of(context)
    found = settings.game(game)
    plan = _plan(found, scenario, option_pairs(option, data_pack), pairs(bot, "--bot"), seed, settings.plugins)
    if csv is not None:
        write_file(csv, "")  # better to hear of an unwritable file before the matches than after
    workers = jobs or _processors()
    try:
        with progress_bar(f"{found.id}: matches", matches) as progress:
            records = run_plan(plan, matches, jobs=workers, progress=progress)
    except BrokenProcessPool:
        raise RuleError("a worker process died; try --jobs 1 to see why") from None
    if csv is not None:
        write_file(csv, as_csv(records))
    summed = summary(plan, records, found.roles)
    if as_json:
        settings.out.document(summed)
    else:
        _print(settings.out, found, summed)


def _plan(
    game: AnyGame,
    scenario: str | None,
    options: Mapping[str, str],
    bots: Mapping[str, str],
    seed: str | None,
    plugins: tuple[str, ...],
) -> Plan:
    """The plan with every name filled in and checked, so that the result says all it was made with."""
    make_bots(game, bots, plugins=plugins)
    parsed = game.parse_options(options)
    return Plan(
        game=game.id,
        scenario=game.scenario(scenario).id,
        options=parsed.model_dump(mode="json", exclude_unset=True),
        bots={str(role): bots.get(role, bot_names(game, plugins)[0]) for role in game.roles},
        seed=seed if seed is not None else secrets.token_hex(8),
        plugins=plugins,
    )


def _processors() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _print(out: Output, game: AnyGame, summed: Mapping[str, Any]) -> None:
    out.title(f"{summed['matches']} matches of {game.title}")
    options = ", ".join(f"{name}={value}" for name, value in summed["options"].items())
    bots = ", ".join(f"{role}={name}" for role, name in summed["bots"].items())
    out.fields(("scenario", summed["scenario"]), ("options", options), ("bots", bots), ("seed", summed["seed"]))
    shares = [(game.role_title(role), summed["wins"][role]) for role in summed["wins"]]
    rows = [
        [name, share["count"], f"{share['share']:.1%}", f"{share['low']:.1%} to {share['high']:.1%}"]
        for name, share in [*shares, ("draw", summed["draws"])]
    ]
    out.line()
    out.table(["winner", "matches", "share", "95 % interval"], rows)
    measures = [("length", summed["length"]), ("choices", summed["choices"])]
    measures += [(f"score {name}", spread) for name, spread in summed["scores"].items()]
    out.line()
    out.table(
        ["measure", "mean", "95 % interval", "least", "quartile", "median", "quartile", "most"],
        [[name, *_spread(spread)] for name, spread in measures],
    )
    out.line()
    out.table(["ending", "matches"], list(summed["endings"].items()))


def _spread(spread: Mapping[str, float]) -> list[str]:
    interval = f"{spread['mean_low']:.2f} to {spread['mean_high']:.2f}"
    places = ("least", "quartile", "median", "upper_quartile", "most")
    return [f"{spread['mean']:.2f}", interval, *(f"{spread[place]:g}" for place in places)]
