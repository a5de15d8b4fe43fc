"""One module a kind of background work."""
