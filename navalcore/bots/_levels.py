"""Levels: how strong an opponent is, by the same three words in every game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from navalcore._face.face import face_of
from navalcore._match.match import AnyGame
from navalcore._misfits import whole
from navalcore._rules.decision import Decision
from navalcore.bots._bot import Bot, BotMaker, RandomBot
from navalcore.bots._search import Budget, SearchBot
from navalcore.components._chance import SeededChance

LEVELS: Final = ("easy", "standard", "hard")
"""The levels, the weakest first."""
SLIPS: Final = 5
"""An easy bot slips once in so many choices, if its game does not say otherwise."""
GLANCE: Final = 40
"""Playouts a decision of the standard bot of a game without bots of its own."""
THOUGHT: Final = 200
"""Playouts a decision of a hard bot, if its game does not say otherwise."""


class CarelessBot(Bot[Any]):
    """Plays as another bot does, but slips once in so many choices: then it takes any of the options."""

    def __init__(self, bot: Bot[Any], chance: SeededChance, slips: int = SLIPS) -> None:
        self._bot, self._slips = bot, slips
        self._below = chance.stream("slips").below

    def decide(self, view: Any, decision: Decision) -> object:
        """The choice of the other bot, or a slip."""
        answer = self._bot.decide(view, decision)
        return self._below(len(decision.options)) if self._below(self._slips) == 0 else answer


def careless(maker: BotMaker, slips: int = SLIPS) -> BotMaker:
    """A maker of bots that play as those of ``maker`` do, and slip once in ``slips`` choices.

    The bots of ``maker`` must not be imagining ones, because they would be lent no imagination.

    Raises:
        BadData: ``slips`` is not a whole number from 1 up.
    """
    whole("a careless bot slips once in a number of choices", slips, 1)
    return lambda role, chance: CarelessBot(maker(role, chance), chance, slips)


def _thoughtful(playouts: int) -> BotMaker:
    """A function that makes search bots that spend so many playouts on a decision."""
    return lambda role, chance: SearchBot(role, chance, Budget(seconds=None, playouts=playouts))


def level_notes(game: AnyGame) -> dict[str, str]:
    """Notes on each level of the opponents of ``game``, the weakest first, and of other bots: the game's own words
    (:meth:`Face.levels <navalcore.rules.Face.levels>`), or those that hold for every game.

    >>> import navalcore as nc
    >>> from navalcore.bots import level_notes
    >>> list(level_notes(nc.load("uboat_cards")))
    ['easy', 'standard', 'hard', 'random', 'search', 'keen']
    """
    face = face_of(game)
    own = face.bots()
    usual = {
        "easy": f"plays as the standard bot does, but takes any option once in {SLIPS} choices",
        "standard": "plays by rules of thumb",
        "hard": "is the game's strongest bot"
        if "hard" in own
        else f"tries its options out, {THOUGHT} times a decision",
        "random": "takes any option",
        "search": "tries its options out in imagined matches, and takes its time",
    }
    if not own:
        usual |= {"easy": "takes any option", "standard": f"tries its options out, {GLANCE} times a decision"}
    return usual | dict(face.levels())


def bot_title(game: AnyGame, name: str) -> str:
    """The name of a bot within a sentence: the game's first is the standard one, under any name.

    >>> import navalcore as nc
    >>> from navalcore.bots import bot_title
    >>> game = nc.load("uboat_cards")
    >>> [bot_title(game, name) for name in ("sensible", "hard", "search:200")]
    ['standard bot', 'hard bot', 'search bot (200)']

    Args:
        game: the game that it plays.
        name: its name, with a budget or file if it has one.
    """
    first = next(iter(face_of(game).bots()), "")
    kind, _, more = name.partition(":")
    known = "standard" if name == first else Path(kind).stem.replace("_", " ")
    return f"{known} bot{f' ({more})' if more else ''}"


def levels_of(own: Mapping[str, BotMaker]) -> dict[str, BotMaker]:
    """A function that makes a bot of each level: the game's first is standard, with slips easy; hard searches."""
    first = next(iter(own.values()), None)
    if first is None:
        made: dict[str, BotMaker] = {
            "easy": lambda role, chance: RandomBot(chance),  # noqa: ARG005 - every bot is made like this
            "standard": _thoughtful(GLANCE),
        }
    else:
        made = {"easy": careless(first), "standard": first}
    return {**made, "hard": _thoughtful(THOUGHT), **{name: own[name] for name in LEVELS if name in own}}
