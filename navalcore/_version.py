"""The version of this library; ``pyproject.toml`` has the same."""

from typing import Final

VERSION: Final = "0.2.0"
