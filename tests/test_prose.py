"""House style, as far as a program can see it: no phrase of ``docs/style.md`` that is never to be written."""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STYLE = ROOT / "docs" / "style.md"

NEVER = {
    "shall": r"\bshall\b",
    "goes so": r"\bgoes so\b",
    "is no NOUN, for 'is not a'": r"(?<!there )\b(?:is|are|was|were) no "
    r"(?!longer|more|less|fewer|better|worse|earlier|later|larger|smaller|higher|lower|such|one\b|other|contact)\w+",
    "of one's own": r"\bof one's own\b",
    "next door": r"\bnext door\b",
    "dear, for costly": r"\b(?:dearer|dearest)\b",
    "less, for fewer": r"\b(?:two|three|four|five|six|\d+) [A-Za-z]+s less\b",
    "helps or hinders": r"\bhelps or hinders\b",
    "is served by": r"\b(?:is|are) served by\b",
    "harms nobody": r"\bharms nobody\b",
    "upon, for on": r"\b(?:moves?|lies?|lie|one) upon\b|\bupon (?:it|the)\b",
    "held against": r"\bheld against\b",
    "an arrow for a verb": r"(?<!\))\s->\s",
    "a sign for words": r"\s(?:<=|>=|§)\s",
    "per cent": r"\bper cent\b",
    "e.g. and i.e.": r"\b(?:e\.g\.|i\.e\.)",
    "more-than-one": r"\bmore-than-one\b",
    "a list that is not there": r"\(see list \d|\b(?:list|sheet) \d+\.\d",
    "Header": r"\bHeader; what it rules\b",
    "simply": r"\bsimply\b",
    "praise": r"\b(?:powerful|seamless|blazing|cutting-edge|state-of-the-art)\b",
    "a long dash": "\u2014",
}
"""What is never written, as patterns; signs and arrows are part of code, so ``prose_of`` leaves code out."""
CODE = re.compile(r"^(```|~~~).*?^\1[ \t]*$|``.*?``|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LITERAL = re.compile(r"(?<=::\n)\n(?P<indent>[ \t]+)\S.*\n(?:(?P=indent).*\n|[ \t]*\n)*")
"""An indented block after a double colon, as a docstring shows files and command lines."""
GRID = re.compile(r"^[ \t]*={4,}[ =]*\n(?:[ \t]*\S.*\n)*[ \t]*={4,}[ =]*$", re.MULTILINE)
"""A table of a docstring."""
DOCTEST = re.compile(r"^[ \t]*>>>.*(?:\n[ \t]*\S.*)*", re.MULTILINE)
NARRATED = re.compile(r"^```\{(?:opening|board)\}.*?^```", re.MULTILINE | re.DOTALL)


def faults(text: str) -> list[str]:
    """The names of the patterns that occur, with the words around them."""
    whole = re.sub(r"\s+", " ", text)
    return [
        f"{name}: ...{whole[max(0, found.start() - 40) : found.end() + 30]}..."
        for name, pattern in NEVER.items()
        for found in re.finditer(pattern, whole, re.IGNORECASE)
    ]


@cache  # for the two tests that read it
def found_in(source: Callable[[], Iterator[tuple[str, str]]]) -> tuple[tuple[str, str], ...]:
    """All places of a source with their texts."""
    return tuple(source())


def prose_of(page: str) -> str:
    """A page without its code; the text of told matches and captions is prose."""
    kept = "\n\n".join(NARRATED.findall(page)).replace("`", "")
    return CODE.sub(" ", DOCTEST.sub(" ", page)) + kept


def pages() -> Iterator[tuple[str, str]]:
    """Every page of the project but the style page, which names what is never to be written."""
    top = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
    made = {"_build", "_generated", "_templates"}
    for path in [
        *(ROOT / name for name in top),
        *sorted((ROOT / "changes").glob("*.md")),  # a release moves them into the changelog
        *sorted((ROOT / "docs").rglob("*.md")),
    ]:
        if path != STYLE and not made & set(path.relative_to(ROOT).parts):
            yield str(path.relative_to(ROOT)), prose_of(path.read_text(encoding="utf-8"))


def without_code(docstring: str) -> str:
    """A docstring without its indented blocks and tables."""
    return GRID.sub("", LITERAL.sub("\n", docstring))


@cache  # for docstrings and messages
def strings() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The strings of the library and the games with their places: those that stand by themselves, and all others."""
    alone: list[tuple[str, str]] = []
    others: list[tuple[str, str]] = []
    for path in sorted([*(ROOT / "navalcore").rglob("*.py"), *(ROOT / "games").rglob("*.py")]):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in nodes:
            if isinstance(node, ast.JoinedStr):
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else "..." for part in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
                text = node.value
            else:
                continue
            by_itself = isinstance(node, ast.Constant) and id(node) in told
            (alone if by_itself else others).append((f"{path.relative_to(ROOT)}:{node.lineno}", text))
    return alone, others


def docstrings() -> Iterator[tuple[str, str]]:
    """The docstrings of the library and the games, those of attributes too."""
    for place, text in strings()[0]:
        yield place, prose_of(without_code(text))


def messages() -> Iterator[tuple[str, str]]:
    """What the program says: prompts, options, log lines, errors and help, as they stand in its code."""
    for place, text in strings()[1]:
        if len(re.findall(r"[a-z]{2,}", text)) >= 4:
            yield place, prose_of(without_code(text))


def rules() -> Iterator[tuple[str, str]]:
    """Titles, summaries and rulings of every rule book."""
    for path in sorted(ROOT.glob("games/*/rulebook.toml")):
        book = tomllib.loads(path.read_text(encoding="utf-8"))
        for entry in [*book["section"], *book["ruling"]]:
            texts = [each for value in entry.values() for each in (value if isinstance(value, list) else [value])]
            yield f"{path.relative_to(ROOT)}: {entry.get('number', entry.get('id'))}", "\n\n".join(map(str, texts))


@pytest.mark.parametrize("source", [pages, docstrings, messages, rules], ids=lambda source: source.__name__)
def test_nothing_is_written_that_the_style_page_forbids(source: Callable[[], Iterator[tuple[str, str]]]) -> None:
    found = found_in(source)
    assert found
    assert [f"{place}: {fault}" for place, text in found for fault in faults(text)] == []


def never_rows() -> list[tuple[str, str]]:
    """The rows of the style page's table of what never to write: not, but."""
    part = STYLE.read_text(encoding="utf-8").split("## What never to write")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    return [(no, yes) for no, yes in rows[2:]]


@pytest.mark.parametrize(("no", "yes"), never_rows())
def test_the_check_refuses_what_the_style_page_refuses_and_nothing_of_what_it_recommends(no: str, yes: str) -> None:
    assert faults(no), "the page forbids what the check lets pass"
    assert faults(yes) == []


@pytest.mark.parametrize(
    "text", ["there is no die", "it is no longer there", "a file of your own", "`a -> b`, ``x <= y``"]
)
def test_plain_english_and_code_are_let_alone(text: str) -> None:
    assert faults(prose_of(text)) == []


def test_blocks_and_tables_of_a_docstring_are_no_sentences_and_the_text_around_them_is_checked() -> None:
    shown = (
        "As a file::\n\n    a -> b\n\n    more -> code\n\nIt shall be read.\n\n=====  =====\na -> b  c\n=====  =====\n"
    )
    assert [each.split(":")[0] for each in faults(prose_of(without_code(shown)))] == ["shall"]


def test_every_picture_and_told_match_on_a_page_says_whose_view_it_shows() -> None:
    told = [block for path in ROOT.glob("docs/**/*.md") for block in NARRATED.findall(path.read_text(encoding="utf-8"))]
    assert told
    assert [block.splitlines()[0] for block in told if "\n:role: " not in block] == []


LONG_SENTENCE = 30
"""Words."""
_ASKING = r"(?:how|what|where|which|who|whom|whose|why)"
HABITS = {
    "whoever, whatever, whichever": r"\b(?:whoever|whatever|whichever|whomever)\b",
    "stands and lies, of what is there": r"\b(?:stands?|lies?|lie)\b",
    "tells, for shows or says": r"\btells?\b",
    "a thing that is told, for shown or reported": r"\b(?:what|which|nothing|everything|something|rules?|mistakes?"
    r"|slips?|gaps?|names?|dice|die|rolls?|rounds?|war|way|chances|failures|files?|sections?|sentences?|differences"
    r"|kinds|outcomes|moves|loss|losses)\s+(?:is|are|was|were|be|been)\s+(?:also\s+|not\s+|only\s+)?told\b"
    r"|\btold\s+(?:with|one\s+by\s+one|as\s+one)\b|\b(?:read|kept|seen)\s+and\s+told\b",
    "goes on, for continues": r"\bgo(?:es)? on\b",
    "anew": r"\banew\b",
    "beside": r"\bbeside\b",
    "he, his and him": r"\b(?:he|his|him)\b",
    "nobody, somebody, for who it is": r"\b(?:nobody|somebody|everybody|anybody)\b",
    "a statement that begins with What": r"(?:\A|(?<=[.:;!?]\s)|(?<=\n\n))(?-i:What)\b(?:(?!\n\n)[^.?!|])*\.(?=\s|\Z)",
    "of what, by what, for the thing": r"\b(?:about|at|beyond|but|by|except|for|from|in|into|like|of|on|than|to|with)"
    r"\s+what\b",
    "a second what that lacks its verb": rf"\b{_ASKING}\b[^.?!;:,]*[,;]\s+(?:and\s+)?(?:the\s+|a\s+|an\s+|one\s+)?"
    r"(?!(?:after|also|and|are|at|but|by|even|for|from|in|is|it|lists?|not|of|on|or|says?|she|shows?|then|they|to|under"
    rf"|when|with|you)\b)\w+\s+{_ASKING}\b",
}
BUDGETS = {
    "pages": {
        "whoever, whatever, whichever": 1,
        "stands and lies, of what is there": 2,
        "tells, for shows or says": 3,
        "a thing that is told, for shown or reported": 0,
        "goes on, for continues": 0,
        "anew": 0,
        "beside": 5,
        "he, his and him": 1,
        "nobody, somebody, for who it is": 1,
        "a statement that begins with What": 0,
        "of what, by what, for the thing": 0,
        "a second what that lacks its verb": 0,
        "sentences of more than 30 words": 0,
    },
    "docstrings": {
        "whoever, whatever, whichever": 1,
        "stands and lies, of what is there": 4,
        "tells, for shows or says": 1,
        "a thing that is told, for shown or reported": 3,
        "goes on, for continues": 0,
        "anew": 0,
        "beside": 13,
        "he, his and him": 1,
        "nobody, somebody, for who it is": 7,
        "a statement that begins with What": 1,
        "of what, by what, for the thing": 11,
        "a second what that lacks its verb": 1,
        "sentences of more than 30 words": 0,
    },
    "messages": {
        "whoever, whatever, whichever": 0,
        "stands and lies, of what is there": 1,
        "tells, for shows or says": 0,
        "a thing that is told, for shown or reported": 0,
        "goes on, for continues": 5,
        "anew": 0,
        "beside": 5,
        "he, his and him": 0,
        "nobody, somebody, for who it is": 8,
        "a statement that begins with What": 0,
        "of what, by what, for the thing": 0,
        "a second what that lacks its verb": 0,
        "sentences of more than 30 words": 5,
    },
    "rules": {
        "whoever, whatever, whichever": 1,
        "stands and lies, of what is there": 1,
        "tells, for shows or says": 0,
        "a thing that is told, for shown or reported": 0,
        "goes on, for continues": 0,
        "anew": 0,
        "beside": 0,
        "he, his and him": 0,
        "nobody, somebody, for who it is": 3,
        "a statement that begins with What": 0,
        "of what, by what, for the thing": 0,
        "a second what that lacks its verb": 0,
        "sentences of more than 30 words": 0,
    },
}
"""How often pages, docstrings, messages and rule books still do what reads like a translation. These may only fall."""


def sentences(text: str) -> Iterator[str]:
    """The sentences of a page's paragraphs and lists, without its tables and headings."""
    lines = [line for line in text.split("\n") if not line.lstrip().startswith(("|", "#", ":"))]
    without_addresses = re.sub(r"\]\([^)]*\)", "]", "\n".join(lines))
    for paragraph in re.split(r"\n\s*\n|\n\s*(?:[-*]|\d+\.)\s", without_addresses):
        yield from re.split(r"(?<=[.!?])\s+", re.sub(r"\s+", " ", paragraph))


@pytest.mark.parametrize("source", [pages, docstrings, messages, rules], ids=lambda source: source.__name__)
def test_what_reads_like_a_translation_becomes_rarer(source: Callable[[], Iterator[tuple[str, str]]]) -> None:
    texts = [text for _, text in found_in(source)]
    assert texts
    budget = BUDGETS[source.__name__]
    found = {name: sum(len(re.findall(habit, text, re.IGNORECASE)) for text in texts) for name, habit in HABITS.items()}
    found["sentences of more than 30 words"] = sum(
        len(re.findall(r"[A-Za-z']+", sentence)) > LONG_SENTENCE for text in texts for sentence in sentences(text)
    )
    assert {name: (count, budget[name]) for name, count in found.items() if count > budget[name]} == {}
