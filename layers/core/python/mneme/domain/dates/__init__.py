"""When what a sentence tells happens."""
