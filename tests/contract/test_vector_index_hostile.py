"""The index asked directly with what might mean more to a query language: it means itself."""

import pytest

from mneme.application.ports.vector_index import IndexDocument
from mneme.domain.scope import VisibleScope
from tests.contract.vector_index_builders import IndexHarness, document, query, visible

pytest_plugins = ["tests.contract.vector_index_fixtures"]

HOSTILE = (
    "*",
    "?",
    "_all",
    "ann*",
    "ann,bob",
    "ann OR bob",
    '" OR 1=1 --',
    '{"match_all": {}}',
    ".*",
    "[a TO z]",
    "\\*",
    "%",
    "",
    " ",
    "null",
    "\u0000",
    "'; DROP TABLE index_entries; --",
)


@pytest.fixture
def filled(harness: IndexHarness) -> IndexHarness:
    """Return an index in which two users have something in several places."""
    for name in ("ann", "bob"):
        user = harness.user(name)
        harness.write(
            document(user, f"{name}-global", tags=frozenset({"red"})),
            document(user, f"{name}-app", scope=VisibleScope("A#planner", 1)),
            document(user, f"{name}-session", scope=VisibleScope("S#planner#s1", 1)),
        )
    return harness


@pytest.mark.parametrize("name", HOSTILE, ids=repr)
def test_a_user_name_finds_no_other_users_memories(filled: IndexHarness, name: str) -> None:
    seen = visible(*(VisibleScope(key, 1) for key in ("G", "A#planner", "S#planner#s1")))

    assert filled.found(query(filled.user(name), seen, terms=("tea",))) == set()


@pytest.mark.parametrize("key", HOSTILE, ids=repr)
def test_a_scope_key_stands_for_itself_only(filled: IndexHarness, key: str) -> None:
    for scope_key in (key, f"A#{key}", f"S#{key}#{key}", f"A#planner{key}" if key else "A#"):
        seen = visible(VisibleScope(scope_key, 1))
        assert filled.found(query(filled.user("ann"), seen, terms=("tea",))) == set()


@pytest.mark.parametrize("word", HOSTILE, ids=repr)
def test_tags_and_entities_stand_for_themselves_only(filled: IndexHarness, word: str) -> None:
    user = filled.user("ann")

    for narrowed in ({"tags": (frozenset({word}),)}, {"entities": frozenset({word})}):
        assert filled.found(query(user, visible(**narrowed), terms=("tea",))) == set()


@pytest.mark.parametrize("word", HOSTILE, ids=repr)
def test_terms_and_dates_stand_for_themselves_only(filled: IndexHarness, word: str) -> None:
    user = filled.user("ann")
    asked = query(user, vector=None, terms=(word,), dates=(word,))

    answer = filled.search(asked)

    assert answer.hits == ()
    assert answer.statistics.frequencies == {word: 0}


def test_an_epoch_is_no_prefix_of_another(filled: IndexHarness) -> None:
    user = filled.user("ann")
    filled.write(document(user, "later", scope=VisibleScope("G", 11)))

    assert filled.found(query(user, visible(VisibleScope("G", 1)))) == {"ann-global"}
    assert filled.found(query(user, visible(VisibleScope("G", 11)))) == {"later"}


def test_stale_documents_of_every_kind_stay_behind_the_filters(filled: IndexHarness) -> None:
    user = filled.user("ann")

    def planted(memory_id: str, **parts: object) -> IndexDocument:
        return document(user, memory_id, version=50, **parts)

    filled.write(
        planted("older-epoch", scope=VisibleScope("G", 0)),
        planted("another-app", scope=VisibleScope("A#other", 1)),
        planted("its-session", scope=VisibleScope("S#planner#s2", 1)),
        document(filled.user("bob"), "anothers", version=50),
    )
    seen = visible(VisibleScope("G", 1), VisibleScope("A#planner", 1))

    answer = filled.search(query(user, seen, terms=("tea",)))

    assert {hit.memory_id for hit in answer.hits} == {"ann-global", "ann-app"}
    assert answer.statistics.documents == 2
