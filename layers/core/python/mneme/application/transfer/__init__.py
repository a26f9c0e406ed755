"""A user's memory as a whole: taken out as a file, and brought in from one."""
