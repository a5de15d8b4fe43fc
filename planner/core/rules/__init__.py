"""One rule to a module; the modules are found by their names."""
