"""English sentences that fill a slot with certainty: a table of patterns.

A sentence is LEAD, one of the patterns and TAIL, and nothing else. A group `who` is the person,
`value` what a slot of many values is about, `what` the kind of thing that is preferred. Every
repetition is bounded.
"""

LEAD = (
    r"(?i:(?:hi|hey|hello|well|yes|yeah|so|oh|ok|also|actually|by the way|btw|and|sorry"
    r"|correction)[,!:]? ){0,2}"
)
TAIL = (
    r"(?: (?:now|again|currently|recently|yesterday|today|these days|at the moment|any ?more"
    r"|(?:last|this) (?:week|month|year|spring|summer|autumn|fall|winter)"
    r"|(?:a|one|two|three|four|five|six|\d{1,2}) (?:week|month)s? ago"
    r"|since (?:\d{4}|[A-Z][a-z]{2,8})|in [A-Z][a-z]{2,8}))?[.!]{0,3}"
)

_NAMED = r"[A-Z][\w'-]{0,40}(?: [A-Z][\w'-]{0,40}){0,3}"
_FIRM = rf"{_NAMED}(?: (?:&|and) {_NAMED})?"
_PLACE = rf"{_NAMED}(?:, {_NAMED})?"
_PERSON = r"(?P<who>[Ii]|[Ww]e|[A-Z][\w-]{0,40})"
_I = r"(?:[Ii]|[Ww]e)"
_NOW = r"(?: (?:now|currently|still|just|recently|also|finally|actually))?"
_IS = rf"(?:'m| am|'re| are| is|'s){_NOW}"
_HAS = rf"(?:'ve| have|'s| has)?{_NOW}"
_WHERE = (
    r"(?:,? (?:about|around|near|close to|just|right|not far|by|next to|opposite|in the|on the"
    r"|at the|\d{1,3}|two|five|ten|twenty)\b"
    r"(?:(?! (?:and|but|so|because|while|i|we) )[^,.;:!?]){0,60})?"
)
_AND_SO_ON = (
    r"(?:,? (?:with|in|at|on|for|near|by|since|from|of|over|around|outside|just|about|above)"
    r"(?:(?! (?:and|but|so|because|while|when|who|which|that|this|if|until|i|we|fun|now) )"
    r" [^ ,.;:!?]{1,30}){1,7}){0,3}"
)
"""What goes on to say where, since when or with whom, and nothing else."""
_ITEM = r"(?P<value>[a-zA-Z][\w'-]{1,30}(?: (?!and\b|or\b|but\b)[a-z][\w'-]{1,30}){0,2})"
_PARTNER = r"(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?)"
_JOB = (
    r"(?:[a-z]{2,20}[ -]){0,3}(?:engineer|developer|programmer|designer|teacher|professor|nurse"
    r"|doctor|surgeon|dentist|lawyer|solicitor|accountant|architect|chef|cook|baker|driver|pilot"
    r"|electrician|plumber|carpenter|journalist|writer|editor|translator|illustrator|artist"
    r"|musician|photographer|scientist|researcher|analyst|consultant|manager|therapist"
    r"|counsell?or|pharmacist|farmer|librarian|paramedic|midwife|vet|mechanic|welder|hairdresser"
    r"|barber|receptionist|paralegal|social worker|team lead|tutor|coach|barista|waiter|waitress)"
)
_NEW_JOB = r"(?:become|became|been promoted to|was promoted to|got promoted to|started as)"
_DIET = (
    r"(?:(?:strict|strictly|mostly|a|an) )?"
    r"(?:vegetarian|vegan|pescatarian|omnivore|flexitarian|carnivore)"
)
_LONG = r"(?: (?:since|for) [^,.;:!?]{1,30})?"
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
    ("name", rf"(?i:my (?:full )?name is|my (?:full )?name's|i am called|i'm called) {_NAMED}"),
    ("name", rf"(?<=[Hhy][ieoy][,!] )(?:I'm|I am) (?!\w+(?:ish|ese|ian|can)\b){_NAMED}"),
    ("birthday", r"(?i:my birthday(?: is|'s)(?: on)?) [\w ]{3,30}"),
    ("pronouns", r"(?i:my pronouns are) [\w/ ]{2,30}"),
    ("native_language", rf"(?i:my (?:(?:first|native) language|mother tongue) is) {_TONGUE}"),
    ("home_city", rf"{_PERSON}{_NOW} lives? in {_PLACE}{_WHERE}{_AND_SO_ON}"),
    ("home_city", rf"{_PERSON}{_IS} (?:living|based) in {_PLACE}{_WHERE}{_AND_SO_ON}"),
    (
        "home_city",
        rf"{_PERSON}(?:'ve| have| has) lived in {_PLACE} (?:for|since) [^,.;:!?]{{1,30}}",
    ),
    ("home_city", rf"(?i:my (?:home ?town|home) is now) {_PLACE}"),
    (
        "home_city",
        rf"{_PERSON}{_NOW} lives? (?:on|above|next to|near|with|in) (?:[a-z'-]{{1,20}} ){{1,4}}"
        rf"in {_PLACE}",
    ),
    (
        "home_city",
        rf"{_PERSON}{_HAS} (?:moved|relocated|made the move)(?: back)?(?: from {_PLACE})?"
        rf" to {_PLACE}{_WHERE}",
    ),
    (
        "home_city",
        rf"{_PERSON}{_NOW} rents? an? (?:[a-z]{{1,12}} )?(?:flat|apartment|house|room|studio)"
        rf" in {_PLACE}{_WHERE}",
    ),
    ("employer", rf"{_PERSON}{_NOW} works? (?:at|for) {_FIRM}{_AND_SO_ON}"),
    ("employer", rf"{_PERSON}{_IS} working (?:at|for) {_FIRM}{_AND_SO_ON}"),
    ("employer", rf"{_PERSON}(?: no longer works?| (?:don't|doesn't) work) (?:at|for) {_FIRM}"),
    (
        "employer",
        rf"{_PERSON}{_HAS} started(?: work| working| an? (?:new )?job) (?:at|for|with) {_FIRM}",
    ),
    ("employer", rf"{_PERSON}{_HAS} joined {_FIRM} as an? {_JOB}"),
    ("employer", rf"(?i:my (?:current |new )?employer is(?: now)?) {_FIRM}"),
    ("job", rf"{_PERSON}{_NOW} works?{_HOURS} as an? {_JOB}{_AND_SO_ON}"),
    ("job", rf"{_PERSON}{_IS} an? {_JOB}(?: by (?:trade|profession))?{_AND_SO_ON}"),
    ("job", rf"{_PERSON}(?:'ve| have| has) been an? {_JOB}{_AND_SO_ON}"),
    ("job", rf"{_I}{_NOW} (?:teach|lecture in) {_TAUGHT}{_AND_SO_ON}"),
    ("job", rf"{_I}(?:'m| am)(?: now)? (?:the )?head of (?:the )?{_FIELD}{_AND_SO_ON}"),
    ("job", rf"(?i:(?:my )?(?:day )?job is|i work in) {_FIELD}{_AND_SO_ON}"),
    ("job", rf"{_PERSON}{_HAS} {_NEW_JOB}(?: an?)? {_JOB}"),
    ("job", rf"{_PERSON}(?:{_IS}|{_HAS}) retired"),
    ("job", rf"(?i:{_JOB}) here"),
    (
        "project",
        rf"{_PERSON}(?:{_IS}| was| were)(?: on| moved to| assigned to) project {_NAMED}",
    ),
    ("diet", rf"{_PERSON}{_IS}(?: no longer| not)? {_DIET}{_LONG}"),
    ("diet", rf"{_PERSON}(?:'ve| have| has) (?:been|gone|turned|become) {_DIET}{_LONG}"),
    ("diet", rf"{_PERSON} (?:went|turned|became) {_DIET}"),
    ("diet", rf"{_PERSON}{_HAS} (?:stopped|quit|given up|gave up)(?: eating)? meat"),
    ("diet", rf"{_PERSON} (?:follow|follows|keep|keeps) an? {_RULE} diet"),
    ("diet", rf"{_PERSON}{_NOW} (?:eats?|keeps?)(?: only| strictly)? {_RULE}"),
    ("diet", rf"{_PERSON}{_IS} on a {_RULE} diet"),
    ("diet", rf"{_PERSON} (?:(?:don't|doesn't|no longer|never) eats?(?: any)?|eats?) meat"),
    (
        "allergy",
        rf"{_PERSON}{_IS}(?: not| no longer)? (?:\w{{4,12}}ly )?allergic to {_ITEM}",
    ),
    ("allergy", rf"{_PERSON}(?: have| has|'ve got) an? (?:\w{{3,12}} )?allergy to {_ITEM}"),
    ("allergy", rf"{_PERSON}(?: have| has|'ve got) an? (?P<value>[a-z]{{3,20}}) allergy"),
    ("partner", rf"(?i:my) {_PARTNER}(?:'s name is|'s called| is called| is named) {_NAMED}"),
    ("partner", rf"{_PERSON}{_IS} (?:married|engaged) to {_NAMED}"),
    ("partner", rf"(?i:married|engaged) to {_NAMED}"),
    ("relationship_status", rf"{_PERSON}{_IS} {_STATUS}"),
    ("relationship_status", rf"{_PERSON}{_HAS} {_PARTED}"),
    ("preferred_{what}", r"(?i:my) favou?rite (?P<what>[a-z]{3,15})(?: is|'s) [^,.;!?]{1,60}"),
    (
        "preferred_name",
        rf"(?i:(?:please |just |you can |from now on,? ){{0,3}}call me) [\"“]?{_NAMED}[\"”]?"
        rf"(?:,? (?:not|instead of) {_NAMED})?(?: please| instead)?",
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
