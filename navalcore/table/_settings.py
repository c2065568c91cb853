"""The settings of the operator of a table."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from pydantic import ConfigDict, Field, create_model

from navalcore.components import load_toml


@dataclass(frozen=True)
class Limits:
    """Limits on clients and on the table's own work, and all other settings for its operator. As a file it is TOML,
    each setting by its name.
    """

    body: int = 32_768
    """Bytes of one request."""
    message: int = 8_192
    """Bytes of one message on a socket."""
    requests: float = 40
    """Of one address in a second, on average."""
    requests_at_once: int = 240
    """Of one address without a pause."""
    matches: float = 10
    """That one address may begin in a minute, on average."""
    matches_at_once: int = 20
    """That one address may begin without a pause."""
    acts: float = 15
    """On one socket in a second, on average."""
    acts_at_once: int = 60
    """On one socket without a pause."""
    sockets: int = 40
    """Of one address."""
    connections: int = 100
    """Of one address, sockets and half requests among them; named proxies have no limit."""
    patience: float = 10
    """Seconds in which a request must be there whole, and a socket must say who it is."""
    idle: float = 3600
    """Seconds after which a socket is closed on which nothing is said."""
    work: float = 0.25
    """Processor seconds that one address may have in a second for its requests, on average."""
    work_at_once: float = 20
    """Processor seconds that it may have without a pause."""
    linger: float = 900
    """Seconds that bots and standing orders continue after the last person with a seat has been there."""
    alone: float = 5
    """Processor seconds that they may then have for a match."""
    alone_choices: int = 500
    """Choices that they may then make in a match."""
    bots: float = 0.5
    """Processor seconds that bots and luck reports of one address's matches may have in a second, on average."""
    bots_at_once: float = 120
    """Processor seconds that they may have without a pause."""
    unfinished: int = 100
    """Matches of one address that are not over."""
    match_bytes: int = 32_000_000
    """Bytes of a match beyond which its bots choose no more."""
    address_bytes: int = 400_000_000
    """Bytes of all matches of one address, beyond which it begins none and its bots choose no more."""
    room_bytes: int = 200_000_000
    """Bytes of matches kept in memory though no person is there; a match counts as many times its save as it needs."""
    keep_finished: float = 0
    """Days after which a match that is over is deleted; 0: never."""
    keep_untouched: float = 0
    """Days after which any match is deleted without a new act; 0: never."""
    hosts: tuple[str, ...] = ()
    """Names under which the table is reached, besides localhost and plain addresses; a star for any."""
    proxies: tuple[str, ...] = ()
    """Addresses of the proxies that are believed whom they speak for."""
    operators: tuple[str, ...] = ("127.0.0.1", "::1", "here")
    """Addresses that may read the metrics."""
    log: str = "text"
    """How the log is written: text, or json with a line for each request."""
    url: str = ""
    """Where people reach the table, such as ``https://table.example``: for the links in notices."""
    mail: str = ""
    """The server for mail: ``smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS``, or ``smtps``; without it there is none."""
    push_key: str = ""
    """The file with the private key (VAPID) for web push; without it there is none."""
    push_contact: str = ""
    """A mail address or page for those who run the push services, such as ``mailto:me@table.example``."""
    remind: float = 24
    """Hours after which a notice that was not answered is sent once more; 0: never."""
    tell_after: float = 60
    """Seconds without an answer after which a notice is sent."""
    import_bytes: int = 4_000_000
    """Bytes of a file that is to become a match."""
    worker_bytes: int = 1_000_000_000
    """Bytes of memory that a process may have in which bots search or files are verified (Linux); 0: any number."""

    @classmethod
    def read(cls, path: Path) -> Limits:
        """Read the settings in the TOML file ``path``; raises BadData, with line and key, where they are wrong. None of
        the numbers may be below 0: some programs write -1 for "never", but all matches are older than tomorrow.
        """
        none_below_0 = Field(ge=0, allow_inf_nan=False)
        hints: dict[str, Any] = {
            name: Annotated[hint, none_below_0] if hint in (int, float) else hint
            for name, hint in get_type_hints(cls).items()
        }
        known: dict[str, Any] = {each.name: (hints[each.name], each.default) for each in fields(cls)}
        model = create_model("Settings", __config__=ConfigDict(extra="forbid"), **known)
        return cls(**dict(load_toml(path).model(model)))
