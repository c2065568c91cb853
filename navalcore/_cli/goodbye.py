"""The words to a person who leaves a match: which orders end, and where the match is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from navalcore import AnyMatch
from navalcore._cli.events import print_outcome
from navalcore._cli.journals import is_worth_keeping
from navalcore._cli.output import Output
from navalcore.components import counted


def say_goodbye(
    out: Output,
    match: AnyMatch,
    orders: Sequence[str],
    journal: Path | None,
    saved: tuple[Path, int] | None,
    *,
    of_itself: bool,
) -> None:
    """Say how to continue; ``saved``: a file that the match was saved to, and after how many choices."""
    out.line()
    if orders:
        out.line("Your orders end here; to give them again, type:")
    for text in orders:
        out.line(f"  orders {text}")
    if of_itself and not is_worth_keeping(match):
        out.line("Goodbye. Nothing was chosen, so nothing is kept of the match.")
    elif journal is not None:
        how = (
            "navalcore matches lists it, and the same command resumes it"
            if of_itself
            else "resume it with the same command"
        )
        out.line(f"Goodbye. The match is kept in {journal}; {how}.")
    elif saved is None:
        out.line("Goodbye. The match was not kept; --save FILE would have kept it.")
    else:
        path, count = saved
        missing = "" if match.count == count else f", as it was after {counted(count, 'choice')}"
        out.line(f"Goodbye. The match is saved in {path}{missing}; resume it with --save {quote(str(path))}.")


def say_how_it_ended(
    out: Output, match: AnyMatch, orders: Sequence[str], journal: Path | None, *, of_itself: bool
) -> None:
    """Say goodbye to the players as they leave the screen, or, where the match is over, how it ended and where it is
    kept."""
    if match.outcome is None:
        say_goodbye(out, match, orders, journal, None, of_itself=of_itself)
        return
    print_outcome(out, match.game, match.outcome)
    if match.setup.seed:
        salt = f", its salt {match.setup.salt}" if match.setup.chance == "committed" else ""
        out.line((f"The seed was {match.setup.seed}{salt}.", "faint"))
    if journal is not None:
        out.line((f"The match is kept in {journal}.", "faint"))
