"""Sessions: one match, and whoever sits at it, each by a seat of their own."""
