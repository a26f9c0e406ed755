import dataclasses
from datetime import UTC, datetime

import pytest

from mneme.domain.memory import (
    Head,
    Kind,
    MemType,
    Ownership,
    Provenance,
    Revision,
    Status,
    WeightAnchor,
)
from mneme.domain.scope import Level, Scope

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def head() -> Head:
    return Head(
        memory_id="m",
        scope=Scope(Level.GLOBAL),
        epoch=1,
        key_epoch=1,
        status=Status.ACTIVE,
        revision=1,
        ownership=Ownership.USER,
        mem_type=MemType.SEMANTIC,
        kind=Kind.FACT,
        provenance=Provenance.AUTOMATIC,
        is_important=False,
        anchor=WeightAnchor(0.8, NOW),
        class_cap=0.8,
        observed_at=NOW,
        valid_at=None,
        invalid_at=None,
        expire_at=None,
        created_at=NOW,
        changed_at=NOW,
    )


def revision() -> Revision:
    return Revision("m", 1, "text", Ownership.USER, (), NOW, NOW)


def test_provenance_falls_from_an_explicit_request_to_a_candidate() -> None:
    falling = [
        Provenance.EXPLICIT_REQUEST,
        Provenance.USER_CONFIRMED,
        Provenance.AUTOMATIC,
        Provenance.CANDIDATE,
    ]

    assert sorted(Provenance, key=lambda one: one.rank, reverse=True) == falling
    assert len({one.rank for one in Provenance}) == len(Provenance)


def test_a_new_memory_was_neither_recalled_nor_used() -> None:
    new = head()

    assert (new.recall_count, new.used_count, new.last_recalled_at) == (0, 0, None)
    assert (new.version, new.index_version) == (1, 1)


def test_a_plain_revision_is_text_without_conflicts() -> None:
    plain = revision()

    assert plain.modality == "text"
    assert (plain.conflicts_with, plain.supersedes, plain.superseded_by) == ((), (), None)


def test_two_revisions_never_share_their_tags() -> None:
    one, other = revision(), revision()

    assert one.custom_tags == other.custom_tags == {}
    assert one.custom_tags is not other.custom_tags


@pytest.mark.parametrize(("value", "name"), [(head(), "status"), (revision(), "content")])
def test_what_was_read_cannot_be_changed_in_place(value: object, name: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, name, "other")


def test_the_vocabulary_is_spelt_as_the_api_documents_it() -> None:
    assert {*Status} == {"CANDIDATE", "ACTIVE", "SUPERSEDED", "ARCHIVED", "DELETED"}
    assert {*MemType} == {"SEMANTIC", "EPISODIC", "PROCEDURAL"}
    assert {*Ownership} == {"USER", "AGENT"}
    assert {*Kind} == {
        "FACT",
        "PERSONA",
        "CONSTRAINT",
        "PROFILE",
        "SUMMARY",
        "CONTINUITY",
        "TURN",
    }
