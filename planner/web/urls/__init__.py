"""The addresses of the site, one module for each page."""
