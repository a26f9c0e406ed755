"""English phrases that tell what is wished for good from what is wished once, and talk about talk.

Data, in the notation of `phrase_patterns`.
"""

from mneme.domain.extraction.phrase_patterns import phrases

_LISTS = {
    "thing": """
        one reply replies answer answers email mail letter message draft version slide picture photo
        image document doc file report order trip flight ride booking reservation journey question
        chapter paragraph section page post task chat conversation session thread list table poem
        story song code example meal pizza dinner lunch round part piece chart sheet essay article
        presentation deck invoice translation summary project exercise invitation invite caption
        recipe playlist response output line sentence text bit job game match lesson interview exam
    """,
    "order": """
        skip use keep make give write leave drop omit ignore add put let don't do avoid answer reply
        respond send book get show try take set stick go cut stay start hold
    """,
    "ordered": "ask send write quote answer reply give book plan suggest recommend mention explain",
    "what": "what how why where if whether which that who when",
}

STANDING = phrases(
    """
    never !mind/thought/knew/heard/said/realised/realized/considered
    always/whenever/henceforth/permanently/normally
    by_default/as_a_rule/as_standard/in_general/generally/without_exception/at_all_times
    from now/here/today on/onward/onwards/forward
    from this_point/this_day/here/now on/onward/onwards
    in [the] future
    going forward
    every/each time
    everytime
    for good
    once and for all
    until further notice
    don't/not ever
    do not ever
    stop/quit *ing
    ever again
    unless i say/ask/tell
    when/if i/we/you {ordered}
    remember/don't_forget !when/what/how/where/who/why/which/this/those/the_time/the_day/to_
    for the record
    make a note
    note that/down
    keep/bear in mind
    note to self
    just so you know
    for your information/notes
    call me !a/an/at/when/if/back/tomorrow/later/crazy/on/in/after/before
    """,
    _LISTS,
)
"""Marks of what holds for good, or is to be remembered."""

ONE_OFF = phrases(
    """
    this [one] time !last/next/tomorrow/of/i/we
    just/only [this/the] once
    this once
    for now/once/starters
    just/only for now/today/tonight/the_moment
    for today/tonight only
    today/tonight only
    just/only today/tonight
    today/tonight just/only
    as an exception
    for/in/on/with/about/at/during this/the_current/the_next/the_following/the_coming {thing}
    for/in/on/with/about/at this/the_current/the_next/the_following ~1 {thing}
    make/keep/give/let/do/leave/write/format/send/put/set/have this {thing}
    make/keep/give/let/do/leave/write/format/send/put/set/have this ~1 {thing}
    this particular/specific/single
    ^ this ~1 {thing} should/must/needs/has_to
    this {thing} should/must/needs/has_to
    exceptionally/temporarily
    """,
    _LISTS,
)
"""Marks of what holds for this turn, order or document only."""

LASTING = phrases(
    """
    usually/normally/always/never/generally/otherwise/mostly/ordinarily/typically
    by default
    my/our default/usual/standard
    in general
    from now on
    as a rule
    the rest of the time
    every/each time/day/week/other
    """
)
"""What tells a lasting wish from the passing one beside it."""

TODAY = phrases(
    """
    today/tonight/here
    this morning/afternoon/evening/weekend
    """
)
"""Marks of this turn if a wish goes with them."""

WISH = phrases(
    """
    ^ please/no/just/only/{order}
    ^ this {thing} should/must/needs/has_to
    ^ {order}
    please/pls/plz
    i'd/we'd like/prefer/rather/want/need
    i/we would like/prefer/rather/want/need
    i/we [only/just] want/need/prefer
    i'll have/take
    i'm fine/ok/okay with
    can/could you/we
    ^ ~2 give/show me
    ^ ~2 make/keep it
    don't use/include/mention/add/write/put
    """,
    _LISTS,
)
"""Words of a wish, as against something that happened."""

ABOUT_TALK = phrases(
    """
    ^ i/we think/guess/believe/suppose/see [so/not/that/it/you/now] $
    ^ i/we agree/mean/understand/know/hope [so/not/that/it/you/now] $
    ^ i/we get/got/like/love/prefer/see it/that/this/these/those $
    ^ i/we see/get it/that/this
    ^ hope/hoping you/your/you're/this/that/it/everything/all
    i/we like/love/prefer/want/take/mean the first/second/third/last/other/shorter/longer/new/old
    i/we like/love/prefer the ~2 one/version/option/idea/sound/draft/title
    i/we [really] think/guess/believe/feel/know/see you're
    i/we [really] agree/understand/appreciate/like/love/admire you're
    i [really] think/guess/believe/know [that/what/how] you/you've/your
    i [really] see/understand/appreciate/admire [that/what/how] you/you've/your
    i've/i been thinking about what you
    my/our ~2 loved/loves/liked/likes/hated it/this/that
    i'll/i_will pass/forward/share/send/tell/show/take/save/copy/use it/this/that/them
    your [first/second/third/last] idea/ideas/version/suggestion/suggestions/answer/draft/solution
    your [first/second/third/last] advice/option/plan/proposal/example/explanation/reply
    i've/i_have/i read/seen/tried/watched/done/heard it/that/this
    what you said/wrote/suggested/mentioned/told/sent
    i/we agree with/on/about
    i/we [really] like/love/enjoyed/hate/prefer how/what/that you
    i/we made a/an/another [small/silly/stupid] typo/mistake/error
    i/we changed/picked/chose/pick/selected my_mind/our_mind/option/answer
    i/we [once/just] read/heard somewhere
    i/we don't/didn't/can't/cannot/couldn't understand/follow/mean/know {what}
    i/we don't/didn't/can't/cannot/couldn't think/see/get/remember {what}
    i/we don't/didn't/can't/cannot understand/follow/see/get/know/mean it/this/that/the
    i/we don't/didn't/can't/cannot understand/follow/see/get/know/mean a/any/much/yet
    i/we don't think so/that/this/it
    i/we don't [really] understand/follow $
    i'll/we'll/i_will/let_me [just] try/check/look/test/paste/upload/read/use it/this/that/the/again
    i'll/we'll/i_will/let_me have/take/give a/it/that ~ look/try/go/go/thought
    i'll/we'll/i_will/let_me think/get_back/let_you/keep_you
    i'll/we'll/i_will/let_me come_back/go_with/ask_you/see_if/do_that
    i'll/we'll/i_will/let_me do/send it/that/you
    i'd/i/we want/need/like/love you to
    i_would/i'd like you to
    i/we [only/just/really/also] want/need/like/prefer a/an/it/this/that
    i/we [only/just/really/also] want/need/like/prefer one/two/three/some/something
    i/we [only/just/really/also] want/need another/more/help/advice/ideas/suggestions/tips/feedback
    i/we [only/just/really/also] want/need your/only/just/the
    i'd/i_would like a/an/it/this/that/one/two/three/some/something/another/more/help/your/the
    i/we/i'd want/need/like to see/know/ask/understand/check/find_out/generate/create
    i/we just/tried/ran/pasted/followed/clicked it/that/this
    i/we copied/uploaded/attached/restarted/asked/changed it/that/this
    i/we tried/pasted/followed/clicked/copied/uploaded/attached/restarted/changed your/the
    i/we ran the code/script/query/tests/command/program
    i've/i_have/i/we got/get/have a/an [quick/small/stupid] question/error/issue/request/doubt
    i've/i_have/i got/get/have no idea
    i'm/i_am/i_was [just/a_bit/really] wondering/asking/curious/confused/unsure
    i'm/i_am [just] not sure {what}
    i'm/i_am [so/really/very] glad/happy/sorry/afraid/pleased you/you're/that/it/to/for
    i'm/i_am sure/done/back/ready/good/fine/ok/okay/kidding/joking/serious/listening $
    i'm/i_am sorry/afraid
    i'm/i_am stuck on/at/with
    i'm/i_am looking at the/your/this
    i'm/i_am talking about
    exactly what/how/as i
    i/we would/could/should/might/wouldn't/couldn't [never/not] have
    i/we hadn't/didn't/never thought/think/considered/consider of/about/that/it
    i/we hadn't/didn't/never realised/realized/realise/realize/know of/about/that/it
    ^ works/worked/working now/fine/great/perfectly/well/for_me/like_a/again
    that's/this_is/that_was exactly/what_i/all_i/good_to/helpful/the_one/why_i_asked
    ^ that/this/you/it/you've [really/just/already] saved/saves/made/makes/helped/helps me/my
    saved me/my hours/day/life/time/evening/week
    my ~2 [always/once/never] said/says that !i/my/we/she/he
    ^ pretty please
    ^ thank/thanks/thx/ty/cheers/appreciate/apologies/congrats/congratulations/welcome
    ^ much appreciated
    ^ many thanks
    ^ happy birthday/new
    ^ good luck
    ^ nice/great/glad/good to
    ^ glad i/it/you
    ^ take care
    ^ enjoy
    ^ see you
    ^ looking forward to it/hearing/your/seeing_you
    fingers crossed
    wish me luck
    where was i
    never mind
    as i said/mentioned/told
    like i said
    to be clear
    long story short
    sorry for/about the
    bear with me
    let me explain/know/rephrase/start/see/tell
    here's/here_is the/my/what/a
    see below/above/attached
    ^ in/on line/step/row/page/slide/point/section/question
    my/the code/script/query/function/loop/regex ~1 is/isn't
    my/the formula/build/tests/compiler/prompt/spreadsheet ~1 is/isn't
    my/the code/script/query/function/loop/regex does/doesn't
    my/the formula/build/tests/compiler/prompt/program does/doesn't
    my/the code/script/query/function/loop keeps/fails/crashes/returns
    my/the regex/formula/build/tests/program keeps/fails/crashes/returns
    my/the code/script/query/function throws/says/gives/shows/works/stopped
    my/the loop/regex/formula/build/program throws/says/gives/shows/works/stopped
    """,
    _LISTS,
)
"""What is said about the talk itself or the task at hand: assent, thanks, trials."""

NOTED = phrases(
    """
    remember/don't_forget/keep_in_mind/bear_in_mind/note_that/for_the_record/note_to_self
    just so you know
    make a note
    for your information/notes
    """
)
"""Marks of what is to be remembered, whoever it is about."""

REPORTS = phrases(
    """
    said/says/say/wrote/writes/asked/asks/replied/quote/texted/messaged/sent/emailed/posted/told/reads/text/line/sentence/means/called
    """
)
"""Words beside a quotation that make it what the sentence is about."""

OFFERED = phrases(
    """
    would you like/prefer me/to_see/to_know/another/more/a/the/some
    do you want/need/prefer me/to_see/another/more/a/the/some/it/that/this/one
    did you mean
    which/what one/version/option/part/format/tone/style ~9 you/your
    does that/this/it
    can/could/would/will you
    are you [still] sure/ready/there/looking/using/asking/talking/referring
    shall/should i
    is that/this/it what
    do you know/remember/understand/mean/see/think/have_any/have_a
    """
)
"""Questions about the task, whose answer is about the task as well."""

ABOUT_SPEAKER = phrases(
    """
    makes/make/made/gives/gave/keeps/reminds me/us
    bores/terrifies/relaxes/upsets/calms/stresses/soothes/kills me/us
    could/would/will kill me
    of us !knows/think/want
    taught/told/bought/calls/called/scares/bothers/hurts me/us
    lets/triggers/irritates/with/between/around/annoys/suits/fits me/us
    ^ ~5 here $
    ^ [not] [a/the/my] [big/huge/massive/real] fan of
    ^ no longer
    ^ [complete/total/absolute] beginner/novice/newbie
    ^ [single] dad/mum/mom/mother/father of
    ^ proud owner/parent/dad/mum/mom
    ^ [day/side/second] job is/was
    ^ ~2 household/family
    ^ going to !be/have/need/bed/sleep/work
    ^ had/getting my/a/an/the/to
    ^ ~3 is/are/was/leaves/starts/back on the {date}
    ^ ~3 is/are/was/starts/moved/scheduled/booked/due [on/for/to/back/by] [the] {day}
    ^ ~3 is/are/was/starts/moved/scheduled/booked/due [on/for/to/back/by] [the] {month} {date}
    """,
    {
        "day": """
            monday tuesday wednesday thursday friday saturday sunday tomorrow next_week next_month
            next_year
        """,
        "month": """
            january february march april may june july august september october november december
        """,
        "date": " ".join(
            f"{day}{ending}" for day in range(1, 32) for ending in ("", "st", "nd", "rd", "th")
        ),
    },
)
"""What is about the speaker although nobody is named."""
