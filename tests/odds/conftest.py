"""Games of the engine's tests, for the odds of options."""

from tests.engine.conftest import lagoon

__all__ = ["lagoon"]
