"""The wishes of a caller: how sure one must be, and what is done unless they say otherwise."""

import pytest

from mneme.domain.extraction.policy import DEFAULT_EXTRACTION, ExtractionPolicy, Mode, Style


@pytest.mark.parametrize(
    ("style", "threshold"), [(None, 0.5), (Style.CONSERVATIVE, 0.7), (Style.AGGRESSIVE, 0.3)]
)
def test_each_style_asks_for_its_own_confidence(style: Style | None, threshold: float) -> None:
    assert ExtractionPolicy(style=style).confident_enough == threshold


def test_without_a_wish_facts_are_decided_about_and_carry_no_tags() -> None:
    assert DEFAULT_EXTRACTION.mode is Mode.DECIDE
    assert (dict(DEFAULT_EXTRACTION.tags), DEFAULT_EXTRACTION.entity_types) == ({}, ())
