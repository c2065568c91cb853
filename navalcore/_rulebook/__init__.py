"""A game's rule book as data: sections, rulings, and the register of the code and tests that cite them."""
