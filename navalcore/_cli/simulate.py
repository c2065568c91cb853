"""``navalcore simulate``: many matches between bots; and ``perft``: how many ways a match can continue, counted."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from navalcore import AnyGame, AnyMatch, face_of, load_match, study
from navalcore._cli import common
from navalcore._cli.common import (
    STANDARD,
    TermsGiven,
    argument,
    need,
    option,
    options_given,
    pairs,
    read_save,
    settings_of,
)
from navalcore._cli.grammar import nearest
from navalcore._cli.output import Output, print_note, progress_bar
from navalcore._cli.outputs import Force, check_outputs, kept_file, output, write_file, written
from navalcore._cli.seats import bots_everywhere
from navalcore.errors import BadData, RuleError
from navalcore.study import perft as count


@dataclass(frozen=True)
class Run:
    """How many matches are played, and how."""

    matches: Annotated[int, common.how_many("-n --matches N", "How many matches.")]
    jobs: Annotated[int | None, option("--jobs J", "How many processes; as many as processors if left out.", min=1)] = (
        None
    )
    cluster: Annotated[
        str | None, option("--cluster ADDRESS", "Play on a Dask cluster (needs navalcore[cluster]).")
    ] = None
    journal: Annotated[
        Path | None,
        kept_file("--journal FILE", "Append every match to FILE, and resume where it ends.", "run.jsonl"),
    ] = None
    failures: common.FailuresFolder = None

    def play(self, game: AnyGame, plan: study.Plan) -> tuple[list[study.SimulatedMatch], int]:
        """The matches of a plan that ended, and how many failed; the first few are told on standard error."""
        failed: list[study.FailedMatch] = []
        keep = study.keep_failures(self.failures) if self.failures is not None else None

        def note(failure: study.FailedMatch) -> None:
            failed.append(failure)
            if keep is not None:
                keep(failure)

        label, played = f"{game.id}: matches", 0
        try:
            with _executor(self.cluster) as executor, progress_bar(label, self.matches, rate=True) as progress:

                def move(done: int) -> None:
                    nonlocal played
                    played = done
                    progress(done)

                records = study.simulate(
                    plan, self.matches, jobs=self.jobs or _processors(), executor=executor, journal=self.journal,
                    on_failure=note, progress=move,
                )  # fmt: skip
        except KeyboardInterrupt:
            if played and self.journal is not None:
                print_note(f"{played} matches are kept in {self.journal}; the same command continues with the next")
            raise
        except BrokenProcessPool:
            raise RuleError("a worker process died; try --jobs 1 to see why") from None
        if not records:
            raise RuleError(f"no match came to its end; match {failed[0].number} failed: {failed[0].error}")
        for failure in failed[:3]:
            print_note(f"match {failure.number} (seed {failure.seed}) failed: {failure.error}")
        if failed:
            kept = f"saved in {self.failures}" if self.failures is not None else "--failures FOLDER saves them"
            print_note(f"{len(failed)} of {self.matches} matches failed; {kept}")
        return records, len(failed)


@dataclass(frozen=True)
class Results:
    """Where the results go."""

    as_json: common.AsJson = False
    csv: Annotated[Path | None, output("--csv FILE", "Also write one row per match.", ".csv", ".txt")] = None
    rows: Annotated[Path | None, output("--rows FILE", "The same rows as a JSON array.", ".json")] = None
    parquet: Annotated[
        Path | None,
        output("--parquet FILE", "The rows as Parquet (needs navalcore[parquet]).", ".parquet", ".pq", packed=True),
    ] = None
    plot: Annotated[Path | None, output("--plot FILE.svg", "Also draw wins and lengths.", ".svg")] = None
    force: Force = False

    @property
    def files(self) -> tuple[Path | None, ...]:
        """The files, named or not."""
        return self.csv, self.rows, self.parquet, self.plot

    def check(self, journal: Path | None) -> None:
        """Refuse what could not be written, before anything is played."""
        if self.parquet is not None:
            study.check_parquet()
        check_outputs(*self.files, force=self.force, inputs=[journal], as_json=self.as_json)

    def write(self, out: Output, game: AnyGame, summed: dict[str, Any], records: list[study.SimulatedMatch]) -> None:
        """Write the files, and show the summary where standard output is free for it."""
        for path, text in (
            (self.csv, study.as_csv),
            (self.rows, study.as_json),
            (self.plot, partial(_drawn, game, summed)),
        ):
            if path is not None:
                write_file(path, text(records))
        if self.parquet is not None:
            study.write_parquet(records, self.parquet)
        if self.as_json:
            out.document(summed | written(*self.files))
        elif STANDARD not in self.files:
            _print(out, game, summed)


def simulate(
    context: typer.Context,
    game: common.GameName,
    run: Run,
    terms: TermsGiven,
    results: Results,
    bot: common.BotPairs = None,
    vary: Annotated[
        str | None, option("--vary NAME=VALUE,VALUE", "Play every match with each of these values, and compare.")
    ] = None,
) -> None:
    """Let bots play many matches and sum up.

    The summary has wins with 95 % intervals, side bias, lengths, endings and scores. The same seed gives the same
    matches, for any number of processes. A match that fails is counted and the others continue; the exit status is then
    1. With --journal an interrupted run continues when the same command is given again.

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
    options = found.parse_options(terms.options_of(found))
    face_of(found).charts_used(options)  # a mistake in charts is told once, and now
    bots, seed = bots_everywhere(bot, found, settings.plugins), terms.seed
    if seed is None and run.journal is not None:
        seed = (study.journal_plan(run.journal) or {}).get("seed")
    plan = terms.plan(found, bots, secrets.token_hex(8) if seed is None else seed, settings.plugins).filled()
    if vary is None:
        results.check(run.journal)
        records, failed = run.play(found, plan)
        summed = study.summary(plan, records, found.roles) | ({"failed": failed} if failed else {})
        results.write(settings.out, found, summed, records)
        if failed:
            raise typer.Exit(1)
    elif run.journal or any(results.files):
        raise BadData("--vary plays several simulations; it cannot be combined with --journal or files of rows")
    else:
        _compare(settings.out, found, run, plan, vary, results.as_json)


@contextmanager
def _executor(address: str | None) -> Iterator[Executor | None]:
    """The executor that plays the matches on a cluster; None if none is named."""
    if address is None:
        yield None
        return
    need("--cluster", "cluster", "distributed")
    distributed = import_module("distributed")
    try:
        client = distributed.Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise BadData(f"--cluster {address}: no Dask scheduler answers there: {error}") from None
    with client:
        yield client.get_executor()


def _drawn(game: AnyGame, summed: Mapping[str, Any], records: Sequence[study.SimulatedMatch]) -> str:
    names = {role: game.role_title(role) for role in game.roles}
    return study.results_svg(f"{summed['matches']} matches of {game.title}", summed, records, names)


def _compare(out: Output, game: AnyGame, run: Run, plan: study.Plan, vary: str, as_json: bool) -> None:
    """The same simulation with each value of an option, side by side."""
    ((name, values),) = pairs([vary], "--vary", game.options_class.model_fields).items()
    plans = {
        value: replace(plan, options={**plan.options, name: value}).filled()
        for value in dict.fromkeys(part.strip() for part in values.split(","))
    }
    summed = {value: study.summary(each, run.play(game, each)[0], game.roles) for value, each in plans.items()}
    if as_json:
        out.document({"vary": name, "values": summed})
        return
    out.title(f"{game.title}: {run.matches} matches with each value of {name}")
    out.fields(("scenario", plan.scenario), ("seed", plan.seed))
    titles = [f"{game.role_title(role)} wins" for role in game.roles]
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
    shares = [
        *((game.role_title(role), share) for role, share in summed["wins"].items()),
        ("no winner", summed["draws"]),
    ]
    rows = [
        [name, share["count"], f"{share['share']:.1%}", f"{share['low']:.1%} to {share['high']:.1%}"]
        for name, share in shares
    ]
    out.line()
    out.table(["winner", "matches", "share", "95 % interval"], rows)
    if summed["side_bias"] is not None:
        _print_bias(out, game, summed["side_bias"])
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
    favours = f"this favours {game.the_role(bias['favours'])}" if bias["favours"] else "no side is shown to be favoured"
    out.line(
        f"{game.role_title(bias['of'])} over {game.role_title(bias['over'])}: {100 * bias['difference']:+.1f} of 100 "
        f"matches ({100 * bias['low']:+.1f} to {100 * bias['high']:+.1f}); {favours}"
    )


def _spread(spread: Mapping[str, float]) -> list[str]:
    interval = f"{spread['mean_low']:.2f} to {spread['mean_high']:.2f}"
    places = ("least", "quartile", "median", "upper_quartile", "most")
    return [f"{spread['mean']:.2f}", interval, *(f"{spread[place]:g}" for place in places)]


def perft(
    context: typer.Context,
    game: common.GameName,
    position: Annotated[
        str, argument("POSITION", "A scenario's id, for its opening, or a saved match (*.jsonl, or -).")
    ],
    depth: Annotated[int, argument("DEPTH", "How many steps deep.")],
    option: common.OptionPairs = None,
    seed: Annotated[str, option("--seed N", "The seed of the set-up.")] = "0",
    as_json: common.AsJson = False,
) -> None:
    """Count the ways a match can continue: every choice and every result of chance is a step down.

    The count is the same on every machine. The breakdown by the first step shows where versions of the rules differ.

    Examples::

        navalcore perft uboat_cards standard 3
        navalcore perft bismarck two_player 2 --seed 7
        navalcore perft tonnage_war my_match.jsonl 2
    """
    settings = settings_of(context)
    found = settings.game(game)
    result = count(_position(found, position, seed, options_given(option, found)), depth)
    if as_json:
        figures = {name: getattr(result, name) for name in ("depth", "lines", "decisions", "chances", "ended", "asked")}
        settings.out.document(
            {"game": found.id, "position": position, "seed": seed, **figures, "divide": dict(result.divide)}
        )
        return
    settings.out.title(result.asked or "the match is over")
    settings.out.table(["first step", "lines"], [[text, str(lines)] for text, lines in result.divide.items()])
    settings.out.fields(
        ("lines", result.lines),
        ("decisions on the way", result.decisions),
        ("chance on the way", result.chances),
        ("matches over", result.ended),
    )


def _position(game: AnyGame, name: str, seed: str, options: dict[str, str]) -> AnyMatch:
    if not name.endswith(".jsonl") and name != "-":
        return game.new_match(nearest(name, game.scenarios), seed=seed, options=options)
    if options:
        raise BadData("a saved match has its options in its file: leave --option out")
    return load_match(read_save(Path(name)), game)
