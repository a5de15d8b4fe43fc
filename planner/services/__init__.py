"""One function for one thing a person does, in one transaction."""
