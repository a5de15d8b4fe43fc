"""One command to a module."""
