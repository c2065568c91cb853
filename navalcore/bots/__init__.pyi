from navalcore.bots._bot import (
    Bot as Bot,
    BotMaker as BotMaker,
    ImaginingBot as ImaginingBot,
    RandomBot as RandomBot,
)
from navalcore.bots._imagination import (
    Imagination as Imagination,
)
from navalcore.bots._levels import (
    LEVELS as LEVELS,
    bot_title as bot_title,
    careless as careless,
    level_notes as level_notes,
)
from navalcore.bots._makers import (
    bot_names as bot_names,
    bot_print as bot_print,
    broken_bot as broken_bot,
    check_bots as check_bots,
    make_bot as make_bot,
    make_bots as make_bots,
    play_out as play_out,
    seat as seat,
)
from navalcore.bots._orders import (
    FILLING as FILLING,
    StandingOrders as StandingOrders,
)
from navalcore.bots._race import Race as Race
from navalcore.bots._search import (
    Budget as Budget,
    SearchBot as SearchBot,
)

__all__: list[str]
