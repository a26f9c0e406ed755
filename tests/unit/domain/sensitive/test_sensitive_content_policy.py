"""The policy, and that no text makes it fail or take more than time in proportion."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.sensitive import cards as sensitive_cards
from mneme.domain.sensitive import identity_numbers as sensitive_numbers
from mneme.domain.sensitive import phrases as sensitive_phrases
from mneme.domain.sensitive import tokens as sensitive_tokens
from mneme.domain.sensitive.content import Finding, SensitiveKind, apply_policy, findings
from mneme.domain.sensitive.policy import SensitivePolicy

CARD = "4111111111111111"
MODULES = (sensitive_cards, sensitive_numbers, sensitive_phrases, sensitive_tokens)
PIECES = [
    *("4111", "4111 1111 1111 1111", CARD, "5500-0000-0000-0004", "123", "123-45-6789", "1", "12"),
    *("AB123456C", "DE89370400440532013000", "DE89", "11010519491231002X", "AKIAIOSFODNN7EXAMPLE"),
    *(
        "password",
        "is",
        "secret",
        "token",
        "api key",
        "key",
        "密码",
        "密钥",
        "是",
        "pin",
        "cvv",
        "ssn",
    ),
    *("Bearer", "aB3dE5fG7hJ9kL1mN3pQ", "hunter2", "://u:", "@", "eyJhbGciOiJI", "sk-", "xoxb-"),
    *(":", "=", '"', "'", "-", ".", ",", "/", " ", "\n", "在", "x", "_", "[redacted: card number]"),
    *("4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "41", "110105 1990 0307 2311", "card", "pass", "’s", "到"),
    *("-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "order", "for", "my"),
]
TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join),
)


def test_redaction_says_what_was_there_and_the_findings_say_where() -> None:
    screened = apply_policy(f"card {CARD}!", SensitivePolicy.REDACT)

    assert screened.text == "card [redacted: card number]!"
    assert screened.findings == (Finding(SensitiveKind.CARD_NUMBER, 5, 21),)
    assert not screened.rejected


def test_a_rejected_text_is_empty_so_that_nothing_of_it_can_be_stored() -> None:
    screened = apply_policy(f"card {CARD}!", SensitivePolicy.REJECT)

    assert (screened.text, screened.rejected) == ("", True)
    assert len(screened.findings) == 1


def test_what_is_allowed_is_reported_and_left_as_it_is() -> None:
    screened = apply_policy(f"card {CARD}!", SensitivePolicy.ALLOW)

    assert (screened.text, screened.rejected) == (f"card {CARD}!", False)
    assert len(screened.findings) == 1


@pytest.mark.parametrize("policy", SensitivePolicy)
def test_a_text_without_findings_passes_every_policy(policy: SensitivePolicy) -> None:
    screened = apply_policy("I live in Rome", policy)

    assert (screened.text, screened.findings, screened.rejected) == ("I live in Rome", (), False)


def test_findings_hold_no_content() -> None:
    assert CARD not in repr(findings(f"card {CARD}"))


def test_secrets_that_overlap_are_covered_by_one_finding() -> None:
    (finding,) = findings(f"password: {CARD}-hunter")

    assert (finding.kind, finding.start, finding.end) == (SensitiveKind.PASSWORD, 10, 33)


@given(TEXTS)
def test_findings_of_any_text_are_in_order_and_do_not_overlap(text: str) -> None:
    end = 0
    for finding in findings(text):
        assert end <= finding.start < finding.end <= len(text)
        end = finding.end


@given(TEXTS)
def test_redacting_twice_is_redacting_once(text: str) -> None:
    once = apply_policy(text, SensitivePolicy.REDACT).text

    assert apply_policy(once, SensitivePolicy.REDACT).text == once


@given(TEXTS, TEXTS)
def test_a_secret_on_a_line_of_its_own_is_found_whatever_stands_around(
    before: str, after: str
) -> None:
    secret = "ghp_" + "aB3d" * 9

    assert secret not in apply_policy(f"{before}\n{secret}\n{after}", SensitivePolicy.REDACT).text


def patterns() -> list[re.Pattern[str]]:
    """Return all the patterns of the detectors, those in tables too."""
    values = [value for module in MODULES for value in vars(module).values()]
    tabled = [each for row in sensitive_tokens._PATTERNS for each in row]
    return [value for value in [*values, *tabled] if isinstance(value, re.Pattern)]


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: pattern.pattern[:30])
def test_no_pattern_tries_the_ways_to_split_a_repetition_of_repetitions(
    pattern: re.Pattern[str],
) -> None:
    """One repetition without a bound within another is allowed only if it never gives back."""
    plain = re.sub(r"\\.|\[(?:\\.|[^\]])*\]", "x", pattern.pattern)

    assert not re.search(r"(?:[*+]|\{\d+,\})\)(?:[*+]|\{\d+,\})(?!\+)", plain)


@pytest.mark.parametrize("piece", [*PIECES, "sk-a", "eyJaaaaaaaa.", "1-", "A ", "a", "=", "\\n"])
def test_time_grows_in_proportion_to_the_text(piece: str) -> None:
    """Time in proportion to the square would be minutes here, and a limit in seconds flaky."""
    text = (piece * 65536)[:65536]

    assert all(finding.end <= len(text) for finding in findings(text))


HOSTILE = {
    "digits": ("4 ", "41 ", "4111 ", "1 1 0 1 0 1 1 9 9 0 0 ", "card 4 ", "41/", "4._", "٤ "),
    "joints": (" ", "- ", "_", "./", "\n", "4 - ", "　 ", "|"),
    "words": ("password for a ", "pin to ", "密码 ", "pass:\t", "pwd (", "card ", "'s ", "密码为"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_mebibyte_of_what_begins_like_something_takes_time_in_proportion(kind: str) -> None:
    text = "".join((piece * 131_072)[:131_072] for piece in HOSTILE[kind])

    assert len(text) == 1024 * 1024
    assert all(finding.end <= len(text) for finding in findings(text))
