"""Text that tells nothing of its writer: a machine's own, and scenes that are played.

No word makes a message unreal. A machine's notice is told by how it begins; a scene by the words
that open it, an order to play or parts for two. It colours its own sentence; one that is played by
two goes on behind it, until its player steps out of it ("by the way", 对了).
"""

from mneme.domain.extraction.phrase_patterns import expressions

_OPENING = 400
"""A scene that opens further into a message may stand in something else."""
_ENDS = "\n.!?。！？"

_LISTS = {
    "tag": "system notice info warning error debug bot admin inst tool function auto",
    "chinese_tag": "系统 通知 提示 短信 快递 自动",
    "label": """
        auto-?(?:mated\\s)?reply automatic\\sreply out\\sof\\soffice notice system\\smessage
        自动回复 系统 系统提示 系统消息 系统通知
    """,
    "machine": "assistant ai chatbot model bot agent expert translator engine classifier",
    "chinese_machine": "助手 助理 专家 机器人 AI 模型 翻译官? 客服 引擎",
    "ask": """
        let's let\\sus can\\swe could\\swe shall\\swe we\\sare we're i\\swant\\sto i'd\\slike\\sto
    """,
    "clause": "^ (?<=[.!?,;:])\\s (?<=\\n) (?<=please\\s) (?<=now\\s) (?<=and\\s)",
    "i_am": "i\\sam i'm i'll\\sbe i\\swill\\sbe i'll\\splay i\\splay",
    "you_are": "you\\sare you're you'll\\sbe you\\swill\\sbe you\\splay",
    "part": "dm gm me you ai bot player narrator",
    "praised": "good great nice smart kind only best real true helpful lovely clever bad terrible",
    "praised_so": "好 天才 天使 救星 宝 唯一 第一 最",
    "fiction": "story game world scenario scene tale adventure",
    "chinese_fiction": "故事 游戏 世界 剧情 场景 设定",
    "stand_in": "面试官 病人 医生 老板 老师 学生 皇帝 宰相 顾客 店员 凶手 侦探 客人",
    "court": "本宫 朕 臣妾 吾乃 末将 贫道 洒家 尔等",
}
_MACHINE = expressions(
    r"""
    \A\s{0,8}\[{tag}\b[^\]\n]{0,80}\] \A\s{0,8}<\|?[\w/|]{2,30}\|?> \A\s{0,8}\[/?INST\]
    \A\W{0,4}{label}\s?[:：\]】] \A\s{0,8}[\[【][^\]】\n]{0,20}{chinese_tag}[^\]】\n]{0,20}[\]】]
    """,
    _LISTS,
)
_PROMPT = expressions(
    r"""
    \A\s{0,8}you\sare\s(?:an?\s|the\s)?(?:[\w-]{1,20}\s){0,5}{machine}\b
    \A\s{0,8}\#{1,6}\s?\S \{\{.{0,60}\}\} \{[a-z_]{2,30}\}
    \A\s{0,8}你是一?[个位名款]?.{0,16}{chinese_machine} \A\s{0,8}[\[【]
    """,
    _LISTS,
)
_SPEAKER = expressions(r"\b(?:i|i'm|i've|i'd|my|we|we're|our)\b 我 咱 俺")
_SCENE = expressions(
    r"""
    \b{ask}\s(?:\w{1,8}\s)?role-?play(?:ing)?\b \b{ask}\sdo\s(?:an?\s|some\s)?(?:mock|improv)\b
    {clause}role-?play\s?[:.] \A\W{0,4}role-?play\b
    \blet'?s\s(?:pretend\b|imagine\b|play(?::|\s(?:a\sgame|pretend|dungeons|d&d)\b))
    {clause}pretend\s(?:to\sbe|you|that|i|we|this|it)\b {clause}(?:imagine|assume)\s(?:that\s)?you\b
    {clause}imagine\si\sam\b {clause}you\sare\snow\s(?:my|an?|the)\b
    \b(?:stay|remain|be|speak|talk|reply|answer)\sin\scharacter\b
    \A\W{0,4}in\scharacter\b {clause}continue\sthe\s(?:scene|story|tale)\b
    \byour\scharacter\sis\b \A\W{0,4}be\s(?-i:[A-Z])\w{2,20}[.!]
    \A\W{0,4}(?:scene|scenario|narrate|simulate)\b[^.\n]{0,40}:
    \A\s{0,8}\[(?:chapter|scene|prologue)\b
    \bwe(?:'re|\sare)\splaying\sd&d\b \bmy\scharacter\sis\b
    \A\W{0,4}you\sare\s(?:the\s)?[A-Z]\w{2,20}\.\si\sam\s(?:the\s)?(?-i:[A-Z])
    \b{you_are}\s(?:an?|the|my)\s(?!{praised}\b)[^.!?\n]{1,80}?(?:\sand|\swhile|[,;:])\s{i_am}\s(?:an?|the|your)\b
    \b{i_am}\s(?:an?|the|your)\s[^.!?\n]{1,80}?(?:\sand|\swhile|[,;:])\s?{you_are}\s(?:an?|the|my)\b
    {clause}you\splay\s(?:my|the|an?)\s {clause}i(?:'ll|\swill)\splay\san?\s
    {clause}you(?:'ll|\swill)\sbe\sthe\s[^.!?\n]{1,40}[,;]\s?{i_am}
    {part}\s?:\s[^\n]{1,200}\b{part}\s?:\s
    \A\s{0,4}\*(?!always\b|news\b|this\b|yes\b)[a-z]+s(?:\*|\s[^*\n]{2,120}\*)\s
    \A\s{0,4}[（(][\u4e00-\u9fff]{2,12}[）)]\s?(?![^。！？\n]{0,30}[我咱])
    \A\s{0,4}\*[\u4e00-\u9fff][^*\n]{1,40}\* once\supon\sa\stime
    (?:我们|咱们|咱俩|来|请)[^，。！？\n]{0,3}(?:玩|进行|做)?[个局]?角色扮演
    (?:^|[，,。！请要]|你来?)(?:你来?)?扮演?(?:一[个位名])?[^过，。]{1,12}[，,。]\s?(?:你|我)
    ^请?你?来?扮演 你需要扮演
    (?:我们|咱们|咱俩)来?玩一?[个局]?(?:游戏|角色|海龟汤|剧本杀|跑团|狼人杀)(?!.{0,4}(?:时|认识|了))
    我要?[跟和]你玩一?个?游戏
    [你我]来?[演当扮][^，。！？\n]{1,12}[，,。！?\s]{0,2}[你我]来?[演当扮]
    (?:我们|咱们)?来?模拟(?:一下)?(?:面试|考试|对话|场景|法庭|谈判|客服)
    (?:^|[，,。！你])(?:假装|想象|假如)(?:一下)?(?:你|我)?是(?:我|你|一|李) 把自己当成?
    我是[^，。]{1,10}[，,]你就?是(?![我个]|唯一|第一)
    你是(?!{praised_so})[^，。我]{1,10}[，,]我就?是
    (?:从现在起|从现在开始|从此刻起|以后|从今往后)[，,]?你就?(?:是|叫)
    在(?:这个?|我们的){chinese_fiction}[里中] (?:^|[，,。])续写[:：] 开头写小说 的?视角写
    ^(?:情景|场景|角色|剧情|剧本|人设|设定)(?:模拟|扮演|设定)?[:：] ^【(?:场景|剧本)
    (?:^|[，,。！（）)])\s?{court} ^掌柜的[，,]
    """,
    _LISTS,
)
_OWN_PART = expressions(
    r"""
    {clause}(?:act|speak|behave|answer|talk)\s(?:as|like)\s(?:if|an?|my|the|though|[a-z]+\b)
    \bi\swant\syou\sto\s(?:act|be|play|pretend|behave)\b
    {clause}be\s(?:my\s(?!guest|friend)|an?\s)\w
    """,
    _LISTS,
)
_STEPS_OUT = expressions(
    r"""
    \b(?:by\sthe\sway|btw|anyway|in\sreal\slife|irl|seriously\sthough|back\sto\sreality)\b
    对了 顺便[说提] 说正经的 言归正传 说真的 现实[里中]
    """
)
_TAKEN_BACK = expressions(
    r"\A\W{0,4}(?:i'm\s|i\swas\s)?(?:just|only)\s(?:kidding|joking)\b \A\W{0,4}(?:我)?开玩笑[的啦]"
    r" \A\W{0,4}骗你的 \A\W{0,4}逗你"
)
_WORKED_ON = expressions(
    r"""
    \b(?:is|was)\s(?:this|that|it|the\ssentence)\s(?:sentence\s)?(?:correct|right|grammatical|ok)\b
    \bgrammar\b \bgrammatical\b \btranslat(?:e|ion)\b \bproof-?read\b \bpassive\svoice\b
    \bcorrect\s(?:this|that|my|the|it|me)\b \bhow\sdo\s(?:you|i)\ssay\b \brephrase\b
    \bpractice\smy\b 翻译 语法 造句 病句 通顺 改错 润色 (?:这句|句子).{0,6}[对错]
    """
)
"""A message that asks about its own words: they are examples, perhaps true ones."""


def is_machines(text: str) -> bool:
    """Return whether the whole message is a machine's, by how it begins."""
    return _MACHINE.search(text.replace("’", "'")[:_OPENING]) is not None


def without_scenes(text: str) -> str:
    """Return the text without scenes that are played, and without orders to play a part."""
    plain = text.replace("’", "'")
    kept, start = [], 0
    while (scene := _SCENE.search(plain, start, max(start, _OPENING))) is not None:
        begins = max(plain.rfind(end, start, scene.start() + 1) for end in _ENDS) + 1
        kept.append(text[start : max(begins, start)])
        leaving = _STEPS_OUT.search(plain, scene.end())
        if leaving is None:
            return "".join(kept)
        start = leaving.start()
    return "".join([*kept, text[start:]])


def gives_a_part(sentence: str) -> bool:
    """Return whether the sentence has the agent act a part: its speaker stays who they are."""
    return _OWN_PART.search(sentence.replace("’", "'")) is not None


def takes_back(sentence: str) -> bool:
    """Return whether the sentence takes back what was said just before it, as a joke."""
    return _TAKEN_BACK.search(sentence.replace("’", "'")) is not None


def is_prompt(text: str) -> bool:
    """Return whether the message tells a machine what it is: only "I" speaks for its writer."""
    return _PROMPT.search(text.replace("’", "'")[:_OPENING]) is not None


def speaks_for_its_writer(sentence: str) -> bool:
    """Return whether the sentence names its speaker."""
    return _SPEAKER.search(sentence.replace("’", "'")) is not None


def asks_about_its_words(text: str) -> bool:
    """Return whether the message asks for its own words to be put right or translated."""
    return _WORKED_ON.search(text.replace("’", "'")) is not None
