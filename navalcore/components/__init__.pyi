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
)
from navalcore.components._chance import (
    Chance as Chance,
    SeededChance as SeededChance,
)
from navalcore.components._cup import Cup as Cup
from navalcore.components._data_files import (
    TomlDocument as TomlDocument,
    load_models as load_models,
    load_toml as load_toml,
    parse_toml as parse_toml,
    read_text as read_text,
)
from navalcore.components._dice import (
    Dice as Dice,
    DiceRolled as DiceRolled,
    DiceSpec as DiceSpec,
    parse_dice as parse_dice,
)
from navalcore.components._events import Event as Event
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
    rrcc_text as rrcc_text,
)
from navalcore.components._hexes_movement import (
    HexMovement as HexMovement,
    Position as Position,
)
from navalcore.components._hexes_sight import (
    blockers as blockers,
    in_sight as in_sight,
)
from navalcore.components._maps import MapGraph as MapGraph
from navalcore.components._model_errors import closest as closest
from navalcore.components._movement_points import (
    affordable as affordable,
    cheapest_path as cheapest_path,
)
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
    parse_span as parse_span,
)
from navalcore.components._tiled_maps import TiledMap as TiledMap
from navalcore.components._tracks import (
    DamageTrack as DamageTrack,
    Marker as Marker,
    Markers as Markers,
    RangeBand as RangeBand,
    RangeBands as RangeBands,
    StackingLimit as StackingLimit,
    load_range_bands as load_range_bands,
    make_range_bands as make_range_bands,
)
from navalcore.components._typed import typed_number as typed_number

__all__: list[str]
