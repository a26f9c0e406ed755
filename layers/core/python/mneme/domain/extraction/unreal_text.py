"""Whole messages that tell nothing of anybody: machines' text, and scenes that are played.

A scene or a machine's notice colours everything in its message, so one mark of it is enough.
"""

from mneme.domain.extraction.phrase_patterns import expressions

_OPENING = 400
"""A mark of a scene further into a message may stand in something else."""

_LISTS = {
    "tag": """
        system notice info warning error debug message image photo video audio file sticker voice
        location auto bot admin inst tool function attachment deleted
    """,
    "heading": """
        instructions? system role task input output response text context prompt rules? goal
        background persona constraints?
    """,
    "machine": """
        assistant ai chatbot model bot agent expert translator engine classifier
    """,
    "talk": "conversation chat session message response connection history",
    "befell": """
        expired restored resumed truncated interrupted summari[sz]ed compacted deleted removed reset
        ended archived could\\snot\\sbe timed\\sout moderated transferred
    """,
    "automatic": """
        one-?time\\s(?:password|code) verification\\scode security\\scode
        (?:please\\s)?do\\snot\\sreply auto-?(?:mated\\s)?repl(?:y|ies)
        automated\\s(?:message|response|e-?mail) automatic\\sreply out\\sof\\s(?:the\\s)?office
        context\\swindow token\\slimit unsubscribe tracking\\snumber\\sis
        tool\\s(?:call|result|output) function\\scall
        (?:user\\s)?profile\\s(?:loaded|updated|synced) something\\swent\\swrong
        please\\stry\\sagain try\\sagain\\slater server\\serror network\\serror rate\\slimit
        internal\\serror you\\shave\\sbeen\\s(?:logged|disconnected)
    """,
    "notice": "消息 提示 系统 图片 语音 视频 文件 表情 删除 撤回 通知",
    "chinese_heading": "角色 任务 指令 背景 要求 输出 输入 规则 目标 限制 设定 人设",
    "chinese_machine": "助手 助理 专家 机器人 AI 模型 翻译官? 客服 引擎",
    "chinese_automatic": """
        验证码 取件码 动态密码 请勿(?:泄露|告知|回复|转发) 自动回复 退订回
        系统(?:消息|设定|通知|提示[:：]) 温馨提示 尊敬的(?:用户|客户|会员)
        服务器?(?:繁忙|异常|开小差) 请稍后[再重]试 (?:消息|内容)已被?(?:撤回|删除|屏蔽) 已撤回
        网络异常 (?:对话|会话|上下文|聊天).{0,16}(?:省略|截断|上限|中断|压缩|清空|结束)
    """,
    "i_am": "i\\sam i'm i'll i'll\\sbe i\\swill\\sbe i\\splay",
    "you_are": "you\\sare you're you'll you\\splay",
    "and": "\\sand \\swhile [,;:]",
    "place": "spaceship starship castle dungeon tavern cave submarine jungle",
    "legend": "batman superman spider-?man sherlock gandalf dracula santa napoleon cleopatra zeus",
    "part": "dm gm me you ai bot player narrator",
    "praise": "star legend life genius angel gem hero best god",
    "now": "现在 从现在起 接下来 就 先",
    "archaic": """
        朕 本宫 本王 哀家 老夫(?![妻子]) 老娘(?!家) 老朽 在下(?![周个一午雨班次面星礼棋载单半])
        小女子 臣妾 奴婢 奴才 洒家 贫道 贫僧 本座 本尊 末将 微臣 客官 掌柜的 陛下 殿下 娘娘 尔等
        吾乃 大侠 少侠 公子请 姑娘请 镖局 江湖人称
    """,
}
_MACHINE = expressions(
    r"""
    \A\s{0,8}\[{tag}\b[^\]\n]{0,80}\] \A\s{0,8}\#{1,6}\s?{heading}\b \A\s{0,8}<\|?[\w/|]{2,30}\|?>
    \A\s{0,8}\[/?INST\] \A\s{0,8}you\sare\s(?:an?\s|the\s)?(?:[\w-]{1,20}\s){0,5}{machine}\b
    \{\{.{0,60}\}\} \{[a-z_]{2,30}\} <\|\w{1,30}\|> \b{automatic}\b \b{talk}s?\b.{0,40}\b{befell}\b
    \A\s{0,8}【[^】\n]{1,40}】 \A\s{0,8}\[[^\]\n]{0,20}{notice}[^\]\n]{0,20}\]
    \A\s{0,8}\#{1,6}\s?{chinese_heading} \A\s{0,8}你是一?[个位名款]?.{0,16}{chinese_machine}
    {chinese_automatic}
    """,
    _LISTS,
)
_SCENE = expressions(
    r"""
    \brole-?play(?:ing)?\b \blet'?s\splay\b(?!\s(?:tennis|football|chess|golf))
    \blet'?s\s(?:pretend|imagine)\b \bpretend\s(?:to\sbe|you|that|i|we|this|it)\b
    \bact\s(?:as|like)\s(?:if|an?|my|the|though)\b \bacting\sas\b
    \b(?:stay|remain|be|speak|talk|reply|answer)\sin\scharacter\b \b(?:my|your)\scharacter\b
    \bplay\sthe\s(?:role|part)\b
    \bin\s(?:this|our)\s(?:story|game|world|scenario|scene|tale|adventure)\b
    \A\W{0,4}(?:\w{1,12}\s)?in\scharacter\b
    \A\W{0,4}(?:you\sare|you're|be)\s[^.!?,\n]{2,40}[.,!;]\s?{i_am}\b \b{i_am}\s{legend}\b
    \bimprov\b \bcontinue\sthe\s(?:scene|story|tale)\b
    ^(?:情景|场景|角色)(?:模拟|扮演|设定)?[:：]
    \A\s{0,8}\[(?:chapter|scene|act|part|prologue|epilogue)\b
    \b{part}\s?:\s[^\n]{1,200}\b{part}\s?:\s
    \b(?:text\sadventure|once\supon\sa\stime|d&d|dungeons|dungeon\smaster|game\smaster|rpg)\b
    \bmock\s(?:interview|trial|exam)\b \b(?:just|only)\s(?:kidding|joking)\b
    \bimagine\s(?:that\s)?you(?:'re|\sare)\b \bwe(?:'re|\sare)\s(?:on|in|at)\san?\s{place}\b
    \byou(?:'ll|\swill)\sbe\s(?:the|my|an?)\s\w \bi\swant\syou\sto\s(?:act|be|play|pretend|behave)\b
    \bi(?:'ll|\swill)\splay\san?\s \b{you_are}\s(?:an?|the|my)\s[^.!?\n]{1,80}?{and}\s?{i_am}\b
    \b{i_am}\s(?:an?|the|your)\s[^.!?\n]{1,80}?{and}\s?{you_are}\b
    \b(?:from\snow\son|henceforth),?\s(?:you\sare|you're|you\swill\sbe|you'll\sbe)\b
    \A\W{0,4}you\splay\s(?:my|the|an?)\s \A\W{0,4}be\s(?:my\s(?!guest|friend)|an?\s)\w
    \A\W{0,4}(?:simulate\s|narrate\b|scene:)
    \A\W{0,4}(?:you\sare|you're)\s(?:now\s)?(?:an?|the|my)\s(?!{praise})\w
    \A\s{0,4}\*[a-z][^*\n]{2,120}\*
    (?<![*\w])\*[a-z]+(?:s|ing)\s[^*\n]{2,120}\*(?![*\w]) 扮演
    (?:我们|咱们|咱俩|来)来?玩一?[个局]?(?:游戏|角色|海龟汤|剧本|跑团|狼人杀|成语接龙|文字)
    [你咱]{now}?来?[演当扮][^，。！？\n]{0,20}[，,。！?\s]{0,2}我来?[演当扮是]
    \A\W{0,4}[你您](?:现在)?是(?:一?[个位名只]|我的?)(?!.{0,6}(?:好人|天才|天使|救星|宝))
    模拟(?:面试|考试|对话|场景|法庭|谈判) 虚拟(?:女友|男友|恋人) 开玩笑[的啦] 骗你的 逗你
    你来?演(?![唱出员讲技]) 你来?当[^，。\n]{1,12}[，,]我
    (?:你现在|现在你|从现在起你|接下来你|你就)就?是(?!不是|否|在)(?:我的|一[个位名只])
    (?:你现在|现在你|从现在起你|接下来你|你就)就?是(?!不是|否|在)[^，。\n]{1,10}[，,。]\s?我[是叫来]
    想象(?:一下)?[，,]?你是 假装(?:你|我|自己|咱|是) 玩[个一]?个?游戏 的?视角[写讲说]
    (?:以后|从今往后)你就?是 把自己当 (?:剧情|剧本|人设|设定)[:：是]
    \A\s{0,4}[（(*][^）)*\n]{2,40}[）)*]\s?[^\s，,。] {archaic}
    我(?:现在)?[是扮][^，。]{1,10}[，,]你就?[是扮] 你是[^，。]{1,8}[，,]我就?是
    你(?:现在)?的(?:身份|角色|人设)是 在(?:这个?|我们的)(?:故事|游戏|世界|剧情|场景|设定)[里中]
    """,
    _LISTS,
)


def is_unreal(text: str) -> bool:
    """Return whether the message is a machine's text or a scene that is played."""
    opening = text.replace("’", "'")[:_OPENING]
    return _MACHINE.search(opening) is not None or _SCENE.search(opening) is not None
