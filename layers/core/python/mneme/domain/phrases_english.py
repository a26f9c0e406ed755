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
    work job wait thought think guess support tell told say said let share sharing update updates
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

FIRST_PERSON = _words(
    """
    i i'm i've i'd i'll im ive me my mine myself we we're we've we'd we'll us our ours ourselves
    ich mich mir mein meine meinen meinem wir uns unser unsere je j'ai j'aime j'habite mon mes moi
    nous notre yo soy estoy vivo tengo nosotros nuestra nuestro eu meu minha sou moro io mio sono
    abito ik mijn wij jag
    """
)
"""The speaker, in English and in a few languages near to it."""

SECOND_PERSON = _words("you you're you've you'd you'll your yours yourself u ur")
"""The one spoken to."""

THIRD_PERSON = _words(
    """
    he he's he'd he'll him his himself she she's she'd she'll her hers herself they they're they've
    they'd they'll them their theirs themselves user user's customer client patient
    """
)
"""People spoken of by a pronoun or a role."""

KIN = _words(
    """
    mom mum mother dad father parents parent wife husband spouse partner girlfriend boyfriend fiancé
    fiancée fiance fiancee son sons daughter daughters kid kids child children baby brother brothers
    sister sisters sibling siblings family grandma grandmother grandpa grandfather grandparents aunt
    uncle cousin cousins nephew niece friend friends colleague colleagues coworker coworkers boss
    teammate teammates roommate roommates neighbor neighbors neighbour neighbours mentor
    """
)
"""People named by what they are to the speaker."""

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

ELLIPTIC_STARTS = _words(
    """
    love loved like liked hate hated prefer want wanted need needed got been went had have having
    hope hoping wish can't couldn't cannot won't don't didn't haven't hadn't wasn't never started
    started took made found saw met bought lost won tried moved used live living work working
    remember decided finished thinking planning trying looking feeling felt getting spent visited
    learned learnt read wrote painted played just finally currently recently still gonna will
    """
)
"""First words of a statement whose "I" was left out."""

POINTERS = _words(
    """
    it it's its it'll it'd this that that's that'd these those here here's
    """
)
"""Words that point at what the conversation is about."""

IMPERATIVES = _words(
    """
    tell show give write explain help translate summarize summarise find list make create generate
    answer reply respond describe compare check fix use do don't let let's try take have keep go
    please imagine suggest recommend rewrite draft calculate convert search look pick choose send
    """
)
"""First words of a request."""

STANDING = _words("always never remember remind whenever forget")
"""Words that make a request one for good."""

ASKING_WORDS = _words("what how why where who which whose when what's how's where's who's")
AUXILIARIES = _words("do does did is are was were am can could should would will has have shall")
ASKED_SUBJECTS = _words("i you we he she they anyone anybody someone somebody there")
"""A question's first words: one of the first list and one of the second, or second and third."""

LEAD_INS = (
    "i was wondering",
    "i wonder",
    "i'm wondering",
    "i want to know",
    "i'd like to know",
    "i would like to know",
    "i have a question",
    "i need to know",
)
"""First words of a question that only look like a statement."""

ONE_OFF = (
    "this time",
    "just for now",
    "for now",
    "just this once",
    "this once",
    "for this one",
    "just for today",
    "for today only",
    "only for today",
    "in this reply",
    "in this answer",
    "in this conversation",
    "for this task",
)
"""Marks of what holds for this turn only."""

WANTING = _words(
    """
    want need prefer please let's like use make keep skip ignore answer reply write be do don't show
    give only i'd you your
    """
)
"""Words of a requirement, as against something that happened."""

HABIT = (
    "always",
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

TIME_WORDS = _words(
    """
    yesterday today tonight tomorrow ago last recently lately earlier monday tuesday wednesday
    thursday friday saturday sunday january february march april june july august september october
    november december
    """
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
