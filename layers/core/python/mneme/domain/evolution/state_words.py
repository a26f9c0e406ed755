"""Statements of what can have one value at a time, and of its change: data."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


RATING = "rating|评级"
"""Of what is rated there is one word at a time, whoever speaks of it (P20)."""

ONE_VALUE = (
    r"first name|last name|surname|full name|name|age|height|weight|shoe size|birthday"
    r"|date of birth|salary|job title|employer|company|hometown|home town|city|time ?zone|address"
    r"|phone(?: number)?|mobile(?: number)?|telephone(?: number)?|native language|mother tongue"
    r"|favou?rite [a-z]+(?: [a-z]+)?|preferred [a-z]+(?: [a-z]+)?"
)
"""Nouns of which a person has one; what follows "is" is its value."""

VALUE_UNTIL_CHANGED = (
    r"e-?mail(?: address)?|user ?name|nickname|subscription|password hint|wi-?fi name"
    r"|emergency contact|current [a-z]+(?: [a-z]+)?"
)
"""Nouns of which a person may have two, for home and for work: one ends only by a change of it."""

VALUE_OF_A_THING = r"status|size|budget|deadline|due date|title|role|position|version"
"""Nouns of which each project, team or thing has one: it must be named."""

CURRENT_VALUE = f"{VALUE_UNTIL_CHANGED}|{ONE_VALUE}|{VALUE_OF_A_THING}|{RATING}"

CHINESE_ONE_VALUE = (
    "名字|姓名|年龄|身高|体重|鞋码|生日|工资|薪水|公司|家乡|城市|时区|母语|地址|电话(?:号码)?|手机号码?"
    "|最喜欢的[\u4e00-\u9fff]{1,6}|最爱的[\u4e00-\u9fff]{1,6}|偏好的[\u4e00-\u9fff]{1,6}"
)
CHINESE_VALUE_UNTIL_CHANGED = "邮箱(?:地址)?|用户名|昵称|套餐|紧急联系人"
CHINESE_VALUE_OF_A_THING = "状态|尺码|预算|截止日期|职位|职务|版本"
CHINESE_CURRENT_VALUE = (
    f"{CHINESE_VALUE_UNTIL_CHANGED}|{CHINESE_ONE_VALUE}|{CHINESE_VALUE_OF_A_THING}|{RATING}"
)

CHANGED_FROM_TO = (
    r"(?:switched|changed|moved|migrated|upgraded|converted|transferred|reassigned|(?P<journey>went))"
    r"(?: over| back| again)? from (?P<old>\S.{0,60}?) to (?P<new>\S.{0,60}?)"
)
CHINESE_CHANGED_FROM_TO = (
    r"从(?P<old>[^，,。]{1,20}?)(?:换|改|转|切换|升级|搬|调|跳槽|调动|更换)"
    r"(?:成|到|为|用|去|至)了?(?P<new>[^，,。]{1,20})"
)

STATES = _words(
    """
    use drink drive ride work live stay take studi subscrib wear be on in at for with bank rent
    """
)
"""Stems that may stand before the value of a state that changes; liking is none."""

CHINESE_STATES = "用|喝|开|骑|住在|在|租|订阅|穿|吃|学|是"

SLOT_WORDS = _words(
    """
    live move reloc resid work be on in at for as to from project assign back a my our 's have
    """
)
"""Forms that belong to a slot and not to its value."""

ONE_VALUE_SLOTS = frozenset({"name", "home_city", "employer", "job", "project"})
"""Slots of `fact_slots` that certainly have one value: an allergy may stand beside another."""
