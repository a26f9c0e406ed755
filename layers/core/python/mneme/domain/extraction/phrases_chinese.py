"""Chinese word lists of the extractor: data only, and a few words of other scripts."""


def _list(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.split(), key=lambda word: (-len(word), word)))


PLEASANTRIES = _list(
    """
    你好 您好 大家好 早上好 下午好 晚上好 中午好 早安 晚安 早 哈喽 嗨 嘿 在吗
    谢谢你 谢谢您 谢谢 多谢 感谢 非常 辛苦了 不客气 不用谢 没关系 没事 对不起 不好意思 抱歉
    再见 拜拜 回见 回头见 下次见 快乐 愉快 顺利 好的 好吧 好嘞 行吧 可以 没问题 知道了 知道 明白了
    明白
    懂了 了解了 了解 收到 太好了 太棒了 真棒 真好 不错 厉害 牛 棒 是的 是啊 对的 没错 当然
    确实 原来如此 同意 哈 呵 嗯 哦 噢 喔 哇 啊 呀 吧 啦 呢 好 行 对 是 的 了 我 你 您 很 太 真
    也 都 就 那 这 有道理
    """
)
"""What is made of these only states nothing; longest first, as they are struck out in order."""

SPEAKER = _list("我 咱 俺 本人 家里 自己家 鄙人 偶")
"""The speaker."""

CLOSE = _list(
    """
    爸 妈 父亲 母亲 父母 爹 老婆 老公 妻子 丈夫 爱人 媳妇 男朋友 女朋友 男友 女友 对象 未婚夫 未婚妻
    前男友 前女友 前夫 前妻 儿子 女儿 闺女 哥哥 弟弟 姐姐 妹妹 表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐
    堂妹 爷爷 奶奶 外公 外婆 姥姥 姥爷 公公 婆婆 岳父 岳母 丈母娘 老丈人 小姑子 小舅子 大姨 舅舅
    叔叔 伯伯 姑姑 姨妈 侄子 侄女 外甥 闺蜜 死党 发小 室友 合伙人 老大 老二 老三 二胎 大宝 二宝
    双胞胎 家人 独生 龙凤胎 孙子 孙女
    """
)
"""People close to the speaker: a stranger to a conversation has none."""

ROLES = _list(
    """
    孩子 娃 宝宝 朋友 同事 同学 老板 领导 邻居 老师 客户 学生 徒弟 他 她 小朋友 先生 女士 老人 房东
    """
)
"""People who may be anybody's."""

ADDRESSEE = _list("你 您")
"""The one spoken to."""

PERSON_VERBS = _list(
    """
    喜欢 喜爱 热爱 讨厌 偏爱 偏好 爱吃 爱喝 爱看 爱听 爱玩 最爱 降压药 点外卖 做饭 在追 跑运输
    开货车 开出租 开滴滴 开网约车 小货车 摆摊 送外卖 送快递 做生意 听不见 听不清 喝不了 吃不了
    不能碰 吃辣 起疹子 回国 出国 目标是 久坐 不吃 不喝 不碰 不沾 不爱 不喜欢 只吃 只喝 只坐 只用
    只穿 想要 想去 想买 想学 想换 想考 打算 计划 准备考 准备去 准备买 准备带 准备要 希望 住在 租住
    租的 租了 搬到 搬去 搬家 搬回 搬进 定居 过敏 不耐受 忌口 吃素 吃斋 全素 上班 下班 工作 就职 入职
    离职 辞职 跳槽 转岗 升职 升了 调到 调去 退休 创业 实习 兼职 自由职业 毕业 考研 读研 读博 留学
    高考 备考 考公 考编 考证 考了 考过 考完 结婚 离婚 订婚 领证 怀孕 怀二胎 预产期 孕吐 出生 出差
    养了 养着 养猫 养狗 买了 买房 卖了 去了 吃了 做了 看了 学了 换了 换成 改成 改喝 改吃 退了 戒烟
    戒酒 戒糖 戒了 健身 跑步 游泳 爬山 钓鱼 瑜伽 打球 骑车 弹琴 练字 画画 摄影 追剧 每天 每周 每月
    每年 每晚 每早 天天 周末 经常 平时 业余 雷打不动 风雨无阻 习惯 从小 从来 从不 一向 向来 一直
    生日 名字 昵称 笔名 属于 担任 负责 老家 籍贯 母语 祖籍 户口 身高 体重 血型 星座 近视 色盲 左撇子
    失眠 高血压 糖尿病 血糖 血压 体检 确诊 手术 住院 复查 吃药 服药 病史 慢性 哮喘 鼻炎 胃病 痛风
    甲减 甲亢 贫血 孕期 减肥 控糖 拔牙 智齿 骨折 单身 独居 已婚 离异 单亲 素食 信佛 信教 飞往 飞去
    回老家 老家在 攒钱 贷款 房贷 预算 合租 通勤 值班 夜班 加班 周报 例会 部门 团队 公司 分手 复合
    怕狗 怕猫 恐高 晕车 社恐 内向 外向 生孩子 坐月子 休产假 驾照 驾龄 开了家 开了个 开着 在读 在学
    正在学 在考 学会 报了 受不了 最怕
    """
)
"""What people do, whether or not the sentence names them; things do so rarely."""

KEPT_UP = _list("永远 每次 一律 从来 从不 只要 必须 一定要 必点 雷打不动 风雨无阻 一般都 都是 就行")
"""Words of a habit or a taste."""

GENERIC = _list(
    """
    听说 都好 对身体 有好处 有害 有助于 有利于 人们 大家都 大多数 大部分 很多人 有些人 有的人 一般人
    普通人 成年人 成人 老年人 青少年 儿童 婴儿 孕妇 患者 病人 人类 中国人 研究表明 研究发现 研究显示
    据说 科学家 专家 建议 应该 可以 需要 能够 不宜 分为 是指 指的是 被称为 又叫 又称 其实 一般来说
    通常来说 理论上 世界上 全球 植物学 哺乳动物 地球 太阳 月亮 宇宙 细胞 温度 公式 函数
    算法 线程 数据库 协议
    满分 总分 差别不大 大多 往往 自己就会 规定
    """
)
"""Marks of general knowledge."""

GENERIC_SUBJECTS = _list(
    """
    医生 护士 律师 司机 警察 学生 老人 孕妇 患者 员工 企业 股东 消费者 游客 古人 人 南方人 北方人
    女生 男生 小孩 婴儿
    """
)
"""First words of what is said of everybody of a kind."""

POINTERS = _list("他 她 它 这 那 其中 都 也 还 另外 而且 不过 但 所以")
"""First words that lean on what was said before."""

OFFERED = _list("""
    需要 要不要 还是 哪个 哪一 哪种 可以吗 对吗 是吗 确定 满意 能否 是否 想要 倾向 觉得
""")
"""Words of a question about the task, whose answer is about the task as well."""

QUESTION_WORDS = _list(
    """
    什么 谁 怎么 怎样 如何 哪 多少 咋 啥 为何 是否 能不能 可不可以 是不是 有没有 要不要
    会不会 好不好 行不行
    """
)
"""Words that ask."""

NOT_ASKING = _list("都 也 知道 不管 无论 没什么 记得")
"""Words beside which a question word asks nothing, as in 什么都吃."""

QUESTION_ENDS = ("吗", "么", "呢", "没", "没有", "不")
NOT_QUESTION_ENDS = (
    *("那么", "这么", "要么", "还没", "从不", "也不", "都不", "还没有", "都没有", "也没有"),
    *("就没有", "并没有", "从来没有", "从没有"),
)

ONGOING = _list("在 还 可 正")
"""A final 呢 behind these states something, as in 我在吃饭呢."""

LEAD_INS = (
    "想问",
    "请教",
    "问个",
    "问下",
    "请",
    "问一下",
    "想知道",
    "想了解",
    "帮我",
    "麻烦",
    "告诉我",
    "给我",
    "我想问",
)
"""First words of a question or a request, even where they look like a statement."""

HABIT = _list("""
    以后 往后 今后 一律 默认 从来 每周 平时 每次 总是 每当 一般都 通常 习惯 从现在起 每天
""")
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
    спасибо привет здравствуй пожалуйста شكرا مرحبا السلام تشکر תודה שלום नमस्ते धन्यवाद ขอบคุณ
    สวัสดี
    """
)
"""Greetings and thanks of other scripts."""
