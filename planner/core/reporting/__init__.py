"""The sections of a report, and whether a report follows from its own plan."""
