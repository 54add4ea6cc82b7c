"""Kills a whole house again and again, and holds its books against what it had answered."""
