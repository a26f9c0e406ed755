"""What a fact is compared with: recall's search, in its own place, and what was committed now."""

from dataclasses import replace

import pytest

from mneme.application.commit.placed_fact import PlacedFact
from mneme.application.evolve.find_similar import LOOKED_AT, FindSimilar
from mneme.application.evolve.likeness import Similar
from mneme.application.recall import find_candidates
from mneme.domain.errors import Unavailable
from mneme.domain.evolution.decisions import DEFAULT_LIMITS
from mneme.domain.fact import Fact
from mneme.domain.memory import Kind, Ownership
from mneme.domain.retrieval.embedding_text import fact_text
from mneme.domain.scope import Scope
from tests.doubles.evolving import evolve, recalled
from tests.doubles.fake_index import FakeIndex
from tests.doubles.made import GLOBAL, a_fact, an_app, later, said
from tests.doubles.watched import Interlude, Notes, Watched
from tests.doubles.world import USER, World

CHEESE = a_fact("I like cheese pizza")


def similar_to(
    world: World, fact: Fact = CHEESE, scope: Scope = GLOBAL, find: FindSimilar | None = None
) -> list[Similar]:
    state = world.users.state(world.acme, USER)
    text = fact_text(fact.speaker, fact.text)
    [embedding] = world.find_by.embeddings(world.acme, USER, state.epoch, [text])
    placed = PlacedFact(fact, embedding, scope, state.effective_epoch(scope), state.epoch)
    keys = world.keys.keys_for(world.acme, USER, state.epoch)
    terms = world.find_by.terms(keys, fact.speaker, fact.text)
    return (find or world.find_similar)(world.acme, USER, placed, terms)


def says(found: list[Similar]) -> list[str]:
    return [one.candidate.text for one in found]


def _know(world: World, *texts: str, scope: Scope = GLOBAL, **parts: object) -> None:
    for text in texts:
        world.write_structured(world.acme, USER, scope, a_fact(text, **parts))


def test_what_was_just_committed_is_seen_before_any_index_shows_it(world: World) -> None:
    _know(world, "I like chicken pizza", "I have two sisters")

    assert says(similar_to(world)) == ["I like chicken pizza", "I have two sisters"]


def test_a_long_conversation_since_does_not_hide_what_was_committed(world: World) -> None:
    _know(world, "I like chicken pizza")
    for start in range(0, 128, 64):
        world.durable.clock.advance(seconds=1)
        texts = [f"Well, hello number {number}." for number in range(start, start + 64)]
        world.remember(said(*texts, session_id=f"s-{start}"))
    assert len(world.held(Kind.TURN)) == 128

    assert says(similar_to(world)) == ["I like chicken pizza"]


def test_what_the_index_shows_is_seen_once(world: World) -> None:
    _know(world, "I like chicken pizza")
    recalled(world, "pizza")

    assert says(similar_to(world)) == ["I like chicken pizza"]


def test_the_most_similar_come_first_and_no_more_than_ten(world: World) -> None:
    _know(world, *(f"I know song number {n} by heart" for n in range(15)), "I like ham pizza")

    found = similar_to(world)

    similarities = [one.candidate.similarity for one in found]
    assert len(found) == DEFAULT_LIMITS.candidates == 10
    assert found[0].candidate.text == "I like ham pizza"
    assert similarities == sorted(similarities, reverse=True)


def test_how_strong_a_memory_is_has_no_say(world: World) -> None:
    _know(world, *(f"I know song number {n} by heart" for n in range(LOOKED_AT + 9)))
    _know(world, "I like ham pizza")
    (weak,) = [one.head for one in world.held() if "ham" in one.revision.content]
    world.set_head(weak.memory_id, weight=0.0)

    assert says(similar_to(world))[0] == "I like ham pizza"


@pytest.mark.parametrize(
    ("scope", "parts"),
    [
        (an_app("coach"), {}),
        (GLOBAL, {"ownership": Ownership.AGENT}),
        (GLOBAL, {"kind": Kind.CONSTRAINT}),
        (GLOBAL, {"speaker": "Ann"}),
        (GLOBAL, {"invalid_at": later(days=-1)}),
        (GLOBAL, {"expire_at": later(days=-1)}),
        (GLOBAL, {"valid_at": later(days=1)}),
    ],
)
def test_other_places_sides_speakers_and_times_are_not_looked_at(
    world: World, scope: Scope, parts: dict[str, object]
) -> None:
    _know(world, "I like ham pizza", scope=scope, **parts)

    assert similar_to(world) == []


def test_a_speaker_is_the_same_however_the_name_is_written(world: World) -> None:
    _know(world, "I like ham pizza", speaker="ANN")

    assert says(similar_to(world, replace(CHEESE, speaker="Ann"))) == ["I like ham pizza"]


@pytest.mark.parametrize("status", ["CANDIDATE", "SUPERSEDED", "ARCHIVED", "DELETED"])
def test_only_active_memories_are_looked_at(world: World, status: str) -> None:
    _know(world, "I like ham pizza")
    (held,) = world.held()
    world.set_head(held.head.memory_id, status=status)

    assert similar_to(world) == []


def test_messages_are_no_memories_to_compare_with(world: World) -> None:
    world.remember(said("I like ham pizza with my friends on Fridays."))

    found = similar_to(world)

    assert {one.known.head.kind for one in found} == {Kind.FACT}


def test_another_user_or_an_earlier_epoch_is_never_seen(world: World) -> None:
    world.write_structured(world.acme, "u-2", GLOBAL, a_fact("I like ham pizza"))
    _know(world, "I like corn pizza")
    world.set_user(epoch=2)

    assert similar_to(world) == []


def test_a_stale_document_does_not_bring_back_what_was_said_before(world: World) -> None:
    evolve(world, a_fact("I like ham pizza", fact_key="pizza"))
    recalled(world, "pizza")
    newer = a_fact("I hate leek", fact_key="pizza", observed_at=later(days=1))
    evolve(world, newer)  # the index is behind

    assert says(similar_to(world)) == ["I hate leek"]


def test_while_the_index_is_down_the_heads_are_asked() -> None:
    index = FakeIndex(down=True)
    world = World(around=lambda stores: replace(stores, index=index))
    _know(world, "I like ham pizza")

    assert says(similar_to(world)) == ["I like ham pizza"]


def test_an_index_that_is_down_is_asked_once_for_a_fact() -> None:
    index = FakeIndex(down=True)
    world = World(around=lambda stores: replace(stores, index=index))
    _know(world, "I like ham pizza")
    index.queries.clear()

    similar_to(world)

    assert len(index.queries) == 1


def test_a_search_that_takes_too_long_is_given_back_to_the_queue() -> None:
    index = FakeIndex()
    world = World(around=lambda stores: replace(stores, index=index))
    index.while_searching = lambda: world.durable.clock.advance(60)

    with pytest.raises(Unavailable):
        similar_to(world)


def test_while_the_index_is_down_no_head_may_be_overlooked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A recall would go on with the newest: here the fact would be learned a second time.
    monkeypatch.setattr(find_candidates, "HEADS_PAGE", 1)
    world = World(around=lambda stores: replace(stores, index=FakeIndex(down=True)))
    _know(world, "I like chicken pizza", "I have two sisters", "I drive a red car")
    clock = world.durable.clock
    slow = Interlude(lambda method, _: method == "query", lambda: clock.sleep(4.0), again=True)
    memories = replace(world.memories, tables=Watched(world.tables, slow))
    find = replace(world.find_similar, memories=memories)

    with pytest.raises(Unavailable):
        similar_to(world, find=find)


def test_for_a_lot_only_what_has_changed_is_read_anew(world: World) -> None:
    _know(world, *(f"I like {kind} pizza" for kind in ("ham", "corn", "leek")))
    notes = Notes()
    process = World(
        world.durable, lambda stores: replace(stores, tables=Watched(stores.tables, notes))
    )
    lot = process.find_similar.for_lot()
    similar_to(process, find=lot)
    _know(world, "I like crab pizza")
    notes.calls.clear()

    found = similar_to(process, find=lot)

    read = [len(calls[2]) for method, calls in notes.calls if method == "batch_get"]
    assert "I like crab pizza" in says(found)
    assert read == [1, 1, len(found)]  # its head, its revision; and the heads of all, as they are
