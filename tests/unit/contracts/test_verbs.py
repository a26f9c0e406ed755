from typing import Any

import pytest

from mneme.contracts.http.model import AnswerModel, WireModel
from mneme.contracts.http.verb import Verb
from mneme.contracts.http.verbs import VERBS
from mneme.domain.tenancy import Grant

EVERY_VERB = pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.name)


def test_every_verb_has_a_path_of_its_own() -> None:
    assert [verb.path for verb in VERBS] == [
        "/memory/v1/add",
        "/memory/v1/add_structured",
        "/memory/v1/session/close",
        "/memory/v1/task",
        "/memory/v1/recall",
        "/memory/v1/used",
        "/memory/v1/update",
        "/memory/v1/batch_update",
        "/memory/v1/delete",
        "/memory/v1/batch_delete",
        "/memory/v1/restore",
        "/memory/v1/rollback",
        "/memory/v1/history",
        "/memory/v1/change_log",
        "/memory/v1/user/list",
        "/memory/v1/job",
        "/memory/v1/user/switch",
        "/memory/v1/user/purge",
        "/memory/v1/user/erase",
        "/memory/v1/user/certificate",
        "/memory/v1/user/export",
        "/memory/v1/user/import",
    ]


def test_each_verb_needs_the_grant_the_design_gives_it() -> None:
    assert {verb.name: verb.grant for verb in VERBS} == {
        "add": Grant.WRITE,
        "add_structured": Grant.WRITE,
        "session/close": Grant.WRITE,
        "task": Grant.WRITE,
        "recall": Grant.RECALL,
        "used": Grant.RECALL,
        "update": Grant.MANAGE,
        "batch_update": Grant.MANAGE,
        "delete": Grant.MANAGE,
        "batch_delete": Grant.MANAGE,
        "restore": Grant.MANAGE,
        "rollback": Grant.MANAGE,
        "history": Grant.MANAGE,
        "change_log": Grant.MANAGE,
        "user/list": Grant.MANAGE,
        "job": Grant.MANAGE,
        "user/switch": Grant.PRIVACY,
        "user/purge": Grant.PRIVACY,
        "user/erase": Grant.PRIVACY,
        "user/certificate": Grant.PRIVACY,
        "user/export": Grant.PRIVACY,
        "user/import": Grant.PRIVACY,
    }


def test_only_what_is_done_afterwards_is_accepted() -> None:
    accepted = {verb.name for verb in VERBS if verb.accepted}

    assert accepted == {
        "add",
        "add_structured",
        "session/close",
        "used",
        "user/purge",
        "user/erase",
        "user/export",
        "user/import",
    }


@EVERY_VERB
def test_every_request_is_strict_and_names_its_user(verb: Verb[Any, Any]) -> None:
    assert issubclass(verb.request, WireModel)
    assert verb.request.model_fields["user_id"].is_required()


@EVERY_VERB
def test_every_answer_is_built_by_us_and_says_nothing_unknown(verb: Verb[Any, Any]) -> None:
    assert issubclass(verb.answer, AnswerModel)
    assert verb.answer.model_config["extra"] == "forbid"


@EVERY_VERB
def test_every_verb_can_be_explained_in_the_reference(verb: Verb[Any, Any]) -> None:
    assert verb.summary
    assert verb.request.model_json_schema()["description"]
    assert verb.answer.model_json_schema(mode="serialization")["description"]
