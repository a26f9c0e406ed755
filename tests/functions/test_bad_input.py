"""Whatever a caller sends is answered in the envelope with code and field, and never a 500."""

import json

import pytest

from tests.functions.bodies import GOOD, ONE, is_refused, with_value
from tests.functions.calls import FUNCTION_OF, Answer, answer, call, request
from tests.functions.cloud import Cloud

VERBS = sorted(GOOD)
DEEP = "[" * 100_000 + "]" * 100_000

NO_JSON = ["", None, " ", "{", '{"user_id": "u-1",}', "\x00", "nan", "{'user_id': 'u-1'}", DEEP]
NO_OBJECT = ["[]", "null", "7", '"text"', "true", "[[]]"]
ODD_IDS = ["", " ", "\t", "*", " * ", "a" * 129, "a\x00b", "\u200b\u3164", {}, [], None, True, 1.5]
ODD_IDS += [{"ne": ""}, {"$or": [{}]}, ["u-1"], -1]
NAIVE = [
    "2026-03-01T12:00:00",
    "2026-03-01",
    "12:00",
    "yesterday",
    "",
    1772366400,
    "2030-02-30T00Z",
]
MESSAGE = 16 * 1024


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("body", NO_JSON, ids=range(len(NO_JSON)))
def test_a_body_that_is_no_json_is_a_parameter_error(
    cloud: Cloud, verb: str, body: str | None
) -> None:
    is_refused(call(cloud, verb, body), 40001, "body")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("body", NO_OBJECT)
def test_a_body_that_is_no_object_is_a_parameter_error(cloud: Cloud, verb: str, body: str) -> None:
    is_refused(call(cloud, verb, body), 40001, "body")


@pytest.mark.parametrize("verb", VERBS)
def test_a_field_nobody_knows_is_named(cloud: Cloud, verb: str) -> None:
    told = call(cloud, verb, {**GOOD[verb], "tenant_id": "globex"})

    is_refused(told, 40001, "tenant_id")


@pytest.mark.parametrize("verb", VERBS)
def test_every_field_that_is_required_is_missed(cloud: Cloud, verb: str) -> None:
    for name in GOOD[verb]:
        body = {key: value for key, value in GOOD[verb].items() if key != name}

        is_refused(call(cloud, verb, body), 40001, name)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("user", ODD_IDS, ids=repr)
def test_a_user_id_that_names_nobodyis_refused(cloud: Cloud, verb: str, user: object) -> None:
    # P11, P12: before any store is asked.
    is_refused(call(cloud, verb, {**GOOD[verb], "user_id": user}), 40001, "user_id")


IDS = [
    ("add", "app_id"),
    ("add", "session_id"),
    ("add", "idempotency_key"),
    ("add", "messages[0].message_id"),
    ("add", "messages[0].name"),
    ("add_structured", "app_id"),
    ("add_structured", "fact_key"),
    ("session/close", "app_id"),
    ("session/close", "session_id"),
    ("task", "task_id"),
    ("recall", "scope.app_id"),
    ("recall", "scope.session_id"),
    ("used", "memory_ids[0]"),
    ("update", "memory_id"),
    ("batch_update", "items[0].memory_id"),
    ("delete", "memory_id"),
    ("batch_delete", "memory_ids[0]"),
    ("restore", "memory_id"),
    ("rollback", "memory_id"),
    ("history", "memory_id"),
    ("change_log", "dimension.app_id"),
    ("user/list", "dimension.session_id"),
]


@pytest.mark.parametrize(("verb", "path"), IDS)
@pytest.mark.parametrize("value", ["", "  ", "*", {}, ["a"], "a" * 129, 7, "a\nb"], ids=repr)
def test_any_other_id_must_name_one_thing(
    cloud: Cloud, verb: str, path: str, value: object
) -> None:
    is_refused(call(cloud, verb, with_value(verb, path, value)), 40001, path)


INSTANTS = [
    ("add", "messages[0].time"),
    ("add_structured", "valid_at"),
    ("add_structured", "invalid_at"),
    ("add_structured", "expire_at"),
    ("recall", "as_of"),
    ("recall", "filter.since"),
    ("recall", "filter.until"),
    ("used", "used_at"),
    ("update", "expire_at"),
    ("batch_update", "items[0].expire_at"),
    ("change_log", "since"),
    ("change_log", "until"),
]


@pytest.mark.parametrize(("verb", "path"), INSTANTS)
@pytest.mark.parametrize("value", NAIVE, ids=repr)
def test_an_instant_must_carry_its_offset(
    cloud: Cloud, verb: str, path: str, value: object
) -> None:
    # P22, P39: never a 500, and never fails open.
    is_refused(call(cloud, verb, with_value(verb, path, value)), 40001, path)


NOON = "2026-03-01T12:00:00Z"
WRONG_VALUES = [
    ("add", "messages", {}, "messages"),
    ("add", "messages", [], "messages"),
    ("add", "messages", [ONE] * 65, "messages"),
    ("add", "messages", [ONE, ONE], "messages"),
    ("add", "messages", ["I live in Oslo."], "messages[0]"),
    ("add", "messages[0].role", "poet", "messages[0].role"),
    ("add", "messages[0].content", " \n", "messages[0].content"),
    ("add", "messages[0].content", 7, "messages[0].content"),
    ("add", "messages[0].user_id", "u-2", "messages[0].user_id"),
    ("add", "level", "EVERYWHERE", "level"),
    ("add", "level", "APP", "app_id"),
    ("add", "level", "SESSION", "session_id"),
    ("add", "ownership", "NOBODY", "ownership"),
    ("add", "temporary", "yes", "temporary"),
    ("add_structured", "kind", "TURN", "kind"),
    ("add_structured", "kind", "PERSONA", "ownership"),
    ("add_structured", "level", "SESSION", "session_id"),
    ("add_structured", "is_important", 1, "is_important"),
    ("add_structured", "custom_tags", {"user_id": "u-2"}, "custom_tags"),
    ("add_structured", "custom_tags", {"a": {"b": 1}}, None),
    ("add_structured", "custom_tags", {str(n): n for n in range(21)}, "custom_tags"),
    ("session/close", "must_keep", ["m", "m"], "must_keep"),
    ("session/close", "must_keep", [str(n) for n in range(101)], "must_keep"),
    ("used", "memory_ids", [], "memory_ids"),
    ("used", "memory_ids", ["m", "m"], "memory_ids"),
    ("used", "memory_ids", ["m"] * 101, "memory_ids"),
    ("recall", "top_k", 0, "top_k"),
    ("recall", "top_k", 51, "top_k"),
    ("recall", "top_k", "10", "top_k"),
    ("recall", "min_relevance", 1.1, "min_relevance"),
    ("recall", "timeout_ms", 0, "timeout_ms"),
    ("recall", "scope", {"everything": True}, "scope.everything"),
    ("recall", "scope.include_global", False, "scope"),
    ("recall", "filter", {"kind": ["x"]}, "filter.kind[0]"),
    ("recall", "filter", {"custom_tags": 'x" OR 1=1'}, "filter.custom_tags"),
    ("recall", "filter", {"since": NOON, "until": NOON}, "filter.until"),
    ("recall", "filter", {"at": NOON}, "filter.at"),
    ("recall", "filter", {"ownership": ["NOBODY"]}, "filter.ownership[0]"),
    ("recall", "filter", {"mem_type": "SEMANTIC"}, "filter.mem_type"),
    ("recall", "filter", {"entities": ["x"] * 21}, "filter.entities"),
    ("recall", "filter", {"entities": [" "]}, "filter.entities[0]"),
    ("recall", "filter", {"custom_tags": [{}]}, "filter.custom_tags[0]"),
    ("recall", "filter", {"custom_tags": [{"a": 1}] * 21}, "filter.custom_tags"),
    ("recall", "top_k", True, "top_k"),
    ("recall", "include_archived", "yes", "include_archived"),
    ("recall", "include_superseded", 1, "include_superseded"),
    ("recall", "consistent", "true", "consistent"),
    ("recall", "explain", 0, "explain"),
    ("recall", "timeout_ms", 2001, "timeout_ms"),
    ("recall", "query", " ", "query"),
]


@pytest.mark.parametrize(("verb", "path", "value", "field"), WRONG_VALUES)
def test_a_wrong_value_is_refused_with_its_path(
    cloud: Cloud, verb: str, path: str, value: object, field: str | None
) -> None:
    told = call(cloud, verb, with_value(verb, path, value))

    is_refused(told, 40001, field or told.field)


TOO_LARGE = [
    ("add", "messages[0].content", "x" * (MESSAGE + 1)),
    ("add", "messages[0].content", "我" * (MESSAGE // 3 + 1)),
    ("add_structured", "content", "x" * 4097),
    ("recall", "query", "x" * 8193),
    ("update", "content", "x" * 4097),
]


@pytest.mark.parametrize(("verb", "path", "value"), TOO_LARGE)
def test_a_text_over_its_limit_is_too_large(cloud: Cloud, verb: str, path: str, value: str) -> None:
    is_refused(call(cloud, verb, with_value(verb, path, value)), 41301, path)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("filling", ["x", "我", " "])
def test_a_body_of_two_mebibytes_is_too_large(cloud: Cloud, verb: str, filling: str) -> None:
    body = filling * (2 * 1024 * 1024 // len(filling.encode()))

    is_refused(call(cloud, verb, json.dumps({"user_id": body}, ensure_ascii=False)), 41301, "body")


def test_messages_of_full_length_are_bounded_by_the_body_they_are_in(cloud: Cloud) -> None:
    def told(count: int) -> Answer:
        messages = [{**ONE, "message_id": f"m{n}", "content": "x" * MESSAGE} for n in range(count)]
        return call(cloud, "add", {"user_id": "u-full", "messages": messages})

    assert told(63).code == 0
    is_refused(told(64), 41301, "body")


@pytest.mark.parametrize("body", ["äöü", "===", "e", "{}"])
def test_a_body_that_claims_to_be_base64_and_is_noneis_refused(cloud: Cloud, body: str) -> None:
    made = {**request("add", body), "isBase64Encoded": True}

    is_refused(answer(cloud.invoke("write_api", made)), 40001, "body")


@pytest.mark.parametrize("function", sorted(set(FUNCTION_OF.values())))
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/memory/v1/nothing"),
        ("POST", "/"),
        ("GET", "/memory/v1/add"),
        ("DELETE", "/memory/v1/recall"),
        ("POST", "/memory/v1/add/../task"),
        ("POST", "/memory/v1/äöü"),
    ],
)
def test_an_unknown_path_or_method_is_not_found(
    cloud: Cloud, function: str, method: str, path: str
) -> None:
    made = {**request("add", GOOD["add"]), "httpMethod": method, "path": path}

    is_refused(answer(cloud.invoke(function, made)), 40401, None)


def test_cross_app_recall_is_not_enabled(cloud: Cloud) -> None:
    told = call(cloud, "recall", with_value("recall", "scope.cross_app", {"enabled": True}))

    is_refused(told, 50101, "scope.cross_app")
