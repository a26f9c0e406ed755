"""Chinese sentences that tell when a slot came to have its value, or will: tables of patterns.

In simplified characters. A sentence is one of `CHANGES`, or one of `PLANS` with the day, `LATER`,
in it; nothing else. Every repetition is bounded.
"""

from mneme.domain.extraction.slot_pieces_chinese import (
    ANY_FIRM,
    FIRM,
    LATER,
    LEAD,
    PLACE,
    TAIL,
    WE,
    WHEN,
    WHERE,
)

_FROM = rf"(?:从{PLACE}|和家人|跟家人|一家人?|全家)?"
_MOVED = r"(?:搬[到去回来](?:了)?|搬家[到去]了?|迁[到居]了?|定居(?:在|到)?了?|移居(?:到)?了?)"
_WILL = r"(?:就?要|将要?|会|就会|就)?"
_JOINED = (
    rf"(?:(?:入职|跳槽[到去])了?{ANY_FIRM}|加入了?{FIRM}|[去到]{FIRM}(?:工作|上班|任职|入职|报到))"
)
_TO_WORK = rf"(?:{_JOINED}|在{FIRM}(?:工作|上班|任职|就职))"
_SUBJECT = rf"{LEAD}(?:{LATER}{WE}|{WE}{WHEN}{LATER})"
_END = r"(?<!了)[。！!.~～]{0,3}"
_END_SOON = r"了?[。！!.~～]{0,3}"
"""就搬到上海了 is yet to be; without 就 or 要, 了 tells what has happened."""

CHANGES = (
    (
        "home_city",
        rf"{LEAD}{WHEN}{WE}{WHEN}{_FROM}{_MOVED}(?:{PLACE})"
        rf"(?:[住定]居?下?来?)?{WHERE}{TAIL}",
    ),
    ("employer", rf"{LEAD}{WHEN}{WE}{WHEN}(?:从{FIRM})?{_JOINED}{TAIL}"),
)
_TO_COME = (
    (
        "home_city",
        rf"{_FROM}(?:搬[到去回]|迁[到居]|移居到?|定居在?|住在?|搬家[到去])(?!了){PLACE}"
        r"(?:住|定居|生活|去)?",
    ),
    ("home_city", rf"在{PLACE}(?:居住|定居|生活)"),
    ("employer", rf"(?:从{FIRM})?{_TO_WORK}"),
)
PLANS = tuple(
    (slot, pattern)
    for slot, said in _TO_COME
    for pattern in (
        rf"{_SUBJECT}{_WILL}{said}{_END}",
        rf"{_SUBJECT}(?:就要?|要|将要?){said}{_END_SOON}",
    )
)
