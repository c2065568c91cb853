__all__ = ['About', 'Ask', 'BotLike', 'BotManifest', 'BrokenPluginReport', 'CHANCE', 'CachesView', 'Categorical', 'Chance', 'ChartFile', 'ChoiceMade', 'Citation', 'CoverageReport', 'DRAWN', 'DataTable', 'Decision', 'DecisionData', 'DecisionPolicy', 'Event', 'EventData', 'Face', 'Fact', 'FactData', 'Features', 'Flow', 'Game', 'GameLike', 'Manifest', 'MatchEnded', 'MatchSetup', 'ModifierProvider', 'Move', 'MoveData', 'Option', 'OptionData', 'Options', 'Order', 'Outcome', 'OutcomeData', 'Part', 'Place', 'PlaceData', 'PlacePart', 'Play', 'Plots', 'Plugins', 'Procedure', 'Reasons', 'Refusal', 'Rulebook', 'Ruling', 'SPECTATOR', 'Scenario', 'ScriptedChance', 'Seat', 'Section', 'SectionCoverage', 'SectionKind', 'SeededChance', 'Slots', 'Source', 'StateType', 'Step', 'Subject', 'Summand', 'SummandData', 'Terms', 'UMPIRE', 'Undone', 'Variant', 'VariantLike', 'VariantManifest', 'View', 'after', 'asked_alone', 'before', 'cached_views', 'choose', 'coverage', 'discover', 'harmless', 'hookimpl', 'instead', 'load_rulebook', 'markdown_table', 'none_as', 'places', 'plot', 'redacted_copy', 'rule', 'run', 'schemas', 'seen_by', 'summands', 'takes_modifiers', 'together', 'types_in', 'vary']

class About():
    def __init__(self, fields: Mapping[str, Any] = dict(), places: tuple[Place, ...] = ()) -> None: ...
    fields: Mapping[str, Any] = field(default_factory=dict)
    places: tuple[Place, ...] = ()

class Ask():
    def __init__(self, why: str = '') -> None: ...
    why: str = ''

class BotLike(Protocol):
    game: str
    name: str

class BotManifest():
    def __call__(self, role: str, chance: Any) -> Any: ...
    def __init__(self, *, game: str, name: str, bot: str) -> None: ...
    bot: str
    game: str
    name: str

class BrokenPluginReport():
    def __init__(self, name: str, distribution: str | None, error: str, traceback: str) -> None: ...
    distribution: str | None
    error: str
    name: str
    traceback: str

CHANCE: Final = 'chance'

class CachesView():
    def __setattr__(self, name: str, value: object) -> None: ...
    cached_view: Any

class Categorical():
    def __init__(self, values: Iterable[Hashable] | Callable[[], Iterable[Hashable]]) -> None: ...
    values: Iterable[Hashable] | Callable[[], Iterable[Hashable]]
from navalcore.components import Chance as Chance

class ChartFile():
    def __init__(self, name: str, label: str, summary: str, folder: str) -> None: ...
    folder: str
    label: str
    name: str
    summary: str

class ChoiceMade(Event):
    def __init__(self, *, rule: str = '', to: tuple[str, ...] | None = None, role: str, prompt: str, text: str, asked: str, key: str, places: tuple[Place, ...] = ()) -> None: ...
    asked: str
    detail: bool
    figures: tuple[str, ...] = ()
    headline: str
    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]: ...
    key: str
    kind: str = ''
    moves: tuple[Move, ...]
    passing: bool = False
    places: tuple[Place, ...] = ()
    prompt: str
    def redacted(self) -> Event | None: ...
    reserved: frozenset[str] = frozenset({'kind'})
    role: str
    rule: str = field(default='', kw_only=True)
    def seen_by(self, role: str) -> Event | None: "Raises UnknownName"
    text: str
    to: tuple[str, ...] | None = field(default=None, kw_only=True)

class Citation(NamedTuple):
    def __init__(self, number: str, module: str, qualname: str, file: str, line: int) -> None: ...
    file: str
    line: int
    module: str
    number: str
    qualname: str

class CoverageReport():
    def __init__(self, game: str, sections: tuple[SectionCoverage, ...], unknown: tuple[Citation, ...], tests_seen: bool) -> None: ...
    binding: tuple[SectionCoverage, ...]
    complete: bool
    covered: int
    game: str
    percentage: int
    sections: tuple[SectionCoverage, ...]
    def summary_line(self) -> str: ...
    tests_seen: bool
    def to_json(self) -> dict[str, object]: ...
    unknown: tuple[Citation, ...]
    without_code: tuple[Section, ...]
    without_tests: tuple[Section, ...]

DRAWN: Final = 0.25

class DataTable():
    def __init__(self, name: str, title: str, sections: tuple[str, ...], standing: str, make: Callable[[], str]) -> None: ...
    make: Callable[[], str]
    name: str
    sections: tuple[str, ...]
    standing: str
    title: str

class Decision():
    def __init__(self, role: str, prompt: str | Callable[[], str], options: Sequence[object], rule: str = '', reasons: Reasons | None = None, kind: str = '', secret: bool = False, about: Subject = None) -> None: ...
    def bare(self) -> Decision: ...
    fields: Mapping[str, Any]
    def index(self, choice: object) -> int: "Raises NotOffered"
    def key(self, choice: object) -> str: "Raises NotOffered"
    kind: str
    def matching(self, words: str) -> list[int]: ...
    number: int
    options: Sequence[object]
    places: tuple[Place, ...]
    prompt: str
    def read(self, choice: object, numbers: Sequence[int] = ()) -> int: "Raises Ambiguous, NotOffered"
    def refusals(self, words: str = '', *, strictly: bool = False) -> list[Refusal]: ...
    role: str
    rule: str
    secret: bool
    texts: list[str]
    def why_not(self, choice: object) -> Refusal | None: ...

class DecisionData(BaseModel):
    facts: tuple[FactData, ...] = ()
    fields: dict[str, Any]
    kind: str
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    number: int
    options: tuple[SerializeAsAny[OptionData], ...]
    places: tuple[PlaceData, ...]
    prompt: str
    rule: str
    secret: bool
    summands: tuple[SummandData, ...] = ()

DecisionPolicy: TypeAlias = Callable[[Decision], int]
from navalcore.components import Event as Event

class EventData(BaseModel):
    detail: bool
    fields: dict[str, Any]
    kind: str
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    moves: tuple[MoveData, ...]
    n: int
    places: tuple[PlaceData, ...]
    rule: str
    text: str
    to: tuple[str, ...] | None

class Face():
    def __init__(self, game: Game[S, O, V]) -> None: ...
    def action_keys(self) -> Iterable[str] | None: ...
    def board(self, view: V) -> Board | None: ...
    def board_svg(self, view: V) -> str | None: ...
    def board_text(self, view: V, width: int = WIDTH) -> str: ...
    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[V]]]: ...
    def charts_used(self, options: O) -> Sequence[ChartFile]: "Raises BadData"
    def data_models(self) -> Mapping[str, type[BaseModel]]: ...
    def digest(self, events: Sequence[Event], view: V) -> Sequence[str]: ...
    def evaluate(self, state: S, role: str, terms: Terms[O]) -> float | None: ...
    def facts(self, view: V, decision: Decision, terms: Terms[O]) -> Sequence[Sequence[Fact]]: ...
    game: Game[S, O, V]
    def glance(self, view: V, width: int = WIDTH) -> str: ...
    def glossary(self) -> Mapping[str, str]: "Raises BadData"
    def group_of(self, view: V, option: object) -> str: ...
    def headline(self, view: V) -> Sequence[str]: ...
    def horizon(self, state: S, terms: Terms[O]) -> int | None: ...
    def info_commands(self) -> Mapping[str, Callable[[V, str], str]]: ...
    def known(self, view: V, terms: Terms[O]) -> Mapping[str, object]: ...
    last_groups: Sequence[str] = ()
    def meaning(self, view: V, option: object) -> str: ...
    def orders(self) -> Mapping[str, Callable[[V, str], Order[V]]]: ...
    def pictures(self) -> Mapping[str, Callable[[V], str]]: ...
    def policy(self) -> Callable[[str, SeededChance], Bot[V]] | None: ...
    def questions(self) -> Sequence[Question[Any]]: ...
    def reports(self) -> Mapping[str, Callable[[Sequence[Event], V, str], str]]: ...
    def typed_line(self, line: str) -> str: ...
    def warning(self, view: V, option: object) -> str: ...

class Fact():
    def __init__(self, name: str, value: Fraction | int, rule: str = '', words: str = '', summands: tuple[Summand, ...] = (), places: tuple[Place, ...] = NO_PLACES, mean: bool = False) -> None: ...
    kind: str
    mean: bool = False
    name: str
    places: tuple[Place, ...] = NO_PLACES
    rule: str = ''
    summands: tuple[Summand, ...] = ()
    value: Fraction | int
    words: str = ''

class FactData(BaseModel):
    fraction: str | None
    kind: str
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    name: str
    places: tuple[PlaceData, ...]
    rule: str
    summands: tuple[int, ...]
    text: str
    value: float

class Features():
    def __init__(self, names: tuple[str, ...], split: Callable[[Any], Sequence[float]]) -> None: ...
    names: tuple[str, ...]
    split: Callable[[Any], Sequence[float]]

Flow: TypeAlias = Generator[Decision, int, T]

class Game(ABC):
    def check_imagining(self, role: str) -> str: ...
    def check_player(self, role: object) -> str: ...
    def check_role(self, role: str) -> str: ...
    def determinize(self, state: S, role: str, chance: Chance, terms: Terms[O]) -> S: ...
    earlier_options: Mapping[str, Mapping[str, Any]] = {}
    event_types: tuple[type[Event], ...] = ()
    face: str | type[Any] = ''
    folder: Path
    def from_json(self, data: Mapping[str, Any]) -> Any: "Raises BadData"
    id: str
    @abstractmethod
    def initial_state(self, terms: Terms[O]) -> S: ...
    def invariants(self, state: S, terms: Terms[O]) -> Iterable[str]: ...
    kit_patience: float = 120.0
    def length(self, state: S) -> int: ...
    longest_match: int = 100000
    manifest: Manifest | None = None
    migrations: Mapping[str, Callable[[list[dict[str, Any]]], list[dict[str, Any]]]] = {}
    modifier_sections: dict[str, list[Citation]]
    modifiers: Mapping[str, ModifierProvider] = {}
    def new_match(self, scenario: str | None = None, *, seed: int | str | None = None, salt: str | None = None, options: Mapping[str, Any] | O | None = None, chance: Chance | Literal['seeded', 'committed', 'physical'] = 'seeded', undo: Literal['barrier', 'free'] = 'barrier', seats: Mapping[str, str] | None = None, on_event: Callable[[Event], None] | None = None, history: bool = False, recorded: bool = False) -> Match[S, O, V]: "Raises BadData, UnknownName"
    def numbers(self, state: S) -> Mapping[str, int]: ...
    option_types: tuple[type, ...] = ()
    options_class: type[O]
    @abstractmethod
    def outcome(self, state: S, terms: Terms[O]) -> Outcome | None: ...
    package: str
    def parse_options(self, options: Mapping[str, Any] | O | None = None) -> O: ...
    def placed(self, given: Mapping[str, Any], state: S, terms: Terms[O]) -> Mapping[str, Any]: "Raises BadData"
    def position(self, source: str | Path | Mapping[str, Any], *, seed: int | str | None = None, undo: Literal['barrier', 'free'] = 'barrier', seats: Mapping[str, str] | None = None, on_event: Callable[[Event], None] | None = None, history: bool = False, recorded: bool = False) -> Match[S, O, V]: "Raises BadData, NotOffered, UnknownName"
    rare_steps: frozenset[str] = frozenset()
    def redeal(self, state: S, role: str, chance: Chance, terms: Terms[O]) -> None: ...
    requires_navalcore: str = ''
    def returns(self, outcome: Outcome) -> dict[str, float]: ...
    def role_title(self, role: str) -> str: ...
    role_titles: Mapping[Any, str] = {}
    roles: tuple[str, ...]
    rule_packages: list[str]
    rulebook: Rulebook
    def scenario(self, name: str | None = None) -> Scenario: ...
    scenarios: Mapping[str, Scenario]
    def seats(self, scenario: str | None = None, options: Mapping[str, Any] | O | None = None) -> tuple[Seat, ...]: ...
    @abstractmethod
    def sequence_of_play(self, terms: Terms[O]) -> Sequence[Step]: ...
    def settle(self, state: S, terms: Terms[O]) -> None: ...
    def snapshot_class(self) -> type[Snapshot]: ...
    state_class: type[S]
    states: StateType[S]
    def steps(self, terms: Terms[O]) -> tuple[dict[str, Step], dict[str, str]]: ...
    def taken_by(self, role: str, terms: Terms[O]) -> str: ...
    def terms(self, scenario: str | None = None, options: Mapping[str, Any] | O | None = None) -> Terms[O]: ...
    def the_role(self, role: str) -> str: ...
    title: str
    def to_json(self, value: object) -> dict[str, Any]: ...
    variants: tuple[Variant, ...] = ()
    version: str
    @abstractmethod
    def view(self, state: S, role: str, terms: Terms[O]) -> V: ...
    view_class: type[V]
    def wire_schema(self) -> dict[str, Any]: ...
    def wire_types(self) -> str: ...

class GameLike(Protocol):
    id: str
    title: str
    version: str

class Manifest():
    def __init__(self, *, id: str, title: str, version: str, summary: str = '', roles: Mapping[str, str] = dict(), scenarios: Mapping[str, str] = dict(), game: str, face: str = '', requires_navalcore: str = '') -> None: ...
    def briefing(self, scenario: str) -> Mapping[str, Any] | None: "Raises BadData"
    face: str = ''
    game: str
    id: str
    def load(self) -> Any: "Raises BrokenPlugin"
    @classmethod
    def of(cls, game: Any) -> Manifest: ...
    requires_navalcore: str = ''
    def role_title(self, role: str) -> str: ...
    roles: Mapping[str, str] = field(default_factory=dict)
    scenarios: Mapping[str, str] = field(default_factory=dict)
    summary: str = ''
    title: str
    version: str

class MatchEnded(Event):
    def __init__(self, *, rule: str = '', to: tuple[str, ...] | None = None, winner: str | None, reason: str) -> None: ...
    detail: bool
    figures: tuple[str, ...] = ()
    headline: str
    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]: ...
    kind: str = ''
    moves: tuple[Move, ...]
    passing: bool = False
    places: tuple[Place, ...]
    reason: str
    def redacted(self) -> Event | None: ...
    reserved: frozenset[str] = frozenset({'kind'})
    rule: str = field(default='', kw_only=True)
    def seen_by(self, role: str) -> Event | None: "Raises UnknownName"
    to: tuple[str, ...] | None = field(default=None, kw_only=True)
    winner: str | None

class MatchSetup():
    def __init__(self, scenario: Scenario, options: O, chance: Literal['seeded', 'committed', 'physical', 'recorded'] = 'seeded', undo: Literal['barrier', 'free'] = 'barrier', seed: str = '', salt: str = '', promised: str = '', seats: Mapping[str, str] | None = None) -> None: ...
    chance: Literal['seeded', 'committed', 'physical', 'recorded'] = 'seeded'
    options: O
    promised: str = ''
    salt: str = ''
    scenario: Scenario
    seats: Mapping[str, str] | None = None
    seed: str = ''
    terms: Terms[O]
    undo: Literal['barrier', 'free'] = 'barrier'

ModifierProvider: TypeAlias = Callable[['Play[Any, Any]', Mapping[str, int]], Mapping[str, int]]

class Move():
    def __init__(self, piece: str, start: str, end: str, count: int = 1, way: tuple[str, ...] = ()) -> None: ...
    count: int = 1
    end: str
    piece: str
    start: str
    way: tuple[str, ...] = ()

class MoveData(BaseModel):
    count: int
    end: str = Field(alias='to')
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    piece: str
    start: str = Field(alias='from')
    way: tuple[str, ...]

class Option():
    key: str
    kind: str = ''
    places: tuple[Place, ...]
    reserved: frozenset[str] = frozenset({'kind', 'key', 'places'})

class OptionData(BaseModel):
    chances: OddsData | None = None
    facts: tuple[int, ...] = ()
    fields: dict[str, Any]
    group: str
    index: int
    key: str
    kind: str
    meaning: str
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    places: tuple[PlaceData, ...]
    text: str
    warning: str

class Options(BaseModel):
    model_config = ConfigDict(frozen=True, extra='forbid', use_attribute_docstrings=True)

class Order():
    def __init__(self, text: str, answer: Callable[[V, Decision, Bot[V]], object | None] | None = None, lasting: bool = False, rank: int = 0) -> None: ...
    def answer(self, view: V, decision: Decision, bot: Bot[V]) -> object | None: ...
    def give_way(self, newer: Order[V]) -> None: ...
    given: str
    def hear(self, event: Event) -> None: ...
    lasting: bool
    def over(self) -> bool: ...
    rank: int
    said: str
    def stop(self, event: Event) -> str: ...
    text: str

class Outcome():
    def __init__(self, winner: str | None, reason: str, rule: str = '', scores: Mapping[str, int] = dict(), ending: str = '', returns: Mapping[str, float] = dict()) -> None: ...
    ending: str = ''
    reason: str
    returns: Mapping[str, float] = field(default_factory=dict, compare=False, repr=False)
    rule: str = ''
    scores: Mapping[str, int] = field(default_factory=dict)
    def to_json(self) -> dict[str, Any]: ...
    winner: str | None

class OutcomeData(BaseModel):
    ending: str
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    outcome: Outcome
    reason: str
    rule: str
    scores: dict[str, int]
    winner: str | None

class Part():
    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue: ...
    __pydantic_config__: ConfigDict = ConfigDict(extra='ignore')
    @classmethod
    def of(cls, source: Any, looker: Any = None, /, **given: Any) -> Self: ...

class Place(NamedTuple):
    def __init__(self, id: str, part: PlacePart) -> None: ...
    id: str
    part: PlacePart

class PlaceData(BaseModel):
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    part: str = Field(alias='as')
    place: str

PlacePart: TypeAlias = Literal['subject', 'from', 'to', 'target', 'at']

class Play():
    def __init__(self, state: S, options: O, chance: Chance, *, scenario: Any = None, listening: bool = False, modifiers: Mapping[str, ModifierProvider] | None = None) -> None: ...
    chance: Chance
    dice: Dice
    kept: Any
    def listen(self, listening: bool) -> None: ...
    listening: bool
    def modified(self, rule: str, modifiers: Mapping[str, int]) -> Mapping[str, int]: ...
    modifiers: Mapping[str, ModifierProvider] | None
    options: O
    def reveal(self) -> None: ...
    reveals: int
    scenario: Any
    sequence: Mapping[str, tuple[Callable[[Any], Any], str]]
    state: S
    step: Callable[[Any], Any] | None
    def tell(self, event: Callable[[*TypeVarTuple('Fields')], Event], /, *fields: *TypeVarTuple('Fields'), rule: str = '', to: tuple[str, ...] | None = None) -> None: ...
    def tell_all(self, events: Callable[[*TypeVarTuple('Fields')], Iterable[Event]], /, *fields: *TypeVarTuple('Fields')) -> None: ...
    told: list[Event]
    def use(self, chance: Chance) -> None: ...

class Plots():
    def __init__(self, sheets: dict[str, list[P]] = dict(), revealed: bool = False) -> None: ...
    def by_turns(self, sides: Iterable[str], unit: Callable[[P], Hashable] | None = None) -> Iterator[tuple[str, P]]: "Raises RuleError"
    def clear(self) -> None: ...
    def in_order(self, sides: Iterable[str]) -> Iterator[tuple[str, P]]: "Raises RuleError"
    def redeal(self, role: str, chance: Chance, write: Callable[[str, list[P]], Flow[Any]][P]) -> None: ...
    def reveal(self, play: Play[Any, Any]) -> None: ...
    revealed: bool = False
    def seen(self, role: str) -> dict[str, tuple[P, ...] | None]: ...
    sheets: dict[str, list[P]] = field(default_factory=dict)

class Plugins():
    def __init__(self) -> None: ...
    bots: dict[str, dict[str, BotLike]]
    def bots_of(self, game_id: str) -> dict[str, BotLike]: ...
    broken: list[BrokenPluginReport]
    def game(self, game_id: str) -> GameLike: ...
    games: dict[str, Manifest]
    variants: dict[str, dict[str, VariantLike]]
    def variants_of(self, game_id: str) -> dict[str, VariantLike]: ...

Procedure: TypeAlias = Callable[[Any], Flow[str | None] | str | None]

Reasons: TypeAlias = Callable[[], Iterable[Refusal]] | tuple[Any, ...]

class Refusal():
    def __init__(self, text: str, rule: str, reason: str) -> None: ...
    reason: str
    rule: str
    text: str

class Rulebook(BaseModel):
    def __contains__(self, number: object) -> bool: ...
    added: tuple[Annotated[str, StringConstraints(pattern='^\\S+$')], ...] = ()
    def find(self, words: str) -> tuple[Section | Ruling, ...]: ...
    game: Annotated[str, StringConstraints(pattern='^\\S+$')]
    model_config = ConfigDict(frozen=True, extra='forbid')
    def ruling(self, ruling_id: str) -> Ruling: ...
    rulings: tuple[Ruling, ...] = ()
    def rulings_on(self, number: str) -> tuple[Ruling, ...]: ...
    def section(self, number: str) -> Section: ...
    sections: tuple[Section, ...]
    source: Source
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    def with_added(self, other: Rulebook) -> Rulebook: ...

class Ruling(BaseModel):
    decision: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    id: Annotated[str, StringConstraints(pattern='^\\S+$')]
    model_config = ConfigDict(frozen=True, extra='forbid')
    option: Annotated[str, StringConstraints(pattern='^[a-z][a-z0-9_]*$')] | None = None
    question: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    readings: tuple[Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)], ...] = ()
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    sections: Annotated[tuple[Annotated[str, StringConstraints(pattern='^\\S+$')], ...], Field(min_length=1)]
from navalcore.components import SPECTATOR as SPECTATOR

class Scenario(BaseModel):
    id: str
    model_config = ConfigDict(frozen=True, extra='forbid')
    note: str = ''
    title: str

class ScriptedChance(Chance, ABC):
    def __enter__(self) -> ScriptedChance: ...
    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None: ...
    def __init__(self, *results: int | str | tuple[str, int | str], then: Chance | None = None) -> None: "Raises BadRoll"
    def below(self, n: int, why: str = '', rule: str = '') -> int: ...
    def draw(self, items: list[T], count: int, why: str = '', rule: str = '') -> list[T]: "Raises BadData"
    def fork(self) -> ScriptedChance: ...
    left: int
    def mark(self) -> object: ...
    def pick(self, items: Sequence[object], why: str = '', rule: str = '') -> int: ...
    def pool(self, count: int, low: int, high: int, why: str = '', rule: str = '', reads: Callable[[int], Hashable] | None = None) -> list[int]: ...
    def roll(self, low: int, high: int, why: str = '', rule: str = '') -> int: ...
    def total(self, count: int, low: int, high: int, why: str = '', rule: str = '') -> list[int]: ...

class Seat():
    def __init__(self, role: str, title: str, taken_by: str) -> None: ...
    role: str
    taken_by: str
    title: str

class Section(BaseModel):
    binding: bool
    kind: SectionKind
    model_config = ConfigDict(frozen=True, extra='forbid')
    number: Annotated[str, StringConstraints(pattern='^\\S+$')]
    summary: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]

class SectionCoverage():
    def __init__(self, section: Section, code: tuple[Citation, ...], tests: tuple[Citation, ...]) -> None: ...
    code: tuple[Citation, ...]
    section: Section
    tests: tuple[Citation, ...]

class SectionKind(StrEnum):
    COMMENTARY = 'commentary'
    OPTION = 'option'
    RULE = 'rule'
    SCENARIO = 'scenario'
    SETUP = 'setup'
    TABLE = 'table'
from navalcore.components import SeededChance as SeededChance

class Slots():
    def __init__(self, keys: Iterable[Hashable] | Callable[[], Iterable[Hashable]], by: str = '') -> None: ...
    by: str = ''
    keys: Iterable[Hashable] | Callable[[], Iterable[Hashable]]

class Source(BaseModel):
    designer: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    model_config = ConfigDict(frozen=True, extra='forbid')
    notice: str = ''
    year: Annotated[int, Field(ge=1800, le=2200)]

class StateType():
    def __init__(self, cls: type[S]) -> None: ...
    cls: type[S]
    copy: Callable[[S], S]
    def digest(self, state: S) -> str: ...
    def from_json(self, data: Any) -> S: "Raises BadData"
    def to_json(self, state: S) -> Any: ...

class Step():
    def __init__(self, name: str, procedure: Procedure, title: str = '', rule: str = '', once: bool = False) -> None: ...
    name: str
    once: bool = False
    procedure: Procedure
    rule: str = ''
    title: str = ''

Subject: TypeAlias = About | Callable[[], About] | None

class Summand():
    def __init__(self, text: str, value: int, rule: str = '') -> None: ...
    rule: str = ''
    text: str
    value: int

class SummandData(BaseModel):
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    rule: str
    text: str
    value: int

class Terms():
    def __init__(self, scenario: Any, options: O_co) -> None: ...
    options: O_co
    scenario: Any
from navalcore.components import UMPIRE as UMPIRE

class Undone(Event):
    def __init__(self, *, rule: str = '', to: tuple[str, ...] | None = None, role: str, text: str, number: int, takes_back: tuple[int, ...] = ()) -> None: ...
    detail: bool
    figures: tuple[str, ...] = ()
    headline: str
    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]: ...
    kind: str = ''
    moves: tuple[Move, ...]
    number: int
    passing: bool = False
    places: tuple[Place, ...]
    def redacted(self) -> Event | None: ...
    reserved: frozenset[str] = frozenset({'kind'})
    role: str
    rule: str = field(default='', kw_only=True)
    def seen_by(self, role: str) -> Event | None: "Raises UnknownName"
    takes_back: tuple[int, ...] = ()
    text: str
    to: tuple[str, ...] | None = field(default=None, kw_only=True)

class Variant():
    event_types: tuple[type[Event], ...] = ()
    game: str
    id: str
    manifest: VariantManifest | None = None
    modifiers: Mapping[str, ModifierProvider] = {}
    option_types: tuple[type, ...] = ()
    options: Mapping[str, Any] = {}
    rulebook: Path | None = None
    def scenarios(self, scenarios: Mapping[str, Scenario]) -> Mapping[str, Scenario]: ...
    def sequence_of_play(self, steps: Sequence[Step], terms: Terms[Any]) -> Sequence[Step]: ...
    state_class: type | None = None
    title: str
    version: str = '1'
    def view(self, view: Any, state: Any, role: str, terms: Terms[Any]) -> View: ...
    view_class: type[View] | None = None

class VariantLike(Protocol):
    game: str
    id: str
    title: str

class VariantManifest():
    def __init__(self, *, game: str, id: str, title: str, variant: str, data: str = '') -> None: ...
    data: str = ''
    game: str
    id: str
    def load(self) -> Any: "Raises BrokenPlugin"
    title: str
    variant: str

class View(BaseModel):
    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /) -> JsonSchemaValue: ...
    model_config = ConfigDict(frozen=True, extra='ignore')
    @classmethod
    def of(cls, source: Any, looker: Any = None, /, **given: Any) -> Self: "Raises BadData"

def after(steps: Sequence[Step], name: str, *inserted: Step) -> list[Step]: ...

def asked_alone(choice: Mapping[str, Any], kind: str) -> bool: ...

def before(steps: Sequence[Step], name: str, *inserted: Step) -> list[Step]: ...

def cached_views(parts: Iterable[C], view: Callable[[C], Any]) -> list[Any]: ...

def choose(role: str, prompt: str | Callable[[], str], options: Sequence[T], rule: str = '', reasons: Reasons | None = None, kind: str = '', secret: bool = False, about: Subject = None) -> Flow[T]: ...

def coverage(rulebook: Rulebook, packages: Sequence[str], tests_dir: Path | str | None, only: str = '') -> CoverageReport: "Raises BadData, BrokenPlugin"

def discover(extra: Sequence[str] = ()) -> Plugins: ...

def harmless(reason: str) -> object: ...

hookimpl = pluggy.HookimplMarker('navalcore')

def instead(steps: Sequence[Step], name: str, *replacing: Step) -> list[Step]: ...

def load_rulebook(path: Path | str) -> Rulebook: "Raises BadData"

def markdown_table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str: ...

class none_as():
    def __init__(self, value: int | str) -> None: ...
    value: int | str

def places(*, subject: str | Sequence[str] = (), from_: str | Sequence[str] = (), to: str | Sequence[str] = (), target: str | Sequence[str] = (), at: str | Sequence[str] = ()) -> tuple[Place, ...]: ...

def plot(play: Play[Any, Any], plots: Plots[P], sides: Iterable[str], write: Callable[[str, list[P]], Flow[Any]][P], *, sealed: bool = False) -> Flow[None]: ...

def redacted_copy(thing: T, looker: Any) -> T: "Raises BadData"

def rule(*numbers: str) -> Callable[[_Cited], _Cited]: "Raises BadData"

def run(flow: Flow[T], policy: DecisionPolicy = ...) -> T: ...

def schemas(game: Game[Any, Any, Any] | None = None) -> dict[str, dict[str, Any]]: ...

def seen_by(test: Callable[[Any, Any], Any], otherwise: Any = None) -> object: ...

def summands(modifiers: Mapping[str, int], rule: str = '') -> tuple[Summand, ...]: ...

def takes_modifiers(*numbers: str) -> Callable[[_Cited], _Cited]: "Raises BadData"

def together(flows: Mapping[R, Flow[T]]) -> Flow[dict[R, T]]: ...

def types_in(module: Any, base: type[K]) -> tuple[type[K], ...]: ...

def vary(game: Game[Any, Any, Any], variants: Sequence[Variant]) -> Game[Any, Any, Any]: "Raises BrokenPlugin"
