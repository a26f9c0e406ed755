"""What operators set while Mneme runs (DESIGN §18)."""
