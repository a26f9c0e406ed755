"""`./dev bench write`: what the write path costs, over HTTP, by step, and in capacity units."""
