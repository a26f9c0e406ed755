"""English phrases that tell what a statement is about, category by category.

Data, in the notation of `phrase_patterns`.
"""

from mneme.domain.extraction.english_subject_words import WORDS
from mneme.domain.extraction.phrase_patterns import phrases

KIN_LED = phrases(
    """
    ^ my/our/the/his/her [older/younger/little/big/youngest/oldest/eldest/picky/late] {kin}
    ^ {kin}
    ^ {kin} name
    my/our ~1 {kin} is/was/has/lives/works/runs/called
    """,
    WORDS,
)
"""What begins with somebody close to the speaker."""

INSTRUCTION = phrases(
    """
    ^ [please/and/so/ok/also] always/never/don't/do_not/please/call/use/keep/answer/write/put/give
    ^ from/in/going now/here/today/future/the_future/forward
    ^ by default
    ^ as a rule
    ^ when you
    {you} [can/should/must/may/please] always/never/skip/use/keep/write/answer/call
    deliveries/parcels/post always
    from now on
    as you asked
    """,
    WORDS | {"you": "you"},
)
"""What is wished for good."""

HEALTH = phrases(
    """
    {sickness}/{treatment}
    broke/broken/sprained/injured/tore/hurt/dislocated/fractured my/her/his/{body}
    bad/weak/sore/stiff/tight/torn/broken/replaced/new {body}
    my/his/her {body} hurts/hurt/aches/pain/problems/surgery/operation/is/are
    {body} operation/surgery/injury/pain/problems/replacement/out
    diagnosed
    pregnant/expecting/trimester/miscarriage/ivf/breastfeeding
    due/baby in/on {when}
    i'm/i_am/been/she's/he's sober/clean/vaccinated/immunocompromised
    given_up/gave_up/quit/stopped/stop smoking/drinking/alcohol/cigarettes
    my doctor/gp/consultant/surgeon says/said/told/wants/advised/recommended/thinks
    donated a kidney
    makes/make/made me/him/her ill/sick/sneeze/itch/dizzy
    my throat
    a/the rash/hives/seizure/seizures
    swell/swells/itch/itches/itchy/seasick/carsick/travel_sick/motion_sickness/sick_easily
    blood thinners
    in hospital
    chronic/long_covid/covid
    lost/lose/gained ~2 kilos/kg/pounds/weight/stone
    i weigh
    can't/cannot eat/have/digest/tolerate
    sleep badly/poorly
    i/we take *statin/*statins/*pril/*arin/*olol/*cillin/*azole/*oxetine/*pram/*formin/*zepam/*aline
    i'm/i_am on *statin/*statins/*pril/*arin/*olol/*cillin/*azole/*oxetine/*pram/*formin/*zepam
    """,
    WORDS,
)
PROFESSIONAL = phrases(
    """
    my/our desk
    i/we chair/organise/organize/host/captain
    {me} [now/currently/still/also/only/no_longer/don't/used_to] work/works !out/it/with_this
    {me} [now/currently/still/also/only/no_longer/don't/used_to] worked/working !out/it/with_this
    {be} working at/for/as/in/on/from/nights/part/full/remotely/with
    i'm/i_am/we're/i_was/she's/he's/is/was/am [now/currently/still/just] a/an/the ~3 {job}
    a ~2 {job} at/with/for/in/here/by
    ^ ~2 {job} here/by
    work/works/worked/working as
    my/our [new/old/current/former/last] job/boss/manager/team/company
    my/our [new/old/current/former/last] employer/office/salary/career/colleague
    my/our [new/old/current/former/last] colleagues/coworker/coworkers/clients
    my/our [new/old/current/former/last] client/customers/department/firm
    my/our [new/old/current/former/last] business/shop/practice/startup/agency
    my/our [new/old/current/former/last] students/pupils/shift/shifts/role
    my/our commute/boss's/agent/line_manager/supervisor/professor/thesis/dissertation/degree/studies
    day/full_time/part_time/side/dream job
    changed/switched/new/lost/quit jobs/job/my_job/the_job/a_job/a_new_job
    left/got/start/started/starting jobs/job/my_job/the_job/a_job/a_new_job
    freelance/freelancer/self_employed/unemployed/retired
    promoted/hired/laid_off/redundant/redundancy
    got/been/was/were [just/finally] accepted/promoted/hired/fired/offered
    got/got_a/got_an/an/a [new] internship/scholarship/grant/job/role/promotion/raise
    promotion/resigned/resign/employed/payroll/sabbatical
    i/we run/own/manage/lead/founded/started/opened/head a/an/the/my/our/{number}
    i/we teach/taught/study/studied/lecture/code/program/programme/freelance/consult/research
    i'm/i_am/been studying/teaching/doing/writing/finishing ~2 {study}
    {study} at/in/from/last/next
    {me} graduated/majored
    degree/phd/master's/bachelor's/diploma in/from
    my/our/her/his phd/master's/mba
    years of experience
    years on/in/as/at !end/average/a_row
    at work/my_office/the_office/our_office [we/i/my/our]
    i/we report to
    night/late/early/day/second shift/shifts
    i/we maintain/maintained/maintaining/been_maintaining
    work/works nights/remotely/part/full/from_home
    two/three/{number} people short
    i/we write/code/program in
    i/we use ~3 at work
    don't/can't/i [really] read/write/code/know ~1 js/javascript/python/java/rust
    don't/can't/i [really] read/write/code/know ~1 go/sql/c/typescript/php/ruby
    """,
    WORDS,
)
PLAN = phrases(
    """
    i'm/i_am/we're/we_are [also/now/still/currently/finally] planning/hoping/saving
    i'm/i_am/we're/we_are [also/now/still/currently/finally] training/preparing/aiming
    i'm/i_am/we're/we_are thinking/dreaming of/about
    i'm/i_am/we're/we_are considering/expecting/applying/booked/signed/enrolled/due
    i'm/i_am/we're/we_are [probably/finally] going_to/gonna !bed/sleep/work/need
    i'm/i_am/we're/we_are [probably/finally] going_to/gonna have/be_late/use/try_it
    i'm/i_am/we're/we_are [finally/also] flying/moving/travelling/traveling
    i'm/i_am/we're/we_are [finally/also] visiting/getting/starting/sitting/taking
    i'm/i_am/we're/we_are [finally/also] leaving/quitting/buying/selling/having
    i'm/i_am/we're/we_are [finally/also] meeting/running/going/staying/hosting
    i/we plan/plan_to/intend/hope/aim/want to !know/see/ask/understand/make_sure
    i/we plan/plan_to/intend/hope/aim/want to check/say/be_able/thank/use/get_rid
    i'd/we'd/i_would/we_would like/love to !know/see/ask/understand/check/say/hear/thank/use
    i'll/i_will/we'll/we_will ~5 {soon}
    i'll/i_will/we'll/we_will quit/retire/move/open/start/become/marry/graduate/buy/run
    my/our goal/plan/dream/aim/deadline/appointment/flight
    my/our exam/interview/wedding/holiday/vacation/trip/move/due !was/were/went
    saving up/for
    i'm/i_am/we're/we_are looking for a/an/some/my ~3 {sought}
    looking to buy/move/rent/hire/learn/change/start/adopt/sell
    {me} booked
    i/we start/leave/fly/move/travel/have/go/return ~6 {soon}
    ~4 is on the {date}
    ^ going to ~6 {soon}
    i/we start/leave/fly/move/travel/go/return ~6 on the {date}
    ^ next/this ~1 i'll/we'll/i'm/we're
    ^ from/starting/beginning/in/next/on ~3 i'll/i_will/we'll/we_will live/work/move/study/teach
    ^ from/starting/beginning/in/next/on ~3 i'll/i_will/we'll/we_will be on/in/at/living/working
    ^ next/this/on ~1 i/we fly/leave/start/begin/move/travel/return/visit/meet/join/marry/graduate
    ^ tomorrow i/we fly/leave/start/begin/move/travel/return/visit/meet/join/marry/graduate
    ^ in ~1 i/we fly/leave/start/begin/move/travel/return/visit/meet/join/marry/graduate
    flight/train/appointment/exam ~3 is/leaves on
    ~6 is/are/starts/leaves/expires/ends/begins/moved/due/booked/scheduled [on/for/to] ~2 {soon}
    looking forward to my/our/the
    flight/appointment/exam/interview/deadline/scan is/moved/on
    operation/wedding/meeting/trip/test/viewing is/moved/on
    starts/expires/begins/leaves/due in/on/next
    second/first/final/last round
    by christmas/easter/summer/the_end/next/then
    bucket list
    """,
    WORDS,
)
PREFERENCE = phrases(
    """
    {me} [really/also/absolutely/don't/do_not/just/never/usually/always/only/still/quite] like
    {me} [really/also/absolutely/don't/do_not/just/never/usually/always/only/still/quite] love/hate
    {me} [really/also/absolutely/don't/do_not/just/never/usually/always/only/still/quite] prefer
    {me} [really/also/absolutely/don't/do_not/just/never/usually/always/only/still/quite] enjoy
    {me} [really/also/absolutely/don't/do_not/just/never/usually/always/only/still/quite] dislike
    {me} [really/also/absolutely/don't/do_not/just/never/usually/always/only/still/quite] adore
    {me} likes/loves/hates/prefers/enjoys/adores/loved/liked/hated/preferred/enjoyed
    ^ like/likes/love/loves/hate/hates/prefer/prefers/enjoy/enjoys/dislike/adore
    i'd/i_would/we'd rather/prefer
    i/we want/prefer everything/answers/replies/all
    can't/cannot/can_not/couldn't stand/bear/do_without/live_without
    favourite/favorite/favourites/favorites/preferred/preference
    fan of
    passionate about
    terrified/scared/afraid/frightened of
    not/never/really/big/really_not into
    into !the/a/my/it/account/that/this
    i'm/i_am/she's/he's picky/fussy/obsessed/addicted/hooked
    i/we [do/don't/never/only/always/no_longer/can't/won't] eat/drink/wear/avoid !it/that/this
    {me} [don't/do_not/never/only/mostly] eats/drinks/wears/avoids
    vegetarian/vegitarian/vegan/pescatarian/kosher/halal/keto/omnivore/teetotal/veggie
    gluten/dairy/meat/sugar/alcohol/lactose/nut free
    no/without onions/sugar/milk/nuts/meat/pork/dairy
    no/without gluten/coriander/cilantro/garlic/mushrooms/seafood/fish
    two/three/one/no/{number} sugars
    window/aisle seat
    i/we take sugar/milk/my_coffee/my_tea
    my coffee/tea/steak/eggs
    tea/coffee/milk/beer/wine over/than/with/without/black
    is my thing/jam/cup/favourite
    i find ~3 annoying/boring/childish/ugly/stressful/confusing/helpful/relaxing/exhausting
    """,
    WORDS,
)
ACTIVITY = phrases(
    """
    {me} [also/usually/still/always/often/sometimes/never/mostly/occasionally/regularly/now] {does}
    {me} ~2 {does} ~6 {often}
    {often} {me}
    i/we [also/still/just/now] play/plays/sing/played/sang [the/in/as] {play}
    {play} in/at/with/for/on/since
    {doing} !it/this/that/is/was/out/late/low
    {be}/started/took_up/tried/began/learning/love/been [been] {doing}
    learning [to/how_to/the/about]
    i/we/i've/we've/been [been/started/began] learning/practising/practicing
    i/we/i've/we've/been [been/started/began] collecting/volunteering/training
    {me} [just/finally/recently/also/even/once] {did} ~12 {when}
    {when} ~3 {me} [just/finally] {did}
    {when} my/our/i_was/we_were
    {past} ~4 i/we/my/our
    i/we ~12 {past}
    i/we [just/finally/also] visited/attended/signed/joined
    i/we [just/finally/also] adopted/volunteered/donated/hosted/organized
    for ~3 months/years/weeks now
    {be} in ~3 {when}
    ^ [just/finally/recently] {did} ~12 {when}
    {me} went to/on/hiking/skiing/camping/swimming/sailing/climbing
    {me} been to
    i_was/we_were/i've_been/we've_been in !a/an/the/my/our/this
    {me} visited/travelled/traveled/hiked/climbed/saw/flew/drove/attended
    first time
    took up
    given up/gave up
    used to
    member/part of
    my/our/a book/chess/running/dinner/sports/tennis club
    my/our/a football/rowing/swimming/cycling/film/photo club
    my/our choir/band/orchestra/team/class/hobby/hobbies/garden/allotment/routine/collection/gym
    i/we have lunch/dinner/breakfast ~4 {often}
    i/i'm/we/we're/my/our ~9 {often}
    ^ been/currently/reading/watching/writing/learning/training/playing
    """,
    WORDS,
)
PERSONAL = phrases(
    """
    my/our/the/his/her/{number}/older/younger/little/big/single/only/best {kin}
    my/our ~2 {kin}
    ^ [the/single] {kin}
    {kin} is/was/has/called/named/lives/works/who
    {kin} of twins/two/three/four/a/an/my
    {number} boys/girls/sons/daughters/kids/children/siblings/brothers/sisters
    my/our/a/an/the/{number} [old/new/rescue/little] {pet}
    the {pet} is/was/has/needs
    puppy/kitten
    {pet} called/named
    my/our/full/first/last/middle/maiden/real/nick/user name/names
    surname/nickname/pronouns/birthday/maiden
    name's/name_is/named/called !it/that/this/me_back
    call me
    i'm/i_am/we're/i/we live/lives/lived/living/based/born/raised/from/staying
    i'm/i_am/we're/i/we temporarily/currently/still live/living/based/staying/rent/renting
    {me} live/lives/lived/grew/moved/rent/rented/own/owns/share/shares/settled/relocated
    been living
    made the move
    {be} from/based/born/raised/living
    born in/on
    moved/moving/relocated/relocating to/from/back/in_with/out/house/into
    my/our house/home/flat/apartment/street/garden/place
    my/our roof/address/neighbourhood/neighborhood/town/village/city
    my/our [new/old] hometown/car/van/bike/boat/phone/laptop
    my/our [new/old] camper/caravan/number_plate/passport/visa/nationality/religion
    married/divorced/single/engaged/widowed/separated/divorce/wedding/adopted/broke_up/anniversary
    dating/in_a_relationship/fiancé/fiancée
    i'm/i_am/we're/she's/he's/is/he_is/she_is/turned/turning/just_turned/age/aged {age}
    years old
    year old
    i/we speak/spoke/own/owned
    {me} [don't/do_not] have/own/owns/has/got/keep/keeps a/an/no/two ~1 {thing}
    {me} [don't/do_not] have/own/owns/has/got/keep/keeps three/{number}/my/our ~1 {thing}
    {me} [don't/do_not] have/own/has a/an/any ~1 {thing}
    my/first/native language/tongue
    left/right handed
    believe in god
    go/goes/going to church/mass/mosque/temple/synagogue
    religious/christian/catholic/muslim/jewish/hindu/buddhist/atheist/protestant/orthodox
    i'm/i_am/we're/she's/he's/as_a/as_an {nation}
    passport/residence_permit/citizenship/citizen/green_card/visa
    passed away
    was/were born
    emergency contact
    my/our budget/height/size/shoe/weight/star/zodiac
    my/our timezone/time_zone/email/phone/postcode/licence/license
    tight budget
    i'm/i_am ~2 tall
    on/not_on facebook/instagram/twitter/tiktok/whatsapp/social
    i'm/i_am/we're/i_was/i_used [a/an/the] ~2 introvert/extrovert/vegan/parent/immigrant
    i'm/i_am/we're/i_was/i_used [a/an/the] ~2 expat/veteran/widow/widower/orphan
    i'm/i_am/we're/i_was an only
    i/we speak/understand ~4 {tongue}
    """,
    WORDS,
)
"""What a statement about the speaker, or about people close to them, may be about."""
