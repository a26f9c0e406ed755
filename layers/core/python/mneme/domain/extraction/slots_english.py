"""English sentences that fill a slot with certainty: a table of patterns.

A sentence is LEAD, one of the patterns and TAIL, and nothing else. A group `who` is the person,
`value` what a slot of many values is about, `what` the kind of thing that is preferred. Every
repetition is bounded.
"""

from mneme.domain.extraction.slot_pieces_chinese import NAME_IN_HAN
from mneme.domain.extraction.slot_pieces_english import (
    AND_SO_ON,
    FIRM,
    HAS,
    IS,
    JOB,
    NAMED,
    NICKNAME,
    NOW,
    PARTNER,
    PERSON,
    PLACE,
    WHERE,
)

_I = r"(?:[Ii]|[Ww]e)"
_ITEM = (
    r"(?P<value>(?!(?i:this|that|these|those|your|you|my|it|the|\w{3,6}days?|mornings?)\b)"
    r"[a-zA-Z][\w'-]{1,30}(?: (?!(?:and|or|but|any ?more|any|at all|either|now|again|too)\b)"
    r"[a-z][\w'-]{1,30}){0,2})"
)
_NEW_JOB = r"(?:become|became|been promoted to|was promoted to|got promoted to|started as)"
_DIET = (
    r"(?:(?:strict|strictly|mostly|a|an) )?"
    r"(?:vegetarian|vegan|pescatarian|omnivore|flexitarian|carnivore)"
)
_LONG = r"(?: (?:since|for) [^,.;:!?]{1,30})?"
_NEW = r"(?:new |current |present )?"
_NATION = (
    r"(?:\w{2,12}(?:ish|ese)\b|(?:German|French|Dutch|Swiss|Greek|Czech|Thai|Italian|Indian|Russian"
    r"|Brazilian|Australian|Canadian|American|Mexican|Ukrainian|Austrian|Belgian|Norwegian|Hungarian"
    r"|Romanian|Bulgarian|Serbian|Croatian|Egyptian|Nigerian|Kenyan|Iranian|Korean|Colombian"
    r"|Peruvian|Chilean|Argentinian|Asian|European|African|Latina|Latino|Christian|Catholic|Muslim"
    r"|Hindu|Buddhist|Protestant|Mormon|Orthodox|Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio"
    r"|Sagittarius|Capricorn|Aquarius|Pisces)\b)"
)
_BEING = (
    r"(?:Dead|Gone|Pregnant|Mad|Angry|Happy|Sad|Ill|Sick|Late|Away|Deaf|Blind|Disabled|Diabetic|Asleep"
    r"|Awake|Busy|Unemployed|Retired|Vegan|Vegetarian|Jewish|Mine|Here|There|Home|Back|Over|Not|My|The"
    r"|An?|In|On|At|Also|Very|So|Too|Just|Still|Always|Never|Allergic|Ok|Okay|Fine|Great)"
)
_CALLED = (
    rf"(?:(?!{_NATION})(?!{_BEING}\b)(?:Dr\.? |Prof\.? )?"
    r"[A-Z][a-z][\w'-]{0,40}(?: [A-Z][\w'-]{0,40}){0,3}"
    rf"|{NAME_IN_HAN})"
)
"""A name and nothing else that is spelt with a capital: "my wife is Spanish" names nobody."""
_POINTS = (
    r"(?i:the|on|in|at|not|no|this|that|these|those|it|anything|everything|nothing|something|whatever"
    r"|always|still|hard|up|a secret|none|what|one of)"
)
"""A first word of what is pointed at, or no value at all."""
_FAVOURITE = r"(?:new |current |absolute |all-time )?favou?rite"
_AGAIN = (
    r"(?: (?:now|still|again|once again|once more|actually|definitely|currently|back to being))?"
)
_HOURS = r"(?: (?:nights|days|part[ -]time|full[ -]time|freelance))?"
_FIELD = (
    r"(?:payroll|insurance|finance|marketing|logistics|hospitality|retail|IT|HR|sales|education"
    r"|healthcare|construction|advertising|publishing|tourism|accounting|banking|catering|tech"
    r"|engineering|recruitment|design|research|operations|procurement|nursing|agriculture)"
)
_TAUGHT = (
    r"(?:maths?|mathematics|physics|chemistry|biology|history|geography|English|French|Spanish"
    r"|German|Latin|music|art|drama|yoga|pilates|science|economics|law|philosophy|PE|swimming)"
)
_CODE = r"(?:code|examples|code (?:samples|examples|snippets)|snippets|samples)"
_LANGUAGE = (
    r"(?:Python|TypeScript|JavaScript|Java|Kotlin|Swift|Go|Rust|Ruby|PHP|Scala|Haskell|Elixir|C#"
    r"|C\+\+|C|R|Julia|Lua|Perl|Dart)"
)
_CURRENCY = r"(?i:euros|dollars|pounds|yen|francs|crowns|rupees)"
_RULE = r"(?:halal|kosher|keto|gluten[- ]free|vegan|vegetarian|low[- ]carb|dairy[- ]free)"
_TONGUE = (
    r"(?:English|Spanish|French|German|Italian|Portuguese|Dutch|Polish|Russian|Chinese|Mandarin"
    r"|Cantonese|Japanese|Korean|Arabic|Hindi|Turkish|Swedish|Norwegian|Danish|Finnish|Greek"
    r"|Catalan|Welsh|Irish|Ukrainian|Czech|Hungarian|Romanian|Vietnamese|Thai|Hebrew|Tamil|Urdu)"
)
_STATUS = r"(?:single|married|engaged|divorced|widowed|separated)"
_PARTED = r"(?:(?:got|gotten) (?:married|engaged|divorced)|split up|broke up)"
_ALWAYS = (
    r"(?i:(?:from now on|in (?:the )?future|going forward|by default|always|please"
    r"|normally|generally|as a rule)[,:]? ){1,3}"
)
_EVER = r"(?i:,? (?:please|from now on|by default|always)){0,2}"
_ANSWER = (
    r"(?i:(?:please )?(?:answer|reply|respond|write|speak|talk)"
    r"(?: (?:to )?me| your answers| everything)?)"
)
_FORMAT = r"(?:bullet points|bullets|plain text|prose|markdown|tables)"
_UNITS = r"(?:metric|imperial|Celsius|Fahrenheit|kilometres|kilometers|miles)(?: units)?"
_MESSAGE = r"(?:e-?mails?|phone calls?|calls?|texts?|text messages?)"

TABLE = (
    ("name", rf"(?i:my (?:full )?name is|my (?:full )?name's|i am called|i'm called) {NAMED}"),
    ("name", rf"(?i:my (?:full )?name(?:'s| is) (?:actually|now)) {NAMED}"),
    (
        "name",
        rf"(?i:my name(?: isn't| is not|'s not)) {NAMED}(?:[,;]| but|, but) (?i:it's |it is )?"
        rf"{NAMED}",
    ),
    ("name", rf"(?:I(?:'ve| have)?|[Uu]ser) (?i:changed my (?:full |first )?name to) {NAMED}"),
    ("name", rf"(?<=[Hhy][ieoy][,!] )(?:I'm|I am) (?!\w+(?:ish|ese|ian|can)\b){NAMED}"),
    ("birthday", r"(?i:my birthday(?: is|'s)(?: on)?) [\w ]{3,30}"),
    ("pronouns", r"(?i:my pronouns are) [\w/ ]{2,30}"),
    ("native_language", rf"(?i:my (?:(?:first|native) language|mother tongue) is) {_TONGUE}"),
    ("home_city", rf"{PERSON}{NOW} lives? in {PLACE}{WHERE}{AND_SO_ON}"),
    ("home_city", rf"{PERSON}{IS} (?:living|based) in {PLACE}{WHERE}{AND_SO_ON}"),
    (
        "home_city",
        rf"{PERSON}(?:'ve| have| has){NOW} (?:lived|been living|been based) in {PLACE}"
        r" (?:for|since) [^,.;:!?]{1,30}",
    ),
    ("home_city", rf"(?i:my (?:home ?town|home) is now) {PLACE}"),
    (
        "home_city",
        rf"{PERSON}{NOW} lives? (?:on|above|next to|near|with|in) (?:[a-z'-]{{1,20}} ){{1,4}}"
        rf"in {PLACE}",
    ),
    (
        "home_city",
        rf"{PERSON}{NOW} rents? an? (?:[a-z]{{1,12}} )?(?:flat|apartment|house|room|studio)"
        rf" in {PLACE}{WHERE}",
    ),
    ("employer", rf"{PERSON}{NOW} works? (?:at|for) {FIRM}{AND_SO_ON}"),
    ("employer", rf"{PERSON}{IS} working (?:at|for) {FIRM}{AND_SO_ON}"),
    (
        "employer",
        rf"{PERSON}(?:'ve| have| has){NOW} (?:worked|been working|been) (?:at|for|with) {FIRM}"
        r" (?:for|since) [^,.;:!?]{1,30}",
    ),
    ("employer", rf"(?i:my (?:current |new )?employer is(?: now)?) {FIRM}"),
    ("job", rf"{PERSON}{NOW} works?{_HOURS} as an? {JOB}{AND_SO_ON}"),
    ("job", rf"{PERSON}{IS} an? {JOB}(?: by (?:trade|profession))?{AND_SO_ON}"),
    ("job", rf"{PERSON}(?:'ve| have| has) been an? {JOB}{AND_SO_ON}"),
    ("job", rf"{_I}{NOW} (?:teach|lecture in) {_TAUGHT}{AND_SO_ON}"),
    ("job", rf"{_I}(?:'m| am)(?: now)? (?:the )?head of (?:the )?{_FIELD}{AND_SO_ON}"),
    ("job", rf"(?i:(?:my )?(?:day )?job is|i work in) {_FIELD}{AND_SO_ON}"),
    ("job", rf"{PERSON}{HAS} {_NEW_JOB}(?: an?)? {JOB}"),
    ("job", rf"{PERSON}(?:{IS}|{HAS}) retired"),
    ("job", rf"(?i:{JOB}) here"),
    (
        "project",
        rf"{PERSON}(?:{IS}| was| were)(?: on| moved to| assigned to) project {NAMED}",
    ),
    ("diet", rf"{PERSON}{IS}(?: no longer| not)? {_DIET}{_LONG}"),
    ("diet", rf"{PERSON}(?:'ve| have| has) (?:been|gone|turned|become) {_DIET}{_LONG}"),
    ("diet", rf"{PERSON} (?:went|turned|became) {_DIET}"),
    ("diet", rf"{PERSON}{HAS} (?:stopped|quit|given up|gave up)(?: eating)? meat"),
    ("diet", rf"{PERSON} (?:follow|follows|keep|keeps) an? {_RULE} diet"),
    ("diet", rf"{PERSON}{NOW} (?:eats?|keeps?)(?: only| strictly)? {_RULE}"),
    ("diet", rf"{PERSON}{IS} on a {_RULE} diet"),
    ("diet", rf"{PERSON} (?:(?:don't|doesn't|no longer|never) eats?(?: any)?|eats?) meat"),
    (
        "allergy",
        rf"{PERSON}{IS}(?: not| no longer)? (?:\w{{4,12}}ly )?allergic to {_ITEM}",
    ),
    ("allergy", rf"{PERSON}(?: have| has|'ve got) an? (?:\w{{3,12}} )?allergy to {_ITEM}"),
    ("allergy", rf"{PERSON}(?: have| has|'ve got) an? (?P<value>[a-z]{{3,20}}) allergy"),
    (
        "partner",
        rf"(?i:my) {_NEW}{PARTNER}(?:'s name is|'s called| is called| is named){NOW} {NAMED}",
    ),
    (
        "partner",
        rf"(?i:my) {_NEW}{PARTNER}(?:'s| is){NOW} {_CALLED}"
        r"(?:,? (?:and )?(?:she|he|they)(?:'s| is| are)? [^.!?]{1,40})?",
    ),
    ("partner", rf"{_CALLED}(?: is|'s){NOW} my {_NEW}{PARTNER}"),
    ("partner", rf"{PERSON}{IS} (?:married|engaged) to {NAMED}"),
    ("partner", rf"{PERSON}{IS} dating {_CALLED}"),
    ("partner", rf"(?i:married|engaged) to {NAMED}"),
    ("relationship_status", rf"{PERSON}{IS} {_STATUS}"),
    ("relationship_status", rf"{PERSON}{HAS} {_PARTED}"),
    (
        "preferred_{what}",
        rf"(?i:my) {_FAVOURITE} (?P<what>[a-z]{{3,15}})(?: is|'s| has become| became)"
        rf" (?!{_POINTS}\b)[^,.;!?]{{1,60}}",
    ),
    (
        "preferred_{what}",
        r"(?!(?i:this|that|these|it|what|which|here|there|who|he|she|they|nothing)\b)"
        rf"[A-Za-z][^,.;:!?]{{0,40}}(?: is|'s| are| has become){_AGAIN} my {_FAVOURITE}"
        r" (?P<what>[a-z]{3,15})",
    ),
    (
        "preferred_name",
        rf"(?i:(?:please |just |you can |from now on,? ){{0,3}}call me) [\"“]?{NICKNAME}[\"”]?"
        rf"(?:,? (?:not|instead of) {NAMED})?(?: please| instead)?",
    ),
    ("preferred_language", rf"(?:{_ALWAYS})?{_ANSWER} (?:only )?in {_TONGUE}{_EVER}"),
    ("preferred_language", rf"{_ALWAYS}I (?:want|prefer) (?:everything|answers) in {_TONGUE}"),
    ("preferred_format", rf"{_ALWAYS}{_ANSWER} (?:only )?(?:in|with|as) {_FORMAT}"),
    (
        "preferred_length",
        rf"(?:{_ALWAYS})?(?i:keep) (?:your |all )?(?:answers|replies|responses) (?:\w{{2,8}} )?"
        rf"(?:short|brief|concise|long|detailed){_EVER}",
    ),
    ("preferred_units", rf"{_ALWAYS}(?i:use|give)(?: \w{{4,14}}(?: in)?)? {_UNITS}"),
    ("preferred_units", rf"(?i:use|give) {_UNITS} (?:by default|from now on)"),
    (
        "preferred_seat",
        rf"{_I} (?:always |only |usually )?(?:prefer|take|book|like) (?:an?|the)"
        r" (?:window|aisle) seats?",
    ),
    ("preferred_units", rf"{_ALWAYS}(?i:give me|show me|use) [a-z]{{4,14}} in {_UNITS}{_EVER}"),
    (
        "preferred_currency",
        rf"(?:{_ALWAYS})?(?i:give me|show me|quote) [a-z]{{4,14}} in {_CURRENCY} by default",
    ),
    ("preferred_currency", rf"{_ALWAYS}(?i:give me|show me|quote) [a-z]{{4,14}} in {_CURRENCY}"),
    (
        "preferred_emojis",
        r"(?i:please )?(?i:never|(?:don't|do not) ever) (?i:use|send|add)(?: me)?(?: any)? emojis?"
        rf"(?: (?:with|to|for) me| when you [a-z ]{{3,30}})?{_EVER}",
    ),
    ("preferred_emojis", r"(?i:no emojis)(?i:,? (?:please|ever|by default|from now on)){1,2}"),
    (
        "preferred_programming_language",
        rf"(?:{_ALWAYS})(?i:keep|write|give me|show me|use)(?: all)? {_CODE} in {_LANGUAGE}{_EVER}",
    ),
    (
        "preferred_programming_language",
        rf"(?i:keep|write|give me|show me)(?: all)? {_CODE} in {_LANGUAGE}"
        r" (?:by default|from now on|always)",
    ),
    (
        "preferred_spelling",
        rf"{_ALWAYS}(?i:use|write in) (?:British|American) (?:spelling|English)",
    ),
    ("preferred_seat", r"(?i:window|aisle) seat,? (?:please,? )?always"),
    (
        "preferred_contact",
        rf"{_I}(?: prefer|'d rather (?:get|have))(?: an?)? {_MESSAGE}"
        r"(?: (?:over|to|than) [\w -]{2,30})?",
    ),
)

_KINDS = """
    album animal artist author band beer book cafe city coffee color cuisine dessert drink flower
    food fruit game genre holiday language movie number painter poet restaurant season series show
    singer snack song sport subject tea team vegetable wine word
"""
PREFERRED = {kind: kind for kind in _KINDS.split()} | {
    "colour": "color",
    "film": "movie",
    "dish": "food",
    "meal": "food",
}
"""Kinds of things of which one is the favourite."""
