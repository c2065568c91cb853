"""The cards of Tonnage War that a new player has to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GLOSSARY: Final[Mapping[str, str]] = {
    "A N R": "boat cards: an ace, a normal boat and a raw crew; better crews hit more often and are harder to find",
    "AA AN AR": "aircraft with an ace, a normal or a raw crew",
    "SA SN SR": "surface escorts with an ace, a normal or a raw crew",
    "blank": "a unit card that is nothing: it bluffs, and goes out of play once it is turned up",
    "contact": "a boat follows the convoy, so that boats can attack it",
    "special contact": "a contact that evasive routing does not end at once",
    "attack cards": "bow, stern, beam, quarter and straggler attack: a boat fires in the way the card says",
    "evade": "a boat answers escorts with it; the figure makes the boat harder to find",
    "flak": "a boat answers aircraft with gunfire; the figure helps it to hit",
    "B-dienst": "undoes evasive routing",
    "evasive routing": "the escort side leads the convoy away from a contact",
    "HF/DF": "escorts find a contact by its signals; the figure is how many cards may go out",
    "air patrol": "aircraft go out against a contact or at a venture; the figure is how many cards may go out",
    "escort attack": "escorts go out against an attacker; the figure is how many cards may go out",
    "tactical cards": "what a side does in its turn; one is played or discarded each turn",
    "unit cards": "boats or escorts in hand, laid face-down until an attempt turns them up",
    "attempt": "one escort card against a boat; a continuation is a further attempt",
    "sonar conditions": "bad sonar makes boats harder to find for the whole round",
}
