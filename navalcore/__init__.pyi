from navalcore._face.face import face_of as face_of
from navalcore._match.installed import (
    lay_data_over as lay_data_over,
    load as load,
)
from navalcore._match.loading import (
    Verification as Verification,
    load_match as load_match,
    loads_match as loads_match,
    verify as verify,
)
from navalcore._match.match import (
    AnyGame as AnyGame,
    AnyMatch as AnyMatch,
    Game as Game,
    Match as Match,
)
from navalcore._match.records import (
    Record as Record,
    read_record as read_record,
    read_record_text as read_record_text,
)
from navalcore._play.commitments import (
    RevealedSeed as RevealedSeed,
    verify_commitment as verify_commitment,
)
from navalcore._plugins.discovery import games as games
from navalcore._plugins.manifest import Manifest as Manifest
from navalcore._rules.decision import (
    CHANCE as CHANCE,
    Decision as Decision,
)
from navalcore._rules.offering import Refusal as Refusal
from navalcore._rules.option import Option as Option
from navalcore._rules.terms import (
    Options as Options,
    Outcome as Outcome,
    Scenario as Scenario,
    Seat as Seat,
    View as View,
)
from navalcore._saves.files import (
    SaveFile as SaveFile,
    read_save as read_save,
    read_save_text as read_save_text,
)
from navalcore._session.session import SeatSession as SeatSession, Session as Session
from navalcore._wire.messages import Snapshot as Snapshot
from navalcore._wire.short import MessageReader as MessageReader
from navalcore.bots._bot import Bot as Bot
from navalcore.bots._makers import (
    bot_names as bot_names,
    make_bots as make_bots,
    play_out as play_out,
)
from navalcore.components._events import Event as Event
from navalcore.components._roles import (
    SPECTATOR as SPECTATOR,
    UMPIRE as UMPIRE,
)
from navalcore.errors import (
    Busy as Busy,
    IncompatibleSave as IncompatibleSave,
    NavalCoreError as NavalCoreError,
    NotOffered as NotOffered,
    NotYourTurn as NotYourTurn,
    StaleDecision as StaleDecision,
    UndoBarrier as UndoBarrier,
    UnknownGame as UnknownGame,
)
from navalcore.odds._answers import OptionOdds as OptionOdds

__all__: list[str]
__version__: str
