__all__ = ['Bot', 'BotMaker', 'Budget', 'FILLING', 'Imagination', 'ImaginingBot', 'LEVELS', 'Race', 'RandomBot', 'SearchBot', 'StandingOrders', 'bot_names', 'broken_bot', 'careless', 'check_bots', 'make_bot', 'make_bots', 'play_out', 'seat']

class Bot(ABC):
    @abstractmethod
    def decide(self, view: V, decision: Decision) -> object: ...
    needs_view: bool = True

BotMaker: TypeAlias = Callable[[str, SeededChance], Bot[Any]]

class Budget():
    def __init__(self, seconds: float | None = 0.2, playouts: int | None = None, clock: Callable[[], float] = perf_counter, choices: int = 20000) -> None: ...
    choices: int = 20000
    clock: Callable[[], float] = perf_counter
    @classmethod
    def parse(cls, text: str) -> Budget: "Raises BadData"
    playouts: int | None = None
    seconds: float | None = 0.2

FILLING = 9

class Imagination():
    def __call__(self, seed: str) -> Match[Any, Any, Any]: ...
    def __init__(self, _match: Match[Any, Any, Any], _role: str) -> None: ...
    def odds(self, option: object) -> OptionOdds: ...

class ImaginingBot(Bot, ABC):
    @abstractmethod
    def decide(self, view: V, decision: Decision) -> object: ...
    imagination: Imagination | None = None
    needs_view: bool = True

LEVELS: Final = ('easy', 'standard', 'hard')

class Race():
    def __init__(self, options: int, preferred: int) -> None: ...
    best: int
    def lead(self, index: int, other: int) -> tuple[float, float]: ...
    leader: int
    def mean(self, index: int) -> float: ...
    next: int
    def note(self, value: float) -> None: ...
    playouts: int
    preferred: int
    round: int
    running: list[int]
    undecided: bool
    values: list[list[float]]

class RandomBot(Bot, ABC):
    def __init__(self, chance: Chance) -> None: ...
    def decide(self, view: Any, decision: Decision) -> int: ...
    needs_view = False

class SearchBot(ImaginingBot, Bot, ABC):
    def __init__(self, role: str, chance: SeededChance, budget: Budget | None = None, policy: BotMaker | None = None) -> None: ...
    budget: Budget
    def decide(self, view: Any, decision: Decision) -> int: "Raises BadData"
    imagination: Imagination | None = None
    needs_view = False
    role: str
    def think(self, decision: Decision) -> Race: "Raises BadData"

class StandingOrders():
    def __init__(self, match: Match[Any, Any, V], role: str, seed: int | str = 'standing orders', plugins: Sequence[str] = ()) -> None: ...
    def answer(self) -> object | None: "Raises BrokenPlugin"
    def give(self, words: str) -> Order[V]: ...
    in_force: tuple[Order[V], ...]
    def kinds(self) -> dict[str, str]: ...
    def play(self, others: Mapping[str, Bot[Any]] | None = None, *, limit: int | None = None) -> int: ...
    def rest(self, why: str) -> None: ...
    resting: str
    def take_back(self, words: str = '') -> list[str]: ...

def bot_names(game: Game[Any, Any, Any], plugins: Sequence[str] = ()) -> list[str]: ...

def broken_bot(bot: Bot[Any], decision: Decision, error: Exception) -> NavalCoreError: ...

def careless(maker: BotMaker, slips: int = 5) -> BotMaker: ...

def check_bots(game: Game[Any, Any, Any], names: Mapping[str, str], plugins: Sequence[str] = ()) -> None: ...

def make_bot(game: Game[Any, Any, Any], role: str, name: str | None, chance: SeededChance, plugins: Sequence[str] = ()) -> Bot[Any]: "Raises BadData, BrokenPlugin, UnknownName"

def make_bots(game: Game[Any, Any, Any], names: Mapping[str, str | None] | None = None, seed: int | str | None = None, plugins: Sequence[str] = ()) -> dict[str, Bot[Any]]: "Raises UnknownName"

def play_out(match: Match[Any, Any, Any], bots: Mapping[str, Bot[Any]], *, limit: int | None = None) -> None: "Raises BadData, BrokenPlugin, NotOffered"

def seat(match: Match[Any, Any, Any], bots: Mapping[str, Bot[Any]]) -> None: ...
