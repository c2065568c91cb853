"""A plug-in with one game, one variant and one bot."""

from dataclasses import dataclass

from navalcore.rules import hookimpl


@dataclass(frozen=True)
class Game:
    id: str = "stranger_game"
    title: str = "A stranger's game"
    version: str = "0.3"


@dataclass(frozen=True)
class Variant:
    game: str = "stranger_game"
    id: str = "fog"
    title: str = "Fog on the bank"


class Bot:
    game = "stranger_game"
    name = "timid"


@hookimpl
def navalcore_games() -> list[type[Game]]:
    return [Game]


@hookimpl
def navalcore_variants() -> list[Variant]:
    return [Variant()]


@hookimpl
def navalcore_bots() -> list[type[Bot]]:
    return [Bot]
