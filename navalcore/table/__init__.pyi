from navalcore.table._app import make_app as make_app
from navalcore.table._database import default_database as default_database, prepare_database as prepare_database
from navalcore.table._keeping import (
    backup as backup,
    check_database as check_database,
    prune_database as prune_database,
    restore as restore,
)
from navalcore.table._serving import Server as Server
from navalcore.table._settings import Limits as Limits

__all__: list[str]
