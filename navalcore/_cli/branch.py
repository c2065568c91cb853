"""``navalcore branch``: what might have happened in a saved match, as a tree of branches in one file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from navalcore import AnyGame, AnyMatch, load_match
from navalcore._cli.common import (
    STANDARD,
    AsJson,
    BotPairs,
    Jobs,
    SaveArgument,
    argument,
    how_many,
    option,
    read_save,
    role_option,
    settings_of,
)
from navalcore._cli.events import EventLog
from navalcore._cli.grammar import nearest
from navalcore._cli.output import progress_bar
from navalcore._cli.outputs import Force, SaveOutput, check_outputs, check_place, no_stream, write_file, written
from navalcore._cli.seats import ALL, bots_everywhere, seats_for
from navalcore._cli.session import TerminalSession
from navalcore.bots import make_bots, play_out
from navalcore.components import counted
from navalcore.errors import BadData
from navalcore.study import MAIN, Branches, compare_branches

R = TypeVar("R")

HELP = """Keep what might have happened in a saved match as a tree of branches in one file.

Examples::

    navalcore branch start what_if.json evening.jsonl
    navalcore branch new what_if.json bold --at 12 --comment "attack at once"
    navalcore branch play what_if.json bold
    navalcore branch compare what_if.json main bold -n 500
"""

TreeFile = Annotated[Path, argument("TREE", "The file of the tree.", callback=no_stream("TREE", "what_if.json"))]
Name = Annotated[str, argument("BRANCH", "The branch's name.")]
Comment = Annotated[str, option("--comment TEXT", "A comment on the branch.")]


class _Tree:
    """The tree in a file, with the game it is of; BadData at once if it ``writes`` and the file cannot be written."""

    def __init__(
        self, context: typer.Context, file: Path, branches: Branches | None = None, *, writes: bool = False
    ) -> None:
        if writes:
            check_place(file)
        self.settings = settings_of(context)
        self.out = self.settings.out
        self.file = file
        self.branches = Branches.read(file) if branches is None else branches

    @cached_property
    def game(self) -> AnyGame:
        """The game of all branches."""
        return self.settings.game(self.branches.game_id)

    def meant(self, name: str) -> str:
        """The branch that a name means."""
        return nearest(name, self.branches.names)

    def match(self, name: str, log: EventLog | None = None) -> AnyMatch:
        """The match of a branch, as far as it has been played."""
        return self.branches.match(name, self.game, on_event=log.add if log else None)

    def change(self, work: Callable[[Branches], R]) -> R:
        """Change the tree as it is in its file now, which other commands may have changed, and write it."""
        with Branches.edit(self.file) as self.branches:
            return work(self.branches)

    def tell(self, as_json: bool, name: str, said: str, match: AnyMatch | None = None) -> None:
        """Say what was written, and where the match of the branch is, if it was worked on."""
        if as_json:
            branch = _entry(self.branches, name, match or self.match(name))
            self.out.document({"game": self.branches.game_id, "branch": branch} | written(self.file))
            return
        self.out.line((said, "good"))
        if match is not None:
            self.out.line(_standing(match))
            for number, text in enumerate(match.decision.texts if match.decision else (), start=1):
                self.out.line((f"{number:>3}  ", "number"), text)


def start(
    context: typer.Context,
    tree: TreeFile,
    save: SaveArgument,
    comment: Comment = "",
    as_json: AsJson = False,
) -> None:
    """Begin a tree with a saved match as its branch main.

    Examples::

        navalcore branch start what_if.json evening.jsonl
    """
    if tree.exists():
        raise BadData(f"{tree}: exists already; navalcore branch new adds a branch to it, or choose another file")
    check_place(tree)
    saved = read_save(save)
    match = load_match(saved, settings_of(context).game(saved.header.game))
    found = _Tree(context, tree, Branches.begin(match, comment))
    found.branches.write(tree)
    found.tell(as_json, MAIN, f"{tree}: branch {MAIN} with {counted(found.branches[MAIN].choices, 'choice')}")


def new(
    context: typer.Context,
    tree: TreeFile,
    branch: Name,
    of: Annotated[str, option("--of PARENT", "The branch it starts from.")] = MAIN,
    at: Annotated[int | None, option("--at N", "After how many choices; all if left out.", min=0)] = None,
    seed: Annotated[
        str | None, option("--seed N", "A new seed for the dice from there on; the same dice if left out.")
    ] = None,
    comment: Comment = "",
    as_json: AsJson = False,
) -> None:
    """Make a branch that leaves another one after some of its choices.

    Examples::

        navalcore branch new what_if.json bold --at 12
        navalcore branch new what_if.json luckier --of bold --at 20 --seed 4 --comment "other dice"
    """
    found = _Tree(context, tree, writes=True)
    of = found.meant(of)
    made = found.change(lambda tree: tree.fork(of, branch, at=at, seed=seed, comment=comment, game=found.game))
    said = f"branch {branch} leaves {of} after {counted(made.choices, 'choice')}"
    found.tell(as_json, branch, said, found.match(branch))


def list_branches(context: typer.Context, tree: TreeFile, as_json: AsJson = False) -> None:
    """List the branches as a tree, with where each is and its comment; each is verified on the way.

    Examples::

        navalcore branch list what_if.json
        navalcore branch list what_if.json --json
    """
    found = _Tree(context, tree)
    branches, out = found.branches, found.out
    entries = {name: _entry(branches, name, found.match(name)) for name in branches.names}
    if as_json:
        out.document({"game": found.game.id, "branches": list(entries.values())})
        return

    def show(name: str, indent: str) -> None:
        entry = entries[name]
        parts = f" leaves after {entry['parts_at']}," if entry["parent"] else ""
        out.line(indent, (name, "title"), f":{parts} {counted(entry['choices'], 'choice')}; {entry['stands']}")
        if entry["comment"]:
            out.line(f"{indent}  ", (entry["comment"], "faint"))
        for child in branches.children(name):
            show(child, f"{indent}  ")

    show(branches.names[0], "")


def play(
    context: typer.Context,
    tree: TreeFile,
    branch: Name,
    choices: Annotated[
        list[str] | None, argument("[CHOICE...]", "Choices to make; played at the keyboard without any.")
    ] = None,
    bot_choices: Annotated[int | None, option("--bot-choices N", "Then let bots make up to N choices.", min=1)] = None,
    bot: BotPairs = None,
    as_json: AsJson = False,
) -> None:
    """Play a branch on: with choices given here, with bots, or at the keyboard.

    Examples::

        navalcore branch play what_if.json bold "play Torpedo"
        navalcore branch play what_if.json bold --bot-choices 10
        navalcore branch play what_if.json bold
    """
    found = _Tree(context, tree, writes=True)
    branch = found.meant(branch)
    game, plugins = found.game, found.settings.plugins
    names = bots_everywhere(bot, game, plugins)
    if as_json and not choices and bot_choices is None:
        raise BadData("--json asks no questions; give choices or --bot-choices N")
    if not choices and bot_choices is None:
        log = EventLog()
        match = found.match(branch, log)
        seats = seats_for(game, [role for role in game.roles if role not in names] if names else [ALL], names, plugins)
        log.skip((*game.roles, seats.watcher))
        kept = match.count

        def keep() -> None:
            nonlocal kept
            if match.count != kept:
                found.change(lambda tree: tree.keep(branch, match))
                kept = match.count

        try:
            TerminalSession(match, seats, found.out, log, tree, after_turn=keep).run()
        finally:
            keep()  # Ctrl-C may have come within a turn
    else:
        match = found.match(branch)
        for choice in choices or ():
            asked = match.decision  # whose options tell() numbers
            match.choose(choice if asked is None else asked.read(choice, range(1, len(asked.options) + 1)))
        if bot_choices is not None:
            everybody = {**dict.fromkeys(game.roles), **names}
            play_out(
                match, make_bots(game, everybody, f"bots {match.setup.seed} {match.count}", plugins), limit=bot_choices
            )
    found.change(lambda tree: tree.keep(branch, match))
    found.tell(as_json, branch, f"branch {branch} has {counted(match.count, 'choice')} now", match)


def comment(
    context: typer.Context,
    tree: TreeFile,
    branch: Name,
    text: Annotated[str, argument("TEXT", "The comment.")],
    as_json: AsJson = False,
) -> None:
    """Say something about a branch, in place of what was said before.

    Examples::

        navalcore branch comment what_if.json bold "attacks before the escorts are near"
    """
    found = _Tree(context, tree, writes=True)
    branch = found.meant(branch)
    found.change(lambda tree: tree.comment(branch, text))
    found.tell(as_json, branch, f"branch {branch}: {text}")


def save(
    context: typer.Context,
    tree: TreeFile,
    branch: Name,
    output: SaveOutput,
    as_json: AsJson = False,
    force: Force = False,
) -> None:
    """Write a branch as a saved match of its own, for play, replay and verify.

    Examples::

        navalcore branch save what_if.json bold -o bold.jsonl
        navalcore replay bold.jsonl
    """
    check_outputs(output, force=force, inputs=[tree], as_json=as_json)
    found = Branches.read(tree)
    branch = nearest(branch, found.names)
    write_file(output, "\n".join(found[branch].lines) + "\n")
    if output == STANDARD:
        return
    told = {"game": found.game_id, "branch": branch, "choices": found[branch].choices} | written(output)
    settings_of(context).out.done(as_json, told, (f"{output}: the match of branch {branch}", "good"))


def compare(
    context: typer.Context,
    tree: TreeFile,
    branch: Annotated[
        list[str] | None, argument("[BRANCH...]", "Which branches; the first is compared with each of the others.")
    ] = None,
    matches: Annotated[int, how_many("-n --matches N", "How many continuations of each.")] = 100,
    bot: BotPairs = None,
    seed: Annotated[str, option("--seed N", "The seed of the continuations.")] = "0",
    role: Annotated[str | None, option("--role R", "Imagine again what this role does not know.")] = None,
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Let bots play the rest of each branch many times, on the same seeds, and compare who wins.

    Examples::

        navalcore branch compare what_if.json
        navalcore branch compare what_if.json main bold -n 500 --role uboat
    """
    found = _Tree(context, tree)
    out, names = found.out, [found.meant(name) for name in branch or found.branches.names]
    if role is not None:
        role = role_option(role, found.game.roles, found.game, "leave it out to imagine nothing again")
    with progress_bar("continuations", matches * len(names), rate=True) as progress:
        compared = compare_branches(
            found.branches, names, matches=matches, seed=seed, as_seen_by=role, jobs=jobs, progress=progress,
            plugins=found.settings.plugins, bots=bots_everywhere(bot, found.game, found.settings.plugins),
        )  # fmt: skip
    if as_json:
        out.document({"branches": compared})
        return
    out.title(f"The rest of each branch, {matches} times")
    for winner in found.game.roles:
        out.line()
        header = [f"{found.game.role_title(winner)} wins", "share", "95 % interval", f"against {names[0]}"]
        out.table([*header, "mean length"], [_row(name, summed, winner) for name, summed in compared.items()])
    scores = list(dict.fromkeys(score for summed in compared.values() for score in summed["scores"]))
    if scores:
        out.line()
        out.table(["mean score", *scores], [[name, *_means(known, scores)] for name, known in compared.items()])


def _means(summed: dict[str, Any], scores: list[str]) -> list[str]:
    known = summed["scores"]
    return [f"{known[score]['mean']:.2f}" if score in known else "" for score in scores]


def _row(name: str, summed: dict[str, Any], role: str) -> list[str]:
    wins, against = summed["wins"][role], summed["against"][role]
    return [
        name,
        f"{wins['share']:.1%}",
        f"{wins['low']:.1%} to {wins['high']:.1%}",
        f"{100 * against['difference']:+.1f} ({100 * against['low']:+.1f} to {100 * against['high']:+.1f})",
        f"{summed['length']['mean']:.1f}",
    ]


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
    return f"{match.game.role_title(decision.role)}: {decision.prompt}"


COMMANDS: dict[str, Callable[..., None]] = {
    "start": start,
    "new": new,
    "list": list_branches,
    "play": play,
    "comment": comment,
    "compare": compare,
    "save": save,
}
