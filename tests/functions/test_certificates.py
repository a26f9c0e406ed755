"""What was erased is certified by the job worker, and shown to whoever may ask for it."""

from typing import Any

import pytest

from mneme.adapters.ecdsa_signatures import EcdsaSignatures
from mneme.application.privacy.verify_certificate import VerifyCertificate
from tests.functions.calls import Answer, answer, call
from tests.functions.cloud import Cloud, client, event
from tests.functions.jobs import do_jobs


def _told(cloud: Cloud, user_id: str, app_id: str | None = None) -> None:
    body = {"user_id": user_id, "content": "Tea", "skip_evolution": True}
    assert call(cloud, "add_structured", body | ({"app_id": app_id} if app_id else {})).code == 0


def _certificates(given: Answer) -> list[dict[str, Any]]:
    assert given.data is not None
    assert given.code == 0
    shown: list[dict[str, Any]] = given.data["certificates"]
    return shown


def _flaws(cloud: Cloud, certificate: dict[str, Any]) -> object:
    public = client("kms").get_public_key(KeyId=cloud.certificate_key)["PublicKey"]
    return VerifyCertificate(EcdsaSignatures())(certificate, [public])


def _erased(cloud: Cloud, user_id: str) -> str:
    done = call(cloud, "user/erase", {"user_id": user_id})
    do_jobs(cloud)
    assert done.data is not None
    return str(done.data["job_id"])


def test_the_event_gets_the_certificate_of_a_purge(cloud: Cloud) -> None:
    _told(cloud, "u-4711", "travel")
    cloud.invoke("privacy_api", event("privacy_api", "apigateway__purge"))
    asked = event("privacy_api", "apigateway__certificate")
    assert answer(cloud.invoke("privacy_api", asked)).code == 40401

    do_jobs(cloud)
    (issued,) = _certificates(answer(cloud.invoke("privacy_api", asked)))

    statement = issued["certificate"]["statement"]
    assert issued["job_id"] == "purge-2"
    assert (statement["extent"], statement["claim"]) == ("app", "deleted")
    assert statement["subject"]["app_id"] == "travel"
    assert statement["destroyed"]["memories"] == 1
    assert _flaws(cloud, issued["certificate"]) == []


def test_an_erasure_tells_of_its_keys_its_residues_and_its_providers(cloud: Cloud) -> None:
    _told(cloud, "erased")
    job_id = _erased(cloud, "erased")

    asked = {"user_id": "erased", "job_id": job_id}
    (issued,) = _certificates(call(cloud, "user/certificate", asked))

    statement = issued["certificate"]["statement"]
    assert (statement["claim"], statement["status"]) == ("keys_destroyed", "pending")
    assert list(statement["keys"]) == ["1"]
    assert statement["model_providers"] == ["bedrock"]
    windows = {"key_caches", "key_backups", "table_backups", "change_stream", "search_snapshots"}
    assert statement["residues"].keys() == {*windows, "model_providers"}
    assert _flaws(cloud, issued["certificate"]) == []


def test_the_schedule_completes_it_when_the_longest_residue_has_lapsed(cloud: Cloud) -> None:
    _told(cloud, "completed")
    asked = {"user_id": "completed", "job_id": _erased(cloud, "completed")}

    cloud.clock.advance(days=36)
    cloud.invoke("job_scheduler", event("job_scheduler", "schedule__certify"))
    do_jobs(cloud)

    (issued,) = _certificates(call(cloud, "user/certificate", asked))
    assert issued["certificate"]["statement"]["status"] == "complete"
    assert _flaws(cloud, issued["certificate"]) == []


def test_all_of_a_user_are_listed_the_newest_first_and_page_by_page(cloud: Cloud) -> None:
    for _ in range(3):
        _erased(cloud, "listed")

    first = call(cloud, "user/certificate", {"user_id": "listed", "limit": 2})
    assert first.data is not None
    rest = {"user_id": "listed", "limit": 2, "cursor": first.data["cursor"]}

    assert [one["job_id"] for one in _certificates(first)] == ["erase-4", "erase-3"]
    assert [one["job_id"] for one in _certificates(call(cloud, "user/certificate", rest))] == [
        "erase-2"
    ]
    assert _certificates(call(cloud, "user/certificate", {"user_id": "nobody"})) == []


@pytest.mark.parametrize(
    ("credential", "code"),
    [
        ({"grants": '["write", "manage", "recall"]'}, 40302),
        ({"user_id": '"somebody"'}, 40302),
        ({"apps": '["travel"]'}, 40401),
        ({"session_id": '"s"', "apps": '["travel"]'}, 40401),
        ({}, 0),
    ],
)
def test_who_may_not_purge_there_gets_no_certificate(
    cloud: Cloud, credential: dict[str, str], code: int
) -> None:
    body = {"user_id": "guarded", "job_id": _erased(cloud, "guarded")}

    assert call(cloud, "user/certificate", body, **credential).code == code


def test_a_credential_of_an_app_gets_those_of_its_app_alone(cloud: Cloud) -> None:
    for app_id in ("travel", "hotel"):
        call(cloud, "user/purge", {"user_id": "apps", "scope": {"app_id": app_id}})
    do_jobs(cloud)

    shown = _certificates(call(cloud, "user/certificate", {"user_id": "apps"}, apps='["hotel"]'))

    subjects = [one["certificate"]["statement"]["subject"] for one in shown]
    assert [subject["app_id"] for subject in subjects] == ["hotel"]


@pytest.mark.parametrize(
    "body", [{"job_id": "erase-2", "cursor": "x"}, {"cursor": "x"}, {"limit": 0}, {"scope": {}}]
)
def test_what_makes_no_sense_is_refused(cloud: Cloud, body: dict[str, Any]) -> None:
    assert call(cloud, "user/certificate", {"user_id": "senseless", **body}).code == 40001


def test_another_user_of_the_same_tenant_has_no_such_certificate(cloud: Cloud) -> None:
    job_id = _erased(cloud, "the-one")

    other = {"user_id": "the-other", "job_id": job_id}
    assert call(cloud, "user/certificate", other).code == 40401
