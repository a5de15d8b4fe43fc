"""What the templates are given: one module for each page, and the frame that all pages share."""
