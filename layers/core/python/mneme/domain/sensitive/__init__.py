"""What must not be kept in clear."""
