"""A report laid out as HTML, PDF, Markdown, JSON or CSV."""
