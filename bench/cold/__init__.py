"""How long a function takes to begin in a new process, and what of it what takes."""
