"""The metrics of a table, for Prometheus, and its log as lines of JSON."""

from __future__ import annotations

import json
import logging
from typing import Final

from prometheus_client import Counter, Gauge, Histogram

REQUESTS: Final = Histogram("navalcore_request_seconds", "Requests, by route and status", ["route", "status"])
ACTS: Final = Histogram("navalcore_act_seconds", "Acts on sockets and over HTTP")
STORED: Final = Counter("navalcore_pieces_total", "Choices and taking back that were stored")
REFUSALS: Final = Counter("navalcore_refusals_total", "Refusals, by code", ["code"])
NOTICES: Final = Counter("navalcore_notices_total", "Notices to people, by channel and how it went", ["channel", "how"])
ROOMS: Final = Gauge("navalcore_rooms", "Matches in memory")
SOCKETS: Final = Gauge("navalcore_sockets", "Open sockets")
WAITING: Final = Gauge("navalcore_bots_waiting", "Matches whose bots wait for a processor")


class JsonLines(logging.Formatter):
    """A line of JSON for each record, with the ``told`` of the record and its message."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {"time": self.formatTime(record), "level": record.levelname, "message": record.getMessage()}
        line |= getattr(record, "told", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)
