"""Variants of the game: its house rules, each a module."""
