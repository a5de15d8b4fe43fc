"""Long computations stored as rows and worked off in chunks."""
