"""The sections of a report, one to a module: each decides what is said, in which order and in which words."""
