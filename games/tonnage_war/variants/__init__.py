"""Variants of the game: house rules beside it, each a module."""
