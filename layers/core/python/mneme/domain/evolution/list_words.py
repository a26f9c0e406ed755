"""Statements that hold of each of several things, so that two of them can be made one: data."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH_SUBJECT = r"(?:(?:I|We|(?:The )?[Uu]ser|[A-Z][\w-]{0,40})(?:'m|'re|'s)? )?"
ENGLISH_ADVERB = r"(?:(?:really|also|especially|mostly|usually|often) ){0,2}"
ENGLISH_VERB = (
    r"(?:likes?|loves?|enjoys?|adores?|hates?|dislikes?|speaks?|collects?|plays?|eats?|drinks?"
    r"|grows?|cooks?|watch(?:es)?|reads?|listens? to|(?:have|has) an allergy to"
    r"|(?:(?:am|is|are) )?(?:also )?(?:allergic to|interested in|afraid of|fond of))"
)
ENGLISH_GERUND = (
    r"(?: (?:eating|drinking|playing|watching|reading|listening to|going to|visiting))?"
)

CHINESE_SUBJECT = r"(?:我们?|用户|本人|[\u4e00-\u9fff]{2,3}?)?"
CHINESE_ADVERB = r"(?:很|非常|特别|也|都|还|最){0,2}"
CHINESE_VERB = r"(?:不?喜欢|不?喜爱|热爱|讨厌|(?<!可)爱)(?:吃|喝|看|玩|听|读|去|打)?"

NO_ITEM = _words(
    """
    with in at on for from since because called named near after before during every each who which
    where when while if unless only except until but than then as or not no never that to of by
    more most less well now today yesterday tomorrow daily weekly always sometimes often again too
    lot much
    """
)
"""Words that make of an object more than the name of a thing."""

CHINESE_NO_ITEM = r"[，,。；;：:！!？?]|但|因为|如果|的时候|不|没|比|和.*的|除了|只|才"
