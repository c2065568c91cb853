"""The site: four front doors with the same four parts, a menu of versions, and a search that puts guides first."""

import importlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[2] / "docs"
DOORS = ("play", "front_end", "make_a_game", "train")
PARTS = ["First ten minutes", "How to", "Reference", "Background"]
NODE = shutil.which("node")


def tree_of(page: Path) -> list[Path]:
    """The pages in the trees of a page."""
    trees = re.findall(r"^```\{toctree\}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    entries = [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]
    return [(page.parent / f"{entry}.md").resolve() for entry in entries]


@pytest.mark.parametrize("door", DOORS)
def test_each_front_door_has_the_four_parts_in_order_and_links_in_each(door: str) -> None:
    text = (DOCS / "start" / f"{door}.md").read_text(encoding="utf-8").partition("```{toctree}")[0]
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    assert parts[1::2] == PARTS
    assert [part for part, words in zip(parts[1::2], parts[2::2], strict=True) if ".md)" not in words] == []


def test_the_home_page_has_the_doors_and_each_page_has_one_place_in_the_tree() -> None:
    top = tree_of(DOCS / "index.md")
    assert len(top) <= 8
    assert {DOCS / "install.md", *(DOCS / "start" / f"{door}.md" for door in DOORS)} <= set(top)
    seen: list[Path] = []
    waiting = [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        seen.append(page)
        waiting += [each for each in tree_of(page) if each.exists()]
    assert sorted({str(page.relative_to(DOCS)) for page in seen if seen.count(page) > 1}) == []
    guides = {page for folder in (".", "howto", "start", "reports") for page in (DOCS / folder).glob("*.md")}
    assert sorted(str(page.relative_to(DOCS)) for page in guides - set(seen)) == []


def in_order_of_search(query: str, titles: dict[str, str]) -> list[str]:
    """Pages that have the words of a query in their text, as the scorer of the search orders them."""
    script = """
        globalThis.location = { search: `?q=${encodeURIComponent(process.argv[1])}` };
        const pages = Object.entries(JSON.parse(process.argv[2]));
        const results = pages.map(([page, title]) => [page, title, "", null, 15, "", "text"]);
        const found = results.map((result) => [result[0], Scorer.score(result)]);
        console.log(JSON.stringify(found.sort((one, other) => other[1] - one[1]).map(([page]) => page)));
    """
    scorer = (DOCS / "_static" / "search_scorer.js").read_text(encoding="utf-8")
    command = [str(NODE), "-e", scorer + script, query, json.dumps(titles)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout)
    return [str(page) for page in found]


@pytest.mark.skipif(NODE is None, reason="the search runs in a browser; here Node.js stands in for it")
def test_a_word_leads_to_guides_before_the_reference() -> None:
    pages = ["reference/objects/match", "decisions/0001-one-tape", "saves", "games/bismarck/learn", "reports/speed"]
    order = in_order_of_search("undo", dict.fromkeys(pages, "A page"))
    assert set(order[:2]) == {"saves", "games/bismarck/learn"}
    assert order[-1] == "reference/objects/match"


@pytest.mark.skipif(NODE is None, reason="the search runs in a browser; here Node.js stands in for it")
def test_the_guide_with_more_of_the_words_in_its_title_comes_first() -> None:
    titles = {"hex_battle": "A battle on hexes", "play": "Play", "make": "Make a game", "first": "Make a card game"}
    assert in_order_of_search("how to make card games", titles) == ["first", "make", "hex_battle", "play"]


@pytest.mark.skipif(NODE is None, reason="the search runs in a browser; here Node.js stands in for it")
def test_a_guide_with_the_word_comes_before_a_decision_that_has_it_in_its_title() -> None:
    titles = {"decisions/0022-navalcore-games": "0022: Installed games", "add_a_game": "Add a game"}
    assert in_order_of_search("install", titles) == ["add_a_game", "decisions/0022-navalcore-games"]


def entries_of(page: str) -> list[str]:
    """The index entries of a page: what people ask for in words that its title does not have."""
    found = re.findall(r"^```\{index\} (.+)$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
    entries = [entry for line in found for entry in line.split(", ")]
    assert [entry for entry in entries if not entry.startswith("! ")] == [], "others come after all other results"
    return [entry.removeprefix("! ") for entry in entries]


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("card game", "first_game.md"),
        ("make a card game", "first_game.md"),
        ("how to make a card game", "first_game.md"),
        ("ten lines", "howto/play_a_match.md"),
        ("undo", "play.md"),
        ("load a saved match", "play.md"),
        ("play against a bot", "opponents.md"),
        ("friends", "table.md"),
        ("seeds", "howto/dice.md"),
    ],
)
def test_what_people_search_for_is_an_index_entry_of_the_guide_that_answers(words: str, page: str) -> None:
    # Sphinx's searchtools.js finds an entry that has the words and is at most twice as long
    assert [entry for entry in entries_of(page) if words in entry and 2 * len(words) >= len(entry)]


@pytest.mark.parametrize(
    ("word", "page"),
    [("install", "install.md"), ("undo", "start/play.md"), ("saved match", "start/front_end.md")],
)
def test_front_doors_have_the_words_that_people_look_for(word: str, page: str) -> None:
    assert word in (DOCS / page).read_text(encoding="utf-8").lower()


def menu_of_versions(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that makes the menu."""
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    return importlib.import_module("versions_menu")


def test_the_menu_lists_this_version_first_and_every_release_at_its_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    found = menu_of_versions(monkeypatch).versions("9.9.9", "https://docs.example.org")
    assert found[0] == {"version": "9.9.9", "address": "https://docs.example.org/en/latest/"}  # not released yet
    assert [each["version"] for each in found[-2:]] == ["0.2.0", "0.1.0"]
    assert found[-2]["address"] == "https://docs.example.org/en/v0.2.0/"


@pytest.mark.parametrize(("built", "listed"), [("v1.0.0", "stable"), ("v1.2.3rc1", "stable"), ("latest", "latest")])
def test_search_engines_list_the_pages_of_all_releases_as_those_of_the_newest(
    monkeypatch: pytest.MonkeyPatch, built: str, listed: str
) -> None:
    address = menu_of_versions(monkeypatch).canonical(f"https://docs.example.org/en/{built}/")
    assert address == f"https://docs.example.org/en/{listed}/"


def others(releases: list[str], sites: list[str]) -> list[str]:
    """The versions that the menu of 1.0.0 offers besides, if these are released and these have a site."""
    stubs = """
        const [released, sites] = process.argv.slice(1).map((text) => JSON.parse(text));
        globalThis.document = { addEventListener: () => {} };
        globalThis.sessionStorage = { getItem: () => null, setItem: () => {} };
        globalThis.fetch = async (address) => {
          if (!sites.length) throw new TypeError("no network");
          const all = released.map((version) => ({ version, address: `/en/v${version}/` }));
          const ok = address === "/list" || sites.some((version) => address === `/en/v${version}/`);
          return { ok, json: async () => all };
        };
    """
    asked = """
        others({ newest: "/list", list: "/own", version: "1.0.0" })
          .then((found) => console.log(JSON.stringify(found.map((each) => each.version))));
    """
    code = stubs + (DOCS / "_static" / "versions.js").read_text(encoding="utf-8") + asked
    command = [str(NODE), "-e", code, json.dumps(releases), json.dumps(sites)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout)
    return [str(version) for version in found]


@pytest.mark.skipif(NODE is None, reason="the menu runs in a browser; here Node.js stands in for it")
@pytest.mark.parametrize(
    ("sites", "offered"),
    [(["1.0.0"], []), (["1.0.0", "1.1.0"], ["1.1.0"]), ([], [])],
    ids=["one version", "two versions", "no network"],
)
def test_the_menu_offers_only_versions_that_have_a_site(sites: list[str], offered: list[str]) -> None:
    assert others(["1.1.0", "1.0.0", "0.2.0"], sites) == offered
