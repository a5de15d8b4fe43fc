"""How one plan differs from another, and what people said from what the checks find."""
