"""One module to a source format: a workflow from elsewhere read as a plan with open questions."""
