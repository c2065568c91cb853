"""``python -m navalcore.learn GAME``: write the action table of a game, with new keys at its end."""

from __future__ import annotations

import sys

import navalcore as nc
from navalcore._face.action_tables import table_of
from navalcore.learn._actions import frozen


def main(games: list[str]) -> int:
    """Freeze the action tables of these games; returns the exit status."""
    if not games:
        print("name the games whose action tables are to be written", file=sys.stderr)
        return 2
    for name in games:
        try:
            game = nc.load(name)
            text = frozen(game)
        except nc.NavalCoreError as error:
            print(error, file=sys.stderr)
            return 2
        table_of(game).write_text(text, encoding="utf-8")
        print(f"{table_of(game)}: {text.count(chr(10)) - 1} keys")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
