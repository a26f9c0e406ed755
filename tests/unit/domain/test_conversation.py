import dataclasses
from datetime import UTC, datetime

import pytest

from mneme.domain.conversation import SOURCE_ROLES, Conversation, Message, Role
from mneme.domain.scope import Level, Scope


def message(role: Role = Role.USER, name: str | None = None) -> Message:
    return Message("m1", role, "I keep two cats.", name)


@pytest.mark.parametrize("role", Role)
def test_a_speaker_without_a_name_is_called_by_the_role(role: Role) -> None:
    assert message(role).speaker == role.value
    assert message(role, name="Rana").speaker == "Rana"


def test_only_users_and_assistants_can_be_a_source() -> None:
    assert {Role.USER, Role.ASSISTANT} == SOURCE_ROLES


def test_a_conversation_keeps_both_sides_unless_it_is_narrowed() -> None:
    spoken = Conversation(Scope(Level.GLOBAL), (message(),), datetime(2026, 3, 1, tzinfo=UTC))

    assert spoken.ownership is None


def test_what_was_said_cannot_be_changed_afterwards() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        message().content = "other"  # type: ignore[misc]
