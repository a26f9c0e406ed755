"""Certificates verified without a deployment: public keys are all that it takes."""

from collections.abc import Sequence

from mneme.adapters.ecdsa_signatures import EcdsaSignatures
from mneme.adapters.public_keys import pem_of, public_keys_of
from mneme.application.privacy.verify_certificate import VerifyCertificate
from mneme.domain.canonical_json import Json
from mneme.domain.certificate_flaw import FieldFlaw


def flaws_of(document: Json, trusted: Sequence[bytes]) -> list[FieldFlaw]:
    """Return what is wrong with a certificate, by public keys (DER) that are trusted."""
    return VerifyCertificate(EcdsaSignatures())(document, trusted)


def published(public_keys: Sequence[bytes]) -> str:
    """Return public keys (DER) as a file that can be handed on."""
    return "".join(map(pem_of, public_keys))


def trusted_keys(file: bytes) -> Sequence[bytes]:
    """Undo `published`. Raises ValueError for a file without keys."""
    return public_keys_of(file)
