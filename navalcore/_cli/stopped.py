"""Whether Ctrl-C is behind an error."""

from __future__ import annotations


def is_ctrl_c(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: pydantic raises an error of its own where it comes while a model is built."""
    seen: list[BaseException] = []  # causes may go in a circle
    while error is not None and error not in seen:
        if isinstance(error, KeyboardInterrupt) or "KeyboardInterrupt" in str(error):
            return True
        seen.append(error)
        error = error.__cause__ or error.__context__
    return False
