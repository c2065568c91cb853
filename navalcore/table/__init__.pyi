from navalcore.table._app import make_app as make_app
from navalcore.table._database import Database as Database, default_database as default_database
from navalcore.table._limits import Limits as Limits
from navalcore.table._serving import Server as Server
from navalcore.table._store import MatchStore as MatchStore

__all__: list[str]
