"""Bots: what answers decisions instead of a person. A bot is given a view and a decision, never the state."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Mapping, Sequence
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from navalcore._face.face import Face, face_of
from navalcore._match.match import Game, Match
from navalcore._misfits import fault_of
from navalcore._play.seating import bot_of
from navalcore._plugins.discovery import discover
from navalcore._plugins.manifest import BotManifest, resolve
from navalcore._rules.decision import CHANCE, Decision
from navalcore._rules.terms import View
from navalcore._rules.wrong_questions import asks_nobody
from navalcore._version import VERSION
from navalcore.bots._bot import Bot, BotMaker, ImaginingBot, RandomBot
from navalcore.bots._imagination import Imagination
from navalcore.bots._levels import LEVELS, levels_of
from navalcore.bots._search import SearchBot, search_maker
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData, BrokenPlugin, NavalCoreError, UnknownName

POLICIES: Final = "navalcore.learn._policy:policy_maker"
"""Makes bots of the files of trained policies; it needs NumPy, so it is imported when it is first wanted."""


def _random(role: str, chance: SeededChance) -> Bot[Any]:  # noqa: ARG001 - every bot is made like this
    return RandomBot(chance)


def bot_makers(game: Game[Any, Any, Any], plugins: Sequence[str] = ()) -> dict[str, BotMaker]:
    """The makers of a game's bots by name: its own (or a search by its estimate), the levels, those of plug-ins."""
    offered: dict[str, Any] = dict(discover(plugins).bots_of(game.id.partition(":")[0]))
    face = face_of(game)
    own = face.bots()
    levels = levels_of(own)
    estimates = type(face).evaluate is not Face.evaluate
    first = {name: own[name] for name in own if name not in LEVELS}
    if not first:
        first = {"standard": levels["standard"]} if estimates and not own else {"random": _random}
    return {**first, **levels, "random": _random, "search": SearchBot, **offered}


def bot_names(game: Game[Any, Any, Any], plugins: Sequence[str] = ()) -> list[str]:
    """The names of the bots that can play a game, the default one first: its own, one for each level, ``random``,
    ``search``, and those that plug-ins offer for it (``navalcore_bots``).

    Args:
        game: the game.
        plugins: modules of further plug-ins to look in.
    """
    return list(bot_makers(game, plugins))


def bot_maker(game: Game[Any, Any, Any], name: str | None, plugins: Sequence[str] = ()) -> object:
    """A function that makes a bot of that name (None: the game's default one), see :func:`make_bot`."""
    if name is not None and name.startswith("search:"):
        budget, _, policy = name.removeprefix("search:").partition(":")
        return search_maker(budget, policy_of(game, policy) if policy else None)
    if name is not None and name.endswith(".zip"):
        return policy_of(game, name)
    makers = bot_makers(game, plugins)
    name = name or next(iter(makers))
    if name not in makers:
        raise UnknownName(f"{game.id} has no bot '{name}'; it has {', '.join(makers)}")
    return makers[name]


def policy_of(game: Game[Any, Any, Any], file: str) -> BotMaker:
    """A function that makes bots of the file of a trained policy; BrokenPlugin without NumPy, BadData if it is none."""
    if find_spec("numpy") is None:
        raise BrokenPlugin(f"the bot of a policy ({file}) needs NumPy: pip install 'navalcore[learn]'")
    maker: BotMaker = resolve(POLICIES)(game, file)
    return maker


def bot_print(game: Game[Any, Any, Any], name: str, plugins: Sequence[str] = ()) -> str:
    """A fingerprint of the bot of that name. For the file of a policy it is the digest of the file. For another bot it
    is the version of navalcore and the digest of the code of its game or plug-in; for a search by a policy it is both.
    So two bots of one name are distinct.

    Args:
        game: the game that it plays.
        name: its name, as for :func:`make_bot`.
        plugins: modules of further plug-ins to look for it in.

    Raises:
        UnknownName: the game has no such bot. BadData: the file of a policy cannot be read.
    """
    maker = bot_maker(game, name, plugins)
    policy = policy_file(name)
    said = blake2b(digest_size=8)
    if policy:
        said.update(Path(policy).read_bytes())
    if policy != name:
        offered = discover(plugins).bots_of(game.id.partition(":")[0]).get(name)
        files = [*_game_code(game), *(_plugin_code(maker) if maker is offered else _module_code(maker))]
        for file in files:
            said.update(file.read_bytes())
    return f"{'policy' if policy else VERSION} {said.hexdigest()}"


def policy_file(name: str) -> str:
    """The file of the policy that the bot of that name plays or searches by; empty if there is none."""
    file = name.removeprefix("search:").partition(":")[2] if name.startswith("search:") else name
    return file if file.endswith(".zip") else ""


def _code_in(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def _game_code(game: Game[Any, Any, Any]) -> list[Path]:
    """All of a game's package; of a game that is a module, its file alone: its folder may hold other programs."""
    module = sys.modules[type(game).__module__]
    return _code_in(game.folder) if module.__package__ else _module_code(type(game))


def _module_code(maker: object) -> list[Path]:
    """The file of the module that holds a function or class."""
    file = getattr(sys.modules.get(getattr(maker, "__module__", "")), "__file__", None)
    return [Path(file)] if file else []


def _plugin_code(maker: object) -> list[Path]:
    """All of the package in which the bot of a plug-in is, since any of it may have a part in its choices."""
    where = maker.bot if isinstance(maker, BotManifest) else getattr(maker, "__module__", "")
    package = where.partition(":")[0].partition(".")[0]
    spec = find_spec(package) if package else None
    if spec is None or not spec.submodule_search_locations:
        return [Path(spec.origin)] if spec is not None and spec.has_location and spec.origin else []
    return [file for folder in spec.submodule_search_locations for file in _code_in(Path(folder))]


def make_bot(
    game: Game[Any, Any, Any], role: str, name: str | None, chance: SeededChance, plugins: Sequence[str] = ()
) -> Bot[Any]:
    """A bot by name (None: the game's default one). ``search`` may be given its budget for a decision:
    ``search:0.5s``, or ``search:300`` for so many playouts. A name that ends in ``.zip`` is the file of a trained
    policy, and ``search:300:policy.zip`` searches by one. The policy plays on in the playouts, and judges where they
    end if it has learned to (:meth:`Bot.evaluate`).

    Args:
        game: the game that it plays.
        role: the role that it plays.
        name: its name.
        chance: the source of its chance.
        plugins: modules of further plug-ins to look for bots in.

    Raises:
        BadData: ``search`` with something else for a budget.
        UnknownName: the game has no such bot or role; lists those there are.
        BrokenPlugin: a plug-in's bot is none, or cannot be made.
    """
    game.check_player(role)
    maker = bot_maker(game, name, plugins)
    name = name or bot_names(game, plugins)[0]
    try:
        bot = maker(role, chance) if callable(maker) else maker
    except Exception as error:
        called = f"the bot '{name}' cannot be made with its role and a source of chance"
        raise BrokenPlugin(f"{called}: {fault_of(error)}") from error
    if not isinstance(bot, Bot):
        raise BrokenPlugin(
            f"the bot '{name}' of a plug-in is a {type(bot).__name__}, which is not a navalcore.bots.Bot"
        )
    return bot


def check_bots(game: Game[Any, Any, Any], names: Mapping[str, str], plugins: Sequence[str] = ()) -> None:
    """Refuse wrong names of roles and bots, with the errors of :func:`make_bot`, before a bot is made.

    >>> import navalcore as nc
    >>> from navalcore.bots import check_bots
    >>> check_bots(nc.load("uboat_cards"), {"convoy": "random"})

    Args:
        game: the game.
        names: the names of the bots, by role.
        plugins: modules of further plug-ins to look for bots in.
    """
    for role, name in names.items():
        game.check_player(role)
        bot_maker(game, name, plugins)


def make_bots(
    game: Game[Any, Any, Any],
    names: Mapping[str, str | None] | None = None,
    seed: int | str | None = None,
    plugins: Sequence[str] = (),
) -> dict[str, Bot[Any]]:
    """Bots for the roles that are named, or for every role, with streams of chance of their own.

    Args:
        game: the game.
        names: a bot's name by role (None: the game's default one); other roles get no bot. Left out: the default bot
            for every role.
        seed: the seed of their chance; the same seed gives bots that choose the same. Left out: a fresh unguessable
            one.
        plugins: modules of further plug-ins to look for bots in.

    Raises:
        UnknownName: no such role or bot.
    """
    named: Mapping[str, str | None] = dict.fromkeys(game.roles) if names is None else names
    for role in named:
        game.check_player(role)
    stream = SeededChance.from_seed(token_hex(16) if seed is None else seed)
    return {
        role: make_bot(game, role, named[role], stream.stream(role), plugins) for role in game.roles if role in named
    }


_NOTHING_SEEN = View()


def seat(match: Match[Any, Any, Any], bots: Mapping[str, Bot[Any]]) -> None:
    """Seat bots at a match: those that imagine what they do not see are lent what their role may imagine of it.

    Args:
        match: the match.
        bots: the bots by role; the other roles are left as they are.
    """
    for role, bot in bots.items():
        if isinstance(bot, ImaginingBot):
            bot.imagination = Imagination(match, role)


def broken_bot(bot: Bot[Any], decision: Decision, error: Exception) -> NavalCoreError:
    """The error to raise where a bot has raised: errors of the library as they are, others as a fault of that bot.

    Args:
        bot: the bot.
        decision: the question that it was asked.
        error: the exception that it raised.
    """
    if isinstance(error, NavalCoreError):
        return error
    name = f"{type(bot).__module__}.{type(bot).__qualname__}"
    return BrokenPlugin(f"bot {name} of {decision.role} failed on '{decision.prompt}': {fault_of(error)}")


def answer_of(bot: Bot[Any], match: Match[Any, Any, Any], decision: Decision) -> object:
    """The answer of a bot to a decision of its role; raises what :func:`broken_bot` makes of its errors."""
    view = match.game.view(match.state, decision.role, match.setup.terms) if bot.needs_view else _NOTHING_SEEN
    try:
        return bot.decide(view, decision.bare())
    except Exception as error:
        raise broken_bot(bot, decision, error) from error


def next_for(match: Match[Any, Any, Any], roles: Container[str]) -> Decision | None:
    """The first of the decisions open now that belongs to one of the roles: no role waits for another."""
    first = match.decision
    if first is None or first.role in roles:
        return first
    return next((decision for role, decision in match.decisions.items() if role in roles), None)


def play_out(match: Match[Any, Any, Any], bots: Mapping[str, Bot[Any]], *, limit: int | None = None) -> None:
    """Let bots play a match to its end, or until only roles without a bot are asked.

    Args:
        match: the match, changed in place.
        bots: a bot for each role that is to be played.
        limit: stop after this many choices.

    Raises:
        BadData: a person's roll is needed, which no bot can make.
        NotOffered: a bot's answer is not an option.
        BrokenPlugin: a bot raised an exception; names the bot.
        RuleError: the rules ask a role that the game does not have.
    """
    choices_made(match, bots, limit)


def choices_made(match: Match[Any, Any, Any], bots: Mapping[str, Bot[Any]], limit: int | None = None) -> dict[str, int]:
    """As :func:`play_out`; how many choices were made for each role that was asked."""
    made: dict[str, int] = {}
    if limit is not None and not limit >= 0:
        raise BadData(f"bots make a number of choices, 0 or more, or None for all, not {limit}")
    seat(match, bots)
    while limit is None or sum(made.values()) < limit:
        decision = next_for(match, bots)
        if decision is None:
            _check_asked(match)
            break
        role = decision.role
        choice = answer_of(bots[role], match, decision)
        if decision is match.decision:
            match.choose(choice)
        else:
            match.choose(choice, role=role)
        made[role] = made.get(role, 0) + 1
    return made


def _check_asked(match: Match[Any, Any, Any]) -> None:
    """Check that a role of the game is asked, where no bot is."""
    decision = match.decision
    if decision is None or decision.role in match.game.roles:
        return
    if decision.role == CHANCE:
        raise BadData("this match waits for a person's roll; bots play seeded matches")
    raise asks_nobody(decision, match.game.roles)


def seated_bots(
    match: Match[Any, Any, Any],
    seats: Mapping[str, str],
    plugins: Sequence[str] = (),
    make: Callable[[str, str, SeededChance], Bot[Any]] | None = None,
) -> dict[str, Bot[Any]]:
    """The bots that sit at a match, made by ``make``; their chance comes from its seed, or else cannot be foretold."""
    seed = match.setup.seed
    names = {role: bot_of(taken_by) for role, taken_by in seats.items() if bot_of(taken_by)}
    for role in names:
        match.game.check_player(role)
    stream = SeededChance.from_seed(f"bots {seed}" if seed else token_hex(16))
    make = make or (lambda role, name, chance: make_bot(match.game, role, name, chance, plugins))
    bots = {role: make(role, names[role], stream.stream(role)) for role in match.game.roles if role in names}
    seat(match, bots)
    return bots


def play_seated(match: Match[Any, Any, Any], bots: Mapping[str, Bot[Any]], limit: int | None) -> None:
    """Let them answer: see :meth:`Match.play_bots <navalcore.Match.play_bots>`."""
    made = 0
    while (limit is None or made < limit) and (decision := next_for(match, bots)) is not None:
        match.choose(answer_of(bots[decision.role], match, decision), role=decision.role)
        made += 1
