"""The parts of the exact values: sessions counted by formula instead of by simulation."""
