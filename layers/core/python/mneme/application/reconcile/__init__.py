"""Table, index and counters compared, user by user, and what drifted apart repaired."""
