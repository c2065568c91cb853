"""Looking things up in play and on the command line: rules, rulings, the words of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from navalcore import AnyGame, Decision
from navalcore._cli.output import Output
from navalcore._cli.rules import print_found
from navalcore.errors import BadData, NotOffered

MOST: Final = 12
"""So many sections and rulings that have the words looked for are listed."""


def print_reasons(out: Output, decision: Decision, numbers: Sequence[int], words: str) -> None:
    """Why something is left out, named by words of it; what is offered may be named by its number too. Without words,
    everything that is left out.
    """
    if not words:
        refusals = decision.refusals()
        for each in refusals:
            out.line(f"  {each}")
        if not refusals:
            out.line("Nothing is ruled out here.")
        return
    try:
        out.line(f"{decision.texts[decision.read(words, numbers)]}: it can be chosen now.")
        found = decision.refusals(words, strictly=True)
    except NotOffered:
        found = decision.refusals(words)
        if not found:
            out.line(str(decision.why_not(words)))
    for each in found:
        out.line(str(each))


def find_rule(out: Output, game: AnyGame, words: str) -> None:
    """A section by its number, a ruling by its id, or what has these words; without words, the list of sections."""
    book = game.rulebook
    if not words:
        print_found(out, book, book.sections)
        out.line((f"rule {book.sections[0].number} tells what that section says, and rule WORDS finds one.", "faint"))
        return
    found = book.find(words)
    if not found and any(letter.isdigit() for letter in words) and " " not in words:
        book.section(words)  # which names the nearest
    if not found:
        raise BadData(f"no rule or ruling of {game.id} has the words '{words}'; rule alone lists the sections")
    print_found(out, book, found, MOST)


def print_terms(out: Output, glossary: Mapping[str, str]) -> None:
    """The words of a game, without their meanings."""
    if glossary:
        out.line(("Words, cards and counters:", "title"), f" {'; '.join(glossary)}.", hang=2)
        out.line("help WORDS tells what some of them mean, glossary what all of them mean.")


def print_glossary(out: Output, glossary: Mapping[str, str], words: str = "") -> None:
    """The words of a game with their meanings: all, or those in which all these words stand."""
    wanted = words.casefold().split()
    found = {
        term: text for term, text in glossary.items() if all(word in f"{term} {text}".casefold() for word in wanted)
    }
    exact = {term: text for term, text in found.items() if term.casefold() == words.casefold()}
    if words and not found:
        raise BadData(f"help knows no '{words}'; help alone lists what it knows, rule {words} searches the rules")
    out.entries((exact or found).items())
