from mneme.domain.retrieval.embedding_text import PREVIOUS_CHARACTERS, fact_text, turn_text


def test_a_turn_is_embedded_behind_the_end_of_the_turn_before() -> None:
    before = "x" * 500 + " Where do you live?"

    text = turn_text("Ann", "In Bern.", ("Bob", before))

    assert text == f"Bob: {before[-PREVIOUS_CHARACTERS:]}\nAnn: In Bern."


def test_the_first_turn_is_embedded_alone() -> None:
    assert turn_text("Ann", "Hello", None) == "Ann: Hello"


def test_a_fact_is_embedded_with_the_person_it_is_about() -> None:
    assert fact_text("Ann", "lives in Bern") == "Ann: lives in Bern"
    assert fact_text(None, "lives in Bern") == "lives in Bern"
