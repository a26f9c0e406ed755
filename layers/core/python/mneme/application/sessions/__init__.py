"""What becomes of what a session knew, when it ends."""
