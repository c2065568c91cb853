"""Sessions: one match, and anyone who sits at it, each by a seat of their own."""
