"""The pure core: what a plan is, what a run of it does and what that costs."""
