"""The value with which a sentence fills a slot of one value, for comparing it with another's."""

import re

from mneme.domain.evolution.read_wording import wording
from mneme.domain.evolution.state_words import SLOT_WORDS
from mneme.domain.extraction.sentences import has_han
from mneme.domain.retrieval.terms import Stem, folded


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SLOT_FORMS = SLOT_WORDS | _words(
    """
    a of , with near by just then now current full you can me pleas base bas wife husband hubby
    spous partner girlfriend boyfriend fianc fiance fiancé fiancée marri engag date call name nam
    rent apart hous room studio job employ compani firm work profess occup trade hire join start
    becom stay settl locat town citi home grow diet eat follow keep go turn strict born birthday
    favorit favourit prefer most like answer repli respond write speak talk alway default
    """
)
"""Forms that tell which slot is filled, and how, whatever the value."""

_KINDS = {"color": "colour", "movi": "film", "food": "dish meal"}
"""Other stems for kinds of things of which one is preferred."""

_CHINESE_SLOT_WORDS = _words(
    """
    我 我们 本人 用户 老婆 妻子 太太 爱人 媳妇 老公 丈夫 对象 女朋友 男朋友 女友 男友 未婚妻
    未婚夫 现任 新 结婚 订婚 领证 谈恋爱 恋爱 在一起 和 跟 与 同 名字 姓名 名叫 叫做 叫 的 是
    了 过 着 吧 呢 啊 居住 定居 常住 现居 坐标 搬家 搬到 搬去 搬回 搬 住在 住 家住 家里 家 在
    到 去 来 租 房 房子 公寓 生活 老家 现在 目前 如今 已经 一直 还 就 也 都 很 公司 单位 东家
    雇主 工作 上班 任职 就职于 就职 供职于 供职 任职于 入职 职业 当 做 任 名 个 位 一名 一个
    一位 从事 担任 成为 最喜欢 最爱 喜欢 生日 母语 饮食 于
    """
)
_CHINESE_SLOT_WORD = re.compile("|".join(sorted(_CHINESE_SLOT_WORDS, key=len, reverse=True)))
"""The same in Chinese, the longest first: 就职于 is one."""


def same_value(one: str, other: str, slot: str, stem: Stem) -> bool:
    """Return whether two sentences fill a slot with the same value, told more or less exactly.

    "Oslo" and "Oslo, Norway" are one; York and New York are two.
    """
    if has_han(one) != has_han(other):
        return False
    shorter, longer = sorted((value_of(one, slot, stem), value_of(other, slot, stem)), key=len)
    if not shorter:
        return not longer
    return longer[: len(shorter)] == shorter


def value_of(sentence: str, slot: str, stem: Stem) -> tuple[str, ...]:
    """Return the forms of the value that a sentence, in simplified characters, gives a slot."""
    if has_han(sentence):
        return tuple(filter(str.isalnum, _CHINESE_SLOT_WORD.sub("", folded(sentence))))
    forms = wording(sentence, stem).plain
    if "to" in forms:
        forms = forms[len(forms) - forms[::-1].index("to") :]
    kind = stem(slot.rpartition("_")[2])
    told = _SLOT_FORMS | {kind, *_KINDS.get(kind, "").split()}
    return tuple(
        form
        for at, form in enumerate(forms)
        if form not in told and not (form == "new" and told & set(forms[at + 1 : at + 2]))
    )
