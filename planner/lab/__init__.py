"""Plans run on real engines and killed for real."""
