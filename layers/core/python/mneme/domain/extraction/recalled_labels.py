"""How apps mark what they recalled and put into a message: names of tags, keys and headings.

Patterns as data; every repetition is bounded. Headings that somebody may as well write above their
own words ("About me:", "My preferences:") are none of them.
"""

import re

_RECALLED = (
    r"(?:recalled|relevant|retrieved|remembered|stored|saved|known|existing|persistent|injected"
    r"|previous(?:ly)?|past|prior|earlier|long-?\s?term|short-?\s?term|user(?:'?s)?|session|chat"
    r"|conversation(?:al)?|background|personal)"
)
_KEPT = (
    r"(?:facts?|context|information|info|details|profile|persona|data|knowledge|history|summary"
    r"|recap|notes|preferences|attributes|traits)"
)
_MEMORY = (
    r"(?:\d{1,3}\s)?memor(?:y|ies)(?:\s(?:bank|store|block|log|entr(?:y|ies)|items?|notes|dump|list|summary"
    r"|context|recall|results?|search|\#?\d{1,3}))?"
)
_LEARNED = (
    r"(?:know|knows|remember|remembers|recall|have\s(?:learn(?:ed|t)|stored|saved|noted|on)"
    r"|learn(?:ed|t)|stored|saved|noted|remembered)"
)
_SOMEBODY = r"(?:me|you|the\suser|this\suser|user|them|him|her|us)"

ENGLISH_LABEL = (
    rf"(?:(?:{_RECALLED}[\s_-]){{0,3}}{_MEMORY}"
    rf"|(?:{_RECALLED}[\s_-]){{1,3}}{_KEPT}"
    rf"|(?:here(?:'s|\sis)\s|this\sis\s|the\sfollowing\sis\s)?"
    r"(?:what|all|everything|things?|facts?|something)\s(?:that\s)?"
    rf"(?:you|i|we|the\sassistant)(?:'ve)?\s(?:already\s|currently\s|should\s|may\s|have\s)?{_LEARNED}"
    rf"(?:\s(?:about|of|on|from|concerning)\s{_SOMEBODY})?"
    rf"|(?:things|facts|notes)\sto\sremember(?:\sabout\s{_SOMEBODY})?"
    rf"|(?:already\s)?known\sabout\s{_SOMEBODY}"
    rf"|facts\s(?:that\s)?i\s(?:have\s)?(?:told|gave|shared\swith)\syou(?:\sbefore|\searlier)?"
    rf"|(?:facts|information|details|notes|context|data)\s(?:known\s)?(?:about|on|of)\s"
    r"(?:the|this)\suser"
    r"|(?:summary|recap|transcript|history|excerpts?|notes)\s(?:of|from)\s"
    r"(?:the\s|our\s|your\s|my\s)?(?:previous|earlier|last|past|prior)\s"
    r"(?:conversations?|chats?|sessions?|messages)"
    r"|(?:from|in)\s(?:the\s|our\s|your\s|my\s)?(?:previous|earlier|last|past|prior)\s"
    r"(?:conversations?|chats?|sessions?|messages)"
    r"|previously\s(?:saved|stored|noted|known|mentioned))"
)

_BEFORE = r"(?:上一?次|之前|此前|先前|历史|过往|以往|以前|早先|往期)"
_CHINESE_KEPT = r"(?:记忆|信息|偏好|画像|档案|资料|背景|情况|事实|上下文|记录)"

CHINESE_LABEL = (
    r"(?:(?:召回|检索|参考|相关|已有|已存|已知|已保存|已记录|长期|短期|用户|历史)[到出]?的?"
    rf"(?:历史|用户|相关|已知|长期)?的?{_CHINESE_KEPT}"
    r"|(?:用户|个人|我的|你的|对话)?记忆(?:条目|库|列表|摘要|片段|内容|信息|块|点|\d{1,3})"
    r"|记忆(?=\s?[:：])"
    r"|(?:用户)?(?:画像|档案)(?:列表|摘要|内容|信息|块)?(?=\s?[:：])"
    rf"|{_BEFORE}的?(?:对话|会话|聊天|沟通|交流)的?(?:摘要|记录|总结|回顾|记忆|内容|要点)"
    rf"|(?:关于|有关)用户的?.{{0,4}}(?:{_CHINESE_KEPT}|[:：])"
    rf"|(?:关于|有关)我的?(?:已[知有存]|历史|相关)?的?(?:记忆|信息|资料|档案|记录|画像)"
    r"|[你您](?:所|已经?|目前|之前|此前|上次|曾经?)?(?:知道|记得|记住|了解|掌握|存)(?:了|到|下)?的?(?:关于|有关)?"
    r"[我用](?:户)?的?(?:事情?|信息|情况|资料|一切|内容|东西)?"
    r"|[你您](?:所|已经?|目前|之前|此前|上次|曾经?)?(?:记住|记得|知道|保存|记录)(?:了|到|下来?)?的"
    r"(?:信息|内容|事情?|东西)?(?=\s?[:：])"
    r"|(?:关于|有关)[我用]户?[，,]?[你您](?:所|已经?)?(?:知道|记得|了解)的?.{0,4})"
)

LABEL = rf"(?:{ENGLISH_LABEL}|{CHINESE_LABEL})"
"""What names a block of recalled memories in its heading, fence or brackets."""

_TAG_PARTS = (
    r"(?:user|chat|conversation|retrieved|relevant|known|background|past|previous|stored|saved)"
)
MEMORY_TAG = r"[\w.:-]{0,40}(?:memor(?:y|ies)|recalled)[\w.:-]{0,40}"
"""What names a block of recalled memories in its tag, closed or not."""
CONTEXT_TAG = (
    rf"(?:{_TAG_PARTS}[_.:-]?(?:facts?|context|info(?:rmation)?|profile|data|history|summary"
    r"|preferences|knowledge|background|conversations?|chats?|sessions?)"
    r"|context|facts|profile|persona|background|history)"
)
"""What names such a block if it is closed: the word may be spoken of as well."""

KEY = re.compile(
    r"[\"'](?:[\w .-]{0,20}(?:memor(?:y|ies)|recall(?:ed)?|facts?|profile|preferences|context"
    r"|history|knowledge|persona)[\w .-]{0,20}|[^\"'\n]{0,6}(?:记忆|画像|偏好|历史)[^\"'\n]{0,6})"
    r"[\"']\s{0,4}[:：]",
    re.IGNORECASE,
)
"""What names such a block in data."""
