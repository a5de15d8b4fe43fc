"""What people type, read: one module for each part of the plan."""
