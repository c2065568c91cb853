"""``navalcore branch``: what might have happened in a saved match, as a tree of branches in one file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from navalcore._cli.common import AnyMatch, AsJson, BotPairs, pairs, settings_of
from navalcore._cli.events import EventLog
from navalcore._cli.output import Output, progress_bar
from navalcore._cli.seats import ALL, seat_plan
from navalcore._cli.session import Session
from navalcore.bots import make_bots, play_out
from navalcore.components import counted
from navalcore.errors import BadData
from navalcore.study import MAIN, Branches, compare_branches

HELP = """Keep what might have happened in a saved match as a tree of branches in one file.

Examples::

    navalcore branch start what_if.json evening.jsonl
    navalcore branch new what_if.json bold --at 12 --comment "attack at once"
    navalcore branch play what_if.json bold
    navalcore branch compare what_if.json main bold -n 500
"""

TreeFile = Annotated[Path, typer.Argument(metavar="TREE", help="The file of the tree.", show_default=False)]
Name = Annotated[str, typer.Argument(metavar="BRANCH", help="The branch's name.", show_default=False)]
Comment = Annotated[str, typer.Option("--comment", metavar="TEXT", help="What to say about the branch.")]


def start(
    context: typer.Context,
    tree: TreeFile,
    save: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved match.", show_default=False)],
    comment: Comment = "",
) -> None:
    """Begin a tree with a saved match as its branch main.

    Examples::

        navalcore branch start what_if.json evening.jsonl
    """
    if tree.exists():
        raise BadData(f"{tree}: exists already; navalcore branch new adds a branch to it, or choose another file")
    branches = Branches.begin(save, comment)
    branches.write(tree)
    settings_of(context).out.line((f"{tree}: branch {MAIN} with {counted(branches[MAIN].choices, 'choice')}", "good"))


def new(
    context: typer.Context,
    tree: TreeFile,
    branch: Name,
    of: Annotated[str, typer.Option("--of", metavar="PARENT", help="The branch it starts from.")] = MAIN,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="After how many choices; all if left out.")
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="S", help="A new seed for the dice from there on; the same dice if left out."),
    ] = None,
    comment: Comment = "",
) -> None:
    """Make a branch that leaves another one after some of its choices.

    Examples::

        navalcore branch new what_if.json bold --at 12
        navalcore branch new what_if.json luckier --of bold --at 20 --seed 4 --comment "other dice"
    """
    settings = settings_of(context)
    branches = Branches.read(tree)
    made = branches.fork(of, branch, at=at, seed=seed, comment=comment, game=_game(context, branches))
    branches.write(tree)
    settings.out.line((f"branch {branch} leaves {of} after {counted(made.choices, 'choice')}", "good"))
    _print_standing(settings.out, branches.match(branch, _game(context, branches)))


def list_branches(context: typer.Context, tree: TreeFile, as_json: AsJson = False) -> None:
    """List the branches as a tree, with where each stands and its comment; each is verified on the way.

    Examples::

        navalcore branch list what_if.json
        navalcore branch list what_if.json --json
    """
    settings = settings_of(context)
    branches = Branches.read(tree)
    game = _game(context, branches)
    entries = [_entry(branches, name, branches.match(name, game)) for name in branches.names]
    if as_json:
        settings.out.document({"game": game.id, "branches": entries})
        return
    by_name = {entry["name"]: entry for entry in entries}

    def show(name: str, depth: int) -> None:
        entry = by_name[name]
        parts = f" leaves after {entry['parts_at']}," if entry["parent"] else ""
        choices = counted(entry["choices"], "choice")
        settings.out.line("  " * depth, (name, "title"), f":{parts} {choices}; {entry['stands']}")
        if entry["comment"]:
            settings.out.line("  " * depth + "  ", (entry["comment"], "faint"))
        for child in branches.children(name):
            show(child, depth + 1)

    show(branches.names[0], 0)


def play(
    context: typer.Context,
    tree: TreeFile,
    branch: Name,
    choices: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CHOICE...]", help="Choices to make; played at the keyboard without any."),
    ] = None,
    bots: Annotated[
        int | None, typer.Option("--bots", metavar="N", min=1, help="Then let bots make up to N choices.")
    ] = None,
    bot: BotPairs = None,
) -> None:
    """Play a branch on: with choices given here, with bots, or at the keyboard.

    Examples::

        navalcore branch play what_if.json bold "play Torpedo"
        navalcore branch play what_if.json bold --bots 10
        navalcore branch play what_if.json bold
    """
    settings = settings_of(context)
    branches = Branches.read(tree)
    game = _game(context, branches)
    names = pairs(bot, "--bot")
    if not choices and bots is None:
        log = EventLog()
        match = branches.match(branch, game, on_event=log.add)
        roles = [ALL] if not names else [role for role in game.roles if role not in names]
        seats = seat_plan(game, roles, names, settings.plugins).seats(f"bots {match.setup.seed} {match.count}")
        log.skip((*game.roles, seats.watcher))
        Session(match, seats, settings.out, log, None).run()
    else:
        match = branches.match(branch, game)
        for choice in choices or ():
            match.choose(choice)
        if bots is not None:
            made = make_bots(
                game, {**dict.fromkeys(game.roles), **names}, f"bots {match.setup.seed} {match.count}", settings.plugins
            )
            play_out(match, made, limit=bots)
    branches.keep(branch, match)
    branches.write(tree)
    settings.out.line((f"branch {branch} has {counted(match.count, 'choice')} now", "good"))
    _print_standing(settings.out, match)


def comment(
    context: typer.Context,
    tree: TreeFile,
    branch: Name,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to say about it.", show_default=False)],
) -> None:
    """Say something about a branch, in place of what was said before.

    Examples::

        navalcore branch comment what_if.json bold "attacks before the escorts are near"
    """
    branches = Branches.read(tree)
    branches.comment(branch, text)
    branches.write(tree)
    settings_of(context).out.line((f"branch {branch}: {text}", "good"))


def save(
    context: typer.Context,
    tree: TreeFile,
    branch: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to.", show_default=False)],
) -> None:
    """Write a branch as a saved match of its own, for play, replay and verify.

    Examples::

        navalcore branch save what_if.json bold bold.jsonl
        navalcore replay bold.jsonl
    """
    Branches.read(tree).save(branch, file)
    settings_of(context).out.line((f"{file}: the match of branch {branch}", "good"))


def compare(
    context: typer.Context,
    tree: TreeFile,
    branch: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BRANCH...]", help="Which branches; the first is compared with each of the others."),
    ] = None,
    matches: Annotated[
        int, typer.Option("-n", "--matches", metavar="N", min=1, help="How many continuations of each.")
    ] = 100,
    bot: BotPairs = None,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The seed of the continuations.")] = "0",
    role: Annotated[
        str | None, typer.Option("--role", metavar="R", help="Imagine anew what this role does not know.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="Processes.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let bots play the rest of each branch many times, on the same seeds, and compare who wins.

    Examples::

        navalcore branch compare what_if.json
        navalcore branch compare what_if.json main bold -n 500 --role uboat
    """
    settings = settings_of(context)
    branches = Branches.read(tree)
    game = _game(context, branches)
    names = branch or branches.names
    with progress_bar("continuations", matches * len(names), rate=True) as progress:
        compared = compare_branches(
            branches,
            names,
            matches=matches,
            bots=pairs(bot, "--bot"),
            seed=seed,
            as_seen_by=role,
            plugins=settings.plugins,
            jobs=jobs,
            progress=progress,
        )
    if as_json:
        settings.out.document({"branches": compared})
        return
    settings.out.title(f"The rest of each branch, {matches} times")
    for winner in game.roles:
        rows = [_row(name, summed, winner) for name, summed in compared.items()]
        settings.out.line()
        header = [f"{game.role_title(winner)} wins", "share", "95 % interval", f"against {names[0]}", "mean length"]
        settings.out.table(header, rows)
    scores = list(dict.fromkeys(score for summed in compared.values() for score in summed["scores"]))
    if scores:
        settings.out.line()
        settings.out.table(["mean score", *scores], [_mean_scores(name, compared[name], scores) for name in compared])


def _mean_scores(name: str, summed: dict[str, Any], scores: list[str]) -> list[str]:
    known = summed["scores"]
    return [name, *(f"{known[score]['mean']:.2f}" if score in known else "" for score in scores)]


def _row(name: str, summed: dict[str, Any], role: str) -> list[str]:
    wins, against = summed["wins"][role], summed["against"][role]
    return [
        name,
        f"{wins['share']:.1%}",
        f"{wins['low']:.1%} to {wins['high']:.1%}",
        f"{100 * against['difference']:+.1f} ({100 * against['low']:+.1f} to {100 * against['high']:+.1f})",
        f"{summed['length']['mean']:.1f}",
    ]


def _game(context: typer.Context, branches: Branches) -> Any:
    return settings_of(context).game(branches.game_id)


def _entry(branches: Branches, name: str, match: AnyMatch) -> dict[str, Any]:
    branch = branches[name]
    return {
        "name": name,
        "parent": branch.parent,
        "parts_at": branches.parts_at(name),
        "choices": match.count,
        "stands": _standing(match),
        "comment": branch.comment,
    }


def _standing(match: AnyMatch) -> str:
    if match.outcome is not None:
        return str(match.outcome)
    decision = match.decision
    assert decision is not None
    return f"{match.game.role_title(decision.role)} is asked: {decision.prompt}"


def _print_standing(out: Output, match: AnyMatch) -> None:
    out.line(_standing(match))
    if match.decision is not None:
        for number, text in enumerate(match.decision.texts, start=1):
            out.line((f"{number:>3}  ", "number"), text)


COMMANDS: dict[str, Callable[..., None]] = {
    "start": start,
    "new": new,
    "list": list_branches,
    "play": play,
    "comment": comment,
    "compare": compare,
    "save": save,
}
