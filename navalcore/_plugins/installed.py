"""The plug-ins found, what they offer together, and which of them are broken."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from difflib import get_close_matches
from traceback import format_exception
from typing import TypeGuard

from navalcore._misfits import fault_of
from navalcore._plugins.contracts import ANY_GAME, BotLike, GameLike, VariantLike
from navalcore._plugins.manifest import Manifest
from navalcore._plugins.offers import ADVICE, CORE, Offer, check_methods, check_versions
from navalcore._printable import printable
from navalcore.errors import BadData, BrokenPlugin, UnknownGame

_log = logging.getLogger("navalcore._plugins")
logged: set[str] = set()


@dataclass(frozen=True, slots=True)
class BrokenPluginReport:
    """A plug-in that could not be used."""

    name: str
    """The name of its entry point, or of its module if it was named by hand."""
    distribution: str | None
    """The installed distribution it came with; None if it was named by hand."""
    error: str
    """The fault, in one line."""
    traceback: str
    """Where it went wrong, for the plug-in's author."""

    def __str__(self) -> str:
        origin = f" of {self.distribution}" if self.distribution else ""
        if wrong := _wrong_data(self):
            return f"plug-in {self.name}{origin} cannot be used until its data are right: {wrong}"
        return printable(f"plug-in {self.name}{origin} is broken: {self.error}")


class Plugins:
    """The offers of all working plug-ins together.

    Attributes:
        games: the manifest of every game, by id.
        variants: by the id of their game, then by their own.
        bots: by the id of their game (``*`` for those that play every game), then by name.
        broken: the plug-ins that could not be used, in the order they failed.
    """

    def __init__(self) -> None:
        self.games: dict[str, Manifest] = {}
        self.variants: dict[str, dict[str, VariantLike]] = {}
        self.bots: dict[str, dict[str, BotLike]] = {}
        self.broken: list[BrokenPluginReport] = []
        self._offered_by: dict[str, tuple[str, str | None]] = {}
        self._made: dict[str, GameLike] = {}

    def game(self, game_id: str) -> GameLike:
        """The game of the id ``game_id``; its rules are imported when it is first asked for, and it is made once.

        Raises:
            UnknownGame: it is not installed.
            BrokenPlugin: it cannot be loaded.
        """
        if game_id not in self._made:
            self._made[game_id] = self._load(self._manifest(game_id))
        return self._made[game_id]

    def _load(self, manifest: Manifest) -> GameLike:
        try:
            made: GameLike = manifest.load()
            check_methods(made)
            check_versions(f"its game {manifest.id}", getattr(made, "requires_navalcore", None))
            return made
        except BrokenPlugin as error:
            cause = error.__cause__
            if isinstance(cause, BadData) and _names_a_file(str(cause)):
                raise cause from None
            if _of_another_version(cause):
                error = BrokenPlugin(_one_line(cause))
            name, distribution = self._offered_by[f'game "{manifest.id}"']
            known = [each for each in self.broken if (each.name, each.error) == (name, _one_line(error))]
            report = known[0] if known else self._report(name, distribution, error)
            raise BrokenPlugin(str(report)) from error

    def _manifest(self, game_id: str) -> Manifest:
        if game_id in self.games:
            return self.games[game_id]
        for report in self.broken:
            if report.name == game_id and (wrong := _wrong_data(report)):
                raise BadData(wrong)
        near = get_close_matches(game_id, self.games, n=3)
        raise UnknownGame(
            "; ".join(
                [
                    f'no game "{game_id}" is installed',
                    *([f"did you mean {' or '.join(near)}?"] if near else []),
                    f"installed are: {', '.join(sorted(self.games)) or 'none'}",
                    *map(str, self.broken),
                ]
            )
        )

    def variants_of(self, game_id: str) -> dict[str, VariantLike]:
        """The variants of the game ``game_id``, by their ids; none for a game that is not installed."""
        return dict(self.variants.get(game_id, {}))

    def bots_of(self, game_id: str) -> dict[str, BotLike]:
        """The bots that can play the game ``game_id``, by name; its own hide those of the same name for every game."""
        return {**self.bots.get(ANY_GAME, {}), **self.bots.get(game_id, {})}

    def _add(self, name: str, distribution: str | None, offer: Offer) -> None:
        """Take all that a plug-in offers; BrokenPlugin, and none of it taken, if some is offered already."""
        claims = [f'game "{game.id}"' for game in offer.games]
        claims += [f'variant "{variant.id}" of game "{variant.game}"' for variant in offer.variants]
        claims += [f'bot "{bot.name}" for game "{bot.game}"' for bot in offer.bots]
        for index, claim in enumerate(claims):
            if claim in self._offered_by:
                other, of = self._offered_by[claim]
                whose = f"{other} of {of}" if of else other
                raise BrokenPlugin(f"it offers the {claim}, which plug-in {whose} offers already")
            if claim in claims[:index]:
                raise BrokenPlugin(f"it offers the {claim} twice")
        self._offered_by |= dict.fromkeys(claims, (name, distribution))
        for game in offer.games:
            if isinstance(game, Manifest):
                self.games[game.id] = game
            else:
                self.games[game.id], self._made[game.id] = Manifest.of(game), game
        for variant in offer.variants:
            self.variants.setdefault(variant.game, {})[variant.id] = variant
        for bot in offer.bots:
            self.bots.setdefault(bot.game, {})[bot.name] = bot

    def _report(self, name: str, distribution: str | None, error: BaseException) -> BrokenPluginReport:
        """Note that a plug-in is broken, and log it once."""
        report = BrokenPluginReport(name, distribution, _one_line(error), "".join(format_exception(error)))
        self.broken.append(report)
        if str(report) not in logged:
            logged.add(str(report))
            _log.warning("%s", report)
        return report


_BAD_DATA = "BadData: "


def _wrong_data(report: BrokenPluginReport) -> str:
    """The fault in a file of data, if that is why a plug-in cannot be used."""
    wrong = report.error.removeprefix(_BAD_DATA)
    return wrong if wrong != report.error and _names_a_file(wrong) else ""


def _names_a_file(text: str) -> bool:
    return any(suffix in text.partition(": ")[0] for suffix in (".toml", ".csv"))


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    if _of_another_version(error):
        return f"it is made for another version of navalcore: {text}; {ADVICE}"
    if isinstance(error, BadData):
        return f"{_BAD_DATA}{text}"  # which names a file and a line itself
    return text if isinstance(error, BrokenPlugin) else " ".join(fault_of(error).split())


def _of_another_version(error: BaseException | None) -> TypeGuard[ImportError]:
    """Whether a name or module of navalcore is imported that there is not."""
    return isinstance(error, ImportError) and (error.name or "").partition(".")[0] == CORE
