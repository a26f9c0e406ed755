"""What is wrong with a certificate, and where."""

from dataclasses import dataclass
from enum import StrEnum


class CertificateFlaw(StrEnum):
    """What a verifier says of a field."""

    NO_CERTIFICATE = "is not that of a certificate"
    MISSING = "is missing"
    NOT_SIGNED = "was not there when it was signed"
    ALTERED = "is not what was signed"
    OTHER_KEY = "is not that of the public key"
    UNKNOWN_KEY = "is none of the keys that are trusted"
    SIGNATURE = "does not fit"


@dataclass(frozen=True, slots=True)
class FieldFlaw:
    """A flaw, and the place (RFC 6901) of the field that has it."""

    field: str
    flaw: CertificateFlaw
