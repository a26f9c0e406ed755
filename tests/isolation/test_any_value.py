"""Whatever JSON stands in whatever field: an answer or a refusal by field, and no one else's."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.domain.scope import Level, Scope
from tests.doubles.made import a_fact
from tests.doubles.world import a_tenant
from tests.isolation.any_value import MANAGEMENT, PLACES, VALUES, Path, body_of, changed
from tests.isolation.deployment import Answer, Deployment
from tests.isolation.hostile import NAMES_ONE

ACME = a_tenant("acme")
OF_PLANNER = replace(ACME, apps=frozenset({"planner"}))
PLANNER = Scope(Level.APP, "planner")
OTHERS = "xylophonist"
REFUSALS = {40001: 400, 40302: 403, 40401: 404, 40901: 409, 41301: 413, 50101: 501}
WITHOUT_A_FIELD = {40302, 40401, 40901}
FOREIGN = (
    ("u2", Scope(Level.GLOBAL)),
    ("u1", Scope(Level.APP, "coach")),
    ("u1", Scope(Level.SESSION, "planner", "s2")),
)


# A key of the planner manages the planner's sessions, whichever: another app's it must not see.
UNMANAGED = (*FOREIGN[:2], ("u1", Scope(Level.SESSION, "coach", "s2")))


def _deployment(foreign: Sequence[tuple[str, Scope]]) -> tuple[Deployment, list[str]]:
    """Return a deployment with much that this caller must not be shown, and the ids of that."""
    deployment = Deployment(["acme", "globex"])
    secret = a_fact(f"The {OTHERS} drinks tea", custom_tags={"a": 1})
    hidden = [
        *(deployment.write_structured(ACME, user, scope, secret) for user, scope in foreign),
        deployment.write_structured(a_tenant("globex"), "u1", Scope(Level.GLOBAL), secret),
    ]
    deployment.settle()
    return deployment, [written.memory_id for written in hidden]


OWN = "own"
DEPLOYMENT, _ = _deployment(FOREIGN)
OF_KEY, HIDDEN = _deployment(UNMANAGED)
"""What is managed through a key, apart: what one test writes must not sway the other."""
MANAGED = [place for place in PLACES if place[0] in MANAGEMENT]
TOLD = [place for place in PLACES if place[0] not in MANAGEMENT]


def _is_sound(verb: str, answer: Answer) -> None:
    assert OTHERS not in json.dumps(answer.data)
    if answer.code == 0:
        assert answer.status in (200, 202)
        return
    assert answer.status == REFUSALS[answer.code]
    assert answer.message
    if answer.code not in WITHOUT_A_FIELD:
        named = re.split(r"[.\[]", answer.data["field"])[0]
        assert named in body_of(verb)


@given(st.sampled_from(TOLD), VALUES)
@settings(max_examples=300)
def test_any_value_in_any_field_is_answered_or_refused_by_its_field(
    at: tuple[str, Path], value: object
) -> None:
    verb, place = at

    _is_sound(verb, DEPLOYMENT.call(verb, ACME, changed(verb, place, value)))


@given(st.sampled_from(MANAGED), VALUES, st.sampled_from([OWN, *HIDDEN]))
@settings(max_examples=300)
def test_any_value_in_any_field_of_management_reaches_nothing_of_others(
    at: tuple[str, Path], value: object, memory_id: str
) -> None:
    # Through a key of one app: what the user's other apps know is not its either.
    verb, place = at
    own = OF_KEY.write_structured(ACME, "u1", PLANNER, a_fact("I love tea.")).memory_id
    named = f'"memory_id": "{own if memory_id == OWN else memory_id}"'
    body = json.dumps(changed(verb, place, value)).replace('"memory_id": "m"', named)
    before = _hidden_rows()

    answer = OF_KEY.call(verb, OF_PLANNER, body)

    _is_sound(verb, answer)
    assert _hidden_rows() == before
    if memory_id != OWN:
        assert answer.code != 0 or verb not in NAMES_ONE
        assert all(one["code"] != 0 for one in (answer.data or {}).get("results") or ())


def _hidden_rows() -> list[object]:
    return [row for row in OF_KEY.rows("heads") if row["sk"] in HIDDEN]


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
