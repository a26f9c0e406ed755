"""Tenants, their keys, and what they chose for themselves."""
