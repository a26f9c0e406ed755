"""What watches a service from without: a caller's way, gone every few minutes."""
