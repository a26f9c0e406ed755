"""A name that a model makes up is believed by nobody until somebody confirms it."""

import pytest

from mneme.domain.memory import Provenance
from tests.doubles.made import a_message, said
from tests.unit.domain.extraction.test_fact_vetting import a_draft, vetted


def provenance(message: str, claim: str, name: str | None = None) -> Provenance:
    conversation = said(messages=(a_message(message, name=name),))
    [fact] = vetted(a_draft(claim), conversation=conversation).facts
    return fact.provenance


@pytest.mark.parametrize(
    ("message", "claim"),
    [
        ("I live in Oslo.", "I live in Oslo with Maria."),
        ("I live in Oslo.", "I live in Paris."),
        ("I live in Oslo.", "John lives in Oslo."),
        ("I am a software engineer.", "John is a software engineer."),
        ("My cat is two years old.", "My cat Whiskers is two years old."),
        ("我住在上海", "我和 Jessica 住在上海"),
    ],
)
def test_a_name_that_nobody_has_said_waits_for_a_person(message: str, claim: str) -> None:
    assert provenance(message, claim) is Provenance.CANDIDATE


@pytest.mark.parametrize(
    ("message", "claim"),
    [
        ("I live in oslo.", "I live in Oslo."),
        ("i moved to nyc last month", "I moved to New York City in February."),
        ("i'm into jazz", "Likes jazz."),
        ("i see my gp on friday", "Sees the GP on Friday, 6 March."),
        ("my sister anna-lena is a nurse", "The sister Anna is a nurse."),
        ("I like tea.", "The user likes tea."),
        ("我在 google 上班", "我在 Google 上班"),
    ],
)
def test_what_was_said_is_known_however_it_is_spelt(message: str, claim: str) -> None:
    assert provenance(message, claim) is Provenance.AUTOMATIC


def test_the_name_of_who_speaks_is_known() -> None:
    assert provenance("I live in Oslo.", "Rana lives in Oslo.", "Rana") is Provenance.AUTOMATIC
