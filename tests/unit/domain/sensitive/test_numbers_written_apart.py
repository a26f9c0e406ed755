"""Cards and resident ids whose digits are grouped, joined or written in whatever way."""

import pytest

from mneme.domain.sensitive.content import apply_policy
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.sensitive.tables import ZEROS

CARD, SHORT_CARD = "4111111111111111", "378282246310005"
RESIDENTS = ("110105199003072311", "11010519491231002X")
CARD_MARK, ID_MARK = "[redacted: card number]", "[redacted: national id]"


def redacted(text: str) -> str:
    return apply_policy(text, SensitivePolicy.REDACT).text


def grouped(number: str, *sizes: int, by: str = " ") -> str:
    """Return the number in groups; the last size goes on to the end."""
    groups: list[str] = []
    while number:
        size = sizes[min(len(groups), len(sizes) - 1)]
        groups.append(number[:size])
        number = number[size:]
    return by.join(groups)


BETWEEN = [
    *("\t", "\n", "  ", "\u2011", "\u2013", "\u200b", " - ", ".", "/", "_", "·", " | ", "\u3000"),
]


@pytest.mark.parametrize("by", BETWEEN)
@pytest.mark.parametrize("size", [1, 2, 4])
def test_a_card_is_found_whatever_parts_its_groups(size: int, by: str) -> None:
    assert redacted(f"it is {grouped(CARD, size, by=by)}, thanks") == f"it is {CARD_MARK}, thanks"


@pytest.mark.parametrize(
    "told",
    [
        f"my card: {grouped(SHORT_CARD, 1)}",
        f"visa {grouped(CARD, 3)}",
        f"卡号{grouped(CARD, 5, by='.')}",
        f"credit card no. {grouped(CARD, 4, 2, 6, 4, by='/')}",
        "card 4111-1111 1111-1111",
        f"银行卡 {grouped('6222021234567890128', 6, 4, 4, 5)}",
    ],
)
def test_beside_its_word_a_card_is_found_in_any_grouping(told: str) -> None:
    assert redacted(told).endswith(CARD_MARK)


def test_a_card_that_is_spelt_beside_its_word_ends_where_its_expiry_begins() -> None:
    assert redacted(f"visa {grouped(CARD, 1)} 12 27") == f"visa {CARD_MARK} 12 27"


@pytest.mark.parametrize(
    "longer",
    [
        f"{grouped(CARD, 1)} 1",
        f"7 {grouped(CARD, 1)}",
        f"{grouped(CARD, 2)} 33",
        f"/files/{grouped(CARD, 4, by='/')}",
        f"photo_{grouped(CARD, 4, by='_')}.jpg",
        f"0.{CARD}",
        f"1.{grouped(CARD, 4, by='.')}.2",
    ],
)
def test_digits_within_a_longer_list_path_or_version_are_no_card(longer: str) -> None:
    assert redacted(longer) == longer


@pytest.mark.parametrize("zero", ZEROS)
def test_the_digits_of_every_script_are_digits(zero: int) -> None:
    number = "".join(chr(zero + int(digit)) for digit in CARD)

    assert redacted(f"it is {number}.") == f"it is {CARD_MARK}."
    assert redacted(f"it is {grouped(number, 4)}.") == f"it is {CARD_MARK}."
    assert [int(chr(zero + digit)) for digit in range(10)] == list(range(10))


@pytest.mark.parametrize("by", BETWEEN)
@pytest.mark.parametrize(
    "sizes", [(6, 4, 4), (6, 8, 4), (6, 4, 2, 2, 4), (4,), (3, 3, 4, 2, 2, 4), (1,), (17, 1)]
)
@pytest.mark.parametrize("resident", RESIDENTS)
def test_a_resident_id_is_found_in_any_grouping(resident: str, sizes: tuple[int], by: str) -> None:
    assert redacted(f"身份证 {grouped(resident, *sizes, by=by)}。") == f"身份证 {ID_MARK}。"


@pytest.mark.parametrize(
    "other",
    [
        "110105 1990 0307 2318",
        "110105 1990 1307 2317",
        "990105 1990 0307 2318",
        "110105 1990 0307 23110",
    ],
)
def test_groups_without_a_date_or_with_a_wrong_check_are_no_resident_id(other: str) -> None:
    assert redacted(f"号码 {other}") == f"号码 {other}"
