"""What a recall is like while its search index is at fault."""
