"""What tells text that is no statement of its speaker's: patterns as data.

In the notation of `phrase_patterns.expressions`; every repetition is bounded.
"""

from mneme.domain.extraction.phrase_patterns import expressions

_LISTS = {
    "work": """
        translate summari[sz]e proof-?read paraphrase rewrite re-?word rephrase correct edit polish
        shorten improve classify analy[sz]e explain simplify convert validate debug parse review
        rate grade judge score critique continue finish complete
        (?:make|making)\\s(?:this|it|that)
        fix\\sthe\\s(?:grammar|spelling|typos) check\\s(?:this|the|my) tl;?dr turn\\s(?:this|it)
    """,
    "text": """
        text e-?mail draft letter essay review transcript paragraph passage story poem article code
        log sentences? blurb abstract bio post message lyrics opening excerpt quote query error
    """,
    "this": "this that these the\\sfollowing above below it",
    "own_text": """
        cover\\sletter e-?mail draft letter essay code text abstract poem line bio tweet speech
        pitch toast
        profile headline tagline caption post message opening\\sline dating\\sprofile
    """,
    "label": """
        original corrected quote review lyrics homework exercise headline title caption clause
        section abstract essay prompt dialogue transcript post comment feedback source sample poem
        verse slogan tagline bio diary q a question answer example job\\sad ad scene chapter letter
    """,
    "chinese_work": """
        翻译 润色 改写 改成 总结 概括 校对 修改 改一?下 改改 优化 点评 分析 续写 缩写 扩写 翻成 纠错
    """,
    "chinese_text": """
        原文 正文 材料 题目 文案 病句 阅读 内容 句子 段落 邮件 作文 简介 代码 如下 以下 下面 评语
        纪要 日志 朋友圈 条款 合同 第.{1,3}条 规定 公告 报道 新闻 评论 台词 歌词 日记 开场白 判断
        选择 填空 造句 仿写
        课文 教材 说明书 广告 招聘
    """,
}

WORK_ON_TEXT = expressions(
    r"""
    (?:^|[.!?,;\n]\s{0,4}|\b(?:please|you|me|and|to)\s){work}\b[^:\n]{0,80}:
    \b(?:the|this|following|that)\s{text}(?:\s\w{1,20}){0,4}:
    \bmy\s{own_text}(?:\s\w{1,20}){0,4}:
    \bhere(?:'s|\sis)\s(?:an?|my|the|his|her)\s{text}(?:\s\w{1,20}){0,4}:
    (?:^|\n)\W{0,4}{label}(?:\s\w{1,12}){0,2}:
    \b(?:wrote|writes|written|diary|reads|caption\ssays|goes\slike\sthis)\b[^:\n.?!]{0,40}:
    \b(?:is|are)\s(?:this|these|the\sfollowing|it)\b[^:\n?]{0,60}:
    {chinese_work}[^:：\n。！？]{0,30}[:：]
    {chinese_text}[^:：\n。！？]{0,12}[:：]
    """,
    _LISTS,
)
"""Behind one of these stands a text to work on."""

ABOUT_TEXT = expressions(
    r"""
    \b{this}\b.{0,60}\b(?:mean|sound|reads?|work|fail|wrong|compile|print|{text})\b
    ^\s{0,8}(?:(?:please|can\syou|could\syou|would\syou|pls)\s)?{work}\b.{0,40}$
    ^\s{0,8}(?:帮我)?(?:翻译|润色|改写|总结|概括|校对)(?:一?下)?[:：。]?\s{0,8}$
    (?:下文|[上下]面|以下).{0,8}(?:翻译|润色|总结|改写|概括|校对)
    (?:这|[上下]面|以[上下])[句段篇封个行条些首]?.{0,12}(?:意思|情绪|语病|通顺|报错|错了|什么|邮件)
    (?:这|[上下]面|以[上下])[句段篇封个行条些首]?.{0,12}(?:文案|评论|代码|怎么[回译翻改写])
    """,
    _LISTS,
)
"""A line that asks about the lines beside it."""

ABOUT_WORDING = expressions(
    r"""
    \b(?:which|what|whose)\s(?:of\s(?:these|the)\s)?(?:\w{1,12}\s){0,2}(?:sentences?|tenses?)\b
    \b(?:which|what|whose)\s(?:of\s(?:these|the)\s)?(?:\w{1,12}\s){0,2}wordings?\b
    \b(?:which|what|whose)\s(?:\w{1,12}\s){0,2}(?:phrasing|pronouns?|clauses?|synonyms?)\b
    哪一?个?(?:句子?|病句|成语|标点|修辞|时态) 这句话?[里中]?[用是有]的?(?:什么|哪)
    """
)
"""A question about language: what else the message says is its example."""

LETTER_HEAD = expressions(
    r"""
    ^\s{0,8}(?:from|to|cc|subject|date|sent|re|fwd?|发件人|收件人|主题|抄送)\s?[:：]\s?\S
    ^\s{0,8}(?:dear\s(?!diary\b).{1,60}|hi\s(?:all|team|everyone).{0,20})[,:]\s{0,8}$
    ^\s{0,8}to\swhom\sit\smay\sconcern ^\s{0,8}尊敬的.{1,30}[:：，,]
    """
)
"""First line of a letter."""

SPOKEN_LINE = expressions(r"^\s{0,8}[\w ]{1,20}[:：]\s?\S".replace(" ", r"\s"))
"""A line of a dialogue."""

QUOTED_LINE = expressions(r"^\s{0,8}(?:>|&gt;|\|)\s?\S")
"""A line that is quoted, or of a table."""

CODE_LINE = expressions(
    r"""
    ^\s{0,40}{keyword}\b.{0,200}[;:{})\]]\s{0,8}$
    ^\s{0,40}(?:import|from)\s[\w.]{1,60}(?:\simport\s.{1,100})?$
    ^\s{0,40}[\w.]{1,60}\(.{0,200}\)\s{0,4};?\s{0,8}(?:\#.{0,100})?$
    ^\s{0,40}[\w.\[\]]{1,60}\s?[-+*]?=\s?.{1,200}["'\])};\d]\s{0,8}$
    ^\s{0,40}(?:const|let|var)\s\w{1,40}\s?=
    ^\s{0,40}(?:select|delete\sfrom|insert\sinto)\b.{0,300}(?:\b(?:from|values|where)\b|;\s{0,4}$)
    ^\s{0,40}(?:update|create\stable|alter\stable)\b.{0,300}(?:\b(?:set|where)\b|;\s{0,4}$)
    ^\s{0,40}(?:\$|>>>|\#!|//|/\*|</?\w|\#include|@\w{1,30}\()
    ^\s{0,40}[{}\[\]();,]{1,8}\s{0,8}$
    ^\s{0,40}[{\[]\s?["'{\[]
    ^\s{0,40}["']\w{1,40}["']\s?:
    ^\s{0,40}(?:Traceback\b|File\s"|at\s[\w.$]{1,80}\()
    ^\s{0,40}(?:\w{1,40}\.)?[a-z]\w{1,40}(?:Error|Exception)\b
    ^\s{0,40}\[?\d{4}-\d\d-\d\d[T\s]\d\d:\d\d
    ^\s{0,40}\S{1,40}\s=(?:\s|$)
    """,
    {
        "keyword": """
            def class import from const let var function public private return elif else for while
            if try except with echo sudo npm pip git docker curl export
        """
    },
)
"""A line of code, of a log or of structured data."""
