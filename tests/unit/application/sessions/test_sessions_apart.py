"""Whatever users, apps and sessions know: the end of one session touches nothing of any other."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.domain.memory import Head, MemType
from mneme.domain.scope import Level, Scope
from tests.doubles.sessions import close, heads, tell
from tests.doubles.world import World

TEXTS = ("I am allergic to peanuts", "I play the cello", "My sister lives in Rome")
APPS = st.sampled_from([None, "planner", "coach"])
SESSIONS = st.builds(Scope, st.just(Level.SESSION), APPS, st.sampled_from(["s-1", "s-2"]))
PLACES = st.one_of(
    SESSIONS,
    st.just(Scope(Level.GLOBAL)),
    st.builds(Scope, st.just(Level.APP), st.sampled_from(["planner", "coach"])),
)
USERS = st.sampled_from(["u-1", "u-2"])
TOLD = st.tuples(USERS, PLACES, st.sampled_from(TEXTS), st.sampled_from(MemType))


@given(st.lists(TOLD, max_size=8), USERS, SESSIONS, st.booleans())
@settings(max_examples=40)
def test_the_end_of_a_session_reaches_its_own_app_and_nothing_else(
    told: Sequence[tuple[str, Scope, str, MemType]], user: str, session: Scope, goes_on: bool
) -> None:
    world = World()
    for who, place, text, mem_type in told:
        tell(world, text, place, who, mem_type=mem_type)
    before = {who: heads(world, who) for who in ("u-1", "u-2")}

    close(world, session, user, to_be_continued=goes_on)

    target = "G" if session.app_id is None else f"A#{session.app_id}"
    for who, known in before.items():
        for memory_id, head in heads(world, who).items():
            old = known.get(memory_id)
            if old != head:
                assert (who, head.scope.key in {session.key, target}) == (user, True)
                assert old is None or _is_same_place(old, head)
            if old is None:
                assert (head.scope.key, head.scope.session_id) == (target, session.session_id)


def _is_same_place(one: Head, other: Head) -> bool:
    return (one.scope.key, one.epoch) == (other.scope.key, other.epoch)
