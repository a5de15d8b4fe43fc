"""One run as people follow it."""
