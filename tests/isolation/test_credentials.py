"""What a credential is bound to cannot be widened by anything in a request."""

from dataclasses import replace
from itertools import product

import pytest

from mneme.domain.scope import Level
from mneme.domain.tenancy import Grant, TenantContext
from tests.isolation.cast import ID_PAIRS, Cast
from tests.isolation.deployment import Deployment
from tests.isolation.play import Play
from tests.isolation.programs import ACTORS, Actor, Delivery, Way, Words, Write
from tests.isolation.questions import SCOPES, WIDE
from tests.isolation.store_calls import StoreCalls

BAD = 40001
NOT_ALLOWED = 40302
NOT_FOUND = 40401
PAIR = ("user1", "user10")
CAST = Cast(("acme", "acme2"), PAIR, PAIR, PAIR, PAIR, PAIR)
ME, NEIGHBOUR = Actor(0, 0), Actor(0, 1)

APPS = (None, frozenset[str](), frozenset({PAIR[0]}), frozenset(PAIR))
USERS = (None, PAIR[0])
GRANTS = (frozenset(Grant), frozenset({Grant.WRITE}), frozenset({Grant.RECALL}), frozenset[Grant]())
CREDENTIALS = [
    TenantContext(CAST.tenants[0], grants, apps, user)
    for grants, apps, user in product(GRANTS, APPS, USERS)
] + [
    TenantContext(CAST.tenants[0], GRANTS[0], apps, user, session_id=PAIR[0])
    for apps, user in product(APPS, USERS)
]
PLACES = [
    (Level.GLOBAL, None, None),
    (Level.GLOBAL, 0, 0),
    *((Level.APP, app, None) for app in (0, 1)),
    *((Level.SESSION, app, session) for app in (None, 0, 1) for session in (0, 1)),
]


def _write(actor: Actor, place: tuple[Level, int | None, int | None], way: Way) -> Write:
    return Write(actor, *place, way, Words.CANARY, 0, 0, None, Delivery.NOTHING)


@pytest.fixture(scope="module")
def stage() -> Play:
    """Return a play in which everyone has said something everywhere."""
    play = Play.of(CAST)
    play.perform([_write(actor, place, Way.ADD) for actor, place in product(ACTORS, PLACES)])
    play.deployment.settle()
    play.read_tasks()
    return play


def _may(
    caller: TenantContext, grant: Grant, actor: Actor, app: int | None, session: int | None = None
) -> bool:
    """The rule, spelt out."""
    bound_elsewhere = caller.user_id is not None and caller.user_id != CAST.users[actor.user]
    if grant not in caller.grants or bound_elsewhere:
        return False
    if caller.session_id is None:
        return _of_app(caller, app)
    if session is None or CAST.sessions[session] != caller.session_id:
        return False
    return _of_own_app(caller, app)


def _of_app(caller: TenantContext, app: int | None) -> bool:
    return caller.apps is None or (app is not None and CAST.apps[app] in caller.apps)


def _of_own_app(caller: TenantContext, app: int | None) -> bool:
    """A session is of one app, or of none: bound to several apps, it is nowhere."""
    own = [None] if caller.apps is None else list(caller.apps)
    return own == [None if app is None else CAST.apps[app]]


def _writes(caller: TenantContext, level: Level) -> bool:
    """What is seen beyond the bounds of a credential is not its to write."""
    if caller.session_id is not None:
        return level is Level.SESSION
    return caller.apps is None or level is not Level.GLOBAL


def test_a_recall_shows_what_the_credential_allows_or_is_refused(stage: Play) -> None:
    allowed = 0
    for caller, actor, asked in product(CREDENTIALS, (ME, NEIGHBOUR), SCOPES):
        if _may(caller, Grant.RECALL, actor, asked.app, asked.session):
            allowed += stage.check(actor, asked, WIDE, caller)
        else:
            assert stage.ask(actor, asked, WIDE, caller).code == NOT_ALLOWED
    assert allowed


@pytest.mark.parametrize("way", Way)
def test_a_write_goes_where_the_credential_allows_or_is_refused(way: Way) -> None:
    calls = StoreCalls()
    play = Play.of(CAST, Deployment(CAST.tenants, calls.watching))
    allowed = 0
    for caller, actor, place in product(CREDENTIALS, (ME, NEIGHBOUR), PLACES):
        write = _write(actor, place, way)
        if _may(caller, Grant.WRITE, actor, *place[1:]) and _writes(caller, place[0]):
            play.send(write, caller)
            allowed += 1
            continue
        with calls.none():
            assert play.request(write, caller).code == NOT_ALLOWED
    play.deployment.settle()
    assert allowed
    for actor, asked in product(ACTORS, SCOPES):
        play.check(actor, asked, WIDE)


def test_a_task_is_shown_to_credentials_of_its_user_and_app_only(stage: Play) -> None:
    shown = 0
    for caller, actor, (task_id, write) in product(
        CREDENTIALS, (ME, NEIGHBOUR), stage.tasks.items()
    ):
        body = {"user_id": CAST.users[actor.user], "task_id": task_id}

        answer = stage.deployment.call("task", caller, body)

        of_app = _of_app if caller.session_id is None else _of_own_app
        if not _may(replace(caller, apps=None, session_id=None), Grant.WRITE, actor, None):
            assert answer.code == NOT_ALLOWED
        elif actor == write.actor and of_app(caller, write.app):
            assert (answer.code, answer.data["task_id"]) == (0, task_id)
            shown += 1
        else:
            assert (answer.code, answer.data) == (NOT_FOUND, {"field": "task_id"})
    assert shown


@pytest.mark.parametrize(("first", "last"), [PAIR, PAIR[::-1]])
def test_a_user_named_twice_is_refused_whoever_asks(stage: Play, first: str, last: str) -> None:
    named_twice = f'{{"user_id": "{first}", "user_id": "{last}", "query": "love", "top_k": 50}}'

    for user in (None, *PAIR):
        bound = TenantContext(CAST.tenants[0], frozenset(Grant), None, user)
        answer = stage.deployment.call("recall", bound, named_twice)

        assert (answer.code, answer.data) == (BAD, {"field": "user_id"})


@pytest.mark.parametrize("apps", [*ID_PAIRS, ('a","b', '["a"]'), ("null", "[]")])
def test_a_key_reaches_the_functions_bound_to_exactly_its_apps(apps: tuple[str, str]) -> None:
    deployment = Deployment(CAST.tenants)
    everything = TenantContext(CAST.tenants[0], frozenset(Grant))
    key = deployment.tenants.issue_key(everything, frozenset(Grant), frozenset({apps[0]}))
    body = {"user_id": "u", "content": "I love tea.", "skip_evolution": True, "level": "APP"}

    caller = deployment.authorize(key)

    assert deployment.call("add_structured", caller, body | {"app_id": apps[0]}).code == 0
    assert deployment.call("add_structured", caller, body | {"app_id": apps[1]}).code == NOT_ALLOWED
    assert deployment.call("add_structured", caller, body | {"level": "GLOBAL"}).code == NOT_ALLOWED


@pytest.mark.parametrize("other", ["acme2", "acme-2", "acme2_x", "acm", "acme#", "ACME", ""])
def test_a_key_under_another_tenants_name_is_not_known(other: str) -> None:
    deployment = Deployment(["acme", "acme2", "acme-2"])
    caller = TenantContext("acme", frozenset(Grant))
    key = deployment.tenants.issue_key(caller, frozenset(Grant))
    scheme, _, rest = key.split("_", 2)

    assert deployment.authorize(key)["tenant_id"] == "acme"
    with pytest.raises(Exception, match=r"^Unauthorized$"):
        deployment.authorize(f"{scheme}_{other}_{rest}")


def test_no_part_of_a_request_moves_it_to_another_tenant() -> None:
    deployment = Deployment(CAST.tenants)
    caller = TenantContext(CAST.tenants[0], frozenset(Grant))
    body = {"user_id": "u", "content": "I love tea.", "skip_evolution": True}
    headers = {"x-tenant-id": CAST.tenants[1], "x-amzn-tenant": CAST.tenants[1]}

    answer = deployment.call("add_structured", caller, body, headers)

    assert answer.code == 0
    assert [row["pk"] for row in deployment.rows("heads")] == [f"{CAST.tenants[0]}#u"]
