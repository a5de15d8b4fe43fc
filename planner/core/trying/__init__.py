"""What the Test page asks and compares: predictions, alternatives, assumptions, presets."""
