"""`user/certificate`: what was purged or erased, signed, to be handed out."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field, model_validator

from mneme.contracts.http.fields import CallerId, refusal
from mneme.contracts.http.listing import ListRequest
from mneme.contracts.http.model import AnswerModel
from mneme.domain.erasure import CertificateStatus, Claim, Extent, Store


class UserCertificateRequest(ListRequest):
    """Ask for the certificate of one job of `user/purge` or `user/erase`, or for all, newest first.

    There is one once the job is DONE. It is signed anew when the search index's files were seen to
    be rid of it, when its keys are destroyed, and when it is complete; who holds an older issue can
    verify that still. A credential that is bound to apps or a session gets certificates of these
    alone.
    """

    job_id: CallerId | None = None

    @model_validator(mode="after")
    def _one_has_no_pages(self) -> "UserCertificateRequest":
        if self.job_id is not None and self.cursor is not None:
            raise refusal("cursor", "one certificate is no list")
        return self


class SubjectModel(AnswerModel):
    """Whose memory it was, and which part: may be taken out of a copy that is handed on."""

    tenant_id: str
    user_id: str
    app_id: str | None
    session_id: str | None
    salt: str = Field(description="so that its digest in the manifest tells nobody who it is")


class CertifiedKeyModel(AnswerModel):
    """A data key, by the number of its epoch."""

    fingerprint: str = Field(description="SHA-256 of the wrapped key, as its row held it")
    due_at: str | None = Field(description="when it will be destroyed, unless it is")
    destroyed_at: str | None


class ResidueModel(AnswerModel):
    """What is left for a while."""

    holds: str
    readable: str = Field(description="by whom, and with what")
    lapses_at: str | None = Field(description="null: late, or not ours to know")


class KeptModel(AnswerModel):
    """What stays by design; there are no words in it."""

    holds: str
    until: str | None = Field(description="null: for good")


class StatementModel(AnswerModel):
    """What is certified. Instants are RFC 3339, as they were signed."""

    certificate_id: str
    issue: int = Field(description="how often it was signed, this time included")
    issued_at: str
    subject: SubjectModel
    request: str = Field(description="the verb that asked for it")
    extent: Extent
    before_epoch: int = Field(description="what is older than this epoch of the user is gone")
    hidden_at: str = Field(description="since when nobody has seen anything of it")
    deleted_at: str = Field(description="by when everything was deleted, and all stores read again")
    verified: str
    rounds: int
    destroyed: dict[Store, int] = Field(description="what was there before, counted by store")
    model_providers: list[str] = Field(description="those that were allowed to see it")
    claim: Claim = Field(
        description="for copies that lie elsewhere: `keys_destroyed`, no copy can be read without"
        " one of the keys; `keys_dated`, the same from a day to come on; `deleted`, nothing"
    )
    status: CertificateStatus = Field(
        description="`complete`: every residue of which it is known when it lapses has lapsed"
    )
    complete_at: str = Field(description="when it is, or will be")
    keys: dict[str, CertifiedKeyModel]
    residues: dict[str, ResidueModel]
    kept: dict[str, KeptModel]


class SignedByModel(AnswerModel):
    """Which key has signed it. Trust it for being published, not for standing here."""

    algorithm: str
    key_id: str = Field(description="SHA-256 of the public key")
    public_key: str = Field(description="SubjectPublicKeyInfo, DER, base64")


class CertificateModel(AnswerModel):
    """A certificate: save it as it is."""

    format: str
    statement: StatementModel
    manifest: dict[str, str] = Field(
        description="the SHA-256 of each field in canonical JSON (RFC 8785), by its place"
    )
    signed_by: SignedByModel
    signature: str = Field(
        description="over the canonical JSON of `format`, of `key_id`, and of `manifest`, the"
        " SHA-256 of the manifest's canonical JSON: DER, base64"
    )


class IssuedModel(AnswerModel):
    """A certificate, and the job it is of."""

    job_id: str
    certificate: CertificateModel

    @classmethod
    def of(cls, job_id: str, document: Mapping[str, Any]) -> "IssuedModel":
        """Return a certificate as it is handed out."""
        return cls(job_id=job_id, certificate=CertificateModel.model_validate(document))


class UserCertificateAnswer(AnswerModel):
    """A page of certificates, the newest first; it is the last when `cursor` is null."""

    certificates: list[IssuedModel]
    cursor: str | None
