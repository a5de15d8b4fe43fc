"""One module for one page or one thing a page does."""
