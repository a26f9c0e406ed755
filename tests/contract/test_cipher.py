"""What the cipher does."""

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from mneme.adapters.aes_gcm_cipher import AesGcmCipher
from mneme.application.ports.key_service import KEY_BYTES, Cipher
from mneme.domain.errors import InternalFault
from tests.doubles import CountingIds

KEY = bytes(range(KEY_BYTES))
OTHER_KEY = bytes(KEY_BYTES)
CONTEXT = b"acme#ann/memory-1"


@pytest.fixture
def cipher() -> Cipher:
    return AesGcmCipher(CountingIds())


@pytest.mark.parametrize("plaintext", [b"", b"x", "早上好 🙂".encode(), bytes(100_000)])
def test_what_was_sealed_opens(cipher: Cipher, plaintext: bytes) -> None:
    sealed = cipher.seal(KEY, plaintext, CONTEXT)

    assert cipher.open(KEY, sealed, CONTEXT) == plaintext
    assert len(sealed) == 1 + 12 + len(plaintext) + 16


def test_the_plaintext_does_not_show(cipher: Cipher) -> None:
    assert b"canary" not in cipher.seal(KEY, b"canary", CONTEXT)


def test_no_nonce_is_used_twice(cipher: Cipher) -> None:
    nonces = {cipher.seal(KEY, b"same", CONTEXT)[1:13] for _ in range(1000)}

    assert len(nonces) == 1000


def test_the_form_is_version_nonce_and_aes_256_gcm(cipher: Cipher) -> None:
    sealed = cipher.seal(KEY, b"plain", CONTEXT)

    assert sealed[0] == 1
    assert AESGCM(KEY).decrypt(sealed[1:13], sealed[13:], CONTEXT) == b"plain"


def test_no_byte_may_change(cipher: Cipher) -> None:
    sealed = cipher.seal(KEY, b"plain", CONTEXT)

    for at in range(len(sealed)):
        tampered = sealed[:at] + bytes([sealed[at] ^ 0x80]) + sealed[at + 1 :]
        with pytest.raises(InternalFault):
            cipher.open(KEY, tampered, CONTEXT)


def test_nothing_shorter_opens(cipher: Cipher) -> None:
    sealed = cipher.seal(KEY, b"", CONTEXT)

    for length in range(len(sealed)):
        with pytest.raises(InternalFault):
            cipher.open(KEY, sealed[:length], CONTEXT)


@pytest.mark.parametrize(
    ("key", "context"),
    [
        (OTHER_KEY, CONTEXT),
        (KEY, b"acme#bob/memory-1"),
        (KEY, b""),
        (KEY[:16], CONTEXT),
        (b"", CONTEXT),
    ],
)
def test_another_key_or_context_is_refused_without_a_reason(
    cipher: Cipher, key: bytes, context: bytes
) -> None:
    sealed = cipher.seal(KEY, b"canary", CONTEXT)

    with pytest.raises(InternalFault) as caught:
        cipher.open(key, sealed, context)

    assert caught.value.message == "sealed data could not be opened"


def test_an_unknown_version_is_refused(cipher: Cipher) -> None:
    sealed = cipher.seal(KEY, b"plain", CONTEXT)

    with pytest.raises(InternalFault):
        cipher.open(KEY, b"\x02" + sealed[1:], CONTEXT)


@pytest.mark.parametrize("length", [0, 16, 24, 31, 33])
def test_only_a_256_bit_key_seals(cipher: Cipher, length: int) -> None:
    with pytest.raises(ValueError):
        cipher.seal(b"k" * length, b"plain", CONTEXT)
