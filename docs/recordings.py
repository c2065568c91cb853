"""Recorded sessions at the terminal, as pictures: the first turn of each game. ``python docs/recordings.py`` draws them
anew into ``docs/images``.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

import navalcore as nc
from navalcore._cli.events import EventLog
from navalcore._cli.keyboard import PROMPT, Keyboard
from navalcore._cli.output import Output
from navalcore._cli.seats import seats_for
from navalcore._cli.session import TerminalSession

IMAGES: Final = Path(__file__).parent / "images"
COLUMNS, LINES = 80, 24
TYPED: Final[Mapping[str, Sequence[str]]] = {
    "uboat_cards": ("water", "odds 2", "near", "periscope"),
    "tonnage_war": ("contact", "with N", "rule 7.3.5", "bow attack on"),
    "aa50_subwar": ("submarine", "submarine", "norway sz6", "end combat", "map sz6"),
    "bismarck": ("hood", "M", "E", "E", "help mode P"),
    "silent_war": ("south", "stop", "patrol", "stay", "search"),
}
"""What is typed in the recording of each game."""


class Typist(Keyboard):
    """Types lines that are given, where a console shows them."""

    def __init__(self, console: Console, lines: Sequence[str]) -> None:
        super().__init__()
        self.terminal = True
        self._console, self._lines = console, iter(lines)

    def ask(self, who: str = "", words: Sequence[str] = (), told: Callable[[str], str] | None = None) -> str:  # noqa: ARG002
        """The next line; the recording ends where there is none."""
        line = next(self._lines, None)
        self._console.print(Text(PROMPT + (line or ""), "bold"))
        if line is None:
            raise Finished
        return line


class Finished(Exception):
    """Everything has been typed."""


def recording(game_id: str) -> str:
    """The session of a game as SVG."""
    console = Console(
        file=io.StringIO(), record=True, width=COLUMNS, height=LINES, force_terminal=True, color_system="truecolor",
        highlight=False, markup=False, emoji=False, legacy_windows=False,
    )  # fmt: skip
    game: Any = nc.load(game_id)
    log = EventLog()
    match = game.new_match(seed="3", on_event=log.add)
    seats = seats_for(game, (), {})
    console.print(Text(f"$ navalcore play {game_id} --seed 3", "bold"))
    with suppress(Finished):
        TerminalSession(
            match, seats, Output(console), log, None, keyboard=Typist(console, TYPED[game_id]), bot_seed="recording"
        ).run()
    from rich._export_format import CONSOLE_SVG_FORMAT

    plain = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)  # no fonts from elsewhere
    return console.export_svg(title=game.title, theme=MONOKAI, code_format=plain, unique_id=game_id)


def main(folder: Path = IMAGES) -> None:
    """Write the recordings of all games."""
    for game_id in TYPED:
        (folder / f"play_{game_id}.svg").write_text(recording(game_id) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
