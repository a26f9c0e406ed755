"""What may be done with sensitive content, known without what finds it."""

from enum import StrEnum


class SensitivePolicy(StrEnum):
    """What is done with a text that holds sensitive content."""

    REJECT = "reject"
    REDACT = "redact"
    ALLOW = "allow"
