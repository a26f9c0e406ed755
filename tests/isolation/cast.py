"""Who takes part: two of everything, under ids that are made to be mixed up."""

import hashlib
from dataclasses import dataclass

from hypothesis import strategies as st

from mneme.domain import identity

Pair = tuple[str, str]

LONG = "😀" * identity.ID_LENGTH

TENANT_PAIRS: tuple[Pair, ...] = (
    ("acme", "acme2"),
    ("acme", "acme-2"),
    ("a", "a-a"),
    ("1", "01"),
    ("t1", "t10"),
)

ID_PAIRS: tuple[Pair, ...] = (
    ("a#b", "a%23b"),
    ("a", "a#b"),
    ("#", "##"),
    ("%", "%25"),
    ("%23", "#"),
    ("%2523", "%23"),
    (":", "::"),
    ("a|*", "a"),
    ("a*", "a"),
    ("user1", "user10"),
    ("1", "01"),
    ("123", '"123"'),
    ("u", "U"),
    ("u", " u"),
    ("u", "u\u200b"),
    ("\u00e9", "e\u0301"),
    ("ﬁ", "fi"),
    ("x" * 128, "x" * 127),
    (LONG, "~" + hashlib.sha256(LONG.encode()).hexdigest()),
    (LONG, "😀" * 127),
    ("G", "A#x"),
    ("A#G", "G"),
    ("S#a#b", "a#b"),
    ("~", "~~"),
    ("TOTAL", "CONSTRAINT"),
    ("@head", "TENANT"),
    ("null", "None"),
    ("acme#u", "u"),
    ("مستخدم", "\u202eمستخدم"),
    ("../../etc", "..%2f..%2fetc"),
    ("' OR 1=1 --", "'"),
    ('{"ne":""}', "{}"),
    ("a,b", "a"),
    ("team_a", "team"),
    ("a&b=c", "a"),
)


@dataclass(frozen=True)
class Cast:
    """The ids of one program: tenants, and two each of what every one of them has.

    Nothing is told apart by a kind of id: a user, an app and a session may share a name.
    """

    tenants: Pair
    users: Pair
    apps: Pair
    sessions: Pair
    messages: Pair
    keys: Pair


def _is_id(text: str) -> bool:
    return bool(text.strip()) and text.strip() != "*"


_INVENTED = (
    st.tuples(
        st.text("a#%:~@|*2350 ", min_size=1, max_size=6).filter(_is_id),
        st.text("a#%:~@|*2350 ", min_size=1, max_size=6).filter(_is_id),
    )
    .filter(lambda pair: pair[0] != pair[1])
    .map(lambda pair: (pair[0], pair[1]))
)
_PAIRS = st.sampled_from(ID_PAIRS) | _INVENTED


@st.composite
def casts(draw: st.DrawFn) -> Cast:
    """Return a strategy of casts; in half of them all kinds of ids are the same two."""
    tenants = draw(st.sampled_from(TENANT_PAIRS))
    if draw(st.booleans()):
        same = draw(_PAIRS)
        return Cast(tenants, same, same, same, same, same)
    return Cast(tenants, *(draw(_PAIRS) for _ in range(5)))
