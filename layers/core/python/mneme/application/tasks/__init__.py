"""The life of a task from its acceptance to its end, and the messages that carry it."""
