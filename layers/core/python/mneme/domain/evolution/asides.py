"""What is said around a statement and is none of it: "Yes, …", "as I said", 嗯.

For comparing only: whether somebody assents, greets or takes a breath first makes no other
statement.
"""

import re
import unicodedata

_FREE = (
    r"yes|yeah|yep|yup|yea|ya|oh|ah|aw|wow|um+|uh+|e?rm+|hm+|mhm+|well|ok(?:ay)?|alright|btw|fyi|ps"
    r"|by the way|also|and|but|so|plus|then|again|once again|once more|actually|honestly|basically"
    r"|frankly|obviously|of course|in fact|indeed|anyway|anyways|to be (?:clear|honest|precise)"
    r"|for the record|just so you know|as (?:i|you|we) (?:said|told you|mentioned|know)"
    r"|like i (?:said|mentioned)|i mean|i(?:'d| would) say(?: that)?|you know|you see|i repeat"
    r"|let me repeat|one more thing"
    r"|(?:please )?(?:note|remember|don't forget|keep in mind|be aware)(?: that)?"
    r"|i(?:'ve| have)? (?:already |once |did )?(?:said|told you|mentioned|tell you)"
    r"(?: (?:before|earlier|already))?(?: that)?"
    r"|(?:the )?(?:fact|truth|thing) is(?: that)?|it(?:'s| is) true(?: that)?"
)
"""May stand before a statement without a comma."""

_SET_OFF = (
    r"no|nope|nah|right|sure|true|correct|exactly|definitely|absolutely|certainly|sorry|hi|hey|hello"
    r"|thanks|thank you|please|edit|update|correction|reminder|note to self|seriously|listen|look"
)
"""Stand before a statement only where a mark sets them off."""

_MARKS = r"[\s,.!?:;…~—–-]"
_BEFORE = re.compile(
    rf"(?:(?:{_FREE})(?![\w'])(?:{_MARKS})*|(?:{_SET_OFF})(?![\w'])\s*[,.!?:;…—–]{_MARKS}*)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    rf"(?:{_MARKS}+(?:you know|as (?:i|you) (?:said|know)|like i said|btw|by the way|fyi|actually"
    r"|indeed|in fact|for the record|just so you know|to be (?:clear|honest)|(?:please )?remember"
    r"(?: (?:that|it))?|don't forget(?: it)?|ok(?:ay)?|right|please|thanks|thank you|lol|haha"
    r"|unfortunately|sadly|luckily|fortunately|i'm afraid|obviously|of course|too|as well|again"
    rf"|once more|after all|you see|though|tbh|yes|yeah))+{_MARKS}*$",
    re.IGNORECASE,
)
_CHINESE_MARKS = r"[\s，,。.！!：:；;、…~～—-]"
_CHINESE_BEFORE = re.compile(
    r"(?:嗯+|恩|哦+|噢|喔|啊|呃|额|唉|哎呀?|诶|是的|是啊|没错|对了|对啊|对的|好的|其实|另外|还有|顺便(?:说|提|讲)?"
    r"(?:一下|一句)?|我(?:之前|刚才|已经|跟你)?(?:说过|讲过|提过|告诉过你)了?|再说一遍|老实说|说实话|说真的|事实上"
    r"|实际上|确实|总之|反正|请?记[住得]|请注意|别忘了|你知道|提醒(?:一下|你一下|你)|补充(?:一下|一点|一句)"
    r"|更[正新]一下|说明一下|就是说|而且|不过|真的)"
    rf"{_CHINESE_MARKS}*"
    r"|(?:对|是|好|行|不|不是|不对|没|恩|那|所以|因为|但是?|可是|然后|更正|更新|补充|说明|提醒|注意|抱歉|对不起"
    rf"|不好意思|你好|您好|谢谢)[，,。.！!：:；;…]{_CHINESE_MARKS}*"
)
_CHINESE_BEHIND = re.compile(
    rf"(?:{_CHINESE_MARKS}*(?:(?:请|要|你要|帮我)?记住|记一下|别忘了|知道吗|你知道的?|我(?:之前)?说过的?|谢谢|哈"
    r"|呵|嘿|呢|哦|噢|啊|呀|吧|嘛|啦|哒|的说|来着|对吧|是的|真的|其实))+"
    rf"{_CHINESE_MARKS}*[？?]?$"
)
_NO_WORDS = frozenset({"So", "Sk", "Cs", "Cf", "Co"})
"""Kinds of characters that stand for no words: faces, and what they are joined by."""

_RUN_TOGETHER = {
    **{one: f"{one[:-1]}'t" for one in ("dont", "doesnt", "didnt", "isnt", "arent", "wasnt")},
    **{one: f"{one[:-1]}'t" for one in ("werent", "havent", "hasnt", "cant", "wont", "couldnt")},
    **{one: f"{one[:-1]}'t" for one in ("shouldnt", "wouldnt")},
    "im": "I'm",
    "ive": "I've",
}
_HAVE_GOT = re.compile(r"(?:'ve| have| has) got\b", re.IGNORECASE)
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ`´", "'"))
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def bare(sentence: str) -> str:
    """Return a sentence without what is said around it; "" if it says nothing else.

    Short forms that lack their apostrophe get it, and who has got something has it.
    """
    text = unicodedata.normalize("NFKC", sentence.translate(_APOSTROPHES))
    text = "".join(one for one in text if not _is_a_face(one)).strip()
    text = _HAVE_GOT.sub(" have", text)
    text = _WORD.sub(lambda word: _RUN_TOGETHER.get(word[0].lower(), word[0]), text)
    for pattern in (_BEFORE, _CHINESE_BEFORE, _BEFORE, _CHINESE_BEFORE):
        while match := pattern.match(text):
            text = text[match.end() :]
    for pattern in (_BEHIND, _CHINESE_BEHIND):
        text = pattern.sub("", text)
    return text.strip() if any(map(str.isalnum, text)) else ""


def _is_a_face(letter: str) -> bool:
    return letter == "\ufe0f" or unicodedata.category(letter) in _NO_WORDS
