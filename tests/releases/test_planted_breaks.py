"""The gates find what they are there for: every break planted here is told, every harmless change passes.

Breaks are planted into a copy of what the tree promises; what is looked for is told in a sentence that names the place.
"""

import copy
import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from packaging.version import InvalidVersion

from tests.releases import contents, listing, plays
from tests.releases.baseline import (
    NO_BREAKS,
    ROOT,
    AlreadyReleased,
    broken_plays,
    broken_promises,
    check_free,
    judged,
    versions,
    write,
)
from tests.releases.names import broken_names
from tests.releases.schemas import broken_schema, without_words
from tests.releases.types import fits


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the tree promises, as a pre-release."""
    folder = tmp_path_factory.mktemp("releases") / "1.0.0a1"
    write(folder)
    return folder


@pytest.fixture(scope="module")
def before(written: Path) -> Path:
    """The listing of the tree."""
    return written / "api"


def after(before: Path, tmp_path: Path, door: str, old: str, new: str) -> list[str]:
    """What is told when a piece of a listing, given as a pattern, has become another."""
    shutil.copytree(before, tmp_path, dirs_exist_ok=True)
    stub = tmp_path / "navalcore" / f"{door}.pyi"
    text, changed = re.subn(old, new, stub.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
    assert changed, f"nothing like {old} in {door}"
    stub.write_text(text, encoding="utf-8")
    return broken_names(before, tmp_path)


# ---- the folder of a release --------------------------------------------------------------------------------------


def test_what_has_just_been_written_is_kept_in_all_three_gates(written: Path) -> None:
    assert judged(written, broken_promises(written) + broken_plays(written)) == ([], [])


def test_a_pre_release_is_written_anew_and_a_release_stays(tmp_path: Path) -> None:
    for name in ("1.0.0a1", "1.0.0rc2", "1.0.0.dev3", "1.1"):
        check_free(tmp_path / name)
    for name in ("1.0.0a1", "1.0.0"):
        (tmp_path / name).mkdir()
    check_free(tmp_path / "1.0.0a1")
    with pytest.raises(AlreadyReleased, match=r"^1\.0\.0 is released: what it promised stays"):
        write(tmp_path / "1.0.0")
    with pytest.raises(InvalidVersion):
        write(tmp_path / "the next one")
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["1.0.0", "1.0.0a1"]


# ---- names --------------------------------------------------------------------------------------------------------

BREAKS = {  # a door, a piece of its stub, what it becomes, what is told
    "a name is removed": ("__init__", r"'verify', ", "", "verify"),
    "a class is removed": ("components", r"^class Deck\b", "class Pile", "Deck"),
    "a method is removed": ("__init__", r"def undo\(", "def take_back(", "undo"),
    "an argument is removed": ("__init__", r"(def choose\(.*), decision: int \| None = None", r"\1", "decision"),
    "an argument is renamed": ("__init__", r"(def choose\(self, )choice:", r"\1option:", "choice"),
    "an argument is required": ("__init__", r"(def fork\(.*seed: int \| str \| None) = None", r"\1", "fork"),
    "arguments are reordered": ("__init__", r"(def choose\(.*), (role: .*), (decision: .*)\)", r"\1, \3, \2)", "role"),
    "an argument is by keyword only": ("__init__", r"(def choose\(self, choice: object), ", r"\1, *, ", "role"),
    "a default is changed": ("__init__", r"(def save\(.*seed: bool) = True", r"\1 = False", "save"),
    "an argument takes less": ("__init__", r"(def fork\(.*seed: )int \| str", r"\1int", "fork(seed)"),
    "a result may be None": ("__init__", r"(def view\(.*\)) -> V", r"\1 -> V | None", "view: gave V, gives V | None"),
    "an attribute may be None": ("__init__", r"^    count: int", "    count: int | None", "count: was int"),
    "another error is raised": ("__init__", r'"Raises SeedWithheld', '"Raises BadData', "raised SeedWithheld"),
    "an error derives from less": ("errors", r"class Ambiguous\(NotOffered, ", "class Ambiguous(", "Ambiguous"),
    "an error has another code": ("errors", r"code = 'busy'", "code = 'in_motion'", "busy"),
    "a member of an enum is removed": ("study", r"^    REFUSED = .*\n", "", "REFUSED"),
    "a member of an enum has another value": ("study", r"REFUSED = 'refused'", "REFUSED = 'no'", "REFUSED"),
    "a field of a named tuple is added": (
        "components",
        r"(class Span\(NamedTuple\):\n    def __init__\(.*)\)",
        r"\1, twice: bool = False)",
        "Span",
    ),
    "a hook of plug-ins is renamed": ("hooks", r"def navalcore_games\(", "def navalcore_rules(", "navalcore_games"),
    "a game must have one method more": (
        "rules",
        r"^class Game\(ABC\):",
        "class Game(ABC):\n    @abstractmethod\n    def sink(self) -> None: ...",
        "Game.sink: is new and must be implemented",
    ),
    "a method of a bot is handed more": ("bots", r"(def decide\(.*Decision)\)", r"\1, clock: float = 0.0)", "clock"),
    "what a snapshot holds loses a name": (
        "rules",
        r"^(class OptionData\(.*\n(?:.*\n)*?) +key: ",
        r"\1    word: ",
        "key",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BREAKS)
def test_a_break_of_a_name_is_told(name: str, before: Path, tmp_path: Path) -> None:
    door, old, new, told = BREAKS[name]
    assert told in "\n".join(after(before, tmp_path, door, old, new))


HARMLESS = {
    "a new name": ("bots", r"^__all__ = \[", "def new_bot() -> Bot: ...\n__all__ = ['new_bot', "),
    "a new argument that may be left out": ("__init__", r"(def undo\(.*)\)", r"\1, why: str = '')"),
    "an argument that takes more": ("__init__", r"(def save\(self, path: str)", r"\1 | bytes"),
    "a result that is narrower": ("__init__", r"(def why_not\(.*\)) -> Refusal \| None", r"\1 -> Refusal"),
    "a new method": ("__init__", r"^class Match\(.*\):", "class Match():\n    def sink(self) -> None: ..."),
    "a default where there was none": ("__init__", r"(def choose\(self, choice: object)", r"\1 = 0"),
    "a narrower error": ("__init__", r'(def why_not.*)"Raises GameOver"', r'\1"Raises GameOver, NotYourTurn"'),
    "a docstring": ("__init__", r"^class Match\(\):", 'class Match():\n    """A match."""'),
}  # fmt: skip


@pytest.mark.parametrize("name", HARMLESS)
def test_a_harmless_change_of_a_name_passes(name: str, before: Path, tmp_path: Path) -> None:
    door, old, new = HARMLESS[name]
    assert after(before, tmp_path, door, old, new) == []


def test_moving_and_renaming_what_is_private_shows_nowhere(tmp_path: Path, before: Path) -> None:
    package = shutil.copytree(
        ROOT / "navalcore", tmp_path / "navalcore", ignore=shutil.ignore_patterns("page", "*.toml")
    )
    (package / "_new.py").write_text("def unseen() -> None: ...\n")
    (package / "_roomy").mkdir()
    (package / "_roomy" / "__init__.py").touch()
    (package / "_version.py").rename(package / "_roomy" / "_version.py")
    assert broken_names(before, listing.write(listing.stubs(tmp_path), tmp_path / "now")) == []


# ---- schemas and keys ---------------------------------------------------------------------------------------------


@cache
def the_schemas() -> contents.Schemas:
    return contents.schemas()


def broken(name: str, change: Any) -> list[str]:
    """What is told of a schema of the tree after a change."""
    now = copy.deepcopy(the_schemas()[name])
    change(now)
    return contents.broken_schemas({name: the_schemas()[name]}, {name: now})


def branch(schema: Any, union: str, kind: str) -> Any:
    """The options or events of a kind in a schema of snapshots."""
    known = schema["$defs"][union]["allOf"][1]["anyOf"]
    return next(each for each in known if each["properties"]["kind"].get("const") == kind)


SNAPSHOT_BREAKS = {
    "a field is gone": (lambda s: s["properties"].pop("told"), "told: is gone"),
    "a field may be missing": (lambda s: s["required"].remove("role"), "role: was always there"),
    "a field has another type": (lambda s: s["properties"]["told"].update(type="string"), "told: was integer"),
    "a field may be null": (
        lambda s: s["properties"].update(told={"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        "told: can now be null too",
    ),
    "a value of an enumeration is gone": (
        lambda s: s["$defs"]["Side"]["enum"].remove("convoy"),
        'no longer be "convoy"',
    ),
    "a list of ids has other ids": (
        lambda s: s["$defs"].update(CardId={"type": "string", "enum": ["sonar"]}),
        'events[]<kind row_broken>.fields.cards[]: is none of "card/sonar", "card/periscope"',
    ),
    "a list of ids is any text": (
        lambda s: s["$defs"].update(CardId={"type": "string"}),
        'fields.card: can be more than "card/sonar"',
    ),
    "a kind of event is renamed": (
        lambda s: branch(s, "MatchEvent", "card_drawn")["properties"]["kind"].update(const="drawn"),
        "can no longer be kind card_drawn",
    ),
    "a kind of option is renamed": (
        lambda s: branch(s, "MatchOption", "discard_card")["properties"]["kind"].update(const="throw"),
        "can no longer be kind discard_card",
    ),
    "a kind of event loses a field": (
        lambda s: branch(s, "MatchEvent", "card_drawn")["properties"]["fields"]["properties"].pop("side"),
        "fields.side: is gone",
    ),
    "all events lose a field": (lambda s: s["$defs"]["EventData"]["properties"].pop("moves"), "moves: is gone"),
}  # fmt: skip


@pytest.mark.parametrize("name", SNAPSHOT_BREAKS)
def test_a_break_of_what_is_sent_is_told(name: str) -> None:
    change, told = SNAPSHOT_BREAKS[name]
    assert told in "\n".join(broken("uboat_cards/wire", change))


def test_what_is_sent_may_gain_a_field_and_a_value() -> None:
    def gain(schema: Any) -> None:
        schema["properties"]["clock"] = {"type": "number"}
        schema["required"].append("clock")
        schema["$defs"]["CardId"]["enum"].append("card/mine")
        whale = {"type": "object", "properties": {"kind": {"const": "whale_sighted"}}, "required": ["kind"]}
        schema["$defs"]["MatchEvent"]["allOf"][1]["anyOf"].insert(0, whale)

    assert broken("uboat_cards/wire", gain) == []


def removed(name: str) -> Any:
    """A change that takes a field of a definition away."""
    definition, field = name.split(".")
    return lambda schema: schema["$defs"][definition]["properties"].pop(field)


TABLE_BREAKS = {
    "an answer loses a field": ("table/GET /api/games/sent", removed("GameLine.summary"), "summary: is gone"),
    "a state loses a field": ("table/socket/sent", removed("State.orders"), "orders: is gone"),
    "a refusal loses its rule": ("table/error/sent", lambda s: s["properties"].pop("rule"), "rule: is gone"),
    "a request must hold more": (
        "table/POST /api/matches/taken",
        lambda s: s["$defs"]["NewMatch"]["required"].append("scenario"),
        "body.scenario: must be given now",
    ),
    "a parameter must be given": (
        "table/GET /api/matches/{}/taken",
        lambda s: s["required"].append("since"),
        "since: must be given now",
    ),
    "an act may be shorter only": (
        "table/act/taken",
        lambda s: s["$defs"]["AskAct"]["properties"]["argument"].update(maxLength=10),
        'maxLength was 400, is 10',
    ),
}  # fmt: skip


@pytest.mark.parametrize("planted", TABLE_BREAKS)
def test_a_break_of_what_the_table_says_or_hears_is_told(planted: str) -> None:
    name, change, told = TABLE_BREAKS[planted]
    assert told in "\n".join(broken(name, change))


def test_the_table_may_hear_and_say_more() -> None:
    def gain(schema: Any) -> None:
        schema["$defs"]["State"]["properties"]["clock"] = {"type": "number"}
        schema["$defs"]["State"]["required"].append("clock")

    assert broken("table/socket/sent", gain) == []
    widened = lambda schema: schema["$defs"]["Take"]["properties"]["name"].update(maxLength=80)  # noqa: E731
    assert broken("table/POST /api/matches/{}/seats/{}/taken", widened) == []
    without = {name: schema for name, schema in the_schemas().items() if name != "table/GET /api/matches/sent"}
    assert contents.broken_schemas(the_schemas(), without) == ["table/GET /api/matches/sent: the schema is gone"]


FILE = {
    "type": "object",
    "additionalProperties": True,
    "properties": {
        "ships": {"type": "integer", "minimum": 1, "maximum": 9},
        "name": {"type": "string"},
        "way": {"enum": ["east", "west"]},
        "turns": {"type": "integer", "default": 9},
        "sea": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "title": {"type": "array", "prefixItems": [{"type": "string"}]},
    },
    "required": ["ships"],
}

FILE_BREAKS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "other fields are forbidden": ({"additionalProperties": False}, {}, "no other fields are allowed"),
    "a field must be given": ({"required": ["ships", "name"]}, {}, "name: must be given"),
    "a field is taken away": ({"additionalProperties": False}, {"name": None}, "name: is gone"),
    "less is allowed": ({}, {"ships": {"type": "integer", "minimum": 2, "maximum": 9}}, "minimum was 1, is 2"),
    "one type less": ({}, {"sea": {"type": "string"}}, "sea: can no longer be integer"),
    "another type": ({}, {"name": {"type": "number"}}, "name: was string, is number"),
    "a choice less": ({}, {"way": {"enum": ["east"]}}, 'no longer be "west"'),
    "choices where all was free": ({}, {"name": {"type": "string", "enum": ["Hood"]}}, 'can only be "Hood" now'),
    "another default": ({}, {"turns": {"type": "integer", "default": 8}}, "was 9 by default, is 8"),
    "a place more in a row": (
        {},
        {"title": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}]}},
        "had 1 places, has 2",
    ),
}


def changed_file(words: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    kept = {name: schema for name, schema in {**FILE["properties"], **fields}.items() if schema}  # type: ignore[dict-item]
    return {**FILE, "properties": kept, **words}


@pytest.mark.parametrize("name", FILE_BREAKS)
def test_a_break_of_what_is_read_is_told(name: str) -> None:
    words, fields, told = FILE_BREAKS[name]
    assert told in "\n".join(broken_schema(FILE, changed_file(words, fields), "read"))


@pytest.mark.parametrize(
    "fields",
    [
        {"speed": {"type": "number"}},
        {"ships": {"type": "integer", "minimum": 0}},
        {"ships": {"type": "number", "minimum": 1, "maximum": 9}},
        {"way": {"enum": ["east", "west", "north"]}},
        {"name": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
    ],
    ids=["a new field", "a wider bound", "a wider type", "a new value", "a type more"],
)
def test_what_is_read_may_be_more(fields: dict[str, Any]) -> None:
    assert broken_schema(FILE, changed_file({}, fields), "read") == []


def test_words_for_people_are_nobodys_but_fields_of_these_names_are_kept() -> None:
    schema = {"title": "A map", "description": "text", "properties": {"title": {"type": "string", "title": "Title"}}}
    assert without_words(schema) == {"properties": {"title": {"type": "string"}}}


def test_definitions_may_be_renamed_and_may_refer_to_themselves() -> None:
    one = {"$defs": {"A": {"type": "object", "properties": {"next": {"$ref": "#/$defs/A"}}}}, "$ref": "#/$defs/A"}
    other = json.loads(json.dumps(one).replace("defs/A", "defs/B").replace('"A"', '"B"'))
    assert broken_schema(one, other, "read") == broken_schema(one, other, "written") == []


def test_a_key_that_is_reworded_or_renumbered_is_told_and_new_ones_at_the_end_pass() -> None:
    before = contents.unpacked(contents.packed(contents.keys()))
    assert before == contents.keys()
    cards = before["uboat_cards"]
    reworded = tuple(key.replace("play_card/Dive", "play/Dive") for key in cards)
    (told,) = contents.broken_keys(before, {**before, "uboat_cards": reworded})
    assert told == "uboat_cards: 1 keys of options are gone: play_card/Dive"
    (told,) = contents.broken_keys(before, {**before, "uboat_cards": (cards[1], cards[0], *cards[2:])})
    assert told.startswith("uboat_cards: 2 keys of options have another number: ")
    assert contents.broken_keys(before, {**before, "uboat_cards": (*cards, "surrender")}) == []


# ---- journals and plug-ins ----------------------------------------------------------------------------------------


def test_a_journal_that_cannot_be_read_or_comes_out_otherwise_is_told(written: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(written / "journals", tmp_path / "journals"))
    cards, told = folder / "uboat_cards.jsonl", folder / "journals.json"
    cards.write_text(cards.read_text(encoding="utf-8").replace("uboat_cards", "uboat_chess", 1), encoding="utf-8")
    (folder / "tonnage_war.jsonl").unlink()
    expected = json.loads(told.read_text(encoding="utf-8"))
    expected["bismarck"]["keys of choices"].append("scuttle")
    told.write_text(json.dumps(expected), encoding="utf-8")
    found = plays.broken_journals(folder)
    assert len(found) == 3
    assert "bismarck.jsonl: keys of choices of before are not there: scuttle" in found[0]
    assert "uboat_cards.jsonl: DamagedTape" in found[1]
    assert "tonnage_war.jsonl: is gone" in found[2]


def test_a_game_of_others_that_finds_its_hook_or_its_name_no_more_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "plugins"
    plays.write_plugins(folder)
    first = folder / "convoy_dash" / "src" / "convoy_dash" / "__init__.py"
    first.write_text(first.read_text(encoding="utf-8").replace("navalcore_games", "navalcore_old_games"))
    second = folder / "skerry_passage" / "src" / "skerry_passage" / "game.py"
    second.write_text(second.read_text(encoding="utf-8") + "\nfrom navalcore.rules import Forsaken\n")
    found = plays.broken_plugins(folder)
    assert [each.split(":")[0] for each in found] == ["the game convoy_dash", "the game skerry_passage"]
    assert "Forsaken" in found[1]


# ---- the parts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        ("int", "int | None"),
        ("int", "Optional[float]"),
        ("list[Ship]", "Sequence[Ship | None]"),
        ("Literal['a']", "Literal['a', 'b']"),
        ("Literal['a', 'b']", "str"),
        ("dict[str, int]", "Mapping[str, float]"),
        ("Callable[[object | None, int], bool]", "Callable[[object, int], int]"),
        ("tuple[int, ...]", "Sequence[int]"),
        ("Anything", "Any"),
    ],
)
def test_a_narrow_type_fits_a_wide_one_and_not_the_other_way(narrow: str, wide: str) -> None:
    assert fits(narrow, wide)
    assert not fits(wide, narrow)


def test_what_can_be_filled_must_stay_the_same_inside() -> None:
    assert not fits("list[int]", "list[float]")
    assert fits("Sequence[int]", "Sequence[float]")


def test_an_intended_break_needs_its_reason_and_one_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "intended.toml").write_text('"a is gone" = "nobody had it"\n"b is gone" = ""\n"c is gone" = "too"\n')
    assert judged(tmp_path, ["a is gone", "b is gone"]) == (["b is gone"], ["c is gone"])
    (tmp_path / "intended.toml").write_text(NO_BREAKS)
    assert judged(tmp_path, ["a is gone"]) == (["a is gone"], [])


def test_what_is_meant_everywhere_is_written_once_and_names_no_more_than_it_says(tmp_path: Path) -> None:
    (tmp_path / "intended.toml").write_text(
        '[patterns]\n"g/wire: *.at: was integer, is string" = "ids"\n"g/wire: *[].by: is gone" = ""\n'
        '"h/wire: *: is gone" = "nobody had it"\n'
    )
    found = ["g/wire: a[].at: was integer, is string", "g/wire: b.at: was integer, is null", "g/wire: c[].by: is gone"]
    assert judged(tmp_path, found) == (found[1:], ["g/wire: *[].by: is gone", "h/wire: *: is gone"])


def test_releases_are_in_order_of_their_versions(tmp_path: Path) -> None:
    for name in ("1.10", "1.9", "1.9a1", "notes"):
        (tmp_path / name).mkdir()
    assert versions(tmp_path) == ["1.9a1", "1.9", "1.10"]


def test_errors_are_read_from_sections_and_sentences() -> None:
    text = "Do.\n\nRaises UnknownName where nobody is, and Busy while it moves.\n\nRaises:\n    BadData: it is.\n"
    assert listing.raised_in(text) == ["BadData", "Busy", "UnknownName"]
