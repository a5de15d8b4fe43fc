"""Checkpoint Planner: how an interrupted run continues without losing work or repeating it."""
