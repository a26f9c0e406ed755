"""The keys of certificates in AWS KMS: asymmetric ones, which sign and never leave it."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from mneme.adapters.kms_errors import kms_faults_translated

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient


class KmsCertificateKeys:
    """`CertificateKeys` of KMS (`ECC_NIST_P256`); `key_ids` are all there are, oldest first."""

    def __init__(self, client: "KMSClient", key_ids: Sequence[str]) -> None:
        self._client = client
        self._key_ids = key_ids

    def public_keys(self) -> Sequence[bytes]:
        """Return the public keys, oldest first; they are asked for once. Raises Unavailable."""
        return self._public_keys

    def sign(self, message: bytes) -> bytes:
        """Return the newest key's signature of up to 4,096 bytes. Raises Unavailable."""
        with kms_faults_translated():
            answer = self._client.sign(
                KeyId=self._key_ids[-1],
                Message=message,
                MessageType="RAW",
                SigningAlgorithm="ECDSA_SHA_256",
            )
        return answer["Signature"]

    @cached_property
    def _public_keys(self) -> Sequence[bytes]:
        with kms_faults_translated():
            return [self._client.get_public_key(KeyId=one)["PublicKey"] for one in self._key_ids]
