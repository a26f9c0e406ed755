"""A decision about one fact becomes one transaction."""
