"""The heads decide: whatever the index says, nothing is shown that its head does not allow.

Each lie is planted in the asking user's own part of the real index, and is found there.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from mneme.application.ports.table_store import Delete
from mneme.application.repositories.row_keys import HEADS, head_key, user_partition
from mneme.domain.memory import Head, Kind, Status
from mneme.domain.retrieval.blinding import blind_tag
from mneme.domain.scope import VisibleScope, app_scope_key, session_scope_key
from tests.isolation.moody import Mood
from tests.isolation.stage import ACME, ME, MINE, NEIGHBOUR, OTHER, SECRET, Stage

SECRETS = {SECRET, "I live in Rome."}
Asked = dict[str, Any]
Lie = Callable[[Stage], tuple[Head, Asked]]
LIES: list[Lie] = []


def lie(plant: Lie) -> Lie:
    """Register a lie: it plants itself, and returns whose id is planted and what is asked."""
    LIES.append(plant)
    return plant


@lie
def of_another_tenant(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell(tenant=OTHER)
    stage.lie(head)
    return head, {}


@lie
def of_another_user(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell(user=NEIGHBOUR)
    stage.lie(head)
    return head, {}


@lie
def of_an_app_said_to_be_global(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell(app_id="a")
    stage.lie(head)
    return head, {}


@lie
def of_an_app_said_to_be_of_another(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell(app_id="a")
    stage.lie(head, scope=VisibleScope(app_scope_key("a#b"), 1))
    return head, {"scope": {"app_id": "a#b"}}


@lie
def of_a_session_said_to_be_of_its_twin(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell(app_id="a", session_id="s", level="SESSION")
    stage.lie(head, scope=VisibleScope(session_scope_key(None, "s"), 1))
    return head, {"scope": {"session_id": "s"}}


@lie
def from_before_a_purge_of_the_user(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell()
    stage.epochs(2)
    stage.tell(MINE)
    stage.lie(head, scope=VisibleScope("G", 2))
    return head, {}


@lie
def from_before_a_purge_of_its_app(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell(app_id="a")
    stage.epochs(1, **{app_scope_key("a"): 2})
    stage.lie(head, scope=VisibleScope(app_scope_key("a"), 2))
    return head, {"scope": {"app_id": "a"}}


@lie
def of_a_session_from_before_a_purge_of_its_app(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell(app_id="a", session_id="s", level="SESSION")
    stage.epochs(1, **{app_scope_key("a"): 2})
    stage.lie(head, scope=VisibleScope(session_scope_key("a", "s"), 2))
    return head, {"scope": {"app_id": "a", "session_id": "s"}}


@pytest.mark.parametrize("status", [status for status in Status if status is not Status.ACTIVE])
def test_what_is_not_active_is_not_shown_as_active(status: Status) -> None:
    stage = Stage()
    head = stage.rewrite(stage.tell(), status=status)
    stage.lie(head)

    assert_hidden(stage, head, {})


@lie
def that_has_expired(stage: Stage) -> tuple[Head, Asked]:
    now = stage.deployment.clock.now()
    head = stage.rewrite(stage.tell(), expire_at=now)
    stage.lie(head)
    # What is archived shows what has expired too: that is what becomes of it.
    return head, {"include_superseded": True}


@lie
def that_holds_no_longer(stage: Stage) -> tuple[Head, Asked]:
    head = stage.rewrite(stage.tell(), invalid_at=stage.deployment.clock.now())
    stage.lie(head)
    return head, {}


@lie
def that_does_not_hold_yet(stage: Stage) -> tuple[Head, Asked]:
    later = stage.deployment.clock.now() + timedelta(hours=1)
    head = stage.rewrite(stage.tell(), valid_at=later)
    stage.lie(head)
    return head, {}


@lie
def of_a_past_revision_said_to_be_current(stage: Stage) -> tuple[Head, Asked]:
    stage.add("I live in Rome.")
    head = stage.add("I live in Oslo.")
    stage.lie(head, revision=1)
    return head, {}


@lie
def of_a_verbatim_message_said_to_be_a_fact(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell(kind="CONSTRAINT")
    head = stage.rewrite(head, kind=Kind.TURN)
    stage.lie(head)
    return head, {}


@lie
def that_is_gone_for_good(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell()
    place = head_key(user_partition(ACME, ME), head.memory_id)
    stage.deployment.settle()
    stage.deployment.durable.backend.tables.transact(ACME, [Delete(HEADS, place)])
    stage.lie(head)
    return head, {"include_superseded": True, "include_archived": True}


@lie
def that_is_archived_said_to_be_active(stage: Stage) -> tuple[Head, Asked]:
    head = stage.rewrite(stage.tell(), status=Status.ARCHIVED)
    stage.lie(head)
    return head, {"include_superseded": True}


@lie
def observed_at_another_time(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell()
    stage.deployment.durable.clock.advance(60)
    since = stage.deployment.clock.now()
    stage.tell(MINE, app_id="b")
    stage.lie(head)
    return head, {"filter": {"since": since.isoformat()}, "scope": {"app_id": "b"}}


@lie
def of_the_agent_said_to_be_the_users(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell(ownership="AGENT")
    stage.lie(head)
    return head, {"filter": {"ownership": ["USER"]}}


@lie
def of_a_type_that_was_not_asked_for(stage: Stage) -> tuple[Head, Asked]:
    head = stage.tell(mem_type="EPISODIC")
    stage.lie(head)
    return head, {"filter": {"mem_type": ["SEMANTIC"]}}


@lie
def of_a_tag_that_it_does_not_carry(stage: Stage) -> tuple[Head, Asked]:
    stage.tell(MINE, custom_tags={"team": "red"}, app_id="b")
    head = stage.tell(custom_tags={"team": "blue"})
    hashing = stage.deployment.keys.keys_for(ACME, ME, 1).hashing
    stage.lie(head, tags=frozenset({blind_tag(hashing, "team", "red")}))
    asked = {"filter": {"custom_tags": [{"team": "red"}]}, "scope": {"app_id": "b"}}
    return head, asked


@pytest.mark.parametrize("plant", LIES, ids=lambda plant: plant.__name__)
def test_the_index_is_not_believed_about_a_memory(plant: Lie) -> None:
    stage = Stage()
    head, asked = plant(stage)

    assert_hidden(stage, head, asked)


def assert_hidden(stage: Stage, head: Head, asked: Asked) -> None:
    """Assert that the planted document is found, and nothing of it is shown in any mood."""
    shown = set(stage.recall(**asked))
    assert head.memory_id in stage.deployment.index.found, "the lie was not found"
    assert shown & SECRETS == set()
    assert MINE in shown
    for mood in Mood:
        stage.deployment.index.mood = mood
        assert set(stage.recall(**asked, consistent=True)) & SECRETS == set()


def test_a_secret_is_shown_where_its_head_allows_it() -> None:
    stage = Stage()
    stage.lie(stage.tell())

    assert stage.recall() == [MINE, SECRET]


def test_a_deleted_memory_takes_no_equal_one_of_others_with_it() -> None:
    stage = Stage()
    (mine,) = stage.deployment.memories.heads_page(ACME, ME, None, 10)[0]
    stage.rewrite(mine, status=Status.DELETED)
    stage.deployment.settle()

    assert stage.recall() == []
    assert stage.recall(ACME, NEIGHBOUR) == stage.recall(OTHER, ME) == [MINE]
