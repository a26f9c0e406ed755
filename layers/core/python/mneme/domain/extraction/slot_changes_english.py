"""English sentences that tell when a slot came to have its value: a table of patterns.

A sentence is LEAD, one of `CHANGES` and TAIL, where `WHEN` may lead as well. Every repetition is
bounded.
"""

from mneme.domain.extraction.slot_pieces_english import (
    FIRM,
    HAS,
    JOB,
    KNOWN_PLACE,
    LEAD,
    PERSON,
    PLACE,
    TAIL,
    WHEN,
    WHERE,
)

_REASON = (
    r"(?:,? (?:for|because of|due to|thanks to) (?:(?:my|our|a|an|the) )?(?:new |first )?(?:job"
    r"|work|studies|uni|university|college|school|family|love|health|weather|career|phd|master's)"
    r"|,? with (?:my|our|the) (?:[a-z]{3,12} )?(?:wife|husband|partner|girlfriend|boyfriend|family"
    r"|kids|children|parents|dog|cat|son|daughter|mother|father|mom|mum|dad|sister|brother))"
)
_BACK = r"(?: back| over| house| home)"
_FROM = rf"(?:,? (?:away )?from {PLACE})?"
_FROM_KNOWN = rf",? (?:away )?from {KNOWN_PLACE}"
_NO_FIRM = (
    r"(?!(?:(?:The )?(?:Facebook|Instagram|Twitter|TikTok|LinkedIn|Reddit|Discord|Snapchat"
    r"|WhatsApp|Telegram|WeChat|Tinder|Bumble|Hinge|Mastodon|Bluesky|Threads|YouTube|Netflix|Spotify"
    r"|Strava|Duolingo|Costco|Mensa|Toastmasters|Greenpeace|Rotary|Parkrun|Zoom|Slack|CrossFit|Weight"
    r"|Alcoholics|Army|Navy|Marines)\b|(?:[A-Z][\w'-]{0,40} ){0,3}(?:Club|Gym|Choir|Society|Party"
    r"|Association|Church|Union|League|Team|Band|Orchestra|Army|Navy|Guard|Course|Class|Group)\b))"
)
_NO_SCHOOL = (
    r"(?!(?:[A-Z][\w'-]{0,40} ){0,3}(?:University|College|School|Academy|Institute|Oxford|Cambridge"
    r"|Harvard|Stanford|MIT|Yale|Princeton)\b)"
)
_POST = rf"(?: as (?:an?|their|the)(?: new)? {JOB})?"

_CHANGES = (
    (
        "home_city",
        rf"{PERSON}{HAS} (?:moved|relocated|made the move){_BACK}?{_FROM} to {KNOWN_PLACE}"
        rf"{_FROM}{WHERE}{_REASON}?",
    ),
    (
        "home_city",
        rf"{PERSON}{HAS} (?:moved{_BACK}|relocated){_FROM} to {PLACE}{_FROM}{WHERE}{_REASON}?",
    ),
    ("home_city", rf"{PERSON}{HAS} moved{_FROM_KNOWN} to {PLACE}{WHERE}{_REASON}?"),
    ("home_city", rf"{PERSON}{HAS} moved to {PLACE}{_FROM_KNOWN}{WHERE}{_REASON}?"),
    ("home_city", rf"{PERSON}{HAS} moved{_FROM} to {PLACE}{_FROM}{WHERE}{_REASON}"),
    ("home_city", rf"{PERSON}{HAS} settled(?: down)? in {PLACE}{_REASON}?"),
    (
        "employer",
        rf"{PERSON}{HAS} started(?: work| working| an? (?:new )?(?:job|position|role))"
        rf" (?:at|for|with) {FIRM}{_POST}",
    ),
    ("employer", rf"{PERSON}{HAS} started (?:at|with) {_NO_SCHOOL}{FIRM}{_POST}"),
    ("employer", rf"{PERSON}{HAS} joined {_NO_FIRM}{FIRM}{_POST}"),
    (
        "employer",
        rf"{PERSON}{HAS} (?:got|landed|found|taken|took|accepted)(?: myself)? an? (?:new )?"
        rf"(?:(?:[a-z]{{2,20}} ){{0,2}})?(?:job|position|role|post) (?:at|with) {FIRM}{_POST}",
    ),
    ("employer", rf"{PERSON}{HAS} been hired by {FIRM}{_POST}"),
    (
        "employer",
        rf"{PERSON}{HAS} (?:left|quit) (?:my job at )?{FIRM}"
        rf" (?:to join|and joined|to work (?:at|for)|and started(?: working)? at) {FIRM}{_POST}",
    ),
    (
        "employer",
        rf"{PERSON}{HAS} (?:switched|changed) (?:jobs|employers) from {FIRM} to {FIRM}",
    ),
)

CHANGES = tuple((slot, rf"{LEAD}(?:{WHEN},? )?{said}{TAIL}") for slot, said in _CHANGES)
