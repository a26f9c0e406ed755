"""What matters for a question now, and what its finding strengthens."""
