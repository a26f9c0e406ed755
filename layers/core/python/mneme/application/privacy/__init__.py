"""What a user decides about being remembered."""
