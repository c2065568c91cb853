"""Branches: what might have happened in a saved match, kept as a tree of named lines of play in one file."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from navalcore._match.installed import load
from navalcore._match.loading import load_match
from navalcore._match.match import AnyMatch, Game, Match
from navalcore._misfits import told_in_methods, told_when_made
from navalcore._saves.entries import ChoiceEntry
from navalcore._saves.files import LARGEST_SAVE, NO_STAMP, SaveFile, SaveReader, path_of
from navalcore._saves.journal import write_whole
from navalcore._saves.locks import FileLock
from navalcore.bots import make_bots, play_out
from navalcore.components._chance import SeededChance
from navalcore.components._model_errors import in_words, quoted
from navalcore.components._reading import read_file
from navalcore.components._sentences import counted
from navalcore.errors import BadData, InUse, UnknownName
from navalcore.odds._statistics import difference_interval
from navalcore.study._plan import Plan
from navalcore.study._records import SimulatedMatch
from navalcore.study._simulate import in_batches, record_of
from navalcore.study._summary import summary

MAIN: Final = "main"
"""The name of the branch a tree begins with."""
FORMAT: Final = 1
PATIENCE: Final = 10
"""Seconds to wait for another program that is changing a tree."""
_NAME = re.compile(r"[\w.-]{1,60}")


@told_when_made
@dataclass(frozen=True, slots=True)
class Branch:
    """One line of play."""

    name: str
    """Its name."""
    parent: str | None
    """The branch it was forked from; None for the first."""
    comment: str
    """A comment on it."""
    lines: tuple[str, ...]
    """Its whole match, as the lines of a save file."""

    def __post_init__(self) -> None:
        if not isinstance(self.comment, str):
            raise BadData(f"the comment on branch {self.name} should be text, not {quoted(self.comment)}")

    @property
    def choices(self) -> int:
        """The number of choices made in it."""
        return _choices(self.lines)


@told_in_methods
class Branches:
    """A tree of branches, the first of which is a match that was saved.

    Every branch is a whole match and can be played on by itself. In the file each holds only what it does not share
    with its parent, and its own chain of digests, so loading one (:meth:`match`) verifies it like any save.

    Args:
        branches: the branches, each after its parent; one at least.

    Raises:
        BadData: there is no branch.
    """

    def __init__(self, branches: Sequence[Branch]) -> None:
        if not branches:
            raise BadData("a tree has one branch at least, which Branches.begin makes of a match")
        self._branches = {branch.name: branch for branch in branches}

    @classmethod
    def begin(cls, save: AnyMatch | str | Path, comment: str = "") -> Branches:
        """Begin a tree with one branch, ``main``.

        Args:
            save: the match, or the file it was saved in.
            comment: a comment on the branch.

        Raises:
            BadData, DamagedTape: the file cannot be read, or was changed; the match cannot be saved.
        """
        lines = _saved(save) if isinstance(save, Match) else _saved(load_match(save))
        return cls([Branch(MAIN, None, comment, lines)])

    @classmethod
    def read(cls, path: str | Path) -> Branches:
        """Read a tree from the file ``path``.

        Raises:
            BadData: the file cannot be read, is not a tree of branches, or was changed; names the branch.
        """
        path = path_of(path)
        try:
            document = _Document.model_validate_json(read_file(path, LARGEST_SAVE))
        except ValidationError as error:
            why = f"{in_words(error)}; navalcore branch start makes a tree of a saved match"
            raise BadData(f"{path}: is not a tree of branches: {why}") from None
        if document.navalcore_branches != FORMAT:
            raise BadData(f"{path}: has format {document.navalcore_branches} of trees; this version reads {FORMAT}")
        return cls(list(_unpacked(document.branches, path).values()))

    @classmethod
    @contextmanager
    def edit(cls, path: str | Path) -> Iterator[Branches]:
        """Read a tree from the file ``path``, and write it if the block ends without an error. Who else edits it so
        waits for that, so that nothing is lost::

            with Branches.edit("what_if.json") as branches:
                branches.fork("main", "bold", at=12)

        Raises:
            BadData: the file cannot be read or written, is not a tree of branches, or was changed.
            InUse: another program has been editing it for ten seconds.
        """
        path = path_of(path)
        until = monotonic() + PATIENCE
        while True:
            try:
                lock = FileLock(path)
                break
            except InUse:
                if monotonic() > until:
                    raise
                sleep(0.02)
        try:
            branches = cls.read(path)
            yield branches
            branches.write(path)
        finally:
            lock.release()

    def write(self, path: str | Path) -> None:
        """Write the tree to the file ``path``, replacing it whole or not at all.

        Raises:
            BadData: it cannot be written.
        """
        branches = []
        for branch in self._branches.values():
            shared = _shared(branch.lines, self._branches[branch.parent].lines) if branch.parent else 0
            branches.append(
                {
                    "name": branch.name,
                    "parent": branch.parent,
                    "comment": branch.comment,
                    "shared": shared,
                    "lines": branch.lines[shared:],
                }
            )
        document = {"navalcore_branches": FORMAT, "branches": branches}
        write_whole(path_of(path), json.dumps(document, ensure_ascii=False, indent=1) + "\n")

    @property
    def game_id(self) -> str:
        """The id of the game that is played."""
        return str(json.loads(next(iter(self._branches.values())).lines[0])["game"])

    @property
    def names(self) -> list[str]:
        """The names of the branches, each after its parent."""
        return list(self._branches)

    def __getitem__(self, name: str) -> Branch:
        """A branch by name.

        Raises:
            UnknownName: there is none of that name; lists those there are.
        """
        if name not in self._branches:
            raise UnknownName(f"there is no branch '{name}'; there are {', '.join(self._branches)}")
        return self._branches[name]

    def parts_at(self, name: str) -> int:
        """The number of choices after which the branch ``name`` parts from its parent; 0 for the first branch.

        Raises:
            UnknownName: there is no such branch.
        """
        branch = self[name]
        if branch.parent is None:
            return 0
        return _choices(branch.lines[: _shared(branch.lines, self[branch.parent].lines)])

    def children(self, name: str | None) -> list[str]:
        """The branches forked from the branch ``name`` (None: the first one), in the order they were made."""
        return [branch.name for branch in self._branches.values() if branch.parent == name]

    def match(self, name: str, game: Game[Any, Any, Any] | None = None, **arguments: Any) -> AnyMatch:
        """The match of a branch where it is, every entry of it verified.

        Args:
            name: the branch.
            game: its game; looked up among the installed ones if left out.
            arguments: ``to`` and ``on_event`` of :func:`navalcore.load_match`.

        Raises:
            UnknownName: there is no such branch.
            DamagedTape, Diverged, IncompatibleSave: as :func:`navalcore.load_match` does.
        """
        return match_of_lines(self[name].lines, f"branch {name}", game, **arguments)

    def fork(
        self,
        parent: str,
        name: str,
        *,
        at: int | None = None,
        seed: int | str | None = None,
        comment: str = "",
        game: Game[Any, Any, Any] | None = None,
    ) -> Branch:
        """Make a branch that leaves its parent after ``at`` choices.

        Args:
            parent: the branch it leaves.
            name: its name: letters, digits, ``.``, ``-`` and ``_``.
            at: how many of the parent's choices it keeps; all of them if left out.
            seed: let chance go its own way from there; without it the same dice come as in the parent.
            comment: a comment on it.
            game: the game, if it is not installed.

        Raises:
            BadData: the name is taken or no name; the parent has no such choice; chance cannot be given a seed there.
            UnknownName: there is no such parent.
        """
        if not _NAME.fullmatch(name):
            raise BadData(f"'{name}' is not a name for a branch: use letters, digits, dots, dashes and underscores")
        if name in self._branches:
            raise BadData(f"there is a branch '{name}' already: choose another name")
        made = self[parent].choices
        if at is not None and not 0 <= at <= made:
            choices = counted(made, "choice")
            raise BadData(f"branch {parent} has {choices}: it can be left after 0 to {made} of them, not after {at}")
        match = self.match(parent, game, to=at)
        if seed is not None:
            match.reseed(seed)
        self._branches[name] = Branch(name, parent, comment, _saved(match))
        return self._branches[name]

    def keep(self, name: str, match: AnyMatch) -> Branch:
        """Let the branch ``name`` be what ``match`` has become since it was taken from there: played on, or taken back.

        Raises:
            UnknownName: there is no such branch.
            BadData: the match began otherwise.
        """
        branch, lines = self[name], _saved(match)
        if lines[0] != branch.lines[0]:
            raise BadData(
                f"branch {name} holds a match with another beginning (game, scenario, options or seed); keep this one "
                "in a tree of its own"
            )
        self._branches[name] = replace(branch, lines=lines)
        return self._branches[name]

    def comment(self, name: str, text: str) -> Branch:
        """Replace the comment on the branch ``name`` by ``text``, and return the branch.

        Raises:
            UnknownName: there is no such branch.
        """
        self._branches[name] = replace(self[name], comment=text)
        return self._branches[name]

    def save(self, name: str, path: str | Path) -> None:
        """Write the branch ``name`` to the file ``path`` as a saved match of its own, for ``navalcore replay`` and
        everything else that reads saves.

        Raises:
            UnknownName: there is no such branch.
            BadData: the file cannot be written.
        """
        write_whole(path_of(path), "\n".join(self[name].lines) + "\n")


class _Packed(BaseModel):
    """A branch as it is in the file: how many lines it shares with its parent, and its own."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str
    parent: str | None
    comment: str
    shared: int
    lines: list[str]


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    navalcore_branches: int
    branches: list[_Packed]


def _unpacked(packed: Sequence[_Packed], path: Path) -> dict[str, Branch]:
    found: dict[str, Branch] = {}
    for each in packed:
        where = f"{path}, branch {each.name}"
        if not _NAME.fullmatch(each.name) or each.name in found:
            raise BadData(f"{where}: is not a name, or comes twice")
        if (each.parent is None) != (not found):
            raise BadData(f"{where}: the first branch, and no other, has no parent")
        if each.parent is not None and each.parent not in found:
            raise BadData(f"{where}: its parent '{each.parent}' does not come before it")
        kept = found[each.parent].lines if each.parent is not None else ()
        if not min(1, len(kept)) <= each.shared <= len(kept):
            raise BadData(f"{where}: shares {each.shared} lines with its parent, not 1 to {len(kept)}")
        branch = Branch(each.name, each.parent, each.comment, (*kept[: each.shared], *each.lines))
        _read(branch.lines, where)
        found[each.name] = branch
    if not found:
        raise BadData(f"{path}: holds no branch")
    return found


def _read(lines: Sequence[str], what: str) -> SaveFile:
    """A save from its lines, its digests checked; ``what`` names it in errors."""
    return SaveReader.read(("\n".join(lines) + "\n").encode(), Path(what), NO_STAMP)


def match_of_lines(
    lines: Sequence[str], what: str, game: Game[Any, Any, Any] | None = None, **arguments: Any
) -> AnyMatch:
    """A match from the lines of a save; ``what`` names it in errors."""
    return load_match(_read(lines, what), game, **arguments)


def _saved(match: AnyMatch) -> tuple[str, ...]:
    return tuple(match.dumps().splitlines())


def _shared(lines: Sequence[str], others: Sequence[str]) -> int:
    """How many lines two matches have in common at their beginning."""
    for place, (one, other) in enumerate(zip(lines, others, strict=False)):
        if one != other:
            return place
    return min(len(lines), len(others))


def _choices(lines: Sequence[str]) -> int:
    return sum(line.startswith(f'{{"kind":"{ChoiceEntry.model_fields["kind"].default}"') for line in lines)


@dataclass(frozen=True)
class Continuation:
    """How the rest of a match is played."""

    plan: Plan
    """Whose bots play it, and the seed that the seeds of all continuations come from."""
    lines: tuple[str, ...]
    """The match so far, as the lines of a save."""
    as_seen_by: str | None = None
    """Things that this role does not know are imagined again every time; None keeps everything as it is."""


def play_rest(rest: Continuation, numbers: Iterable[int]) -> list[SimulatedMatch]:
    """Play the rest of a match once for each number; what a worker does."""
    plan = rest.plan
    game = load(plan.game, plan.plugins)
    match = match_of_lines(rest.lines, "the branch", game)
    played = []
    for number in numbers:
        seed = SeededChance.from_seed(plan.seed).stream(f"rest {number}").state[0][:16]
        future = match
        if not match.over:
            future = match.fork(seed=seed, as_seen_by=rest.as_seen_by)
            play_out(future, make_bots(game, plan.bots, f"bots {seed}", plan.plugins))
        played.append(record_of(future, number, seed))
    return played


def compare_branches(
    tree: Branches,
    names: Sequence[str] = (),
    *,
    matches: int = 100,
    bots: Mapping[str, str] | None = None,
    seed: int | str = "0",
    as_seen_by: str | None = None,
    plugins: tuple[str, ...] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, dict[str, Any]]:
    """Play the rest of each branch with bots, many times, and sum up; JSON-ready.

    The continuations of all branches are played on the same seeds, and each branch is compared with the first of them.

    Args:
        tree: the branches.
        names: which, first the one that the others are compared with; all if left out.
        matches: how often the rest of each is played.
        bots: bot by role; the default bot where left out.
        seed: where the chance of the continuations comes from.
        as_seen_by: imagine again, each time, what this role does not know; otherwise everything hidden stays as it is.
        plugins: modules of further plug-ins.
        jobs: worker processes; 1 plays in this one. Not used with an executor.
        executor: an executor that plays them instead.
        progress: called with the number of matches done so far.

    Returns:
        By branch what :func:`~navalcore.study.summary` says, and under ``"against"`` by role the mean
        difference of wins to the first branch, with the ends of its 95 % interval.

    Raises:
        BadData: fewer than one match or job; a person's roll is still to come.
        UnknownName: no such branch, role or bot.
        RuleError: a match failed.
    """
    if matches < 1 or jobs < 1:
        raise BadData(f"at least one match and one job are needed, not {matches} and {jobs}")
    chosen = list(dict.fromkeys(names)) or tree.names
    game = load(tree.game_id, plugins)
    if as_seen_by is not None:
        game.check_imagining(as_seen_by)
    plans = {name: _plan_of(tree.match(name, game), bots or {}, str(seed), plugins) for name in chosen}
    records: dict[str, list[SimulatedMatch]] = {}
    for name in chosen:
        rest = partial(play_rest, Continuation(plans[name], tree[name].lines, as_seen_by))
        played: list[SimulatedMatch] = []
        for batch in in_batches(rest, range(matches), jobs=jobs, executor=executor):
            played += batch
            if progress is not None:
                progress(sum(map(len, records.values())) + len(played))
        records[name] = sorted(played, key=lambda record: record.number)
    return {
        name: summary(plans[name], records[name], game.roles)
        | {"against": {role: _difference(records[name], records[chosen[0]], role) for role in game.roles}}
        for name in chosen
    }


def _plan_of(match: AnyMatch, bots: Mapping[str, str], seed: str, plugins: tuple[str, ...]) -> Plan:
    """How the rest of a match is played: by its own scenario and options."""
    setup = match.setup
    options = setup.options.model_dump(mode="json", exclude_unset=True)
    return Plan(match.game.id, setup.scenario.id, options, bots, seed, plugins).filled()


def _difference(records: Sequence[SimulatedMatch], others: Sequence[SimulatedMatch], role: str) -> dict[str, float]:
    if records is others:
        return {"difference": 0, "low": 0, "high": 0}
    gains = Counter((one.winner == role) - (other.winner == role) for one, other in zip(records, others, strict=True))
    low, high = difference_interval(gains[1], gains[-1], len(records))
    return {"difference": (gains[1] - gains[-1]) / len(records), "low": low, "high": high}
