"""Which words are one but for a slip of the pen, and which are two."""

import pytest

from mneme.domain.evolution.misspelt import is_misspelt


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("penicillin", "penicilin"),
        ("penicillin", "pencilin"),
        ("allergic", "alergic"),
        ("oslo", "olso"),
        ("fog", "fogg"),
        ("adopt", "adoptd"),
        ("lisinopril", "lisinopryl"),
        ("teh", "teh"),
    ],
)
def test_a_slip_makes_no_other_word(one: str, other: str) -> None:
    assert is_misspelt(one, other)
    assert is_misspelt(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cats", "cars"),
        ("boston", "bolton"),
        ("baking", "biking"),
        ("talking", "walking"),
        ("tea", "ten"),
        ("maria", "marie"),
        ("20mg", "200mg"),
        ("#2", "#3"),
        ("", "a"),
    ],
)
def test_what_may_be_another_word_is_one(one: str, other: str) -> None:
    assert not is_misspelt(one, other)
    assert not is_misspelt(other, one)
