"""The words in which findings, pages and reports speak of plans."""
