"""The seats of a match, and the secrets that open them, of which only digests are stored."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from secrets import token_hex
from typing import Final

import navalcore as nc
from navalcore import AnyGame
from navalcore.bots import bot_names
from navalcore.errors import BadData, UnknownName
from navalcore.table import _messages as messages
from navalcore.table._errors import SeatRefused
from navalcore.table._lobby_answers import NewSeat
from navalcore.table._store import StoredSeat


def digest_of(secret: str) -> str:
    """Everything stored of a secret: of 128 random bits nothing can be found from it."""
    return blake2b(bytes.fromhex(secret), digest_size=32, person=b"navalcore seat").hexdigest()


COOKIE: Final = "navalcore-seat-"
"""How the cookies of a match begin; the role follows."""


def cookie_of(cookies: Mapping[str, str], role: str = "") -> str | None:
    """The secret in a cookie of a match, if there is one: that of a role, or any."""
    names = [cookie_name(role)] if role else [name for name in cookies if name.startswith(COOKIE)]
    return next((cookies[name] for name in names if is_secret(cookies.get(name, ""))), None)


def cookie_name(role: str) -> str:
    """The name of the cookie of a role."""
    return COOKIE + re.sub(r"[^A-Za-z0-9_]", "-", role)


def is_secret(text: str) -> bool:
    """Whether a text has the form of a secret."""
    return len(text) == 32 and set(text) <= set("0123456789abcdef")


def origin_of(address: str) -> str:
    """Everything stored of the address that begins a match."""
    return blake2b(address.encode(), digest_size=16, person=b"navalcore from").hexdigest()


def role_of(seats: Sequence[StoredSeat], secret: str | None) -> str:
    """The role whose seat a secret opens; without one, that of the spectator."""
    if secret is None:
        return nc.SPECTATOR
    digest = digest_of(secret)
    for seat in seats:
        if seat.secret == digest:
            return seat.role
    raise SeatRefused("this link opens no seat of this match")


def new_seats(game: AnyGame, wish: messages.NewMatch) -> tuple[list[StoredSeat], list[NewSeat]]:
    """The seats of a new match as they are stored, and what the person who begins it is told of them."""
    found = game.seats(wish.scenario, wish.options)
    unknown = wish.seats.keys() - {str(seat.role) for seat in found}
    if unknown:
        raise UnknownName(f"{game.id} has no role '{min(unknown)}'; it has {', '.join(game.roles)}")
    seats: list[StoredSeat] = []
    told: list[NewSeat] = []
    bots = bot_names(game)
    for seat in found:
        role, kind = str(seat.role), seat.taken_by
        asked = wish.seats.get(role)
        if kind == "nobody" or kind.startswith("bot:"):
            if asked is not None and asked.by != "bot":
                raise BadData(f"the seat of the {seat.title} is taken by {kind.removeprefix('bot:')} on these terms")
            seats.append(StoredSeat(role, "nobody" if kind == "nobody" else "bot", kind.partition(":")[2]))
            continue
        asked = asked or messages.SeatWish(by="bot")
        if asked.by == "bot":
            if asked.bot and asked.bot not in bots:
                raise UnknownName(f"{game.id} has no bot '{asked.bot}'; it has {', '.join(bots)}")
            seats.append(StoredSeat(role, "bot", asked.bot or bots[0]))
        elif asked.by == "me":
            secret = token_hex(16)
            seats.append(StoredSeat(role, "person", name=wish.name, secret=digest_of(secret)))
            told.append({"role": role, "title": seat.title, "secret": secret})
        else:
            invitation = None if wish.public else token_hex(16)
            seats.append(StoredSeat(role, "person", invitation=digest_of(invitation) if invitation else None))
            free: NewSeat = {"role": role, "title": seat.title}
            told.append({**free, "invitation": invitation} if invitation else free)
    return seats, told
