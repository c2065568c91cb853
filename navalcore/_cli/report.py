"""``navalcore report``: what luck and choices did in a saved match."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from navalcore import AnyGame, load_match, read_save
from navalcore._cli.arguments import AsJson, SaveArgument, option
from navalcore._cli.common import check_writable, role_option, settings_of, write_file
from navalcore._cli.output import Output, progress_bar
from navalcore.bots import Budget
from navalcore.study import LuckReport, report as look_at, report_picture

SHOWN = 10
"""Lines of a table of turning points or doubts in text; JSON has them all."""


def report(
    context: typer.Context,
    file: SaveArgument,
    role: Annotated[str | None, option("--role R", "Report on this role only, once the match is over.")] = None,
    seconds: Annotated[
        float, option("--seconds-per-decision S", "Search each decision for S seconds; 0 for no search.", min=0)
    ] = 0.05,
    tries: Annotated[
        int | None, option("--tries N", "Search with N playouts a decision, however long that takes.", min=1)
    ] = None,
    playouts: Annotated[
        int | None, option("--playouts N", "Judge positions by playouts, not by the game's own estimate.", min=1)
    ] = None,
    as_json: AsJson = False,
    picture: Annotated[Path | None, option("--picture FILE.svg", "Also draw a picture.")] = None,
) -> None:
    """Tell luck from judgement in a saved match.

    For every roll and draw: its exact chance, what the match was worth before it (the mean over every result it could
    have had) and after it. For every choice: whether a search would have chosen otherwise, and how much better that
    was. Worth goes from 0 (lost) to 1 (won). The report reveals what was hidden: while a match is still being played
    it is for the umpire only.

    Examples::

        navalcore report match.jsonl
        navalcore report match.jsonl --role uboat --picture match.svg
        navalcore report match.jsonl --seconds-per-decision 0.5 --json
    """
    settings = settings_of(context)
    saved = read_save(file)
    game = settings.game(saved.header.game)
    if role is not None:
        role_option(role, game.roles, game, "leave it out for a report about all")
    match = load_match(saved, game)
    check_writable(picture)
    budget = Budget(None, tries) if tries is not None else Budget(seconds) if seconds else None
    with progress_bar(f"{game.id}: decisions") as progress:
        found = look_at(match, role=role, budget=budget, playouts=playouts, progress=progress)
    if picture is not None:
        write_file(picture, report_picture(found))
    if as_json:
        settings.out.document(found.to_json())
    else:
        _print(settings.out, game, found)


def _print(out: Output, game: AnyGame, found: LuckReport) -> None:
    out.title(f"Luck and decisions: {game.title}, {found.scenario}")
    out.fields(("outcome", found.outcome or "still being played"), ("judged", found.judged))
    for role in found.roles:
        gains = [each.swing(role) for each in found.luck]
        gifts, blows = sum(gain for gain in gains if gain > 0), sum(gain for gain in gains if gain < 0)
        out.line()
        out.title(game.role_title(role))
        out.line(f"{len(gains)} rolls and draws gave {gifts:+.2f} and took {blows:+.2f}: luck {sum(gains):+.2f}")
        rows = [
            [each.number, f"{each.what} ({each.why})", each.rule, f"{each.chance:.0%}", f"{each.before[role]:.2f}",
             f"{each.after[role]:.2f}", f"{each.swing(role):+.2f}"]
            for each in found.turning_points(role, SHOWN)
        ]  # fmt: skip
        if rows:
            out.line()
            out.table(["after choice", "turning point", "rule", "chance", "expected", "then", "swing"], rows)
        doubts = sorted((each for each in found.doubts if each.role == role), key=lambda each: -each.cost)
        if doubts:
            out.line()
            out.table(
                ["choice", "chosen", "the search prefers", "rule", "better by"],
                [
                    [each.number, each.chosen, each.better, each.rule, f"{each.cost:.2f} +- {each.error:.2f}"]
                    for each in doubts[:SHOWN]
                ],
            )
        if found.searched:
            out.line(f"{len(doubts)} choices in doubt; {found.searched} decisions of the roles above were searched")
