"""The answers to an operator's programs: whether the table lives, whether it is ready, and its metrics."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import generate_latest

from navalcore.errors import NavalCoreError, UnknownName
from navalcore.table._limits import address_of
from navalcore.table._metrics import ROOMS, WAITING
from navalcore.table._settings import Limits

health = APIRouter()


@health.get("/health/live")
async def live() -> dict[str, str]:
    """The process answers."""
    return {"status": "live"}


@health.get("/health")
@health.get("/health/ready")
async def ready(request: Request) -> JSONResponse:
    """The database answers too; the games were loaded before the table was opened."""
    try:
        await request.app.state.rows.revisions(("none",))
    except NavalCoreError:
        return JSONResponse({"status": "the database does not answer"}, 503)
    return JSONResponse({"status": "ready"})


@health.get("/metrics")
async def metrics(request: Request) -> Response:
    """Metrics for Prometheus, told to named addresses only."""
    rooms = request.app.state.rooms
    limits: Limits = rooms.budgets.limits
    forwarded = "x-forwarded-for" in request.headers and not limits.proxies  # its address is only the proxy's
    if forwarded or address_of(request.scope) not in limits.operators:
        raise UnknownName("there is nothing at this address")
    ROOMS.set(len(rooms))
    WAITING.set(len(rooms.budgets.queue))
    return Response(generate_latest(), media_type="text/plain; version=0.0.4")
