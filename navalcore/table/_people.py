"""The page of a person: all seats behind one secret link, and how the person is told that it is their turn."""

from __future__ import annotations

from secrets import token_hex
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request

import navalcore as nc
from navalcore.errors import UnknownName
from navalcore.table import _messages as messages
from navalcore.table._errors import SeatRefused, TooMany
from navalcore.table._limits import address_of
from navalcore.table._lobby import in_lobby, manifests
from navalcore.table._notices import NoticeSender, check_address, public_key
from navalcore.table._seats import cookie_of, digest_of, is_secret
from navalcore.table._service_rows import ServiceRows
from navalcore.table._settings import Limits

people = APIRouter(prefix="/api")
MOST = 500
"""Seats and notices of a page."""


def rows_of(request: Request) -> ServiceRows:
    """The rows of the application."""
    rows: ServiceRows = request.app.state.rows
    return rows


Rows = Annotated[ServiceRows, Depends(rows_of)]


async def holder_of(rows: Rows, authorization: Annotated[str | None, Header()] = None) -> str:
    """Whose page it is: the header ``Authorization: Page SECRET`` says it."""
    kind, _, secret = (authorization or "").partition(" ")
    if kind != "Page" or not is_secret(secret):
        raise SeatRefused("a page is opened by the header Authorization: Page SECRET")
    holder = digest_of(secret)
    if await rows.is_void(holder):
        raise SeatRefused("this page has a new link; open that one")
    return holder


Holder = Annotated[str, Depends(holder_of)]


@people.post("/page", status_code=201)
async def new_page() -> dict[str, str]:
    """A new page: its secret. Nothing is stored before it holds a seat."""
    return {"secret": token_hex(16)}


@people.get("/page")
async def my_games(request: Request, rows: Rows, holder: Holder) -> dict[str, Any]:
    """The seats on the page, those first that wait for the person, longest waiting first; and the notices."""
    known = await manifests(request.app.state.plugins)
    games = []
    for role, away, stored in await rows.holdings(holder):
        match = stored.match
        line = in_lobby(stored, known)
        mine = (role in match.waiting or line["rolls"]) and not match.outcome
        asked = match.asked.isoformat(timespec="minutes") if mine and match.asked else ""
        games.append({**line, "role": role, "away": away, "mine": mine, "asked": asked})
    games.sort(key=lambda each: str(each["changed"]), reverse=True)
    games.sort(key=lambda each: (bool(each["away"] or each["outcome"]), not each["mine"], str(each["asked"])))
    limits: Limits = request.app.state.limits
    channels = ["webhook", *(["mail"] if limits.mail else []), *(["push"] if limits.push_key else [])]
    notices = [
        {
            "id": each.id,
            "channel": each.channel,
            "address": _shown(each.channel, each.address),
            "match": each.match,
            "trouble": each.trouble,
            "worked": each.worked is not None,
        }
        for each in await rows.notices_of(holder)
    ]
    push_key = await nc.Session.aside(lambda: public_key(limits)) if limits.push_key else ""
    return {"games": games, "notices": notices, "channels": channels, "push_key": push_key}


def _shown(channel: str, address: str) -> str:
    """An address as its person knows it again; that of a webhook or a browser is a secret."""
    return {"mail": address, "push": "a browser"}.get(channel, address[:30])


@people.post("/page/renew")
async def renew(request: Request, rows: Rows, holder: Holder) -> dict[str, str]:
    """Have a new secret for the page: the old one, and other keys of its seats, open nothing more."""
    # Notices end too: a thief of the old one may have made some.
    request.app.state.begun.take(address_of(request.scope))
    secret = token_hex(16)
    await request.app.state.rooms.seats_changed(await rows.renew_page(holder, digest_of(secret)))
    return {"secret": secret}


@people.post("/page/seats")
async def hold(request: Request, rows: Rows, holder: Holder, held: messages.Hold) -> dict[str, Any]:
    """Take a seat to the page, or put one away, or take it back."""
    if held.secret is None:
        await rows.put_away(holder, held.match, held.seat, held.away)
        return {"match": held.match}
    if len(await rows.holdings(holder)) >= MOST:
        raise TooMany(f"a page has at most {MOST} seats; use another page for more")
    room = await request.app.state.rooms.room(held.match)
    role = await room.role_of(held.secret, held.seat)
    seat = next(each for each in room.places if each.role == role)
    await rows.hold(holder, held.match, role, str(seat.secret), page=True)
    return {"match": held.match, "role": role}


@people.post("/matches/{match_id}/hold")
async def hold_entered(request: Request, rows: Rows, holder: Holder, match_id: str, seat: str = "") -> dict[str, Any]:
    """Take a seat to the page that this browser has in a cookie of its match."""
    held = messages.Hold(match=match_id, secret=cookie_of(request.cookies, seat), seat=seat)
    if held.secret is None:
        raise SeatRefused("this browser has no seat at this match")
    return await hold(request, rows, holder, held)


@people.post("/page/notices", status_code=201)
async def want(request: Request, rows: Rows, holder: Holder, wish: messages.Wish) -> dict[str, str]:
    """Be told when it is one's turn."""
    request.app.state.begun.take(address_of(request.scope))
    check_address(wish.channel, wish.address, request.app.state.limits)
    if len(await rows.notices_of(holder)) >= 20:
        raise TooMany("a page has at most 20 kinds of notice; remove one first")
    name = await rows.want(holder, wish)
    request.app.state.rooms.budgets.telling = True
    return {"id": name}


@people.post("/page/notices/{name}/test")
async def test(request: Request, rows: Rows, holder: Holder, name: str) -> dict[str, Any]:
    """Try a notice, and say whether it arrived where it is sent on."""
    request.app.state.begun.take(address_of(request.scope))
    found = next((each for each in await rows.notices_of(holder) if each.id == name), None)
    if found is None:
        raise UnknownName("there is no such notice on this page")
    sent = await NoticeSender(rows, request.app.state.limits).send_trial(found)
    again = next((each for each in await rows.notices_of(holder) if each.id == name), None)
    return {"sent": sent, "trouble": again.trouble if again else "it is gone"}


@people.post("/notices/{name}/end")
async def end(rows: Rows, name: str) -> dict[str, bool]:
    """End the notices; the notice itself has the link for this."""
    return {"ended": await rows.end_notice(name)}
