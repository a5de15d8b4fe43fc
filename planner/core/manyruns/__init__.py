"""The parts of the simulator: what runs look up, how they fly, and what they count."""
