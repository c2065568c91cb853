"""A match as a page of its own: every line linked to its rule, the board at the end of each turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from pathlib import Path
from typing import Any
from urllib.parse import quote

from navalcore._face.game_board import board_svg
from navalcore._face.reasons import reasons, rolls_behind
from navalcore._match.installed import load
from navalcore._match.loading import replayed
from navalcore._match.match import Game
from navalcore._match.records import Record
from navalcore._rulebook.finding import nearest_sentence
from navalcore._rulebook.model import Rulebook, anchor
from navalcore._rules.decision import UMPIRE
from navalcore._rules.events import ChoiceMade, MatchEnded
from navalcore._rules.terms import Outcome
from navalcore._saves.entries import ChoiceEntry
from navalcore._saves.files import SaveFile, read_save
from navalcore.components._dice import DiceRolled
from navalcore.components._events import Event
from navalcore.errors import BadData

PICTURES = 40
"""The most boards in a report; of a longer match it shows every second turn, or every third, and so on."""

STYLE = """
:root { color-scheme: light dark; --ink: #1c2730; --paper: #fbfaf6;
  --faint: #55636f; --line: #c9d3da; --link: #1f5c8b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8edf0; --paper: #151b20; --faint: #a3b1bb; --line: #36434d; --link: #8cc1ec; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 0 auto; padding: 1rem; }
a { color: var(--link); } .who { font-weight: 600; } .faint { color: var(--faint); }
ol, ul { padding-left: 1.4rem; } li { margin: .15rem 0; }
summary { cursor: pointer; font-size: .85em; } h2 { border-top: 1px solid var(--line); padding-top: .8rem; }
figure { margin: 1rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; }
@media (max-width: 46rem) { figure svg { max-width: none; width: 44rem; } }
dt { font-weight: 600; margin-top: .8rem; } dd { margin-left: 1rem; }
:target { background: #e8c34766; scroll-margin-top: 4rem; }
"""


PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>{style}</style></head>
<body>
{body}
</body></html>
"""


@dataclass(slots=True)
class _Turn:
    """One turn: its events, and the board when it was over; number -1 where all turns are shown as one."""

    number: int
    events: list[Event]
    board: str = ""


def match_report(
    save: str | Path | SaveFile,
    game: Game[Any, Any, Any] | None = None,
    *,
    role: str = UMPIRE,
    to: int | None = None,
    docs: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """A saved match as one HTML page.

    Args:
        save: the save: the file, or what :func:`~navalcore.read_save` made of it.
        game: its game; looked up among the installed ones if left out.
        role: report and draw what this role may see; by default everything, as the umpire sees it.
        to: stop after this many choices.
        docs: where the documentation is (an address or a folder); rule numbers then link to the game's page. Without
            it they link to the rule's text at the end of the page.
        progress: called with the choices made so far and their number.

    Raises:
        the errors of :func:`navalcore.load_match`; UnknownName for an unknown role.
    """
    check_address(docs)
    saved = save if isinstance(save, SaveFile) else read_save(save)
    told: list[Event] = []
    standing = replayed(saved, game, to=to, on_event=told.append)
    match = next(standing)
    game = match.game
    game.check_role(role)
    choices = sum(isinstance(entry, ChoiceEntry) for entry in saved.entries)
    turns = [_Turn(game.length(match.state), told)]
    for _ in standing:
        if progress is not None:
            progress(match.count, choices)
        now = game.length(match.state)
        if now != turns[-1].number and not match.over:
            turns[-1].board = board_svg(game, match.view(role))
            turns[-1].events, told[:] = list(told), []
            turns.append(_Turn(now, told))
    turns[-1].board = board_svg(game, match.view(role))
    every = ceil((len(turns) - 1) / (PICTURES - 1))
    for number, turn in enumerate(turns[:-1]):
        if number % every:
            turn.board = ""
    title = f"{game.title}: {match.setup.scenario.title}"
    seen = "everything" if role is UMPIRE else f"what {game.the_role(role)} may see"
    return _Page(game, role, docs).page(title, f"Told is {seen}.", turns, match.outcome)


def record_report(record: Record, game: Game[Any, Any, Any] | None = None, *, docs: str = "") -> str:
    """The record of one role (``match.save_for``) as one HTML page: what the role was told, and what it sees.

    Args:
        record: what :func:`~navalcore.read_record` made of the file.
        game: its game; looked up among the installed ones if left out.
        docs: as for :func:`match_report`.

    Raises:
        UnknownGame, UnknownName: the game is not installed, or has no such role.
        IncompatibleSave: the record does not fit the game's rules of today.
    """
    check_address(docs)
    game = load(record.header.game) if game is None else game
    role = game.check_role(record.header.role)
    turn = _Turn(-1, record.events(game), record.show(game, lambda view: board_svg(game, view)))
    title = f"{game.title}: {game.scenario(record.header.scenario).title}"
    end = record.end.outcome
    note = f"Told is what {game.the_role(role)} knows."
    return _Page(game, role, docs).page(title, note, [turn], None if end is None else end.outcome)


def check_address(docs: str) -> None:
    """Refuse an address that a page must not link to."""
    scheme = re.match(r"([a-zA-Z][a-zA-Z0-9+.-]+):", docs)  # of one letter: a drive
    if (scheme and scheme[1].lower() not in ("http", "https", "file")) or re.search(r"[\x00-\x1f<>\"']|^\s", docs):
        raise BadData(f"{docs!r} is not an address of documentation: give a folder, or an address of http or https")


class _Page:
    """Writes the page; remembers which sentences of the rules were cited."""

    def __init__(self, game: Game[Any, Any, Any], role: str, docs: str) -> None:
        self.game = game
        self.role = role
        self.docs = docs.rstrip("/")
        self.book: Rulebook = game.rulebook
        self.cited: dict[str, set[tuple[int, int]]] = {}

    def page(self, title: str, note: str, turns: list[_Turn], outcome: Outcome | None) -> str:
        parts = [f"<h1>{escape(title)}</h1>", f"<p class='faint'>{escape(note)}</p>"]
        for turn in turns:
            parts += self.turn(turn)
        if outcome is not None:
            scores = "".join(
                f"<li>{escape(self.game.score_title(name))}: {score}</li>" for name, score in outcome.scores.items()
            )
            reason = escape(outcome.reason) + self.link(outcome.rule, outcome.reason)
            parts.append(f"<h2>The end</h2><p>{reason}</p><ul>{scores}</ul>")
        parts += self.rules()
        return PAGE.format(title=escape(title), style=STYLE, body="\n".join(parts))

    def turn(self, turn: _Turn) -> Iterator[str]:
        heading = f"Turn {turn.number}" if turn.number else "Before the first turn"
        if turn.number >= 0:
            yield f"<h2 id='turn-{turn.number}'>{heading}</h2>"
        seen = [each for event in turn.events if (each := event.seen_by(self.role)) is not None]
        lines = [line for place in range(len(seen)) if (line := self.line(seen, place))]
        yield f"<ul>{''.join(lines)}</ul>"
        if turn.board:
            yield f"<figure>{turn.board}<figcaption class='faint'>The board then.</figcaption></figure>"

    def line(self, told: Sequence[Event], place: int) -> str:
        seen = told[place]
        if isinstance(seen, MatchEnded):
            return ""
        if isinstance(seen, ChoiceMade):
            who = self.game.role_title(seen.role)
            text = f"<span class='who'>{escape(who[:1].upper() + who[1:])}</span>: {escape(seen.text)}"
        else:
            text = escape(str(seen))
        return f"<li>{text}{self.link(seen.rule, str(seen))}{self.sum(told, place)}</li>\n"

    def sum(self, told: Sequence[Event], place: int) -> str:
        """Why it happened, folded away: where dice made it, what they were the sum of."""
        if isinstance(told[place], DiceRolled) or not rolls_behind(told, place):
            return ""
        parts = [
            f"<li>{'' if each.value is None else f'<b>{each.value:+d}</b> '}{escape(each.text)}"
            f"{self.link(each.rule, each.text)}</li>"
            for each in reasons(self.game, told, place)
        ]
        return f"<details><summary class='faint'>why</summary><ul>{''.join(parts)}</ul></details>"

    def link(self, rule: str, about: str) -> str:
        """The number of a rule, leading to the sentence of it that a text is about."""
        if not rule:
            return ""
        if rule not in self.book:
            return f" [{escape(rule)}]"
        section = self.book.section(rule)
        start, end = nearest_sentence(section.summary, about)
        self.cited.setdefault(rule, set()).add((start, end))
        base = self.game.id.partition(":")[0]
        place = f"#{anchor(base, rule)}-{start}"
        if self.docs:
            words = quote(section.summary[start:end], safe="").replace("-", "%2D")
            place = f"{self.docs}/games/{base}/rules.html#{anchor(base, rule)}:~:text={words}"
        title = escape(section.title, quote=True)
        return f' [<a href="{escape(place, quote=True)}" title="{title}">{escape(rule)}</a>]'

    def rules(self) -> Iterator[str]:
        """The text of every rule that was cited, in the order of the rule book, each cited sentence with a name."""
        yield "<h2>The rules in this match</h2><dl>"
        base = self.game.id.partition(":")[0]
        for section in self.book.sections:
            if section.number in self.cited:
                name = escape(anchor(base, section.number), quote=True)
                yield f'<dt id="{name}">{escape(section.number)} {escape(section.title)}</dt>'
                yield f"<dd>{sentences(section.summary, self.cited[section.number], name)}</dd>"
                for ruling in self.book.rulings_on(section.number):
                    yield f"<dd class='faint'>{escape(ruling.id)}: {escape(ruling.decision)}</dd>"
        yield "</dl>"


def sentences(text: str, cited: Iterable[tuple[int, int]], name: str) -> str:
    """A text whose cited sentences are places of the page, named by where they begin."""
    parts, done = [], 0
    for start, end in sorted(cited):
        parts += [escape(text[done:start]), f'<span id="{name}-{start}">{escape(text[start:end])}</span>']
        done = end
    return "".join([*parts, escape(text[done:])])
