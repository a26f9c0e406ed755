"""Models asked in order, within what a tenant allows."""
