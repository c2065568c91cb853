"""The engine: how a match runs."""
