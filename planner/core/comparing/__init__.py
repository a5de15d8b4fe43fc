"""How one plan differs from another."""
