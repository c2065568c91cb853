"""A standard evaluation: a bot or policy on fixed deals against every level, in every role, and in the miniatures."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from navalcore._match.match import AnyGame
from navalcore._saves.journal import write_whole
from navalcore.bots import LEVELS, bot_names, bot_print, make_bot
from navalcore.bots._makers import policy_file
from navalcore.components._chance import SeededChance
from navalcore.components._model_errors import in_words
from navalcore.errors import BadData
from navalcore.learn._actions import ActionSpace
from navalcore.learn._exploitability import exploitability, mixture_of_bots
from navalcore.learn._games import GameOrId, game_of
from navalcore.learn._miniature import miniatures
from navalcore.learn._policy import Policy, digest_of, observations_digest
from navalcore.odds import share_interval
from navalcore.study import Plan, simulate

PROTOCOL: Final = 1
"""It rises when the deals, the bots' chance or what is counted change; only figures of one protocol are compared."""
DEALS: Final = 100
TIMES: Final = 50
"""How often a bot that uses chance is asked the same in a miniature."""
DICE: Final = "the dice"
"""Against whom a game of one player is played."""


@dataclass(frozen=True)
class SeatTally:
    """The matches of one role against one opponent."""

    player: str
    """Whose matches are counted."""
    against: str
    """The bot of all other roles; ``the dice`` where there is one player."""
    role: str
    """The role."""
    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        """The share of the decided matches that were won; 0 if none was decided."""
        decided = self.won + self.lost
        return self.won / decided if decided else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return share_interval(self.won, self.won + self.lost)

    @classmethod
    def added(cls, tallies: Sequence[SeatTally]) -> SeatTally:
        """The sum of ``tallies``, one at least, as the role ``all``.

        Raises:
            BadData: there is none.
        """
        if not tallies:
            raise BadData("one tally at least is added up")
        won, drawn, lost = (sum(getattr(each, name) for each in tallies) for name in ("won", "drawn", "lost"))
        return cls(tallies[0].player, tallies[0].against, "all", won, drawn, lost)


@dataclass(frozen=True)
class Evaluation:
    """The findings of a standard evaluation. The same player, protocol and deals give the same figures everywhere."""

    game: str
    """The id of the game."""
    rules: str
    """The version of its rules."""
    actions: str
    """The digest of its action table."""
    observations: str
    """The digest of its encoder's entries; "" if no array can be made of its views."""
    player: str
    """The name of the bot, or of the file of the policy; ``search:60:my_policy.zip`` for a search by one."""
    player_print: str
    """Its fingerprint (:func:`navalcore.bots.bot_print`)."""
    deals: int
    """How many deals each opponent was met on, once in each role."""
    results: tuple[SeatTally, ...]
    """The matches, by opponent and role."""
    exploitability: Mapping[str, float] = field(default_factory=dict)
    """By miniature how far the player is from a solution."""
    protocol: int = PROTOCOL

    def by_opponent(self) -> dict[str, list[SeatTally]]:
        """The tallies by opponent; where there is one player, by the bot that played."""
        found: dict[str, list[SeatTally]] = {}
        for each in self.results:
            found.setdefault(each.player if each.against == DICE else each.against, []).append(each)
        return found

    def to_json(self) -> dict[str, Any]:
        """As JSON-ready data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> Evaluation:
        """The evaluation that :meth:`to_json` made ``data`` of.

        Raises:
            BadData: it is something else, or its figures do not fit each other.
        """
        try:
            made = _EVALUATION.validate_python(data)
        except ValidationError as error:
            raise BadData(f"an evaluation is wrong at {in_words(error)}") from None
        made._check()
        return made

    def _check(self) -> None:
        for each in self.results:
            if min(each.won, each.drawn, each.lost) < 0 or each.won + each.drawn + each.lost != self.deals:
                raise BadData(f"{each.player} as {each.role} against {each.against}: the matches are not {self.deals}")
        if not self.results:
            raise BadData("an evaluation needs at least one match")


_EVALUATION: Final = TypeAdapter(Evaluation)


def evaluate(
    player: str,
    game: GameOrId | None = None,
    *,
    against: Sequence[str] = (),
    deals: int = DEALS,
    jobs: int = 1,
    in_miniatures: bool = True,
    plugins: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """Play a bot or a trained policy on fixed deals against each level of a game, once in each role. It is also asked
    at every information state of the game's quick miniatures, to find how far it is from a solution.

    Args:
        player: the name of a bot, or the file of a policy (``*.zip``), which knows its game; also of a search by one.
        game: the game or its id; needed for the name of a bot.
        against: other opponents than ``random`` and the game's levels.
        deals: how many deals.
        jobs: worker processes; 1 plays in this one.
        in_miniatures: whether the miniatures are laid out, too.
        plugins: modules of plug-ins with further bots.
        progress: called with the number of matches done and of all.

    Raises:
        BadData: no game is named, or fewer than one deal. UnknownGame, UnknownName: no such game or bot.
    """
    if game is None:
        if not (file := policy_file(player)):
            raise BadData(f"name the game that '{player}' is to play; only the file of a policy knows its own")
        game = Policy.load(file).game
    game = game_of(game)
    opponents = tuple(against) or tuple(name for name in ("random", *LEVELS) if name in bot_names(game))
    plans = _plans(game, player, opponents, tuple(plugins))
    results = []
    for number, (tally, plan) in enumerate(plans):
        done = None if progress is None else lambda count, at=number: progress(at * deals + count, len(plans) * deals)
        records = simulate(plan, deals, jobs=jobs, progress=done)
        won = sum(each.winner == tally.role for each in records)
        drawn = 0 if tally.against == DICE else sum(each.winner is None for each in records)
        results.append(replace(tally, won=won, drawn=drawn, lost=deals - won - drawn))
    space = ActionSpace(game)
    return Evaluation(
        game.id,
        game.version,
        digest_of(space.keys or (f"{space.n} hashed",)),
        observations_digest(game),
        _name_of(player),
        bot_print(game, player, plugins),
        deals,
        tuple(results),
        _in_miniatures(game, player, plugins) if in_miniatures else {},
    )


def _plans(
    game: AnyGame, player: str, opponents: Sequence[str], plugins: tuple[str, ...]
) -> list[tuple[SeatTally, Plan]]:
    """The matches to be played: the same deals for every role and opponent."""
    seated = [each.role for each in game.seats() if each.taken_by == "person"]
    name = _name_of(player)

    def plan_of(bots: Mapping[str, str]) -> Plan:
        return Plan(game.id, bots=bots, seed=f"evaluate {PROTOCOL}", plugins=plugins)

    if len(seated) == 1:
        others = [(name, player), *((each, each) for each in opponents if each != player)]
        return [(SeatTally(each, DICE, seated[0], 0, 0, 0), plan_of({seated[0]: bot})) for each, bot in others]
    plans = []
    for other in opponents:
        for role in seated:
            bots = {**dict.fromkeys(seated, other), role: player}
            plans.append((SeatTally(name, other, role, 0, 0, 0), plan_of(bots)))
    return plans


def _name_of(player: str) -> str:
    """The name of a bot, and that of the file of a policy without its folder."""
    file = policy_file(player)
    return player.removesuffix(file) + Path(file).name if file else player


def _in_miniatures(game: AnyGame, player: str, plugins: Sequence[str]) -> dict[str, float]:
    found = {}
    for name, miniature in miniatures(game).items():
        if miniature.quick:
            tree = miniature.tree()
            chance = SeededChance.from_seed(f"evaluate {PROTOCOL}")
            bots = {role: make_bot(game, role, player, chance.stream(role), plugins) for role in tree.roles}
            times = 1 if player == policy_file(player) else TIMES
            found[name] = round(exploitability(tree, mixture_of_bots(tree, bots, times)), 6)
    return found


# ---- leaderboards ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LeaderboardEntry:
    """A line of a leaderboard: an evaluation, whose it is, and where to find what was evaluated."""

    by: str
    """Who made the player."""
    date: str
    """The day of the evaluation, such as 2026-11-26."""
    source: str
    """Where the player is found: a file next to the leaderboard, an address, or the name of a bot of the game."""
    evaluation: Evaluation


_ENTRIES: Final = TypeAdapter(list[LeaderboardEntry])
LEADERBOARD: Final = "navalcore_leaderboard"


def read_leaderboard(path: str | Path) -> list[LeaderboardEntry]:
    """The entries of the leaderboard ``path``: a JSON file to which others can add. All are checked: the figures of
    each fit each other, and no player is there twice for one game and protocol.

    Raises:
        BadData: the file cannot be read, or an entry is wrong; says which.
    """
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        entries = _ENTRIES.validate_python(data["entries"])
        if data[LEADERBOARD] != PROTOCOL:
            raise BadData(f"{path}: is of protocol {data[LEADERBOARD]}; this version has {PROTOCOL}")
    except ValidationError as error:
        raise BadData(f"{path}: entry {in_words(error)}") from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadData(f"{path} is not a leaderboard: {error}") from None
    known: set[tuple[str, str, str]] = set()
    for number, each in enumerate(entries, start=1):
        found = each.evaluation
        try:
            found._check()
            if not (each.by.strip() and each.source.strip()):
                raise BadData("it does not say whose it is, or where the player is found")
            if (key := _key(each)) in known:
                raise BadData(f"{found.player} of {each.by} is listed twice; leave one out")
        except BadData as error:
            raise BadData(f"{path}: entry {number} ({found.player}): {error}") from None
        known.add(key)
    return entries


def write_leaderboard(path: str | Path, entries: Sequence[LeaderboardEntry]) -> None:
    """Write ``entries`` to the leaderboard ``path``, by game and by the share that each player won, the best first.

    Raises:
        BadData: the file cannot be written.
    """

    def rank(entry: LeaderboardEntry) -> tuple[str, float, str]:
        found = entry.evaluation
        own = [each for each in found.results if each.player == found.player]
        return found.game, -SeatTally.added(own).share, found.player

    told = {LEADERBOARD: PROTOCOL, "entries": [asdict(each) for each in sorted(entries, key=rank)]}
    write_whole(Path(path), json.dumps(told, indent=1, ensure_ascii=False) + "\n")


def add_to_leaderboard(path: str | Path, entry: LeaderboardEntry) -> None:
    """Add ``entry`` to the leaderboard in the file ``path``, or begin one; it replaces that of the same person for the
    same player and game.

    Raises:
        BadData: the file is not a leaderboard, or cannot be written.
    """
    there = read_leaderboard(path) if Path(path).exists() else []
    write_leaderboard(path, [*(each for each in there if _key(each) != _key(entry)), entry])


def _key(entry: LeaderboardEntry) -> tuple[str, str, str]:
    return entry.evaluation.game, entry.evaluation.player, entry.by
