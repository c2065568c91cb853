__all__ = ['BranchingChance', 'Chain', 'Choice', 'Comparison', 'Draw', 'Odds', 'OddsData', 'OptionOdds', 'Parameters', 'ProspectData', 'Question', 'SampleSeed', 'Samples', 'WholeNumber', 'compare', 'exact', 'mean_interval', 'odds_of', 'quantile', 'question', 'sample', 'share_interval']

class BranchingChance(Chance, ABC):
    def __init__(self, most: int = 0, then: SeededChance | None = None) -> None: ...
    def advance(self) -> bool: ...
    def below(self, n: int, why: str = '', rule: str = '') -> int: ...
    def draw(self, items: list[T], count: int, why: str = '', rule: str = '') -> list[T]: "Raises BadData"
    def fork(self) -> BranchingChance: ...
    def mark(self) -> object: ...
    def pick(self, items: Sequence[object], why: str = '', rule: str = '') -> int: ...
    def pool(self, count: int, low: int, high: int, why: str = '', rule: str = '', reads: Callable[[int], Hashable] | None = None) -> list[int]: ...
    def roll(self, low: int, high: int, why: str = '', rule: str = '') -> int: ...
    def total(self, count: int, low: int, high: int, why: str = '', rule: str = '') -> list[int]: ...
    ways: int
    weight: Fraction
    whole: int

class Chain():
    def __init__(self, step: Callable[[T, Chance], T | Flow[T]][T], over: Callable[[T], bool] | None = None, *, policy: DecisionPolicy = ..., budget: int | None = None) -> None: ...
    def after(self, start: T, stages: int) -> dict[T, Fraction]: ...
    def ends(self, start: T) -> dict[T, Fraction]: "Raises BadData"
    def stages(self, start: T) -> Iterator[dict[T, Fraction]]: ...

class Choice():
    def __init__(self, what: str, names: Callable[[], Iterable[str]], hint: str = '') -> None: ...
    def check(self, name: str) -> str: "Raises ValueError"
    hint: str
    names: Callable[[], Iterable[str]]
    what: str

class Comparison():
    def __init__(self, answers: Mapping[str, Odds]) -> None: ...
    answers: Mapping[str, Odds]
    def chances(self, outcome: str) -> dict[str, Fraction | float]: ...
    def difference(self, outcome: str) -> Fraction | float: ...
    expected: list[str]
    def markdown(self) -> str: ...
    outcomes: list[str]
    def part(self, name: str | None) -> Comparison: "Raises UnknownName"
    def plot(self, title: str = 'Odds compared', part: str | None = None) -> str: "Raises UnknownName"
    def rows(self) -> list[list[str]]: ...
    def to_json(self, game: str, question: str, parameters: Mapping[str, Any]) -> dict[str, Any]: ...

class Draw():
    def __init__(self, why: str, rule: str, values: tuple[int, ...], texts: tuple[str, ...], ways: tuple[int, ...]) -> None: ...
    @classmethod
    def of_die(cls, low: int, high: int, why: str, rule: str) -> Draw: ...
    @classmethod
    def of_items(cls, items: Sequence[object], why: str, rule: str) -> Draw: ...
    rule: str
    texts: tuple[str, ...]
    values: tuple[int, ...]
    ways: tuple[int, ...]
    weights: tuple[Fraction, ...]
    why: str

class Odds():
    def __init__(self, method: Literal['exact', 'sampled'], outcomes: Mapping[str, Fraction | float], marginals: Mapping[str, Mapping[str, Fraction | float]] = dict(), expected: Mapping[str, Fraction | float] = dict(), standard_error: Mapping[str, float] = dict(), notes: tuple[str, ...] = (), samples: int = 0) -> None: ...
    def at_least(self, number: int, part: str | None = None) -> Fraction | float: ...
    def at_most(self, number: int, part: str | None = None) -> Fraction | float: ...
    def deviation(self, part: str | None = None) -> float: ...
    expected: Mapping[str, Fraction | float] = field(default_factory=dict)
    def interval(self, outcome: str) -> tuple[float, float]: "Raises BadData, UnknownName"
    marginals: Mapping[str, Mapping[str, Fraction | float]] = field(default_factory=dict)
    def markdown(self) -> str: ...
    def mean(self, part: str | None = None) -> Fraction | float: ...
    method: Literal['exact', 'sampled']
    notes: tuple[str, ...] = ()
    def numbers(self, part: str | None = None) -> dict[int, Fraction | float]: "Raises BadData, UnknownName"
    @classmethod
    def of(cls, chances: Mapping[T, Fraction] | Mapping[T, int], *, name: Callable[[T], object] = ..., names: Iterable[str] = (), parts: Mapping[str, Callable[[T], object]] | None = None, expected: Mapping[str, Callable[[T], int | Fraction]] | None = None, notes: tuple[str, ...] = (), sampled: bool = False) -> Odds: "Raises BadData"
    outcomes: Mapping[str, Fraction | float]
    def part(self, name: str | None = None) -> Mapping[str, Fraction | float]: "Raises UnknownName"
    def plot(self, title: str = 'Odds', part: str | None = None) -> str: "Raises UnknownName"
    def precision(self, outcome: str) -> str: ...
    precision_title: str
    def quantile(self, share: float, part: str | None = None) -> int: "Raises BadData"
    samples: int = 0
    standard_error: Mapping[str, float] = field(default_factory=dict)
    def to_json(self, game: str, question: str, parameters: Mapping[str, Any]) -> dict[str, Any]: ...

class OddsData(BaseModel):
    always: tuple[str, ...]
    courses: int
    expected: dict[str, float]
    happens: dict[str, float]
    imagined: bool
    method: Literal['exact', 'sampled']
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    outcomes: tuple[ProspectData, ...]
    waiting: bool
    worlds: int

class OptionOdds(Odds):
    def __init__(self, method: Literal['exact', 'sampled'], outcomes: Mapping[str, Fraction | float], marginals: Mapping[str, Mapping[str, Fraction | float]] = dict(), expected: Mapping[str, Fraction | float] = dict(), standard_error: Mapping[str, float] = dict(), notes: tuple[str, ...] = (), samples: int = 0, *, option: str, key: str, role: str, always: tuple[str, ...], kinds: Mapping[str, tuple[str, ...]], endings: Mapping[str, Outcome], imagined: bool, worlds: int, courses: int, waiting: bool = False, ranges: Mapping[str, tuple[Fraction | float, Fraction | float]] = dict(), ways: int = 0) -> None: ...
    always: tuple[str, ...]
    def at_least(self, number: int, part: str | None = None) -> Fraction | float: ...
    def at_most(self, number: int, part: str | None = None) -> Fraction | float: ...
    basis: str
    certain: bool
    def chance_of(self, kind: str) -> Fraction | float: ...
    courses: int
    def deviation(self, part: str | None = None) -> float: ...
    endings: Mapping[str, Outcome]
    expected: Mapping[str, Fraction | float] = field(default_factory=dict)
    imagined: bool
    def interval(self, outcome: str) -> tuple[float, float]: "Raises BadData, UnknownName"
    key: str
    kinds: Mapping[str, tuple[str, ...]]
    marginals: Mapping[str, Mapping[str, Fraction | float]] = field(default_factory=dict)
    def markdown(self) -> str: ...
    def mean(self, part: str | None = None) -> Fraction | float: ...
    method: Literal['exact', 'sampled']
    notes: tuple[str, ...] = ()
    def numbers(self, part: str | None = None) -> dict[int, Fraction | float]: "Raises BadData, UnknownName"
    @classmethod
    def of(cls, chances: Mapping[T, Fraction] | Mapping[T, int], *, name: Callable[[T], object] = ..., names: Iterable[str] = (), parts: Mapping[str, Callable[[T], object]] | None = None, expected: Mapping[str, Callable[[T], int | Fraction]] | None = None, notes: tuple[str, ...] = (), sampled: bool = False) -> Odds: "Raises BadData"
    option: str
    outcomes: Mapping[str, Fraction | float]
    def part(self, name: str | None = None) -> Mapping[str, Fraction | float]: "Raises UnknownName"
    def plot(self, title: str = 'Odds', part: str | None = None) -> str: "Raises UnknownName"
    def precision(self, outcome: str) -> str: ...
    precision_title: str
    def quantile(self, share: float, part: str | None = None) -> int: "Raises BadData"
    ranges: Mapping[str, tuple[Fraction | float, Fraction | float]] = field(default_factory=dict)
    role: str
    samples: int = 0
    standard_error: Mapping[str, float] = field(default_factory=dict)
    def to_json(self, game: str, question: str, parameters: Mapping[str, Any]) -> dict[str, Any]: ...
    uneventful: bool
    waiting: bool = False
    ways: int = 0
    worlds: int

class Parameters(BaseModel):
    model_config = ConfigDict(frozen=True, extra='forbid', validate_default=True, arbitrary_types_allowed=True)

class ProspectData(BaseModel):
    ending: OutcomeData | None
    fraction: str | None
    kinds: tuple[str, ...]
    model_config = ConfigDict(frozen=True, extra='ignore', use_attribute_docstrings=True, validate_by_name=True, serialize_by_alias=True)
    probability: float
    standard_error: float
    text: str

class Question():
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Odds: "Raises BadData, TypeError"
    def __init__(self, name: str, function: Callable[P, Odds]) -> None: ...
    def ask(self, parameters: Mapping[str, Any] | None = None) -> tuple[Parameters, Odds]: "Raises BadData"
    def compare(self, changes: Iterable[Mapping[str, Any]], parameters: Mapping[str, Any] | None = None) -> Comparison: "Raises BadData"
    def described(self) -> list[dict[str, Any]]: ...
    name: str
    parameters_class: type[Parameters]
    title: str

SampleSeed: TypeAlias = Annotated[int, Field(ge=0, lt=2 ** 63)]

Samples: TypeAlias = Annotated[int, Field(ge=2, le=100000)]

WholeNumber: Final = BeforeValidator(lambda value: int(value) if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) else value)

def compare(procedure: Callable[[Chance], T | Flow[T]][T], policies: Mapping[str, DecisionPolicy], *, budget: int = 50000, samples: int = 10000, seed: int | str = 0) -> Comparison: ...

def exact(procedure: Callable[[Chance], T | Flow[T]][T], policy: DecisionPolicy = ..., *, budget: int | None = None) -> dict[T, Fraction]: "Raises OverBudget"

def mean_interval(values: Sequence[float]) -> tuple[float, float, float]: ...

def odds_of(procedure: Callable[[Chance], T | Flow[T]][T], policy: DecisionPolicy = ..., *, budget: int = 50000, samples: int = 10000, seed: int | str = 0) -> Odds: "Raises BadData"

def quantile(values: Sequence[float], share: float) -> float: ...

def question(name: str) -> Callable[[Callable[P, Odds]], Question[P]]: "Raises BadData"

def sample(procedure: Callable[[Chance], T | Flow[T]][T], samples: int, seed: int | str = 0, policy: DecisionPolicy = ...) -> Counter[T]: "Raises BadData"

def share_interval(hits: int, trials: int) -> tuple[float, float]: ...
