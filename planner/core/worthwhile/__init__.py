"""What a checkpoint costs and saves."""
