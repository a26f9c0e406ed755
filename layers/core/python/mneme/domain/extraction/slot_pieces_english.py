"""Pieces that the tables of English sentences which fill a slot are made of: patterns only.

Every repetition is bounded. `LEAD` and `TAIL` stand around what is told now, `WHEN` tells when it
came to be so, and `REMARK` says how that is liked.
"""

from mneme.domain.extraction.place_names import CHINESE, ENGLISH

_IN_HAN = r"[\u4e00-\u9fff·]{2,12}(?: ?[(（][A-Z][A-Za-z' -]{1,40}[)）])?"
"""A Chinese name within English, with or without its spelling in Latin letters behind it."""
NAMED = (
    r"(?:[A-Z][\w'-]{0,40}(?: [A-Z][\w'-]{0,40}){0,3}(?: ?[(（][\u4e00-\u9fff·]{1,12}[)）])?"
    rf"|{_IN_HAN})"
)
_NO_NAME = (
    r"(?!(?:Home|Midnight|Noon|Night|Dawn|Work|Myself|Yourself|Fun|Free|Peanuts|Love|Monday|Tuesday"
    r"|Wednesday|Thursday|Friday|Saturday|Sunday|Today|Tomorrow|Tonight|Later|Never|Now|Maybe|Level"
    r"|Step|Chapter|Part|Stage|Page|Version|Zoom|Teams|Meet)\b(?! [A-Z]))"
)
NICKNAME = rf"{_NO_NAME}{NAMED}"
FIRM = rf"{_NO_NAME}{NAMED}(?: (?:&|and) {NAMED})?"
_NO_PLACE = (
    r"(?!(?:Excel|Emacs|Vim|Slack|Discord|Notion|Jira|Figma|Chrome|Firefox|Safari|Edge|Windows|Linux"
    r"|Ubuntu|Debian|Fedora|Arch|Android|Kubernetes|Docker|Python|Java|JavaScript|TypeScript|Rust"
    r"|Kotlin|Swift|Ruby|Go|Git|GitHub|GitLab|Outlook|Gmail|Word|PowerPoint|Photoshop|Instagram"
    r"|TikTok|Twitter|Reddit|YouTube|Facebook|Minecraft|Jeans|Sweatpants|Pyjamas|Leggings|Fear|Hope"
    r"|Hell|Heaven|Narnia|Tortuga|Management|Sales|Marketing|Engineering)\b)"
)
PLACE = rf"{_NO_NAME}{_NO_PLACE}{NAMED}(?:, {NAMED})?"
KNOWN_PLACE = (
    rf"(?:(?:{ENGLISH}|{CHINESE})(?:, {NAMED})?(?![\w'-])|{_NO_NAME}{_NO_PLACE}{NAMED}, {NAMED})"
)
"""A place that is known, or told with the country it is in."""
PERSON = r"(?P<who>[Ii]|[Ww]e|[A-Z][\w-]{0,40})"
NOW = r"(?: (?:now|currently|still|just|recently|also|finally|actually))?"
IS = rf"(?:'m| am|'re| are| is|'s){NOW}"
HAS = rf"(?:'ve| have|'s| has)?{NOW}"
WHERE = (
    r"(?:,? (?:about|around|near|close to|just|right|not far|by|next to|opposite|in the|on the"
    r"|at the|\d{1,3}|two|five|ten|twenty)\b"
    r"(?:(?! (?:and|but|so|because|while|i|we) )[^,.;:!?]){0,60})?"
)
_FOR_A_TIME = (
    r"(?!,? for (?:now|the (?:time|moment|summer|winter|spring|autumn|fall|season|semester|term"
    r"|week|month|year|next)|a (?:while|bit|few|couple|week|month|year|semester|term)|this|some"
    r"|few|\d{1,2} |(?:one|two|three|four|five|six|several) (?:weeks?|months?|days?|years?))\b)"
)
"""What is so for a time only: "I live in Rome for now" tells no home."""
AND_SO_ON = (
    rf"{_FOR_A_TIME}"
    r"(?:,? (?:with|in|at|on|for|near|by|since|from|of|over|around|outside|just|about|above)"
    r"(?:(?! (?:and|but|so|because|while|when|who|which|that|this|if|until|i|we|fun|now)\b)"
    r" [^ ,.;:!?]{1,30}){1,7}){0,3}"
)
"""What goes on to say where, since when or with whom, and nothing else."""
PARTNER = r"(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?)"
JOB = (
    r"(?:[a-z]{2,20}[ -]){0,3}(?:engineer|developer|programmer|designer|teacher|professor|nurse"
    r"|doctor|surgeon|dentist|lawyer|solicitor|accountant|architect|chef|cook|baker|driver|pilot"
    r"|electrician|plumber|carpenter|journalist|writer|editor|translator|illustrator|artist"
    r"|musician|photographer|scientist|researcher|analyst|consultant|manager|therapist"
    r"|counsell?or|pharmacist|farmer|librarian|paramedic|midwife|vet|mechanic|welder|hairdresser"
    r"|barber|receptionist|paralegal|social worker|team lead|tutor|coach|barista|waiter|waitress)"
)

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?"
)
_WEEKDAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_DAY = r"(?:the )?\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:19|20)\d\d"
_DATE = (
    rf"(?:{_DAY} (?:of )?{_MONTH}(?:,? (?:of )?{_YEAR})?"
    rf"|{_MONTH} {_DAY}(?:,? {_YEAR})?|(?:19|20)\d\d-\d\d-\d\d)"
)
_SOME = r"(?:an?|one|two|three|four|five|six|several|a few|a couple(?: of)?|\d{1,2})"
_SPAN = r"(?:week|month|year|spring|summer|autumn|fall|winter|weekend)"
_HOLIDAY = r"(?:Christmas(?: Day| Eve)?|New Year(?:'s(?: Day| Eve)?)?|Easter|Halloween)"
_EDGE = r"(?:(?i:at) )?the (?:very )?(?:beginning|start|end|middle) of"
WHEN = (
    r"(?:(?i:(?:just |only )?(?:now|again|currently|recently|lately|yesterday|today|tonight"
    r"|this (?:morning|afternoon|evening)|last night|these days|at the moment"
    r"|any ?(?:more|longer)|at all"
    r"|not (?:so |too )?long ago|the other day|earlier (?:this (?:week|month|year)|today)"
    rf"|(?:late |early |{_EDGE} )?(?:last|this) (?:{_SPAN}|{_WEEKDAY}|{_MONTH})"
    rf"|{_EDGE} the (?:week|month|year)|(?:on )?{_WEEKDAY}(?: last week)?"
    rf"|{_SOME} (?:day|week|month)s? ago))"
    rf"|(?i:since) {_YEAR}|(?:(?i:since|on|from|as of) )?{_DATE}"
    rf"|(?i:since |in |back in )(?:early |late |mid[- ])?(?:{_MONTH}(?:,? (?:of )?{_YEAR})?"
    r"|[A-Z][a-z]{2,8})"
    rf"|{_EDGE} {_MONTH}(?:,? (?:of )?{_YEAR})?|(?i:on|at|since|over|around|last|this) {_HOLIDAY})"
)

_FEELING = (
    r"(?:love|loved|loving|like|liked|liking|enjoy|enjoying|adore|hate|miss|settled|settling|happy"
    r"|glad|excited|great|nice|lovely|good|beautiful|amazing|wonderful|fantastic|awesome|perfect"
    r"|cold|hot|sunny|rainy|busy|loud|quiet|fine|okay|ok|best|fun|expensive)"
)
_AROUND = (
    r"(?:I'm|I've|we're|we've|it's|that's|really|absolutely|already|so|far|very|quite|pretty|too|just"
    r"|am|are|is|has|have|been|being|feel|feels|felt|going|it|here|there|this|the|a|an|place|city"
    r"|town|new|job|team|life|and|much|every|day|lot|lots|of|like|home|in|well|to|be|now|still)"
)
REMARK = (
    r"(?i:(?:,|;| -| –| —|\.)? (?:(?:and|but|so) )?(?=(?:I|we|it|that|this|so far|the)\b)"
    rf"(?:I|we|{_AROUND})(?: {_AROUND}){{0,6}}(?: {_FEELING})(?: {_AROUND}){{0,6}})"
)
"""A clause that says how it is there, and nothing that is a fact of its own."""

LEAD = (
    r"(?i:(?:hi|hey|hello|well|yes|yeah|so|oh|ok|also|actually|by the way|btw|and|sorry"
    r"|correction|update|news|big news|good news|fyi|no|nope|no,? wait|wait|hang on|hold on|oops"
    r"|whoops|my mistake|my bad|scratch that|i mean|i meant)"
    r"[,!:.—-]? ){0,2}"
)
_NOT_THERE = rf"(?:,? (?:and )?(?:not|no longer|instead of) (?:in |at )?{NAMED}(?: any ?more)?)?"
TAIL = rf"(?:,? {WHEN})?{_NOT_THERE}(?:{REMARK})?[.!]{{0,3}}"
