"""English words by which the subject of a statement is told: the lists of `english_subjects`."""

WORDS = {
    "be": "i'm i_am i_was we're we_are he's he_is she's she_is am is are was were been being",
    "me": "i i've i_have we we've we_have he she they",
    "number": """
        one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty
        thirty forty fifty sixty both several 1 2 3 4 5 6 7 8 9 10 11 12 15 20 30
    """,
    "kin": """
        bf gf hubby mum mom mother dad father grandad granddad nan gran granny nana stepfather
        stepmother sibling parents parent wife husband spouse partner girlfriend boyfriend
        fiancé fiancée fiance fiancee son sons daughter daughters kid kids child children baby
        toddler brother brothers sister sisters sibling siblings twins twin family grandma
        grandmother grandpa grandfather grandparents grandson granddaughter grandchildren aunt uncle
        cousin cousins nephew niece friend friends roommate flatmate housemate neighbour neighbor
        neighbours neighbors in_laws godson goddaughter stepson stepdaughter stepmum stepmom stepdad
        ex ex_husband ex_wife childminder nanny landlord landlady youngest eldest oldest boys girls
        teenager teenagers mum's mom's mother's dad's father's parents' wife's husband's partner's
        son's daughter's kids' brother's sister's family's grandma's grandmother's friend's aunt's
        uncle's boyfriend's girlfriend's roommate's flatmate's brother_in sister_in mother_in
        father_in best_friend
    """,
    "pet": """
        dog dogs cat cats puppy kitten rabbit rabbits hamster parrot horse pony goldfish tortoise
        turtle turtles greyhounds corgi poodle labrador retriever terrier dachshund hens chickens
        goats bees ferret gecko snake budgie lizard
    """,
    "sickness": """
        flu pneumonia bronchitis diabetes diabetic asthma asthmatic epilepsy epileptic arthritis
        migraine migraines cancer
        hypertension anaemia anemia eczema psoriasis coeliac celiac crohn's ibs endometriosis
        fibromyalgia depression anxiety adhd autism autistic dyslexia dyslexic insomnia sleep_apnoea
        sleep_apnea tinnitus vertigo scoliosis osteoporosis gout thyroid hypothyroidism lupus ms
        parkinson's alzheimer's dementia stroke ptsd bipolar ocd syndrome disability disabled
        colour_blind color_blind colourblind colorblind deaf blind short_sighted near_sighted
        lactose gluten intolerant intolerance allergy allergies allergic hay_fever hayfever reflux
        cholesterol blood_pressure blood_sugar pacemaker wheelchair crutches hearing_aid
        hearing_aids inhaler insulin metformin statins antidepressants antibiotics ibuprofen
        penicillin
    """,
    "treatment": """
        medication medications meds medicine pills pill tablets prescription surgery operation
        transplant chemo chemotherapy physio physiotherapy dialysis therapy therapist psychiatrist
        cardiologist dermatologist gynaecologist physiotherapist neurologist diagnosis check_up
        mri scan x_ray biopsy vaccinated vaccine rehab
    """,
    "body": """
        knee knees back hip hips shoulder shoulders ankle wrist arm leg neck spine elbow hamstring
        hamstrings achilles foot kidney gallbladder appendix heart lungs tooth teeth eyesight vision
        hearing throat
    """,
    "job": """
        engineer developer programmer designer teacher professor lecturer nurse doctor surgeon
        dentist vet lawyer solicitor barrister accountant architect chef cook baker barber
        hairdresser driver pilot electrician plumber carpenter joiner journalist writer author
        editor translator interpreter artist illustrator musician photographer scientist researcher
        analyst consultant manager director ceo cto founder owner therapist counsellor counselor
        pharmacist farmer gardener florist mechanic welder builder postman postwoman paramedic
        firefighter policeman policewoman police_officer soldier officer librarian curator tutor
        coach trainer physicist chemist biologist economist statistician administrator receptionist
        secretary assistant clerk cashier waiter waitress barista bartender salesperson salesman
        estate_agent broker banker trader auditor actuary recruiter marketer copywriter producer
        filmmaker actor actress dancer singer composer conductor priest pastor imam rabbi midwife
        carer caretaker janitor cleaner courier student apprentice intern trainee freelancer
        contractor civil_servant social_worker data_scientist product_owner scrum_master sysadmin
        potter tailor jeweller butcher beekeeper fisherman sailor captain zookeeper
    """,
    "study": """
        university college school degree bachelor's master's phd doctorate thesis dissertation
        diploma certificate certification course class apprenticeship internship residency bootcamp
        law medicine physics chemistry biology maths math history psychology economics engineering
        nursing architecture linguistics philosophy
    """,
    "play": """
        guitar bass piano violin viola cello flute oboe clarinet saxophone trumpet trombone drums
        harp accordion ukulele banjo alto soprano tenor tennis football soccer basketball volleyball
        badminton squash golf hockey rugby cricket baseball chess bridge poker go darts snooker
        d&d video_games board_games ping_pong table_tennis handball netball
    """,
    "doing": """
        running swimming cycling hiking climbing bouldering yoga pilates gym crossfit dancing
        singing painting drawing pottery ceramics knitting sewing crochet baking cooking gardening
        reading writing photography birdwatching fishing sailing surfing skiing snowboarding skating
        rowing kayaking camping meditation meditating boxing karate judo taekwondo choir orchestra
        band theatre theater volunteering woodworking origami calligraphy gaming chess puzzles
        marathon half_marathon triathlon 10k 5k parkrun jogging
    """,
    "does": """
        play plays played run runs ran swim swims swam cycle cycles cycled hike hikes hiked climb
        climbs jog jogs bike bikes walk walks row rows ski skis surf surfs sail sails skate dance
        dances danced sing sings sang paint paints painted draw draws knit knits sew sews bake bakes
        baked cook cooks garden gardens read reads write writes wrote collect collects collected
        volunteer volunteers volunteered coach coaches train trains practise practises practice
        practices meditate meditates fish fishes hunt hunts camp camps travel travels travelled
        traveled commute commutes brew brews restore restored restores build builds built watch
        watches rehearse rehearses perform performs compose composes blog podcast stream attend
        attends join joined
    """,
    "did": """
        went visited saw met bought sold flew drove moved started finished completed graduated
        passed failed won lost broke joined left quit stopped adopted celebrated attended ran hiked
        climbed travelled traveled stayed spent learned learnt signed hosted organised organized
        voted donated named switched changed upgraded cancelled canceled inherited retired founded
        opened launched published recovered injured sprained fell crashed became tried gave watched
    """,
    "sought": """
        restaurant restaurants flat apartment house room place job jobs school nursery nanny doctor
        dentist therapist gym car bike partner roommate flatmate tutor teacher course class club
        team choir band internship apprenticeship office studio dog puppy cat kitten gift present
    """,
    "when": """
        yesterday last_week last_month last_year last_night last_spring last_summer last_autumn
        last_fall last_winter last_weekend last_monday last_tuesday last_wednesday last_thursday
        last_friday last_saturday last_sunday ago this_year this_spring this_summer january february
        march april may june july august september october november december monday tuesday
        wednesday thursday friday saturday sunday christmas easter spring summer autumn winter
        recently finally first
    """,
    "past": """
        yesterday last_week last_month last_year last_night last_spring last_summer last_autumn
        last_fall last_winter last_weekend last_monday last_tuesday last_wednesday last_thursday
        last_friday last_saturday last_sunday last_fri last_sat days_ago weeks_ago months_ago
        years_ago week_ago month_ago year_ago
    """,
    "soon": """
        tomorrow next_week next_month next_year next_spring next_summer next_autumn next_fall
        next_winter next_weekend next_monday next_tuesday next_wednesday next_thursday next_friday
        next_saturday next_sunday in_january in_february in_march in_april in_may in_june in_july
        in_august in_september in_october in_november in_december in_spring in_the_spring in_summer
        in_the_summer in_autumn in_the_autumn in_the_fall in_winter in_the_winter this_summer
        this_autumn this_winter this_year over_christmas at_christmas on_monday on_tuesday
        on_wednesday on_thursday on_friday on_saturday on_sunday one_day some_day someday
    """,
    "often": """
        every_day every_week every_month every_year every_morning every_evening every_night
        every_weekend every_monday every_tuesday every_wednesday every_thursday every_friday
        every_saturday every_sunday every_other every_quarter every_few mondays tuesdays wednesdays
        thursdays fridays saturdays sundays weekends weekdays mornings evenings nights daily weekly
        monthly usually always never often sometimes regularly twice_a once_a three_times times_a
        days_a nights_a hours_a a_week a_month a_day most_days most_mornings rarely hardly_ever
    """,
    "age": " ".join(map(str, range(1, 105)))
    + " sixteen seventeen eighteen nineteen twenty twenty_one thirty forty fifty sixty seventy",
    "thing": """
        kids children sons daughters car house flat garden cottage boat van bike motorbike campervan
        caravan allotment farm cat cats dog dogs horse piano siblings brothers sisters pets
        smartphone tv dishwasher balcony lift licence license solar tattoo tattoos twins
    """,
    "tongue": """
        english spanish french german italian portuguese dutch polish russian chinese mandarin
        cantonese japanese korean arabic hindi turkish swedish norwegian danish finnish greek
        catalan welsh irish ukrainian czech hungarian romanian vietnamese thai hebrew swahili urdu
    """,
    "nation": """
        british english scottish welsh irish american canadian australian french german italian
        spanish portuguese dutch belgian swiss austrian polish czech slovak hungarian romanian
        bulgarian greek turkish russian ukrainian swedish norwegian danish finnish icelandic
        estonian latvian lithuanian chinese japanese korean vietnamese thai indonesian malaysian
        filipino indian pakistani bangladeshi nepali iranian iraqi syrian lebanese israeli
        egyptian moroccan algerian tunisian nigerian ghanaian kenyan ethiopian brazilian
        argentinian argentine chilean colombian peruvian mexican cuban jamaican south_african
        european african asian latino latina kiwi croatian serbian slovenian albanian
    """,
    "date": " ".join(f"{day}{end}" for day in range(1, 32) for end in ("st", "nd", "rd", "th")),
}
