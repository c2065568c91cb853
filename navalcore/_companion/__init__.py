"""Companions: what people with a real board and real dice ask of a game, question by question."""
