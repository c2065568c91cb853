"""``navalcore simulate``: many matches between bots, and what they say."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from navalcore import face_of
from navalcore._cli.common import (
    AnyGame,
    AsJson,
    BotPairs,
    DataPack,
    GameName,
    OptionPairs,
    ScenarioName,
    Seed,
    Settings,
    check_picture,
    option_pairs,
    pairs,
    settings_of,
    write_file,
)
from navalcore._cli.output import Output, print_note, progress_bar
from navalcore.errors import BadData, RuleError
from navalcore.study import (
    FailedMatch,
    Plan,
    SimulatedMatch,
    as_csv,
    as_json,
    check_parquet,
    journal_plan,
    keep_failures,
    results_svg,
    simulate as run_plan,
    summary,
    write_parquet,
)

Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="J", min=1, help="How many processes; as many as processors if left out."),
]
Journal = Annotated[
    Path | None,
    typer.Option("--journal", metavar="FILE", help="Append every match to FILE, and resume where it ends."),
]
CsvFile = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Also write one row per match.")]
RowsFile = Annotated[Path | None, typer.Option("--rows", metavar="FILE", help="The same rows as a JSON array.")]
ParquetFile = Annotated[
    Path | None, typer.Option("--parquet", metavar="FILE", help="The same rows as Parquet (needs navalcore[parquet]).")
]
PlotFile = Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help="Also draw wins and lengths.")]
FailuresFolder = Annotated[
    Path | None, typer.Option("--failures", metavar="DIR", help="Save matches that fail into this folder.")
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster (needs navalcore[cluster])."),
]
Vary = Annotated[
    str | None,
    typer.Option("--vary", metavar="K=V1,V2", help="Play every match with each of these values, and compare."),
]


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
    vary: Vary = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    journal: Journal = None,
    failures: FailuresFolder = None,
    as_json: AsJson = False,
    csv: CsvFile = None,
    rows: RowsFile = None,
    parquet: ParquetFile = None,
    plot: PlotFile = None,
) -> None:
    """Let bots play many matches and sum up.

    The summary has wins with 95 % intervals, side bias, lengths, endings and scores. The same seed gives the same
    matches, whatever the number of processes. A match that fails is counted and the others go on; the exit status
    is then 1. With --journal an interrupted run goes on when the same command is given again.

    Examples::

        navalcore simulate uboat_cards -n 1000
        navalcore simulate uboat_cards -n 1000 --seed 1 --bot convoy=random
        navalcore simulate uboat_cards -n 1000 --option sequence=alternating --json
        navalcore simulate uboat_cards -n 1000 --vary sequence=draws_first,alternating
        navalcore simulate tonnage_war -n 5000 --journal run.jsonl --failures failed
        navalcore simulate uboat_cards -n 1000 --parquet matches.parquet --plot wins.svg
        navalcore simulate silent_war -n 10000 --cluster tcp://scheduler:8786
    """
    settings = settings_of(context)
    found = settings.game(game)
    plan = _plan(settings, found, scenario, option_pairs(option, data_pack), pairs(bot, "--bot"), seed, journal)
    run = _SimulationRun(found, matches, jobs or _processors(), cluster, journal, failures)
    files = _ReportFiles(csv, rows, parquet, plot)
    if vary is None:
        _sum_up(settings.out, run, plan, files, as_json)
    elif journal is not None or files.wanted:
        raise BadData("--vary plays several simulations; it cannot be combined with --journal or files of rows")
    else:
        _compare(settings.out, run, plan, vary, as_json)


def _plan(
    settings: Settings,
    game: AnyGame,
    scenario: str | None,
    options: dict[str, str],
    bots: Mapping[str, str],
    seed: str | None,
    journal: Path | None,
) -> Plan:
    """What is to be played; a run that goes on with a journal has its seed."""
    face_of(game).charts_used(
        game.parse_options(options)
    )  # an owner's mistake is told once, not as a failure of every match
    if seed is None and journal is not None:
        seed = (journal_plan(journal) or {}).get("seed")
    if seed is None:
        seed = secrets.token_hex(8)
    return Plan(game.id, scenario, options, bots, seed, settings.plugins).filled()


@dataclass(frozen=True)
class _SimulationRun:
    """How matches are played."""

    game: AnyGame
    matches: int
    jobs: int
    cluster: str | None
    journal: Path | None
    failures: Path | None

    def play(self, plan: Plan) -> tuple[list[SimulatedMatch], list[FailedMatch]]:
        """The matches of a plan: those that ended, and those that failed, which are told on standard error."""
        failed: list[FailedMatch] = []
        keep = keep_failures(self.failures) if self.failures is not None else None

        def note(failure: FailedMatch) -> None:
            failed.append(failure)
            if keep is not None:
                keep(failure)

        label = f"{self.game.id}: matches"
        try:
            with _executor(self.cluster) as executor, progress_bar(label, self.matches, rate=True) as progress:
                records = run_plan(
                    plan,
                    self.matches,
                    jobs=self.jobs,
                    executor=executor,
                    journal=self.journal,
                    on_failure=note,
                    progress=progress,
                )
        except BrokenProcessPool:
            raise RuleError("a worker process died; try --jobs 1 to see why") from None
        if not records:
            raise RuleError(f"no match came to its end; match {failed[0].number} failed: {failed[0].error}")
        self._tell(failed)
        return records, failed

    def _tell(self, failed: Sequence[FailedMatch]) -> None:
        """What failed, on standard error: the first few, and how many in all."""
        for failure in failed[:3]:
            print_note(f"match {failure.number} (seed {failure.seed}) failed: {failure.error}")
        if failed:
            kept = f"saved in {self.failures}" if self.failures is not None else "--failures DIR saves them"
            print_note(f"{len(failed)} of {self.matches} matches failed; {kept}")


@contextmanager
def _executor(address: str | None) -> Iterator[Executor | None]:
    """What plays the matches on a cluster; None if none is named."""
    if address is None:
        yield None
        return
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise BadData("--cluster needs Dask: pip install 'navalcore[cluster]'") from None
    try:
        client = distributed.Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise BadData(f"--cluster {address}: no Dask scheduler answers there: {error}") from None
    with client:
        yield client.get_executor()


@dataclass(frozen=True)
class _ReportFiles:
    """What is written besides the summary."""

    csv: Path | None
    rows: Path | None
    parquet: Path | None
    plot: Path | None

    @property
    def wanted(self) -> bool:
        """Whether anything is."""
        return any((self.csv, self.rows, self.parquet, self.plot))

    def check(self) -> None:
        """Better to hear of an unwritable file before the matches than after."""
        check_picture(self.plot)
        if self.parquet is not None:
            check_parquet()
        for path in (self.csv, self.rows, self.parquet, self.plot):
            if path is not None:
                write_file(path, "")

    def write(self, game: AnyGame, summed: Mapping[str, Any], records: Sequence[SimulatedMatch]) -> None:
        """Write them."""
        texts: list[tuple[Path | None, Callable[[Sequence[SimulatedMatch]], str]]] = [
            (self.csv, as_csv),
            (self.rows, as_json),
        ]
        for path, text in texts:
            if path is not None:
                write_file(path, text(records))
        if self.parquet is not None:
            write_parquet(records, self.parquet)
        if self.plot is not None:
            names = {role: game.role_title(role) for role in game.roles}
            title = f"{summed['matches']} matches of {game.title}"
            write_file(self.plot, results_svg(title, summed, records, names))


def _sum_up(out: Output, run: _SimulationRun, plan: Plan, files: _ReportFiles, as_json: bool) -> None:
    """One simulation and what it says; leaves with exit status 1 if a match failed."""
    files.check()
    records, failed = run.play(plan)
    summed = summary(plan, records, run.game.roles) | ({"failed": len(failed)} if failed else {})
    files.write(run.game, summed, records)
    if as_json:
        out.document(summed)
    else:
        _print(out, run.game, summed)
    if failed:
        raise typer.Exit(1)


def _compare(out: Output, run: _SimulationRun, plan: Plan, vary: str, as_json: bool) -> None:
    """The same simulation with each value of an option, side by side."""
    ((name, values),) = pairs([vary], "--vary").items()
    plans = {
        value: replace(plan, options={**plan.options, name: value}).filled()
        for value in dict.fromkeys(part.strip() for part in values.split(","))
    }
    summed = {value: summary(each, run.play(each)[0], run.game.roles) for value, each in plans.items()}
    if as_json:
        out.document({"vary": name, "values": summed})
        return
    out.title(f"{run.game.title}: {run.matches} matches with each value of {name}")
    out.fields(("scenario", plan.scenario), ("seed", plan.seed))
    titles = [f"{run.game.role_title(role)} wins" for role in run.game.roles]
    rows = [
        [
            value,
            *(f"{win['share']:.1%} ({win['low']:.1%} to {win['high']:.1%})" for win in each["wins"].values()),
            f"{each['length']['mean']:.1f}",
        ]
        for value, each in summed.items()
    ]
    out.table([name, *titles, "mean length"], rows)


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
    bias = summed["side_bias"]
    if bias is not None:
        _print_bias(out, game, bias)
    measures = [("length", summed["length"]), ("choices", summed["choices"])]
    measures += [(f"score {name}", spread) for name, spread in summed["scores"].items()]
    out.line()
    out.table(
        ["measure", "mean", "95 % interval", "least", "quartile", "median", "quartile", "most"],
        [[name, *_spread(spread)] for name, spread in measures],
    )
    out.line()
    out.table(
        ["ending", "matches"],
        [*summed["endings"].items(), *([("failed", summed["failed"])] if "failed" in summed else [])],
    )


def _print_bias(out: Output, game: AnyGame, bias: Mapping[str, Any]) -> None:
    favours = f"{game.the_role(bias['favours'])} is favoured" if bias["favours"] else "no side is shown to be favoured"
    out.line(
        f"{game.role_title(bias['of'])} over {game.role_title(bias['over'])}: {100 * bias['difference']:+.1f} of 100 "
        f"matches ({100 * bias['low']:+.1f} to {100 * bias['high']:+.1f}); {favours}"
    )


def _spread(spread: Mapping[str, float]) -> list[str]:
    interval = f"{spread['mean_low']:.2f} to {spread['mean_high']:.2f}"
    places = ("least", "quartile", "median", "upper_quartile", "most")
    return [f"{spread['mean']:.2f}", interval, *(f"{spread[place]:g}" for place in places)]
