from typing import Any

from local.docs_fields import FieldRow, field_rows

SCHEMAS: dict[str, Any] = {
    "Role": {"type": "string", "enum": ["user", "assistant"], "description": "who speaks"},
    "Message": {
        "type": "object",
        "required": ["role"],
        "properties": {
            "role": {"$ref": "#/components/schemas/Role"},
            "content": {"type": "string", "minLength": 1, "maxLength": 16384},
        },
    },
}


def rows(*, required: tuple[str, ...] = (), **properties: Any) -> list[FieldRow]:
    return field_rows({"properties": properties, "required": list(required)}, SCHEMAS)


def row(**field: Any) -> FieldRow:
    return rows(name=field)[0]


def test_a_field_shows_type_limits_and_default() -> None:
    found = row(type="integer", minimum=1, maximum=50, default=10, description="how many")

    assert (found.type, found.limits, found.default) == ("integer", "1–50", "10")
    assert (found.required, found.nullable, found.meaning) == (False, False, "how many")


def test_the_fields_of_a_list_follow_it_under_its_path() -> None:
    found = rows(
        required=("messages",),
        messages={
            "type": "array",
            "items": {"$ref": "#/components/schemas/Message"},
            "maxItems": 64,
        },
    )

    assert [(r.path, r.type, r.required) for r in found] == [
        ("messages", "list of object", True),
        ("messages[].role", "user · assistant", True),
        ("messages[].content", "string", False),
    ]
    assert found[0].limits == "at most 64 items"
    assert found[1].meaning == "who speaks"
    assert found[2].limits == "1–16,384 long"


def test_an_optional_object_shows_its_fields_too() -> None:
    found = rows(scope={"anyOf": [{"$ref": "#/components/schemas/Message"}, {"type": "null"}]})

    assert [r.path for r in found] == ["scope", "scope.role", "scope.content"]
    assert found[0].nullable


def test_alternatives_are_named_once_each() -> None:
    found = row(
        anyOf=[
            {"type": "string", "minLength": 1, "maxLength": 128},
            {"type": "integer", "minimum": 0},
            {"type": "null"},
        ],
        default=None,
    )

    assert (found.type, found.limits) == ("string or integer", "1–128 long, at least 0")
    assert found.default is None


def test_an_open_object_shows_what_its_values_are() -> None:
    found = row(
        type="object",
        additionalProperties={"anyOf": [{"type": "string"}, {"type": "boolean"}]},
        maxProperties=20,
    )

    assert (found.type, found.limits) == ("object of string or boolean", "at most 20 entries")


def test_a_schema_that_holds_itself_ends() -> None:
    schemas: dict[str, Any] = {"Tree": {"properties": {"child": {"$ref": "#/c/Tree"}}}}

    assert len(field_rows(schemas["Tree"], schemas)) < 10
