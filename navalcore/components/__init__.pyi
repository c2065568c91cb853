from navalcore.components._bus import (
    EventBus as EventBus,
    EventStream as EventStream,
    Failure as Failure,
    Subscription as Subscription,
)
from navalcore.components._cards import (
    Deck as Deck,
    DiscardPile as DiscardPile,
    Hand as Hand,
    Pile as Pile,
    deal_anew as deal_anew,
)
from navalcore.components._chance import (
    Chance as Chance,
    SeededChance as SeededChance,
)
from navalcore.components._data_files import (
    Named as Named,
    TomlDocument as TomlDocument,
    load_models as load_models,
    load_toml as load_toml,
    read_text as read_text,
)
from navalcore.components._dice import (
    Dice as Dice,
    DiceRolled as DiceRolled,
)
from navalcore.components._events import Event as Event
from navalcore.components._fog import (
    Contact as Contact,
    spotted as spotted,
)
from navalcore.components._grids import (
    Direction as Direction,
    Grid as Grid,
    rrcc as rrcc,
)
from navalcore.components._hexes import (
    Bearing as Bearing,
    Hex as Hex,
)
from navalcore.components._hexes_arcs import Arcs as Arcs
from navalcore.components._hexes_map import (
    HexMap as HexMap,
    ccrr as ccrr,
)
from navalcore.components._hexes_sight import (
    blockers as blockers,
    in_sight as in_sight,
)
from navalcore.components._maps import MapGraph as MapGraph
from navalcore.components._model_errors import closest as closest
from navalcore.components._names import name_in as name_in
from navalcore.components._paths import (
    reach as reach,
    shortest_path as shortest_path,
    steps_from as steps_from,
)
from navalcore.components._places import place_id as place_id
from navalcore.components._roles import (
    SPECTATOR as SPECTATOR,
    UMPIRE as UMPIRE,
)
from navalcore.components._sentences import (
    counted as counted,
    listed as listed,
)
from navalcore.components._tables import (
    LookupTable as LookupTable,
    Span as Span,
    TableRow as TableRow,
    load_tables as load_tables,
    make_table as make_table,
    prove_covered as prove_covered,
)
from navalcore.components._tiled_maps import TiledMap as TiledMap
from navalcore.components._tracks import (
    DamageTrack as DamageTrack,
    Marker as Marker,
    Markers as Markers,
)
from navalcore.components._typed import typed_number as typed_number

__all__: list[str]
