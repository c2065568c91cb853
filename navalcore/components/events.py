"""Events: what happened, told to whoever listens."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened, for logs, front ends and statistics. Games derive their own frozen dataclasses.

    Attributes:
        rule: the section of the rules it follows.
        to: the roles that may see it; None means everybody.
    """

    rule: str = field(default="", kw_only=True)
    to: tuple[str, ...] | None = field(default=None, kw_only=True)

    def redacted(self) -> Event | None:
        """What the roles outside ``to`` see of it: None (nothing) unless a subclass blanks its secret fields."""
        return None

    def seen_by(self, role: str | None) -> Event | None:
        """The event as ``role`` may see it (None is the umpire, who sees all), or None if it may not."""
        if role is None or self.to is None or role in self.to:
            return self
        return self.redacted()
