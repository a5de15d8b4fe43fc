"""HTTP in, HTML out, no decisions."""
