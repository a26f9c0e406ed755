"""Words by which the wording of a statement is read: data only."""

from mneme.domain.retrieval.lexicon import IRREGULAR_FORMS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NOT = "¬"
"""Stands for a negation in a wording."""

NEGATIONS = _words("not never no neither nor none nobody nothing")
LIKED_LESS = _words("hate hates hated dislike dislikes disliked detest detests loathe loathes")
"""Say "not like"."""

STOPPING = _words("stop stops stopped quit quits quitting")
"""Before a verb in -ing: say "no longer"."""

DROPPED = _words(
    """
    the do does really very quite so just also too actually currently now still already truly
    definitely absolutely anymore basically certainly indeed
    """
)
"""Say nothing about what is stated."""

TO_BE = _words("am is are be been being was were")
TO_HAVE = _words("have has having had")

PAST = _words("was were had did")
MODAL = _words("will would shall should can could may might must gonna")

_NAMES_OF_THINGS = _words(
    """
    child foot knife man mouse movie person photo tooth wife woman mother father bicycle television
    university favorite color
    """
)
_SAME_AS_PRESENT = _words("beat become come run read put goes flies")
PAST_FORMS = frozenset(
    form
    for form, base in IRREGULAR_FORMS.items()
    if base not in _NAMES_OF_THINGS and form not in _SAME_AS_PRESENT
)
"""Irregular forms of the past."""

ALIKE = {
    "love": "like",
    "enjoy": "like",
    "ador": "like",
    "resid": "live",
    "purchas": "buy",
    "physician": "doctor",
    "automobil": "car",
    "flat": "apart",
    "mobil": "phone",
    "telephon": "phone",
    "begin": "start",
}
"""Stem → the one stem that stands for words of one meaning. Where in doubt, left out."""

FOND = "like"
"""Of a person it is one thing to like them and another to love them."""

AND = _words("and , 和 、 与 跟 及 以")
"""Between the items of a list, in a wording."""

TAILS = _words(
    """
    with in at on for from sinc becaus call name near after befor dure everi each who which where to
    of by that 因 叫
    """
)
"""Begin what may be added at the end of a statement without changing what it says before; stems."""

SPEAKER = _words("i user")

OCCASION = _words(
    """
    today tonight yesterday tomorrow ago this last next monday tuesday wednesday thursday friday
    saturday sunday
    """
)
"""Speak of one day or one time: what happened then is neither repeated nor denied by another."""

CHINESE_NEGATION = (
    r"(?:不再|从来不|从来没|从不|从没|并不|绝不|没有(?=.)|没(?!准)|勿"
    r"|不(?![错同但仅断久然管论少]|过(?!敏))(?<!差不)(?<!对不))"
)
CHINESE_DISLIKE = "讨厌|厌恶|反感|痛恨"
CHINESE_LIKE = (
    "喜爱|热爱|钟爱|酷爱|爱好"
    r"|(?<![可恋相亲疼喜热最])爱(?![人情好心护惜戴慕尔])"
)
CHINESE_FILLERS = "非常|特别|真的|其实|超级|十分|目前|现在|如今|很|挺|都|也|就|还|又"
CHINESE_PARTICLES = "[了啊呀呢吧哦嘛啦]"
CHINESE_MEASURES = "个只条位名岁年月号次点块元本辆台套间杯碗公斤米里天周级楼瓶张口头匹"
CHINESE_OCCASION = (
    "今天|今晚|今早|昨天|昨晚|明天|前天|后天|刚才|刚刚|这次|那次|去年|明年|今年"
    "|[上下这本]个?(?:周(?!末)|星期|礼拜|月)"
)

_TIMES = "day morn afternoon even night week weekday weekend month year monday tuesday wednesday"
_ENGLISH_OFTEN = "daili weekli often usual regular frequent sometim occasion alway"
_CHINESE_OFTEN = "每天都 每天 每周 每晚 每早 天天都 天天 经常 常常 平时 通常 总是 有时 偶尔"
OFTEN = (
    *(("everi", one) for one in f"{_TIMES} thursday friday saturday sunday".split()),
    *((one,) for one in _ENGLISH_OFTEN.split()),
    *(tuple(one) for one in _CHINESE_OFTEN.split()),
)
"""Tell how often something is done, in a wording; stems, and characters."""
