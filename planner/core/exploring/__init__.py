"""The parts of the explorer: the ways that a run can take when it is cut again and again."""
