"""Stacks: what is kept (data) and what runs (service)."""
