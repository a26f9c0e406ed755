"""What becomes of a fact beside the memories that are there."""
