"""What time does to memories: they fade, expire, are archived, and in the end purged."""
