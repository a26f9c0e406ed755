"""Memories in the index, and what they are found by."""
