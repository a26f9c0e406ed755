"""Chinese sentences that tell when a slot came to have its value: a table of patterns.

In simplified characters. A sentence is one of `CHANGES` and nothing else. Every repetition is
bounded.
"""

from mneme.domain.extraction.slot_pieces_chinese import (
    ANY_FIRM,
    FIRM,
    LEAD,
    PLACE,
    TAIL,
    WE,
    WHEN,
    WHERE,
)

_FROM = rf"(?:从{PLACE}|和家人|跟家人|一家人?|全家)?"
_MOVED = r"(?:搬[到去回来](?:了)?|搬家[到去]了?|迁[到居]了?|定居(?:在|到)?了?|移居(?:到)?了?)"
_JOINED = (
    rf"(?:(?:入职|跳槽[到去])了?{ANY_FIRM}|加入了?{FIRM}"
    rf"|[去到]{FIRM}(?:工作|上班|任职|入职|报到)了)"
)

CHANGES = (
    (
        "home_city",
        rf"{LEAD}{WHEN}{WE}{WHEN}{_FROM}{_MOVED}(?:{PLACE})"
        rf"(?:[住定]居?下?来?)?{WHERE}{TAIL}",
    ),
    ("employer", rf"{LEAD}{WHEN}{WE}{WHEN}(?:从{FIRM})?{_JOINED}{TAIL}"),
)
