"""What a caller sends is taken in: checked, screened, queued."""
