"""``navalcore perft``: how many ways a match can go on, counted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from navalcore import AnyGame, AnyMatch, load_match
from navalcore._cli.arguments import AsJson, GameName, OptionPairs, argument, option
from navalcore._cli.common import pairs, settings_of
from navalcore.errors import BadData
from navalcore.study import perft as count


def perft(
    context: typer.Context,
    game: GameName,
    position: Annotated[str, argument("POSITION", "A scenario's id, for its opening, or a saved match (*.jsonl).")],
    depth: Annotated[int, argument("DEPTH", "How many steps deep.")],
    option: OptionPairs = None,
    seed: Annotated[str, option("--seed N", "The seed for what the set-up deals and places.")] = "0",
    as_json: AsJson = False,
) -> None:
    """Count the ways a match can go on: every choice and every result of chance is a step down.

    The count is the same on every machine. The breakdown by the first step shows where versions of the rules differ.

    Examples::

        navalcore perft uboat_cards standard 3
        navalcore perft bismarck two_player 2 --seed 7
        navalcore perft tonnage_war my_match.jsonl 2
    """
    settings = settings_of(context)
    found = settings.game(game)
    result = count(_position(found, position, seed, pairs(option, "--option")), depth)
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
    if not name.endswith(".jsonl"):
        return game.new_match(name, seed=seed, options=options)
    if options:
        raise BadData("a saved match has its options in its file: leave --option out")
    return load_match(Path(name), game)
