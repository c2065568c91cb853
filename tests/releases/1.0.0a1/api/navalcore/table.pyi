__all__ = ['Limits', 'Server', 'default_database', 'make_app', 'prepare_database']

class Limits():
    def __init__(self, body: int = 32768, message: int = 8192, requests: float = 40, requests_at_once: int = 240, matches: float = 10, matches_at_once: int = 20, acts: float = 15, acts_at_once: int = 60, sockets: int = 40) -> None: ...
    acts: float = 15
    acts_at_once: int = 60
    body: int = 32768
    matches: float = 10
    matches_at_once: int = 20
    message: int = 8192
    requests: float = 40
    requests_at_once: int = 240
    sockets: int = 40

class Server(uvicorn.Server):
    def __init__(self, app: Any, host: str, port: int, opened: Callable[[str, int], None]) -> None: ...
    async def shutdown(self, sockets: list[socket] | None = None) -> None: ...
    async def startup(self, sockets: list[socket] | None = None) -> None: ...

def default_database() -> str: ...

def make_app(database: str, *, limits: Limits | None = None, plugins: Sequence[str] = ()) -> FastAPI: "Raises BadData"

async def prepare_database(url: str) -> None: "Raises BadData"
