"""How models are asked and their answers read."""
