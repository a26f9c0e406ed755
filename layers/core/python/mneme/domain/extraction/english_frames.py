"""English frames that tell something lasting of the speaker, whatever the words within them.

"My X is a Y", "I have a Y", "I'm a Y": no list of subjects holds every teacher, cabin and stammer.
What passes, or is about this talk, is told apart before these are asked. Data and one function, in
the notation of `phrase_patterns`.
"""

import re

from mneme.domain.extraction.phrase_patterns import phrases

_LISTS = {
    "task": """
        question questions point idea ideas guess understanding suggestion suggestions opinion
        mistake bad turn code script query function program prompt message messages thought thoughts
        feeling impression answer reply problem issue issues hope worry request order delivery taxi
        uber bus train flight coffee tea lunch dinner breakfast food internet screen page file files
        document essay draft text email internet wifi day morning evening night head hands hand
        eyes input output example last_message session account_is browser app version sentence
        paragraph homework assignment task point_is favourite_part thing deadline_is
    """,
    "got": """
        question questions request problem problems issue issues point idea ideas thought thoughts
        suggestion suggestions doubt doubts feeling hunch minute moment second sec lot few bit
        couple look go try point_here hard_time nice great good lovely guess meeting call clue
        favour favor chance choice go_at look_at error bug crush headache cold list table file
        document text draft sentence paragraph string array dataset function plan_b reason word
        break laugh right say time fun trouble understanding joke short attention minutes
    """,
    "state": """
        bit little few lot mess wreck idiot fool genius potato zombie disaster minute second moment
        fan_of_your loss joke pro_at sucker failure stranger_to robot ghost
    """,
    "habit": """
        sleep sleeps keep keeps drive drives ride rides wear wears carry carries smoke smokes vape
        wake wakes get_up go_to_bed grow grows raise raises breed own owns rent rents share shares
        use uses cook cooks live lives sing juggle skate type believe tip fast pray donate shop
        batch_cook recycle bank vote foster mentor tutor babysit moderate edit translate interpret
        drum busk sculpt weave forage brew homeschool commute
    """,
    "talk_verb": """
        know understand see think get mean want need care mind remember believe agree follow recall
        say said thought knew expected find feel felt suppose guess have hear heard quite really
        just
        seem trust had been realised realized considered meant wanted asked tried noticed use_this
        think_so like the a an it that this work_with like_this wish doubt worry ask care_about give
        post store save share remember_that expect look sound
    """,
    "task_after": """
        it this that the_code your the_app the_same an_eye in_mind getting trying forgetting
        thinking wondering saying seeing making having reading asking me up_with going your_answer
        on_it these those them the_first the_second the_new
    """,
    "number": "one two three four five six seven eight nine ten several many 2 3 4 5 6 7 8 9 10 12",
    "pointing": """
        this that it which what he she they these those the my your you i there here nothing
        something
        anything everything
    """,
    "year": " ".join(map(str, range(1940, 2061))),
    "age": " ".join(map(str, range(3, 100))),
    "own": "house flat home car van bike boat business shop farm company cottage motorbike caravan",
}

_FRAMES = phrases(
    """
    my/our !{task} ~3 is/are/was/were a/an/the/called/named/from/{number} !same/one/best/only
    my/our !{task} ~3 is/are/was/were a/an/the/called/named/from/{number} only/best !way/thing/part
    i/we/i've/we've [also/still/now/currently] have/own/got a/an/no !{got}
    i/we/i've/we've [also/still/now/currently] have/own/got {number}/both/several !{got} !{got}
    i/we/i've/we've got/had a/an/no/two/three !{got}
    i/we don't/do_not/no_longer/never have/own a/an/any !{got}
    i/we no_longer/never have/own/drive/smoke/drink/eat/live/work
    i'm/i_am/we're/we_are [also/now/still/currently/actually/both] a/an !{state}
    i'm/i_am/we're/we_are not a/an !{state}
    i'm/i_am the oldest/youngest/eldest/only/middle/second/third/first !one_who/to/with
    i'm/i_am/we're/we_are between/from/on/in jobs/a_farm/an_island/a_pension/benefits/recovery
    i/we only/usually/mostly/rarely/often/sometimes/normally/generally/hardly/seldom !{talk_verb}
    i/we don't/do_not/never !{talk_verb}
    i/we can read/speak/play/cook/sing/juggle/type !it/this/that/your/the
    i/we can drive/sew/swim/ski/dance/knit !it/this/that/your/the
    i/we support/do/follow !{task_after} !{task_after}
    i'm/i_am/we're [so/really/pretty/quite] good/bad/hopeless/terrible/great/rubbish at/with
    i'm/i_am {number}/six/five foot/feet/cm/metres
    i've/i_have/we've/we_have gone/worked/lived/been/had/known/used ~6 since/for_years/for_ages
    i/we/i've/we've [just/recently/finally] got the keys
    i/we/i've [just/recently/finally] cut/dyed/shaved/grew my
    i'm/i_am/we're/we_are *ing ~6 in_the/next/this_summer/this_autumn/this_winter/this_spring
    i/we [usually/mostly/always/never/rarely/only/also/often/still] {habit} !{task_after}
    i/we [usually/mostly/always/never/rarely/only/also/often/still] go_to/get_up/wake_up at/around
    i/we go to bed
    i've/i_have/we've/we_have/i/we [just/recently/finally] switched/converted/emigrated from/to
    i've/i_have/we've/we_have/i/we [just/recently/finally] sold/lost/bought my/our/the/a/an {own}
    i've/i_have/i/we/we've [just/recently/finally] left/quit/gave_up/given_up/took_up *ing
    i/we usually/normally/mostly/always take/have/order/drink/eat/buy/use !{task_after}
    i/we can't/cannot drive/swim/cook/read/whistle/dance/ski/cycle/smell/see_well/hear_well/walk_far
    i've/i_have never been/had/learned/learnt/owned/smoked/tried/flown/married !this/so/such/more
    my/our default/usual/go_to is/are
    my/our !{task} ~3 has/have {number}/only/no/a/an !{got}
    i/we/my/our ~6 in/since/until/from/till {year}
    i/we went/moved/started/left/became/learned/learnt/married ~6 at/aged {age}
    i/we spent/had my/our ~1 childhood/youth/teens/twenties/thirties
    i/we grew up
    ^ grew up
    i/we/i've [just/finally] passed/failed ~3 exam/exams/bar/boards/finals/viva/audition/interview
    i've/we've kept/lived/known/worked/wanted/played/loved/used/done/run/made/taught ~6 since
    i'm/i_am/we're halfway/midway/partway through
    i'm/i_am [the] head/chair/chief/president/secretary/treasurer/captain of/at
    i've/i_have/we've/we_have/i/we [just/recently/finally] swapped/traded my/our/the/a/an {own}
    ^ !{pointing} ~2 bores/gives/makes/triggers/scares/terrifies/relaxes/annoys/upsets/calms me/my
    ^ !{pointing} ~2 stresses/kills/could_kill/would_kill/energises/soothes/irritates me/my
    there's/there_are ~3 of us
    ^ gonna/going_to be/have a/an/my
    half/most/some/all of my family
    half my family
    the love/light of my life
    i [just/only/finally] had/got/lost a/an/my/our !{got}
    i'm [finally] moving/starting/leaving/turning/expecting !to_think/to_see/to_feel/to_get/it/this
    i'm/i_am on a ~1 diet
    i/we take/need glasses/lenses/insulin/crutches/dialysis/*in/*ine/*ol
    my/our ~2 runs/ends/expires/lasts until/till/in/on
    """,
    _LISTS,
)
_NAMED = re.compile(
    r"\b(?:[Mm]y|[Oo]ur) (?!point|guess|question|idea|bad|turn)(?:[\w'-]{2,20} ){1,3}?"
    r"(?:is|are|was|were)(?: called| named| on| in| at| from| with| near)?"
    r" (?:(?:[Dd]r|[Mm]rs?|[Mm]s|[Tt]he)\.? )?(?!I\b|I')[A-Z0-9]"
    r"|^(?:\w{2,9}[,!] )?(?:I'm|I am) [A-Z][\w-]{1,30}(?: [A-Z][\w-]{1,30})?"
    r"(?:[,.!;]| and | from |$)"
    r"|^[A-Z][\w-]{1,30}(?: [A-Z][\w-]{1,30})?,? (?:is )?(?:my|our) [a-z]"
    r"|\b(?:I'm|I am|[Ii]m) (?:Mrs?|Ms|Dr|Prof)\.? [A-Z]"
)
"""What is the speaker's own and bears a name."""


def is_framed(text: str, said: str) -> bool:
    """Return whether a sentence tells something lasting of its speaker by its frame.

    `text` is the sentence as it is spelt, `said` its words as the text that phrases are found in.
    """
    return _FRAMES.search(said) is not None or _NAMED.search(text) is not None
