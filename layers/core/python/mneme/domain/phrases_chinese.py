"""Chinese word lists of the extractor: data only, and a few words of other scripts."""


def _list(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.split(), key=lambda word: (-len(word), word)))


PLEASANTRIES = _list(
    """
    你好 您好 大家好 早上好 下午好 晚上好 中午好 早安 晚安 早 哈喽 嗨 嘿 在吗
    谢谢你 谢谢您 谢谢 多谢 感谢 非常 辛苦了 不客气 不用谢 没关系 没事 对不起 不好意思 抱歉
    再见 拜拜 回见 回头见 下次见 好的 好吧 好嘞 行吧 可以 没问题 知道了 知道 明白了 明白
    懂了 了解了 了解 收到 太好了 太棒了 真棒 真好 不错 厉害 牛 棒 是的 是啊 对的 没错 当然
    确实 原来如此 同意 哈 呵 嗯 哦 噢 喔 哇 啊 呀 吧 啦 呢 好 行 对 是 的 了 我 你 您 很 太 真
    也 都 就 那 这 有道理
    """
)
"""What is made of these only states nothing; longest first, as they are struck out in order."""

PERSONS = _list(
    """
    我 咱 俺 他 她 妈 爸 父亲 母亲 老婆 老公 妻子 丈夫 爱人 男朋友 女朋友 男友 女友 儿子 女儿 孩子
    哥哥 弟弟 姐姐 妹妹 爷爷 奶奶 外公 外婆 姥姥 姥爷 家人 家里 朋友 同事 同学 老板 领导 室友
    邻居 老师 用户 客户 本人 先生 女士 小朋友
    """
)

"""People, spoken of by a pronoun or by what they are to the speaker."""

ADDRESSEE = _list("你 您")
"""The one spoken to."""

PERSON_VERBS = _list(
    """
    喜欢 喜爱 热爱 讨厌 偏爱 偏好 爱吃 爱喝 不吃 不喝 想要 想去 想买 打算 计划 准备 希望 住在
    搬到 搬去 搬家 过敏 上班 工作 就职 入职 离职 辞职 毕业 结婚 离婚 怀孕 出生 出差 养了 买了
    去了 吃了 做了 看了 学了 换了 每天 经常 习惯 生日 名字 担任 负责
    """
)
"""What people do, whether or not the sentence names them; things do so rarely."""

QUESTION_WORDS = _list(
    """
    什么 谁 怎么 怎样 如何 哪 几点 几个 多少 为何 是否 能不能 可不可以 是不是 有没有 要不要
    会不会 好不好 行不行
    """
)
"""Words that ask."""

NOT_ASKING = _list("都 也 知道 不管 无论 没什么 记得")
"""Words beside which a question word asks nothing, as in 什么都吃."""

QUESTION_ENDS = ("吗", "么", "呢")
NOT_QUESTION_ENDS = ("那么", "这么", "要么")

ONGOING = _list("在 还 可 正")
"""A final 呢 behind these states something, as in 我在吃饭呢."""

LEAD_INS = ("想问", "请", "问一下", "想知道", "想了解", "帮我", "麻烦", "告诉我", "给我", "我想问")
"""First words of a question or a request, even where they look like a statement."""

STANDING = _list("记住 记得 以后 总是 每次 永远 从现在起 别忘")
"""Words that make a request one for good."""

ONE_OFF = _list("这次 这一次 这回 今天先 今天就先 暂时 先这样 仅此一次 本次")
"""Marks of what holds for this turn only."""

COMPLETED = ("了", "过")
"""Marks of something that has happened, as against a requirement."""

HABIT = _list("每次 总是 每当 一直都 一般都 通常 习惯 以后都 从现在起 每天")
"""Marks of how somebody does something."""

TIME_WORDS = _list(
    """
    昨天 昨晚 前天 今天 今早 今晚 明天 后天 上周 下周 上个月 下个月 去年 明年 今年 刚刚 刚才 最近
    周末 前几天 那天
    """
)
"""Words that date what is told."""

EVENTS = _list(
    "去了 买了 看了 吃了 做了 见了 到了 学了 参加 搬到 搬去 我刚 刚刚 毕业 结婚 辞职 入职"
)
"""What happened once."""

OTHER_PLEASANTRIES = _list(
    """
    ありがとう こんにちは おはよう こんばんは お疲れ よろしく さようなら 안녕 감사 고마워 고맙
    спасибо привет здравствуй пожалуйста شكرا مرحبا السلام تشکر תודה שלום नमस्ते धन्यवाद ขอบคุณ สวัสดี
    """
)
"""Greetings and thanks of other scripts."""
