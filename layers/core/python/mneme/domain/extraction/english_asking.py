"""English words of questions and requests: data only, all in lower case."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


IMPERATIVES = _words(
    """
    add adjust answer brainstorm cc append apply arrange assume avoid book bring build calculate
    cancel capitalize
    change check choose cite classify clean combine compare compose compute consider continue
    convert copy correct count create cut debug define delete deliver describe design develop divide
    do
    don't double draft draw drop edit elaborate estimate evaluate exclude expand explain extract
    fill find finish fix follow forget format forward generate get give go group guess help
    highlight hold
    identify ignore illustrate imagine implement improve include insert interpret invent keep leave
    let let's list look make mark merge modify move name number omit open optimize order organise
    reserve ship wake
    organize outline paraphrase paste pick plan polish predict prepare pretend print prioritise
    prioritize proofread propose provide put quiz quote rank rate read recommend redo refactor
    refine reformat regenerate remember remind remove rename reorder repeat rephrase replace reply
    research respond restart restructure retry return reverse review rewrite round run save say scan
    schedule search select send set shorten show simplify skip solve sort split start stop structure
    suggest sum summarise summarize swap take talk teach tell test think transcribe translate treat
    trim try turn type update use validate verify visualise visualize walk write
    """
)
"""First words of a request."""

LEADING_IN = _words("for in on with about as at to after before")
"""First words of what a request is for."""

ASKING = IMPERATIVES | {"no", "please", "call"}
"""First words of a wish."""

ASKING_WORDS = _words("what how why where who which whose when what's how's where's who's")
ASKING_FOR_CERTAIN = _words("why how which whose")
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
