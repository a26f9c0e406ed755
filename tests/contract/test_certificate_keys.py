"""What all keys of certificates do: those in files, and KMS by moto."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from botocore.stub import Stubber
from cryptography.hazmat.primitives.serialization import load_der_public_key
from moto import mock_aws

from mneme.adapters.ecdsa_signatures import EcdsaSignatures
from mneme.adapters.kms_certificate_keys import KmsCertificateKeys
from mneme.adapters.local_certificate_keys import LocalCertificateKeys
from mneme.adapters.public_keys import pem_of, public_keys_of
from mneme.application.ports.certificate_keys import CertificateKeys
from mneme.domain.errors import InternalFault, Unavailable
from tests.contract import aws
from tests.doubles import CountingIds

Made = Callable[[int], CertificateKeys]
FITS = EcdsaSignatures().fits
MESSAGE = b"erased"


def _kms(number: int) -> CertificateKeys:
    client = aws.shared_client("kms")
    made = [
        client.create_key(KeySpec="ECC_NIST_P256", KeyUsage="SIGN_VERIFY") for _ in range(number)
    ]
    return KmsCertificateKeys(client, [one["KeyMetadata"]["Arn"] for one in made])


@pytest.fixture(params=["files", "moto"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Made]:
    """Yield what makes so many keys."""
    if request.param == "files":
        names = ["1", "2", "3"]
        yield lambda number: LocalCertificateKeys(tmp_path, names[:number], CountingIds())
        return
    with mock_aws():
        yield _kms


def test_a_signature_fits_its_message_and_its_key_alone(made: Made) -> None:
    keys = made(2)
    old, new = keys.public_keys()

    signature = keys.sign(MESSAGE)

    assert FITS(new, MESSAGE, signature)
    assert not FITS(old, MESSAGE, signature)
    assert not FITS(new, MESSAGE + b".", signature)
    assert not FITS(new, MESSAGE, signature[:-1] + bytes([signature[-1] ^ 1]))


def test_a_long_message_is_signed_whole(made: Made) -> None:
    keys = made(1)
    message = b"x" * 4096

    signature = keys.sign(message)

    assert FITS(keys.public_keys()[0], message, signature)
    assert not FITS(keys.public_keys()[0], message[:-1] + b"y", signature)


@pytest.mark.parametrize("public_key", [b"", b"no key", hashlib.sha256(b"").digest()])
def test_what_is_no_key_fits_nothing(public_key: bytes) -> None:
    assert not FITS(public_key, MESSAGE, b"")


def test_public_keys_can_be_handed_on_as_a_file(made: Made) -> None:
    keys: Sequence[bytes] = made(2).public_keys()

    file = "".join(map(pem_of, keys)).encode()

    assert list(public_keys_of(file)) == list(keys)
    assert all(load_der_public_key(key) for key in keys)


@pytest.mark.parametrize("file", [b"", b"nothing", b"-----END PUBLIC KEY-----"])
def test_a_file_without_keys_is_refused(file: bytes) -> None:
    with pytest.raises(ValueError):
        public_keys_of(file)


def test_processes_that_find_no_key_agree_on_one(tmp_path: Path) -> None:
    first = LocalCertificateKeys(tmp_path / "keys", ["1"], CountingIds(1))
    second = LocalCertificateKeys(tmp_path / "keys", ["1", "2"], CountingIds(2))

    assert second.public_keys()[0] == first.public_keys()[0]
    assert all(file.stat().st_mode & 0o077 == 0 for file in (tmp_path / "keys").iterdir())


def test_a_damaged_key_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "1.pem").write_text("-----BEGIN PRIVATE KEY-----")

    with pytest.raises(InternalFault):
        LocalCertificateKeys(tmp_path, ["1"], CountingIds()).public_keys()
    assert (tmp_path / "1.pem").read_text() == "-----BEGIN PRIVATE KEY-----"


def test_a_folder_that_cannot_be_written_is_an_outage(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("a file")

    with pytest.raises(Unavailable):
        LocalCertificateKeys(tmp_path / "keys", ["1"], CountingIds()).public_keys()


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("KMSInternalException", Unavailable),
        ("ThrottlingException", Unavailable),
        ("AccessDeniedException", InternalFault),
        ("DisabledException", InternalFault),
    ],
)
def test_faults_of_the_key_service_are_told_apart(code: str, fault: type[Exception]) -> None:
    client = aws.new_client("kms")
    with Stubber(client) as stub:
        stub.add_client_error("sign", code)
        with pytest.raises(fault):
            KmsCertificateKeys(client, ["key"]).sign(MESSAGE)
