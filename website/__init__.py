"""The website: the documentation, and beside it the page with the library itself in the browser."""
