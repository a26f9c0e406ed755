"""Conditions and changes as DynamoDB's expressions."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.adapters.dynamodb_expressions import (
    Placeholders,
    condition_expression,
    update_expression,
)
from mneme.application.ports.table_store import (
    AddToSet,
    All,
    Any,
    Change,
    Compare,
    Condition,
    Contains,
    Equals,
    Increase,
    Missing,
    Not,
    Present,
    Remove,
    RemoveFromSet,
    SetIfMissing,
    SetTo,
)

A, B, C = Present("a"), Missing("b"), Equals("c", 1)
TOKENS = re.compile(
    r"#n\d+|:v\d+|[(),=<>]|AND|OR|NOT|attribute_(not_)?exists|attribute_type|contains"
    r"|if_not_exists|SET|ADD|DELETE|REMOVE|\s+"
)
anything = st.text(min_size=1)
leaves = st.one_of(
    st.builds(Present, anything),
    st.builds(Missing, anything),
    st.builds(Equals, anything, anything),
    st.builds(Compare, anything, st.sampled_from(["<", "<=", ">", ">="]), anything),
    st.builds(Contains, anything, anything),
)
conditions: st.SearchStrategy[Condition] = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(All, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Any, st.lists(inner, max_size=3).map(tuple)),
        st.builds(Not, inner),
    ),
    max_leaves=6,
)
changes: st.SearchStrategy[list[Change]] = st.lists(
    st.one_of(
        st.builds(SetTo, anything, anything),
        st.builds(SetIfMissing, anything, anything),
        st.builds(Increase, anything, st.integers()),
        st.builds(AddToSet, anything, st.frozensets(anything, min_size=1)),
        st.builds(RemoveFromSet, anything, st.frozensets(anything, min_size=1)),
        st.builds(Remove, anything),
    ),
    min_size=1,
)


def compiled(condition: Condition) -> str:
    return condition_expression(condition, Placeholders())


@pytest.mark.parametrize(
    ("condition", "expression"),
    [
        (A, "attribute_exists(#n0)"),
        (B, "attribute_not_exists(#n0)"),
        (C, "#n0 = :v0"),
        (Compare("a", ">=", 1), "#n0 >= :v0"),
        (Contains("a", "x"), "contains(#n0, :v0) AND NOT attribute_type(#n0, :v1)"),
        (Not(C), "NOT (#n0 = :v0)"),
        (All((C, C)), "#n0 = :v0 AND #n0 = :v1"),
        (
            All((A, Any((B, C)))),
            "attribute_exists(#n0) AND (attribute_not_exists(#n1) OR #n2 = :v0)",
        ),
        (
            Any((Contains("a", "x"), A)),
            "(contains(#n0, :v0) AND NOT attribute_type(#n0, :v1)) OR attribute_exists(#n0)",
        ),
        (Not(Not(All((A,)))), "NOT (NOT (attribute_exists(#n0)))"),
        (All((Any((All((C,)),)), C)), "#n0 = :v0 AND #n0 = :v1"),
        (All(()), "attribute_exists(#n0) OR attribute_not_exists(#n0)"),
        (
            All((A, Any(()))),
            "attribute_exists(#n0) AND (attribute_exists(#n1) AND attribute_not_exists(#n1))",
        ),
    ],
    ids=repr,
)
def test_a_condition_is_written_with_the_parentheses_it_needs(
    condition: Condition, expression: str
) -> None:
    assert compiled(condition) == expression


@given(condition=conditions)
def test_no_parentheses_are_doubled(condition: Condition) -> None:
    # The service refuses redundant ones.
    text = compiled(condition)
    opened: list[int] = []
    pairs: dict[int, int] = {}
    for place, character in enumerate(text):
        if character == "(":
            opened.append(place)
        elif character == ")":
            pairs[opened.pop()] = place

    doubled = [place for place, end in pairs.items() if pairs.get(place + 1) == end - 1]
    assert doubled == []
    assert opened == []


@given(condition=conditions, several=changes)
def test_expressions_hold_placeholders_and_operators_only(
    condition: Condition, several: list[Change]
) -> None:
    places = Placeholders()

    texts = [condition_expression(condition, places), update_expression(several, places)]

    assert [TOKENS.sub("", text) for text in texts] == ["", ""]
    parameters = places.parameters()
    used = set(re.findall(r"[#:][nv]\d+", " ".join(texts)))
    names = parameters.get("ExpressionAttributeNames", {})
    assert used == {*names, *parameters.get("ExpressionAttributeValues", {})}
    assert len(set(names.values())) == len(names)


def test_changes_of_one_kind_share_a_clause() -> None:
    places = Placeholders()

    text = update_expression(
        (
            SetTo("a", 1),
            Increase("b", 2),
            SetIfMissing("c", 3),
            AddToSet("d", frozenset({"x"})),
            RemoveFromSet("e", frozenset({"y"})),
            Remove("f"),
            Remove("g"),
        ),
        places,
    )

    assert text == (
        "SET #n0 = :v0, #n2 = if_not_exists(#n2, :v2) ADD #n1 :v1, #n3 :v3"
        " DELETE #n4 :v4 REMOVE #n5, #n6"
    )
    assert places.parameters()["ExpressionAttributeValues"][":v4"] == {"SS": ["y"]}


def test_a_request_without_placeholders_has_no_parameters_for_them() -> None:
    assert Placeholders().parameters() == {}
