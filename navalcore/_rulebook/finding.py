"""Finding rules by words: the words of a question lead to the sections that answer it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

IDLE: Final = frozenset(
    re.findall(
        r"\w+",
        "a about after all am an and any are as at be been before but by can cannot could did do does for "
        "from get gets has have happen happens how i if in into is it its many may me much must my no not of "
        "on once one or our out should so than that the their them then there they this to up was we what "
        "when where which who whom why will with would you your",
    )
)
"""Words that lead nowhere."""
_ENDINGS: Final = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "ed", "es", "er", "s", "y", "e")
ENOUGH: Final = 0.5
"""The share of a question's words, weighed by how rare they are, that an entry must have where none has all."""
LEFT: Final = 4
"""The fewest letters of a word that stay when its ending goes."""


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A word in small letters without its ending, so that "discarding" and "discards" are one word."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= LEFT:
            return word.removesuffix(ending)
    return word.removesuffix("s") if len(word) == LEFT and not word.endswith("ss") else word


def stems(text: str) -> list[str]:
    """The words of a text without their endings, idle ones left out if there are others; ``14.41`` is one word."""
    words = re.findall(r"\d+(?:\.[\w-]+)+|[\w'-]+", text.casefold())
    return [stem(word) for word in words if word not in IDLE] or [stem(word) for word in words]


def found_by(words: str, told: Sequence[tuple[Iterable[str], str, str]]) -> list[int]:
    """Which entries answer a question, the best first, by place; each has its phrases, its subject and its text."""
    # Entries with a phrase of these very words come first, then those whose phrases, whose title and whose text have
    # all the words, in this order. If none has all of them, those with the rarest and the most come.
    wanted = list(dict.fromkeys(stems(words)))
    if not wanted:
        return []
    marks: dict[int, int] = {}
    texts: list[str] = []
    for place, (phrases, head, text) in enumerate(told):
        spoken = [_joined(phrase) for phrase in phrases]
        title = _joined(head)
        texts.append(" ".join((*spoken, title, _joined(text))))
        if any(_has_all(phrase, wanted) and len(phrase.split()) == len(wanted) for phrase in spoken):
            marks[place] = 0
        elif any(_has_all(phrase, wanted) for phrase in spoken):
            marks[place] = 1
        elif _has_all(title, wanted):
            marks[place] = 2
        elif _has_all(texts[-1], wanted):
            marks[place] = 3
    return sorted(marks, key=lambda place: (marks[place], place)) or _nearest(wanted, texts)


def _nearest(wanted: Sequence[str], texts: Sequence[str]) -> list[int]:
    """Those that have enough of the words, the rarest words counting most."""
    having = {word: [_has(text, word) for text in texts] for word in wanted}
    weights = {word: 1 / (1 + sum(having[word])) for word in wanted}
    total = sum(weights.values())
    scores = {place: sum(weights[word] for word in wanted if having[word][place]) for place in range(len(texts))}
    best = sorted(scores, key=lambda place: (-scores[place], place))
    return [place for place in best if scores[place] >= ENOUGH * total]


def nearest_sentence(text: str, about: str) -> tuple[int, int]:
    """Where the sentence of a text begins and ends that has most of the words of a log line; the first if none has."""
    ends = [found.end() for found in re.finditer(r"[.!?](?=\s+[A-Z0-9*`(]|$)", text)] or [len(text)]
    ends[-1] = len(text)
    starts = [0, *(end + 1 for end in ends[:-1])]
    wanted = set(stems(about))
    shared = [len(wanted & set(stems(text[start:end]))) for start, end in zip(starts, ends, strict=True)]
    best = shared.index(max(shared))
    return starts[best], ends[best]


def _joined(text: str) -> str:
    return " ".join(stems(text))


def _has_all(text: str, wanted: Sequence[str]) -> bool:
    return all(_has(text, word) for word in wanted)


def _has(text: str, word: str) -> bool:
    """Whether a word of the text begins so: "draw" is not in "withdrawal", and "boat" is in "u-boat"."""
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None
