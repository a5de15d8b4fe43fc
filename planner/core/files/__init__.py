"""Plan files and every other JSON document of the product, read strictly and written without loss."""
