"""An index takes the vectors of one model; what another one embedded is found by its words."""

from dataclasses import replace

from mneme.application.index.index_changes import IndexChanges
from mneme.application.ports.vector_index import IndexDocument
from mneme.application.repositories.row_keys import HEADS
from tests.doubles.made import a_fact
from tests.doubles.watched import Notes, Watched
from tests.doubles.world import World


def test_what_another_embedding_model_made_is_indexed_by_its_words_alone() -> None:
    notes = Notes()
    world = World(around=lambda stores: replace(stores, index=Watched(stores.index, notes)))
    world.decide(a_fact("Lives in Oslo"))

    entries = replace(world.index_entries, model="another")
    IndexChanges(entries, world.backend.index)(world.change_feed.read(HEADS, None, 10).changes)

    [written] = [arguments[1] for method, arguments in notes.calls if method == "apply"]
    [document] = written
    assert isinstance(document, IndexDocument)
    assert (document.vector, bool(document.terms)) == (b"", True)
