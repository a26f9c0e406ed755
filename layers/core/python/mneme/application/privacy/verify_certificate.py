"""Verify a certificate with nothing but itself and the public keys that are trusted."""

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mneme.application.ports.certificate_keys import Signatures
from mneme.domain.canonical_json import Json
from mneme.domain.certificate_flaw import CertificateFlaw, FieldFlaw
from mneme.domain.signed_statement import (
    ALGORITHM,
    FORMAT,
    WITHHELD,
    digest,
    fields,
    key_id,
    signed_bytes,
)

SIGNED_BY = ("algorithm", "key_id", "public_key")
MEMBERS = ("format", "statement", "manifest", "signed_by", "signature")


@dataclass(frozen=True)
class VerifyCertificate:
    """Anybody can: no store is asked, and no service."""

    signatures: Signatures

    def __call__(self, document: Json, trusted: Sequence[bytes]) -> list[FieldFlaw]:
        """Return every flaw: none means that it says what was signed with a trusted key.

        A subject that is withheld is none.
        """
        if not isinstance(document, Mapping):
            return [FieldFlaw("", CertificateFlaw.NO_CERTIFICATE)]
        shapeless = list(_shapeless(document))
        if shapeless:
            return shapeless
        return [*self._of_signature(document, trusted), *_of_fields(document)]

    def _of_signature(
        self, document: Mapping[str, Json], trusted: Sequence[bytes]
    ) -> Iterator[FieldFlaw]:
        named, public_key = _text(document, "key_id"), _bytes(_text(document, "public_key"))
        signature = _bytes(document["signature"])
        if public_key is None or key_id(public_key) != named:
            yield FieldFlaw("/signed_by/key_id", CertificateFlaw.OTHER_KEY)
            return
        if public_key not in trusted:
            yield FieldFlaw("/signed_by/key_id", CertificateFlaw.UNKNOWN_KEY)
        try:
            message = signed_bytes(_mapping(document["manifest"]), named)
        except ValueError:
            yield FieldFlaw("/manifest", CertificateFlaw.NO_CERTIFICATE)
            return
        if signature is None or not self.signatures.fits(public_key, message, signature):
            yield FieldFlaw("/signature", CertificateFlaw.SIGNATURE)


def _shapeless(document: Mapping[str, Json]) -> Iterator[FieldFlaw]:
    """Yield what keeps the document from being looked at any further."""
    for name in MEMBERS:
        if name not in document:
            yield FieldFlaw(f"/{name}", CertificateFlaw.MISSING)
    for name in document.keys() - set(MEMBERS):
        yield FieldFlaw(f"/{name}", CertificateFlaw.NOT_SIGNED)
    if document.get("format", FORMAT) != FORMAT:
        yield FieldFlaw("/format", CertificateFlaw.NO_CERTIFICATE)
    for name in ("statement", "manifest", "signed_by"):
        if not isinstance(document.get(name, {}), Mapping):
            yield FieldFlaw(f"/{name}", CertificateFlaw.NO_CERTIFICATE)
    if _text(document, "algorithm") != ALGORITHM:
        yield FieldFlaw("/signed_by/algorithm", CertificateFlaw.NO_CERTIFICATE)
    for name in _mapping(document.get("signed_by")).keys() - set(SIGNED_BY):
        yield FieldFlaw(f"/signed_by/{name}", CertificateFlaw.NOT_SIGNED)


def _of_fields(document: Mapping[str, Json]) -> Iterator[FieldFlaw]:
    """Yield each field whose digest is not the one in the manifest."""
    signed = _mapping(document["manifest"])
    told = {place: _digest(value) for place, value in fields(_mapping(document["statement"]))}
    withheld = f"/{WITHHELD}"
    for place in sorted(signed.keys() | told.keys()):
        if place not in signed:
            yield FieldFlaw(f"/statement{place}", CertificateFlaw.NOT_SIGNED)
        elif place not in told:
            if place != withheld:
                yield FieldFlaw(f"/statement{place}", CertificateFlaw.MISSING)
        elif told[place] is None or signed[place] != told[place]:
            yield FieldFlaw(f"/statement{place}", CertificateFlaw.ALTERED)


def _digest(value: Json) -> str | None:
    """Return the digest of a field; None of what is no JSON of ours, which nobody signed."""
    try:
        return digest(value)
    except ValueError:
        return None


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _text(document: Mapping[str, Json], name: str) -> str:
    """Return a text of `signed_by`; an empty one for what is none."""
    value = _mapping(document.get("signed_by")).get(name)
    return value if isinstance(value, str) else ""


def _bytes(value: Json) -> bytes | None:
    try:
        return b64decode(value, validate=True) if isinstance(value, str) else None
    except ValueError:
        return None
