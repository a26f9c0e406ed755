import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.domain.errors import InvalidRequest
from mneme.domain.identity import ID_LENGTH, caller_id, seen, tenant_id, user_id

acceptable = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Cn"]), min_size=1, max_size=ID_LENGTH
).filter(lambda text: seen(text) not in {"", "*"})


@given(acceptable)
def test_an_acceptable_id_is_kept_exactly_as_spelt(value: str) -> None:
    assert caller_id(value, "app_id") == value
    assert user_id(value) == value


@pytest.mark.parametrize(
    "value", ["u1|*", "a&b=c", "x' OR 1=1", '{"ne": ""}', "../..", "*a", "a b", " 7 ", "用户"]
)
def test_an_id_that_looks_like_a_query_is_only_a_name(value: str) -> None:
    assert caller_id(value, "app_id") == value


@pytest.mark.parametrize(
    "value",
    [
        "",
        " ",
        "\t\n",
        "\u3000",
        "\u200b",
        "\u2060\ufeff\u00ad",
        "\u202e\u202c",
        "\u3164",
        "\ufe0f\u034f",
        "\U000e0041\U000e007f",
        "*",
        "*\u200d",
        " * ",
        "a\x00b",
        "a\nb",
        "a\x7fb",
        "\ud800",
        "\uffff",
        "a" * (ID_LENGTH + 1),
        None,
        True,
        1.0,
        b"u1",
        ["u1"],
        {"ne": ""},
    ],
)
def test_whatever_is_no_id_is_refused_by_the_name_of_its_field(value: object) -> None:
    with pytest.raises(InvalidRequest) as refused:
        caller_id(value, "session_id")
    assert refused.value.field == "session_id"

    with pytest.raises(InvalidRequest) as refused:
        user_id(value)
    assert refused.value.field == "user_id"


def test_a_refusal_does_not_repeat_what_was_refused() -> None:
    with pytest.raises(InvalidRequest) as refused:
        caller_id("secret\x00", "app_id")

    assert "secret" not in refused.value.message


def test_only_a_user_id_may_be_an_integer() -> None:
    with pytest.raises(InvalidRequest):
        caller_id(123, "app_id")


@given(st.integers(min_value=0, max_value=10**ID_LENGTH - 1))
def test_an_integer_user_id_is_its_decimal_string(number: int) -> None:
    assert user_id(number) == user_id(str(number)) == str(number)


@pytest.mark.parametrize(
    "number", [-1, 10**ID_LENGTH, 10**5000], ids=["negative", "long", "endless"]
)
def test_a_negative_or_endless_integer_user_id_is_refused(number: int) -> None:
    with pytest.raises(InvalidRequest) as refused:
        user_id(number, "user")

    assert refused.value.field == "user"


def test_ids_that_only_look_alike_are_different_users() -> None:
    assert len({user_id(one) for one in ("7", "07", " 7", "７", "é", "e\u0301")}) == 6


@pytest.mark.parametrize("value", ["a", "7", "acme", "acme-2", "a" * 63])
def test_a_tenant_id_is_a_host_label(value: str) -> None:
    assert tenant_id(value) == value


@pytest.mark.parametrize(
    "value", ["", "-a", "a-", "Acme", "a_b", "a.b", "a#b", "a\n", "é", "a" * 64, None, 7]
)
def test_any_other_tenant_id_is_refused(value: object) -> None:
    with pytest.raises(InvalidRequest) as refused:
        tenant_id(value)

    assert refused.value.field == "tenant_id"
