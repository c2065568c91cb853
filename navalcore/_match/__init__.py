"""A match, put together from play, saves, wire and odds; the games that make matches."""
