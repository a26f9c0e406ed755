"""Stacks: what is kept (data), what runs (service) and what looks on (observability)."""
