"""`./dev bench scale`: what a deployment costs, how it is spread, and what binds first."""
