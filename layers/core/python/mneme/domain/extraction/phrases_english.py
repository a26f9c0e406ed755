"""English word lists of the extractor: data only, all in lower case."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PLEASANTRIES = _words(
    """
    hi hey hello hiya heya yo howdy greetings morning afternoon evening night goodnight bye goodbye
    thanks thank thx ty cheers appreciate appreciated grateful welcome please sorry congrats
    congratulations luck lucky best wishes care later soon talk chat catch weekend ya
    oh ah aw aww ooh wow whoa woah gosh omg haha hahaha hehe lol yay woohoo hooray phew hmm hm um uh
    yes yeah yep yup yea no nope nah ok okay okey sure right true exactly totally absolutely
    definitely certainly indeed agreed agree alright fine deal done got gotcha understood noted
    good great awesome amazing cool nice neat perfect wonderful fantastic lovely sweet super
    brilliant excellent incredible beautiful gorgeous impressive interesting inspiring fun cute
    glad happy proud pleased excited pleasure hear hearing heard sounds sound sounding looks look
    looking forward know see understand mean means makes make sense worry worries problem course
    anytime bet hope hoping wish kind kindness words word lot lots bunch much more very really so
    too just also even well pretty quite such way go going keep up day days one thing things stuff
    wait thought think guess support tell told say said let share sharing update updates
    idea point question help helps try sooner true friend buddy mate pal dear
    """
)
"""Words of greeting, thanks, assent and praise."""

GREETINGS = _words(
    """
    hi hey hello hiya heya yo howdy greetings good morning afternoon evening night goodnight bye
    goodbye thanks thank thx cheers dear you again and
    """
)
"""What stands before somebody's name when nothing else is said."""

FUNCTION_WORDS = _words(
    """
    a an the and or but so if then than to of for from in on at by with about into out over as is
    isn't are aren't was wasn't were be been being am do does did don't doesn't didn't done have has
    had having can can't cannot could would will won't should shall may might must it it's its
    it'll it'd that that's that'd that'll this these those there there's here here's what what's
    how how's when where who which why whatever all any some every each both other another not
    never always ever now today again still already yet because while i i'm i've i'd i'll im ive me
    my we we're we've we'll we'd us our you you're you've you'll you'd your yours u ur let's gonna
    wanna like love
    """
)
"""Words that alone say nothing."""

EMPTY = PLEASANTRIES | FUNCTION_WORDS
"""A sentence of these words only states nothing worth keeping."""

SPEAKER_ENGLISH = _words(
    "i i'm i've i'd i'll my mine myself we we're we've we'd we'll our ours ourselves"
)

FOREIGN_SPEAKER = _words(
    """
    ich mich mir mein meine meinen meinem wir uns unser unsere je j'ai j'aime j'habite mon mes moi
    nous notre yo soy estoy vivo tengo nosotros nuestra nuestro eu meu minha sou moro io mio sono
    abito ik mijn wij jag
    """
) - {"yo", "mes"}
"""The speaker, in a few languages near to English."""

SPEAKER = SPEAKER_ENGLISH | FOREIGN_SPEAKER
"""The speaker as the one who is or does."""

SECOND_PERSON = _words("you you're you've you'd you'll your yours yourself u ur")
"""The one spoken to."""

HABITS = _words(
    """
    lives likes loves hates prefers enjoys drinks eats wants plays teaches studies speaks owns wears
    drives cooks collects reads writes sings paints bakes dislikes avoids
    """
)
"""What is said of somebody for long."""

SOMEBODY = _words(
    """
    he he's he'd he'll him his himself she she's she'd she'll her hers herself
    """
)
"""One person spoken of."""

SEVERAL = _words("they they're they've they'd they'll them their theirs themselves")
"""People or things spoken of."""

WRITTEN_UP = _words("user user's customer client patient")
"""The speaker as a note-taker calls them."""

THIRD_PERSON = SOMEBODY | SEVERAL | WRITTEN_UP
"""Whoever is spoken of by a pronoun or a role."""

KIN = _words(
    """
    bf gf hubby mom mum mother dad father grandad granddad nan gran granny nana parents parent wife
    husband spouse partner girlfriend boyfriend fiancé
    fiancée fiance fiancee son sons daughter daughters kid kids child children baby brother brothers
    sister sisters sibling siblings family grandma grandmother grandpa grandfather grandparents aunt
    uncle cousin cousins nephew niece friend friends colleague colleagues coworker coworkers boss
    teammate teammates roommate roommates neighbor neighbors neighbour neighbours mentor
    """
)
"""People named by what they are to the speaker."""

KINDS = _words(
    """
    children kids babies toddlers parents mothers fathers friends families siblings brothers sisters
    sons daughters wives husbands partners couples grandparents colleagues neighbours neighbors
    """
)
MODALS = _words("should must may might can cannot can't need needs ought tend tends often usually")
"""What is said of those of a kind: one of the first list first, and one of the second."""

PERSON_VERBS = _words(
    """
    lives lived works worked likes liked loves loved hates hated prefers preferred enjoys enjoyed
    drinks eats ate wants wanted needs needed moved speaks spoke studies studied teaches taught
    plays played owns bought married wears drives drove said says told asked thinks thought feels
    felt knows knew visited met called joined left quit started stopped plans planned hopes hoped
    runs ran writes wrote reads cooks cooked graduated retired travels travelled traveled went
    goes came got takes took has had uses used manages managed leads led
    """
)
"""What a named person does; things do so rarely."""

PERSON_PREDICATES = _words(
    """
    allergic vegan vegetarian married single divorced engaged pregnant retired sick ill born moving
    working living studying visiting my our his her on moved promoted hired fired older younger
    from turning staying training learning
    """
)
"""What stands behind "X is", "X was" of a person."""

BETWEEN = _words("a an the now currently still also not just so very really always both")
"""What may stand before a predicate."""

ELLIPTIC_STARTS = _words(
    """
    just grew love loved like liked hate hated prefer want wanted need needed got been went had have
    having
    hope hoping wish can't couldn't cannot won't don't didn't haven't hadn't wasn't never started
    started took made found saw met bought lost won tried moved used live living work working
    remember decided finished thinking planning trying looking feeling felt getting spent visited
    learned learnt wrote painted played finally currently recently still gonna
    studied studying saving started graduated passed failed ran running reading writing training
    volunteering volunteered retired divorced engaged expecting pregnant allergic vegan vegetarian
    vegetarians pescatarian diabetic coeliac celiac sober self-employed unemployed married single
    widowed born based originally swimming cycling booked signed joined quit switched adopted gave
    given stopped celebrated renovating moving starting leaving turning recovering dating turned
    prefer enjoy dislike adore
    """
)
"""First words of a statement whose "I" was left out."""

POINTERS = _words(
    """
    it it's its it'll it'd this that that's that'd these those here here's there there's both which
    """
)
"""Words that point at what was said before."""

SLOPPY = {
    "im": "i'm",
    "ive": "i've",
    "dont": "don't",
    "cant": "can't",
    "wont": "won't",
    "didnt": "didn't",
    "doesnt": "doesn't",
    "isnt": "isn't",
    "wasnt": "wasn't",
    "havent": "haven't",
    "hasnt": "hasn't",
    "couldnt": "couldn't",
    "wouldnt": "wouldn't",
    "hes": "he's",
    "shes": "she's",
    "thats": "that's",
    "theres": "there's",
    "whats": "what's",
    "theyre": "they're",
    "youre": "you're",
    "weve": "we've",
    "luv": "love",
    "u": "you",
    "ur": "your",
    "pls": "please",
    "plz": "please",
    "wanna": "want to",
    "cannot": "can't",
}
"""Spellings in haste."""

THANKING = _words("thank thanks thx ty cheers hi hey hello")
"""First words of a clause that says nothing else."""

FILLERS = _words(
    """
    and so but ok okay oh well then also haha hahaha wow hm hmm yes yeah yep yup nope actually
    anyway btw fyi hi hey hello sorry ah aw um uh hiya honestly basically obviously plus
    """
)
"""Words before a sentence begins."""

GENERIC = _words(
    """
    people most many everyone everybody nobody anyone someone adults humans americans europeans
    scientists researchers experts studies according generally typically often some
    """
)
"""Subjects of general knowledge."""

WEEKDAYS = _words("monday tuesday wednesday thursday friday saturday sunday")

MONTHS = _words(
    """
    january february march april june july august september october november december
    """
)

HABIT = (
    "always",
    "never",
    "by default",
    "going forward",
    "in future",
    "whenever",
    "every time",
    "each time",
    "as a rule",
    "from now on",
    "usually",
    "every morning",
    "every evening",
    "every day",
    "every week",
    *(f"every {day}" for day in sorted(WEEKDAYS)),
    "routine",
)
"""Marks of how somebody does something."""

NO_HABIT = (
    "have always",
    "has always",
    "'ve always",
    "not always",
    "n't always",
    "i'll always",
    "we'll always",
)
"""Where `always` means a state or a vow."""

TIME_WORDS = (
    _words("yesterday today tonight tomorrow ago last recently lately earlier") | WEEKDAYS | MONTHS
)
"""Words that date what is told."""

RELATIVE_DAYS = _words("yesterday tonight tomorrow yesterday's tonight's tomorrow's ago")
"""Words that date a statement from where the speaker stands."""

EVENT_VERBS = _words(
    """
    went saw met bought lost won came ran flew drove broke began started
    ended finished joined left quit moved visited attended told said happened passed graduated
    married adopted signed applied launched opened ate drank wrote read painted played hiked
    celebrated received learned learnt taught tried spent called decided travelled traveled hosted
    """
)
"""Verbs of what happened once."""

PLACES = _words(
    """
    africa america asia australia austria beijing belgium berlin brazil britain canada chicago china
    earth egypt england europe finland france germany greece india ireland israel italy japan
    jupiter korea london madrid mars mexico moon moscow netherlands norway paris poland portugal
    rome russia scotland shanghai singapore spain sun sweden switzerland tokyo turkey ukraine venus
    """
)
"""Capitalized first words that are no person."""

NO_NAME = EMPTY | PLACES | SEVERAL
"""Words that name no person, even with a capital."""
