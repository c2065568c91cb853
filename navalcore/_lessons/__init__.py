"""Lessons and puzzles: a game learnt by playing it, from small text files."""
