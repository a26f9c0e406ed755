"""`./dev bench lifecycle`: a simulated year, and what its daily run costs."""
