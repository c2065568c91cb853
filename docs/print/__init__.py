"""Rule books and player aids to print: ``make print`` makes a PDF, an EPUB and an aid of two pages for each game."""
