"""What must never change about the index without thought."""

from mneme.adapters.opensearch_mapping import index_body

BODY = index_body(dimensions=512, shards=3)
FIELDS = BODY["mappings"]["properties"]


def test_vectors_are_searched_by_the_lucene_engine() -> None:
    assert FIELDS["vector"]["method"]["engine"] == "lucene"
    assert FIELDS["vector"]["dimension"] == 512


def test_unknown_fields_are_refused_and_routing_is_required() -> None:
    assert BODY["mappings"]["dynamic"] == "strict"
    assert BODY["mappings"]["_routing"] == {"required": True}


def test_source_keeps_the_vector() -> None:
    assert "_source" not in BODY["mappings"]


def test_terms_are_whole_words_that_score_by_rarity_alone() -> None:
    for name in ("terms", "context_terms"):
        assert FIELDS[name]["analyzer"] == "keyword"
        assert FIELDS[name]["norms"] is False
        assert FIELDS[name]["index_options"] == "docs"
