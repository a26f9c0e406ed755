"""A certificate verifies with nothing but public keys, and whatever is altered is named."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from mneme.adapters.ecdsa_signatures import EcdsaSignatures
from mneme.application.privacy.verify_certificate import VerifyCertificate
from mneme.domain.certificate_flaw import CertificateFlaw, FieldFlaw
from mneme.domain.job import JobName
from mneme.domain.purge import PurgeTarget
from mneme.domain.signed_statement import Signature, document, key_id, manifest, signed_bytes
from tests.doubles.certified import a_cloud, certified, verified
from tests.doubles.managing import told
from tests.doubles.memory_certificate_keys import MemoryCertificateKeys
from tests.doubles.world import World

Path = tuple[str | int, ...]


@pytest.fixture(scope="module")
def world() -> World:
    """Return a world in which a user was erased."""
    world = a_cloud(providers=("bedrock",))
    told(world, "Likes tea")
    return world


@pytest.fixture(scope="module")
def certificate(world: World) -> dict[str, Any]:
    return certified(world)


def _leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    parts = value.items() if isinstance(value, dict) else None
    if isinstance(value, list):
        parts = list(enumerate(value))
    if not parts:
        yield path
        return
    for name, part in parts:
        yield from _leaves(part, (*path, name))


def _parent(whole: Any, path: Path) -> Any:
    for name in path[:-1]:
        whole = whole[name]
    return whole


def _altered(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return "something"
    return (
        value + 1 if isinstance(value, int) else f"{value[:-1]}{'B' if value[-1:] == 'A' else 'A'}"
    )


def _names(flaws: list[FieldFlaw], path: Path) -> bool:
    """Return whether one of the flaws is at a place that holds the path."""
    place = "/" + "/".join(str(one).replace("~", "~0").replace("/", "~1") for one in path)
    return any(place == one.field or place.startswith(f"{one.field}/") for one in flaws)


def test_whatever_is_altered_or_taken_out_is_named(
    world: World, certificate: dict[str, Any]
) -> None:
    paths = list(_leaves(certificate))
    assert len(paths) > 100
    for path in paths:
        altered = copy.deepcopy(certificate)
        parent = _parent(altered, path)
        parent[path[-1]] = _altered(parent[path[-1]])
        flaws = verified(world, altered)
        assert flaws, path
        if path[0] == "statement":
            assert _names(flaws, path), (path, flaws)
        del parent[path[-1]]
        assert verified(world, altered), path


def test_an_altered_count_is_named_alone(world: World, certificate: dict[str, Any]) -> None:
    altered = copy.deepcopy(certificate)
    altered["statement"]["destroyed"]["revisions"] += 1

    assert verified(world, altered) == [
        FieldFlaw("/statement/destroyed/revisions", CertificateFlaw.ALTERED)
    ]


def test_an_altered_count_whose_digest_is_altered_too_breaks_the_signature(
    world: World, certificate: dict[str, Any]
) -> None:
    altered = copy.deepcopy(certificate)
    altered["statement"]["destroyed"]["revisions"] += 1
    altered["manifest"] = manifest(altered["statement"])

    assert verified(world, altered) == [FieldFlaw("/signature", CertificateFlaw.SIGNATURE)]


def test_a_field_that_was_not_signed_is_named(world: World, certificate: dict[str, Any]) -> None:
    altered = copy.deepcopy(certificate)
    altered["statement"]["residues"]["none"] = {}
    altered["remark"] = "all is well"

    assert verified(world, altered) == [FieldFlaw("/remark", CertificateFlaw.NOT_SIGNED)]
    del altered["remark"]
    assert verified(world, altered) == [
        FieldFlaw("/statement/residues/none", CertificateFlaw.NOT_SIGNED)
    ]


def test_the_subject_may_be_withheld_and_not_changed(
    world: World, certificate: dict[str, Any]
) -> None:
    withheld = copy.deepcopy(certificate)
    del withheld["statement"]["subject"]
    assert verified(world, withheld) == []
    assert "u-1" not in str(withheld)

    other = copy.deepcopy(certificate)
    other["statement"]["subject"]["user_id"] = "u-2"
    assert verified(world, other) == [FieldFlaw("/statement/subject", CertificateFlaw.ALTERED)]


def test_who_signs_with_another_key_is_not_trusted(
    world: World, certificate: dict[str, Any]
) -> None:
    other = MemoryCertificateKeys()
    other.rotate()
    public_key, statement = other.public_keys()[-1], certificate["statement"]
    value = other.sign(signed_bytes(manifest(statement), key_id(public_key)))

    forged = document(statement, Signature(public_key, value))

    assert verified(world, forged) == [FieldFlaw("/signed_by/key_id", CertificateFlaw.UNKNOWN_KEY)]
    assert VerifyCertificate(EcdsaSignatures())(forged, [public_key]) == []


@pytest.mark.parametrize("what", [None, [], "text", 3, {}, {"format": "other"}])
def test_what_is_no_certificate_is_told_so(world: World, what: Any) -> None:
    assert verified(world, what)


def test_members_of_the_wrong_kind_are_flaws(world: World, certificate: dict[str, Any]) -> None:
    for name in certificate:
        for value in (None, [], "text", 3, {}, 1.5, {"a": 1.5}):
            assert verified(world, {**certificate, name: value}), (name, value)


def test_a_certificate_of_a_scope_is_no_certificate_of_everything(world: World) -> None:
    told(world, "Likes figs")
    scope = certified(world, JobName.PURGE, PurgeTarget(session_id="s-1"))
    whole = certified(world)

    mixed = copy.deepcopy(whole)
    mixed["statement"]["destroyed"] = scope["statement"]["destroyed"]
    mixed["statement"]["extent"] = "app"

    fields = {one.field for one in verified(world, mixed)}
    assert "/statement/extent" in fields
    assert "/statement/destroyed/memories" in fields
