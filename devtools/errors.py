"""The one error of the chores."""


class ChoreError(Exception):
    """Something outside the project is missing or refused; the message is the whole story."""
