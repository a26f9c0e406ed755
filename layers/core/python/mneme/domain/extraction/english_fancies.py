"""English phrases of what is not so, or not for long: what is supposed, joked about, or passing.

Data, in the notation of `phrase_patterns`.
"""

from mneme.domain.extraction.phrase_patterns import phrases

_LISTS = {
    "fiction": """
        story novel game dream film movie book play comic sims show series scene scenario campaign
        simulation tale exercise example roleplay role_play
    """,
    "told_in": "skyrim minecraft the_sims stardew_valley zelda second_life my_dreams",
    "moved": "moved joined quit left married started became bought got accepted signed had went",
    "example": "prompt example question answer sentence input output",
    "who": "i you we he she they my our a an the there someone somebody",
    "anyone": """
        i'm i've we're i'd we'd he'd she'd you'd i you we he she they my our it there the someone
    """,
    "trait": """
        old broke poor lazy tall short bad good clumsy cheap pale unlucky single boring smart dumb
        fat slow forgetful out_of_shape
    """,
    "thing": """
        bed couch sofa fridge wallet alarm alarm_clock pillow blanket diet scale treadmill brain
        computer houseplants bank_account
    """,
    "so": """
        so very really super too a_bit a_little kinda kind_of pretty all just totally absolutely
        completely quite still already literally bloody damn
    """,
    "weary": """
        tired exhausted sleepy hungry starving famished thirsty bored freezing cold boiling sweaty
        soaked drenched wet stuck late busy knackered beat wiped drained shattered hangry peckish
        dizzy hungover half_asleep wide_awake awake stuffed full out_of_breath fried dying swamped
        distracted jet_lagged melting cranky grumpy in_a_rush in_a_hurry almost_there nearly_there
        running_late on_hold offline
    """,
    "staying": """
        currently still just sitting standing hiding waiting lying walking queuing queueing stuck
    """,
    "spot": """
        train bus tram plane metro subway tube ferry taxi cab uber phone call meeting zoom car queue
        line traffic class lecture bath shower toilet loo bathroom airport station gate checkout
        lift elevator supermarket shop gym kitchen balcony cafe pub bar office desk platform middle
        way waiting_room dentist dentist's doctor doctor's
    """,
    "device": "phone laptop computer tablet pc browser printer earbuds headphones screen keyboard",
    "failing": """
        ringing died dying froze frozen crashed crashing dead restarting updating charging buzzing
        overheating almost nearly acting slow lagging down stuck won't
    """,
    "weather": """
        raining pouring snowing hailing drizzling sunny windy foggy stormy humid hot cold freezing
        boiling chilly dark noisy loud crowded packed monday friday bedtime lunchtime late early
    """,
    "around": """
        bus train tram tube lift elevator kettle doorbell line queue oven microwave toast delivery
        pizza dryer alarm neighbours neighbors wifi printer meeting flight plane
    """,
    "stirring": """
        late delayed cancelled canceled ringing here coming arriving starting drilling crying
        barking calling jumped walked stepped sitting sat climbing blasting beeping ready boiling
        cold broken packed stuck down off in_bed awake napping asleep screaming burning again
    """,
    "mislaid": "keys key phone charger glasses wallet remote headphones",
    "doing": "cooking eating driving having watching making bored",
    "relief": """
        coffee nap drink tea shower break snack minute sleep moment second water caffeine lunch
        breather hug cup
    """,
}

HYPOTHETICAL = phrases(
    """
    ^ were/had i/you/we/he/she/they
    ^ unless
    ^ if
    ^ imagine/suppose/supposing/assume/assuming/hypothetically/theoretically
    ^ what/only/as if
    ^ if only
    ^ picture this/a/an/yourself
    ^ let's/let_us say/assume/suppose/imagine/pretend/call
    ^ say {who}
    ^ consider a/an/the/two/someone/this
    ^ for example/instance
    ^ given a/an/that
    in another/my_next/my_past/the_next/a_past/a_parallel/an_ideal/a_perfect life/world/universe
    i/we wish {anyone}
    in the/my/this/our/that/a/another [last/new] {fiction} {anyone}
    in {told_in} {anyone}
    i/we [just/recently] dreamed/dreamt
    in my/the/a dream/dreams
    i/we almost/nearly {moved}
    i was told i/my/that_i/that_my
    my/his/her character is/was/lives/works/has/loves/hates
    ^ for this/the exercise/example/task/scenario/sake
    the {example} is/was/says/said my/i/i'm
    would/could/might/i'd/we'd/he'd/she'd/they'd/you'd ~8 if {anyone}
    i/we could/would have/be/do/kill/sleep/murder/cry/die/eat !to/able
    """,
    _LISTS,
)
"""What is supposed, wished or made up."""

SCENARIO = phrases(
    """
    ^ imagine/suppose/supposing/assume/assuming/hypothetically
    ^ picture this
    ^ what if
    ^ let's/let_us say/assume/suppose/imagine
    ^ say i/you/we/he/she/a/an/someone/somebody
    ^ consider a/an
    """
)
"""Openings of what is supposed to the end of the message."""

JEST = phrases(
    """
    just/only kidding/joking
    spirit animal
    my wallet/bed/fridge/brain/life/love_life/bank_account is/are like a/an
    my {thing} and_i/and_me/and_my/is_like/loves/hates/thinks/says/called/misses/knows
    in a [committed/serious/toxic/complicated] relationship with my {thing}
    married to my job/work/bed/phone
    walks/walk into a bar
    knock knock
    saving/airplane/zombie/potato mode
    i'm/i_am not ~2 i'm/i_am just/only/simply/actually
    i'm/i_am so {trait} [that] my/even/the
    i told my {thing}
    i put the ~1 in
    {thing} knows everything
    i don't need a/an/google ~3 my {thing}
    ^ a/two/three man/woman/guy/horse/duck walks/walk/goes/enters/orders
    ^ two/three men/women/cows/fish/muffins/antennas are/walk/walks/sit/were
    """,
    _LISTS,
)
"""What is said in jest."""

PASSING = phrases(
    """
    ^ ugh/brb/bbl/gtg/g2g/afk/omw/argh/meh/hold_on/hang_on/wait/oops/whoops/ouch/ow/gah/sigh/phew
    ^ one/just_a/just_one/give_me_a sec/second/moment/minute/min
    as we speak
    i'm/i_am/i_feel/i'm_feeling/we're/we_are/feeling/am [{so}] [{so}] {weary} !of/for/about/with
    ^ so/still/just/getting [{so}] {weary}
    i'm/i_am/we're/we_are/am [still/just/currently] on/in/at the/a/my/this {spot} !exam/exams
    {staying} [still/just/currently] on/in/at the/a/my/this {spot}
    currently/still/just {staying} on/in/at/behind/under the/a/my/this
    in/stuck_in a_meeting/traffic/transit/the_queue/line/the_middle
    on my/the/our way
    i'm/i_am/we're/just about to
    ^ about to
    running late/low/out
    heading out/off/home/to_bed/back
    i'm/i_am/we're off to
    gotta/got_to/have_to/need_to go/run/dash/leave/hop/pop/grab !to/with/through
    be [right] back
    back in a/five/ten/two/an/5/10/2
    talk/speak/read later/soon
    talk/read/finish this/it later
    will/i'll read/finish/do/look ~2 later
    just sat/arrived/parked/crashed
    my/the {device} just died/broke/stopped
    power cut/outage
    need to ~6 now $
    in a minute/second/sec/bit/moment/while
    any minute
    in a/one/two/five/ten/2/3/5/10/15 minute/minutes/mins/min/seconds/sec
    power is/power's/went/just
    just woke
    just walked/came/rang/arrived/knocked/barged in/home/up/back/at
    hang/hold on $
    just got home/in/up !from
    just finished/had/made/spilled/dropped/missed/burnt/burned lunch/dinner/breakfast/coffee/my/the
    can't/cannot/couldn't find my/the {mislaid}
    waiting for/on the/my/a {around}
    my/the internet/wifi/signal/battery/wi_fi is/keeps
    my/the {device} is/was at
    {doing} right_now
    can't/cannot think/focus/concentrate
    my/the {device} [is/just/has/keeps] {failing}
    it's/it_is/still/been [so/really/too/already/still] {weather} !in/when/for_months
    raining/pouring/snowing/thunder/thunderstorm outside/again/here/now $
    ^ the ~1 {around} is/are/has/just/keeps/'s/went ~1 {stirring}
    the {around} is/are/has/just/keeps/went ~1 {stirring}
    the/my kids/baby/toddler/cat is/are/just/keeps/keep ~1 {stirring}
    the/my dog/doorbell/neighbours/neighbors is/are/just/keeps/keep ~1 {stirring}
    the kids/baby/cat/dog just/keeps
    the cat/dog jumped/walked/stepped
    need a/an/some/my/another/more [strong/quick/hot/cold] {relief}
    is/are/'s killing me
    a headache !every/when/if
    my head/stomach/tummy/feet/legs/eyes/brain hurts/hurt/ache/aches/is/are/won't !when/if/every
    someone's/somebody's/someone/somebody at the
    i'm/just/currently making/having/eating lunch/dinner/breakfast/tea/coffee/toast
    got distracted
    ^ [such/what] [a] monday/mondays $
    ^ long/rough day $
    """,
    _LISTS,
)
"""States that pass within the hour."""

GOES_ON = phrases(
    """
    since/always/often/usually/never/constantly/chronic/chronically
    because of my/the/a
    because my/i
    every day/morning/night/evening/week/time/month/monday/friday
    all the time/day/week/night
    for weeks/months/years/months_now/years_now/the_past/the_last
    for ~2 weeks/months/years
    named/called
    my/his/her name
    """
)
"""What does not pass within the hour, whatever else is said of it."""
