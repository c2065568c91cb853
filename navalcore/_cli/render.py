"""``navalcore render``: a board as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from navalcore import face_of, load_match
from navalcore._cli.arguments import GameName, ScenarioName, Seed, Viewer, option
from navalcore._cli.common import save_of, settings_of, viewer, write_file
from navalcore.boards import THEMES, ArtPack, board_svg
from navalcore.bots import make_bots, play_out
from navalcore.errors import BadData, UnknownName


def render(
    context: typer.Context,
    game: GameName,
    output: Annotated[Path, option("-o --output FILE", "The SVG file to write.")],
    scenario: ScenarioName = None,
    save: Annotated[Path | None, option("--save FILE", "Draw the board of this saved match.")] = None,
    seed: Seed = None,
    choices: Annotated[int, option("--choices N", "Draw it after N choices by the game's bots.", min=0)] = 0,
    role: Viewer = None,
    picture: Annotated[
        str | None, option("--picture NAME", "Draw another of the game's pictures, not its board.")
    ] = None,
    theme: Annotated[str, option("--theme NAME", f"The colours of the board: {', '.join(THEMES)}.")] = "light",
    art: Annotated[Path | None, option("--art FOLDER", "Draw it with the pictures of this art pack.")] = None,
) -> None:
    """Draw the board as an SVG picture.

    The board is that of a saved match, of a match about to begin, or of one that bots have played on. The same seed
    gives the same board.

    Examples::

        navalcore render uboat_cards -o table.svg
        navalcore render uboat_cards --save match.jsonl --role convoy -o table.svg
        navalcore render bismarck --seed 5 --choices 40 --role german -o chart.svg
        navalcore render uboat_cards --theme dark --art my_pictures -o table.svg
        navalcore render silent_war --save war.jsonl --picture campaign -o campaign.svg
    """
    settings = settings_of(context)
    found = settings.game(game)
    who = viewer(found, role)
    face = face_of(found)
    others = face.pictures()
    if picture is not None and picture not in others:
        known = ", ".join(others) or "no other pictures"
        raise UnknownName(f"{found.id} draws no picture '{picture}'; besides its board it has {known}")
    if save is None:
        match = found.new_match(scenario, seed=1 if seed is None else seed)
        play_out(match, make_bots(found, seed=0), limit=choices)
    elif scenario is not None or seed is not None or choices:
        named = "--scenario" if scenario is not None else "--seed" if seed is not None else "--choices"
        raise BadData(f"{named} and --save cannot be combined: the saved match stands where it was saved")
    else:
        match = load_match(save_of(save, found), found)
    view = match.view(who)
    if picture is None:
        drawn = board_svg(found, view, theme=theme, art=None if art is None else ArtPack(art))
    else:
        drawn = others[picture](view)
    write_file(output, drawn)
    settings.out.line(f"{output}: the {picture or 'board'} as {found.the_role(who)} sees it")
