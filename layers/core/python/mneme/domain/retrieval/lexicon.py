"""Words as data: what carries no meaning for search, and which forms are one word.

Changing a table, or `traditional_characters`, changes the terms of memories written from then on;
older ones keep theirs, and where these differ are found by vectors alone until written again.
"""

_STOP_WORDS = """
    a about above after again against all also am an and any are as at be because been before
    being below between both but by can could did do does doing done down during each either else
    ever few for from further get gets getting got gotten had has have having he her here hers
    herself him himself his how i if in into is it its itself just let lets me might more most
    must my myself now of off on once only or other our ours ourselves out over
    own per quite rather really same shall she should so some such than that the their theirs them
    themselves then there these they this those though through to too under until up upon us very
    was we were what when where whether which while who whom whose why will with within without
    would yeah yes yet you your yours yourself yourselves
    ain ca don gonna gotta oh ok okay sha wanna wo
"""

STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Not indexed. The last line holds what contractions leave behind, and fillers."""

_ASKING_WORDS = """
    no nor not never neither
    according ago anything describe different example far frequently happen happened
    happening kind kinds know known lately likely long many mention mentioned much often
    please possible possibly potentially probably recent recently reason say said says someone
    something sort sorts tell thing things told type types user usually various
"""

QUERY_STOP_WORDS = STOP_WORDS | frozenset(_ASKING_WORDS.split())
"""Dropped from a query: words that ask rather than name."""

FUNCTION_CHARACTERS = frozenset("的了吗呢吧啊呀哦嘛么着是在和与也都就又还很")
"""Chinese particles: a pair of two of them says nothing."""

QUERY_FUNCTION_CHARACTERS = FUNCTION_CHARACTERS | frozenset(
    "什怎哪谁几多少我你您他她它们这那个有没请问告诉知道为何时候样啥"
)
"""The same for a query: the characters of which Chinese questions are made."""

_IRREGULAR = """
    arise: arose arisen
    beat: beaten
    become: became
    begin: began begun
    bend: bent
    bite: bitten
    bleed: bled
    blow: blew blown
    break: broke broken
    breed: bred
    bring: brought
    build: built
    burn: burnt
    buy: bought
    catch: caught
    child: children kid kids
    choose: chose chosen
    cling: clung
    come: came
    creep: crept
    deal: dealt
    dig: dug
    draw: drew drawn
    dream: dreamt
    drink: drank drunk
    drive: drove driven
    eat: ate eaten
    fall: fell fallen
    feed: fed
    feel: felt
    fight: fought
    find: found
    flee: fled
    fly: flew flown flies
    foot: feet
    forget: forgot forgotten
    forgive: forgave forgiven
    freeze: froze frozen
    give: gave given
    go: went gone goes
    grow: grew grown
    hang: hung
    hear: heard
    hide: hid hidden
    hold: held
    keep: kept
    kneel: knelt
    knife: knives
    know: knew known
    lay: laid
    lead: led
    lean: leant
    leap: leapt
    learn: learnt
    leave: left
    lend: lent
    light: lit
    lose: lost
    make: made
    man: men
    mean: meant
    meet: met
    mouse: mice
    movie: film films
    pay: paid
    person: people persons
    photo: photograph photographs photography
    ride: rode ridden
    ring: rang rung
    rise: risen
    run: ran
    say: said
    see: saw seen
    seek: sought
    sell: sold
    send: sent
    shake: shook shaken
    shine: shone
    shoot: shot
    show: shown
    shrink: shrank shrunk
    sing: sang sung
    sink: sank sunk
    sit: sat
    sleep: slept
    slide: slid
    speak: spoke spoken
    speed: sped
    spend: spent
    spin: spun
    stand: stood
    steal: stole stolen
    stick: stuck
    strike: struck stricken
    swear: swore sworn
    sweep: swept
    swim: swam swum
    swing: swung
    take: took taken
    teach: taught
    tear: tore torn
    tell: told
    think: thought
    throw: threw thrown
    tooth: teeth
    understand: understood
    wake: woke woken
    wear: wore worn
    weave: wove woven
    weep: wept
    wife: wives
    win: won
    woman: women
    write: wrote written
    mother: mom mum mommy mummy moms mums
    father: dad daddy dads
    bicycle: bike bikes
    television: tv
    university: uni
    favorite: favourite favourites favorites
    color: colour colours colors
"""

IRREGULAR_FORMS = {
    form: base.strip()
    for base, forms in (line.split(":") for line in _IRREGULAR.strip().splitlines())
    for form in forms.split()
}
"""Form → the one word it is indexed as, before stemming."""
