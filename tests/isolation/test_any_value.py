"""Whatever JSON stands in whatever field: an answer or a refusal by field, and no one else's."""

import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.domain.scope import Level, Scope
from tests.doubles.made import a_fact
from tests.doubles.world import a_tenant
from tests.isolation.any_value import PLACES, VALUES, Path, body_of, changed
from tests.isolation.deployment import Deployment

ACME = a_tenant("acme")
OTHERS = "xylophonist"
REFUSALS = {40001: 400, 40401: 404, 41301: 413, 50101: 501}
FOREIGN = (
    ("u2", Scope(Level.GLOBAL)),
    ("u1", Scope(Level.APP, "coach")),
    ("u1", Scope(Level.SESSION, "planner", "s2")),
)


def _deployment() -> Deployment:
    """Return a deployment in which there is much that this caller must not be shown."""
    deployment = Deployment(["acme", "globex"])
    secret = a_fact(f"The {OTHERS} drinks tea", custom_tags={"a": 1})
    for user, scope in FOREIGN:
        deployment.write_structured(ACME, user, scope, secret)
    deployment.write_structured(a_tenant("globex"), "u1", Scope(Level.GLOBAL), secret)
    deployment.settle()
    return deployment


DEPLOYMENT = _deployment()


@given(st.sampled_from(PLACES), VALUES)
@settings(max_examples=300)
def test_any_value_in_any_field_is_answered_or_refused_by_its_field(
    at: tuple[str, Path], value: object
) -> None:
    verb, place = at

    answer = DEPLOYMENT.call(verb, ACME, changed(verb, place, value))

    assert OTHERS not in json.dumps(answer.data)
    if answer.code == 0:
        assert answer.status in (200, 202)
        return
    assert answer.status == REFUSALS[answer.code]
    assert answer.message
    if answer.code != 40401:
        named = re.split(r"[.\[]", answer.data["field"])[0]
        assert named in body_of(verb)


def test_what_must_not_be_shown_is_there_to_be_found() -> None:
    for user, scope in FOREIGN:
        asked = {
            "user_id": user,
            "query": f"{OTHERS} tea",
            "min_relevance": 0.0,
            "consistent": True,
        }
        asked["scope"] = {"app_id": scope.app_id, "session_id": scope.session_id}

        assert OTHERS in json.dumps(DEPLOYMENT.call("recall", ACME, asked).memories)
