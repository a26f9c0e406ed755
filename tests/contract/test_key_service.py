"""What every key service does: the local one, and KMS by moto."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from moto import mock_aws

from mneme.adapters.kms_key_service import KmsKeyService
from mneme.adapters.local_key_service import LocalKeyService
from mneme.application.ports.key_service import KEY_BYTES, KeyService
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.tenancy import internal_context
from tests.contract import aws
from tests.doubles import CountingIds

ACME = internal_context("acme")
CONTEXT = {"purpose": "branch-key", "generation": "1"}
KEY = bytes(range(KEY_BYTES))


@contextmanager
def kms() -> Iterator[KmsKeyService]:
    with mock_aws():
        client = aws.shared_client("kms")
        yield KmsKeyService(client, client.create_key()["KeyMetadata"]["KeyId"])


@pytest.fixture(params=["local", "moto"])
def keys(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[KeyService]:
    if request.param == "local":
        yield LocalKeyService(tmp_path / "root.key", CountingIds())
        return
    with kms() as service:
        yield service


def test_a_key_comes_back_under_its_own_context(keys: KeyService) -> None:
    wrapped = keys.wrap(ACME, KEY, CONTEXT)

    assert keys.unwrap(ACME, wrapped, dict(reversed(CONTEXT.items()))) == KEY
    assert KEY not in wrapped


def test_no_two_wrappings_are_alike(keys: KeyService) -> None:
    assert keys.wrap(ACME, KEY, CONTEXT) != keys.wrap(ACME, KEY, CONTEXT)


@pytest.mark.parametrize(
    "other",
    [
        {"purpose": "branch-key"},
        {"purpose": "branch-key", "generation": "2"},
        {"purpose": "branch-key", "generation": "1", "more": ""},
        {"purpose": 'branch-key","generation":"1'},
        {"purpose": "generation", "branch-key": "1"},
    ],
)
def test_another_context_is_refused(keys: KeyService, other: dict[str, str]) -> None:
    wrapped = keys.wrap(ACME, KEY, CONTEXT)

    with pytest.raises(InternalFault):
        keys.unwrap(ACME, wrapped, other)


def test_a_key_of_another_tenant_is_refused(keys: KeyService) -> None:
    wrapped = keys.wrap(ACME, KEY, CONTEXT)

    with pytest.raises(InternalFault):
        keys.unwrap(internal_context("beta"), wrapped, CONTEXT)
    with pytest.raises(ValueError):
        keys.unwrap(internal_context("beta"), wrapped, {**CONTEXT, "tenant": "acme"})


def test_naming_the_own_tenant_in_the_context_changes_nothing(keys: KeyService) -> None:
    wrapped = keys.wrap(ACME, KEY, {**CONTEXT, "tenant": "acme"})

    assert keys.unwrap(ACME, wrapped, CONTEXT) == KEY


def test_no_byte_of_a_wrapped_key_may_change(keys: KeyService) -> None:
    wrapped = keys.wrap(ACME, KEY, CONTEXT)

    for at in range(len(wrapped)):
        tampered = bytearray(wrapped)
        tampered[at] ^= 1
        with pytest.raises(InternalFault):
            keys.unwrap(ACME, bytes(tampered), CONTEXT)


@pytest.mark.parametrize("kept", [0, 1, 12, -1])
def test_a_part_of_a_wrapped_key_is_refused(keys: KeyService, kept: int) -> None:
    wrapped = keys.wrap(ACME, KEY, CONTEXT)

    with pytest.raises(InternalFault):
        keys.unwrap(ACME, wrapped[:kept], CONTEXT)


def test_a_key_is_not_wrapped_or_unwrapped_without_a_context(keys: KeyService) -> None:
    with pytest.raises(ValueError):
        keys.wrap(ACME, KEY, {})
    with pytest.raises(ValueError):
        keys.unwrap(ACME, keys.wrap(ACME, KEY, CONTEXT), {})


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_only_a_key_of_full_length_is_wrapped(keys: KeyService, length: int) -> None:
    with pytest.raises(ValueError):
        keys.wrap(ACME, b"k" * length, CONTEXT)


def test_a_key_wrapped_by_another_kms_key_is_refused() -> None:
    with kms() as service:
        client = aws.shared_client("kms")
        other = KmsKeyService(client, client.create_key()["KeyMetadata"]["KeyId"])
        wrapped = other.wrap(ACME, KEY, CONTEXT)

        with pytest.raises(InternalFault):
            service.unwrap(ACME, wrapped, CONTEXT)


def test_a_kms_key_that_does_not_exist_is_a_fault_of_ours() -> None:
    with kms(), pytest.raises(InternalFault):
        KmsKeyService(aws.shared_client("kms"), "no-such-key").wrap(ACME, KEY, CONTEXT)


# --- the root key file ----------------------------------------------------------------------


def test_the_root_key_outlives_the_process(tmp_path: Path) -> None:
    path = tmp_path / "new" / "root.key"
    wrapped = LocalKeyService(path, CountingIds(1)).wrap(ACME, KEY, CONTEXT)

    assert LocalKeyService(path, CountingIds(2)).unwrap(ACME, wrapped, CONTEXT) == KEY


def test_the_root_key_file_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "root.key"
    LocalKeyService(path, CountingIds()).wrap(ACME, KEY, CONTEXT)

    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_services_that_start_together_agree_on_one_root_key(tmp_path: Path) -> None:
    services = [LocalKeyService(tmp_path / "root.key", CountingIds(seed)) for seed in range(8)]
    start = threading.Barrier(len(services))

    def wrap(service: LocalKeyService) -> bytes:
        start.wait(timeout=30)
        return service.wrap(ACME, KEY, CONTEXT)

    with ThreadPoolExecutor(len(services)) as pool:
        wrapped = list(pool.map(wrap, services))

    for service in services:
        assert [service.unwrap(ACME, each, CONTEXT) for each in wrapped] == [KEY] * len(wrapped)


@pytest.mark.parametrize("damage", ["emptied", "cut", "grown", "flipped", "raw", "not text"])
def test_a_damaged_root_key_file_is_told_and_never_replaced(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "root.key"
    wrapped = LocalKeyService(path, CountingIds()).wrap(ACME, KEY, CONTEXT)
    whole = path.read_bytes()
    at = whole.index(b"\n") + 3
    flipped = b"0" if whole[at : at + 1] != b"0" else b"1"
    damaged = {
        "emptied": b"",
        "cut": whole[:-1],
        "grown": whole + b"\n",
        "flipped": whole[:at] + flipped + whole[at + 1 :],
        "raw": KEY,
        "not text": b"\xff" * len(whole),
    }[damage]
    path.write_bytes(damaged)
    service = LocalKeyService(path, CountingIds())

    with pytest.raises(InternalFault, match="root key file is damaged"):
        service.wrap(ACME, KEY, CONTEXT)
    with pytest.raises(InternalFault, match="root key file is damaged"):
        service.unwrap(ACME, wrapped, CONTEXT)

    assert path.read_bytes() == damaged


def test_a_root_key_file_out_of_reach_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(Unavailable):
        LocalKeyService(tmp_path / "file" / "root.key", CountingIds()).wrap(ACME, KEY, CONTEXT)
